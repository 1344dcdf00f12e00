"""The loop: draft, evaluate, verify, emit, until the reply ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.errors import CancelledError, EngineError
from app.speculation.distributions import transform
from app.speculation.records import (
    DraftedToken,
    DraftingStopped,
    EmittedToken,
    Finish,
    PromptProgress,
    Round,
)
from app.speculation.statistics import summarise
from app.speculation.verification import Draft, Verification, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.speculation.distributions import Logits, RandomSource
    from app.speculation.draft_length import DraftLength
    from app.speculation.records import Event
    from app.speculation.sampling import Sampling
    from app.speculation.stop import Stop


class Reader(Protocol):
    """A model that has read some tokens and can go on from them.

    Every method that computes raises CancelledError when it was told to stop, and EngineError when it fails; in both
    cases what it has read is as if the call had not been made.
    """

    @property
    def capacity(self) -> int:
        """How many tokens fit into its context."""

    def follow(self, tokens: Sequence[int]) -> Iterator[int]:
        """Read exactly `tokens`, reusing the common prefix; yield how many are read so far, first those reused."""

    def keep(self, length: int) -> None:
        """Forget all but the first `length` tokens; no effect where fewer are read."""


class Target(Reader, Protocol):
    """The model whose text the person wants."""

    def evaluate(self, tokens: Sequence[int]) -> Sequence[Logits]:
        """Read `tokens` in one pass and return a row of logits, shape (vocabulary,), for each.

        The rows are valid until the next call.
        """

    def is_end(self, token: int) -> bool:
        """Whether this token ends a reply."""


class Drafter(Reader, Protocol):
    """What proposes tokens."""

    def propose(self, context: Sequence[int], limit: int, sampling: Sampling, random: RandomSource) -> Draft:
        """Draft up to `limit` tokens to follow `context`, with what they were drawn from."""


class TextStream(Protocol):
    """Turns tokens into text; a token that ends inside a character has no text until the character is complete."""

    def push(self, token: int) -> str:
        """Return the text that this token completes."""

    def preview(self, tokens: Sequence[int]) -> list[str]:
        """Return the text of each token if they came next, and change nothing."""


@dataclass(slots=True)
class Decoder:
    """Everything that one reply needs.

    Attributes:
        target: writes the text.
        drafter: proposes tokens; None decodes plainly.
        draft_length: how many it proposes.
        sampling: the transform of both models' logits.
        random: where all draws come from.
        text: the detokeniser.
        stop: set from another thread.
        clock: seconds, monotonic.
        max_tokens: how many to emit at most; None is as many as fit.
    """

    target: Target
    drafter: Drafter | None
    draft_length: DraftLength
    sampling: Sampling
    random: RandomSource
    text: TextStream
    stop: Stop
    clock: Callable[[], float]
    max_tokens: int | None = None
    _context: list[int] = field(default_factory=list)
    _rounds: list[Round] = field(default_factory=list)
    _emitted: int = 0

    def reply(self, prompt: Sequence[int]) -> Iterator[Event]:
        """Write a reply to `prompt` (at least one token); yields its events, the last one a Summary.

        Both models are left holding a prefix of what was said, whatever ends the reply, also when the caller stops
        iterating; the next reply goes on from there.

        Raises:
            EngineError: the target failed. A failing drafter only ends the drafting.
        """
        started = self.clock()
        prompt_seconds = 0.0
        reused = 0
        self._context = list(prompt)
        try:
            for progress in self._read_prompt():
                if isinstance(progress, PromptProgress):
                    reused = progress.reused
                yield progress
            prompt_seconds = self.clock() - started
            while (finish := self._finish()) is None:
                yield from self._round()
        except CancelledError:
            finish = Finish.STOPPED
            prompt_seconds = prompt_seconds or self.clock() - started
        finally:
            self._forget_unverified()
        yield summarise(
            self._rounds,
            finish,
            seconds=self.clock() - started,
            prompt_seconds=prompt_seconds,
            prompt_tokens=len(prompt),
            reused_tokens=reused,
        )

    def _read_prompt(self) -> Iterator[Event]:
        """Read all but the last token, which the first round evaluates together with its draft."""
        tokens = self._context[:-1]
        total = len(tokens) * (2 if self.drafter else 1)
        reused = -1
        for done in self.target.follow(tokens):
            reused = done if reused < 0 else reused
            yield PromptProgress(done, total, reused)
            self._raise_if_stopped()
        if self.drafter is None:
            return
        try:
            for done in self.drafter.follow(tokens):
                yield PromptProgress(len(tokens) + done, total, reused)
                self._raise_if_stopped()
        except EngineError as error:
            yield self._drop_drafter(error)

    def _finish(self) -> Finish | None:
        """Say why the reply is over, or None if it goes on."""
        if self._rounds and self.target.is_end(self._rounds[-1].emitted[-1].id):
            return Finish.END_OF_TEXT
        if self.max_tokens is not None and self._emitted >= self.max_tokens:
            return Finish.MAX_TOKENS
        if len(self._context) > self.target.capacity:
            return Finish.CONTEXT_FULL
        return Finish.STOPPED if self.stop.is_set else None

    def _round(self) -> Iterator[Event]:
        """One round, as in the papers: draft, evaluate in one pass, verify, emit."""
        started = self.clock()
        draft = Draft()
        try:
            draft = self._draft()
        except EngineError as error:
            yield self._drop_drafter(error)
        drafted = self.clock()
        rows = self.target.evaluate([self._context[-1], *draft.tokens])
        outcome = verify(draft, (transform(row, self.sampling) for row in rows), self.random)
        emitted = self._until_end([*draft.tokens[: outcome.accepted], outcome.token])
        self._context += emitted
        self._emitted += len(emitted)
        self._forget_unverified()
        verified = self.clock()
        one = self._record(draft, outcome, len(emitted), drafted - started, verified - drafted)
        self._rounds.append(one)
        self.draft_length.observe(one)
        yield one

    def _draft(self) -> Draft:
        limit = self._draft_limit()
        if self.drafter is None or limit <= 0:
            return Draft()
        draft = self.drafter.propose(self._context, limit, self.sampling, self.random)
        # What follows an end of text can never be emitted. Cutting it does not depend on whether the end is accepted,
        # so it does not bias what is.
        tokens = tuple(self._until_end(draft.tokens))
        distributions = None if draft.distributions is None else draft.distributions[: len(tokens)]
        return Draft(tokens, distributions)

    def _draft_limit(self) -> int:
        """How many tokens the next draft may have: one more is always emitted, and all must fit."""
        limit = min(self.draft_length.limit(), self.target.capacity - len(self._context))
        if self.max_tokens is not None:
            limit = min(limit, self.max_tokens - self._emitted - 1)
        return limit

    def _until_end(self, tokens: Sequence[int]) -> list[int]:
        for place, token in enumerate(tokens):
            if self.target.is_end(token):
                return list(tokens[: place + 1])
        return list(tokens)

    def _forget_unverified(self) -> None:
        """Leave in both models only tokens that are part of the text; its last one is not read yet."""
        length = len(self._context) - 1
        self.target.keep(length)
        if self.drafter is not None:
            self.drafter.keep(length)

    def _drop_drafter(self, error: EngineError) -> DraftingStopped:
        self.drafter = None
        return DraftingStopped(str(error))

    def _raise_if_stopped(self) -> None:
        if self.stop.is_set:
            raise CancelledError

    def _record(
        self, draft: Draft, outcome: Verification, emitted: int, draft_seconds: float, verify_seconds: float
    ) -> Round:
        drafted = tuple(
            map(
                DraftedToken,
                draft.tokens,
                self.text.preview(draft.tokens),
                outcome.verdicts,
                outcome.target_probs,
                outcome.draft_probs,
            )
        )
        kept = [
            EmittedToken(token.id, self.text.push(token.id), token.verdict, token.target_prob or 0.0, token.draft_prob)
            for token in drafted[: min(outcome.accepted, emitted)]
        ]
        if emitted > outcome.accepted:
            text = self.text.push(outcome.token)
            kept.append(EmittedToken(outcome.token, text, outcome.verdict, outcome.target_prob, None))
        return Round(len(self._rounds), drafted, tuple(kept), draft_seconds, verify_seconds)
