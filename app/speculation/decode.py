"""The loop: draft, evaluate, verify, emit, until the reply ends."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.errors import CancelledError, EngineError
from app.speculation.endings import StopStrings, Thinking
from app.speculation.records import (
    Candidate,
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
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from app.speculation.distributions import Logits
    from app.speculation.draft_length import DraftLength
    from app.speculation.records import DrafterKind, Event
    from app.speculation.sampler import Sampler
    from app.speculation.sampling import RuleName
    from app.speculation.stop import Stop
    from app.speculation.verification import Top


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

    @property
    def kind(self) -> DrafterKind:
        """What it is called where tokens are shown."""

    def ready(self, context: Sequence[int]) -> bool:
        """Whether it has anything to propose after `context`; cheap."""

    def propose(
        self, context: Sequence[int], limit: int, sampler: Sampler, go_on: Callable[[float], bool] | None
    ) -> Draft:
        """Draft up to `limit` tokens to follow `context`, with what they were drawn from.

        A drawn token is always part of the draft: leaving one out because of what it is would bias the text under the
        ratio rule. `go_on` decides after each whether to draw another; it gets the largest probability of what the
        token was drawn from, before the sampling transform. None: draw as many as the limit allows.
        """


class TextStream(Protocol):
    """Turns tokens into text; a token that ends inside a character has no text until the character is complete."""

    def push(self, token: int) -> str:
        """Return the text that this token completes."""

    def preview(self, tokens: Sequence[int]) -> list[str]:
        """Return the text of each token if they came next, and change nothing."""

    def alone(self, token: int) -> str:
        """Return the text of a token by itself, U+FFFD where it is a part of a character."""


@dataclass(slots=True)
class Decoder:
    """Everything that one reply needs.

    Attributes:
        target: writes the text.
        drafters: propose tokens, the first that is ready in each round; none decodes plainly.
        draft_length: how many they propose.
        sampler: the transform of all models' logits, and the rule of the draws.
        rule: the name of that rule.
        text: the detokeniser.
        stop: set from another thread.
        clock: seconds, monotonic.
        max_tokens: how many to emit at most; None is as many as fit.
        stop_strings: end the reply before any of them.
        thinking: follows the tags of a model's thinking.
        record_top: how many of the likeliest tokens of both models to record at each place.
    """

    target: Target
    drafters: Sequence[Drafter]
    draft_length: DraftLength
    sampler: Sampler
    rule: RuleName
    text: TextStream
    stop: Stop
    clock: Callable[[], float]
    max_tokens: int | None = None
    stop_strings: StopStrings = field(default_factory=lambda: StopStrings(()))
    thinking: Thinking = field(default_factory=lambda: Thinking(""))
    record_top: int = 0
    _context: list[int] = field(default_factory=list)
    _rounds: list[Round] = field(default_factory=list)
    _count: int = 0
    _emitted: int = 0
    _last: int | None = None

    def reply(self, prompt: Sequence[int]) -> Iterator[Event]:
        """Write a reply to `prompt` (at least one token); yields its events, the last one a Summary.

        All models are left holding a prefix of what was said, whatever ends the reply, also when the caller stops
        iterating; the next reply goes on from there.

        Raises:
            EngineError: the target failed. A failing drafter only ends its drafting.
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
        for one in self.stop_strings.flush():
            yield self._show(one)
        yield summarise(
            self._rounds,
            finish,
            rule=self.rule,
            seconds=self.clock() - started,
            prompt_seconds=prompt_seconds,
            prompt_tokens=len(prompt),
            reused_tokens=reused,
        )

    def _read_prompt(self) -> Iterator[Event]:
        """Read all but the last token, which the first round evaluates together with its draft."""
        tokens = self._context[:-1]
        total = len(tokens) * (1 + len(self.drafters))
        reused = -1
        for done in self.target.follow(tokens):
            reused = done if reused < 0 else reused
            yield PromptProgress(done, total, reused)
            self._raise_if_stopped()
        before = len(tokens)
        for drafter in list(self.drafters):
            try:
                for done in drafter.follow(tokens):
                    yield PromptProgress(before + done, total, reused)
                    self._raise_if_stopped()
            except EngineError as error:
                yield self._drop(drafter, error)
            before += len(tokens)

    def _finish(self) -> Finish | None:
        """Say why the reply is over, or None if it goes on."""
        if self._last is not None and self.target.is_end(self._last):
            return Finish.END_OF_TEXT
        if self.stop_strings.found:
            return Finish.STOP_STRING
        if self.max_tokens is not None and self._emitted >= self.max_tokens:
            return Finish.MAX_TOKENS
        if len(self._context) > self.target.capacity:
            return Finish.CONTEXT_FULL
        return Finish.STOPPED if self.stop.is_set else None

    def _round(self) -> Iterator[Event]:
        """One round, as in the papers: draft, evaluate in one pass, verify, emit."""
        started = self.clock()
        drafter = next((one for one in self.drafters if one.ready(self._context)), None)
        draft = Draft()
        if drafter is not None:
            try:
                draft = self._draft(drafter)
            except EngineError as error:
                yield self._drop(drafter, error)
        drafted = self.clock()
        context = self._context
        rows = self.target.evaluate([context[-1], *draft.tokens])
        distributions = self.sampler.distributions(rows, context, draft.tokens)
        outcome = verify(draft, distributions, self.sampler.rule, len(context), self.record_top)
        emitted = self._until_end([*draft.tokens[: outcome.accepted], outcome.token])
        context.extend(emitted)
        self._emitted += len(emitted)
        self._last = emitted[-1]
        self._forget_unverified()
        verified = self.clock()
        kind = drafter.kind if drafter is not None and draft.tokens else None
        one = self._record(draft, kind, outcome, len(emitted), drafted - started, verified - drafted)
        self.draft_length.observe(one)
        if news := self.draft_length.news():
            yield news
        for shown in self.stop_strings.pass_on(one) if self.stop_strings else (one,):
            yield self._show(shown)

    def _draft(self, drafter: Drafter) -> Draft:
        limit = self._draft_limit(drafter.kind)
        if limit <= 0:
            return Draft()
        draft = drafter.propose(self._context, limit, self.sampler, self.draft_length.go_on)
        # What follows an end of text can never be emitted. Cutting it does not depend on whether the end is accepted,
        # so it does not bias what is.
        tokens = tuple(self._until_end(draft.tokens))
        distributions = None if draft.distributions is None else draft.distributions[: len(tokens)]
        return Draft(tokens, distributions)

    def _draft_limit(self, kind: DrafterKind) -> int:
        """How many tokens the next draft may have: one more is always emitted, and all must fit."""
        limit = min(self.draft_length.limit(kind), self.target.capacity - len(self._context))
        if self.max_tokens is not None:
            limit = min(limit, self.max_tokens - self._emitted - 1)
        return limit

    def _until_end(self, tokens: Sequence[int]) -> list[int]:
        """Return the tokens up to the one that ends the reply, if one does."""
        is_end, count = self.target.is_end, len(tokens)
        for place, token in enumerate(tokens):
            if is_end(token):
                count = place + 1
                break
        if self.stop_strings:
            completed = self.stop_strings.completed_by(self.text.preview(tokens))
            count = count if completed is None else min(count, completed + 1)
        return list(tokens[:count])

    def _forget_unverified(self) -> None:
        """Leave in all models only tokens that are part of the text; its last one is not read yet."""
        length = len(self._context) - 1
        self.target.keep(length)
        for drafter in self.drafters:
            drafter.keep(length)

    def _drop(self, failed: Drafter, error: EngineError) -> DraftingStopped:
        self.drafters = [one for one in self.drafters if one is not failed]
        return DraftingStopped(str(error).rstrip("."))

    def _raise_if_stopped(self) -> None:
        if self.stop.is_set:
            raise CancelledError

    def _show(self, one: Round) -> Round:
        """Number a round and note what of it is thinking; its text is final."""
        emitted = tuple(
            dataclasses.replace(token, thinking=True) if self.thinking.push(token.text) else token
            for token in one.emitted
        )
        if emitted != one.emitted:
            one = dataclasses.replace(one, emitted=emitted)
        self._rounds.append(one)
        return one

    def _record(
        self,
        draft: Draft,
        kind: DrafterKind | None,
        outcome: Verification,
        emitted: int,
        draft_seconds: float,
        verify_seconds: float,
    ) -> Round:
        drafted = tuple(
            map(
                DraftedToken,
                draft.tokens,
                self.text.preview(draft.tokens),
                outcome.verdicts,
                outcome.target_probs,
                outcome.draft_probs,
                outcome.draws,
            )
        )
        places = range(len(draft.tokens)) if self.record_top else ()
        draft_top = self._spelled(draft.distribution(place).top(self.record_top) for place in places)
        target_top = self._spelled(outcome.target_tops)
        kept = self._emit(drafted[: min(outcome.accepted, emitted)], outcome if emitted > outcome.accepted else None)
        self._count += 1
        return Round(
            self._count - 1,
            drafted,
            kept,
            draft_seconds,
            verify_seconds,
            kind,
            self.rule,
            draft_top,
            target_top,
        )

    def _emit(self, accepted: Sequence[DraftedToken], outcome: Verification | None) -> tuple[EmittedToken, ...]:
        """Put the accepted tokens into the text, and what the target added unless the reply ended before it."""
        push = self.text.push
        kept = [
            EmittedToken(
                token.id, push(token.id), token.verdict, token.target_prob or 0.0, token.draft_prob, draw=token.draw
            )
            for token in accepted
        ]
        if outcome is not None:
            text = push(outcome.token)
            kept.append(
                EmittedToken(outcome.token, text, outcome.verdict, outcome.target_prob, None, draw=outcome.draw)
            )
        return tuple(kept)

    def _spelled(self, tops: Iterable[Top]) -> tuple[tuple[Candidate, ...], ...]:
        """Return the likeliest tokens of each place with their texts."""
        alone = self.text.alone
        return tuple(tuple(Candidate(token, alone(token), float(f"{prob:.6g}")) for token, prob in top) for top in tops)
