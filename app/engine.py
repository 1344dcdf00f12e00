"""The Qt-free facade over llama.cpp: load a pair, then ask for replies.

One thread owns an `Engine`; only `Stop` may be touched from another. llama.cpp itself is imported by the first `load`.
"""

from __future__ import annotations

import dataclasses
import logging
import secrets
import time
from typing import TYPE_CHECKING

import numpy as np

from app.catalog.model import read_model
from app.catalog.placement import Fit, require_fits, without
from app.errors import CancelledError, EmptyPromptError, EngineNotReadyError, PromptTooLongError
from app.fit import estimate_pair, measure_machine
from app.head_files import check_pair, find_head, why_no_drafter
from app.pacing import Pacing
from app.pair_facts import describe
from app.prompts import fitted_prompt
from app.speculation.decode import Decoder
from app.speculation.endings import StopStrings, Thinking
from app.speculation.lookup import LookupDrafter
from app.speculation.records import DraftingStopped, Round, Summary
from app.speculation.sampler import Sampler, choose_rule
from app.speculation.transform import transform
from app.speeds import PLAIN_NEEDED, SpeedStore

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from app.catalog.machine import Machine
    from app.catalog.placement import MemoryEstimate
    from app.chats.records import Message
    from app.llama.loaded import LoadedModels
    from app.options import LoadedPair, LoadOptions, PairFiles, PromptCount, ReplyOptions
    from app.speculation.decode import Drafter
    from app.speculation.distributions import Distribution
    from app.speculation.records import Event
    from app.speculation.sampling import Sampling
    from app.speculation.stop import Stop

_TOP_RECORDED = 5
_logger = logging.getLogger(__name__)


