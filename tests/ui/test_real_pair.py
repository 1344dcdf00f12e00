"""The real window, the real engine, the real starter pair: from the first start to a coloured reply."""

from __future__ import annotations

import re
import shutil

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest

from app.paths import Paths
from app.speculation.records import Verdict
from app.ui.application import make_window, real_services
from tests.conftest import ROOT
from tests.ui.test_screens import save
from tests.ui.waiting import wait_for

pytestmark = pytest.mark.native

SLOW_MS = 600_000
QUESTION = "How does a lighthouse work?"


@pytest.fixture(name="fresh")
def _fresh(tmp_path, starter_pair):
    """A frozen build with the starter target inside, on a machine that never ran it."""
    paths = Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=tmp_path / "resources")
    paths.shipped_models.mkdir(parents=True)
    shutil.copy(starter_pair.target, paths.shipped_models / "SmolLM2-135M-Instruct.Q4_1.gguf")
    return paths


class RealWindow:
    def __init__(self, paths, appearance):
        self.open = True
        self.window = make_window(paths, real_services(paths), appearance)
        self.window.resize(1120, 760)
        self.window.show()
        self.window.start()

    def find(self, name):
        found = self.window.findChild(QObject, name)
        assert found is not None
        return found

    def wait(self, condition, what):
        wait_for(condition, what, SLOW_MS)

    def wait_loaded(self):
        self.wait(lambda: self.window._parts.pairs.state.loaded is not None, "the pair")

    def ask(self, text):
        composer = self.window.chat.composer.edit
        composer.insertPlainText(text)
        QTest.keyClick(composer, Qt.Key.Key_Return)
        self.wait(lambda: not self.window._parts.conversation.is_replying, "the reply")

    def replies(self):
        store, conversation = self.window._parts.store, self.window._parts.conversation
        return [one for one in store.list_messages(conversation.chat_id) if one.rounds]

    def close(self):
        if self.open:
            self.open = False
            self.window.close()
            self.window.deleteLater()


@pytest.fixture(name="start")
def _start(guard, appearance):
    opened = []

    def start(paths):
        opened.append(RealWindow(paths, appearance))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_from_the_first_start_to_coloured_replies_and_back_after_a_restart(start, fresh, appearance):
    app = start(fresh)
    app.wait(lambda: app.window._parts.pairs.state.sought, "the search")
    assert app.window._parts.pairs.state.loaded is None
    app.find("get_starter").click()
    app.wait_loaded()
    assert app.find("draft_length").currentText() == "4"
    app.find("seed").setText("2")
    app.ask(QUESTION)
    first = app.replies()[0]
    verdicts = {token.verdict for one in first.rounds for token in one.emitted}
    assert {Verdict.ACCEPTED, Verdict.CORRECTION, Verdict.BONUS} <= verdicts
    transcript = app.find("transcript")
    assert first.message.content.strip().splitlines()[0] in transcript.toPlainText()
    assert QUESTION in transcript.toPlainText()
    check_statistics(app.find("statistics").text(), first)
    for scheme, colours in (("light", Qt.ColorScheme.Light), ("dark", Qt.ColorScheme.Dark)):
        appearance.follow(colours)
        transcript.verticalScrollBar().setValue(0)
        save(app.window, scheme, "real-reply")
        app.find("show_rejected").setChecked(True)
        transcript.verticalScrollBar().setValue(0)
        save(app.window, scheme, "real-rejected")
        app.find("show_rejected").setChecked(False)
    appearance.follow(Qt.ColorScheme.Light)
    shown = transcript.toPlainText()
    app.ask("Say it in one sentence.")
    second = app.replies()[1]
    assert second.summary.reused_tokens >= first.summary.prompt_tokens + first.summary.emitted - 2
    shown_after = app.find("transcript").toPlainText()
    assert shown_after.startswith(shown.rstrip())
    app.close()
    again = start(fresh)
    again.wait_loaded()
    again.find("chat_list").setCurrentIndex(again.find("chat_list").model().index(1, 0))
    again.wait(lambda: "Say it in one sentence." in again.find("transcript").toPlainText(), "the stored chat")


def check_statistics(text, reply):
    """The line under a reply, recomputed from its rounds."""
    drafted = [token.verdict for one in reply.rounds for token in one.drafted]
    emitted = [token.verdict for one in reply.rounds for token in one.emitted]
    accepted, rejected = drafted.count(Verdict.ACCEPTED), drafted.count(Verdict.REJECTED)
    assert f"({accepted}/{accepted + rejected})" in text
    assert f"{accepted} accepted" in text
    assert re.search(rf"\b{emitted.count(Verdict.CORRECTION)} corrections?\b", text)
    assert re.search(rf"\b{len(reply.rounds)} rounds?\b", text)


def test_stop_during_a_long_prompt_keeps_the_window_usable(start, starter_pair, tmp_path):
    paths = Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=ROOT / "resources")
    paths.models.mkdir(parents=True)
    for file in starter_pair.target.parent.iterdir():
        if file.is_file():
            shutil.copy2(file, paths.models / file.name)
    app = start(paths)
    app.wait_loaded()
    composer = app.window.chat.composer.edit
    composer.insertPlainText("hedgehog prophecy tower " * 900)
    QTest.keyClick(composer, Qt.Key.Key_Return)
    conversation = app.window._parts.conversation
    app.wait(lambda: conversation.is_replying, "the start")
    app.find("stop_button").click()
    app.wait(lambda: not conversation.is_replying, "the stop")
    assert "hedgehog prophecy tower" in composer.toPlainText()
    composer.selectAll()
    composer.insertPlainText("Say hello.")
    QTest.keyClick(composer, Qt.Key.Key_Return)
    # How long the model goes on is its own affair; that it writes again is what counts.
    app.wait(lambda: conversation.live and conversation.live.line, "the first tokens")
    app.find("stop_button").click()
    app.wait(lambda: not conversation.is_replying, "the end")
    assert app.replies()
