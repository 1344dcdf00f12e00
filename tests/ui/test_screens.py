"""Pictures of the main states, for a person to look at, in build/screens/."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from app.chats.records import Attachment
from app.errors import ModelLoadError, PromptTooLongError
from app.pull import STARTER_NOTE
from tests.fakes import LIGHTHOUSE, FakeEngine, FakeProgress, FakePull, Gate, fake_pair
from tests.ui.waiting import wait_for

SCREENS = Path(__file__).parent.parent.parent / "build" / "screens"
QUESTION = "How does a lighthouse work?"


def save(widget, scheme: str, name: str) -> None:
    """Save a picture; a blank one is a failure."""
    image = widget.grab().toImage()
    colours = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(colours) > 5
    SCREENS.mkdir(parents=True, exist_ok=True)
    assert image.save(str(SCREENS / f"{name}-{scheme}.png"))


def test_first_run(open_bench, tmp_path, scheme):
    pull, gate = FakePull(fake_pair(tmp_path, note=STARTER_NOTE)), Gate()
    pull.steps = [FakeProgress("Downloading", 45_000_000, 98_362_432), gate]
    bench = open_bench(pull=pull, size=(1120, 760))
    save(bench.window, scheme, "welcome")
    bench.find("get_starter").click()
    wait_for(lambda: bench.pairs.state.pull is not None)
    save(bench.window, scheme, "fetching")
    gate.open()
    bench.wait_loaded()
    save(bench.window, scheme, "ready")


def test_a_reply(open_bench, tmp_path, scheme):
    gate = Gate()
    engine = FakeEngine([*LIGHTHOUSE[:9], gate, *LIGHTHOUSE[9:]], LIGHTHOUSE)
    bench = open_bench(engine, FakePull(fake_pair(tmp_path, note=STARTER_NOTE), found=True), size=(1120, 760))
    bench.wait_loaded()
    bench.send(QUESTION)
    wait_for(gate.reached.is_set)
    bench.wait_text("sea")
    wait_for(lambda: bench.find("statistics").text())
    save(bench.window, scheme, "streaming")
    gate.open()
    bench.wait_replied()
    bench.transcript.setFocus()
    save(bench.window, scheme, "finished")
    bench.find("show_rejected").click()
    save(bench.window, scheme, "rejected")
    for _ in range(4):
        bench.transcript.walk(1)
    save(bench.window, scheme, "card")
    bench.transcript.dismiss_card()
    bench.window.resize(800, 560)
    bench.ask("And in a storm? Tell me in three lines.\nOne line each.")
    save(bench.window, scheme, "small")
    bench.find("sampling_button").click()
    bench.settle()
    save(bench.window, scheme, "sampling")
    bench.find("temperature").setValue(0.3)
    bench.find("more_options").click()
    bench.find("repeat_penalty").setValue(1.1)
    save(bench.window, scheme, "sampling-more")
    bench.find("stop_strings").setPlainText("User:\n\\n\\n")
    bench.find("drop_oldest").click()
    bench.find("drop_oldest").setFocus()
    bench.find("sampling_scroll").ensureWidgetVisible(bench.find("drop_oldest"), 0, 80)
    save(bench.window, scheme, "sampling-end")
    bench.find("more_options").click()
    bench.find("loading_options").click()
    bench.find("context").setValue(8192)
    save(bench.window, scheme, "loading")
    bench.find("loading_options").click()
    bench.find("reset_sampling").click()
    bench.find("sampling_button").click()
    bench.window.resize(1600, 1000)
    bench.settle()
    save(bench.window, scheme, "large")


def test_the_details(open_bench, tmp_path, scheme):
    engine = FakeEngine(LIGHTHOUSE)
    engine.plain_seconds = 0.0072
    bench = open_bench(engine, FakePull(fake_pair(tmp_path), found=True), size=(1120, 760))
    bench.wait_loaded()
    bench.ask(QUESTION)
    engine.plain_seconds = None
    bench.ask("And in a storm?")
    bench.window.chat.numbers.show_reply(0)
    dialog = bench.window.chat.numbers.dialog
    wait_for(lambda: dialog.counted is not None and not dialog.page._left)
    wait_for(lambda: dialog.page.height() >= dialog.page.minimumSizeHint().height())
    bench.settle()
    save(dialog, scheme, "details")
    bench.find("statistics_all").click()
    wait_for(lambda: "accepted: 78" in dialog.page.text())
    bench.settle()
    bench.find("statistics_scroll").verticalScrollBar().setValue(10_000)
    save(dialog, scheme, "details-chat")
    bench.find("statistics_plots").click()
    wait_for(lambda: dialog.plots.is_drawn, "the plots")
    bench.settle()
    save(dialog, scheme, "plots")
    dialog.accept()
    bench.window.resize(800, 560)
    bench.settle()
    save(bench.window, scheme, "speedup")
    wait_for(lambda: bench.window.chat.numbers.dialog is None)
    bench.window.chat.numbers.show_reply(0)
    small = bench.window.chat.numbers.dialog
    wait_for(lambda: small.counted is not None and not small.page._left)
    bench.settle()
    save(small, scheme, "details-small")
    bench.find("statistics_plots").click()
    wait_for(lambda: small.plots.is_drawn, "the plots")
    bench.settle()
    save(small, scheme, "plots-small")


def fill(bench) -> None:
    """Chats of some weeks, one of them pinned, and one with two wordings of its question."""
    day = 24 * 3600
    now = bench.store._clock()
    for age, title in ((0, "Winter lights on the coast"), (1, "Bread without kneading"), (3, "Names for a boat"),
                       (20, "A letter to the harbour office"), (80, "Why is the sea salt?")):  # fmt: skip
        bench.store._clock = lambda age=age: now - age * day
        chat, _ = bench.store.start_chat(title, f"{title}: tell me about lamps and the sea, please.")
    bench.store.pin_chat(chat.id, True)
    bench.store._clock = lambda: now


def test_chats(open_bench, tmp_path, scheme):
    bench = open_bench(FakeEngine(LIGHTHOUSE), FakePull(fake_pair(tmp_path), found=True), size=(1120, 760))
    bench.wait_loaded()
    fill(bench)
    bench.ask(QUESTION)
    bench.ask("And in a storm?")
    bench.find("regenerate").click()
    bench.transcript.layer.choose(1)
    bench.conversation.regenerate(bench.conversation.messages[1].id)
    bench.wait_replied()
    bench.composer.set_attachments([Attachment("keeper.py", "print()", 2345), Attachment("log.txt", "", 70)])
    bench.ask("What does the keeper do all day?")
    bench.transcript.layer.choose(1)
    save(bench.window, scheme, "branches")
    bench.window.chat.writing.edit_message(bench.conversation.messages[0].id)
    bench.composer.set_attachments(
        [Attachment("keeper.py", "print()", 2345), Attachment("log-of-the-year.txt", "", 70)]
    )
    save(bench.window, scheme, "editing")
    bench.window.resize(800, 560)
    bench.settle()
    save(bench.window, scheme, "editing-small")
    bench.window.resize(1120, 760)
    bench.find("drop_target").click()
    bench.find("chat_search").setText("sea lamp")
    wait_for(lambda: bench.window.browser._query == "sea lamp")
    save(bench.window, scheme, "search")
    bench.window.sidebar.end_search()
    bench.window.chat_dialogs.show_chat()
    bench.find("system_prompt").setPlainText("You are a lighthouse keeper. Answer in two sentences.")
    save(bench.find("chat_dialog"), scheme, "chat-dialog")
    bench.find("chat_dialog").accept()
    bench.window.show_shortcuts()
    save(bench.find("shortcuts_dialog"), scheme, "shortcuts")
    bench.find("shortcuts_dialog").accept()
    bench.settle()
    bench.settle()
    save(bench.window, scheme, "prompted")
    bench.find("chat_list").setFocus()
    bench.press(Qt.Key.Key_Delete, bench.find("chat_list"))
    bench.settle()
    save(bench.window, scheme, "deleted")


def test_errors(open_bench, tmp_path, scheme):
    engine = FakeEngine(LIGHTHOUSE, [PromptTooLongError(tokens=5000, limit=4095)], [ZeroDivisionError("oh")])
    bench = open_bench(engine, FakePull(fake_pair(tmp_path), found=True), size=(1120, 760))
    bench.wait_loaded()
    bench.ask(QUESTION)
    bench.ask("A question that is much too long\nfor this context")
    save(bench.window, scheme, "error")
    bench.composer.edit.selectAll()
    bench.ask("Another one")
    save(bench.window, scheme, "bug")


def test_the_dialog(open_bench, tmp_path, scheme):
    engine = FakeEngine(LIGHTHOUSE)
    bench = open_bench(engine)
    bench.wait_loaded()
    pair = dataclasses.replace(fake_pair(tmp_path), drafter=None)
    engine.load_steps = [ModelLoadError(path="llama-8b.gguf", detail="unknown architecture")]
    bench.window.pair_door.open_files()
    bench.find("target_path").setText(str(pair.target))
    bench.find("open_pair_open").click()
    wait_for(bench.find("open_pair_error").isVisible)
    save(bench.window.pair_door.dialog, scheme, "dialog")
    bench.window.pair_door.dialog.reject()


def test_no_widget_is_cut_off_in_the_smallest_window(open_bench, tmp_path):
    bench = open_bench(size=(800, 560))
    bench.wait_loaded()
    bench.ask(QUESTION)
    bench.settle()
    room = bench.window.rect()
    for name in (
        "pair_picker",
        "draft_length",
        "sampling_button",
        "send_button",
        "show_rejected",
        "composer",
        "legend",
    ):
        widget = bench.find(name)
        place = widget.rect().translated(widget.mapTo(bench.window, widget.rect().topLeft()))
        assert room.contains(place), name
        assert widget.width() >= widget.minimumSizeHint().width(), name
    assert bench.transcript.height() > 150
    assert QColor(bench.appearance.theme.page).isValid()
