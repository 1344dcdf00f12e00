"""A model in memory: its vocabulary, its facts, and when to free it."""

from __future__ import annotations

import ctypes
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from app.errors import CancelledError, ModelLoadError
from app.llama.native import bindings, encode_path, log, symbols

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.speculation.stop import Stop


class LlamaModel:
    """A `llama_model` with its vocabulary. Use `close`; nothing else frees it."""

    def __init__(
        self,
        path: Path,
        gpu_layers: int,
        stop: Stop,
        progress: Callable[[float], None],
        *,
        heads: bool = False,
        read_whole: bool = False,
    ) -> None:
        """Load `path`; -1 `gpu_layers` puts all layers on the GPU if there is one. `heads`: its MTP heads too.

        A file that is mapped, not `read_whole`, must stay as it is: where it is cut short the system ends the process.

        Raises:
            ModelLoadError: llama.cpp refused the file.
            CancelledError: `stop` was set meanwhile.
        """
        self.path = path
        params = bindings.llama_model_default_params()
        params.n_gpu_layers = gpu_layers
        params.load_mtp = heads
        if read_whole:
            params.load_mode = bindings.LLAMA_LOAD_MODE_NONE

        def report(fraction: float, _data: object) -> bool:
            progress(float(fraction))
            return not stop.is_set

        params.progress_callback = bindings.llama_progress_callback(report)
        log.errors.clear()
        self.handle = bindings.llama_model_load_from_file(encode_path(path), params)
        if not self.handle:
            if stop.is_set:
                raise CancelledError
            raise ModelLoadError(path=path, detail=log.first_error())
        self.vocabulary = Vocabulary(symbols.llama_model_get_vocab(self.handle))

    @cached_property
    def name(self) -> str:
        """What the file calls itself, else its file name."""
        return self.metadata("general.name") or self.path.stem

    @property
    def trained_context(self) -> int:
        """How many tokens of context it was trained with."""
        return int(symbols.llama_model_n_ctx_train(self.handle))

    @property
    def can_trim(self) -> bool:
        """Whether its memory can forget the last tokens; recurrent and hybrid models cannot."""
        return not (symbols.llama_model_is_recurrent(self.handle) or symbols.llama_model_is_hybrid(self.handle))

    @property
    def width(self) -> int:
        """How many numbers a hidden state has."""
        return int(symbols.llama_model_n_embd(self.handle))

    @property
    def state_width(self) -> int:
        """How many numbers a hidden state has that it hands out: of some heads, that of their target."""
        return int(symbols.llama_model_n_embd_out(self.handle))

    @property
    def chat_template(self) -> str | None:
        """The Jinja template inside the file, if there is one."""
        text = symbols.llama_model_chat_template(self.handle, None)
        return text.decode("utf-8", "replace") if text else None

    def metadata(self, key: str) -> str | None:
        """Return one value of the file's header as text."""
        buffer = ctypes.create_string_buffer(1024)
        length = symbols.llama_model_meta_val_str(self.handle, key.encode(), buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace") if length >= 0 else None

    def close(self) -> None:
        """Free it; contexts made from it must be closed before."""
        if self.handle:
            symbols.llama_model_free(self.handle)
            self.handle = None


class Vocabulary:
    """The tokens of one model."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self.size = int(symbols.llama_vocab_n_tokens(handle))
        self.type = int(symbols.llama_vocab_type(handle))
        self.add_bos = bool(symbols.llama_vocab_get_add_bos(handle))
        self.add_eos = bool(symbols.llama_vocab_get_add_eos(handle))
        self.bos = int(symbols.llama_vocab_bos(handle))
        self.eos = int(symbols.llama_vocab_eos(handle))
        self._pieces: dict[int, bytes] = {}
        self._ends: dict[int, bool] = {}

    @cached_property
    def longest(self) -> int:
        """How many bytes of text one token can stand for at most."""
        return max(1, *(len(self.text(token)) for token in range(self.size)))

    def text(self, token: int) -> bytes:
        """Return the raw text of a token as the file spells it."""
        return symbols.llama_vocab_get_text(self.handle, token) or b""

    def token_text(self, token: int) -> str:
        """Return the spelling of a special token, "" for none (id -1)."""
        return self.text(token).decode("utf-8", "replace") if token >= 0 else ""

    def is_end(self, token: int) -> bool:
        """Whether the token ends a reply."""
        ends = self._ends.get(token)
        if ends is None:
            ends = self._ends[token] = bool(symbols.llama_vocab_is_eog(self.handle, token))
        return ends

    def is_control(self, token: int) -> bool:
        """Whether the token is a control token, which has no text of its own."""
        return bool(symbols.llama_vocab_is_control(self.handle, token))

    def tokenize(self, text: str, *, add_special: bool) -> list[int]:
        """Turn text into tokens; special tokens spelled out in the text are recognised.

        Args:
            text: any text.
            add_special: put the tokens in front and behind that this vocabulary wants.
        """
        data = text.encode("utf-8", "replace")
        space = len(data) + 2
        tokens = np.empty(space, dtype=np.int32)
        pointer = tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
        count = symbols.llama_tokenize(self.handle, data, len(data), pointer, space, add_special, True)
        if count < 0:  # more tokens than bytes: normalisation made the text longer
            tokens = np.empty(-count, dtype=np.int32)
            pointer = tokens.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
            count = symbols.llama_tokenize(self.handle, data, len(data), pointer, len(tokens), add_special, True)
        return [int(token) for token in tokens[:count]]

    def count(self, text: str) -> int:
        """Return how many tokens `tokenize` would give, without those that a vocabulary puts around."""
        data = text.encode("utf-8", "replace")
        # Without room for them llama.cpp answers with minus how many there are.
        return -int(symbols.llama_tokenize(self.handle, data, len(data), None, 0, False, True))

    def piece(self, token: int) -> bytes:
        """Return the bytes that a token adds to a text; control tokens add none."""
        known = self._pieces.get(token)
        if known is None:
            known = self._pieces[token] = self._read_piece(token)
        return known

    def _read_piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(128)
        length = symbols.llama_token_to_piece(self.handle, token, buffer, len(buffer), 0, False)
        if length < 0:
            buffer = ctypes.create_string_buffer(-length)
            length = symbols.llama_token_to_piece(self.handle, token, buffer, len(buffer), 0, False)
        return buffer.raw[: max(length, 0)]
