"""The way to what helps: diagnostics for a bug report, new versions, and what this program is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from app import RELEASES, __version__
from app.ui.about_dialog import AboutDialog
from app.ui.errands import Errands
from app.ui.notices import hint, notice_of
from app.ui.reading.links import ask_to_open

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.errors import DraftlightError
    from app.paths import Paths
    from app.ui.bugs import Bug
    from app.ui.preferences import Preferences

# RFC 2606: no such name exists, so it stands where no page is named.
_NOWHERE = ".invalid"


class HelpDoor(QObject):
    """Copies diagnostics, shows the way to new versions, and the About dialog.

    Signals:
        noticed (Notice): what was copied, or why not.
    """

    noticed = Signal(object)

    def __init__(self, window: QWidget, paths: Paths, preferences: Preferences) -> None:
        super().__init__(window)
        self._window = window
        self._paths = paths
        self._preferences = preferences
        # llama.cpp is asked for its devices, which takes about a second when it was not loaded before.
        self._errands = Errands("diagnostics")
        self._errands.done.connect(self._on_written)
        self._errands.failed.connect(self._on_failed)

    @Slot()
    def copy_diagnostics(self) -> None:
        """Put what a bug report needs on the clipboard, soon."""
        from app.diagnostics import diagnostics

        paths, settings = self._paths, self._preferences.settings
        self._errands.start(lambda _stop, _tell: diagnostics(paths, settings))

    @Slot()
    def show_about(self) -> None:
        """Say what this program is."""
        dialog = AboutDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    @Slot()
    def show_updates(self) -> None:
        """Ask whether the page of new versions shall be opened in the browser; this program looks nothing up itself."""
        if QUrl(RELEASES).host().endswith(_NOWHERE):
            self._tell_version()
        else:
            ask_to_open(self._window, RELEASES)

    def _tell_version(self) -> None:
        """Say that there is no page to go to, and which version this is."""
        box = QMessageBox(self._window)
        box.setObjectName("no_releases")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("Check for updates"))
        box.setIcon(QMessageBox.Icon.Information)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("This copy of Draftlight names no page for new versions."))
        told = self.tr("It is version {version}; “About Draftlight” in the menu shows that too.")
        box.setInformativeText(told.format(version=__version__))
        box.open()

    def close(self) -> None:
        """End what is under way."""
        self._errands.close()

    @Slot(object)
    def _on_written(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.noticed.emit(
            hint(self.tr("Diagnostics are on the clipboard: versions, devices, settings and the log, no chat text."))
        )

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self.noticed.emit(notice_of(error))
