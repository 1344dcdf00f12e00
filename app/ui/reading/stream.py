"""Markdown that grows: what is complete is never looked at again, and what is written is appended to. Qt-free."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Protocol

from app.ui.reading import thoughts
from app.ui.reading.blocks import Atom, Block, BlockKind, Look, Opening, Run, Section, Shape, atoms_of
from app.ui.reading.markdown import sections_of, thought_head

if TYPE_CHECKING:
    from collections.abc import Sequence

# A paragraph or an open element that is longer is not parsed again from its start with every word.
_LONG_PARAGRAPH = 900
_LONG_TAIL = 1500
_LEFT_OPEN = 200
_STAND_IN = "x"
_BETWEEN_CELLS = Run("  │  ", Look.FAINT, told="\t")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`\n]*\n)|~{3,})[^\n]*\n")
_SENTENCE_END = re.compile(r"[.!?…:;,)](?= )|[。！？](?=.)|\w(?= )")
_MARKERS = frozenset("*_`[$~<\\")


class Sink(Protocol):
    """Where atoms are written. Open atoms are those that may yet change; they are counted from 0."""

    def cut(self, index: int) -> None:
        """Take away the open atoms from `index` on."""

    def grow(self, run: Run) -> None:
        """Append to the last open atom, a run of the same look."""

    def write(self, atoms: Sequence[Atom]) -> None:
        """Append atoms."""

    def settle(self, count: int) -> None:
        """The first `count` open atoms do not change any more."""


class ReadingStream:
    """Reads one reply. `restart` is asked for where a thought shows itself only at its end."""

    def __init__(self, sink: Sink, thoughts_open: bool) -> None:
        self._sink = sink
        self._thoughts_open = thoughts_open
        self._early = ""
        self._thinking = False
        self._begun = False
        self._markdown = MarkdownStream(sink)

    def feed(self, text: str, final: bool = False) -> bool:
        """Go on with `text`; return False if all must be read again from the start, in one go."""
        if not self._begun:
            return self._begin(text, final)
        if self._thinking:
            return self._think(text, final)
        if thoughts.CLOSES in self._markdown.tail[-len(thoughts.CLOSES) :] + text:
            return False
        self._markdown.feed(text, final)
        return True

    def _begin(self, text: str, final: bool) -> bool:
        self._early += text
        if thoughts.may_begin(self._early) and not final:
            return True
        self._begun = True
        reply = thoughts.split(self._early)
        if reply.thought is None:
            self._markdown.feed(self._early, final)
            return True
        self._thinking = True
        self._sink.write([Opening(Shape(BlockKind.THINKING)), thought_head(self._thoughts_open)])
        self._sink.settle(2)
        self._markdown = MarkdownStream(self._sink, faint=True)
        self._early = ""
        rest = reply.thought + (thoughts.CLOSES + reply.answer if reply.complete else "")
        return self._think(rest, final)

    def _think(self, text: str, final: bool) -> bool:
        """Go on with a thought; the end of it may come in parts."""
        thought, closed, answer = (self._early + text).partition(thoughts.CLOSES)
        if closed:
            self._early, self._thinking = "", False
            if self._thoughts_open:
                self._markdown.feed(thought, final=True)
            self._markdown = MarkdownStream(self._sink)
            if answer.strip() or final:
                self._markdown.feed(answer.lstrip("\n"), final)
            return True
        held = 0 if final else _begun_end(thought)
        self._early = thought[len(thought) - held :]
        if self._thoughts_open:
            self._markdown.feed(thought[: len(thought) - held], final)
        return True


def _begun_end(text: str) -> int:
    """Return how many characters at the end of `text` may be the beginning of the end of a thought."""
    return next((n for n in range(len(thoughts.CLOSES) - 1, 0, -1) if text.endswith(thoughts.CLOSES[:n])), 0)


class MarkdownStream:
    """Reads Markdown piece by piece. `tail` is the source that is not settled."""

    def __init__(self, sink: Sink, faint: bool = False) -> None:
        self.tail = ""
        self._sink = sink
        self._faint = faint
        self._prefix = ""  # stands before the tail: the opening of its fence, or for what came before in its paragraph
        self._waiting = 0
        self._held = ""
        self._open: list[Atom] = []

    def feed(self, text: str, final: bool = False) -> None:
        """Go on with `text`."""
        text = (self._held + text).replace("\r\n", "\n")
        self._held = "\r" if text.endswith("\r") and not final else ""  # its line may yet end with "\n"
        text = text[: len(text) - len(self._held)].replace("\r", "\n")
        self.tail += text
        self._waiting += len(text)
        if not final and len(self.tail) > _LONG_TAIL and self._waiting < len(self.tail) // 8:
            return
        self._waiting = 0
        sections = sections_of(self._prefix + self.tail)
        if not final and sections:
            sections[-1] = _unfinished(sections[-1])
        atoms = self._atoms(sections)
        self._change(atoms)
        if final:
            self._settle(len(self._open))
            self.tail = ""
        if final or not sections:
            return
        if len(sections) > 1:
            self._settle_sections(sections, atoms)
        elif _is_fence(sections[0]) and self._open_fence():
            self._settle_lines()
        elif len(self.tail) > _LONG_PARAGRAPH and _is_paragraph(sections[0]):
            self._settle_sentences()

    def _atoms(self, sections: Sequence[Section]) -> list[Atom]:
        """Return what is to be written for the tail, without what stands for the prefix."""
        atoms = atoms_of(block for section in sections for block in section.blocks)
        if self._prefix == _STAND_IN:
            first = atoms[1] if len(atoms) > 1 else None
            atoms = atoms[1:]
            if isinstance(first, Run):
                atoms[:1] = [dataclasses.replace(first, text=first.text[1:])] if len(first.text) > 1 else []
        elif self._prefix:
            heads = (n for n, one in enumerate(atoms) if isinstance(one, Opening) and one.shape.kind is BlockKind.CODE)
            atoms = atoms[next(heads) :]
        return [_fainter(atom) for atom in atoms] if self._faint else atoms

    def _change(self, atoms: list[Atom]) -> None:
        """Make `atoms` what is open, and write no more than the difference."""
        alike = 0
        for old, new in zip(self._open, atoms, strict=False):
            if old != new:
                break
            alike += 1
        suffix = _suffix(self._open[alike], atoms[alike]) if alike < min(len(self._open), len(atoms)) else None
        if suffix is None:
            if alike < len(self._open):
                self._sink.cut(alike)
            self._sink.write(atoms[alike:])
        else:
            if alike + 1 < len(self._open):
                self._sink.cut(alike + 1)
            self._sink.grow(suffix)
            self._sink.write(atoms[alike + 1 :])
        self._open = atoms

    def _settle_sections(self, sections: Sequence[Section], atoms: Sequence[Atom]) -> None:
        """Leave the last section alone open; until its first line is complete it may belong to the one before."""
        lines = (self._prefix + self.tail).split("\n")
        if len(lines) < sections[-1].start + 2:
            return
        last = len(atoms_of(sections[-1].blocks))
        self._settle(len(atoms) - last)
        self.tail = "\n".join(lines[sections[-1].start :])
        self._prefix = ""

    def _open_fence(self) -> bool:
        """Whether the tail is code whose fence is not closed."""
        opening = _FENCE.match(self._prefix + self.tail)
        if opening is None:
            return False
        mark, body = opening.group(1), (self._prefix + self.tail)[opening.end() :]
        return not any(line.strip().startswith(mark) for line in body.split("\n"))

    def _settle_lines(self) -> None:
        """Leave the last complete line of code and what follows it open."""
        if not self._prefix:
            opening = _FENCE.match(self.tail)
            if opening is None or "\n" not in self.tail[opening.end() :]:
                return
            head, self.tail = opening.group(), self.tail[opening.end() :]
            done = next(n for n, one in enumerate(self._open)
                        if isinstance(one, Opening) and one.shape.kind is BlockKind.CODE)  # fmt: skip
            self._settle(done)
            self._prefix = head
        end = self.tail.rfind("\n", 0, max(0, self.tail.rfind("\n"))) + 1
        if end <= 0:
            return
        lines = self.tail.count("\n", 0, end)
        openings = [n for n, one in enumerate(self._open) if isinstance(one, Opening)]
        if lines < len(openings):
            self._settle(openings[lines])
            self.tail = self.tail[end:]

    def _settle_sentences(self) -> None:
        """Leave the last sentences of a long paragraph open, where no emphasis, code or link is under way."""
        ends = [found.end() for found in _SENTENCE_END.finditer(self.tail, 0, len(self.tail) - _LEFT_OPEN)]
        if not ends:
            return
        tries = [ends[-1 - (len(ends) - 1) * n // 4] for n in range(4)]
        for end in (*tries, ends[-1]):
            before = self._atoms(sections_of(self._prefix + self.tail[:end]))
            if not any(isinstance(one, Run) and _MARKERS & set(one.text) for one in before):
                break
        rest = MarkdownStream(self._sink, self._faint)
        rest._prefix, rest.tail = _STAND_IN, self.tail[end:]
        after = rest._atoms(sections_of(_STAND_IN + rest.tail))
        self._change([*before, *after])
        self._settle(len(before))
        self._prefix, self.tail = _STAND_IN, rest.tail

    def _settle(self, count: int) -> None:
        if count:
            self._sink.settle(count)
            self._open = self._open[count:]


def _unfinished(section: Section) -> Section:
    """Return a table that grows as lines, since a table is laid out as a whole; anything else as it is."""
    blocks: list[Block] = []
    for block in section.blocks:
        shape = dataclasses.replace(block.shape, kind=BlockKind.PARAGRAPH)
        for number, row in enumerate(block.rows):
            runs = [run for cell in row for run in (*cell, _BETWEEN_CELLS)]
            blocks.append(Block(dataclasses.replace(shape, tight=number > 0), tuple(runs[:-1])))
        if not block.rows:
            blocks.append(block)
    return dataclasses.replace(section, blocks=tuple(blocks))


def _is_paragraph(section: Section) -> bool:
    shape = section.blocks[0].shape
    return len(section.blocks) == 1 and shape.kind is BlockKind.PARAGRAPH and not (shape.indent or shape.quote)


def _is_fence(section: Section) -> bool:
    shape = section.blocks[0].shape
    return shape.kind is BlockKind.CODE_HEAD and not (shape.indent or shape.quote)


def _suffix(old: Atom, new: Atom) -> Run | None:
    """Return what a run was continued by, None if it is another one."""
    if not (isinstance(old, Run) and isinstance(new, Run)) or old.told is not None or new.told is not None:
        return None
    if (old.look, old.href) != (new.look, new.href) or not new.text.startswith(old.text):
        return None
    return dataclasses.replace(new, text=new.text[len(old.text) :])


def _fainter(atom: Atom) -> Atom:
    if isinstance(atom, Run):
        return atom
    shape = dataclasses.replace(atom.shape, quote=atom.shape.quote + 1, faint=True)
    return dataclasses.replace(atom, shape=shape)
