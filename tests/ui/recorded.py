"""Rounds with all that can be recorded, and every oddity: for tests of what is shown of them."""

from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING

from app.speculation.records import Candidate, DraftedToken, DrafterKind, EmittedToken, Round, Verdict
from tests.fakes import LIGHTHOUSE

if TYPE_CHECKING:
    from app.ui.transcript import Transcript

# Spaces, line breaks alone, halves of a character, what has two units, and what is written from right to left.
TEXTS = (" the", "A", " lamp", "\n", "\n\n", "", " 🦊", "é", "\t", " שלום", ",", " lighthouse", "  ")


def show_rejected(transcript: Transcript, show: bool) -> None:
    """Show what was drafted in vain, or hide it."""
    transcript.set_marking(dataclasses.replace(transcript.marking, ghosts=show))


def recorded_rounds(count: int, seed: int = 1) -> tuple[Round, ...]:
    """Return rounds whose draft length changes; the last one is cut inside of what was accepted."""
    chance = random.Random(seed)
    rounds = tuple(_round(chance, index, chance.choice((0, 1, 2, 4, 4, 6))) for index in range(count - 1))
    cut = _round(chance, count - 1, 4, accepted=4)
    return (*rounds, dataclasses.replace(cut, emitted=cut.emitted[:2]))


def _round(chance: random.Random, index: int, length: int, accepted: int | None = None) -> Round:
    accepted = chance.randint(0, length) if accepted is None else accepted
    rule = chance.choice(("ratio", "ratio", "coupled"))
    drafted = [_drafted(chance, place, accepted, rule) for place in range(length)]
    emitted = [
        EmittedToken(one.id, one.text, one.verdict, one.target_prob or 0.0, one.draft_prob, draw=one.draw)
        for one in drafted[:accepted]
    ]
    verdict = Verdict.PLAIN if not length else Verdict.BONUS if accepted == length else Verdict.CORRECTION
    sure = chance.random() < 0.2
    emitted.append(
        EmittedToken(
            chance.randrange(50_000),
            chance.choice(TEXTS),
            verdict,
            1.0 if sure else chance.random(),
            None,
            draw=None if sure else chance.random(),
        )
    )
    examined = accepted + 1
    tops = [_top(chance, [*drafted, *emitted][place].id) for place in range(length + examined)]
    with_tops = index % 3 != 2
    return Round(
        index,
        tuple(drafted),
        tuple(emitted),
        chance.uniform(0, 0.3) if length else 0.0,
        chance.uniform(0.01, 0.3),
        chance.choice(tuple(DrafterKind)) if length else None,
        rule,
        tuple(tops[:length]) if with_tops else (),
        tuple(tops[length:]) if with_tops else (),
    )


def _drafted(chance: random.Random, place: int, accepted: int, rule: str) -> DraftedToken:
    verdict = Verdict.ACCEPTED if place < accepted else Verdict.REJECTED if place == accepted else Verdict.UNEXAMINED
    draft_prob = chance.choice((1.0, chance.uniform(0.01, 1)))
    target_prob = draft_prob * chance.uniform(0.001, 0.99)
    draw: float | None = chance.random()
    if rule == "ratio":
        ratio = target_prob / draft_prob
        draw = ratio * chance.random() if verdict is Verdict.ACCEPTED else ratio + (1 - ratio) * chance.random()
        if verdict is Verdict.ACCEPTED and chance.random() < 0.3:
            target_prob, draw = draft_prob, None
        elif verdict is Verdict.REJECTED and chance.random() < 0.3:
            target_prob, draw = 0.0, None
    if verdict is Verdict.UNEXAMINED:
        return DraftedToken(chance.randrange(50_000), chance.choice(TEXTS), verdict, None, draft_prob)
    return DraftedToken(chance.randrange(50_000), chance.choice(TEXTS), verdict, target_prob, draft_prob, draw)


def _top(chance: random.Random, own: int) -> tuple[Candidate, ...]:
    ids = [own, *(chance.randrange(50_000) for _ in range(chance.choice((0, 1, 4))))]
    probs = sorted((float(f"{chance.random():.6g}") for _ in ids), reverse=True)
    return tuple(map(Candidate, ids, (chance.choice((*TEXTS, "\ufffd")) for _ in ids), probs))


def recorded_lighthouse() -> tuple[Round, ...]:
    """Return the rounds of the lighthouse with probabilities, draws, times and candidates that vary."""
    chance = random.Random(3)
    return tuple(_varied(chance, one) for one in LIGHTHOUSE)


def _varied(chance: random.Random, one: Round) -> Round:
    drafted = []
    drafter = chance.choice(tuple(DrafterKind))
    for token in one.drafted:
        draft_prob = 1.0 if drafter is DrafterKind.LOOKUP else chance.uniform(0.05, 1)  # what is copied is certain
        target_prob = None if token.target_prob is None else min(1.0, draft_prob * chance.uniform(0.1, 1.6))
        draw = None
        if token.verdict is Verdict.ACCEPTED and target_prob is not None and target_prob < draft_prob:
            draw = chance.uniform(0, 0.999) * target_prob / draft_prob
        elif token.verdict is Verdict.REJECTED:
            target_prob = draft_prob * chance.uniform(0.02, 0.9)
            ratio = target_prob / draft_prob
            draw = ratio + (1 - ratio) * chance.uniform(0, 0.999)
        drafted.append(dataclasses.replace(token, target_prob=target_prob, draft_prob=draft_prob, draw=draw))
    left = 1.0 - sum(token.target_prob or 0.0 for token in drafted if token.verdict is Verdict.REJECTED)
    emitted = [
        dataclasses.replace(token, target_prob=own.target_prob, draft_prob=own.draft_prob, draw=own.draw)
        if token.verdict is Verdict.ACCEPTED
        else dataclasses.replace(token, target_prob=left * chance.uniform(0.02, 1), draw=chance.random())
        for token, own in zip(one.emitted, [*drafted, drafted[-1]], strict=False)
    ]
    return dataclasses.replace(
        one,
        drafted=tuple(drafted),
        emitted=tuple(emitted),
        draft_seconds=chance.uniform(0, 0.2),
        verify_seconds=chance.uniform(0.02, 0.3),
        drafter=drafter,
        draft_top=tuple(_likeliest(token, token.draft_prob) for token in drafted),
        target_top=tuple(_likeliest(token, token.target_prob) for token in emitted),
    )


def _likeliest(token: DraftedToken | EmittedToken, prob: float) -> tuple[Candidate, ...]:
    """Return a list in which a token has its own probability, and others half of the rest each."""
    rest = ((100 + place, text, (1 - prob) / 2**place) for place, text in enumerate((" the", "\n", " a", " 🦊"), 1))
    some = [
        Candidate(number, text, float(f"{share:.6g}")) for number, text, share in ((token.id, token.text, prob), *rest)
    ]
    return tuple(sorted((one for one in some if one.prob), key=lambda one: -one.prob))
