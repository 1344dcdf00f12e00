from __future__ import annotations

import os
import subprocess

import psutil
import pytest

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
    assert devices.list_capabilities().keys() == {"GPU offload", "heads inside the target"}
