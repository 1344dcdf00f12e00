"""What must hold of the rounds of any reply, recomputed without the app's own statistics."""

from __future__ import annotations

from app.speculation.records import Finish, Round, Summary, Verdict

EMITTED = (Verdict.ACCEPTED, Verdict.CORRECTION, Verdict.BONUS, Verdict.PLAIN)


def check_invariants(events, draft_length: int) -> None:
    rounds = [event for event in events if isinstance(event, Round)]
    summary = events[-1]
    assert isinstance(summary, Summary)
    assert [one.index for one in rounds] == list(range(len(rounds)))
    for one in rounds:
        check_round(one, draft_length, last=one is rounds[-1])
    counts = {verdict: sum(token.verdict is verdict for one in rounds for token in one.emitted) for verdict in EMITTED}
    assert counts == {
        Verdict.ACCEPTED: summary.accepted,
        Verdict.CORRECTION: summary.corrections,
        Verdict.BONUS: summary.bonuses,
        Verdict.PLAIN: summary.plain,
    }
    assert summary.emitted == sum(counts.values()) == len(summary.token_ids)
    drafted = [token.verdict for one in rounds for token in one.drafted]
    assert summary.rejected == drafted.count(Verdict.REJECTED)
    assert summary.unexamined == drafted.count(Verdict.UNEXAMINED)
    missing = sum(1 for one in rounds if one.drafted) - summary.corrections - summary.bonuses
    assert missing in ((0, 1) if summary.finish is Finish.END_OF_TEXT else (0,))
    assert summary.text == "".join(token.text for one in rounds for token in one.emitted)


def check_round(one: Round, draft_length: int, *, last: bool) -> None:
    assert 1 <= len(one.emitted) <= len(one.drafted) + 1 <= draft_length + 1
    verdicts = [token.verdict for token in one.drafted]
    accepted = verdicts.count(Verdict.ACCEPTED)
    assert verdicts[:accepted] == [Verdict.ACCEPTED] * accepted
    assert verdicts[accepted:] in ([], [Verdict.REJECTED] + [Verdict.UNEXAMINED] * (len(verdicts) - accepted - 1))
    kept = [token for token in one.emitted if token.verdict is Verdict.ACCEPTED]
    assert [(token.id, token.text) for token in kept] == [(token.id, token.text) for token in one.drafted[: len(kept)]]
    own = [token.verdict for token in one.emitted[len(kept) :]]
    assert own in ([Verdict.CORRECTION], [Verdict.BONUS], [Verdict.PLAIN]) or (last and own == [])
    assert (own == [Verdict.PLAIN]) == (not one.drafted)
    assert (own == [Verdict.CORRECTION]) == (Verdict.REJECTED in verdicts)
    for token in one.drafted:
        assert (token.target_prob is None) == (token.verdict is Verdict.UNEXAMINED)
        assert 0 < token.draft_prob <= 1
