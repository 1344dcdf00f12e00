"""What a person types for lengths and temperatures."""

from __future__ import annotations

from app.errors import UsageError
from app.options import AUTO
from app.phrases import Phrase
from app.speculation.draft_length import MAX_DRAFT_LENGTH


def length_of(text: str) -> int:
    """Return a draft length; "off" is 0, "auto" AUTO.

    Raises:
        UsageError: it is none.
    """
    text = text.strip().lower()
    if text in ("auto", "off"):
        return AUTO if text == "auto" else 0
    if text.isdecimal() and text.isascii() and 1 <= int(text) <= MAX_DRAFT_LENGTH:
        return int(text)
    raise UsageError(
        detail=Phrase(
            "A draft length must be auto, off or 1 to {most}, not {text}", most=MAX_DRAFT_LENGTH, text=repr(text)
        )
    )


def lengths_of(text: str) -> tuple[int, ...]:
    """Return draft lengths separated by commas or spaces, each once.

    Raises:
        UsageError: one is none.
    """
    return tuple(dict.fromkeys(length_of(part) for part in text.replace(",", " ").split()))


def temperatures_of(text: str) -> tuple[float, ...]:
    """Return temperatures separated by commas or spaces, each once.

    Raises:
        UsageError: one is none.
    """
    found: dict[float, None] = {}
    for part in text.replace(",", " ").split():
        try:
            found[float(part)] = None
        except ValueError as error:
            raise UsageError(
                detail=Phrase("A temperature must be a number such as 0.8, not {text}", text=repr(part))
            ) from error
    return tuple(found)
