"""The outcome of a proof: two replies side by side, or a table of counts, under a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.lab.same_words import SameWords
from app.ui.controls import label
from app.ui.language import put_words, told_text, when_language_changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.lab.same_chances import SameChances
    from app.speculation.records import EmittedToken
    from app.ui.language import Words
    from app.ui.theme import Theme


class ProofView(QWidget):
    """Shows one proof."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._proof: SameWords | SameChances | None = None
        self._verdict = label("", "strong", wrap=True)
        self._verdict.setObjectName("proof_verdict")
        self._verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.plain = _text_view("proof_plain")
        self.drafted = _text_view("proof_drafted")
        self.table = QTableWidget(0, 3)
        self._shown = QStackedWidget()
        self._set_up_table()
        self._lay_out()
        self._say()
        when_language_changes(self, self._say)

    def _set_up_table(self) -> None:
        table = self.table
        table.setObjectName("proof_table")
        table.setProperty("kind", "results")
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def _lay_out(self) -> None:
        texts = QWidget()
        row = QHBoxLayout(texts)
        row.setContentsMargins(0, 0, 0, 0)
        names: dict[QTextBrowser, Words] = {
            self.plain: lambda: self.tr("Without drafting"),
            self.drafted: lambda: self.tr("With drafting"),
        }
        for view, name in names.items():
            put_words(view.setAccessibleName, name)
            side = QVBoxLayout()
            side.addWidget(label(name, "caption"))
            side.addWidget(view, 1)
            row.addLayout(side, 1)
        self._shown.addWidget(texts)
        self._shown.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._verdict)
        column.addWidget(self._shown, 1)

    def _say(self) -> None:
        """Say all of it in the language of the moment."""
        self.table.setAccessibleName(self.tr("Next tokens"))
        self.table.setHorizontalHeaderLabels([self.tr("Next token"), self.tr("Came"), self.tr("Expected")])
        if self._proof is not None:
            self.show_proof(self._proof)

    def clear(self, *, words: bool) -> None:
        """Show nothing, in the shape of the proof to come."""
        self._proof = None
        self._verdict.hide()
        self._verdict.setText("")
        self.plain.clear()
        self.drafted.clear()
        self.table.setRowCount(0)
        self._shown.setCurrentIndex(0 if words else 1)

    def show_proof(self, proof: SameWords | SameChances) -> None:
        """Show the outcome."""
        self._proof = proof
        self._verdict.setText(f"{'✓' if proof.holds else '✗'} {told_text(proof.verdict)}")
        self._verdict.show()
        if isinstance(proof, SameWords):
            self._shown.setCurrentIndex(0)
            for view, written in ((self.plain, proof.plain), (self.drafted, proof.drafted)):
                _write_tokens(view, written.tokens, proof.differs_at, self._theme)
        else:
            self._shown.setCurrentIndex(1)
            self._fill_table(proof)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        if self._proof is not None:
            self.show_proof(self._proof)

    def _fill_table(self, proof: SameChances) -> None:
        self.table.setRowCount(len(proof.outcomes))
        for place, (text, observed, expected) in enumerate(proof.outcomes):
            name = repr(text)[1:-1] if text else self.tr("all others")
            for column, cell in enumerate((f"“{name}”" if text else name, str(observed), f"{expected:.1f}")):
                item = QTableWidgetItem(cell)
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(place, column, item)


def _text_view(name: str) -> QTextBrowser:
    view = QTextBrowser()
    view.setObjectName(name)
    view.setProperty("kind", "text")
    view.setOpenLinks(False)
    return view


def _write_tokens(view: QTextBrowser, tokens: Sequence[EmittedToken], differs_at: int | None, theme: Theme) -> None:
    """Write a reply; the first token that differs is marked, what follows it is muted."""
    view.clear()
    cursor = QTextCursor(view.document())
    plain, marked, after = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
    marked.setBackground(QColor(theme.error_fill))
    marked.setForeground(QColor(theme.error_text))
    marked.setFontUnderline(True)
    after.setForeground(QColor(theme.muted))
    for place, token in enumerate(tokens):
        look = plain if differs_at is None or place < differs_at else marked if place == differs_at else after
        cursor.insertText(token.text, look)
