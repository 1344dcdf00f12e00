"""One plot with its title, in the colours of the theme, and what it can be saved as."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QMargins, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.ui.controls import button, label
from app.ui.icons import Icon, icon
from app.ui.plots.data import Look, PlotData
from app.ui.plots.view import quiet_view
from app.ui.statistics_line import NOTHING

if TYPE_CHECKING:
    from types import ModuleType

    from app.ui.plots.data import Series
    from app.ui.theme import Theme

_HEIGHT = 190
_FRAME = 12
PICTURE_RATIO = 2


class Plot(QWidget):
    """Draws one PlotData, nothing to begin with.

    Signals:
        save_requested (Plot, str): as "png" or "csv".
    """

    save_requested = Signal(object, str)

    def __init__(self, library: ModuleType, name: str, theme: Theme) -> None:
        super().__init__()
        self.data = PlotData(name, "", "", (), ())
        self._library = library
        self._theme = theme
        self.setObjectName(f"plot_{name}")
        self._title = label("", "strong")
        self._legend = label("", "caption")
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        self._more = button("", "icon", "plot_menu")
        self._more.clicked.connect(self._open_menu)
        self._nothing = label(NOTHING, "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._view: Any = quiet_view(library)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._view)
        self._pages.addWidget(self._nothing)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._legend)
        column.addWidget(self._pages)
        self._pages.setFixedHeight(_HEIGHT)
        self.set_theme(theme)

    def show_data(self, data: PlotData) -> None:
        """Draw other numbers."""
        self.data = data
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        size = self.fontMetrics().height()
        self._more.setIcon(icon(Icon.MORE, theme.muted, size))
        self._more.setIconSize(QSize(size, size))
        self._view.setBackground(QColor(theme.page))
        for side in ("left", "bottom"):
            axis = self._view.getAxis(side)
            axis.setPen(self._library.mkPen(theme.border))
            axis.setTextPen(self._library.mkPen(theme.muted))
            axis.setStyle(tickLength=4)
        self._draw()

    def picture(self) -> QImage:
        """Return the plot with its title as a picture, at twice its size."""
        frame = QMargins(_FRAME, _FRAME, _FRAME, _FRAME)
        image = QImage(self.size().grownBy(frame) * PICTURE_RATIO, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(PICTURE_RATIO)
        image.fill(QColor(self._theme.page))
        self._more.hide()
        painter = QPainter(image)
        self.render(painter, QPoint(_FRAME, _FRAME), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.end()
        self._more.show()
        return image

    def _draw(self) -> None:
        data, view = self.data, self._view
        self._title.setText(data.title)
        told = f"{_text('Save this plot')}: {data.title}"
        self._more.setAccessibleName(told)
        self._more.setToolTip(told)
        self._view.setAccessibleName(data.title)
        self._view.setAccessibleDescription(data.told())
        samples = ((self._colour(one), _SAMPLES[one.look], html.escape(one.name)) for one in data.series)
        self._legend.setText(
            "&nbsp; ".join(f'<span style="color:{colour}">{sample}</span> {name}' for colour, sample, name in samples)
        )
        self._legend.setVisible(len(data.series) > 1)
        self._pages.setCurrentWidget(self._nothing if data.is_empty else view)
        view.clear()
        if data.is_empty:
            return
        for one in data.series:
            view.addItem(self._item(one))
        for place in data.marks:
            view.addItem(self._library.InfiniteLine(place, pen=self._pen(self._theme.muted, Qt.PenStyle.DotLine)))
        view.setLabel("bottom", data.x_name, color=self._theme.muted)
        self._fit()

    def _item(self, series: Series) -> Any:
        """Return what draws a series."""
        library, places = self._library, self.data.places
        x, values = np.asarray(self.data.x)[places], np.asarray(series.values, dtype=np.float64)[places]
        scale = 100 if self.data.percent else 1
        colour = self._colour(series)
        if series.look is Look.BARS:
            heights = np.nan_to_num(values * scale)
            return library.BarGraphItem(x=x, height=heights, width=0.7, brush=QColor(colour), pen=QColor(colour))
        pen = self._pen(colour, _STYLES[series.look])
        return library.PlotDataItem(
            x,
            values * scale,
            pen=pen,
            connect="finite",
            symbol="o" if len(x) == 1 else None,
            symbolBrush=QColor(colour),
        )

    def _colour(self, series: Series) -> str:
        """Return the colour of a series: what was accepted is green everywhere."""
        theme = self._theme
        if series.look is Look.REFERENCE:
            return theme.muted
        return theme.accent if series.look is Look.LINE and len(self.data.series) > 1 else theme.good_text

    def _pen(self, colour: str, style: Qt.PenStyle) -> Any:
        return self._library.mkPen(colour, width=1.5, style=style)

    def _fit(self) -> None:
        """Show all of it, from zero: a difference must not look larger than it is."""
        data = self.data
        highest = max(float(np.nanmax(one.values)) for one in data.series if np.isfinite(one.values).any())
        # A little more than the highest, so that its name on the axis is not cut.
        highest = 106.0 if data.percent else highest * 1.06 or 1.0
        margin = 0.6 if data.series[0].look is Look.BARS else 0.0
        low, high = float(data.x[0]) - margin, float(data.x[-1]) + margin
        box = self._view.getViewBox()
        box.setRange(QRectF(low, 0.0, max(high - low, 1.0), highest), padding=0.0, disableAutoRange=True)
        step = max(1, round(len(data.x) / 8)) if data.series[0].look is Look.BARS else None
        ticks = None if step is None else [[(float(x), f"{x:g}") for x in list(data.x)[::step]]]
        self._view.getAxis("bottom").setTicks(ticks)
        self._view.getAxis("left").setTicks(
            [[(share, f"{share}%") for share in range(0, 101, 25)]] if data.percent else None
        )

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setObjectName("plot_actions")
        for kind, told in (("png", _text("Save as PNG…")), ("csv", _text("Save as CSV…"))):
            menu.addAction(told).triggered.connect(lambda _checked=False, kind=kind: self._save(kind))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    def _save(self, kind: str) -> None:
        self.save_requested.emit(self, kind)


_STYLES = {
    Look.LINE: Qt.PenStyle.SolidLine,
    Look.SECOND: Qt.PenStyle.DashLine,
    Look.REFERENCE: Qt.PenStyle.DotLine,
}
_SAMPLES = {Look.BARS: "▮", Look.LINE: "━", Look.SECOND: "╍", Look.REFERENCE: "┈"}


def _text(source: str) -> str:
    return QCoreApplication.translate("plots", source)
