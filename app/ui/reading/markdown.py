"""Markdown to blocks, with markdown-it-py (CommonMark with tables and strikethrough).

Nothing in a reply is trusted: HTML stays text, an image is a link to it, and of links only those to the web and to mail
addresses lead anywhere; of others the address is shown.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.texmath import texmath_plugin
from PySide6.QtCore import QCoreApplication

from app.ui.reading.blocks import Block, BlockKind, Look, Run, Section, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it.token import Token

WEB_SCHEMES = ("http", "https", "mailto")
COPY, THOUGHT = "copy:", "thought:"
_BARE_LINK = re.compile(r"https?://[^\s<>\"'\u3000-\u303f\uff00-\uffef]*[^\s<>\"'.,;:!?)\]\u3000-\u303f\uff00-\uffef]")
_BULLETS = ("•", "◦", "▪")
_LOOKS = {"strong": Look.BOLD, "em": Look.ITALIC, "s": Look.STRUCK}


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    parser.use(texmath_plugin, delimiters="brackets")
    return parser


def sections_of(source: str) -> list[Section]:
    """Return what `source` says, element by element."""
    sections: list[Section] = []
    walk = _Walk()
    for token in _parser().parse(source):
        walk.take(token)
        closes = token.level == 0 and token.nesting != 1
        if token.type == "list_item_close" and token.level == 1:
            closes = True  # items of a long list come one by one
        if closes:
            sections += walk.taken()
    return sections


def opens(href: str) -> bool:
    """Whether a link may be offered: to the web or to a mail address, nothing on this machine."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return False
    return parts.scheme in WEB_SCHEMES and bool(parts.netloc or (parts.scheme == "mailto" and parts.path))


