"""Draftlight: chat with local models through speculative decoding, and see what happened to every token."""

__version__ = "0.1.0"
# Where new versions are told of; pyproject.toml has the same address. Nothing is asked of it by itself.
RELEASES = "https://draftlight.invalid/releases"
