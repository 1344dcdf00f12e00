"""One reply as a picture: its tokens with their marks, what the marks mean, and which pair wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QTextDocument

from app.chats.records import Role
from app.speculation.records import Verdict
from app.ui.colourings import GHOSTS, Colouring
from app.ui.looks import step_look, verdict_look
from app.ui.marks import MarkPainter
from app.ui.scale_words import colouring_name, step_texts
from app.ui.timers import single_shot
from app.ui.token_card import verdict_name
from app.ui.transcript_document import TranscriptDocument
from app.ui.transcript_geometry import TokenLayout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.chats.rounds_format import PairNames
    from app.speculation.records import Round
    from app.ui.appearance import Appearance
    from app.ui.colourings import Marking
    from app.ui.looks import Look

RATIO = 2
_WIDTH = 760
_BAND = 120
# A longer picture takes more memory than clipboards are good for; what is left out is said.
MOST_TOKENS, _MOST_CHARACTERS = 2000, 8000
_ROUNDS_AT_ONCE = 15


@dataclass(frozen=True, slots=True)
class Pictured:
    """What stands in a picture: rounds, or text without any; how many tokens after them are left out; the pair."""

    text: str
    rounds: tuple[Round, ...]
    left_out: int
    pair: PairNames | None


class ReplyPicture(QObject):
    """Draws one reply at twice its size, bit by bit so that the window goes on.

    Signals:
        made (QImage).
    """

    made = Signal(object)

    def __init__(self, parent: QObject, reply: Pictured, look: Appearance, marking: Marking) -> None:
        super().__init__(parent)
        self._reply = reply
        self._theme = look.theme
        self._font, self._small = look.reading_font, look.caption_font
        self._marking = marking
        self._document = QTextDocument(self)
        self._page = TranscriptDocument(self._document, look.theme, self._font, look.sizes)
        self._marks = MarkPainter(look.theme, self._font)
        self._marks.marking = marking
        self._layout = TokenLayout(self._document, self._page.pieces, self._marks)
        self._image = QImage()
        self._steps = self._draw()
        self._timer = single_shot(self, 0, self._go_on)
        self._timer.start()

    def rest(self) -> None:
        """Draw no more."""
        self._timer.stop()

    def _go_on(self) -> None:
        if next(self._steps, None) is None:
            self.made.emit(self._image)
        else:
            self._timer.start()

    def _draw(self) -> Iterator[bool]:
        """Draw a little between any two yields."""
        self._document.setTextWidth(_WIDTH)
        self._page.set_margins(_WIDTH, _WIDTH)
        self._page.begin_edit()
        self._page.write_speaker(Role.ASSISTANT)
        self._page.end_edit()
        yield True
        yield from self._write()
        height = round(self._document.size().height())
        foot = round(QFontMetricsF(self._small).height() * 3.4)
        self._image = QImage(_WIDTH * RATIO, (height + foot) * RATIO, QImage.Format.Format_RGB32)
        self._image.setDevicePixelRatio(RATIO)
        self._image.fill(QColor(self._theme.page))
        for top in range(0, height, _BAND):
            self._paint_band(QRect(0, top, _WIDTH, min(_BAND, height - top)))
            yield True
        self._paint_foot(QRectF(0, height, _WIDTH, foot))

    def _write(self) -> Iterator[bool]:
        rounds = self._reply.rounds
        if not rounds:
            self._page.begin_edit()
            self._page.write_text(self._reply.text[:_MOST_CHARACTERS])
            self._page.end_edit()
        for start in range(0, len(rounds), _ROUNDS_AT_ONCE):
            self._page.begin_edit()
            self._page.write_rounds(rounds[start : start + _ROUNDS_AT_ONCE], self._marking.shown_ghosts)
            self._page.end_edit()
            yield True
        if self._reply.left_out:
            told = QCoreApplication.translate("sharing", "… and {number} tokens more")
            self._page.begin_edit()
            self._page.write_text("\n" + told.format(number=self._reply.left_out))
            self._page.end_edit()

    def _paint_band(self, rect: QRect) -> None:
        """Paint a part of the text over its marks."""
        painter = QPainter(self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(rect)
        for place, strip in self._layout.strips_in(rect, RATIO):
            painter.drawPixmap(place, strip)
        self._document.drawContents(painter, QRectF(rect))
        painter.end()

    def _legend(self) -> list[tuple[str, Look | None]]:
        """Return what the marks in the picture mean: words, and the look that they are drawn with."""
        colouring, theme = self._marking.colouring, self._theme
        if colouring is not Colouring.VERDICT:
            steps = enumerate(step_texts(colouring))
            name = [(f"{colouring_name(colouring)}:", None)]
            return [*name, *((words, step_look(theme, colouring, step)) for step, words in steps)]
        shown = set(Verdict) - self._marking.hidden - (GHOSTS - self._marking.shown_ghosts)
        return [(verdict_name(one), verdict_look(theme, one)) for one in Verdict if one in shown]

    def _paint_foot(self, rect: QRectF) -> None:
        """Paint the legend, the pair and where this comes from."""
        painter = QPainter(self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small)
        metrics, side = QFontMetricsF(self._small), 2 * self._page.spacing.side
        marks = MarkPainter(self._theme, self._small)
        x, baseline = side, rect.top() + metrics.ascent() + 4
        for words, look in self._legend():
            marks.paint_look(painter, round(x), round(baseline), words, look)
            x += metrics.horizontalAdvance(words) + metrics.height() * 1.2
        pair = self._reply.pair
        names = " + ".join(name for name in (pair.target, pair.drafter) if name) if pair else ""
        told = metrics.elidedText(names, Qt.TextElideMode.ElideMiddle, rect.width() - 2 * side - 120)
        painter.setPen(QColor(self._theme.muted))
        baseline += metrics.height() * 1.4
        painter.drawText(QPointF(side, baseline), told)
        brand = "Draftlight"
        painter.drawText(QPointF(rect.width() - side - metrics.horizontalAdvance(brand), baseline), brand)
        painter.end()
