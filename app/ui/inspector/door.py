"""The way from the window to the inspector: a panel docked beside the conversation, or a window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QMenu, QWidget

from app.chats.records import Role
from app.ui.inspector.panel import InspectorPanel
from app.ui.inspector.subject import Subject, subject_of_example, subject_of_reply
from app.ui.language import put_words
from app.ui.menus import add_named
from app.ui.plain_speed import offer_measuring
from app.ui.timers import single_shot
from app.ui.window_place import put_beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMainWindow

    from app.chats.records import StoredReply
    from app.speculation.records import Round
    from app.ui.appearance import Appearance
    from app.ui.conversation import Conversation
    from app.ui.plain_speed import PlainSpeed
    from app.ui.theme import Theme
    from app.ui.transcript import Transcript

# What the conversation needs beside the panel; where the window has less, the panel is a window of its own.
_CONVERSATION_WIDTH = 780
_NARROWEST, _WIDTH = 320, 400
# The height of a line up to which these widths do, in pixels.
_LINE = 20


class InspectorDoor(QObject):
    """Owns the panel and its dock, and fetches what they show."""

    def __init__(
        self, window: QMainWindow, transcript: Transcript, conversation: Conversation, look: Appearance
    ) -> None:
        super().__init__(window)
        self._window = window
        self._transcript = transcript
        self._conversation = conversation
        self._look = look
        self._floats = False  # for want of room, and not because the person wants it
        self._settling = single_shot(self, 0, self._settle)
        self._shown_id: int | None = None
        self._subject: Subject | None = None
        self.panel = InspectorPanel(look.theme, look.caption_font)
        self.dock = QDockWidget(window)
        self.dock.setObjectName("inspector_dock")
        put_words(self.dock.setWindowTitle, lambda: self.tr("Round inspector"))
        # The panel has its own head; where it is a window, the system gives it one.
        self.dock.setTitleBarWidget(QWidget())
        self.dock.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
        self.panel.setMinimumWidth(_NARROWEST)
        self.dock.setWidget(self.panel)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self.dock.hide()
        self.panel.close_requested.connect(self.close)
        self.panel.learn.clicked.connect(self._on_learn)
        transcript.layer.bar.inspect_requested.connect(self.show_message)
        transcript.round_chosen.connect(self.choose_round)
        transcript.walker.told_about.connect(self.follow)
        conversation.chat_shown.connect(self._on_chat_shown)
        conversation.reply_measured.connect(self._on_measured)
        window.installEventFilter(self)

    def offer(self, plain: PlainSpeed) -> None:
        """Offer to have plain decoding measured where a replay lacks it."""
        offer_measuring(self.panel.replay_view.measure, plain, lambda: self._shown_id or 0)
        plain.said.connect(self.panel.replay_view.tell)

    @property
    def is_open(self) -> bool:
        """Whether the panel is there."""
        return not self.dock.isHidden()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.panel.set_theme(theme)
        self._settling.start()  # the text may have another size

    def rest(self) -> None:
        """Do nothing more by itself."""
        self._settling.stop()
        self.panel.rest()

    @Slot()
    def toggle(self) -> None:
        """Show the panel, on the last reply if nothing was chosen, or hide it."""
        if self.is_open:
            self.close()
            return
        if self._subject is None:
            replies = [one for one in self._conversation.messages if one.message.role is Role.ASSISTANT]
            if replies:
                self._take(self._fetched(replies[-1].id), replies[-1].id)
        self._open()

    @Slot()
    def close(self) -> None:
        """Hide the panel."""
        self._floats = False
        self.panel.rest()
        inside = self.panel.isAncestorOf(self._window.focusWidget() or self._window)
        self.dock.hide()
        if inside:
            self._transcript.setFocus()

    @Slot(int)
    def show_message(self, message_id: int) -> None:
        """Show the rounds of a reply, from the first."""
        self._take(self._fetched(message_id), message_id)
        self._open()

    def show_round(self, rounds: Sequence[Round], index: int, place: int | None = None) -> None:
        """Show one of some rounds, at the token at `place`: its place in the draft, or after it."""
        self._take(Subject(rounds), None, index, place)
        self._open()

    @Slot(int, int, int)
    def choose_round(self, message_id: int, index: int, place: int) -> None:
        """Show the round of a token that the person chose, and open the panel for it.

        Args:
            message_id: of the reply, 0 for the one being written.
            index: of the round, as `Round.index`.
            place: of the token in the round: in the draft, or after it for what the target added.
        """
        self._take(self._known(message_id), message_id, index, place)
        self.panel.show_round_page()
        self._open()

    @Slot(int, int, int)
    def follow(self, message_id: int, index: int, place: int) -> None:
        """Show the round of the token under the pointer, while the panel is there and nothing plays in it.

        The arguments are those of `choose_round`.
        """
        if self.is_open and self.panel.follows.isChecked() and not self.panel.busy:
            self._take(self._known(message_id), message_id, index, place)

    def _known(self, message_id: int) -> Subject:
        """Return a reply; one that is being written grows, and is fetched again."""
        if self._subject is None or message_id != self._shown_id or not message_id:
            return self._fetched(message_id)
        return self._subject

    @Slot()
    def show_worked_example(self) -> None:
        """Show the ratio rule on three tokens."""
        from app.speculation.examples import worked_example

        self._take(subject_of_example(worked_example()), None)
        self._open()

    @Slot()
    def show_greedy_example(self) -> None:
        """Show two greedy rounds."""
        from app.speculation.examples import greedy_example

        self._take(subject_of_example(greedy_example()), None)
        self._open()

    @Slot()
    def show_guide(self) -> None:
        """Explain speculative decoding, page by page."""
        from app.ui.inspector.guide import GuideDialog

        guide = GuideDialog(self._window, self._look.theme, self._look.caption_font)
        guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        guide.worked_example_requested.connect(self.show_worked_example)
        guide.greedy_example_requested.connect(self.show_greedy_example)
        self._look.theme_changed.connect(guide.set_theme)
        guide.open()

    @Slot(object)
    def fill(self, menu: QMenu) -> None:
        """Add the panel, and what there is to learn, to a menu."""
        shown = add_named(menu, self.tr("Round inspector"), "Ctrl+Shift+I")
        shown.setCheckable(True)
        shown.setChecked(self.is_open)
        shown.triggered.connect(self.toggle)
        self._add_lessons(menu)

    def _add_lessons(self, menu: QMenu) -> None:
        for name, slot in (
            (self.tr("How speculative decoding works"), self.show_guide),
            (self.tr("The worked example, in slow motion"), self.show_worked_example),
            (self.tr("Two greedy rounds, in slow motion"), self.show_greedy_example),
        ):
            menu.addAction(name).triggered.connect(slot)

    @Slot()
    def _on_learn(self) -> None:
        menu = QMenu(self.panel)
        menu.setObjectName("inspector_menu")
        self._add_lessons(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.panel.learn.mapToGlobal(self.panel.learn.rect().bottomLeft()))

    def _fetched(self, message_id: int) -> Subject:
        """Return a reply: the transcript has its rounds if it was in view."""
        shown = next((one for one in self._transcript.messages if one.id == message_id and one.rounds), None)
        stored = self._conversation.message(message_id)
        if shown is not None:
            rounds: Sequence[Round] = shown.rounds
        else:
            rounds = () if stored is None else self._conversation.rounds_of(stored)
        return subject_of_reply(rounds, None if stored is None else stored.summary)

    def _take(self, subject: Subject, message_id: int | None, index: int = 0, place: int | None = None) -> None:
        self._subject, self._shown_id = subject, message_id
        self.panel.show_subject(subject, index, place)
        if place is None:
            self.panel.show_round_page()

    def _open(self) -> None:
        """Show the panel beside the conversation, or where there is no room, as a window."""
        if not self.is_open:
            self._place()
        self.dock.raise_()
        self.panel.round_view.stage.setFocus()

    def _place(self) -> None:
        """Show the panel where there is room for it."""
        self._floats = not self._has_room()
        self.dock.setFloating(self._floats)
        if self._floats:
            put_beside(self.dock, self._window, round((_WIDTH + 40) * self._scale()))
        self.dock.show()
        if not self._floats:
            width = min(_WIDTH, self._window.width() - _CONVERSATION_WIDTH)
            self._window.resizeDocks([self.dock], [width], Qt.Orientation.Horizontal)

    @Slot()
    def _settle(self) -> None:
        """Leave the window where it became narrow, and come back where it is wide again."""
        if not self.is_open:
            return
        detached = self.dock.isFloating() and not self._floats  # by the person
        if not detached and self._floats is self._has_room():
            self._place()

    def _has_room(self) -> bool:
        return self._window.width() >= (_CONVERSATION_WIDTH + _NARROWEST) * self._scale()

    def _scale(self) -> float:
        """How much more room everything takes with large text."""
        return max(1.0, self._window.fontMetrics().height() / _LINE)

    @Slot(object)
    def _on_chat_shown(self, _shown: object) -> None:
        """Let go of a reply of another chat; an example stays."""
        if self._subject is not None and not self._subject.example:
            self._subject, self._shown_id = None, None
            self.panel.show_subject(None)

    @Slot(object)
    def _on_measured(self, reply: StoredReply) -> None:
        """Replay plain decoding too, now that its speed is known."""
        subject, replay = self._subject, self.panel.replay_view
        if subject is None or reply.id != self._shown_id or reply.summary is None:
            return
        subject.plain_seconds = reply.summary.plain_seconds
        if replay.subject is subject:
            replay.show_subject(subject)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self._settling.start()  # not in the midst of the window's own layout
        return super().eventFilter(watched, event)
