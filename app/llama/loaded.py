"""The models of one pair in memory, with a context each."""

from __future__ import annotations

import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.catalog.heads import SNAPSHOTS
from app.errors import ModelLoadError
from app.llama.compatibility import SharedVocabulary, shared_vocabulary
from app.llama.context import Cache, LlamaContext
from app.llama.counting import PromptCounter
from app.llama.devices import default_threads
from app.llama.drafters.draft_model import DraftModel
from app.llama.heads import missing_symbols, open_head
from app.llama.model import LlamaModel
from app.llama.native import symbols
from app.llama.prompt import Prompt, chat_prompt, raw_prompt
from app.llama.target import LlamaTarget
from app.llama.text import Utf8Stream
from app.phrases import Phrase
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.records import DrafterKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from app.catalog.gguf_header import GgufHeader
    from app.chats.records import Message
    from app.llama.heads import OpenHead
    from app.options import LoadOptions
    from app.speculation.decode import Drafter
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
        head: OpenHead | None = None,
    ) -> None:
        self.target = target
        self.drafter = drafter
        self.head = head
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

    @property
    def kind(self) -> DrafterKind:
        """What drafts, apart from copies of the text so far."""
        return self.head.drafter.kind if self.head else DrafterKind.MODEL

    @property
    def can_draft(self) -> bool:
        """Whether there is a drafter, apart from copies of the text so far."""
        return bool(self.head or self.drafter)

    @property
    def paths(self) -> list[Path]:
        """The files of target and drafter; a target with a head of its own counts twice."""
        drafter = self.drafter.model if self.drafter else None
        if self.head is not None:
            drafter = self.head.model or self.target.model
        return [model.path for model in (self.target.model, drafter) if model]

    def make_drafter(self) -> Drafter | None:
        """Return the drafter of a reply, or None if nothing can be drafted."""
        if self.head is not None:
            return None if self.drafting_off else self.head.drafter
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
    def watching(self, drafters: Sequence[Drafter]) -> Iterator[None]:
        """Let a head among `drafters` look on while the target reads."""
        head = self.head.drafter if self.head else None
        if head is None or head not in drafters:
            yield
            return
        head.watch(True)
        self.target.observe(head)
        try:
            yield
        finally:
            self.target.observe(None)
            head.watch(False)

    @contextmanager
    def obeying(self, stop: Stop) -> Iterator[None]:
        """Let `stop` interrupt the passes of both models."""
        drafter = self.head.context if self.head else self.drafter
        contexts = [context for context in (self.target, drafter) if context]
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
        if self.head is not None:
            return target, self.head.context.measure(clock)
        drafter = _measure(self.drafter, (1, 1, 1, 1), clock, _PROBE_SECONDS / 4) if self.drafter else None
        return target, drafter[1] if drafter else None

    def close(self) -> None:
        """Free contexts, then models."""
        if self.head is not None:
            self.head.close()
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
    head: GgufHeader | None = None,
    alone: str = "",
) -> LoadedModels:
    """Load a target and, where there is one, its drafter; the layers of `options` are as many as fit.

    `head` is the header of a drafter that is a head, or that of the target where the head lies in its own file. `alone`
    says why there is neither.

    Raises:
        ModelLoadError, VocabulariesDifferError, ContextError, CancelledError: nothing stays loaded.
        HeadSymbolsError: this llama.cpp cannot run the head that is the drafter.
    """
    lacking = missing_symbols(head) if head is not None else None
    if lacking is not None:
        if drafter is not None:
            raise lacking
        head = None  # the target is as good as one without heads
    loading = _Loading(options, stop, progress)
    own_head = head is not None and drafter is None
    try:
        share = _TARGET_SHARE if drafter else 1.0
        model = loading.model(target, options.gpu_layers, 0.0, share, heads=own_head)
        _require_decoder(model)
        # Copies of the text so far are rare enough for what is saved and read again.
        snapshots = SNAPSHOTS if drafter or head else 0
        target_context = loading.context(model, MAX_DRAFT_LENGTH + 1, snapshots)
        drafter_context, open_one, shared = None, None, None
        if drafter is not None:
            layers = options.drafter_gpu_layers
            drafter_model = loading.model(drafter, layers, share, 1.0 - share, heads=head is not None)
        if head is not None:
            cache = loading.cache
            open_one = open_head(head, target_context, drafter_model if drafter else None, loading.threads, cache)
        elif drafter is not None:
            _require_decoder(drafter_model)
            drafter_context = loading.context(drafter_model, 1)
            shared = shared_vocabulary(model, drafter_model)
    except BaseException:
        loading.undo()
        raise
    return LoadedModels(
        target_context,
        drafter_context,
        shared=open_one.shared if open_one else shared,
        threads=loading.threads,
        drafting_off="" if drafter_context or open_one else str(lacking or alone).rstrip("."),
        head=open_one,
    )


class _Loading:
    """What was opened so far."""

    def __init__(self, options: LoadOptions, stop: Stop, progress: Callable[[float], None]) -> None:
        self.threads = options.threads or default_threads()
        self.cache = Cache(options.cache_type.name, options.flash_attention)
        self._options, self._stop, self._progress = options, stop, progress
        self._opened: list[LlamaModel | LlamaContext] = []

    def model(self, path: Path, layers: int, start: float, share: float, *, heads: bool) -> LlamaModel:
        def report(fraction: float) -> None:
            self._progress(start + share * fraction)

        whole = self._options.read_whole
        model = LlamaModel(path, layers, self._stop, report, heads=heads, read_whole=whole)
        self._opened.append(model)
        return model

    def context(self, model: LlamaModel, outputs: int, snapshots: int = 0) -> LlamaContext:
        capacity = min(self._options.context, model.trained_context or self._options.context)
        context = LlamaContext(model, capacity, self.threads, outputs, self.cache, snapshots=snapshots)
        self._opened.append(context)
        return context

    def undo(self) -> None:
        """Free all of it."""
        for one in reversed(self._opened):
            one.close()


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
        passes.setdefault(size, []).append(_time_pass(context, [token] * size, clock))
        context.trim(0)
    context.trim(0)
    return {size: statistics.median(seconds) for size, seconds in passes.items()}


def _time_pass(context: LlamaContext, tokens: Sequence[int], clock: Callable[[], float]) -> float:
    """Return the seconds of a pass that verifies; of one that cannot be cut, with what it takes to do without."""
    started = clock()
    context.evaluate(tokens, outputs=len(tokens))
    rereads = context.remember(len(tokens) - 1)
    seconds = clock() - started
    if not rereads:
        return seconds
    # About every other draft is cut, and half of it is kept and read again.
    started = clock()
    context.evaluate(tokens[: len(tokens) // 2], outputs=0)
    return seconds + (clock() - started) / 2


def _require_decoder(model: LlamaModel) -> None:
    """Refuse encoders (T5, BERT), which cannot continue a text."""
    if symbols.llama_model_has_encoder(model.handle) or not symbols.llama_model_has_decoder(model.handle):
        raise ModelLoadError(path=model.path, detail=Phrase("it does not continue texts: it is an encoder"))
