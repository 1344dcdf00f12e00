"""The window on a scripted engine, for measurements of the window alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.paths import Paths
from app.ui.appearance import Appearance
from app.ui.application import Services, make_window
from tests.fakes import FakeEngine, FakePull, fake_pair

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from app.ui.main_window import MainWindow


def scripted_window(application: QApplication, folder: Path) -> MainWindow:
    """Show a window that keeps all it has in `folder`."""
    pull = FakePull(fake_pair(folder), found=True)
    services = Services(FakeEngine, pull.find, pull.pull)
    window = make_window(Paths(folder, folder, folder), services, Appearance(application))
    window.resize(1120, 760)
    window.show()
    return window
