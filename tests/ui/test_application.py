from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QSize, Qt

from app.ui.application import make_window, real_services
from app.ui.icons import Icon, application_icon, icon
from app.ui.theme import DARK, LIGHT, Scheme
from tests.ui.waiting import wait_for

ROOT = Path(__file__).parent.parent.parent
RUN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from app.paths import Paths
from app.ui import application
from tests.fakes import FakeEngine, FakePull, fake_pair

home = Path(sys.argv[1])
pull = FakePull(fake_pair(home), found=True)
engine = FakeEngine()
heavy = set()

class Services(application.Services):
    pass

def closed_soon(window):
    def look():
        if engine.loads:
            heavy.update({"llama_cpp", "huggingface_hub"} & set(sys.modules))
            if sys.argv[2] == "copy":
                copied = window.chat.transcript.createMimeDataFromSelection()
                application.QApplication.clipboard().setMimeData(copied)
            if sys.argv[2] == "bug":
                window.top_bar.starter_chosen.connect(lambda: 1 / 0)
                window.top_bar.starter_chosen.emit()
            window.close()
        else:
            QTimer.singleShot(5, look)
    look()

make_window = application.make_window
def watched(*parts):
    window = make_window(*parts)
    QTimer.singleShot(0, lambda: closed_soon(window))
    return window
application.make_window = watched
paths = Paths(data=home / "data", logs=home / "logs", resources=home)
code = application.run_window(paths, Services(lambda: engine, pull.find, pull.pull))
print("exit", code, "closed", engine.closed, "heavy", sorted(heavy), "hook", sys.excepthook is sys.__excepthook__)
"""


def run(tmp_path, *arguments):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN, str(tmp_path), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**__import__("os").environ, "QT_QPA_PLATFORM": "offscreen"},
    )


def test_the_window_runs_until_it_is_closed_and_imports_nothing_heavy(tmp_path):
    ended = run(tmp_path, "plain")
    assert ended.stdout.strip() == "exit 0 closed True heavy [] hook True", ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_bug_in_the_window_does_not_end_it(tmp_path):
    ended = run(tmp_path, "bug")
    assert ended.stdout.strip().startswith("exit 0 closed True"), ended.stderr
    assert "ZeroDivisionError" in ended.stderr, "it is logged"


def test_text_on_the_clipboard_does_not_crash_the_end_of_the_process(tmp_path):
    assert run(tmp_path, "copy").returncode == 0


def test_the_theme_follows_the_system_while_the_window_is_open(bench):
    bench.ask()
    wait_for(lambda: not bench.composer.room.estimated, "the tokens to be counted")
    bench.settle()  # the hint may have room for all its words now
    appearance = bench.appearance
    assert appearance.theme.scheme is Scheme.LIGHT
    shot = bench.window.grab().toImage()
    appearance.follow(Qt.ColorScheme.Dark)
    bench.settle()
    dark = bench.window.grab().toImage()
    middle = (bench.window.width() // 2, bench.window.height() * 2 // 3)  # under the reply
    assert shot.pixelColor(*middle).name().upper() == LIGHT.page
    assert dark.pixelColor(*middle).name().upper() == DARK.page
    assert bench.transcript._marks.theme is DARK
    text = bench.transcript.toPlainText()
    appearance.follow(Qt.ColorScheme.Light)
    bench.settle()
    assert bench.transcript.toPlainText() == text
    assert bench.window.grab().toImage() == shot


def test_icons_are_painted_for_every_ratio():
    for kind in Icon:
        sizes = icon(kind, "#000000", 16).availableSizes()
        assert QSize(48, 48) in sizes
    assert QSize(256, 256) in application_icon().availableSizes()


def test_the_real_services_are_made_without_importing_them(paths, appearance):
    services = real_services(paths)
    window = make_window(paths, services, appearance)
    window.close()
    window.deleteLater()


def test_without_a_display_one_sentence_says_what_to_do(tmp_path):
    environment = {**os.environ, "QT_QPA_PLATFORM": "xcb", "DISPLAY": ":7654", "DRAFTLIGHT_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "app"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "check DISPLAY and install the system packages" in done.stderr
    assert done.stderr.count("\n") == 1
