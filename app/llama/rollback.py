"""How a context takes tokens back: keys and values are cut off, a recurrent state is put back."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final, Protocol

from app.llama.native import bindings, symbols

if TYPE_CHECKING:
    from app.llama.model import LlamaModel

_SEQUENCE: Final = 0
_PARTIAL: Final = bindings.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY


class Rollback(Protocol):
    """What a context can forget. Lengths are numbers of tokens from the start."""

    interruptible: bool
    """Whether a pass that was stopped in its middle leaves what was read before as it was."""

    def remember(self, length: int, ahead: int) -> bool:
        """Prepare to take back up to `ahead` tokens after the present `length`; return whether that costs a rereading.

        It does where something had to be saved: after a cut what is kept has to be read again from there.
        """

    def grew(self, count: int) -> None:
        """Take note of a pass over `count` tokens."""

    def cut(self, read: int, length: int) -> int:
        """Forget all but the first `length` of `read` tokens, or more than that; return how many are left."""

    def recover(self, read: int) -> int:
        """Forget what a failed pass left of itself, with `read` tokens before it; return how many are left."""


def rollback_of(model: LlamaModel, context: int) -> Rollback:
    """Return how the memory of a `llama_context` goes back."""
    return KeysAndValues(context) if model.can_trim else RecurrentState(context)


class KeysAndValues:
    """Implements `Rollback` for attention alone: each token has its own place."""

    interruptible = True

    def __init__(self, context: int) -> None:
        self._memory = symbols.llama_get_memory(context)

    def remember(self, _length: int, _ahead: int) -> bool:
        """See `Rollback.remember`."""
        return False

    def grew(self, _count: int) -> None:
        """See `Rollback.grew`."""

    def cut(self, _read: int, length: int) -> int:
        """See `Rollback.cut`."""
        if symbols.llama_memory_seq_rm(self._memory, _SEQUENCE, length, -1):
            return length
        symbols.llama_memory_clear(self._memory, True)
        return 0

    def recover(self, read: int) -> int:
        """See `Rollback.recover`."""
        return self.cut(read, read)


class RecurrentState:
    """Implements `Rollback` for a state of all tokens together, with or without attention beside it.

    Some architectures keep the states after each of the last tokens of a pass (`llama_n_rs_seq` of them), and go back
    once after it. llama.cpp would also go back further than the pass was long, to a state that an earlier one left
    there; so its length counts here. For all else the state is saved before, and what is kept is read again after it
    was put back. A pass that ends in its middle spoils the state.
    """

    interruptible = False

    def __init__(self, context: int) -> None:
        self._context = context
        self._memory = symbols.llama_get_memory(context)
        self._snapshots = int(symbols.llama_n_rs_seq(context))
        self._last_pass = 0
        self._saved = bytearray()
        self._saved_length = 0

    def remember(self, length: int, ahead: int) -> bool:
        """See `Rollback.remember`."""
        if ahead <= self._snapshots or not length:
            return ahead > self._snapshots
        size = int(symbols.llama_state_seq_get_size_ext(self._context, _SEQUENCE, _PARTIAL))
        if len(self._saved) != size:
            self._saved = bytearray(size)
        written = symbols.llama_state_seq_get_data_ext(self._context, self._data(), size, _SEQUENCE, _PARTIAL)
        self._saved_length = length if written == size else 0
        return True

    def grew(self, count: int) -> None:
        """See `Rollback.grew`."""
        self._last_pass = count

    def cut(self, read: int, length: int) -> int:
        """See `Rollback.cut`."""
        back, most = read - length, min(self._snapshots, self._last_pass - 1)
        if not back:
            return read
        if length and back <= most and symbols.llama_memory_seq_rm(self._memory, _SEQUENCE, length, -1):
            self._saved_length = self._saved_length if self._saved_length <= length else 0
            return length
        return self._put_back(length)

    def recover(self, read: int) -> int:
        """See `Rollback.recover`."""
        return self._put_back(read)

    def _put_back(self, most: int) -> int:
        """Return to what was saved if it holds `most` tokens or fewer, else to nothing."""
        length, self._last_pass = self._saved_length, 0
        if 0 < length <= most:
            size = len(self._saved)
            done = symbols.llama_state_seq_set_data_ext(self._context, self._data(), size, _SEQUENCE, _PARTIAL)
            # Attention beside it still holds all that was read.
            if done == size and symbols.llama_memory_seq_rm(self._memory, _SEQUENCE, length, -1):
                return length
        symbols.llama_memory_clear(self._memory, True)
        self._saved_length = 0
        return 0

    def _data(self) -> ctypes.Array[ctypes.c_uint8]:
        return (ctypes.c_uint8 * len(self._saved)).from_buffer(self._saved)
