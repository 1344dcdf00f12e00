"""A window on saved rounds alone."""

from __future__ import annotations

from app.chats.rounds_format import SharedReply, chat_of
from app.chats.store import ChatStore
from app.ui.application import Services, make_window
from tests.chats.conftest import REPLY, SUMMARY
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, fake_pair


def test_saved_rounds_open_with_their_marks_beside_no_chat(guard, appearance, paths, tmp_path):
    own = ChatStore(paths.chats)
    own.start_chat("mine", "a question")
    own.close()
    pull = FakePull(fake_pair(tmp_path))
    shared = chat_of(SharedReply(LIGHTHOUSE, SUMMARY, "a note"), "lighthouse", 1000.0)
    window = make_window(paths, Services(FakeEngine, pull.find, pull.pull), appearance, shared)
    window.show()
    window.browser.open_latest()
    (message,) = window._parts.conversation.messages
    assert message.message.content == REPLY
    assert tuple(window._parts.conversation.rounds_of(message)) == LIGHTHOUSE
    assert REPLY in window.chat.transcript.toPlainText()
    assert [one.title for one in window._parts.store.list_chats()] == ["lighthouse"]
    window.close()
    window.deleteLater()
    again = ChatStore(paths.chats)
    assert [one.title for one in again.list_chats()] == ["mine"]
    again.close()
