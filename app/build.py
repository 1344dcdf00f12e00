"""Whether this is a build that needs no Python (see packaging/), and what is different then."""

from __future__ import annotations

import sys


def is_frozen() -> bool:
    """Whether the program was built by PyInstaller; `sys.executable` is then the program itself."""
    return bool(getattr(sys, "frozen", False))


def command_name() -> str:
    """What a person types to run a command."""
    if not is_frozen():
        return "python -m app"
    # A program with a window has no output on Windows, so a second one stands beside it.
    return "draftlight-cli" if sys.platform == "win32" else "draftlight"
