from __future__ import annotations

import csv
import io
import json

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.lab.export import to_csv
from app.lab.store import RunStore
from app.speeds import PairSpeeds, SpeedStore, pair_key
from app.ui.lab.dialog import PAGES
from tests.fakes import FakePull, Gate, fake_pair
from tests.ui.lab.conftest import LabBench
from tests.ui.waiting import wait_for


def runs_of(lab):
    return RunStore(lab.bench.paths.lab).list_runs()


def test_a_comparison_is_measured_shown_and_kept(lab):
    lab.plan_small()
    lab.find("lab_lengths").setText("4, auto")
    assert lab.find("compare_count").text().startswith("18 replies = ")
    lab.run_comparison()
    assert lab.dialog.page == "runs"
    (run,) = runs_of(lab)
    assert run.complete
    assert len(run.measurements) == 12
    assert "python" in run.machine
    table = lab.dialog.runs.results.table
    assert [row[0] for row in table.text()] == [
        "temperature 0, draft length off",
        "★ temperature 0, draft length 4 (fastest)",
        "temperature 0, draft length auto",
    ]
    assert "Drafting pays here" in lab.find("lab_verdict").text()
    assert "llama-cpp-python" in lab.find("lab_machine").text()


def test_no_name_of_a_case_is_cut_off(lab, second):
    lab.plan_small()
    lab.dialog.compare.offer([second])
    lab.dialog.compare.pairs._list.item(1).setCheckState(Qt.CheckState.Checked)
    lab.find("lab_lengths").setText("2, 4, 8, auto")
    lab.run_comparison()
    view, names = lab.find("lab_results"), lab.dialog.runs.results.table
    lab.bench.settle()
    heights = set()
    for width in range(dialog_width := lab.dialog.width(), dialog_width + 600, 40):
        lab.dialog.resize(width, lab.dialog.height())
        lab.bench.settle()
        for row, (name, *_) in enumerate(names.text()):
            room = view.visualRect(names.index(row, 0)).adjusted(11, 3, -11, -3)
            taken = view.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, name)
            assert taken.height() <= room.height(), (width, name)
            assert taken.width() <= room.width(), (width, name)
            heights.add(view.rowHeight(row))
    assert len(heights) > 1


def test_a_plan_says_how_many_replies_it_makes_and_why_and_how_long_they_take(lab):
    count = lab.find("compare_count")
    shown = "48 replies = (5 draft lengths and plain) × 2 temperatures × 4 prompts × 1 repeat"
    assert count.text() == f"{shown} · how long it takes is not known until the pair was loaded once"
    pair = lab.bench.pairs.state.loaded.files
    SpeedStore(lab.bench.paths.speeds).keep(
        pair_key([pair.target, pair.drafter], 2, "F16"), PairSpeeds({1: 0.1}, 0.05, (0.05,) * 8)
    )
    lab.bench.pairs.changed.emit(lab.bench.pairs.state)
    assert count.text() == f"{shown} · about 4 minutes at plain speed"
    lab.find("lab_lookup").setChecked(True)
    assert "88 replies = (10 ways to draft and plain)" in count.text()
    lab.dialog.show_page("finder")
    lab.bench.settle()
    assert lab.find("find_count").text().startswith("136 replies: 16 draft lengths, halved 3 times, and plain, × 4")


def test_without_a_pair_it_says_what_to_do_until_there_is_one(open_bench, engine, tmp_path):
    pull = FakePull(fake_pair(tmp_path))
    bench = open_bench(engine, pull)
    bench.settle()
    bench.window.lab.show_lab()
    bench.settle()
    assert "Get the starter pair" in bench.find("lab_no_pair").text()
    assert bench.find("lab_no_pair").isVisible()
    assert not bench.find("lab_pairs").isVisible()
    bench.pairs.open_starter()
    bench.wait_loaded()
    wait_for(lambda: bench.find("lab_pairs").isVisible())
    assert not bench.find("lab_no_pair").isVisible()


