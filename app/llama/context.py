"""A context: the memory of what a model has read, and the passes that extend it."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from app.errors import CancelledError, ContextError, ContextFullError, DecodeError
from app.llama.devices import only_processor
from app.llama.native import bindings, stop_watch, symbols
from app.llama.rollback import rollback_of
from app.options import MIN_CONTEXT
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.llama.model import LlamaModel
    from app.speculation.distributions import Logits
    from app.speculation.stop import Stop

BATCH = 512
# Prompt chunk between two looks at the stop flag. The CPU obeys the flag inside a pass too; a GPU only between passes.
CHUNK = 256
_FLASH_ATTENTION = {
    None: bindings.LLAMA_FLASH_ATTN_TYPE_AUTO,
    False: bindings.LLAMA_FLASH_ATTN_TYPE_DISABLED,
    True: bindings.LLAMA_FLASH_ATTN_TYPE_ENABLED,
}
STATUS = {
    1: Phrase("no room left in the context"),
    -1: Phrase("an invalid batch"),
    -2: Phrase("out of memory"),
    -3: Phrase("the computation failed"),
}


@dataclass(frozen=True, slots=True)
class Cache:
    """How keys and values are kept.

    `type_name` is that of a ggml type: F16, Q8_0 or Q4_0. With `flash_attention` None llama.cpp decides.
    """

    type_name: str = "F16"
    flash_attention: bool | None = None


class Observer(Protocol):
    """What looks on while a context reads: a head takes the hidden states of every pass for itself."""

    def reusable(self, tokens: Sequence[int], length: int) -> int:
        """Say how many of the first `length` of `tokens` need not be read again; prepare for the rest."""

    def read(self, tokens: Sequence[int], start: int) -> None:
        """Take note of a pass over `tokens` from position `start` on; its rows are in the library's buffers."""

    def trimmed(self, length: int) -> None:
        """Take note that all but the first `length` tokens were forgotten."""


def context_params(capacity: int, batch: int, threads: int, outputs: int, cache: Cache) -> Any:
    """Return parameters of a context whose passes have at most `batch` tokens and return `outputs` rows of logits."""
    params = bindings.llama_context_default_params()
    # llama.cpp rounds up to this itself, but bounds the batch by what was asked for.
    params.n_ctx = max(capacity, MIN_CONTEXT)
    params.n_batch = params.n_ubatch = batch
    # The output buffer holds outputs * vocabulary floats; the default would be one row for each token of a batch.
    params.n_outputs_max = outputs
    params.n_threads = params.n_threads_batch = threads
    params.no_perf = True
    params.type_k = params.type_v = getattr(bindings, f"GGML_TYPE_{cache.type_name}")
    params.flash_attn_type = _FLASH_ATTENTION[cache.flash_attention]
    return params


class StoppableContext:
    """A `llama_context` whose passes a flag can interrupt."""

    def __init__(self, handle: int) -> None:
        self.handle: int | None = handle
        self.memory = symbols.llama_get_memory(handle)
        self._stop_flag: ctypes.Array[ctypes.c_char] | None = None
        self._stop_watch = stop_watch()
        self._watching = False

    def obey(self, stop: Stop) -> None:
        """Let `stop` interrupt passes from now on."""
        self._watching = False
        # Kept: the library looks at the byte where it is.
        self._stop_flag = (ctypes.c_char * len(stop.flag)).from_buffer(stop.flag)
        self.watch_stop(True)

    def disobey(self) -> None:
        """Stop watching the flag, so that its owner may free it."""
        self.watch_stop(False)
        self._stop_flag = None

    def watch_stop(self, on: bool) -> None:
        """Let the next passes look at the flag, or not."""
        if self._stop_flag is None or on == self._watching:
            return
        watch, flag = (self._stop_watch, ctypes.addressof(self._stop_flag)) if on else (None, None)
        symbols.llama_set_abort_callback(self.handle, watch, flag)
        self._watching = on

    def close(self) -> None:
        """Free it."""
        if self.handle:
            symbols.llama_free(self.handle)
            self.handle = None


