"""Where the sampling options stand, when they are made, and when they go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.sampling_panel import SamplingPanel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.settings import Settings
    from app.ui.pair_controller import PairState
    from app.ui.theme import Theme
    from app.ui.top_bar import TopBar

_GAP, _SIDE = 8, 16


class SamplingPlace(QObject):
    """Lays the panel over the right of `ground`, below the top bar whose button opens and closes it.

    The panel has as many controls as all the rest of the window: it is made when it is first opened, and each start and
    each change of theme or text size takes that much less until then.

    Signals:
        option_changed (str, object): a field of `Settings` and its value.
        reload_requested (): load the pair again.
    """

    option_changed = Signal(str, object)
    reload_requested = Signal()

    def __init__(self, ground: QWidget, top_bar: TopBar, settings: Settings, theme: Theme) -> None:
        super().__init__(ground)
        self._ground = ground
        self._panel: SamplingPanel | None = None
        self._settings = settings
        self._advised: Mapping[str, object] | None = None
        self._pairs: PairState | None = None
        self._theme = theme
        self._top_bar = top_bar
        self._button = top_bar.sampling_button
        top_bar.sampling_toggled.connect(self._on_toggled)
        ground.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    @property
    def panel(self) -> SamplingPanel:
        """The panel, made if it was not there yet."""
        if self._panel is None:
            self._panel = panel = SamplingPanel(self._ground, self._settings, self._theme)
            panel.show_settings(self._settings, self._advised)
            if self._pairs is not None:
                panel.show_pairs(self._pairs)
            panel.option_changed.connect(self.option_changed)
            panel.reload_requested.connect(self.reload_requested)
        return self._panel

    def show_settings(self, settings: Settings, advised: Mapping[str, object] | None = None) -> None:
        """Put the settings into the controls; `advised` are values that come from the model's file."""
        self._settings, self._advised = settings, advised
        if self._panel is not None:
            self._panel.show_settings(settings, advised)

    def show_pairs(self, state: PairState) -> None:
        """Take in what is loaded, and with which options."""
        self._pairs = state
        if self._panel is not None:
            self._panel.show_pairs(state)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        if self._panel is not None:
            self._panel.set_theme(theme)

    def close(self) -> bool:
        """Take the panel away; return whether it was there."""
        was_there = self._panel is not None and self._panel.isVisible()
        self._button.setChecked(False)
        return was_there

    def place(self) -> None:
        """Fit the panel into the window as it is now."""
        if self._panel is None:
            return
        top = self._top_bar.height() + _GAP
        self._panel.fit_width(self._ground.width() - 2 * _GAP)
        self._panel.fit(self._ground.height() - top - _GAP)
        self._panel.move(max(_GAP, self._ground.width() - self._panel.width() - _SIDE), top)

    @Slot(bool)
    def _on_toggled(self, show: bool) -> None:
        panel = self.panel
        if not show and panel.isAncestorOf(self._ground.window().focusWidget() or self._ground):
            self._button.setFocus()
        panel.setVisible(show)
        panel.raise_()
        # After it is shown: a control that never was does not know its height.
        self.place()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Close the options when the person goes on elsewhere."""
        panel = self._panel
        if new is None or panel is None or not panel.isVisible() or new is self._button:
            return
        if not panel.isAncestorOf(new) and new.window() is self._ground.window():
            self._button.setChecked(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._ground and event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)
