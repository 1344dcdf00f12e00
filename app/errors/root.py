"""What every error has, and the two that belong to no family."""

from __future__ import annotations

from typing import ClassVar


class DraftlightError(Exception):
    """A known error: one sentence that says what is wrong and what to do.

    `message` is a `str.format` template, kept apart from its fields so that the window can translate it.
    """

    message: ClassVar[str] = "Something went wrong: {detail}."

    def __init__(self, **fields: object) -> None:
        self.fields = fields
        super().__init__(self.message.format(**fields))

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the fields, so that the error can cross a process boundary."""
        return _rebuild, (type(self), self.fields)


def _rebuild(kind: type[DraftlightError], fields: dict[str, object]) -> DraftlightError:
    return kind(**fields)


class UsageError(DraftlightError):
    """Wrong arguments; `detail` says which and what is allowed."""

    message = "{detail}."


class CancelledError(DraftlightError):
    """The person stopped it."""

    message = "Stopped."
