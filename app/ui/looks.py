"""How a token looks under a marking: colours, and a shape that says the same without them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from app.speculation.records import Verdict
from app.ui.colour_scales import kinds_of, steps_of
from app.ui.colourings import BOUNDS, GHOSTS, STEPS, Colouring, Marking, step_of
from app.ui.theme import mix

if TYPE_CHECKING:
    from app.speculation.records import DraftedToken, EmittedToken, Round
    from app.ui.theme import MarkColours, Theme


class Line(Enum):
    """What is drawn under a token. A bar is as thick as its step is high."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    DOTS = "dots"
    BAR = "bar"


@dataclass(frozen=True, slots=True)
class Look:
    """How one token is marked.

    `filled` gives it a rounded ground; without a fill among its colours that is only a frame. `weight` is the thickness
    of a bar, from 1. `strike` is the verdict of a token drafted in vain, which is struck through in the way and the
    colours of that verdict.
    """

    colours: MarkColours
    filled: bool = False
    line: Line = Line.NONE
    weight: int = 1
    strike: Verdict | None = None

    @property
    def is_patterned(self) -> bool:
        """Whether it has dots, which are counted from its left end."""
        return self.line is Line.DOTS or self.strike is Verdict.UNEXAMINED


_VERDICTS = {
    Verdict.ACCEPTED: (True, Line.NONE),
    Verdict.BONUS: (True, Line.DOUBLE),
    Verdict.CORRECTION: (False, Line.SINGLE),
    Verdict.PLAIN: (False, Line.DOTS),
    Verdict.REJECTED: (False, Line.NONE),
    Verdict.UNEXAMINED: (False, Line.NONE),
}
_KIND_LINES = (Line.SINGLE, Line.DOUBLE, Line.DOTS, Line.NONE)


def verdict_look(theme: Theme, verdict: Verdict) -> Look:
    """Return the look of a verdict."""
    filled, line = _VERDICTS[verdict]
    colours = theme.marks[verdict]
    if verdict is Verdict.PLAIN:
        colours = dataclasses.replace(colours, line=theme.muted)
    return Look(colours, filled, line, strike=verdict if verdict in GHOSTS else None)


def step_look(theme: Theme, colouring: Colouring, step: int) -> Look:
    """Return the look of a step of a scale, counted from 0."""
    if colouring in BOUNDS:
        return Look(steps_of(theme.scheme, STEPS)[step], filled=True, line=Line.BAR, weight=step + 1)
    kind = step % len(_KIND_LINES)
    return Look(kinds_of(theme.scheme)[kind], filled=True, line=_KIND_LINES[kind])


def _struck(theme: Theme, look: Look, verdict: Verdict) -> Look:
    """Return a step's look for what was drafted in vain: a frame without ground, its faint text needs the page."""
    colours = look.colours
    edge = mix(colours.line or colours.text, theme.page, 0.5)
    colours = dataclasses.replace(colours, fill=None, edge=edge)
    return dataclasses.replace(look, colours=colours, strike=verdict)


class Looks:
    """The looks of tokens in one theme under one marking."""

    def __init__(self, theme: Theme, marking: Marking) -> None:
        self._marking = marking
        self._verdicts = {verdict: verdict_look(theme, verdict) for verdict in Verdict}
        steps = 0 if marking.colouring is Colouring.VERDICT else STEPS
        self._steps = [step_look(theme, marking.colouring, step) for step in range(steps)]
        self._struck = {verdict: [_struck(theme, look, verdict) for look in self._steps] for verdict in GHOSTS}

    def look_of(self, token: DraftedToken | EmittedToken, decoded: Round | None) -> Look | None:
        """Return how a token of a round is marked, by its verdict where the round is unknown; None for not at all."""
        verdict = token.verdict
        if self._marking.colouring is Colouring.VERDICT or decoded is None:
            return None if verdict in self._marking.hidden else self._verdicts[verdict]
        step = step_of(self._marking.colouring, token, decoded)
        if step is None:
            return self._verdicts[verdict] if verdict in GHOSTS else None
        return self._struck.get(verdict, self._steps)[step]
