from __future__ import annotations

import os
import subprocess

import psutil
import pytest

from app.catalog.machine import Accelerator
from app.llama import devices

pytestmark = pytest.mark.native


def test_there_is_a_processor_with_memory():
    found = devices.list_devices()
    processor = next(device for device in found if device.kind == "CPU")
    assert processor.total >= processor.free > 0
    assert processor.name
    assert processor.description


def test_threads_are_the_physical_cores_that_this_process_may_use(monkeypatch):
    monkeypatch.setattr(psutil, "cpu_count", lambda logical: None if logical else 8)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(16)), raising=False)
    assert devices.default_threads() == 8
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1, 2}, raising=False)
    assert devices.default_threads() == 3


def test_apple_silicon_uses_its_fast_cores(monkeypatch):
    monkeypatch.setattr(devices.platform, "system", lambda: "Darwin")
    answer = subprocess.CompletedProcess([], 0, stdout="6\n")
    monkeypatch.setattr(devices.subprocess, "run", lambda *_arguments, **_options: answer)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(10)), raising=False)
    assert devices.default_threads() == 6


def test_capabilities_are_named():
    heads = {"EAGLE-3 heads", "MTP heads", "several MTP heads in a chain"}
    assert devices.list_capabilities().keys() == {"GPU offload", *heads}


@pytest.mark.parametrize(
    ("system", "processor", "kind", "unified"),
    [
        ("Linux", "x86_64", "GPU", False),
        ("Linux", "x86_64", "integrated GPU", True),
        ("Darwin", "arm64", "GPU", True),
        ("Darwin", "x86_64", "GPU", False),
    ],
)
def test_the_memory_of_a_gpu_may_be_that_of_the_computer(monkeypatch, system, processor, kind, unified):
    found = [
        devices.Device("CPU", "a processor", "CPU", 5, 9),
        devices.Device("GPU0", "a card", kind, 7, 8),
        devices.Device("BLAS", "a library", "accelerator", 0, 0),
    ]
    monkeypatch.setattr(devices, "list_devices", lambda: found)
    monkeypatch.setattr(devices.platform, "system", lambda: system)
    monkeypatch.setattr(devices.platform, "machine", lambda: processor)
    machine = devices.this_machine()
    assert machine.accelerators == (Accelerator("a card", 7, 8, unified),)
    assert machine.ram_total >= machine.ram_free > 0
