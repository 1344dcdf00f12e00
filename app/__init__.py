"""Draftlight: chat with local models through speculative decoding, and see what happened to every token."""

__version__ = "0.1.0"
