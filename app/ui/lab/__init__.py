"""The window's side of the lab."""
