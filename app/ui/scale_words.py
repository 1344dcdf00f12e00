"""The names of the colourings, what they tell, and what their steps stand for, in words."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QCoreApplication

from app.speculation.records import DrafterKind
from app.ui.colourings import BOUNDS, ROUND_LOOKS, Colouring
from app.ui.token_facts import drafter_name


def colouring_name(colouring: Colouring) -> str:
    """Return the name of a colouring."""
    return {
        Colouring.VERDICT: _text("Verdict"),
        Colouring.ACCEPTANCE: _text("Acceptance chance"),
        Colouring.TARGET: _text("Target probability"),
        Colouring.DRAFT: _text("Draft probability"),
        Colouring.SURPRISE: _text("Surprise"),
        Colouring.DRAFTER: _text("Drafter"),
        Colouring.ROUND: _text("Round"),
        Colouring.TIME: _text("Time per token"),
    }[colouring]


def colouring_sentence(colouring: Colouring) -> str:
    """Return what a colouring tells."""
    return {
        Colouring.VERDICT: _text("What happened to each token. Click a mark to hide or show it."),
        Colouring.ACCEPTANCE: _text(
            "The chance with which a drafted token is kept: target probability / draft probability, at most 100%."
        ),
        Colouring.TARGET: _text("The probability of the token by the target, after the sampling transform."),
        Colouring.DRAFT: _text("The probability of the token by its drafter; what nobody drafted has none."),
        Colouring.SURPRISE: _text("How much the token surprised the target: -log2 of its probability, in bits."),
        Colouring.DRAFTER: _text("What drafted the token; what the target wrote itself has no mark."),
        Colouring.ROUND: _text("Which round wrote the token; every fourth round looks the same."),
        Colouring.TIME: _text("What each token of the round took, drafting and verifying together, in milliseconds."),
    }[colouring]


def step_texts(colouring: Colouring) -> tuple[str, ...]:
    """Return what each step of a scale stands for, the smallest first; empty for verdicts."""
    if colouring is Colouring.DRAFTER:
        return tuple(drafter_name(kind) for kind in DrafterKind)
    if colouring is Colouring.ROUND:
        every = _text("{first}, {second}, …")
        return tuple(every.format(first=one, second=one + ROUND_LOOKS) for one in range(1, ROUND_LOOKS + 1))
    bounds = BOUNDS.get(colouring)
    if bounds is None:
        return ()
    share = colouring in (Colouring.ACCEPTANCE, Colouring.TARGET, Colouring.DRAFT)
    numbers = [f"{100 * bound:.0f}" if share else f"{bound:g}" for bound in bounds]
    unit = "%" if share else {Colouring.SURPRISE: _text(" bits"), Colouring.TIME: _text(" ms")}[colouring]
    middle = [f"{low}–{high}" for low, high in pairwise(numbers)]
    last = f"{numbers[-1]}%" if colouring is Colouring.ACCEPTANCE else f"≥ {numbers[-1]}{unit}"
    return (f"< {numbers[0]}{unit}", *middle, last)


def _text(source: str) -> str:
    return QCoreApplication.translate("colourings", source)
