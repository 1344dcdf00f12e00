"""A mark that is put together from pictures looks as if it were drawn."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from app.speculation.records import Verdict
from app.ui.colourings import Colouring
from app.ui.looks import step_look, verdict_look
from app.ui.mark_sprites import MarkSprites
from app.ui.marks import MarkPainter

HEIGHT, LEFT = 60, 20


def canvas(width: int) -> QImage:
    image = QImage(width + 2 * LEFT, HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def apart(one: QImage, other: QImage) -> int:
    """The most that a channel of a pixel differs by, of 255 steps."""
    bits = [np.frombuffer(image.constBits(), np.uint8).astype(int) for image in (one, other)]
    return int(abs(bits[0] - bits[1]).max())


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("width", [1, 5, 12, 23, 24, 25, 60, 300, 900])
def test_pictures_show_what_is_drawn(guard, appearance, width, ratio):
    marks = MarkPainter(appearance.theme, appearance.reading_font)
    sprites = MarkSprites(marks, HEIGHT, ratio)
    looks = [verdict_look(appearance.theme, verdict) for verdict in Verdict]
    looks += [step_look(appearance.theme, Colouring.TARGET, 5), step_look(appearance.theme, Colouring.DRAFTER, 2)]
    for look in looks:
        copied, drawn = canvas(width), canvas(width)
        painter = QPainter(copied)
        sprites.draw(painter, look, LEFT, LEFT + width)
        painter.end()
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        painter.translate(LEFT / ratio, -marks.strip_corner.y())
        marks.paint_mark(painter, look, 0.0, width / ratio)
        painter.end()
        # Half a pixel that is put together twice is rounded twice.
        assert apart(copied, drawn) <= 1, f"{look} looks otherwise"
