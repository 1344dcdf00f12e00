"""The window at 125% and 200%, each in a process of its own, since a process has one scale."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
RUN = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton
from app.paths import Paths
from app.ui.appearance import Appearance
from app.ui.application import make_application
from app.ui.icons import application_icon
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, fake_pair
from tests.ui.bench import Bench
from tests.ui.test_screens import QUESTION, save
from tests.ui.test_window_sizes import check_room

home, scale = Path(sys.argv[1]), sys.argv[2]
application = make_application(["draftlight"])
paths = Paths(data=home / "data", logs=home / "logs", resources=home)
pull = FakePull(fake_pair(home), found=True)
bench = Bench(paths, FakeEngine(LIGHTHOUSE), pull, Appearance(application), size=(900, 600))
bench.wait_loaded()
save(bench.window, "light", f"scale-{scale}-welcome")
bench.ask(QUESTION)
bench.settle()
save(bench.window, "light", f"scale-{scale}")
check_room(bench.window)
ratio = bench.window.devicePixelRatioF()
picture = bench.window.grab()
told = {"ratio": ratio, "picture": [picture.width(), picture.height()], "blurred": []}
for one in bench.window.findChildren(QAbstractButton):
    if not one.icon().isNull() and one.isVisible() and one.parentWidget() is not bench.find("chat_search"):
        wanted = one.iconSize() * ratio
        if wanted not in one.icon().availableSizes():
            told["blurred"].append(one.objectName())
strip = bench.transcript._layout
strips = strip.strips_in(bench.transcript.viewport().rect(), ratio)
told["marks"] = sorted({pixmap.devicePixelRatio() for _, pixmap in strips})
bench.close()
print(json.dumps(told))
"""


@pytest.mark.parametrize("scale", [1.25, 2.0])
def test_everything_is_as_sharp_as_the_screen(tmp_path, scale):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale)}
    command = [sys.executable, "-c", RUN, str(tmp_path), f"{scale:.0%}"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["ratio"] == scale
    assert told["picture"] == [900 * scale, 600 * scale]
    assert told["marks"] == [scale]
    assert not told["blurred"]
