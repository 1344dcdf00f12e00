"""A reply leaves the program: as a picture, as a web page, as its rounds."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest

from app.chats.rounds_format import SharedReply, chat_of, read_rounds
from app.speculation.records import Verdict
from app.ui.colour_scales import steps_of
from app.ui.colourings import STEPS, Colouring
from tests.fakes import LIGHTHOUSE, FakeEngine, drafted_round
from tests.ui.test_screens import SCREENS
from tests.ui.waiting import wait_for

QUESTION = "How does a lighthouse work?"


@pytest.fixture(name="asked")
def _asked(bench):
    bench.ask(QUESTION)
    bench.transcript.layer.choose(1)
    return bench


def choose(bench, text: str) -> None:
    """Open the menu of the chosen reply and choose an entry."""
    QTest.mouseClick(bench.find("share_message"), Qt.MouseButton.LeftButton)
    menu = bench.find("share_menu")
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


def copied(bench):
    done = []
    bench.window.chat.sharing.copied.connect(lambda: done.append(True))
    choose(bench, "Copy as image")
    wait_for(lambda: done, "the picture")
    return QGuiApplication.clipboard().image()


def colours_of(image) -> set[str]:
    pixels = np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint32)
    return {f"#{one & 0xFFFFFF:06X}" for one in np.unique(pixels).tolist()}


def test_a_picture_has_the_marks_that_are_shown_in_the_theme(asked, scheme):
    theme = asked.appearance.theme
    image = copied(asked)
    assert image.width() == 1520
    SCREENS.mkdir(parents=True, exist_ok=True)
    assert image.save(str(SCREENS / f"shared-{scheme}.png"))
    found = colours_of(image)
    assert {theme.page.upper(), theme.marks[Verdict.ACCEPTED].fill.upper()} <= found
    struck = theme.marks[Verdict.REJECTED].text
    assert struck.upper() not in found
    asked.find("show_rejected").click()
    with_ghosts = copied(asked)
    assert struck.upper() in colours_of(with_ghosts)
    assert with_ghosts.height() > image.height()
    assert with_ghosts.save(str(SCREENS / f"shared-rejected-{scheme}.png"))
    assert "clipboard" in asked.banner.notice.text


def test_a_picture_has_the_colours_and_toggles_on_show(asked):
    theme = asked.appearance.theme
    bonus, accepted = (theme.marks[one].fill.upper() for one in (Verdict.BONUS, Verdict.ACCEPTED))
    assert {bonus, accepted} <= colours_of(copied(asked))
    asked.find("mark_bonus").click()
    found = colours_of(copied(asked))
    assert bonus not in found
    assert accepted in found
    asked.find("colouring").setCurrentIndex(list(Colouring).index(Colouring.TARGET))
    asked.find("show_rejected").click()
    image = copied(asked)
    assert image.save(str(SCREENS / "shared-target.png"))
    found = colours_of(image)
    assert {one.fill.upper() for one in steps_of(theme.scheme, STEPS)} <= found  # the legend has every step
    assert accepted not in found


def test_a_long_reply_is_cut_and_says_so(open_bench):
    rounds = [drafted_round(n, [" the", " lamp", " burns"], None, [], " all") for n in range(900)]
    bench = open_bench(FakeEngine(rounds))
    bench.wait_loaded()
    bench.ask(QUESTION)
    bench.transcript.layer.choose(1)
    image = copied(bench)
    assert 4000 < image.height() < 16000
    assert QColor(image.pixel(2, 2)) == QColor(bench.appearance.theme.page)


def test_an_old_reply_without_rounds_is_copied_as_its_text(bench):
    tree = chat_of(SharedReply(()), "old", 0.0)
    (reply,) = tree.messages
    reply = dataclasses.replace(reply, message=dataclasses.replace(reply.message, content="an old reply"))
    (chat,) = bench.store.add_trees((dataclasses.replace(tree, messages=(reply,)),))
    bench.conversation.open_chat(chat.id)
    bench.transcript.layer.choose(0)
    blank = QColor(bench.appearance.theme.page).name().upper()
    assert len(colours_of(copied(bench).copy(0, 70, 1520, 60)) - {blank}) > 3


def test_rounds_are_saved_with_pair_and_decisions(asked, tmp_path):
    choose(asked, "Save rounds…")
    dialog = asked.find("share_dialog")
    assert dialog.selectedNameFilter().endswith("(*.jsonl)")
    dialog.reject()
    file = tmp_path / "rounds.jsonl"
    asked.window.chat.sharing.save_to(str(file))
    wait_for(lambda: asked.banner.notice and "Written to rounds.jsonl" in asked.banner.notice.text)
    shared = read_rounds(file)
    assert shared.rounds == LIGHTHOUSE
    assert (shared.pair.target, shared.pair.drafter) == ("target.gguf", "drafter.gguf")
    assert str(tmp_path) not in file.read_text()


def test_a_web_page_of_an_old_reply_has_its_tokens(asked, open_bench, tmp_path):
    asked.close()
    again = open_bench()
    again.transcript.layer.choose(1)
    choose(again, "Save as web page…")
    again.find("share_dialog").reject()
    file = tmp_path / "reply.html"
    again.window.chat.sharing.save_to(str(file))
    wait_for(lambda: again.banner.notice and "Written to" in again.banner.notice.text)
    page = file.read_text("utf-8")
    assert page.count("data-card=") > sum(len(one.emitted) for one in LIGHTHOUSE)
    assert "target.gguf + drafter.gguf" in page
    assert "acceptance 76% (39/51)" in page
    assert "<script" not in page


def test_what_cannot_be_written_is_told(asked, tmp_path):
    asked.window.chat.sharing.pick_rounds(asked.conversation.messages[1])
    asked.find("share_dialog").reject()
    asked.window.chat.sharing.save_to(str(tmp_path / "none" / "rounds.jsonl"))
    wait_for(lambda: asked.banner.notice and "cannot be written" in asked.banner.notice.text)


def test_what_the_person_said_has_no_menu(asked):
    asked.transcript.layer.choose(0)
    assert not asked.find("share_message").isVisible()
