"""The card that tells what happened to one token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.speculation.records import Verdict
from app.ui.controls import label, set_property
from app.ui.language import when_language_changes
from app.ui.looks import verdict_look
from app.ui.marks import MarkPainter
from app.ui.token_facts import ToldToken, card_rows, percent, quoted

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QFont

    from app.speculation.records import Candidate
    from app.ui.looks import Look
    from app.ui.theme import Theme

_DISTANCE = 6
_MOST_ROWS = 10
_MOST_CANDIDATES = 5
_LONGEST = 16


def verdict_name(verdict: Verdict) -> str:
    """Return the name of a verdict."""
    return {
        Verdict.ACCEPTED: _text("accepted"),
        Verdict.BONUS: _text("bonus"),
        Verdict.CORRECTION: _text("correction"),
        Verdict.PLAIN: _text("plain"),
        Verdict.REJECTED: _text("rejected"),
        Verdict.UNEXAMINED: _text("unexamined"),
    }[verdict]


def verdict_sentence(verdict: Verdict) -> str:
    """Return what a verdict means."""
    return {
        Verdict.ACCEPTED: _text("The drafter proposed it and the target kept it."),
        Verdict.BONUS: _text("All drafted tokens were kept, so the target added this one for free."),
        Verdict.CORRECTION: _text("The target put it in the place of the rejected token."),
        Verdict.PLAIN: _text("The target wrote it without any draft."),
        Verdict.REJECTED: _text("The drafter proposed it and the target refused it."),
        Verdict.UNEXAMINED: _text("It came after a rejected token, so nobody looked at it."),
    }[verdict]


class VerdictSample(QWidget):
    """The name of a verdict, drawn with its mark exactly as in the transcript."""

    def __init__(self, theme: Theme, font: QFont, verdict: Verdict) -> None:
        super().__init__()
        self._font = font
        self._painter = MarkPainter(theme, font)
        self.set_verdict(verdict)
        when_language_changes(self, lambda: self.set_verdict(self._verdict))

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme or text size."""
        self._painter = MarkPainter(theme, self._font)
        self.updateGeometry()
        self.update()

    def set_verdict(self, verdict: Verdict) -> None:
        """Show another verdict."""
        self._verdict = verdict
        self.setToolTip(verdict_sentence(verdict))
        self.setAccessibleName(verdict_name(verdict))
        self.setAccessibleDescription(verdict_sentence(verdict))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return sample_size(self._font, verdict_name(self._verdict))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = verdict_look(self._painter.theme, self._verdict)
        paint_sample(self, self._painter, self._font, verdict_name(self._verdict), look)


def sample_size(font: QFont, text: str) -> QSize:
    """Return the room of a word with a mark."""
    metrics = QFontMetricsF(font)
    return QSize(round(metrics.horizontalAdvance(text) + metrics.height() * 0.4), round(metrics.height() * 1.4))


