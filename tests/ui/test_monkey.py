"""A minute of the monkey (`python -m tests.soak --minutes 30` lets it go on): nothing breaks, no message is lost."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.native


@pytest.mark.usefixtures("starter_pair")
def test_a_minute_of_the_monkey():
    command = [sys.executable, "-W", "error", "-m", "tests.soak", "--minutes", "1", "--seed", "7"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=400)
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
