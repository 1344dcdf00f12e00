"""The card that tells what happened to one token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.speculation.records import Verdict
from app.ui.controls import label
from app.ui.language import when_language_changes
from app.ui.marks import MarkPainter
from app.ui.pieces import visible_form
from app.ui.statistics_line import NOTHING

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QFont

    from app.speculation.records import DraftedToken, EmittedToken
    from app.ui.theme import Theme

_DISTANCE = 6


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


def percent(probability: float | None) -> str:
    """Return a probability for a person; "-" where there is none."""
    if probability is None:
        return NOTHING
    share = probability * 100
    if 0 < share < 0.1:
        return f"{share:.2g}%"
    return f"{share:.1f}%"


def card_rows(token: DraftedToken | EmittedToken) -> tuple[tuple[str, str], ...]:
    """Return the names and values of a token's numbers."""
    unexamined = token.verdict is Verdict.UNEXAMINED
    target = _text("not examined") if unexamined else percent(token.target_prob)
    return (
        (_text("Target probability"), target),
        (_text("Draft probability"), percent(token.draft_prob)),
        (_text("Acceptance chance"), percent(token.acceptance_chance)),
    )


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
        metrics = QFontMetricsF(self._font)
        width = metrics.horizontalAdvance(verdict_name(self._verdict))
        return QSize(round(width + metrics.height() * 0.4), round(metrics.height() * 1.4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        metrics = QFontMetricsF(self._font)
        # Whole pixels, as in the transcript: a thin line between two of them is a blur.
        baseline = round((self.height() - metrics.height()) / 2 + metrics.ascent())
        left = round(metrics.height() * 0.2)
        self._painter.paint_sample(painter, left, baseline, verdict_name(self._verdict), self._verdict)
        painter.end()


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
        self._names = [label("", "caption") for _ in range(3)]
        self._values: list[QLabel] = [label("", "") for _ in range(3)]
        column = QVBoxLayout(self)
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
        for row, (name, value) in enumerate(zip(self._names, self._values, strict=True)):
            rows.addWidget(name, row, 0)
            rows.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
        column.addLayout(rows)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._sample.set_theme(theme)

    def text(self) -> str:
        """Return what the card says, a line for each thing."""
        lines = [self._token_text.text(), self._sample.accessibleName(), self._sentence.text()]
        pairs = zip(self._names, self._values, strict=True)
        return "\n".join([*lines, *(f"{name.text()}: {value.text()}" for name, value in pairs)])

    def show_token(self, token: DraftedToken | EmittedToken, place: QRect) -> None:
        """Tell about `token`, above or below `place`, which is in the parent's coordinates."""
        self._token_text.setText(_quoted(token.text))
        self._sample.set_verdict(token.verdict)
        self._sentence.setText(verdict_sentence(token.verdict))
        for (name, value), name_label, value_label in zip(card_rows(token), self._names, self._values, strict=True):
            name_label.setText(name)
            value_label.setText(value)
        self.adjustSize()
        self.move(self._free_corner(place))
        self.show()
        self.raise_()

    def _free_corner(self, place: QRect) -> QPoint:
        """Return where the card covers neither the token nor leaves the parent."""
        parent = self.parentWidget()
        room = parent.rect() if parent is not None else place
        x = max(_DISTANCE, min(place.left(), room.width() - self.width() - _DISTANCE))
        above = place.top() - self.height() - _DISTANCE
        return QPoint(x, above if above >= 0 else place.bottom() + _DISTANCE)


def _quoted(text: str) -> str:
    return f"“{visible_form(text)}”" if text else _text("(no text of its own)")


def _text(source: str) -> str:
    return QCoreApplication.translate("verdicts", source)
