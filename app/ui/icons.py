"""Icons painted in code: they follow the theme and every pixel ratio, and no file is shipped."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from app.ui.theme import BRAND

_RATIOS = (1, 2, 3)


class Icon(Enum):
    """What can be drawn, on a grid of 24 by 24."""

    PLUS = "plus"
    SEND = "send"
    STOP = "stop"
    CROSS = "cross"
    SLIDERS = "sliders"


def icon(kind: Icon, colour: str, size: int) -> QIcon:
    """Return an icon of `size` logical pixels in one colour."""
    result = QIcon()
    for ratio in _RATIOS:
        result.addPixmap(_pixmap(kind, colour, size, ratio))
    return result


def _pixmap(kind: Icon, colour: str, size: int, ratio: int) -> QPixmap:
    pixmap = QPixmap(size * ratio, size * ratio)
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
    else:
        painter.drawPath(_strokes(kind))
    painter.end()
    return pixmap


def _strokes(kind: Icon) -> QPainterPath:
    """Return the lines of an icon."""
    path = QPainterPath()
    lines: dict[Icon, list[tuple[tuple[float, float], tuple[float, float]]]] = {
        Icon.PLUS: [((12, 5), (12, 19)), ((5, 12), (19, 12))],
        Icon.CROSS: [((6.5, 6.5), (17.5, 17.5)), ((17.5, 6.5), (6.5, 17.5))],
        Icon.SEND: [((12, 19), (12, 5)), ((6, 11), (12, 5)), ((18, 11), (12, 5))],
        Icon.SLIDERS: [((4, 8), (12, 8)), ((18, 8), (20, 8)), ((4, 16), (6, 16)), ((12, 16), (20, 16))],
    }
    for start, end in lines.get(kind, []):
        path.moveTo(QPointF(*start))
        path.lineTo(QPointF(*end))
    if kind is Icon.SLIDERS:
        path.addEllipse(QPointF(15, 8), 2.6, 2.6)
        path.addEllipse(QPointF(9, 16), 2.6, 2.6)
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
    painter.end()
    return pixmap
