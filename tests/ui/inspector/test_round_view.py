"""What a round shows against numbers recomputed from the stored round by other code."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.chats.codec import decode_rounds, encode_rounds
from app.speculation.examples import greedy_example, worked_example
from app.speculation.records import DraftedToken, DrafterKind, EmittedToken, Round, Verdict
from app.ui.inspector.round_view import RoundView
from app.ui.inspector.subject import Subject, subject_of_example
from tests.fakes import LIGHTHOUSE, drafted_round, plain_round
from tests.speculation.test_explain import played
from tests.ui.waiting import wait_for


@pytest.fixture
def view(guard, appearance):
    view = RoundView(appearance.theme, appearance.caption_font)
    view.resize(420, 760)
    view.show()
    yield view
    view.playback.pause()
    view.deleteLater()


def press(view, key) -> None:
    QTest.keyClick(view.stage, key)


def told_numbers(view) -> dict[str, str]:
    text = view._numbers.text()
    return dict(part.replace("\u00a0", " ").split(": ") for part in text.split("   ")) if text else {}


def share(value: float) -> str:
    shown = 100 * value
    return f"{shown:.2g}%" if 0 < shown < 0.1 else f"{shown:.1f}%"


def expected(one: Round, kind: str) -> list[dict[str, str]]:
    """The numbers of each step, as a person with the stored round and a pencil would write them."""
    steps = [{"Draft probability": share(token.draft_prob)} for token in one.drafted]
    times = {"Drafting": f"{one.draft_seconds * 1000:.1f} ms"} if one.drafted else {}
    steps.append(times | {"Verifying": f"{one.verify_seconds * 1000:.1f} ms"})
    for token in (each for each in one.drafted if each.verdict is not Verdict.UNEXAMINED):
        shown = {"Target probability": share(token.target_prob), "Draft probability": share(token.draft_prob)}
        if kind in ("ratio", "lookup", "end"):
            ratio = token.target_prob / token.draft_prob
            shown["Target / draft"] = f"{ratio:.3g}"
            shown["Acceptance chance"] = share(min(1, ratio))
            if token.draw is not None:
                shown["Draw"] = f"{token.draw:.3g}"
        if kind == "coupled":
            shown |= noise(token)
        steps.append(shown)
    own = [token for token in one.emitted if token.verdict is not Verdict.ACCEPTED]
    return [*steps, *(expected_own(one, token, kind) for token in own), {}]


def expected_own(one: Round, token: EmittedToken, kind: str) -> dict[str, str]:
    shown = {"Target probability": share(token.target_prob)}
    if token.verdict is Verdict.CORRECTION and kind == "lookup":
        refused = [each for each in one.drafted if each.verdict is Verdict.REJECTED]
        shown["Share of what is left"] = share(token.target_prob / (1 - refused[0].target_prob))
    if kind == "coupled":
        return shown | noise(token)
    return shown if token.draw is None else shown | {"Draw": f"{token.draw:.3g}"}


def noise(token) -> dict[str, str]:
    if token.draw is None:
        return {}
    late = f"{-math.log(token.draw) / token.target_prob:.3g}" if token.target_prob else "∞"
    return {"Noise": f"{token.draw:.3g}", "−ln(noise) / target": late}


@pytest.mark.parametrize("kind", ["ratio", "greedy", "coupled", "lookup", "plain", "end"])
def test_every_number_is_one_recomputed_from_the_stored_rounds(view, kind):
    rounds, rule = played(kind)
    stored = decode_rounds(encode_rounds(rounds))
    subject = Subject(stored, rule)
    for index, one in [*list(enumerate(rounds))[:8], *list(enumerate(rounds))[-2:]]:
        view.show_subject(subject, index)
        wanted = expected(one, kind)
        assert view.playback.length == len(wanted)
        for number, numbers in enumerate(wanted):
            view.playback.go_to(number + 1)
            assert told_numbers(view) == numbers, view.told()
            assert f"Step {number + 1} of {len(wanted)}. " in view.told()
            assert view.stage.accessibleDescription() in view.told()


def test_the_worked_example_is_told_in_words(view):
    view.show_subject(subject_of_example(worked_example()), 1)
    view.playback.go_to(3)
    assert "gives it 50.0%, the drafter 80.0%. The ratio 0.625 is the chance that it is kept." in view.told()
    assert "The draw, 0.7, is not below it: refused." in view.told()
    assert told_numbers(view)["Draw"] == "0.7"
    view.playback.step(1)
    assert "“␣coffee”, which has 66.7% of that." in view.told()
    assert told_numbers(view) == {"Target probability": "30.0%", "Share of what is left": "66.7%", "Draw": "0.5"}
    view.turn(1)
    view.playback.go_to(3)
    assert "no less than the drafter's 10.0%. It is kept without a draw." in view.told()


def test_greedy_rounds_compare_the_likeliest_tokens(view):
    view.show_subject(subject_of_example(greedy_example()), 0, 2)
    assert "Guess 3, “␣ring”, is not the target's likeliest token: refused. The guess after it" in view.told()
    view.playback.step(1)
    assert "In its place stands the target's likeliest token, “␣again”." in view.told()
    view.playback.step(1)
    assert "3 tokens are written into the reply: “␣clock␣will␣again”." in view.told()
    view.turn(1)
    assert "Round 2 of 2 · greedy" in view.told()
    view.playback.go_to(view.playback.length - 1)
    assert "comes free: “␣city”." in view.told()


def test_the_coupled_rule_speaks_of_one_noise(view):
    view.show_subject(Subject((drafted_round(0, ["a"], "b", ["c", "d"], "e"),), "coupled"), 0, 1)
    assert "From the target it picks “e”, not “b”: refused. The 2 guesses after it are torn up unread." in view.told()
    assert "Acceptance chance" not in view.told()


def test_copied_and_plain_and_broken_off_rounds_are_told_as_such(view):
    copied = drafted_round(0, ["a"], "b", [], "c")
    copied = Round(0, copied.drafted, copied.emitted, 0.0, 0.01, DrafterKind.LOOKUP)
    view.show_subject(Subject((copied, plain_round(1, "x")), "ratio"))
    assert "Guess 1 of 2 is copied from earlier in the text: “a”." in view.told()
    assert "· lookup in the text" in view.told()
    by_head = Round(0, copied.drafted, copied.emitted, 0.0, 0.01, DrafterKind.EAGLE3)
    view.show_subject(Subject((by_head,), "ratio"))
    assert "· EAGLE-3 head" in view.told()
    view.show_subject(Subject((drafted_round(0, ["a"], None, [], "b"),), "ratio"))
    assert "· draft model" in view.told()
    view.show_subject(Subject((copied, plain_round(1, "x")), "ratio"))
    view.turn(1)
    assert "Nothing was drafted: the target reads one place." in view.told()
    view.show_subject(Subject((drafted_round(0, ["a"], None, [], "b"),), "newer"), 0, 0)
    assert "rule not stored" in view.told()
    assert "the drafter 80.0%. It was kept." in view.told()


def test_a_cut_reply_half_characters_and_line_breaks_are_shown(view):
    drafted = tuple(DraftedToken(n, text, Verdict.ACCEPTED, 0.5, 0.8) for n, text in enumerate(["", "é", "\n", "x"]))
    kept = tuple(EmittedToken(one.id, one.text, one.verdict, 0.5, 0.8) for one in drafted[:3])
    view.show_subject(Subject((Round(0, drafted, kept, 0.001, 0.002),), "ratio"), 0, 0)
    assert "Guess 1, (a token without text):" in view.told()
    view.playback.go_to(99)
    assert "3 tokens are written into the reply: “é⏎”. The reply ended inside the draft" in view.told()
    assert "One kept token came after its end." in view.told()
    view.grab()


def test_a_draft_length_that_changes_shows_each_round_with_its_own(view):
    rounds = (drafted_round(0, ["a"] * 16, None, [], "b"), drafted_round(1, [], "c", [], "d"), plain_round(2, "e"))
    view.show_subject(Subject(rounds, "ratio"))
    lengths = []
    for _ in rounds:
        lengths.append(view.playback.length)
        for position in range(int(view.playback.length) + 1):
            view.playback.go_to(position)
            view.grab()
        view.turn(1)
    assert lengths == [16 + 1 + 16 + 1 + 1, 1 + 1 + 1 + 1 + 1, 3]


def test_all_of_it_by_keyboard(view):
    view.show_subject(Subject(LIGHTHOUSE, "ratio"))
    press(view, Qt.Key.Key_Right)
    assert view.playback.position == 2
    press(view, Qt.Key.Key_Left)
    press(view, Qt.Key.Key_Left)
    assert view.playback.position == 0
    press(view, Qt.Key.Key_End)
    assert view.playback.position == view.playback.length == 11
    press(view, Qt.Key.Key_Home)
    assert view.playback.position == 0
    press(view, Qt.Key.Key_PageDown)
    assert "Round 2 of 16" in view.told()
    press(view, Qt.Key.Key_PageUp)
    assert "Round 1 of 16" in view.told()
    press(view, Qt.Key.Key_Plus)
    assert view.playback.speed == 2.0
    press(view, Qt.Key.Key_Minus)
    press(view, Qt.Key.Key_Minus)
    assert view.playback.speed == 0.5
    press(view, Qt.Key.Key_Space)
    assert view.playback.playing
    press(view, Qt.Key.Key_Space)
    assert not view.playback.playing


def test_it_plays_to_the_end_and_begins_again(view):
    view.show_subject(Subject(LIGHTHOUSE, "ratio"))
    view.playback.toggle()
    before = view.playback.position
    wait_for(lambda: view.playback.position > before)
    view.playback.advance(1000)
    assert not view.playback.playing
    assert view.playback.position == view.playback.length
    view.playback.play()
    assert view.playback.position < 1
    view.playback.speed = 4.0
    view.playback.go_to(0)
    view.playback.advance(1.6)
    assert view.playback.position == pytest.approx(4.0)


def test_the_slider_goes_anywhere(view):
    view.show_subject(Subject(LIGHTHOUSE, "ratio"))
    view.transport.slider.setValue(5000)
    assert view.playback.position == pytest.approx(5.5)
    assert view.stage.index == 5
    assert view.stage.progress == pytest.approx(0.5)


def test_nothing_chosen_and_nothing_stored_say_so(view):
    assert "Choose a token of a reply" in view.told()
    view.show_subject(Subject(()))
    assert "No rounds were stored with this reply" in view.told()
    assert not view.transport.play.isEnabled()
    view.playback.play()
    assert not view.playback.playing
