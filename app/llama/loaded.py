"""The models of one pair in memory, with a context each."""

from __future__ import annotations

import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.errors import ModelLoadError
from app.llama.compatibility import SharedVocabulary, shared_vocabulary
from app.llama.context import Cache, LlamaContext
from app.llama.counting import PromptCounter
from app.llama.devices import default_threads
from app.llama.drafters.draft_model import DraftModel
from app.llama.model import LlamaModel
from app.llama.native import symbols
from app.llama.prompt import Prompt, chat_prompt, raw_prompt
from app.llama.target import LlamaTarget
from app.llama.text import Utf8Stream
from app.phrases import Phrase
from app.speculation.draft_length import MAX_DRAFT_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from app.chats.records import Message
    from app.options import LoadOptions
    from app.speculation.stop import Stop

# How much of the loading of a pair is the target's, for one progress bar.
_TARGET_SHARE = 0.8

# Pass sizes to measure, in order of use, as often as they stand here; the first pass only warms the caches.
_SIZES = (1, 5, 3, 1, 9, 5, 2, 1, 4, 17, 3, 7, 9, 13)
_PROBE_SECONDS = 0.85


class LoadedModels:
    """Owns contexts and models; what it makes for a reply lives no longer than it."""

    def __init__(
        self,
        target: LlamaContext,
        drafter: LlamaContext | None,
        *,
        shared: SharedVocabulary | None,
        threads: int,
        drafting_off: str,
    ) -> None:
        self.target = target
        self.drafter = drafter
        self.threads = threads
        self.drafting_off = drafting_off
        self.shared = shared
        self.counter = PromptCounter(target.model)

    def chat_prompt(
        self, messages: Sequence[Message], enable_thinking: bool | None = None, template: str = ""
    ) -> Prompt:
        """Return the tokens of a conversation; see `app.llama.prompt.chat_prompt`."""
        return chat_prompt(self.target.model, messages, enable_thinking, template)

    def raw_prompt(self, text: str) -> list[int]:
        """Return the tokens of plain text; see `app.llama.prompt.raw_prompt`."""
        return raw_prompt(self.target.model, text)

    def make_target(self) -> LlamaTarget:
        """Return the target of a reply."""
        return LlamaTarget(self.target)

    def make_drafter(self) -> DraftModel | None:
        """Return the drafter of a reply, or None if nothing can be drafted."""
        if self.drafter is None or self.shared is None or self.drafting_off:
            return None
        return DraftModel(self.drafter, self.shared)

    def text_of(self, tokens: Sequence[int]) -> str:
        """Spell tokens out, special ones included."""
        return "".join(self.target.model.vocabulary.token_text(token) for token in tokens)

    def make_text(self) -> Utf8Stream:
        """Return a fresh detokeniser."""
        return Utf8Stream(self.target.model.vocabulary.piece)

    @contextmanager
    def obeying(self, stop: Stop) -> Iterator[None]:
        """Let `stop` interrupt the passes of both models."""
        contexts = [context for context in (self.target, self.drafter) if context]
        for context in contexts:
            context.obey(stop)
        try:
            yield
        finally:
            for context in contexts:
                context.disobey()

    def measure_costs(self, clock: Callable[[], float]) -> tuple[dict[int, float], float | None]:
        """Measure passes here, in seconds: the target's over some numbers of positions, the drafter's over one.

        Takes about a second at most, more only where a single pass takes that long. Both contexts must be empty, and
        are left so.
        """
        target = _measure(self.target, _SIZES, clock, _PROBE_SECONDS)
        drafter = _measure(self.drafter, (1, 1, 1, 1), clock, _PROBE_SECONDS / 4) if self.drafter else None
        return target, drafter[1] if drafter else None

    def close(self) -> None:
        """Free contexts, then models."""
        for context in (self.drafter, self.target):
            if context:
                context.close()
                context.model.close()


def load_models(
    target: Path,
    drafter: Path | None,
    options: LoadOptions,
    *,
    stop: Stop,
    progress: Callable[[float], None],
) -> LoadedModels:
    """Load a target and, where there is one, its drafter; the layers of `options` are as many as fit.

    Raises:
        ModelLoadError, VocabulariesDifferError, ContextError, CancelledError: nothing stays loaded.
    """
    threads = options.threads or default_threads()
    opened: list[LlamaModel | LlamaContext] = []

    def open_context(path: Path, layers: int, outputs: int, start: float, share: float) -> LlamaContext:
        model = LlamaModel(path, layers, stop, lambda fraction: progress(start + share * fraction))
        opened.append(model)
        _require_decoder(model)
        capacity = min(options.context, model.trained_context or options.context)
        cache = Cache(options.cache_type.name, options.flash_attention)
        context = LlamaContext(model, capacity, threads, outputs, cache)
        opened.append(context)
        return context

    try:
        share = _TARGET_SHARE if drafter else 1.0
        target_context = open_context(target, options.gpu_layers, MAX_DRAFT_LENGTH + 1, 0.0, share)
        drafter_context = open_context(drafter, options.drafter_gpu_layers, 1, share, 1.0 - share) if drafter else None
        shared = shared_vocabulary(target_context.model, drafter_context.model) if drafter_context else None
    except BaseException:
        for one in reversed(opened):
            one.close()
        raise
    reason = _why_not_draft(target_context, drafter_context)
    return LoadedModels(target_context, drafter_context, shared=shared, threads=threads, drafting_off=reason)


def _measure(
    context: LlamaContext, sizes: Sequence[int], clock: Callable[[], float], budget: float
) -> dict[int, float]:
    """Return size -> seconds of its passes' median, as many sizes as the budget allows, at least the first two."""
    # Any token does: what a pass costs does not depend on its tokens.
    token = max(context.model.vocabulary.bos, 0)
    passes: dict[int, list[float]] = {}
    started = clock()
    context.evaluate([token], outputs=1)
    for place, size in enumerate(sizes):
        if place > 1 and clock() - started > budget:
            break
        if size > context.outputs:
            continue
        before = clock()
        context.evaluate([token] * size, outputs=size)
        passes.setdefault(size, []).append(clock() - before)
        context.trim(0)
    context.trim(0)
    return {size: statistics.median(seconds) for size, seconds in passes.items()}


def _require_decoder(model: LlamaModel) -> None:
    """Refuse encoders (T5, BERT), which cannot continue a text."""
    if symbols.llama_model_has_encoder(model.handle) or not symbols.llama_model_has_decoder(model.handle):
        raise ModelLoadError(path=model.path, detail=Phrase("it does not continue texts: it is an encoder"))


def _why_not_draft(target: LlamaContext, drafter: LlamaContext | None) -> str:
    if drafter is None:
        return Phrase("this target has no drafter")
    for context in (target, drafter):
        if not context.model.can_trim:
            return Phrase("{model} is recurrent and cannot take back rejected tokens", model=context.model.name)
    return ""
