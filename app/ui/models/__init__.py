"""The Models dialog: find, explain, download and pair models."""
