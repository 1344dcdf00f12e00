"""How replies are written and how pairs are loaded: the options, each with one plain sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui.controls import button, label
from app.ui.loading_section import LoadingSection
from app.ui.option_controls import SwitchOption
from app.ui.option_row import Fold, OptionRow
from app.ui.reply_options import make_more_rows, make_sampling_rows
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QShowEvent

    from app.settings import Settings
    from app.ui.pair_controller import PairState
    from app.ui.theme import Theme

_WIDTH_CHARACTERS = 54
_SIDE = 18


class SamplingPanel(QFrame):
    """A card with the options of the next reply, over the transcript.

    Signals:
        option_changed (str, object): a field of `Settings` and its value.
        reload_requested (): load the pair again.
    """

    option_changed = Signal(str, object)
    reload_requested = Signal()

    def __init__(self, parent: QWidget, settings: Settings, theme: Theme) -> None:
        super().__init__(parent)
        self.setObjectName("sampling_panel")
        self._room = 10_000
        self._first = make_sampling_rows()
        self._more_rows: tuple[OptionRow, ...] = ()
        self._unmade = make_more_rows(theme)
        self._is_full = False
        self._settings, self._advised = settings, dict[str, object]()
        self._more = Fold(lambda: self.tr("More"), "more_options")
        self.loading = LoadingSection(settings.loading)
        self._reset = button(lambda: self.tr("Reset all"), "link", "reset_sampling")
        self._page = QWidget()
        self._scroll = QScrollArea()
        self._lay_out()
        for row in self._first:
            row.changed.connect(self._on_changed)
        self.show_settings(settings)
        self._filling = single_shot(self, 0, self._fill_next)
        self._reset.clicked.connect(self._on_reset)
        self.loading.loading_changed.connect(self._on_loading)
        self.loading.reload_requested.connect(self.reload_requested)
        self._more.toggled.connect(self._on_more)
        self.loading.fold.toggled.connect(self._on_loading_folded)
        self.hide()

    @property
    def _rows(self) -> tuple[OptionRow, ...]:
        return (*self._first, *self._more_rows)

    def _lay_out(self) -> None:
        self._page.setObjectName("sampling_page")
        rows = QVBoxLayout(self._page)
        rows.setContentsMargins(_SIDE, 0, _SIDE, 14)
        rows.setSpacing(12)
        for row in self._first:
            rows.addWidget(row)
        rows.addWidget(self._more)
        rows.addWidget(self.loading)
        self._scroll.setObjectName("sampling_scroll")
        self._scroll.setWidget(self._page)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = QHBoxLayout()
        head.setContentsMargins(_SIDE, 0, _SIDE, 0)
        head.addWidget(label(lambda: self.tr("Sampling"), "strong"), 1)
        head.addWidget(self._reset)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 14, 1, 2)
        self._column.setSpacing(10)
        self._column.addLayout(head)
        self._column.addWidget(self._scroll)
        self.fit_width(self._room)

    def fill(self) -> None:
        """Make what folds out; when the panel is shown that is done bit by bit, so that it opens at once."""
        while not self._is_full:
            self._fill_next()

    def _fill_next(self) -> None:
        rows = next(self._unmade, None)
        if rows is None:
            self._filling.stop()
            self._is_full = True
            self.loading.fill()
            self._count()
            return
        self._more_rows += rows
        for row in rows:
            self._more.column.addWidget(row)
            row.changed.connect(self._on_changed)
        self._put(rows)
        self._filling.start()

    def fit_width(self, room: int) -> None:
        """Be as wide as the sentences want, but not wider than `room`."""
        self.setFixedWidth(min(room, self.fontMetrics().averageCharWidth() * _WIDTH_CHARACTERS))

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.fill()
        for row in self._rows:
            if isinstance(row.control, SwitchOption):
                row.control.set_theme(theme)

    def show_settings(self, settings: Settings, advised: Mapping[str, object] | None = None) -> None:
        """Put the settings into the controls; `advised` are values that come from the model's file."""
        self._settings, self._advised = settings, dict(advised or {})
        self.loading.show_loading(settings.loading)
        self._put(self._rows)

    def _put(self, rows: Sequence[OptionRow]) -> None:
        for row in rows:
            row.advise(self._advised.get(row.name))
            row.put(getattr(self._settings, row.name))
        self._count()

    def show_pairs(self, state: PairState) -> None:
        """Take in what is loaded, and with which options."""
        self.loading.show_pairs(state)

    def fit(self, room: int) -> None:
        """Be as high as the options want, but not higher than `room`; the rest is scrolled to."""
        self._room = room
        margins, frame = self._column.contentsMargins(), self.contentsMargins()
        head = self._reset.sizeHint().height() + self._column.spacing() + margins.top() + margins.bottom()
        head += frame.top() + frame.bottom()
        width = self.width() - frame.left() - frame.right() - margins.left() - margins.right()
        layout = self._page.layout()
        assert layout is not None  # noqa: S101
        layout.activate()
        wanted = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        # A bar that is there takes width, so that sentences may need another line, and the bar stays for its sake.
        policy = Qt.ScrollBarPolicy
        fits = head + wanted <= room
        self._scroll.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded)
        self.setFixedHeight(min(room, head + wanted))

    def _count(self) -> None:
        self._more.count(self._more_rows)
        changed = any(row.is_changed for row in (*self._rows, *self.loading.rows))
        self._reset.setEnabled(changed)

    def _on_changed(self, name: str, value: object) -> None:
        self._count()
        self.option_changed.emit(name, value)

    def _on_loading(self, loading: object) -> None:
        self._count()
        self.option_changed.emit("loading", loading)

    def _on_reset(self) -> None:
        self.fill()
        # First, since the button takes its focus away with it.
        self._first[0].control.setFocus()
        for row in self._rows:
            row.reset()
        self.loading.reset()

    def _on_more(self, shown: bool) -> None:
        self.fill()
        self._unfold(self._more, shown)

    def _on_loading_folded(self, shown: bool) -> None:
        self.fill()
        self._unfold(self.loading, shown)

    def _unfold(self, part: QWidget, shown: bool) -> None:
        """Make room; the heading goes to the top, so that what it opened is seen."""
        self.fit(self._room)
        if shown:
            self._page.resize(self._scroll.viewport().width(), self._page.sizeHint().height())
            self._scroll.verticalScrollBar().setValue(part.y())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_full:
            self._filling.start()
        first = self._first[0].control
        first.setFocus()
        if isinstance(first, QAbstractSpinBox):
            first.selectAll()
