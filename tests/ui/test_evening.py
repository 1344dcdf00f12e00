"""A whole evening in the real window on the starter pair: after every step, what is shown is what is stored."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.chats.records import Role, SearchHit
from app.settings import Settings, save_settings
from app.speculation.records import Verdict
from app.ui.chats.rows import Heading
from tests.ui.real_window import RealWindow, check_statistics, home_with_pair

pytestmark = pytest.mark.native

ALT_SHIFT = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier


class Evening(RealWindow):
    """The window, and what a person does in it; `check` compares it with its store."""

    def ask(self, text):
        super().ask(text)
        self.check()

    def replied(self):
        self.wait(lambda: self.conversation.is_replying, "the start")
        self.wait(lambda: not self.conversation.is_replying, "the reply")
        self.check()

    def rows(self):
        return [one for one in self.find("chat_list").model().rows if not isinstance(one, Heading)]

    def open_chat(self, chat_id):
        listed = self.find("chat_list")
        listed.setCurrentIndex(listed.model().index_of(chat_id))
        self.wait(lambda: self.conversation.chat_id == chat_id, "the chat")
        self.check()

    def search(self, query):
        self.find("chat_search").setText(query)
        self.wait(lambda: self.rows() and all(isinstance(one, SearchHit) for one in self.rows()), "the hits")
        return self.rows()

    def end_search(self):
        self.window.sidebar.end_search()
        self.check()

    def check(self):
        """Compare everything on show with the store: the list, the branch, its marks and its numbers."""
        chats = self.store.list_chats()
        assert sorted(one.id for one in self.rows()) == sorted(one.id for one in chats)
        assert {one.id: (one.title, one.pinned) for one in self.rows()} == {
            one.id: (one.title, one.pinned) for one in chats
        }
        if self.conversation.chat_id is None:
            assert not self.transcript.messages
            return
        stored = self.store.list_messages(self.conversation.chat_id)
        self.transcript.layer.look()
        self.wait(
            lambda: not any(self.transcript.messages[n].waiting for n in self.transcript.layer.in_view()), "marks"
        )
        shown = self.transcript.messages
        assert [one.id for one in shown] == [one.id for one in stored]
        told = "\n\n".join(
            f"{'You' if one.message.role is Role.USER else 'Draftlight'}\n{one.message.content}" for one in stored
        )
        assert self.transcript.toPlainText().rstrip("\n") == told.rstrip("\n")
        for message, kept in zip(shown, stored, strict=True):
            assert (message.position, message.count) == (kept.position, kept.count)
            if message.role is Role.ASSISTANT and not message.waiting:
                assert tuple(message.rounds) == tuple(kept.rounds)
                assert "".join(token.text for one in kept.rounds for token in one.emitted) == kept.message.content
        replies = [one for one in stored if one.rounds]
        if replies:
            check_statistics(self.find("statistics").text(), replies[-1])
        assert self.find("draft_length").currentData() == self.window.chat_settings.options.draft_length


@pytest.fixture(name="home")
def _home(tmp_path, starter_pair):
    """A person who has the starter pair, and wants short replies."""
    paths = home_with_pair(tmp_path, starter_pair)
    save_settings(paths.settings, Settings(max_tokens=20, seed=3, draft_length=4))
    return paths


@pytest.fixture(name="start")
def _start(guard, appearance):
    opened = []

    def start(paths):
        opened.append(Evening(paths, appearance))
        opened[-1].wait_loaded()
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_an_evening(start, home, tmp_path):
    app = start(home)
    app.ask("How does a lighthouse work?")
    app.ask("Who keeps it?")
    first = app.conversation.chat_id
    verdicts = {token.verdict for one in app.replies() for done in one.rounds for token in done.drafted}
    assert Verdict.ACCEPTED in verdicts
    go_back_to_the_first_of_two_replies(app)
    ask_something_else_instead(app)
    second = ask_in_a_second_chat(app, tmp_path / "notes.txt")
    app.composer.edit.insertPlainText("not sent yet")
    stop_delete_and_bring_back_a_third(app)
    find_what_the_file_says(app, second)
    app.open_chat(first)
    shown, titles = app.transcript.toPlainText(), [one.title for one in app.rows()]
    app.close()
    again = start(home)
    assert [one.title for one in again.rows()] == titles
    again.open_chat(second)
    assert again.conversation.system_prompt == "Answer like a sailor."
    assert again.composer.text() == "not sent yet"
    again.open_chat(first)
    assert again.transcript.toPlainText() == shown
    again.composer.edit.clear()
    again.ask("Thank you. Good night.")
    assert len(again.transcript.messages) == 6


def go_back_to_the_first_of_two_replies(app):
    app.conversation.regenerate_last()
    app.replied()
    transcript = app.transcript
    transcript.setFocus()
    transcript.layer.choose(len(transcript.messages) - 1)
    QTest.keyClick(transcript, Qt.Key.Key_Left, ALT_SHIFT)
    app.check()
    assert transcript.messages[-1].position == 1


def ask_something_else_instead(app):
    app.window.chat.edit_last()
    app.composer.edit.selectAll()
    app.ask("Who built the first one?")
    question = app.transcript.messages[2]
    assert (question.position, question.count) == (2, 2)
    app.find("show_rejected").click()
    app.check()


def ask_in_a_second_chat(app, notes):
    """With a system prompt, another temperature and a file; it gets a title and is pinned."""
    app.window._on_new_chat()
    app.window.chat_settings.set_system_prompt("Answer like a sailor.")
    notes.write_text("The lamp is lit at dusk. The keeper's name is Ondine.")
    app.window.chat.writing.attach([notes])
    app.find("temperature").setValue(0.2)
    app.ask("What do the notes say?")
    chat_id = app.conversation.chat_id
    assert app.store.list_messages(chat_id)[0].attachments[0].name == notes.name
    model = app.find("chat_list").model()
    model.setData(model.index_of(chat_id), "Notes on a lamp")
    app.window.sidebar.pin_requested.emit(chat_id, True)
    app.check()
    return chat_id


def stop_delete_and_bring_back_a_third(app):
    app.window._on_new_chat()
    app.composer.edit.insertPlainText("Tell me a long story about the sea.")
    QTest.keyClick(app.composer.edit, Qt.Key.Key_Return)
    app.wait(lambda: app.conversation.live and app.conversation.live.line, "the first tokens")
    app.find("stop_button").click()
    app.wait(lambda: not app.conversation.is_replying, "the end")
    app.check()
    chat_id = app.conversation.chat_id
    listed = app.find("chat_list")
    listed.setCurrentIndex(listed.model().index_of(chat_id))
    app.window.sidebar._delete_current()
    assert chat_id not in [one.id for one in app.store.list_chats()]
    app.find("undo_delete").click()
    app.check()
    assert chat_id in [one.id for one in app.store.list_chats()]


def find_what_the_file_says(app, chat_id):
    """A hit leads to its chat, with what was typed there and its options."""
    hits = app.search("Ondine")
    assert {one.chat_id for one in hits} == {chat_id}, "in what was said, and in the file"
    app.window.sidebar.hit_chosen.emit(hits[0])
    app.end_search()
    assert app.conversation.chat_id == chat_id
    assert app.composer.text() == "not sent yet"
    assert app.find("temperature").value() == pytest.approx(0.2)