class _Walk:
    """Goes through the tokens of a parse and makes blocks of them."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._start: int | None = None
        self._end = 0
        self._lists: list[str] = []
        self._quote = 0
        self._marker = ""
        self._rows: list[list[tuple[Run, ...]]] = []
        self._in_table = False
        self._heading = 0
        self._tight = False

    def taken(self) -> list[Section]:
        """Return the blocks since the last call as one section, or none."""
        blocks, self._blocks = tuple(self._blocks), []
        start, self._start = self._start, None
        return [Section(blocks, start or 0, self._end)] if blocks else []

    def take(self, token: Token) -> None:
        """Go on with one token."""
        if token.map and not token.type.endswith("list_open"):
            self._end = max(self._end, token.map[1])
            self._start = token.map[0] if self._start is None else self._start
        if token.type.startswith(("table", "tr")):
            self._take_table(token)
        elif token.type.startswith(("bullet", "ordered", "list", "blockquote")):
            self._take_container(token)
        else:
            self._take_leaf(token)

    def _take_container(self, token: Token) -> None:
        """Go into a list, an item or a quotation, or out of it."""
        if token.type.startswith("blockquote"):
            self._quote += token.nesting
        elif token.type == "list_item_open":
            number = f"{token.info}{token.markup}" if self._lists[-1] == "1" else ""
            self._marker = number or _BULLETS[min(len(self._lists), len(_BULLETS)) - 1]
        elif token.type == "list_item_close":
            if self._marker:  # an item with nothing in it
                self._add(BlockKind.PARAGRAPH, ())
        elif token.nesting == 1:
            self._lists.append("1" if token.type.startswith("ordered") else "")
        else:
            self._lists.pop()
            self._marker = ""

    def _take_leaf(self, token: Token) -> None:
        """Take what has text, or says what kind of text follows."""
        match token.type:
            case "heading_open":
                self._heading = int(token.tag[1])
            case "paragraph_open":
                self._tight = token.hidden
            case "inline":
                self._take_inline(token)
            case "fence" | "code_block":
                self._take_code(token)
            case "math_block" | "math_block_label":
                self._add(BlockKind.PARAGRAPH, (Run(f"$${token.content}$$".replace("\n", "\u2028"), Look.MATH),))
            case "hr":
                self._add(BlockKind.RULE, ())

    def _take_table(self, token: Token) -> None:
        if token.type == "table_open":
            self._in_table, self._rows = True, []
        elif token.type == "tr_open":
            self._rows.append([])
        elif token.type == "table_close":
            self._in_table = False
            rows = tuple(tuple(row) for row in self._rows)
            self._blocks.append(Block(self._shape(BlockKind.TABLE), (), rows))

    def _take_inline(self, token: Token) -> None:
        runs = tuple(_joined(runs_of(token.children or ())))
        if self._in_table:
            self._rows[-1].append(runs)
            return
        heading, self._heading = self._heading, 0
        self._add(BlockKind.HEADING if heading else BlockKind.PARAGRAPH, runs, heading)

    def _take_code(self, token: Token) -> None:
        language = token.info.split()[0] if token.info.split() else ""
        head = self._shape(BlockKind.CODE_HEAD, language=language)
        name = (Run(f"{language}   ", Look.FAINT, told=""),) if language else ()
        self._blocks.append(Block(head, (*name, _copy_run())))
        line = self._shape(BlockKind.CODE, tight=True, language=language)
        for text in token.content.removesuffix("\n").split("\n"):
            self._blocks.append(Block(line, (Run(text, Look.CODE),) if text else ()))

    def _shape(self, kind: BlockKind, level: int = 0, tight: bool = False, language: str = "") -> Shape:
        return Shape(kind, level, len(self._lists), self._quote, tight, False, language)

    def _add(self, kind: BlockKind, runs: tuple[Run, ...], level: int = 0) -> None:
        marker, self._marker = self._marker, ""
        tight = bool(self._lists) and (self._tight or bool(marker))
        if marker:
            told = marker if marker[0].isdigit() else "-"
            runs = (Run(f"{marker}\t", told=f"{told} "), *runs)
        self._blocks.append(Block(Shape(kind, level, len(self._lists), self._quote, tight, hanging=bool(marker)), runs))


def _copy_run() -> Run:
    return Run(_text("Copy"), Look.LINK | Look.FAINT, COPY, told="")


def thought_head(is_open: bool) -> Run:
    """Return what opens and closes a thought."""
    told = _text("▾ What the model thought") if is_open else _text("▸ What the model thought")
    return Run(told, Look.FAINT, THOUGHT, told="")


def _text(source: str) -> str:
    return QCoreApplication.translate("reading", source)


def runs_of(children: Iterable[Token]) -> Iterator[Run]:
    """Yield the runs of what stands in one line of thought."""
    look, href, image = Look.PLAIN, "", ""
    for token in children:
        kind = token.type.removesuffix("_open").removesuffix("_close")
        if kind in _LOOKS:
            look = look | _LOOKS[kind] if token.nesting == 1 else look & ~_LOOKS[kind]
        elif token.type == "link_open":
            href = str(token.attrs.get("href", ""))
        elif token.type == "link_close":
            if not opens(href):
                yield Run(f" ({href})", look | Look.FAINT)
            href = ""
        elif token.type == "image":
            image = str(token.attrs.get("src", ""))
            yield from _link(token.content or image, look, image)
            if not opens(image):
                yield Run(f" ({image})", look | Look.FAINT)
        elif token.type in ("softbreak", "hardbreak"):
            yield Run(" " if token.type == "softbreak" else "\u2028", look, told="\n")
        else:
            yield from _plain(token, look, href)


def _plain(token: Token, look: Look, href: str) -> Iterator[Run]:
    """Yield the runs of a token that has text."""
    if token.type == "code_inline":
        look |= Look.CODE
    elif token.type.startswith("math"):
        mark = "$$" if "double" in token.type else "$"
        yield Run(f"{mark}{token.content}{mark}", look | Look.MATH)
        return
    if href:
        yield from _link(token.content, look, href)
    elif token.type == "text":
        yield from _with_bare_links(token.content, look)
    else:
        yield Run(token.content, look)


def _link(text: str, look: Look, href: str) -> Iterator[Run]:
    yield Run(text, look | Look.LINK, href) if opens(href) else Run(text, look)


def _with_bare_links(text: str, look: Look) -> Iterator[Run]:
    done = 0
    if "://" in text:
        for found in _BARE_LINK.finditer(text):
            yield Run(text[done : found.start()], look)
            yield from _link(found.group(), look, found.group())
            done = found.end()
    yield Run(text[done:], look)


def _joined(runs: Iterable[Run]) -> Iterator[Run]:
    """Yield the runs, those of one kind as one, and none without text."""
    waiting: list[Run] = []
    for run in runs:
        if not run.text:
            continue
        alike = waiting and (waiting[-1].look, waiting[-1].href) == (run.look, run.href)
        if waiting and not (alike and run.told is None and waiting[-1].told is None):
            yield _one(waiting)
            waiting = []
        waiting.append(run)
    if waiting:
        yield _one(waiting)


def _one(runs: Sequence[Run]) -> Run:
    first = runs[0]
    return first if len(runs) == 1 else Run("".join(run.text for run in runs), first.look, first.href)
