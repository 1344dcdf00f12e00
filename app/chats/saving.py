"""How often a reply is saved while it streams."""

from __future__ import annotations

# A process that is killed costs at most a second of one reply: less than that between two saves, and time for one.
SAVE_EVERY_SECONDS = 0.8
