"""Plots of what happened in replies."""
