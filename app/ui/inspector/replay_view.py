"""A whole reply written again in its own time, beside plain decoding at its measured speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.speculation.replay import Phase, Timeline
from app.ui.controls import label
from app.ui.inspector.lane import FlowLane
from app.ui.inspector.playback import Playback
from app.ui.inspector.race import RaceTracks
from app.ui.inspector.transport import Transport
from app.ui.inspector.words import in_a_row
from app.ui.language import when_language_changes
from app.ui.plain_speed import measure_button

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QKeyEvent, QPaintEvent

    from app.ui.inspector.subject import Subject
    from app.ui.theme import Theme


class ReplayView(QWidget):
    """Shows one subject; `told()` is what stands there in words."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.setObjectName("replay_view")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.subject: Subject | None = None
        self.timeline = Timeline((), None)
        self.playback = Playback(self, 1.0)
        self.transport = Transport(self.playback, theme, "replay")
        self.tracks = RaceTracks(theme, font)
        self.drafted = FlowLane(theme, font, marked=True)
        self.plain = FlowLane(theme, font, marked=False)
        self._drafted_name = label("", "caption", wrap=True)
        self._plain_name = label("", "caption", wrap=True)
        self._sentence = label("", "", wrap=True)
        self._sentence.setObjectName("replay_sentence")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 12)
        column.setSpacing(8)
        self.measure = measure_button("replay_measure")
        for part in (self.tracks, self._drafted_name, self.drafted, self._plain_name, self.plain):
            column.addWidget(part, 1 if isinstance(part, FlowLane) else 0)
        column.insertWidget(column.indexOf(self.plain), self.measure, 0, Qt.AlignmentFlag.AlignLeft)
        self._sentence.setMinimumHeight(round(self.fontMetrics().lineSpacing() * 3.2))
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self._sentence)
        column.addWidget(self.transport)
        self.playback.moved.connect(self._on_moved)
        self.transport.step_requested.connect(self._on_step)
        self.show_subject(None)
        when_language_changes(self, self._say)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for part in (self.tracks, self.drafted, self.plain, self.transport):
            part.set_theme(theme)

    def told(self) -> str:
        """Return what stands there, a line for each part."""
        return "\n".join(part.text() for part in (self._drafted_name, self._plain_name, self._sentence))

    @Slot(str)
    def tell(self, text: str) -> None:
        """Say what came of measuring plain decoding, where this reply has nothing of it."""
        if self.timeline.plain_total is None and text:
            self._plain_name.setText(text)

    def show_subject(self, subject: Subject | None) -> None:
        """Take another reply, from its beginning."""
        self.subject = subject
        rounds = () if subject is None or subject.example else subject.rounds
        self.timeline = Timeline(rounds, subject.plain_seconds if subject is not None else None)
        self.tracks.show_timeline(self.timeline)
        for lane in (self.drafted, self.plain):
            lane.show_tokens(self.timeline.tokens)
        self.playback.load(self.timeline.length)

    @Slot()
    def _on_moved(self) -> None:
        """Show another moment."""
        seconds = self.playback.position
        now, plain = self.timeline.at(seconds), self.timeline.plain_tokens_at(seconds)
        self.drafted.set_count(now.tokens)
        self.plain.set_count(plain or 0)
        self.tracks.set_counts(now.tokens, plain)
        self._say()

    def _say(self) -> None:
        self.setAccessibleName(self.tr("Replay of the reply"))
        total, count = len(self.timeline.tokens), len(self.timeline.tokens)
        self.tracks.setAccessibleName(self.tr("Tokens from left to right; their height is the share that was drafted"))
        seconds = self.tr("{seconds} s")
        told = self.tr("As it was written: {count} tokens in {time}")
        self._drafted_name.setText(
            told.format(count=count, time=seconds.format(seconds=f"{self.timeline.seconds:.2f}"))
        )
        plain_total = self.timeline.plain_total
        self.measure.setVisible(plain_total is None and bool(total))
        if plain_total is None:
            self._plain_name.setText(self.tr("Plain decoding: its speed is not measured yet"))
        else:
            told = self.tr("Plain decoding at its measured speed: {count} tokens in {time}")
            self._plain_name.setText(told.format(count=count, time=seconds.format(seconds=f"{plain_total:.2f}")))
        self._sentence.setText(self._moment() if total else self._nothing())
        self.setAccessibleDescription(self._sentence.text())

    def _nothing(self) -> str:
        if self.subject is not None and self.subject.example:
            return self.tr("This example is made up: it has no times to replay.")
        if self.subject is None:
            return self.tr("Choose a reply, and it is replayed here.")
        return self.tr("No rounds were stored with this reply, so there is nothing to replay.")

    def _moment(self) -> str:
        """Say what is there now."""
        seconds = self.playback.position
        now, plain = self.timeline.at(seconds), self.timeline.plain_tokens_at(seconds)
        rounds = self.timeline.rounds
        source = {
            Phase.DRAFTING: self.tr("{time} s: round {round} of {rounds} is drafting. Written: {tokens}."),
            Phase.VERIFYING: self.tr("{time} s: the target reads round {round} of {rounds}. Written: {tokens}."),
            Phase.DONE: self.tr("{time} s: all {rounds} rounds are over. Written: {tokens}."),
        }[now.phase]
        told = source.format(time=f"{seconds:.2f}", round=now.rounds + 1, rounds=rounds, tokens=now.tokens)
        if plain is None:
            return told
        return in_a_row(told, self.tr("Plain decoding: {tokens}.").format(tokens=plain))

    @Slot(int)
    def _on_step(self, direction: int) -> None:
        """Go to the end of the next round, or of the one before."""
        self.playback.pause()
        self.playback.go_to(self.timeline.neighbour(self.playback.position, direction))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().accent().color(), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 1.5, -3.5, -3.5), 8, 8)
            painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.transport.take_key(event):
            super().keyPressEvent(event)