def told(values: list[float], digits: int) -> str:
    low, median, high = np.percentile(values, (25, 50, 75))
    return f"{median:.{digits}f}  ({low:.{digits}f} – {high:.{digits}f})"


def test_every_number_of_the_table_is_a_recount_of_the_exported_replies(lab):
    lab.find("lab_lengths").setText("4, auto")
    lab.find("lab_temperatures").setText("0")
    lab.run_comparison()
    (run,) = runs_of(lab)
    rows = list(csv.DictReader(io.StringIO(to_csv(run))))
    speeds = {(row["repeat"], row["prompt"], row["draft_length"]): int(row["emitted"]) / float(row["seconds"])
              for row in rows}  # fmt: skip
    for shown, length in zip(lab.dialog.runs.results.table.text(), ("off", "4", "auto"), strict=True):
        own = [row for row in rows if row["draft_length"] == length]
        accepted, rejected, emitted, rounds = (
            sum(int(row[name]) for row in own) for name in ("accepted", "rejected", "emitted", "rounds")
        )
        gains = [speed / speeds[(*key, "off")] for (*key, of), speed in speeds.items() if of == length]
        assert shown[1:] == (
            told([speed for (*_, of), speed in speeds.items() if of == length], 1),
            "-" if length == "off" else told(gains, 2),
            f"{accepted / (accepted + rejected):.0%}" if accepted + rejected else "-",
            f"{emitted / rounds:.2f}" if rounds else "-",
            str(len(own)),
        )


def test_what_is_wrong_in_the_form_is_a_sentence(lab):
    lab.find("lab_lengths").setText("4, seventeen")
    assert lab.find("compare_count").text() == ""
    lab.find("compare_start").click()
    assert "'seventeen'" in lab.find("compare_told").text()
    lab.find("lab_lengths").setText("4")
    lab.find("lab_temperatures").setText("warm")
    lab.find("compare_start").click()
    assert "'warm'" in lab.find("compare_told").text()
    assert not lab.client.is_running


def test_stop_answers_at_once_and_the_run_goes_on_after_a_restart(lab, engine, open_bench, tmp_path):
    gate = Gate()
    engine.gates = {4: gate}
    lab.plan_small()
    lab.find("compare_start").click()
    wait_for(gate.reached.is_set)
    assert not lab.find("compare_start").isEnabled()
    lab.find("lab_run_cancel").click()
    lab.wait_done()
    (run,) = runs_of(lab)
    assert len(run.measurements) == 3
    assert "3 of 12 replies" in lab.find("lab_runs").currentText()
    lab.bench.close()
    engine.gates = {}
    again = LabBench(open_bench(engine, FakePull(fake_pair(tmp_path), found=True)))
    again.dialog.show_page("runs")
    wait_for(lambda: again.find("lab_runs").count() == 1)
    again.find("lab_resume").click()
    again.wait_done()
    (whole,) = runs_of(again)
    assert whole.complete
    assert whole.measurements[:3] == run.measurements
    assert not again.find("lab_resume").isVisible()


def test_closing_the_window_keeps_what_was_measured(lab, engine):
    gate = Gate()
    engine.gates = {6: gate}
    lab.find("compare_start").click()
    wait_for(gate.reached.is_set)
    lab.bench.close()
    assert len(runs_of(lab)[0].measurements) == 5


def test_the_run_goes_on_when_the_lab_is_closed_and_is_found_again(lab, engine):
    gate = Gate()
    engine.gates = {3: gate}
    lab.plan_small()
    lab.find("compare_start").click()
    wait_for(gate.reached.is_set)
    lab.find("lab_close").click()
    assert lab.dialog is None
    lab.bench.window.lab.show_lab()
    assert lab.dialog.page == "runs"
    gate.open()
    lab.wait_done()
    assert runs_of(lab)[0].complete
    wait_for(lambda: lab.find("lab_runs").count() == 1)