class LlamaContext(StoppableContext):
    """A `llama_context` of one sequence; `tokens` is what it has read."""

    def __init__(
        self,
        model: LlamaModel,
        capacity: int,
        threads: int,
        outputs: int,
        cache: Cache | None = None,
        *,
        snapshots: int = 0,
    ) -> None:
        """Make a context of `capacity` tokens whose passes return at most `outputs` rows of logits.

        A recurrent memory keeps its last `snapshots` states, where the architecture can, so that as many tokens can be
        taken back after a pass.

        Raises:
            ContextError: there is no memory for it, or this model's cache cannot be of that type.
        """
        self.model = model
        self.outputs = outputs
        params = context_params(capacity, BATCH, threads, outputs, cache or Cache())
        params.n_rs_seq = snapshots
        # Of a model that pools, hidden states would be zeros.
        params.pooling_type = bindings.LLAMA_POOLING_TYPE_NONE
        handle = bindings.llama_init_from_model(model.handle, params)
        if not handle:
            raise ContextError(tokens=capacity, model=model.path.name)
        super().__init__(handle)
        # Rounded up by llama.cpp; a pass of more than n_batch tokens would abort the process.
        self.capacity = int(symbols.llama_n_ctx(handle))
        self.chunk = min(CHUNK, int(symbols.llama_n_batch(handle)))
        self.tokens: list[int] = []
        self._rollback = rollback_of(model, handle)
        self._observer: Observer | None = None
        # The call that returns the rows waits for the device, 25 microseconds even where there is none. The processor
        # is done when a pass returns, and the rows move only when a pass returns more of them than any before.
        self._waits_for_nothing = only_processor()
        self._address, self._widest = 0, 0
        self._rows_at: dict[tuple[int, int], list[Logits]] = {}
        self._fill_batch()

    def observe(self, observer: Observer | None) -> None:
        """Let `observer` look on from now on; None: nobody."""
        self._observer = observer
        self._widest = 0  # what it wants to see lies in the same buffer, which may move

    def _fill_batch(self) -> None:
        """Lay out one batch for good: a pass then only writes tokens and output marks.

        Positions and sequence are left NULL: llama.cpp continues sequence 0 where it ends (llama.h, llama_batch).
        """
        self._batch_tokens = np.zeros(BATCH, dtype=np.int32)
        self._batch_outputs = np.zeros(BATCH, dtype=np.int8)
        self._marked = (0, 0)
        self._batch = bindings.llama_batch()
        self._batch.token = self._batch_tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
        self._batch.logits = self._batch_outputs.ctypes.data_as(ctypes.POINTER(ctypes.c_int8))

    def evaluate(self, tokens: Sequence[int], outputs: int) -> list[Logits]:
        """Read `tokens` in one pass; return logits rows, shape (vocabulary,), of the last `outputs` of them.

        The rows are views into the library's buffer, valid until the next pass.

        Raises:
            CancelledError: the flag was set; nothing was read.
            DecodeError: the pass failed; nothing was read.
        """
        count = len(tokens)
        if count > BATCH:
            raise DecodeError(model=self.model.path.name, detail=Phrase("{count} tokens at once", count=count))
        if count == 1:  # most passes: a third of the time of a slice
            self._batch_tokens[0] = tokens[0]
        else:
            self._batch_tokens[:count] = tokens
        if (count, outputs) != self._marked:
            self._batch_outputs[: count - outputs] = 0
            self._batch_outputs[count - outputs : count] = 1
            self._batch.n_tokens = count
            self._marked = (count, outputs)
        if not self._rollback.interruptible:
            self.watch_stop(not outputs)  # what returns rows is short, and a prompt can be read again
        status = symbols.llama_decode(self.handle, self._batch)
        if status:
            # A part of the batch may have been read; forget it.
            self._shrink(self._rollback.recover(len(self.tokens)))
            if status == 2:
                raise CancelledError
            raise DecodeError(
                model=self.model.path.name, detail=STATUS.get(status, Phrase("status {status}", status=status))
            )
        self.tokens.extend(tokens)
        self._rollback.grew(count)
        if self._observer is not None:
            self._observer.read(tokens, len(self.tokens) - count)
        return self._rows(count - outputs, outputs) if outputs else []

    def _rows(self, first: int, count: int) -> list[Logits]:
        """Return the rows of `count` consecutive tokens of the last batch, which lie one after the other."""
        if count <= self._widest:
            address = self._address
        else:
            address = symbols.llama_get_logits_ith(self.handle, first)
            if not address:
                raise DecodeError(model=self.model.path.name, detail=Phrase("no logits were computed"))
            if self._waits_for_nothing:
                self._address, self._widest = address, count
        # They lie in the same place each time, and with the caches cold after a pass new views cost 80 microseconds.
        rows = self._rows_at.get((address, count))
        if rows is None:
            numbers = (ctypes.c_float * (count * self.model.vocabulary.size)).from_address(address)
            rows = list(np.frombuffer(memoryview(numbers), dtype=np.float32).reshape(count, -1))
            self._rows_at[address, count] = rows
        return rows

    def follow(self, tokens: Sequence[int]) -> Iterator[int]:
        """Read exactly `tokens`, reusing the common prefix; yield how many are read so far, first those reused.

        Raises:
            ContextFullError: they do not fit.
            CancelledError, DecodeError: as `evaluate`; what was read before stays.
        """
        if len(tokens) > self.capacity:
            raise ContextFullError(model=self.model.path.name, tokens=self.capacity)
        reused = common_prefix(self.tokens, tokens)
        if self._observer is not None:
            reused = self._observer.reusable(tokens, reused)
        self.trim(reused)
        yield len(self.tokens)
        yield from self.go_on(tokens)

    def go_on(self, tokens: Sequence[int]) -> Iterator[int]:
        """Read what follows in `tokens`, which begin with all that is read; yield how many are read so far.

        Raises:
            CancelledError, DecodeError: as `evaluate`; what was read before stays.
        """
        while len(self.tokens) < len(tokens):
            start = len(self.tokens)
            self.evaluate(tokens[start : start + self.chunk], outputs=0)
            yield len(self.tokens)

    def remember(self, ahead: int) -> bool:
        """Prepare to take back up to `ahead` tokens that follow; see `app.llama.rollback.Rollback.remember`."""
        return self._rollback.remember(len(self.tokens), ahead)

    def trim(self, length: int) -> bool:
        """Forget all but the first `length` tokens. Where the memory cannot, forget more and return False."""
        self._shrink(self._rollback.cut(len(self.tokens), length))
        return len(self.tokens) == length

    def _shrink(self, length: int) -> None:
        del self.tokens[length:]
        if self._observer is not None:
            self._observer.trimmed(length)


class ContextReader:
    """Implements `app.speculation.decode.Reader`: what a target and a draft model have in common."""

    def __init__(self, context: LlamaContext) -> None:
        self._context = context

    @property
    def capacity(self) -> int:
        """How many tokens fit into its context."""
        return self._context.capacity

    def follow(self, tokens: Sequence[int]) -> Iterator[int]:
        """Read exactly `tokens`; see `LlamaContext.follow`."""
        return self._context.follow(tokens)

    def keep(self, length: int) -> None:
        """Forget all but the first `length` tokens.

        Where the memory goes back further, or to nothing, what it should keep is read again: slower, but never a wrong
        answer. A stop meanwhile leaves fewer tokens.
        """
        if length >= len(self._context.tokens):
            return
        kept = self._context.tokens[:length]
        if not self._context.trim(length):
            with suppress(CancelledError):
                for _ in self._context.go_on(kept):
                    pass


def common_prefix(read: Sequence[int], wanted: Sequence[int]) -> int:
    """Return how many tokens both begin with."""
    for place, (one, other) in enumerate(zip(read, wanted, strict=False)):
        if one != other:
            return place
    return min(len(read), len(wanted))
