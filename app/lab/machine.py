"""What a run is measured on, in the words of its history."""

from __future__ import annotations

import os
import platform

from app.doctor import device_names, versions

_TOLD = ("draftlight", "llama-cpp-python", "python", "system")


def describe_machine() -> dict[str, str]:
    """Return versions, processors and devices by name. The first call loads llama.cpp, which takes a moment."""
    known = versions()
    return {
        **{name: known[name] for name in _TOLD},
        "processor": platform.processor() or platform.machine(),
        "processors": str(os.cpu_count() or 1),
        "devices": ", ".join(device_names()),
    }
