"""The statistics of a reply and of the chat it is in, all computed from the stored rounds."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout

from app.errors import CancelledError
from app.ui.controls import button, label
from app.ui.fitted_dialog import FittedDialog
from app.ui.flow_layout import FlowLayout
from app.ui.idle_steps import IdleSteps
from app.ui.notices import notice_of
from app.ui.plain_speed import measure_button
from app.ui.plots.library import import_library, make_qt_types
from app.ui.plots.page import PlotsPage
from app.ui.statistics_page import StatisticsPage

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QPushButton, QWidget

    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.statistics_counting import Counted, ReplyCounter, Work
    from app.ui.theme import Theme

_SIZE = (760, 680)


class StatisticsDialog(FittedDialog):
    """Shows the numbers of one reply, or of all replies of its chat, as a page of numbers or of plots.

    `counted` is what is on show, None while it is being counted.

    Signals:
        inspect_requested (int): the person wants to see the rounds of this reply, counted from 0.
    """

    inspect_requested = Signal(int)

    def __init__(self, parent: QWidget, counter: ReplyCounter, work: Work, theme: Theme, font: QFont) -> None:
        super().__init__(parent)
        self.setObjectName("statistics_dialog")
        self.setWindowTitle(self.tr("Details"))
        self.counted: Counted | None = None
        self._counter = counter
        self._work = work
        self._library_wanted = False
        self._types = IdleSteps(self)
        self._place = len(counter) - 1
        self.one, self.all = self._choices(
            (self.tr("This reply"), "statistics_one"), (self.tr("This chat so far"), "statistics_all")
        )
        self.numbers_tab, self.plots_tab = self._choices(
            (self.tr("Numbers"), "statistics_numbers"), (self.tr("Plots"), "statistics_plots")
        )
        self._which = label("", "muted")
        self._earlier = button("‹", "icon", "statistics_earlier")
        self._later = button("›", "icon", "statistics_later")
        self._inspect = button(self.tr("Inspect rounds"), "plain", "statistics_inspect")
        self.measure = measure_button("statistics_measure")
        self._copy = button(self.tr("Copy"), "plain", "statistics_copy")
        self._trouble = label("", "error", wrap=True)
        self._close = button(self.tr("Close"), "primary", "statistics_close")
        self._close.setDefault(True)
        self.page = StatisticsPage(theme, font)
        self.plots = PlotsPage(work.saving, theme)
        self._scroll = _scrolled(self.page, "statistics_scroll")
        self._plots_scroll = _scrolled(self.plots, "plots_scroll")
        self._pages = QStackedWidget()
        self._name_controls()
        self._lay_out()
        self._connect()

    def _choices(self, *named: tuple[str, str]) -> list[QPushButton]:
        """Return buttons of which one is down, the first to begin with."""
        group = QButtonGroup(self)
        chosen = [button(told, "plain", name) for told, name in named]
        for place, one in enumerate(chosen):
            one.setCheckable(True)
            one.setChecked(place == 0)
            group.addButton(one)
        return chosen

    def _name_controls(self) -> None:
        for control, name, keys in (
            (self._earlier, self.tr("Earlier reply"), "Alt+Left"),
            (self._later, self.tr("Later reply"), "Alt+Right"),
        ):
            control.setAccessibleName(name)
            control.setToolTip(f"{name} ({keys})")
            QShortcut(QKeySequence(keys), self).activated.connect(control.click)
        self._scroll.setAccessibleName(self.tr("Details"))
        self._plots_scroll.setAccessibleName(self.tr("Plots"))

    def _lay_out(self) -> None:
        head = FlowLayout(spring=2)
        head.setContentsMargins(24, 0, 24, 0)
        head.setSpacing(16)
        for group in (
            (self.one, self.all),
            (self.numbers_tab, self.plots_tab),
            (self._which, self._earlier, self._later),
        ):
            parts = QHBoxLayout()
            parts.setSpacing(8)
            for part in group:
                parts.addWidget(part)
            head.addItem(parts)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 0, 24, 0)
        foot.addWidget(self._trouble, 1)
        foot.addWidget(self._inspect)
        foot.addWidget(self._copy)
        foot.addWidget(self._close)
        # A line of its own: beside the others it would be too wide for a small screen with large text.
        offer = QHBoxLayout()
        offer.setContentsMargins(24, 0, 24, 0)
        offer.addWidget(self.measure)
        offer.addStretch(1)
        for area in (self._scroll, self._plots_scroll):
            self._pages.addWidget(area)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 16, 1, 16)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self._pages, 1)
        column.addLayout(offer)
        column.addLayout(foot)
        parent = self.parentWidget()
        room = parent.window().size() if parent is not None else self.size()
        line = self.fontMetrics().height()
        wanted = QSize(*_SIZE).boundedTo(room - QSize(40, 40)).expandedTo(QSize(line * 28, line * 20))
        self.resize(wanted.boundedTo(self.room()))

    def _connect(self) -> None:
        self._counter.counted.connect(self._on_counted)
        self._counter.all_counted.connect(self._put)
        self._work.counting.done.connect(self._on_done)
        for errands in (self._work.counting, self._work.saving):
            errands.failed.connect(self._on_failed)
        self._types.done.connect(lambda: self._work.counting.post(import_library))
        self.page.installEventFilter(self)
        self.one.toggled.connect(self._show)
        self.plots_tab.toggled.connect(self._on_page_chosen)
        self._earlier.clicked.connect(self._on_earlier)
        self._later.clicked.connect(self._on_later)
        self._copy.clicked.connect(self._on_copy)
        self._inspect.clicked.connect(self._on_inspect)
        self._close.clicked.connect(self.accept)
        self.finished.connect(self.rest)

    @property
    def place(self) -> int:
        """The reply on show, counted from 0."""
        return self._place

    def show_reply(self, place: int) -> None:
        """Show one reply, counted from 0."""
        self._place = place
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.page.set_theme(theme)
        self.plots.set_theme(theme)

    @Slot(str)
    def tell(self, text: str) -> None:
        """Say something below the numbers."""
        self._trouble.setText(text)

    @Slot()
    def rest(self) -> None:
        """Do nothing more by itself."""
        self._counter.rest()
        self._types.stop()
        self.page.rest()
        self.plots.rest()

    @Slot()
    def _show(self) -> None:
        """Show what is chosen, or say that it is being counted."""
        of_all = self.all.isChecked()
        number = len(self._counter)
        self._place = min(self._place, number - 1)
        self._earlier.setEnabled(not of_all and self._place > 0)
        self._later.setEnabled(not of_all and self._place < number - 1)
        self._inspect.setVisible(not of_all)
        self.measure.hide()
        self._tell_which()
        self._counter.want_all(of_all)
        counted = None if of_all else self._counter.of(self._place)
        if counted is not None:
            self._put(counted)
        else:
            self.counted = None
            self._which.setText(self.tr("Counting…"))

    def _tell_which(self) -> None:
        number = len(self._counter)
        if self.all.isChecked():
            told = self.tr("1 reply") if number == 1 else self.tr("{number} replies").format(number=number)
        else:
            told = self.tr("Reply {place} of {number}").format(place=self._place + 1, number=number)
        self._which.setText(told)

    @Slot(object)
    def _put(self, counted: Counted) -> None:
        """Show these numbers, on the page that is open."""
        self.counted = counted
        self._tell_which()
        self._copy.setText(self.tr("Copy"))
        self.measure.setVisible(not self.all.isChecked() and counted.known.drafted > counted.known.measured)
        self.page.show_numbers(counted)
        if self.plots_tab.isChecked():
            self.plots.show_counted(counted)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Before the page lays itself out.
        if watched is self.page and event.type() is QEvent.Type.LayoutRequest:
            self._make_room()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        """Give the page the width that its words take, as far as the screen allows: it is not scrolled sideways."""
        around = self._scroll.verticalScrollBar().sizeHint().width() + 2 * self._scroll.frameWidth()
        wanted = min(self.page.minimumSizeHint().width() + around, self.room().width() - 2)
        if wanted > self._scroll.minimumWidth():
            self._scroll.setMinimumWidth(wanted)
            self.resize(self.size().expandedTo(self.minimumSizeHint()).boundedTo(self.room()))

    @Slot(int)
    def _on_counted(self, place: int) -> None:
        counted = self._counter.of(place)
        if counted is not None and place == self._place and self.one.isChecked():
            self._put(counted)

    @Slot(bool)
    def _on_page_chosen(self, plots: bool) -> None:
        self._pages.setCurrentWidget(self._plots_scroll if plots else self._scroll)
        self._copy.setVisible(not plots)
        if plots and not self._library_wanted:
            self._library_wanted = True
            self._types.start(make_qt_types())
        if plots and self.counted is not None:
            self.plots.show_counted(self.counted)

    @Slot(object)
    def _on_done(self, result: object) -> None:
        if isinstance(result, ModuleType):
            self.plots.use(result)

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        if not isinstance(error, CancelledError):
            self._trouble.setText(notice_of(error).text)

    @Slot()
    def _on_earlier(self) -> None:
        self.show_reply(self._place - 1)

    @Slot()
    def _on_later(self) -> None:
        self.show_reply(self._place + 1)

    @Slot()
    def _on_inspect(self) -> None:
        self.accept()
        self.inspect_requested.emit(self._place)

    @Slot()
    def _on_copy(self) -> None:
        if self.counted is not None:
            QGuiApplication.clipboard().setText(self.page.text())
            self._copy.setText(self.tr("Copied"))


def _scrolled(page: QWidget, name: str) -> QScrollArea:
    area = QScrollArea()
    area.setObjectName(name)
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    return area
