"""The processors that llama.cpp can compute on, and how many threads are worth using."""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
from dataclasses import dataclass
from functools import cache

import psutil

from app.catalog.machine import Accelerator, Machine
from app.llama.native import symbols
from app.llama.unstable import capabilities

# enum ggml_backend_dev_type (ggml-backend.h)
_KINDS = ("CPU", "GPU", "integrated GPU", "accelerator", "group of devices")


@dataclass(frozen=True, slots=True)
class Device:
    """One device; memory in bytes, 0 where the driver does not tell."""

    name: str
    description: str
    kind: str
    free: int
    total: int


def list_devices() -> list[Device]:
    """Return all devices that this build of llama.cpp sees."""
    return [_describe(symbols.ggml_backend_dev_get(place)) for place in range(symbols.ggml_backend_dev_count())]


@cache
def only_processor() -> bool:
    """Whether all is computed on the processor itself."""
    return all(_KINDS[0] == device.kind for device in list_devices())


def _describe(handle: int) -> Device:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    symbols.ggml_backend_dev_memory(handle, ctypes.byref(free), ctypes.byref(total))
    kind = symbols.ggml_backend_dev_type(handle)
    return Device(
        name=symbols.ggml_backend_dev_name(handle).decode("utf-8", "replace"),
        description=symbols.ggml_backend_dev_description(handle).decode("utf-8", "replace"),
        kind=_KINDS[kind] if kind < len(_KINDS) else f"kind {kind}",
        free=free.value,
        total=total.value,
    )


def this_machine() -> Machine:
    """Return the memory of this machine as it is now: RAM, and GPUs that llama.cpp can use."""
    memory = psutil.virtual_memory()
    # Metal calls the GPU of Apple Silicon a GPU like any other.
    apple = platform.system() == "Darwin" and platform.machine() == "arm64"
    accelerators = tuple(
        Accelerator(device.description, device.free, device.total, unified=apple or device.kind == "integrated GPU")
        for device in list_devices()
        if device.kind in ("GPU", "integrated GPU")
    )
    return Machine(memory.available, memory.total, accelerators)


def list_capabilities() -> dict[str, bool]:
    """Say what this build of llama.cpp can do."""
    return {"GPU offload": bool(symbols.llama_supports_gpu_offload()), **capabilities()}


def default_threads() -> int:
    """Return the physical cores that this process may use; on Apple Silicon only the fast ones.

    llama.cpp's threads wait for each other after every operation: one on a slow core, or two on one core, holds up all.
    """
    physical = _fast_cores_of_apple() or psutil.cpu_count(logical=False) or os.cpu_count() or 1
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else physical
    return max(1, min(physical, allowed))


def _fast_cores_of_apple() -> int | None:
    if platform.system() != "Darwin":
        return None
    command = ["/usr/sbin/sysctl", "-n", "hw.perflevel0.physicalcpu"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(answer.stdout) if answer.stdout.strip().isdigit() else None