def test_chats_wait_meanwhile_and_say_so(lab, engine):
    gate = Gate()
    engine.gates = {2: gate}
    lab.find("compare_start").click()
    wait_for(gate.reached.is_set)
    assert lab.find("status").text() == "The lab is measuring with the engine"
    lab.bench.send("Hello")
    assert "stop it there first" in lab.bench.banner.notice.text
    lab.bench.pairs.open(lab.bench.pairs.state.loaded.files)
    assert lab.bench.pairs.state.loading is None
    lab.client.stop()
    lab.wait_done()
    lab.bench.ask("Hello")
    assert len(lab.bench.conversation.messages) == 2


def test_the_pair_of_the_chat_is_loaded_again_after_another_was_measured(lab, engine, second):
    lab.dialog.compare.offer([second])
    pairs = lab.dialog.compare.pairs
    pairs._list.item(0).setCheckState(Qt.CheckState.Unchecked)
    pairs._list.item(1).setCheckState(Qt.CheckState.Checked)
    lab.plan_small()
    lab.run_comparison()
    wait_for(lambda: lab.bench.pairs.state.loaded is engine.loaded)
    assert [files.name for files in engine.loads][-2:] == ["Second pair", "Starter pair (SmolLM2 135M)"]
    lab.find("lab_use_best").click()
    wait_for(lambda: lab.bench.pairs.state.loaded.files.name == "Second pair")


def test_a_pair_that_cannot_be_loaded_is_a_row_with_its_sentence(lab, engine, second):
    engine.unloadable = {"Second pair"}
    lab.dialog.compare.offer([second])
    lab.dialog.compare.pairs._list.item(1).setCheckState(Qt.CheckState.Checked)
    lab.plan_small()
    lab.run_comparison()
    rows = lab.dialog.runs.results.table.text()
    assert len(rows) == 4
    assert rows[3][0].endswith(" · Second pair")
    assert "is not a GGUF file" in rows[3][1]
    assert "★" in rows[1][0]


def test_the_best_and_the_chosen_case_are_used_by_the_chat(lab):
    lab.ask_only("compare", "story")
    lab.find("lab_lengths").setText("2, 4")
    lab.find("lab_temperatures").setText("0, 0.5")
    lab.find("lab_lookup").setChecked(True)
    lab.run_comparison()
    lab.find("lab_use_best").click()
    settings = lab.bench.window._parts.preferences.settings
    assert settings.draft_length == 4
    assert lab.find("draft_length").currentText() == "4"
    assert settings.rule is None
    assert not lab.find("lab_use").isEnabled()
    results = lab.dialog.runs.results
    place = next(one.place for one in results.table.results
                 if (one.case.draft_length, one.case.temperature, one.case.lookup) == (2, 0.5, True))  # fmt: skip
    results.choose_case(place)
    lab.find("lab_use").click()
    settings = lab.bench.window._parts.preferences.settings
    assert (settings.draft_length, settings.temperature, settings.lookup) == (2, 0.5, True)
    assert "Chats go on with" in lab.find("lab_told").text()


def test_the_finder_explains_what_it_found_and_it_is_used(lab):
    lab.dialog.show_page("finder")
    lab.ask_only("find", "story")
    lab.find("find_start").click()
    lab.wait_done()
    said = lab.find("lab_verdict").text()
    assert said.startswith("Round 1: of 16 lengths these were the fastest:")
    assert "Draft length 4 is the best" in said
    lab.find("lab_use_best").click()
    assert lab.find("draft_length").currentText() == "4"


