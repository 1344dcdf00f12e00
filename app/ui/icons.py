"""Icons painted in code: they follow the theme and every pixel ratio, and no file is shipped."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from app.ui.theme import BRAND

_RATIOS = (1.0, 2.0, 3.0)


class Icon(Enum):
    """What can be drawn, on a grid of 24 by 24."""

    PLUS = "plus"
    SEND = "send"
    STOP = "stop"
    CROSS = "cross"
    SLIDERS = "sliders"
    SEARCH = "search"
    PIN = "pin"
    MORE = "more"
    BACK = "back"
    FORWARD = "forward"
    PENCIL = "pencil"
    AGAIN = "again"
    BRANCH = "branch"
    COPY = "copy"
    CLIP = "clip"
    PERSONA = "persona"
    SIDEBAR = "sidebar"
    PLAY = "play"
    PAUSE = "pause"


def icon(kind: Icon, colour: str, size: int) -> QIcon:
    """Return an icon of `size` logical pixels in one colour."""
    result = QIcon()
    for ratio in _ratios():
        result.addPixmap(_pixmap(kind, colour, size, ratio))
    return result


def _ratios() -> set[float]:
    """Return the ratios to paint for: whole ones, and those of the screens, where a scaled picture would be a blur."""
    return {*_RATIOS, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}


def _pixmap(kind: Icon, colour: str, size: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(QSize(size, size) * ratio)  # rounded as Qt will ask for it
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 24, size / 24)
    pen = QPen(QColor(colour), 2.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if kind is Icon.STOP:
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(QRectF(7, 7, 10, 10), 1.5, 1.5)
    elif kind is Icon.MORE:
        painter.setBrush(QColor(colour))
        for x in (6, 12, 18):
            painter.drawEllipse(QPointF(x, 12), 0.9, 0.9)
    else:
        painter.drawPath(_strokes(kind))
    painter.end()
    return pixmap


_LINES: dict[Icon, tuple[tuple[tuple[float, float], ...], ...]] = {
    Icon.PLUS: (((12, 5), (12, 19)), ((5, 12), (19, 12))),
    Icon.CROSS: (((6.5, 6.5), (17.5, 17.5)), ((17.5, 6.5), (6.5, 17.5))),
    Icon.SEND: (((12, 19), (12, 5)), ((6, 11), (12, 5)), ((18, 11), (12, 5))),
    Icon.SLIDERS: (((4, 8), (12, 8)), ((18, 8), (20, 8)), ((4, 16), (6, 16)), ((12, 16), (20, 16))),
    Icon.SEARCH: (((15.2, 15.2), (20, 20)),),
    Icon.PIN: (((9, 4), (15, 4), (14, 11), (17, 14), (7, 14), (10, 11), (9, 4)), ((12, 14), (12, 20))),
    Icon.BACK: (((14.5, 6), (8.5, 12), (14.5, 18)),),
    Icon.FORWARD: (((9.5, 6), (15.5, 12), (9.5, 18)),),
    Icon.PLAY: (((8, 5), (18.5, 12), (8, 19), (8, 5)),),
    Icon.PAUSE: (((9, 6), (9, 18)), ((15, 6), (15, 18))),
    Icon.PENCIL: (((5, 19), (6, 14.5), (16, 4.5), (19.5, 8), (9.5, 18), (5, 19)), ((13.5, 7), (17, 10.5))),
    Icon.AGAIN: (((19, 4.5), (19, 9.5), (14, 9.5)),),
    Icon.BRANCH: (((7, 9), (7, 15)), ((17, 9), (17, 10.5), (15, 12.5), (9, 12.5), (7, 14.5))),
    Icon.PERSONA: (((5, 19.5), (6.5, 16), (9.5, 14.5), (14.5, 14.5), (17.5, 16), (19, 19.5)),),
    Icon.SIDEBAR: (((4, 5), (20, 5), (20, 19), (4, 19), (4, 5)), ((10, 5), (10, 19))),
    Icon.COPY: (((15, 9), (15, 5), (5, 5), (5, 15), (9, 15)), ((9, 9), (19, 9), (19, 19), (9, 19), (9, 9))),
    Icon.CLIP: (((18, 11), (11.5, 17.5), (8.5, 17.5), (6.5, 15.5), (6.5, 12.5), (14, 5), (17, 5), (18, 7), (17.5, 8.5),
                 (11, 15), (9.6, 14.6), (9.4, 13.2), (15, 7.6)),),
}  # fmt: skip
_CIRCLES: dict[Icon, tuple[tuple[float, float, float], ...]] = {
    Icon.SLIDERS: ((15, 8, 2.6), (9, 16, 2.6)),
    Icon.PERSONA: ((12, 8.5, 3.8),),
    Icon.SEARCH: ((10.5, 10.5, 5.6),),
    Icon.BRANCH: ((7, 6.5, 2.4), (17, 6.5, 2.4), (7, 17.5, 2.4)),
}


def _strokes(kind: Icon) -> QPainterPath:
    """Return the lines of an icon."""
    path = QPainterPath()
    for first, *others in _LINES.get(kind, ()):
        path.moveTo(QPointF(*first))
        for point in others:
            path.lineTo(QPointF(*point))
    for x, y, radius in _CIRCLES.get(kind, ()):
        path.addEllipse(QPointF(x, y), radius, radius)
    if kind is Icon.AGAIN:
        path.arcMoveTo(QRectF(5, 5, 14, 14), 20)
        path.arcTo(QRectF(5, 5, 14, 14), 20, 290)
    return path


def application_icon() -> QIcon:
    """Return Draftlight's own icon: three drafted tokens, the last one put right."""
    result = QIcon()
    for size in (16, 32, 48, 64, 128, 256):
        result.addPixmap(_application_pixmap(size))
    return result


def _application_pixmap(size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 64, size / 64)
    paint_application_icon(painter)
    painter.end()
    return pixmap


def paint_application_icon(painter: QPainter) -> None:
    """Paint Draftlight's own icon on a square of 64 by 64; packaging makes the files of each system from it."""
    painter.setPen(Qt.PenStyle.NoPen)
    night = QLinearGradient(0, 0, 0, 64)
    night.setColorAt(0, QColor(BRAND.night_top))
    night.setColorAt(1, QColor(BRAND.night_bottom))
    painter.setBrush(night)
    painter.drawRoundedRect(QRectF(2, 2, 60, 60), 14, 14)
    bars = (
        (QRectF(13, 16, 25, 8), BRAND.accepted),
        (QRectF(41, 16, 10, 8), BRAND.accepted),
        (QRectF(13, 28, 15, 8), BRAND.accepted),
        (QRectF(31, 28, 20, 8), BRAND.bonus),
        (QRectF(13, 40, 22, 8), BRAND.plain),
    )
    for bar, colour in bars:
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(bar, 4, 4)
    painter.setBrush(QColor(BRAND.correction))
    painter.drawRoundedRect(QRectF(13, 51, 22, 2.6), 1.3, 1.3)
