"""Words for a person that are made where nobody knows Qt, so that the window can say them in another language.

A Phrase is a text in English, and is used as one: printed, logged, put into an error. What shows it in the window asks
`app.ui.language.told` for it, which translates what stands in the sources and fills in the fields afterwards:

    raise ContextError(detail=Phrase("{count} tokens at once", count=count))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Mapping


class Phrase(str):
    """An English text that remembers its `source`, a `str.format` template, and its `fields`.

    The source is a literal where it is written: tests/translations/extraction.py collects it for the translators.
    """

    context: ClassVar[str] = "phrases"
    source: str
    fields: Mapping[str, object]

    def __new__(cls, source: str, /, **fields: object) -> Self:
        """Fill the template in."""
        phrase = super().__new__(cls, source.format(**fields))
        phrase.source, phrase.fields = source, fields
        return phrase

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the parts, so that it can cross a process boundary."""
        return _rebuild, (type(self), self.source, self.fields)


class Sentence(Phrase):
    """What an error said, for those who keep it longer than the error."""

    context = "errors"


def _rebuild(kind: type[Phrase], source: str, fields: Mapping[str, object]) -> Phrase:
    return kind(source, **fields)
