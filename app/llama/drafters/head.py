"""What all heads have in common: they draft from the hidden states that the target computes anyway."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from app.catalog.memory import HEAD_BATCH
from app.errors import CancelledError, ContextFullError, EngineError
from app.llama.context import common_prefix
from app.llama.drafters.drawing import draw, mask
from app.speculation.draft_length import MAX_DRAFT_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.llama.compatibility import SharedVocabulary
    from app.llama.context import LlamaContext
    from app.llama.head_context import HeadContext, Rows
    from app.speculation.distributions import Logits
    from app.speculation.records import DrafterKind
    from app.speculation.sampler import Sampler
    from app.speculation.verification import Draft

# Hidden states are many numbers a token, so they are used up in the middle of a long prompt.
_MOST_WAITING = 256


class HeadDrafter(ABC):
    """Implements `app.speculation.decode.Drafter`, and looks on while the target reads (`context.Observer`).

    A pass of the head takes the hidden state of one position of the target together with the token that follows it.
    `_tokens` are those whose states have been used, all but the last with the token after; the state of the last,
    `_state`, waits for the token to come. Rows that the target read since wait in `_waiting`: after a verification only
    those of kept tokens are used, so nothing has to be taken back, and the drafted part of the head's memory, made from
    states of its own, is thrown away.

    What lies before the last position cannot be had again without reading that one position once more; `reusable` asks
    for that.
    """

    kind: DrafterKind
    # How far the place of a pair in the head's memory lies behind the position of its state.
    shift: int

    def __init__(
        self, target: LlamaContext, context: HeadContext, shared: SharedVocabulary, *, most: int = MAX_DRAFT_LENGTH
    ) -> None:
        """Draft at most `most` tokens for `target` with `context`."""
        self.context = context
        self._target = target
        self._shared = shared
        self._most = most
        self._tokens: list[int] = []
        self._state: Rows | None = None
        self._paired = 0
        self._waiting: list[tuple[list[int], Rows]] = []
        self._failure: EngineError | None = None
        self._rewind(0)

    # What differs between heads.

    @abstractmethod
    def watch(self, on: bool) -> None:
        """Have the target compute what this head needs, or stop that."""

    @abstractmethod
    def take(self, count: int) -> Rows:
        """Return what the head needs of the last pass of the target over `count` tokens, copied."""

    def states(self, rows: Rows) -> Rows:
        """Return the hidden states, shape (rows, width), that `rows` stand for."""
        return rows

    def first_state(self) -> Rows | None:
        """Return the state before the first position, None if no pair goes before it."""
        return None

    def pair(self, tokens: Sequence[int], states: Rows) -> None:
        """Read pairs at the end of the head's memory."""
        self.context.read(tokens, states)

    def begin(self, token: int, state: Rows) -> Logits:
        """Read the first pair of a draft; return the logits after it."""
        return self.context.read([token], state[np.newaxis], logits=True)

    def go_on(self, token: int) -> Logits:
        """Read a drafted token with the head's own state; return the logits after it."""
        return self.context.read([token], self.context.last_state()[np.newaxis], logits=True)

    # app.llama.context.Observer

    def reusable(self, tokens: Sequence[int], length: int) -> int:
        """See `Observer.reusable`."""
        length = min(length, common_prefix(self._known, tokens))
        if length > len(self._tokens) or (length == len(self._tokens) and self._state is not None):
            self._drop_waiting(length)
            return length
        self._rewind(length)
        return len(self._tokens)

    def read(self, tokens: Sequence[int], start: int) -> None:
        """See `Observer.read`."""
        if start != self._length:
            return  # read while nobody looked on: `reusable` has it read again
        rows = self.take(len(tokens))
        if self._length - len(self._tokens) >= _MOST_WAITING:
            try:
                for _ in self._use():
                    pass
            except CancelledError:
                pass  # told to the target too
            except EngineError as error:
                self._failure = error
        self._waiting.append((list(tokens), rows))

    def trimmed(self, length: int) -> None:
        """See `Observer.trimmed`."""
        if length >= len(self._tokens):
            self._drop_waiting(length)
        else:
            self._rewind(length)

    # app.speculation.decode.Drafter

    @property
    def capacity(self) -> int:
        """How many tokens fit into its context."""
        return self._target.capacity

    def follow(self, tokens: Sequence[int]) -> Iterator[int]:
        """Use up what the target has read of `tokens`."""
        self._raise_failure()
        self.keep(common_prefix(self._known, tokens))
        yield len(self._tokens)
        yield from self._use()

    def keep(self, length: int) -> None:
        """Forget all but the first `length` tokens; mostly the target has told already."""
        if length < self._length:
            self.trimmed(length)

    def ready(self, context: Sequence[int]) -> bool:
        """Whether it has seen all that the target has read."""
        return self._failure is not None or self._length == len(context) - 1

    def propose(
        self, context: Sequence[int], limit: int, sampler: Sampler, go_on: Callable[[float], bool] | None
    ) -> Draft:
        """Draft up to `limit` tokens to follow `context`; see `app.speculation.decode.Drafter`.

        Raises:
            ContextFullError: there is no room left for even one token.
            CancelledError, DecodeError: a pass was stopped, or failed.
        """
        self._raise_failure()
        limit = min(limit, self._most, self.capacity - len(context) + 1)
        if limit < 1:
            raise ContextFullError(model=self.context.model.path.name, tokens=self.capacity)
        for _ in self._use():
            pass
        assert self._state is not None  # noqa: S101 - `ready` says so
        try:
            return draw(
                context,
                limit,
                sampler,
                go_on,
                first=mask(self.begin(context[-1], self._state), self._shared),
                following=lambda token: mask(self.go_on(token), self._shared),
                is_end=self._target.model.vocabulary.is_end,
            )
        finally:
            self.context.trim(self._paired + self.shift)

    # The rows that wait.

    @property
    def _length(self) -> int:
        """How many tokens of the target it knows."""
        return len(self._tokens) + sum(len(tokens) for tokens, _ in self._waiting)

    @property
    def _known(self) -> list[int]:
        return [*self._tokens, *(token for tokens, _ in self._waiting for token in tokens)]

    def _drop_waiting(self, length: int) -> None:
        left = length - len(self._tokens)
        waiting, self._waiting = self._waiting, []
        for tokens, rows in waiting:
            if left > 0:
                self._waiting.append((tokens[:left], rows[:left]))
            left -= len(tokens)

    def _rewind(self, length: int) -> None:
        """Go back so far that the target has to read the last of `length` tokens again."""
        self._waiting.clear()
        length = max(0, length - 1)
        # Pairs up to here lie before the last of those tokens, or hold it.
        self._paired = min(self._paired, length)
        del self._tokens[length:]
        self._state = None
        if not length:
            self._state = self.first_state()
            self._paired = 0 if self._state is None else -1
        self.context.trim(self._paired + self.shift)

    def _use(self) -> Iterator[int]:
        """Read what waits, a micro-batch at a time; yield how many tokens are used up so far."""
        while self._waiting:
            tokens, rows = self._waiting[0]
            part = tokens[:HEAD_BATCH]
            self._use_part(part, self.states(rows[:HEAD_BATCH]))
            self._waiting[0] = tokens[HEAD_BATCH:], rows[HEAD_BATCH:]
            if not self._waiting[0][0]:
                del self._waiting[0]
            yield len(self._tokens)

    def _use_part(self, tokens: Sequence[int], states: Rows) -> None:
        """Pair every state but the last with the token that follows it, the one kept from before included."""
        start = len(self._tokens)
        following, vectors = tokens[1:], states[:-1]
        if self._paired < start and self._state is not None:
            following, vectors = tokens, np.concatenate([self._state[np.newaxis], vectors])
        if following:
            self.pair(following, vectors)
        self._tokens += tokens
        self._state = states[-1].copy()
        self._paired = len(self._tokens) - 1

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
