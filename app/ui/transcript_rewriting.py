"""Writes messages of a transcript again, and leaves the view where it is."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from app.chats.records import Role
from app.ui.shown_message import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.speculation.records import Round, Verdict
    from app.ui.shown_message import ShownMessage
    from app.ui.transcript import Transcript
    from app.ui.transcript_document import TranscriptDocument
    from app.ui.transcript_folding import Folding
    from app.ui.transcript_follow import EndFollower
    from app.ui.transcript_geometry import TokenLayout
    from app.ui.transcript_views import MessageViews

_SURELY_SCROLLS = 40


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is at the top of the view: so many units of the conversation are before it, and it is `shift` from there.

    `follows` is whether the end was in view, since a page that becomes shorter meanwhile looks as if it were.
    """

    follows: bool
    offset: int
    shift: int


# A token takes some 700 bytes with all that is known of it. Those out of view are read again when they are needed.
_MOST_TOKENS = 20_000


class Rewriter(QObject):
    """Belongs to one transcript. A reply is written as bare text, and made ready for its view when it comes into it."""

    def __init__(
        self,
        view: Transcript,
        messages: list[ShownMessage],
        page: TranscriptDocument,
        layout: TokenLayout,
        follower: EndFollower,
        views: MessageViews,
        folding: Folding,
    ) -> None:
        super().__init__(view)
        self._view = view
        self._messages = messages
        self._page = page
        self._layout = layout
        self._follower = follower
        self._views = views
        self._folding = folding
        self._read: list[ShownMessage] = []
        self._held: _Seen | None = None
        view.layer.came_into_view.connect(self.dress)
        view.layer.bar.view_requested.connect(self.turn)
        view.page_actions.thought_pressed.connect(self.turn_thought)

    @property
    def is_held(self) -> bool:
        """Whether nothing is laid out now."""
        return self._held is not None

    def hold(self) -> None:
        """Note what is in view, and lay nothing out until all is written again in place."""
        if self._held is None:
            pieces = self._page.pieces
            offset = pieces.conversation_offset(self._follower.top_text()[0])
            # A line of numbers has no place of its own: what follows it is found again.
            shift = self._follower.shift_of(pieces.position_of(offset))
            self._held = _Seen(self._follower.follows, offset, shift)
            self._page.hold()

    def write_all(self, seen: _Seen | None = None) -> None:
        """Write the whole document, as bare text; what is `seen` will be looked at first, if the end is not."""
        self._view.dismiss_card()
        self._view.layer.choose(None)
        self._layout.forget()
        # A scroll bar that comes during the layout would have all of it done again.
        if len(self._messages) > _SURELY_SCROLLS:
            self._view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._folding.forget()
        self._page.hold()
        self._page.begin_edit()
        self._page.clear()
        for message in self._messages:
            self._page.write_message(message, self._views.with_ghosts)
        self._views.resume()
        if self._follower.follows:
            self._folding.fold()
        elif seen is not None:
            first = self._page.pieces.position_of(seen.offset)
            self._folding.fold(first - 1 if seen.shift > 0 else first)
        self._page.end_edit()
        self._page.release()
        self._layout.ensure_end()
        self._view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def write_all_in_place(self) -> None:
        """Write the document again and keep the same text at the top of the view."""
        self.hold()
        seen, self._held = self._held, None
        assert seen is not None  # noqa: S101 (held just now)
        self._follower.follows = seen.follows
        self.write_all(seen)
        self._follower.follows = seen.follows
        if seen.follows:
            self._follower.go_to_end()
        else:
            self._follower.put_top(self._page.pieces.position_of(seen.offset), seen.shift)
        self.dress_all_in_view()

    def show_ghosts(self, verdicts: frozenset[Verdict]) -> None:
        """Show these of the drafts made in vain: now in the replies in view, in others when they come into it."""
        self._views.with_ghosts = verdicts
        self._view.dismiss_card()
        if self._messages and self._views.is_live(len(self._messages) - 1):
            self.write_again(len(self._messages) - 1)
        self.dress_all_in_view()

    def put_rounds(self, index: int, rounds: Sequence[Round]) -> None:
        """Give a reply the rounds that were asked for; only what was drafted in vain changes what is on the page."""
        message = self._messages[index]
        message.rounds, message.waiting = list(rounds), False
        self.note_rounds(message)
        with self._changing(index):
            if self._page.places[index].dressed is not View.READING:
                self._page.put_rounds(index, rounds, self._views.with_ghosts)
            self._page.put_statistics(index, message.line)
        self._view.viewport().update()
        self._view.layer.look()

    def put_line(self, index: int, line: str) -> None:
        """Give a reply another line of numbers."""
        self._messages[index].line = line
        with self._changing(index):
            self._page.change_statistics(index, line)
        self._view.viewport().update()

    @contextmanager
    def _changing(self, index: int) -> Iterator[None]:
        """Leave what is in view where it is while a message is written again, and the marks of all others."""
        put_back = self._follower.keep((index,))
        place, end = self._page.places[index], self._page.end_of(index)
        self._page.begin_edit()
        try:
            yield
        finally:
            self._page.end_edit()
        self._layout.forget(place.start, end, self._page.end_of(index) - end)
        put_back()

    def note_rounds(self, message: ShownMessage) -> None:
        """Take in that the rounds of a reply are kept, its own text as well."""
        message.text = message.text or message.source
        self._read.append(message)
        self._let_go()

    def _let_go(self) -> None:
        """Forget the rounds of replies that were read first, if there are many and they are out of view."""
        seen = {id(self._messages[index]) for index in self._view.layer.in_view()}
        places = {id(message): index for index, message in enumerate(self._messages)}
        self._read = [message for message in self._read if id(message) in places]
        tokens = sum(len(one.emitted) for message in self._read for one in message.rounds)
        for message in self._read[:-1]:
            if tokens <= _MOST_TOKENS:
                return
            if id(message) in seen or not message.id:
                continue
            tokens -= sum(len(one.emitted) for one in message.rounds)
            self._read.remove(message)
            message.rounds, message.waiting = [], True
            index = places[id(message)]
            if self._page.places[index].dressed is not View.READING:
                with self._changing(index):
                    self._page.put_text(index, message.text)

    def turn(self) -> None:
        """Show the chosen reply in the other view; without a choice the last one in view."""
        seen = self._view.layer.in_view()
        chosen = self._view.layer.chosen
        indices = reversed(seen) if chosen is None else (chosen,)
        index = next((one for one in indices if self._messages[one].role is Role.ASSISTANT), None)
        if index is not None:
            view = View.TOKENS if self._views.view_of(index) is View.READING else View.READING
            self._messages[index].view = view
            self.write_again(index)

    def turn_thought(self, index: int) -> None:
        """Show what the model thought in a reply, or hide it."""
        self._messages[index].thoughts_open = not self._messages[index].thoughts_open
        self.write_again(index)

    def write_again(self, index: int) -> None:
        """Write a message as it is to be shown now."""
        layer = self._view.layer
        self._view.dismiss_card()
        with self._changing(index):
            self._views.write_again(index)
        layer.choose(layer.chosen)
        self._view.viewport().update()
        layer.look()

    def dress(self, index: int) -> bool:
        """Make a reply that came into view ready for it; return whether anything was to be done."""
        if not self._views.is_bare(index):
            return False
        with self._changing(index):
            self._views.dress(index)
        self._view.layer.place_bar()
        self._view.layer.look()
        return True

    def dress_all_in_view(self) -> None:
        """Before they are painted, so that nobody sees them change."""
        while any(self.dress(index) for index in reversed(self._view.layer.in_view())):
            pass
        self._view.layer.look()
