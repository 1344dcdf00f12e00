"""All plots of some replies, made and drawn one after another so that the window goes on."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.controls import label
from app.ui.plots.data import plots_of
from app.ui.plots.plot import Plot
from app.ui.saving import ask_where, save_picture
from app.ui.timers import single_shot
from app.whole_files import write_whole

if TYPE_CHECKING:
    from types import ModuleType

    from app.speculation.stop import Stop
    from app.ui.errands import Errands, Tell
    from app.ui.plots.data import PlotData
    from app.ui.statistics_counting import Counted
    from app.ui.theme import Theme

_COLUMNS = 2
_KINDS = {"png": "PNG", "csv": "CSV"}


class PlotsPage(QWidget):
    """Plots in a grid; `plots` are those that are made, by name.

    Signals:
        drawn (): every plot shows the numbers given last.
    """

    drawn = Signal()

    def __init__(self, errands: Errands, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("plots_page")
        self.plots: dict[str, Plot] = {}
        self._errands = errands
        self._theme = theme
        self._library: ModuleType | None = None
        self._wanted: deque[PlotData] = deque()
        self._saved: tuple[Plot, str] | None = None
        self._waiting = label(_text("Making the plots…"), "muted")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(24, 4, 24, 16)
        self._grid.setHorizontalSpacing(28)
        self._grid.setVerticalSpacing(18)
        self._grid.addWidget(self._waiting, 0, 0)
        self._grid.setRowStretch(100, 1)
        for column in range(_COLUMNS):
            self._grid.setColumnStretch(column, 1)
        self._timer = single_shot(self, 0, self._draw_next)

    @property
    def is_drawn(self) -> bool:
        """Whether every plot shows the numbers given last."""
        return bool(self.plots) and not self._wanted

    def use(self, library: ModuleType) -> None:
        """Make the plots with this library."""
        self._library = library
        self._waiting.hide()
        if self._wanted:
            self._timer.start()

    def show_counted(self, counted: Counted) -> None:
        """Show other numbers."""
        self._wanted = deque(plots_of(counted))
        if self._library is not None:
            self._timer.start()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        for plot in self.plots.values():
            plot.set_theme(theme)

    def rest(self) -> None:
        """Draw no more."""
        self._timer.stop()

    def _draw_next(self) -> None:
        """Make or draw one plot."""
        data = self._wanted[0]
        plot = self.plots.get(data.name)
        if plot is not None:
            plot.show_data(data)
            self._wanted.popleft()
        elif self._library is not None:
            plot = Plot(self._library, data.name, self._theme)
            plot.save_requested.connect(self._on_save)
            row, column = divmod(len(self.plots), _COLUMNS)
            self._grid.addWidget(plot, row, column, Qt.AlignmentFlag.AlignTop)
            self.plots[data.name] = plot
        if self._wanted:
            self._timer.start()
        else:
            self.drawn.emit()

    @Slot(object, str)
    def _on_save(self, plot: Plot, kind: str) -> None:
        """Ask where a plot goes."""
        self._saved = plot, kind
        kinds = f"{_KINDS[kind]} (*.{kind})"
        ask_where(self, _text("Save the plot"), plot.data.name, kind, kinds, self.save_to, "plot_dialog")

    @Slot(str)
    def save_to(self, name: str) -> None:
        """Write the plot that was asked for last into this file; an error is the errands' `failed`."""
        if self._saved is None:
            return
        plot, kind = self._saved
        path = Path(name)
        if kind == "png":
            picture = plot.picture()
            self._errands.post(lambda _stop, _tell: save_picture(path, picture))
        else:
            data = plot.data

            def write(_stop: Stop, _tell: Tell) -> Path:
                write_whole(path, data.csv())
                return path

            self._errands.post(write)


def _text(source: str) -> str:
    return QCoreApplication.translate("plots", source)
