"""The conversations on disk: one SQLite database, used by one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.chats import search
from app.chats.chat_list import ChatList
from app.chats.codec import encode_summary
from app.chats.database import IN_MEMORY
from app.chats.records import (
    PRIVATE_FROM,
    Attachment,
    Chat,
    ChatTree,
    Message,
    Role,
    StoredMessage,
    StoredReply,
    Unsent,
)
from app.chats.rows import (
    CHAT_COLUMNS,
    attachments_of,
    insert_attachments,
    insert_message,
    insert_rounds,
    outline_of,
    packed_rounds_of,
    read_chat,
    read_messages,
    read_unsent,
    rounds_of,
    set_shown_child,
    write_unsent,
)
from app.chats.transfer import insert_tree
from app.errors import ChatGoneError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from app.speculation.records import Round, Summary

__all__ = ["IN_MEMORY", "ChatStore", "StoredReply"]


class ChatStore(ChatList):
    """Reads and writes the chats. Every method is one short transaction, and raises ChatStoreError.

    What is added to a chat or message that was deleted meanwhile raises ChatGoneError. Numbers of chats and messages
    are never given twice.

    What the person wrote is on the disk when the method that takes it returns. Streamed rounds are in the file then,
    so that they survive the end of this process, but the disk may get them a little later. What was said is never
    changed: an edited message and another reply are new messages beside the old ones, and one path through all of
    them is shown.
    """

    def start_chat(self, title: str, text: str, attachments: Sequence[Attachment] = ()) -> tuple[Chat, StoredMessage]:
        """Make a chat of its first message, which is no longer unsent then."""
        with self._database.transaction(durable=True) as connection:
            chat = self._insert_chat(connection, title)
            message = self._insert_said(connection, chat.id, None, text, attachments)
            write_unsent(connection, None, Unsent())
        return chat, message

    def add_user_message(
        self, chat_id: int, text: str, attachments: Sequence[Attachment] = (), after: int | None = None
    ) -> StoredMessage:
        """Say something in a chat after the message `after`, None for the last on show."""
        with self._at(chat_id).transaction(durable=True) as connection:
            if after is None:
                after = _last_shown(connection, chat_id)
            else:
                self._demand_message(connection, after, chat_id)
            message = self._insert_said(connection, chat_id, after, text, attachments)
            write_unsent(connection, chat_id, Unsent())
        return message

    def edit_message(self, message_id: int, text: str, attachments: Sequence[Attachment] = ()) -> StoredMessage:
        """Say something else in place of a message, which stays beside it."""
        with self._at(message_id).transaction(durable=True) as connection:
            chat_id, parent_id = self._demand_message(connection, message_id)
            return self._insert_said(connection, chat_id, parent_id, text, attachments)

    def save_again(self, title: str, text: str, attachments: Sequence[Attachment] = ()) -> tuple[int, StoredMessage]:
        """Make a chat of a message whose chat is gone; return its id and the message."""
        with self._database.transaction(durable=True) as connection:
            chat = self._insert_chat(connection, title)
            return chat.id, self._insert_said(connection, chat.id, None, text, attachments)

    def take_back(self, message_id: int) -> None:
        """Turn a message that got no reply back into unsent text; a saved chat that held nothing else goes with it.

        A message that others follow stays where it is.
        """
        with self._at(message_id).transaction(durable=True) as connection:
            found = connection.execute(
                """SELECT chat_id, content FROM messages WHERE id = ?
                   AND NOT EXISTS (SELECT 1 FROM messages AS other WHERE other.parent_id = messages.id)""",
                (message_id,),
            ).fetchone()
            if found is None:
                return
            chat_id, text = found
            unsent = Unsent(text, attachments_of(connection, message_id))
            search.remove_from_index(connection, [message_id])
            connection.execute("DELETE FROM messages WHERE id = ?", (message_id,))
            emptied = connection.execute(
                """DELETE FROM chats
                   WHERE id = ? AND id < ? AND NOT EXISTS (SELECT 1 FROM messages WHERE chat_id = chats.id)""",
                (chat_id, PRIVATE_FROM),
            ).rowcount
            write_unsent(connection, None if emptied else chat_id, unsent)

    def begin_reply(self, chat_id: int, question_id: int | None = None) -> int:
        """Add a reply to `question_id`, None for the last message on show, beside any that it has; return its id.

        It is still empty, and what is shown after the question from now on.
        """
        with self._at(chat_id).transaction() as connection:
            if question_id is None:
                question_id = _last_shown(connection, chat_id)
            else:
                self._demand_message(connection, question_id, chat_id)
            now = self._touch(connection, chat_id)
            return insert_message(connection, chat_id, question_id, Message(Role.ASSISTANT, ""), now)

    def append_rounds(self, message_id: int, rounds: Sequence[Round]) -> None:
        """Add what a reply went on with: costs what is new, however long the reply is."""
        if not rounds:
            return
        with self._at(message_id).transaction() as connection:
            self._demand_message(connection, message_id)
            search.remove_from_index(connection, [message_id])
            connection.execute(
                "UPDATE messages SET content = content || ? WHERE id = ?",
                ("".join(decoded.text for decoded in rounds), message_id),
            )
            insert_rounds(connection, message_id, rounds)

    def end_reply(self, message_id: int, summary: Summary | None, note: str = "") -> None:
        """Say how a reply ended, and make it findable; `summary` is None if it broke off."""
        data = encode_summary(summary) if summary else None
        with self._at(message_id).transaction() as connection:
            self._demand_message(connection, message_id)
            connection.execute("UPDATE messages SET summary = ?, note = ? WHERE id = ?", (data, note, message_id))
            search.remove_from_index(connection, [message_id])
            search.add_to_index(connection, message_id)

    def list_messages(self, chat_id: int, with_rounds: bool = True) -> tuple[StoredMessage, ...]:
        """Return the messages on show in order, replies as StoredReply.

        Without rounds, which `rounds_of` gives for a single one, a long chat is there at once.
        """
        with self._at(chat_id).reading() as connection:
            outline = outline_of(connection, chat_id)
            return read_messages(connection, chat_id, outline, outline.shown_path(), with_rounds)

    def rounds_of(self, message_id: int) -> tuple[Round, ...]:
        """Return the rounds of a reply."""
        with self._at(message_id).reading() as connection:
            return rounds_of(connection, message_id)

    def packed_rounds_of(self, message_id: int) -> tuple[bytes | str, ...]:
        """Return the rounds of a reply as they are stored, for whoever reads them away from this thread."""
        with self._at(message_id).reading() as connection:
            return packed_rounds_of(connection, message_id)

    def show_message(self, message_id: int) -> int:
        """Show the path through this message, and beyond it as it was last shown; return the chat it is in."""
        with self._at(message_id).transaction() as connection:
            chat_id, _parent_id = self._demand_message(connection, message_id)
            for place in outline_of(connection, chat_id).way_to(message_id):
                set_shown_child(connection, place)
            return chat_id

    def unsent(self, chat_id: int | None = None) -> Unsent:
        """Return what was typed and attached in a chat but not sent; None is the chat that does not exist yet."""
        with self._at(chat_id).reading() as connection:
            return read_unsent(connection, chat_id)

    def save_unsent(self, text: str, attachments: Sequence[Attachment] = (), chat_id: int | None = None) -> None:
        """Keep what was typed and attached in a chat but not sent."""
        with self._at(chat_id).transaction() as connection:
            write_unsent(connection, chat_id, Unsent(text, tuple(attachments)))

    def read_tree(self, chat_id: int) -> ChatTree:
        """Return a whole chat with all its branches.

        Raises:
            ChatGoneError: it was deleted.
        """
        with self._at(chat_id).transaction() as connection:  # one moment, whoever else writes
            row = connection.execute(
                f"SELECT {CHAT_COLUMNS} FROM chats WHERE id = ? AND deleted IS NULL",  # noqa: S608
                (chat_id,),
            ).fetchone()
            if row is None:
                raise ChatGoneError(path=self._database.path)
            outline = outline_of(connection, chat_id)
            messages = read_messages(connection, chat_id, outline, sorted(outline.nodes))
            return ChatTree(read_chat(row), messages, outline.shown_path())

    def add_trees(self, trees: Sequence[ChatTree]) -> tuple[Chat, ...]:
        """Add whole chats under new numbers: all of them, or none if it fails."""
        with self._database.transaction(durable=True) as connection:
            return tuple(insert_tree(connection, tree) for tree in trees)

    def _insert_said(
        self,
        connection: sqlite3.Connection,
        chat_id: int,
        parent_id: int | None,
        text: str,
        attachments: Sequence[Attachment],
    ) -> StoredMessage:
        """Add a message of the person."""
        now = self._touch(connection, chat_id)
        said = Message(Role.USER, text)
        message_id = insert_message(connection, chat_id, parent_id, said, now)
        insert_attachments(connection, message_id, attachments)
        search.add_to_index(connection, message_id)
        siblings = outline_of(connection, chat_id).children_of(parent_id)
        return StoredMessage(message_id, said, (), None, parent_id, siblings, tuple(attachments), now)

    def _touch(self, connection: sqlite3.Connection, chat_id: int) -> float:
        """Note that something was said in a chat, and return when.

        The chat comes before all others also where the clock was set back since.
        """
        now = self._clock()
        self._database.demand(
            connection.execute(
                "UPDATE chats SET updated = ? WHERE id = ? AND deleted IS NULL",
                (self._latest(connection, now, chat_id), chat_id),
            )
        )
        return now

    def _demand_message(
        self, connection: sqlite3.Connection, message_id: int, chat_id: int | None = None
    ) -> tuple[int, int | None]:
        """Return the chat and the parent of a message, which must be in `chat_id` if that is given."""
        found = connection.execute(
            """SELECT chat_id, parent_id FROM messages JOIN chats ON chats.id = chat_id
               WHERE messages.id = ? AND deleted IS NULL AND chat_id = COALESCE(?, chat_id)""",
            (message_id, chat_id),
        ).fetchone()
        if found is None:
            raise ChatGoneError(path=self._database.path)
        return found[0], found[1]


def _last_shown(connection: sqlite3.Connection, chat_id: int) -> int | None:
    return next(reversed(outline_of(connection, chat_id).shown_path()), None)
