"""The real window, the real engine, the real starter pair: from the first start to a coloured reply."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.paths import Paths
from app.speculation.records import Verdict
from tests.ui.real_window import RealWindow, check_statistics, home_with_pair
from tests.ui.test_screens import save

pytestmark = pytest.mark.native

QUESTION = "How does a lighthouse work?"


@pytest.fixture(name="fresh")
def _fresh(tmp_path, starter_pair):
    """A frozen build with the starter target inside, on a machine that never ran it."""
    paths = Paths(data=tmp_path / "home", logs=tmp_path / "home" / "logs", resources=tmp_path / "resources")
    paths.shipped_models.mkdir(parents=True)
    shutil.copy(starter_pair.target, paths.shipped_models / "SmolLM2-135M-Instruct.Q4_1.gguf")
    return paths


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


def test_plain_speed_is_measured_and_the_reply_is_compared_with_it(start, starter_pair, tmp_path):
    app = start(home_with_pair(tmp_path, starter_pair))
    app.wait_loaded()
    app.find("max_tokens").setValue(60)  # the small model may go on to the end of the context
    app.ask(QUESTION)
    assert "speed-up not measured yet" in app.find("statistics").text()
    app.window.chat.numbers.show_last()
    app.wait(lambda: app.find("statistics_measure").isEnabled(), "the offer")
    app.find("statistics_measure").click()
    app.wait(lambda: "× plain speed" in app.find("statistics").text(), "the measurement")
    summary = app.window._parts.conversation.messages[-1].summary
    assert summary.speedup == summary.tokens_per_second * summary.plain_seconds
    assert len(app.window._parts.conversation.messages) == 2
    app.window.chat.numbers.dialog.accept()
    check_statistics(app.find("statistics").text(), app.replies()[0])


def test_stop_during_a_long_prompt_keeps_the_window_usable(start, starter_pair, tmp_path):
    app = start(home_with_pair(tmp_path, starter_pair))
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
