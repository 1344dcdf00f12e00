"""What a bug report needs to know about this machine; no chat text, no tokens."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app import __version__
from app.licences import USED

if TYPE_CHECKING:
    from app.paths import Paths


def examine(paths: Paths) -> dict[str, Any]:
    """Return versions, devices (memory in bytes), folders and capabilities."""
    from app.llama.devices import default_threads, list_capabilities, list_devices

    return {
        "versions": versions(),
        "devices": [asdict(device) for device in list_devices()],
        "threads": {"default": default_threads()},
        "folders": {
            "data": str(paths.data),
            "models": str(paths.models),
            "logs": str(paths.logs),
            "free": _free(paths),
        },
        "capabilities": list_capabilities(),
    }


def versions() -> dict[str, str]:
    """Return the versions of this program, of what it runs on and of its libraries, by name."""
    return {
        "draftlight": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        **{name: _version(name) for name in USED},
    }


def device_names() -> list[str]:
    """Return what llama.cpp can compute on, for a person."""
    from app.llama.devices import list_devices

    return [f"{device.kind} {device.description}" for device in list_devices()]


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _free(paths: Paths) -> int:
    """Return the free bytes where the data folder is, or will be."""
    for folder in (paths.data, *paths.data.parents):
        try:
            return shutil.disk_usage(folder).free
        except OSError:
            continue  # not there yet, or not ours to look at
    return 0
