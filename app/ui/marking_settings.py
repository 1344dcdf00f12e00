"""How tokens are marked, as the settings keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.speculation.records import Verdict
from app.ui.colourings import Colouring, Marking

if TYPE_CHECKING:
    from app.settings import Settings


def marking_of(settings: Settings) -> Marking:
    """Return how tokens are marked; what a newer program knows and this one does not is left out."""
    known = [one.value for one in Colouring]
    colouring = Colouring(settings.colouring) if settings.colouring in known else Colouring.VERDICT
    hidden = frozenset(verdict for verdict in Verdict if verdict.value in settings.hidden_marks)
    return Marking(colouring, hidden, settings.show_rejected, settings.show_seams)


def settings_of(marking: Marking) -> dict[str, Any]:
    """Return the fields of the settings."""
    return {
        "colouring": marking.colouring.value,
        "hidden_marks": tuple(sorted(verdict.value for verdict in marking.hidden)),
        "show_rejected": marking.ghosts,
        "show_seams": marking.seams,
    }
