"""What the window has to tell: errors in one sentence, bugs with their details, hints."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.ui.bugs import Bug
from app.ui.language import told, translated

if TYPE_CHECKING:
    from app.errors import DraftlightError


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


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence above the composer, with at most one button."""

    text: str
    kind: NoticeKind = NoticeKind.ERROR
    action: NoticeAction | None = None
    details: str = ""


def sentence(error: DraftlightError) -> str:
    """Return an error in the person's language."""
    fields = {name: told(value) for name, value in error.fields.items()}
    return translated("errors", error.message).format(**fields)


def notice_of(error: DraftlightError | Bug, action: NoticeAction | None = None) -> Notice:
    """Return what to tell about a failure; `action` is offered for a known error."""
    if isinstance(error, Bug):
        template = QCoreApplication.translate(
            "notices",
            "Draftlight made a mistake ({kind}). Nothing was lost and you can go on; "
            "please copy the details into a bug report.",
        )
        return Notice(template.format(kind=error.kind), NoticeKind.BUG, NoticeAction.COPY_DETAILS, error.details)
    return Notice(sentence(error), NoticeKind.ERROR, action)


def hint(text: str, action: NoticeAction | None = None) -> Notice:
    """Return something that is no failure."""
    return Notice(text, NoticeKind.INFO, action)