def test_runs_are_exported_and_deleted(lab, tmp_path, monkeypatch):
    lab.plan_small()
    lab.run_comparison()
    run = lab.dialog.runs.run
    for name in ("run.csv", "run.json"):
        lab.dialog.runs.export_requested.emit(run, tmp_path / name)
        wait_for(lambda name=name: name in lab.find("lab_told").text())
    rows = list(csv.DictReader(io.StringIO((tmp_path / "run.csv").read_text())))
    facts = json.loads((tmp_path / "run.json").read_text())
    assert len(rows) == len(facts["measurements"]) == len(run.measurements)
    lab.dialog.runs.export_requested.emit(run, tmp_path / "nowhere" / "run.csv")
    wait_for(lambda: "cannot be written" in lab.find("lab_told").text())
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    lab.find("lab_delete").click()
    assert runs_of(lab)
    lab.find("lab_delete").click()
    wait_for(lambda: lab.find("lab_runs").count() == 0)
    assert not runs_of(lab)


def test_own_prompts_come_from_a_file_and_are_asked(lab, engine, tmp_path):
    lab.plan_small()
    lab.ask_only("compare")
    (tmp_path / "p.txt").write_text("First?\nSecond?\n")
    lab.dialog.compare.prompts.take_file(tmp_path / "p.txt")
    assert lab.find("compare_own_prompts").toPlainText() == "First?\nSecond?"
    lab.dialog.compare.prompts.take_file(tmp_path / "none.txt")
    assert "no prompts" in lab.find("compare_told").text()
    lab.run_comparison()
    assert {messages[0].content for messages, _ in engine.requests} == {"First?", "Second?"}


def test_same_words_are_proved_side_by_side(lab):
    lab.dialog.show_page("proof")
    lab.find("proof_start").click()
    lab.wait_done()
    view = lab.dialog.proof.view
    assert lab.find("proof_verdict").text().startswith("✗ The texts part at token 1,")
    assert view.plain.toPlainText() == view.drafted.toPlainText() == " a lamp turns."
    assert view.plain.textCursor().charFormat().background() != view.plain.palette().base()


def test_the_chances_are_counted_and_tested(lab):
    lab.dialog.show_page("proof")
    lab.find("proof_chances").click()
    lab.find("proof_count").put(60)
    lab.find("proof_start").click()
    lab.wait_done()
    # The scripted engine says the same token each time, which the target finds as likely as another.
    assert lab.find("proof_verdict").text().startswith("✗ 60 next tokens do not fit")
    table = lab.find("proof_table")
    assert [table.item(0, column).text() for column in range(3)] == ["“ a”", "60", "30.0"]


def test_a_proof_stops_at_once_and_without_a_prompt_is_refused(lab, engine):
    lab.dialog.show_page("proof")
    gate = Gate()
    engine.gates = {2: gate}
    lab.find("proof_start").click()
    wait_for(gate.reached.is_set)
    lab.find("proof_cancel").click()
    lab.wait_done()
    assert lab.find("proof_verdict").text() == ""
    lab.find("proof_prompt").clear()
    lab.find("proof_start").click()
    lab.wait_done()
    assert "message is empty" in lab.find("proof_told").text()


def test_a_bug_is_told_and_the_engine_comes_back(lab, engine):
    engine.target_distribution = lambda *_: 1 / 0
    lab.dialog.show_page("proof")
    lab.find("proof_chances").click()
    lab.find("proof_start").click()
    lab.wait_done()
    assert "made a mistake" in lab.find("proof_told").text()
    assert not lab.bench.pairs.state.lent


def test_everything_is_reached_by_keyboard_and_has_a_name(lab):
    for page in PAGES:
        lab.dialog.show_page(page)
        for control in lab.dialog.findChildren(QWidget):
            takes = control.focusPolicy() & Qt.FocusPolicy.TabFocus
            inner = control.objectName() in ("qt_scrollarea_viewport", "qt_spinbox_lineedit")
            if not takes or inner or not control.isVisible() or not control.isEnabled():
                continue
            text = getattr(control, "text", lambda: "")
            assert control.accessibleName() or text(), f"{page}: {control.objectName()} has no name"
    wait_for(lab.dialog.isActiveWindow)
    lab.bench.press(Qt.Key.Key_2, lab.dialog, Qt.KeyboardModifier.ControlModifier)
    wait_for(lambda: lab.dialog.page == "finder")
