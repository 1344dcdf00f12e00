"""What the window has to tell: errors in one sentence, bugs with their details, hints."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.errors import EngineNotReadyError
from app.ui.bugs import Bug
from app.ui.language import fill_in, translated

if TYPE_CHECKING:
    from app.errors import DraftlightError
    from app.ui.language import Words


class NoticeKind(Enum):
    """How serious it is."""

    ERROR = "error"
    BUG = "bug"
    INFO = "info"


class NoticeAction(Enum):
    """What the person can do about it with one button."""

    RETRY = "retry"
    COPY_DETAILS = "copy"
    OPEN_ANYWAY = "insist"
    LOAD_PAIR = "load pair"
    RESTART_ENGINE = "restart"
    EDIT_TEMPLATE = "template"
    CHOOSE_MODELS = "models"


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence above the composer, with at most one button."""

    text: str
    kind: NoticeKind = NoticeKind.ERROR
    action: NoticeAction | None = None
    details: str = ""
    # The text in the language of the moment, where it can be said again.
    words: Words | None = field(default=None, compare=False)


def sentence(error: DraftlightError) -> str:
    """Return an error in the person's language."""
    return fill_in(translated("errors", error.message), error.fields)


def notice_of(error: DraftlightError | Bug, action: NoticeAction | None = None) -> Notice:
    """Return what to tell about a failure; `action` is offered for a known error."""
    if isinstance(error, Bug):
        kind, action, details = NoticeKind.BUG, NoticeAction.COPY_DETAILS, error.details
    else:
        kind, details = NoticeKind.ERROR, ""
        if isinstance(error, EngineNotReadyError):
            action = NoticeAction.CHOOSE_MODELS
    return Notice(_words_of(error), kind, action, details, lambda: _words_of(error))


def _words_of(error: DraftlightError | Bug) -> str:
    if not isinstance(error, Bug):
        return sentence(error)
    template = QCoreApplication.translate(
        "notices",
        "Draftlight made a mistake ({kind}). Nothing was lost and you can go on; "
        "please copy the details into a bug report.",
    )
    return template.format(kind=error.kind)


def hint(text: str, action: NoticeAction | None = None) -> Notice:
    """Return something that is no failure."""
    return Notice(text, NoticeKind.INFO, action)
