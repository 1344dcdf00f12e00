"""Prompt lookup: continue the end of the text as it continued the last time it occurred. No model, no cost."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from app.speculation.records import DrafterKind
from app.speculation.verification import Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.speculation.sampler import Sampler

_REFRESHED = 8


class SuffixIndex:
    """Finds the longest suffix of a growing text that occurred before, and where.

    An online suffix automaton (Blumer et al., "The smallest automaton recognizing the subwords of a text", 1985):
    adding a token takes constant time on average, asking takes constant time, whatever the length of the text.

    A state stands for the subwords that end at the same places. Its longest one has `_lengths` tokens; `_links` leads
    to the longest suffix that also ends elsewhere; `_ends` is a place where it ended before.
    """

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self._next: list[dict[int, int]] = [{}]
        self._lengths = array("i", [0])
        self._links = array("i", [-1])
        self._ends = array("i", [0])
        self._last = 0
        self._match = 0
        self._place = 0

    def extend(self, tokens: Sequence[int]) -> None:
        """Append tokens to the text."""
        for token in tokens:
            self._append(token)

    def longest(self) -> tuple[int, int]:
        """Return (length, place): the longest suffix that occurred before and the place right after that occurrence.

        Of several occurrences it is a late one, mostly the latest. Length 0: none.
        """
        return self._match, self._place

    def _append(self, token: int) -> None:
        self.tokens.append(token)
        new = self._add_state({}, len(self.tokens), 0)
        state = self._last
        while state >= 0 and token not in self._next[state]:
            self._next[state][token] = new
            state = self._links[state]
        if state >= 0:
            found = self._next[state][token]
            if self._lengths[state] + 1 < self._lengths[found]:
                found = self._split(state, token, found)
            self._links[new] = found
        self._last = new
        self._remember(new)

    def _split(self, state: int, token: int, found: int) -> int:
        """Give the suffix that ends at two different sets of places a state of its own."""
        copy = self._add_state(dict(self._next[found]), self._lengths[state] + 1, self._links[found])
        self._ends[copy] = self._ends[found]
        self._links[found] = copy
        while state >= 0 and self._next[state].get(token) == found:
            self._next[state][token] = copy
            state = self._links[state]
        return copy

    def _remember(self, new: int) -> None:
        """Note where the longest repeated suffix ended before, then that it ends here now."""
        here = len(self.tokens)
        state = self._links[new]
        self._match, self._place = (self._lengths[state], self._ends[state]) if state > 0 else (0, 0)
        self._ends[new] = here
        # A text that repeats itself has as many suffixes as tokens: only the longest few are kept up to date.
        for _ in range(_REFRESHED):
            if state <= 0:
                break
            self._ends[state] = here
            state = self._links[state]

    def _add_state(self, following: dict[int, int], length: int, link: int) -> int:
        self._next.append(following)
        self._lengths.append(length)
        self._links.append(link)
        self._ends.append(0)
        return len(self._lengths) - 1


class LookupDrafter:
    """Implements `app.speculation.decode.Drafter` without a model: certain of what it copies."""

    kind = DrafterKind.LOOKUP

    def __init__(self, capacity: int, shortest_match: int = 3) -> None:
        """Propose where at least `shortest_match` tokens at the end of the text occurred before."""
        self.capacity = capacity
        self._shortest = shortest_match
        self._index = SuffixIndex()

    def follow(self, tokens: Sequence[int]) -> Iterator[int]:
        """Index exactly `tokens`; an index cannot forget its end, so a text that differs is indexed anew."""
        known = self._index.tokens
        if known != list(tokens[: len(known)]):
            self._index = SuffixIndex()
        yield len(self._index.tokens)
        self._index.extend(tokens[len(self._index.tokens) :])
        yield len(tokens)

    def keep(self, length: int) -> None:
        """Do nothing: only what was said is ever indexed."""

    def ready(self, context: Sequence[int]) -> bool:
        """Whether the end of the text occurred before."""
        self._index.extend(context[len(self._index.tokens) :])
        return self._index.longest()[0] >= self._shortest

    def propose(
        self, context: Sequence[int], limit: int, _sampler: Sampler, _go_on: Callable[[float], bool] | None
    ) -> Draft:
        """Copy what followed the earlier occurrence; where that reaches the end of the text it repeats from there."""
        place = self._index.longest()[1]
        period = len(context) - place
        return Draft(tuple(context[place + step % period] for step in range(limit)))
