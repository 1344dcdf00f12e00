"""Where the sampling options stand, and when they go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from app.ui.sampling_panel import SamplingPanel
    from app.ui.top_bar import TopBar

_GAP, _SIDE = 8, 16


class SamplingPlace(QObject):
    """Lays the panel over the right of `ground`, below the top bar whose button opens and closes it."""

    def __init__(self, ground: QWidget, panel: SamplingPanel, top_bar: TopBar) -> None:
        super().__init__(ground)
        self._ground = ground
        self._panel = panel
        self._top_bar = top_bar
        self._button = top_bar.sampling_button
        top_bar.sampling_toggled.connect(self._on_toggled)
        ground.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def close(self) -> bool:
        """Take the panel away; return whether it was there."""
        was_there = self._panel.isVisible()
        self._button.setChecked(False)
        return was_there

    def place(self) -> None:
        """Fit the panel into the window as it is now."""
        top = self._top_bar.height() + _GAP
        self._panel.fit_width(self._ground.width() - 2 * _GAP)
        self._panel.fit(self._ground.height() - top - _GAP)
        self._panel.move(max(_GAP, self._ground.width() - self._panel.width() - _SIDE), top)

    @Slot(bool)
    def _on_toggled(self, show: bool) -> None:
        self.place()
        if not show and self._panel.isAncestorOf(self._ground.window().focusWidget() or self._ground):
            self._button.setFocus()
        self._panel.setVisible(show)
        self._panel.raise_()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Close the options when the person goes on elsewhere."""
        if new is None or not self._panel.isVisible() or new is self._button:
            return
        if not self._panel.isAncestorOf(new) and new.window() is self._ground.window():
            self._button.setChecked(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._ground and event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)