def paint_sample(widget: QWidget, marks: MarkPainter, font: QFont, text: str, look: Look | None) -> None:
    """Draw a word with a mark in the middle of a widget."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    # Whole pixels, as in the transcript: a thin line between two of them is a blur.
    baseline = round((widget.height() - metrics.height()) / 2 + metrics.ascent())
    marks.paint_look(painter, round(metrics.height() * 0.2), baseline, text, look)
    painter.end()


class CandidateTable(QWidget):
    """The likeliest tokens of the target and of the drafter, side by side; the one told about is strong."""

    def __init__(self) -> None:
        super().__init__()
        self._cells = [[label("", "caption") for _ in range(4)] for _ in range(1 + _MOST_CANDIDATES)]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 6, 0, 0)
        grid.setVerticalSpacing(1)
        grid.setHorizontalSpacing(10)
        grid.setColumnMinimumWidth(2, 70)
        for row, cells in enumerate(self._cells):
            for column, cell in enumerate(cells):
                side = Qt.AlignmentFlag.AlignRight if column % 2 else Qt.AlignmentFlag.AlignLeft
                grid.addWidget(cell, row, column, side)

    def show_candidates(self, told: ToldToken) -> None:
        """Show those at the place of a token, or nothing where none were recorded."""
        target, draft = told.tops
        self.setVisible(bool(target or draft))
        self._cells[0][0].setText(_text("Target's likeliest") if target else "")
        self._cells[0][2].setText(_text("Drafter's likeliest") if draft else "")
        for row, cells in enumerate(self._cells[1:]):
            for first, top in ((0, target), (2, draft)):
                one = top[row] if row < len(top) else None
                own = one is not None and one.id == told.token.id
                for cell, words in zip(cells[first:], _words_of(one), strict=False):
                    cell.setText(words)
                    set_property(cell, "role", "strong" if own else "caption")

    def lines(self) -> list[str]:
        """Return what is shown, a line for each row."""
        rows = ([cell.text() for cell in cells if cell.text()] for cells in self._cells)
        return [" ".join(row) for row in rows if row] if not self.isHidden() else []


def _words_of(candidate: Candidate | None) -> tuple[str, str]:
    if candidate is None:
        return "", ""
    text = candidate.text if len(candidate.text) <= _LONGEST else f"{candidate.text[:_LONGEST]}…"
    return quoted(text), percent(candidate.prob)


class TokenCard(QFrame):
    """A small frame beside a token; it never takes the mouse or the focus."""

    def __init__(self, parent: QWidget, theme: Theme, font: QFont) -> None:
        super().__init__(parent)
        self.setObjectName("token_card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._token_text = label("", "strong")
        self._sample = VerdictSample(theme, font, Verdict.PLAIN)
        self._sentence = label("", "caption")
        self._names = [label("", "caption") for _ in range(_MOST_ROWS)]
        self._values: list[QLabel] = [label("", "") for _ in range(_MOST_ROWS)]
        self._candidates = CandidateTable()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(4)
        head = QGridLayout()
        head.setHorizontalSpacing(24)
        head.addWidget(self._token_text, 0, 0)
        head.addWidget(self._sample, 0, 1, Qt.AlignmentFlag.AlignRight)
        column.addLayout(head)
        column.addWidget(self._sentence)
        column.addSpacing(4)
        rows = QGridLayout()
        rows.setVerticalSpacing(2)
        rows.setHorizontalSpacing(16)
        for row, (name, value) in enumerate(zip(self._names, self._values, strict=True)):
            rows.addWidget(name, row, 0)
            rows.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
        column.addLayout(rows)
        column.addWidget(self._candidates)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._sample.set_theme(theme)

    def text(self) -> str:
        """Return what the card says, a line for each thing."""
        return "\n".join([self.summary(), *self._candidates.lines()])

    def summary(self) -> str:
        """Return what the card says without the candidates, a line for each thing."""
        lines = [self._token_text.text(), self._sample.accessibleName(), self._sentence.text()]
        pairs = zip(self._names, self._values, strict=True)
        return "\n".join([*lines, *(f"{name.text()}: {value.text()}" for name, value in pairs if name.text())])

    def show_token(self, told: ToldToken, place: QRect) -> None:
        """Tell about a token, above or below `place`, which is in the parent's coordinates."""
        self._token_text.setText(quoted(told.token.text, told.whole))
        self._sample.set_verdict(told.token.verdict)
        self._sentence.setText(verdict_sentence(told.token.verdict))
        told_rows = [*card_rows(told), *[("", "")] * _MOST_ROWS]
        for (name, value), name_label, value_label in zip(told_rows, self._names, self._values, strict=False):
            name_label.setText(name)
            value_label.setText(value)
            name_label.setVisible(bool(name))
            value_label.setVisible(bool(name))
        self._candidates.show_candidates(told)
        self._column.activate()  # the rows inside it still want the room of their words before
        self.adjustSize()
        self.move(self._free_corner(place))
        self.show()
        self.raise_()

    def _free_corner(self, place: QRect) -> QPoint:
        """Return where the card neither covers the token nor leaves the parent, beside it where there is no room."""
        parent = self.parentWidget()
        room = parent.rect() if parent is not None else place
        x = max(_DISTANCE, min(place.left(), room.width() - self.width() - _DISTANCE))
        above = place.top() - self.height() - _DISTANCE
        if above >= 0:
            return QPoint(x, above)
        below = place.bottom() + _DISTANCE
        if below + self.height() <= room.height():
            return QPoint(x, below)
        y = max(0, room.height() - self.height())
        right = place.right() + _DISTANCE
        if right + self.width() <= room.width():
            return QPoint(right, y)
        return QPoint(max(0, place.left() - self.width() - _DISTANCE), y)


def _text(source: str) -> str:
    return QCoreApplication.translate("verdicts", source)
