"""The context of a head: its passes read a token and a hidden state at each position."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np

from app.catalog.memory import HEAD_BATCH
from app.errors import CancelledError, ContextError, DecodeError
from app.llama.context import STATUS, Cache, StoppableContext, context_params
from app.llama.native import bindings, symbols
from app.llama.unstable import unstable
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from app.llama.context import LlamaContext
    from app.llama.model import LlamaModel
    from app.speculation.distributions import Logits

    Rows = npt.NDArray[np.float32]


class HeadContext(StoppableContext):
    """A `llama_context` of one sequence over the head of another model; `length` positions are in its memory."""

    def __init__(
        self, model: LlamaModel, target: LlamaContext, threads: int, cache: Cache, *, prediction: bool
    ) -> None:
        """Make a context as long as that of `target`; `prediction`: over MTP heads.

        Raises:
            ContextError: there is no memory for it.
        """
        self.model = model
        # An encoder takes a micro-batch at once and makes room for logits of each of its rows: the smaller, the less
        # memory. Of a prediction layer only the last row has logits.
        outputs = 1 if prediction else HEAD_BATCH
        params = context_params(target.capacity, HEAD_BATCH, threads, outputs, cache)
        params.ctx_other = target.handle
        if prediction:
            params.ctx_type = bindings.LLAMA_CONTEXT_TYPE_MTP
        handle = bindings.llama_init_from_model(model.handle, params)
        if not handle:
            raise ContextError(tokens=target.capacity, model=model.path.name)
        super().__init__(handle)
        self.length = 0
        self._tokens = np.zeros(HEAD_BATCH, dtype=np.int32)
        self._outputs = np.zeros(HEAD_BATCH, dtype=np.int8)
        unstable.llama_set_embeddings_nextn(handle, True, True)

    def encode(self, features: Rows) -> Rows:
        """Return the hidden states, shape (rows, width), that an encoder makes of at most HEAD_BATCH `features`.

        Raises:
            CancelledError, DecodeError: as `LlamaContext.evaluate`.
        """
        rows = np.ascontiguousarray(features)
        batch = bindings.llama_batch()
        batch.n_tokens = len(rows)
        batch.embd = rows.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        self._require(symbols.llama_encode(self.handle, batch))
        address = unstable.llama_get_embeddings_nextn(self.handle)
        return copy_floats(address, (len(rows), self.model.state_width))

    def read(self, tokens: Sequence[int], states: Rows, *, logits: bool = False) -> Logits:
        """Read at most HEAD_BATCH pairs of token and hidden state, `states` of shape (tokens, width).

        Returns the logits, shape (vocabulary,), after the last one if they are wanted, valid until the next pass.

        Raises:
            CancelledError, DecodeError: as `LlamaContext.evaluate`; nothing was read.
        """
        count = len(tokens)
        rows = np.ascontiguousarray(states, dtype=np.float32)
        self._tokens[:count] = tokens
        self._outputs[:count] = 0
        self._outputs[count - 1] = logits
        batch = bindings.llama_batch()
        batch.n_tokens = count
        batch.token = self._tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
        batch.embd = rows.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        batch.logits = self._outputs.ctypes.data_as(ctypes.POINTER(ctypes.c_int8))
        status = symbols.llama_decode(self.handle, batch)
        if status:
            self.trim(self.length)
        self._require(status)
        self.length += count
        if not logits:
            return np.empty(0, dtype=np.float32)
        self._last_row = count - 1
        address = symbols.llama_get_logits_ith(self.handle, self._last_row)
        if not address:
            raise DecodeError(model=self.model.path.name, detail=Phrase("no logits were computed"))
        return view_floats(address, (self.model.vocabulary.size,))

    def last_state(self) -> Rows:
        """Return the hidden state, shape (width,), of the row whose logits were returned last."""
        address = unstable.llama_get_embeddings_nextn_ith(self.handle, self._last_row)
        return copy_floats(address, (self.model.state_width,))

    def trim(self, length: int) -> None:
        """Forget all but the first `length` positions."""
        symbols.llama_memory_seq_rm(self.memory, 0, length, -1)
        self.length = min(self.length, length)

    def measure(self, clock: Callable[[], float]) -> float:
        """Return the seconds of one drafted token. The context must be empty, and is left so."""
        state = np.zeros((1, self.model.state_width), dtype=np.float32)
        token = max(self.model.vocabulary.bos, 0)
        seconds = []
        for _ in range(4):
            started = clock()
            self.read([token], state, logits=True)
            seconds.append(clock() - started)
            self.trim(0)
        return sorted(seconds[1:])[1]

    def _require(self, status: int) -> None:
        if status == 2:
            raise CancelledError
        if status:
            raise DecodeError(
                model=self.model.path.name, detail=STATUS.get(status, Phrase("status {status}", status=status))
            )


def view_floats(address: int, shape: tuple[int, ...]) -> Rows:
    """Return what lies at an address of the library, valid as long as it stays there."""
    numbers = (ctypes.c_float * int(np.prod(shape))).from_address(address)
    return np.frombuffer(memoryview(numbers), dtype=np.float32).reshape(shape)


def copy_floats(address: int, shape: tuple[int, ...]) -> Rows:
    """Return a copy of what lies at an address of the library."""
    return view_floats(address, shape).copy()
