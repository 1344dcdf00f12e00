"""A short guide: why a token takes time, drafting, verifying, the ratio rule, and when it does not pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.ui.controls import button, label
from app.ui.fitted_dialog import FittedDialog
from app.ui.inspector.guide_pictures import GuidePicture, Picture
from app.ui.language import when_language_changes

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QKeyEvent

    from app.ui.theme import Theme

_SIZE = (640, 580)


class GuideDialog(FittedDialog):
    """Turns pages.

    Signals:
        worked_example_requested (), greedy_example_requested ().
    """

    worked_example_requested = Signal()
    greedy_example_requested = Signal()

    def __init__(self, parent: QWidget, theme: Theme, font: QFont) -> None:
        super().__init__(parent)
        self.setObjectName("guide_dialog")
        self.page = 0
        self._title = label("", "heading", wrap=True)
        self._pictures = {picture: GuidePicture(picture, theme, font) for picture in Picture}
        self._words = label("", "", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._place = label("", "muted")
        self._open = button("", "plain", "guide_open")
        self._back = button(lambda: self.tr("Back"), "plain", "guide_back")
        self._next = button("", "primary", "guide_next")
        self._lay_out()
        self._back.clicked.connect(self._on_back)
        self._next.clicked.connect(self._on_next)
        self._open.clicked.connect(self._on_open)
        self._show()
        when_language_changes(self, self._show)

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.addWidget(self._place)
        foot.addStretch(1)
        for one in (self._open, self._back, self._next):
            foot.addWidget(one)
        column = QVBoxLayout()
        column.setContentsMargins(28, 22, 28, 20)
        column.setSpacing(14)
        column.addWidget(self._title)
        for picture in self._pictures.values():
            column.addWidget(picture)
        column.addWidget(self._words, 1)
        self.setWindowTitle(self.tr("How speculative decoding works"))
        self.fill(column, foot, 14)
        line = self.fontMetrics().height()
        self.resize(QSize(*_SIZE).expandedTo(QSize(line * 30, line * 26)).boundedTo(self.room()))
        self._next.setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for picture in self._pictures.values():
            picture.set_theme(theme)

    def told(self) -> str:
        """Return what stands on the page."""
        return f"{self._title.text()}\n{self._words.text()}"

    def pages(self) -> tuple[tuple[Picture, str, str], ...]:
        """Return the picture, the title and the words of each page."""
        return (
            (Picture.BANDWIDTH, self.tr("Why a token takes time"), self._bandwidth()),
            (Picture.DRAFTING, self.tr("Drafting: somebody guesses"), self._drafting()),
            (Picture.VERIFYING, self.tr("Verifying: one pass over all guesses"), self._verifying()),
            (Picture.RATIO, self.tr("The ratio rule: the text is the target's own"), self._ratio()),
            (Picture.COST, self.tr("When it does not pay"), self._cost()),
        )

    def _bandwidth(self) -> str:
        return self.tr(
            "To write one token, a model reads all of its weights from memory. A model of 5 GB on a machine "
            "that reads 50 GB a second takes a tenth of a second a token, however fast it calculates.\n\n"
            "The weights are read once for a pass, whether the pass looks at one place of the text or at "
            "five. So the model could judge five places in little more than the time of one, if only it knew "
            "what stands there."
        )

    def _drafting(self) -> str:
        return self.tr(
            "A drafter guesses the next few tokens, one after another. It may be a small model of the same "
            "family, about a tenth of the target's size, so that a guess costs a tenth of a token. Or it "
            "copies how the text went on the last time its end occurred, which costs nothing.\n\n"
            "A guess need not be right. A wrong one costs time, never quality."
        )

    def _verifying(self) -> str:
        return self.tr(
            "The target reads all guesses in one pass, and so has its own opinion at each place. From the "
            "left, guesses are kept up to the first that it refuses. There it puts its own token, the "
            "correction; the guesses after it are torn up unread, since they belong to another text.\n\n"
            "If all are kept, the pass has told one token more: the bonus. So a round writes at least one "
            "token, as plain decoding does, and at most one more than was guessed."
        )

    def _ratio(self) -> str:
        return self.tr(
            "Where tokens are drawn by chance, a guess is kept with the chance target / draft, at most 1. A "
            "refused one is replaced by a draw from what is left: the target's probabilities less the "
            "drafter's.\n\n"
            "With 0.5, 0.3, 0.2 for the target and 0.8, 0.1, 0.1 for the drafter, tea is kept 0.5 of the time, "
            "coffee and water 0.1 each. The other 0.3 is drawn from what is left, coffee twice as often as "
            "water. Together that is exactly the target's 0.5, 0.3, 0.2, whatever the drafter thinks."
        )

    def _cost(self) -> str:
        return self.tr(
            "A round costs one pass of the target and K guesses at C passes each; it writes more, the more "
            "often guesses are kept (α). The curves show the speed-up over the draft length K.\n\n"
            "It does not pay where the drafter is too large for its target, where it guesses badly (unusual "
            "text, high temperature, a pair that does not match), where K is too long, and where a pass over "
            "several places does cost more than over one, as on few processor cores. Draftlight measures all "
            "of this, and with the draft length on auto it stops drafting where it does not pay."
        )

    @Slot()
    def _show(self) -> None:
        pages = self.pages()
        picture, title, words = pages[self.page]
        self.setWindowTitle(self.tr("How speculative decoding works"))
        self._title.setText(title)
        self._words.setText(words)
        for kind, widget in self._pictures.items():
            widget.setVisible(kind is picture)
            widget.setAccessibleName(title)
        self._place.setText(self.tr("{page} of {pages}").format(page=self.page + 1, pages=len(pages)))
        self._back.setEnabled(self.page > 0)
        self._next.setText(self.tr("Done") if self.page == len(pages) - 1 else self.tr("Next"))
        opens = {
            Picture.VERIFYING: self.tr("Watch two rounds"),
            Picture.RATIO: self.tr("Watch the worked example"),
        }.get(picture)
        self._open.setText(opens or "")
        self._open.setVisible(opens is not None)

    def turn(self, direction: int) -> None:
        """Show the next page (1), or the one before (-1)."""
        self.page = min(max(0, self.page + direction), len(self._pictures) - 1)
        self._show()

    @Slot()
    def _on_back(self) -> None:
        self.turn(-1)

    @Slot()
    def _on_next(self) -> None:
        if self.page == len(self._pictures) - 1:
            self.accept()
        else:
            self.turn(1)

    @Slot()
    def _on_open(self) -> None:
        verifying = self.pages()[self.page][0] is Picture.VERIFYING
        self.accept()
        (self.greedy_example_requested if verifying else self.worked_example_requested).emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_PageUp):
            self.turn(-1)
        elif event.key() in (Qt.Key.Key_Right, Qt.Key.Key_PageDown):
            self.turn(1)
        else:
            super().keyPressEvent(event)
