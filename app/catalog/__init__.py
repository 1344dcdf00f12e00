"""What can be run: model files, pairs, and where they come from."""
