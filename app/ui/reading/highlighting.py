"""What the words of a program are, by Pygments. Qt-free."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from app.ui.pieces import units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygments.lexer import Lexer

# What is longer is left as it is: an expression of a lexer may take very long on a line that was made for that.
_LONGEST_LINE = 2000

# From the beginning of the name of a kind of token to what it is for us; the first that fits holds.
_KINDS = (
    ("Token.Comment.Preproc", "keyword"),
    ("Token.Comment", "comment"),
    ("Token.Keyword", "keyword"),
    ("Token.Operator.Word", "keyword"),
    ("Token.Literal.String.Doc", "comment"),
    ("Token.Literal.String", "string"),
    ("Token.Literal.Number", "number"),
    ("Token.Name.Function", "name"),
    ("Token.Name.Class", "name"),
    ("Token.Name.Decorator", "name"),
    ("Token.Name.Tag", "keyword"),
    ("Token.Name.Attribute", "name"),
    ("Token.Name.Builtin", "name"),
    ("Token.Generic.Deleted", "string"),
    ("Token.Generic.Inserted", "number"),
    ("Token.Generic.Heading", "name"),
)

# From which unit of a line on, how many units, and which kind: a key of `Theme.code`.
Span = tuple[int, int, str]


def spans_of(lines: Sequence[str], language: str) -> list[list[Span]]:
    """Return what stands where on each line; nothing on any for a language that nobody knows."""
    found: list[list[Span]] = [[] for _ in lines]
    lexer = _lexer(language)
    if lexer is None or any(len(line) > _LONGEST_LINE for line in lines):
        return found
    number, at = 0, 0
    for _, token, text in lexer.get_tokens_unprocessed("\n".join(lines)):
        kind = _kind(str(token))
        for place, part in enumerate(text.split("\n")):
            if place:
                number, at = number + 1, 0
            length = units(part)
            if kind and length and part.strip():
                found[number].append((at, length, kind))
            at += length
    return found


@cache
def _kind(name: str) -> str:
    return next((kind for start, kind in _KINDS if name.startswith(start)), "")


@cache
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language) if language else None
    except ClassNotFound:
        return None
