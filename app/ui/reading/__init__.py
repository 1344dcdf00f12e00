"""The reading view: Markdown as blocks and runs, written into the transcript's document."""
