"""Scripts that need a process with a window to themselves."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.conftest import ROOT


def run_script(script: str) -> tuple[int, list[str], str]:
    """Run Python code offscreen, warnings being errors; return its exit code, lines of errors, and output."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    # The offscreen platform says this of every window that is shown.
    return done.returncode, [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line], done.stdout