class Engine:
    """Owns the models in memory."""

    def __init__(self, speeds: Path | None = None) -> None:
        """`speeds` is the file that keeps what passes cost between runs; None keeps nothing."""
        self._store = SpeedStore(speeds)
        self._models: LoadedModels | None = None
        self._pacing: Pacing | None = None
        self._placed: MemoryEstimate | None = None
        self._loaded: LoadedPair | None = None
        self._active: Generator[Event, None, None] | None = None

    @property
    def loaded(self) -> LoadedPair | None:
        """What is loaded now."""
        return self._loaded

    def load(self, files: PairFiles, options: LoadOptions, stop: Stop, progress: Callable[[float], None]) -> LoadedPair:
        """Load a pair in place of the present one; `progress` gets 0 to 1.

        Both headers are read first, so that a bad file does not cost the pair that is loaded.

        Raises:
            ModelFileError: a file cannot be used.
            NotEnoughMemoryError: they do not fit, and `options` do not insist.
            PairError: the two do not belong together.
            EngineError: no memory for the context.
            CancelledError: `stop` was set meanwhile.
        """
        started = time.perf_counter()
        options = self._place(files, options)
        from app.llama.loaded import load_models

        head = find_head(files)
        alone = "" if head or files.drafter else why_no_drafter(files)
        models = load_models(files.target, files.drafter, options, stop=stop, progress=progress, head=head, alone=alone)
        try:
            self._pacing = Pacing(models, options, self._store)
        except BaseException:
            models.close()
            raise
        self._models = models
        self._loaded = describe(files, models, time.perf_counter() - started)
        _logger.info("loaded %s in %.2f s", files.name, self._loaded.load_seconds)
        return self._loaded

    def weigh(self, files: PairFiles, options: LoadOptions) -> MemoryEstimate:
        """Read the headers of `files`, and return what they take once what is loaded is given up.

        Raises:
            ModelFileError: a file cannot be used.
            NotEnoughMemoryError: they do not fit, and `options` do not insist.
        """
        check_pair(files)
        estimate = _estimate(files, options, without(measure_machine(), self._placed))
        require_fits(estimate, insist=options.insist)
        return estimate

    def fits_beside(self, files: PairFiles, options: LoadOptions) -> bool:
        """Whether there is room for `files` while the present pair stays in memory."""
        return _estimate(files, options, measure_machine()).fit is not Fit.NONE

    def _place(self, files: PairFiles, options: LoadOptions) -> LoadOptions:
        """Make room for `files` if they can be loaded; return the options with as many layers as the GPU has room for.

        Everything is read and weighed before what is loaded is given up.
        """
        estimate = self.weigh(files, options)
        self.close()
        self._placed = estimate
        return dataclasses.replace(
            options, gpu_layers=estimate.gpu_layers, drafter_gpu_layers=estimate.drafter_gpu_layers
        )

    def reply(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> Iterator[Event]:
        """Write the next message of a chat; the last event is a Summary, also after a stop.

        Raises:
            EngineNotReadyError: nothing is loaded.
            PromptError: the messages are empty or too long.
            EngineError: a pass failed.
        """
        if not messages or not messages[-1].content.strip():
            raise EmptyPromptError
        self._refuse_endless(messages[-1].content)
        models = self._require_models()
        prompt = fitted_prompt(models, messages, options)
        return self._decode(prompt.tokens, options, stop, prompt.notices)

    def continue_text(self, text: str, options: ReplyOptions, stop: Stop) -> Iterator[Event]:
        """Go on with plain text, without a chat template; otherwise as `reply`."""
        if not text.strip():
            raise EmptyPromptError
        self._refuse_endless(text)
        return self._decode(self._require_models().raw_prompt(text), options, stop)

    def count(
        self, messages: Sequence[Message], texts: Sequence[str], options: ReplyOptions, stop: Stop
    ) -> PromptCount:
        """Count the tokens of a conversation and of the texts of a message that may follow it.

        Raises:
            EngineNotReadyError: nothing is loaded.
            CancelledError: `stop` was set meanwhile.
        """
        counter = self._require_models().counter
        return counter.count(
            messages, texts, enable_thinking=options.enable_thinking, template=options.template, stop=stop
        )

    def target_distribution(
        self, messages: Sequence[Message], options: ReplyOptions, after: Sequence[int], stop: Stop
    ) -> Distribution:
        """Return what the target's next token is drawn from, `after` so many tokens of the reply to `messages`.

        Raises:
            CancelledError: `stop` was set meanwhile.
            EngineNotReadyError, PromptError, EngineError: as `reply`.
        """
        models = self._require_models()
        self._end_active()
        tokens = [*fitted_prompt(models, messages, options).tokens, *after]
        target = models.make_target()
        with models.obeying(stop):
            for _ in target.follow(tokens[:-1]):
                if stop.is_set:
                    raise CancelledError
            return transform(target.evaluate(tokens[-1:])[0], options.sampling, tokens)

    def measure_plain(self, messages: Sequence[Message], options: ReplyOptions, stop: Stop) -> float | None:
        """Write some tokens after `messages` without drafts, and keep what they took, as of every plain token.

        Returns:
            Seconds of one token of plain decoding with this pair and these settings; None where `stop` came too soon.

        Raises:
            EngineNotReadyError, PromptError, EngineError: as `reply`.
        """
        self._require_models()
        pacing = self._pacing
        assert pacing is not None  # noqa: S101
        tokens = pacing.plain_probe
        # A reply may end after a token or two.
        for _ in range(PLAIN_NEEDED):
            plain = dataclasses.replace(options, draft_length=0, lookup=False, max_tokens=tokens)
            *_, summary = self.reply(messages, plain, stop)
            assert isinstance(summary, Summary)  # noqa: S101
            tokens -= summary.emitted
            if stop.is_set or (tokens <= 0 and pacing.plain_seconds is not None):
                break
            tokens = max(tokens, 1)
        return pacing.plain_seconds

    def close(self) -> None:
        """Free the models; a reply that somebody still holds ends here."""
        self._end_active()
        if self._models is not None:
            self._models.close()
        self._models = self._loaded = self._placed = None

    def _refuse_endless(self, text: str) -> None:
        """Refuse a text that cannot fit before it is tokenised, which may take minutes and cannot be stopped."""
        models = self._require_models()
        size, limit = len(text.encode("utf-8", "replace")), models.target.capacity - 1
        if size > limit * models.target.model.vocabulary.longest:
            least = size // models.target.model.vocabulary.longest
            raise PromptTooLongError(tokens=f"more than {least}", limit=limit)

    def _require_models(self) -> LoadedModels:
        if self._models is None:
            raise EngineNotReadyError
        return self._models

    def _end_active(self) -> None:
        """End the previous reply, which may have been left half-way: it holds on to the same caches."""
        if self._active is not None:
            self._active.close()
            self._active = None

    def _decode(
        self, prompt: list[int], options: ReplyOptions, stop: Stop, notices: Sequence[Event] = ()
    ) -> Iterator[Event]:
        models = self._require_models()
        if not prompt:
            raise EmptyPromptError
        limit = models.target.capacity - 1
        if len(prompt) > limit:
            raise PromptTooLongError(tokens=len(prompt), limit=limit)
        self._end_active()
        self._active = self._run(models, prompt, options, stop, notices)
        return self._active

    def _run(
        self,
        models: LoadedModels,
        prompt: list[int],
        options: ReplyOptions,
        stop: Stop,
        notices: Sequence[Event],
    ) -> Generator[Event, None, None]:
        yield from notices
        pacing = self._pacing
        assert pacing is not None  # noqa: S101
        drafters = _drafters(models, options)
        if options.draft_length and not drafters:
            yield DraftingStopped(models.drafting_off)
        sampling = _biased(models, options)
        random = np.random.default_rng(secrets.randbits(64) if sampling.seed is None else sampling.seed)
        name, rule = choose_rule(sampling, random, options.rule)
        decoder = Decoder(
            target=models.make_target(),
            drafters=drafters,
            draft_length=pacing.draft_length(options),
            sampler=Sampler(sampling, rule),
            rule=name,
            text=models.make_text(),
            stop=stop,
            clock=time.perf_counter,
            max_tokens=options.max_tokens,
            stop_strings=StopStrings(options.stop_strings),
            thinking=Thinking(models.text_of(prompt[-8:])),
            record_top=_TOP_RECORDED if options.record_top else 0,
        )
        rounds: list[Round] = []
        with models.obeying(stop), models.watching(drafters):
            for event in decoder.reply(prompt):
                if isinstance(event, Round):
                    rounds.append(event)
                yield pacing.complete(event, rounds) if isinstance(event, Summary) else event


def _estimate(files: PairFiles, options: LoadOptions, machine: Machine) -> MemoryEstimate:
    return estimate_pair(
        read_model(files.target).header,
        read_model(files.drafter).header if files.drafter else None,
        machine,
        context=options.context,
        cache_type=options.cache_type,
        gpu_layers=_or_none(options.gpu_layers),
        drafter_gpu_layers=_or_none(options.drafter_gpu_layers) if files.drafter else 0,
    )


def _or_none(layers: int) -> int | None:
    return None if layers < 0 else layers


def _biased(models: LoadedModels, options: ReplyOptions) -> Sampling:
    """Return the sampling with the bias of texts as that of their tokens."""
    vocabulary = models.target.model.vocabulary
    bias = dict(options.sampling.logit_bias)
    for text, value in options.text_bias:
        bias |= dict.fromkeys(vocabulary.tokenize(text, add_special=False), value)
    return (
        dataclasses.replace(options.sampling, logit_bias=tuple(bias.items())) if options.text_bias else options.sampling
    )


def _drafters(models: LoadedModels, options: ReplyOptions) -> list[Drafter]:
    """Return what may draft, the first that is ready being asked in each round."""
    if not options.draft_length:
        return []
    drafters: list[Drafter] = [LookupDrafter(models.target.capacity)] if options.lookup else []
    model = models.make_drafter()
    return [*drafters, model] if model else drafters
