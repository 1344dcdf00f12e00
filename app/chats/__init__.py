"""Conversations and how they are kept."""
