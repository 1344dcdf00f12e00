"""The lab is read before it is first opened, and what is Qt's on the window's thread only."""

from __future__ import annotations

from tests.ui.scripts import run_script

SCRIPT = """
import sys, threading

class Recorder:
    def __init__(self):
        self.found = []

    def find_spec(self, name, path, target=None):
        self.found.append((name, threading.current_thread() is threading.main_thread()))

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from app.ui.application import make_application
application = make_application(["draftlight"])
import app.ui.main_window
from app.ui.lab.door import LabDoor
assert not any(name.startswith(("app.lab.", "app.ui.lab.d")) and name != "app.ui.lab.door" for name in sys.modules)
recorder = Recorder()
sys.meta_path.insert(0, recorder)
window = QWidget()
door = LabDoor(None, window)
door._windows.done.connect(application.quit)
QTimer.singleShot(60_000, lambda: application.exit(9))
door.start()
assert application.exec() == 0
door.close()
import app.ui.lab.client, app.ui.lab.dialog
read = [(name, here) for name, here in recorder.found if name.startswith(("app.ui", "PySide6"))]
assert len(read) >= 9, recorder.found
assert all(here for _, here in read), read
assert any(not here for name, here in recorder.found if name.startswith("app.lab")), recorder.found
late = [name for name, _ in recorder.found[recorder.found.index(read[0]):] if name.startswith(("app.lab", "numpy"))]
assert late == [], late
"""


def test_what_asks_for_types_of_qt_is_read_on_the_windows_thread():
    assert run_script(SCRIPT) == (0, [], "")
