"""What is to be known about the prompt of a reply, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.speculation.records import TemplateFailed, TurnsLeftOut
from app.ui.notices import Notice, NoticeAction, NoticeKind, hint

if TYPE_CHECKING:
    from app.speculation.records import Event


def prompt_notice(event: Event) -> Notice | None:
    """Return what to tell at once of an event of a reply, None of most."""
    match event:
        case TemplateFailed(detail=detail):
            return Notice(template_trouble(detail), NoticeKind.ERROR, NoticeAction.EDIT_TEMPLATE)
        case TurnsLeftOut(turns=turns):
            told = _text("This chat is longer than the context: {what}, so the model does not see them any more.")
            return hint(told.format(what=turns_left_out(turns)))
    return None


def template_trouble(detail: str) -> str:
    """Return in a sentence that a chat template failed, and what was done instead."""
    return _text(
        "The chat template of this model failed ({detail}), so the common form ChatML was used: "
        "edit the template, or choose another model if the replies are poor."
    ).format(detail=detail)


def template_failed() -> str:
    """Return the note for a reply whose prompt was made without the model's template."""
    return _text("the chat template failed, ChatML was used")


def turns_left_out(turns: int) -> str:
    """Return the note for a reply that was written without the first turns of its chat."""
    if turns == 1:
        return _text("the oldest turn was left out")
    return _text("the {turns} oldest turns were left out").format(turns=turns)


def _text(source: str) -> str:
    return QCoreApplication.translate("prompt", source)
