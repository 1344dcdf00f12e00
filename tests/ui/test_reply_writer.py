from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal

from app.chats.records import Role
from app.chats.store import ChatStore
from app.errors import DecodeError
from app.options import ReplyOptions
from app.speculation.records import PromptProgress, TurnsLeftOut
from app.ui.reply_writer import ReplyWriter
from app.ui.worker import EventArrived, ReplyEnded, ReplyFailed
from tests.busy_store import locked
from tests.fakes import LIGHTHOUSE


class Engine(QObject):
    """Says what the test has it say."""

    event_arrived = Signal(object)
    reply_ended = Signal(object)
    reply_failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.dropped = False

    def reply(self, _prompt, _options) -> int:
        return 7

    def drop_reply(self) -> None:
        self.dropped = True

    def tell(self, *events) -> None:
        for event in events:
            self.event_arrived.emit(EventArrived(7, event))


@pytest.fixture
def store(tmp_path):
    store = ChatStore(tmp_path / "chats.sqlite3")
    yield store
    store.close()


@pytest.fixture
def engine(guard):
    return Engine()


@pytest.fixture
def writer(store, engine):
    writer = ReplyWriter(store, engine)
    writer.told, writer.ends = [], []
    for signal in (writer.prompt_progressed, writer.round_arrived, writer.prompt_noted):
        signal.connect(writer.told.append)
    writer.ended.connect(lambda session, error: writer.ends.append((session, error)))
    yield writer
    writer.saver.close()


@pytest.fixture
def session(store, writer):
    chat, question = store.start_chat("a", "How does a lighthouse work?")
    return writer.ask((question.message,), ReplyOptions(), chat.id, question, ())


def roles(messages):
    return [one.message.role for one in messages]


def test_a_reply_is_told_of_and_saved(store, writer, engine, session):
    assert writer.is_in(session.chat_id)
    assert "still writing" in writer.refusal(session.chat_id).text
    progress = PromptProgress(1, 2, 0)
    engine.tell(progress, TurnsLeftOut(2), *LIGHTHOUSE)
    engine.reply_ended.emit(ReplyEnded(7))
    assert [writer.told[0], *writer.told[2:]] == [progress, *LIGHTHOUSE]
    assert "the 2 oldest turns were left out" in writer.told[1].text
    assert writer.ends == [(session, None)]
    assert session.ended
    assert writer.refusal(session.chat_id) is None, "asking saves"
    assert roles(store.list_messages(session.chat_id)) == [Role.USER, Role.ASSISTANT]
    assert writer.last.message().id


def test_a_reply_that_fails_before_its_first_token_is_not_saved(store, writer, engine, session):
    error = DecodeError(model="m", detail="no")
    engine.reply_failed.emit(ReplyFailed(7, error))
    assert writer.ends == [(session, error)]
    assert writer.session is writer.last is None
    assert not session.ended
    assert not writer.saver.timer.isActive()
    assert roles(store.list_messages(session.chat_id)) == [Role.USER]


def test_a_reply_that_cannot_be_saved_yet_is_shown_and_keeps_the_chat_waiting(store, writer, engine, session, tmp_path):
    stored = store.list_messages(session.chat_id)
    other, question = store.start_chat("b", "Who keeps it?")
    engine.tell(*LIGHTHOUSE)
    assert writer.completed(session.chat_id, stored) == [session.question]
    engine.reply_ended.emit(ReplyEnded(7))
    with locked(tmp_path / "chats.sqlite3"):
        assert "not saved yet" in writer.refusal(session.chat_id).text
        assert writer.refusal(other.id) is None
        writer.ask((question.message,), ReplyOptions(), other.id, question, ())
        engine.tell(LIGHTHOUSE[0])
        engine.reply_ended.emit(ReplyEnded(7))
        assert writer.last is not session
        assert roles(writer.completed(session.chat_id, stored)) == [Role.USER, Role.ASSISTANT]
        assert writer.last is session
    assert writer.refusal(session.chat_id) is None


def test_in_a_chat_that_is_deleted_nothing_more_is_written(store, writer, engine, session):
    engine.tell(*LIGHTHOUSE[:2])
    assert not writer.leave(session.chat_id + 1)
    assert writer.leave(session.chat_id)
    assert engine.dropped
    engine.tell(*LIGHTHOUSE[2:])
    assert writer.session is None
    reply = store.list_messages(session.chat_id)[-1]
    assert reply.rounds == LIGHTHOUSE[:2], "it stays as far as it was"
    assert not writer.leave(session.chat_id)
    assert not writer.saver.timer.isActive()
