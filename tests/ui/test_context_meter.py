"""What is being written is counted before it is sent, and what does not fit is told with its numbers."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt

from app.chats.records import Attachment, Message, Role
from app.speculation.records import TemplateFailed, TurnsLeftOut
from app.ui.notices import NoticeAction
from app.ui.prompt_room import PromptRoom, estimate_chat, estimate_tokens, told_long, told_short, trouble_of
from tests.fakes import LIGHTHOUSE, FakeEngine, Gate, plain_round
from tests.ui.waiting import wait_for


def counted(bench, written, said=None):
    def is_right():
        room = bench.composer.room
        return not room.estimated and room.written == written and said in (None, room.said)

    wait_for(is_right, f"{written} tokens")


def test_what_is_typed_is_counted_in_the_engines_thread(bench):
    counted(bench, 0, 10)
    meter = bench.find("context_meter")
    assert meter.text == "10 used · 1,024 reserved · 3,062 free"
    bench.window.resize(760, 600)
    wait_for(lambda: meter.text == "10 of 4,096")
    bench.type("one two three")
    assert meter.text.startswith("+≈")
    counted(bench, 3, 10)
    assert meter.text == "+3 · 13 of 4,096"
    assert meter.accessibleDescription() == (
        "this message: 3 tokens · context: 13 used · 1,024 reserved for the reply · 3,059 free · 4,096 in all"
    )
    assert len(bench.engine.threads_seen) == 1
    bench.ask(" four")
    counted(bench, 0, 10 + 4 + len("".join(one.text for one in LIGHTHOUSE).split()))


def test_files_are_counted_before_they_are_sent(bench):
    bench.composer.set_attachments([Attachment("notes.txt", "five words in a file", 20)])
    bench.type("and two")
    counted(bench, 5 + 4 + 2 + 2)  # the frame has a name, a size, and two fences
    chip = bench.window.findChild(type(bench.composer._chips._sizes[0]), "")
    assert chip is not None
    assert bench.composer._chips._sizes[0].text() == "20 bytes · 11 tokens"


def test_a_message_that_is_too_long_is_told_with_its_numbers_and_not_sent(bench):
    bench.type("word " * 5000)
    assert not bench.find("room_trouble").isVisible()  # an estimate refuses nothing
    counted(bench, 5000)
    told = bench.find("room_trouble")
    assert told.isVisible()
    assert "5,010 tokens, and 4,095 fit" in told.text()
    bench.press(Qt.Key.Key_Return)
    assert bench.engine.requests == []
    assert "5,010 tokens" in bench.banner.notice.text
    assert len(bench.composer.text()) == 25_000
    bench.composer.set_text("short")
    counted(bench, 1)
    assert not told.isVisible()
    bench.press(Qt.Key.Key_Return)
    bench.wait_replied()
    assert len(bench.engine.requests) == 1


def test_an_edited_message_is_counted_without_what_it_replaces(bench):
    bench.ask("one two")
    bench.ask("three four five")
    bench.window.chat.edit_last()
    counted(bench, 3, 10 + 2 + len("".join(one.text for one in LIGHTHOUSE).split()))
    bench.window.chat.writing.drop_target()
    counted(bench, 0)


def test_while_a_reply_is_written_the_numbers_are_estimates_and_grow(open_bench):
    gate = Gate()
    engine = FakeEngine([plain_round(0, "one"), plain_round(1, " two"), gate])
    bench = open_bench(engine)
    bench.wait_loaded()
    counted(bench, 0)
    bench.send("hello")
    wait_for(gate.reached.is_set)
    counts = len(engine.counts)
    wait_for(lambda: bench.composer.room.said > 12)
    assert bench.composer.room.estimated
    bench.type("more")
    assert bench.composer.room.written == estimate_tokens("more")
    assert len(engine.counts) == counts
    gate.open()
    bench.wait_replied()
    counted(bench, 1, 10 + 1 + 2)


def test_a_change_of_options_changes_what_is_reserved(bench):
    counted(bench, 0)
    bench.find("max_tokens").setValue(128)
    assert bench.composer.room.reserved == 128


def test_a_megabyte_is_pasted_as_a_file_and_counted_once(bench):
    counted(bench, 0)
    source = QMimeData()
    source.setText("word " * 199_000)
    bench.composer.edit.insertFromMimeData(source)
    assert bench.composer.text() == ""
    wait_for(lambda: not bench.composer.room.estimated and bench.composer.room.written > 199_000)
    assert "tokens" in bench.composer._chips._sizes[0].text()
    bench.type("x")
    wait_for(lambda: not bench.composer.room.estimated)
    files = {id(texts[0]) for _, texts in bench.engine.counts if texts and len(texts[0]) > 1000}
    assert len(files) == 1  # the same frame, which the engine knows already


def test_turns_left_out_are_told_at_once_and_under_the_reply(open_bench):
    bench = open_bench(FakeEngine([TurnsLeftOut(2), *LIGHTHOUSE]))
    bench.wait_loaded()
    bench.ask()
    assert "the 2 oldest turns were left out" in bench.banner.notice.text
    assert "the 2 oldest turns were left out" in bench.transcript.messages[-1].line
    stored = bench.store.list_messages(bench.conversation.chat_id)[-1]
    assert stored.note == "the 2 oldest turns were left out"


def test_a_template_that_fails_is_told_and_leads_to_the_template(open_bench):
    bench = open_bench(FakeEngine([TemplateFailed("No system prompts"), *LIGHTHOUSE]))
    bench.wait_loaded()
    bench.ask()
    assert "failed (No system prompts), so the common form ChatML was used" in bench.banner.notice.text
    assert bench.banner.notice.action is NoticeAction.EDIT_TEMPLATE
    assert "the chat template failed, ChatML was used" in bench.transcript.messages[-1].line
    bench.find("banner_action").click()
    bench.find("template_dialog").reject()


def test_rooms_are_told_in_words():
    assert told_short(PromptRoom(0, 0, 0, 0, estimated=True)) == ""
    assert told_short(PromptRoom(0, 7, 0, 0, estimated=True)) == "≈7 tokens"
    assert "≈12 used" in told_long(PromptRoom(7, 5, 25, 100, estimated=True))
    fits = PromptRoom(50, 25, 25, 100, estimated=False, slides=True)
    assert (fits.free, trouble_of(fits)) == (0, "")
    assert "oldest turns" in trouble_of(PromptRoom(51, 25, 25, 100, estimated=False, slides=True))
    assert trouble_of(PromptRoom(51, 25, 25, 100, estimated=False)) == ""
    assert "110 tokens, and 99 fit" in trouble_of(PromptRoom(10, 100, 25, 100, estimated=False))
    assert "This message has 100 tokens" in trouble_of(PromptRoom(10, 100, 25, 100, estimated=False, slides=True))


def test_estimates_follow_the_script_and_know_what_the_model_wrote():
    assert estimate_tokens("") == 0
    assert estimate_tokens("x" * 400) == 101
    assert 90 <= estimate_tokens("燈" * 100) <= 110
    assert estimate_chat([Message(Role.ASSISTANT, "x" * 4000, (1, 2, 3))]) < 20
