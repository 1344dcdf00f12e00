"""What the card says about one token, number by number, each from the token and its round alone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.speculation.records import DrafterKind, Verdict
from app.ui.colourings import seconds_per_token, surprise
from app.ui.language import told_text
from app.ui.pieces import visible_form
from app.ui.statistics_line import NOTHING

if TYPE_CHECKING:
    from app.speculation.records import Candidate, DraftedToken, EmittedToken, Round

_COUPLED = "coupled"


@dataclass(frozen=True, slots=True)
class ToldToken:
    """A token with its round; `whole` is the character that a token without text is a part of, empty if unknown."""

    token: DraftedToken | EmittedToken
    decoded: Round | None = None
    whole: str = ""

    @property
    def place(self) -> int | None:
        """Its place in the round, from 0 on; a rejected token and its correction share one."""
        return None if self.decoded is None else place_of(self.token, self.decoded)

    @property
    def tops(self) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """The likeliest tokens of the target and of the drafter at its place, empty where none were recorded."""
        place = self.place
        if self.decoded is None or place is None:
            return (), ()
        target, draft = self.decoded.target_top, self.decoded.draft_top
        # What the target thought of a place behind a rejected token was not asked for.
        examined = self.token.verdict is not Verdict.UNEXAMINED and place < len(target)
        return target[place] if examined else (), draft[place] if place < len(draft) else ()


def place_of(token: DraftedToken | EmittedToken, decoded: Round) -> int | None:
    """Return the place of a token in its round, from 0 on; None if it is not in it."""
    for tokens in (decoded.emitted, decoded.drafted):
        for place, one in enumerate(tokens):
            if one is token:
                return place
    return None


def percent(probability: float | None) -> str:
    """Return a probability for a person; "-" where there is none."""
    if probability is None:
        return NOTHING
    share = probability * 100
    if 0 < share < 0.1:
        return f"{share:.2g}%"
    return f"{share:.1f}%"


def bits(amount: float | None) -> str:
    """Return a surprise for a person; "-" where there is none."""
    if amount is None:
        return NOTHING
    return "∞" if math.isinf(amount) else _text("{number} bits").format(number=f"{amount:.2f}")


def milliseconds(seconds: float | None) -> str:
    """Return a short time for a person; "-" where there is none."""
    return NOTHING if seconds is None else _text("{number} ms").format(number=f"{1000 * seconds:.1f}")


def quoted(text: str, whole: str = "") -> str:
    """Return the text of a token with white space made visible; `whole` is what a token without text is a part of."""
    if text:
        return f"“{visible_form(text)}”"
    if whole:
        return _text("part of “{whole}”").format(whole=visible_form(whole))
    return _text("(no text of its own)")


def drafter_name(kind: DrafterKind) -> str:
    """Return the name of a kind of drafter."""
    return told_text(kind.words)


def card_rows(told: ToldToken) -> tuple[tuple[str, str], ...]:
    """Return the names and values of a token's numbers."""
    token, decoded = told.token, told.decoded
    unexamined = token.verdict is Verdict.UNEXAMINED
    target = _text("not examined") if unexamined else percent(token.target_prob)
    rows = [
        (_text("Target probability"), target),
        (_text("Draft probability"), percent(token.draft_prob)),
        (_text("Acceptance chance"), percent(token.acceptance_chance)),
        (_text("Random draw"), draw_text(token, decoded)),
        (_text("Surprise"), bits(surprise(token))),
        (_text("Token"), str(token.id)),
    ]
    if decoded is not None:
        times = _text("draft {draft} + verify {verify}").format(
            draft=milliseconds(decoded.draft_seconds), verify=milliseconds(decoded.verify_seconds)
        )
        rows += [
            (_text("Place"), place_text(told)),
            (_text("Drafter"), NOTHING if decoded.drafter is None else drafter_name(decoded.drafter)),
            (_text("Round"), times),
            (_text("Time per token"), milliseconds(seconds_per_token(decoded))),
        ]
    return tuple(rows)


def place_text(told: ToldToken) -> str:
    """Return where in its round a token stands, both counted from 1."""
    decoded, place = told.decoded, told.place
    if decoded is None or place is None:
        return NOTHING
    number, drafted = decoded.index + 1, len(decoded.drafted)
    if not drafted:
        return _text("round {round}, nothing drafted").format(round=number)
    if place >= drafted:
        return _text("round {round}, after all {count} drafted").format(round=number, count=drafted)
    if told.token.verdict is Verdict.CORRECTION:
        template = _text("round {round}, in place of draft {place} of {count}")
    else:
        template = _text("round {round}, draft {place} of {count}")
    return template.format(round=number, place=place + 1, count=drafted)


def draw_text(token: DraftedToken | EmittedToken, decoded: Round | None) -> str:
    """Return the random number that settled a token, and what it was compared with by the ratio rule."""
    chance = token.acceptance_chance
    if token.draw is None:
        certain = chance in (0.0, 1.0) if chance is not None else token.target_prob == 1.0
        return _text("not needed") if certain else NOTHING
    number = f"{token.draw:.4f}"
    if decoded is not None and decoded.rule == _COUPLED:
        return _text("{number}, fixed by the seed").format(number=number)
    if chance is None:
        return number
    kept = token.verdict is Verdict.ACCEPTED
    return f"{number} < {chance:.4f}" if kept else f"{number} ≥ {chance:.4f}"


def _text(source: str) -> str:
    return QCoreApplication.translate("token card", source)
