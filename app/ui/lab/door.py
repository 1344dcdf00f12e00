"""The way from the main window to the lab, and from what it found back to the chat."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.ui.errands import Errands
from app.ui.idle_steps import IdleSteps
from app.ui.language import told_text
from app.ui.menus import add_named
from app.ui.notices import notice_of
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QMenu, QWidget

    from app.errors import DraftlightError
    from app.lab.plan import Case, Plan
    from app.speculation.stop import Stop
    from app.ui.bugs import Bug
    from app.ui.errands import Tell
    from app.ui.lab.client import LabClient
    from app.ui.lab.dialog import LabDialog
    from app.ui.parts import Parts

# When a window that was just opened has done what it does first.
_PREPARE_MS = 1500


# Each of them after those that it needs, so that no step is long.
_LAB_MODULES = (
    "app.lab.measure",
    "app.lab.export",
    "app.lab.machine",
    "app.lab.run",
    "app.lab.store",
    "app.lab.finder",
    "app.lab.parse",
    "app.lab.same_chances",
    "app.lab.same_words",
)
_WINDOW_MODULES = (
    "app.ui.lab.client",
    "app.ui.lab.fields",
    "app.ui.lab.plan_page",
    "app.ui.lab.proof_view",
    "app.ui.lab.proof_page",
    "app.ui.lab.results_table",
    "app.ui.lab.results_view",
    "app.ui.lab.runs_page",
    "app.ui.lab.dialog",
)


def _import_lab(_stop: Stop, _tell: Tell) -> None:
    for name in _LAB_MODULES:
        importlib.import_module(name)


def _import_windows() -> Iterator[None]:
    """Read what asks for types of Qt, which only the window's thread may do: see `make_qt_types`."""
    for name in _WINDOW_MODULES:
        importlib.import_module(name)
        yield


class LabDoor(QObject):
    """Opens the lab beside the main window.

    Signals:
        options_changed (): the preferences were set to what was chosen in the lab.
        noticed (Notice): something went wrong while the lab is closed.
    """

    options_changed = Signal()
    noticed = Signal(object)

    def __init__(self, parts: Parts, window: QWidget) -> None:
        super().__init__(window)
        self.dialog: LabDialog | None = None
        self._client: LabClient | None = None
        self._parts = parts
        self._window = window
        self._import = Errands("lab import")
        self._windows = IdleSteps(self)
        self._import.done.connect(lambda: self._windows.start(_import_windows()))
        self._preparing = single_shot(self, _PREPARE_MS, lambda: self._import.start(_import_lab))

    @property
    def client(self) -> LabClient:
        """What runs the lab; made, like all of it, when it is first needed: the window's start has no time for it."""
        if self._client is None:
            from app.lab.store import RunStore
            from app.ui.lab.client import LabClient

            parts = self._parts
            self._client = LabClient(RunStore(parts.paths.lab), parts.engine, parts.pairs)
            self._client.failed.connect(self._on_failed)
        return self._client

    def start(self) -> None:
        """Have the lab's modules read in the background when the window is at rest: the first opening must not wait."""
        self._preparing.start()

    @Slot()
    def show_lab(self) -> None:
        """Open the lab, or bring it to the front."""
        if self.dialog is None:
            from app.ui.lab.dialog import LabDialog

            self.dialog = LabDialog(self._parts, self.client, self._window)
            self.dialog.use_requested.connect(self._on_use)
            self.dialog.finished.connect(self._on_finished)
            self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    @Slot(object)
    def fill(self, menu: QMenu) -> None:
        """Add the way here to a menu."""
        add_named(menu, self.tr("Lab…"), "Ctrl+Shift+L").triggered.connect(self.show_lab)

    def close(self) -> None:
        """Close the lab; what is measured so far is kept."""
        self._preparing.stop()
        self._windows.stop()
        self._import.close()
        if self.dialog is not None:
            self.dialog.reject()
        if self._client is not None:
            self._client.close()

    @Slot(object, object)
    def _on_use(self, plan: Plan, case: Case) -> None:
        """Chat as this case was measured; the temperature is a matter of the text and is set only where it varied."""
        from app.lab.results import case_words

        cases = plan.cases
        changes: dict[str, object] = {"draft_length": case.draft_length, "lookup": case.lookup}
        if len({one.rule for one in cases if one.draft_length}) > 1:
            changes["rule"] = str(case.rule)
        if len({one.temperature for one in cases}) > 1:
            changes["temperature"] = case.temperature
        self._parts.preferences.update(**changes)
        wanted, loaded = plan.pairs[case.pair], self._parts.pairs.state.loaded
        if loaded is None or (wanted.target, wanted.drafter) != (loaded.files.target, loaded.files.drafter):
            self._parts.pairs.open(wanted)
        self.options_changed.emit()
        if self.dialog is not None:
            words = case_words(plan, case)
            self.dialog.say_used(lambda: self.tr("Chats go on with: {case}").format(case=told_text(words)))

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        if self.dialog is None:
            self.noticed.emit(notice_of(error))

    @Slot()
    def _on_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
