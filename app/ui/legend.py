"""What the marks mean, drawn exactly as in the transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.speculation.records import Verdict
from app.ui.controls import Switch
from app.ui.flow_layout import FlowLayout
from app.ui.language import put_words
from app.ui.token_card import VerdictSample

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from app.ui.theme import Theme


class Legend(QWidget):
    """A row of the marks with their names, and the switch for those that are not part of the text.

    Signals:
        show_rejected_changed (bool).
    """

    show_rejected_changed = Signal(bool)

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("legend")
        self._samples = {verdict: VerdictSample(theme, font, verdict) for verdict in Verdict}
        self.show_rejected = Switch(lambda: self.tr("Show rejected"), theme)
        self.show_rejected.setObjectName("show_rejected")
        put_words(
            self.show_rejected.setToolTip,
            lambda: self.tr("Show what the drafter proposed in vain, in its place (Ctrl+Shift+R)"),
        )
        self.show_rejected.toggled.connect(self.show_rejected_changed)
        emitted = (Verdict.ACCEPTED, Verdict.BONUS, Verdict.CORRECTION, Verdict.PLAIN)
        row = FlowLayout(self, spring=len(emitted))
        row.setContentsMargins(4, 0, 4, 0)
        row.setSpacing(8)
        for verdict in (*emitted, Verdict.REJECTED, Verdict.UNEXAMINED):
            row.addWidget(self._samples[verdict])
        row.addWidget(self.show_rejected)

    def sample(self, verdict: Verdict) -> VerdictSample:
        """Return the sample of a verdict."""
        return self._samples[verdict]

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.show_rejected.set_theme(theme)
        for sample in self._samples.values():
            sample.set_theme(theme)
