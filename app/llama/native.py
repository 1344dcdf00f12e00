"""The llama.cpp symbols that Draftlight calls, each looked up once with its types (llama.h, ggml-backend.h).

`llama_cpp` supplies the library and the structure layouts. The functions are looked up here rather than taken from
there because each lookup gives a function object of its own: argument types set here change nothing for others.
"""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

# An assertion inside the library must not start a debugger (ggml_print_backtrace).
os.environ.setdefault("GGML_NO_BACKTRACE", "1")

from llama_cpp import llama_cpp as bindings

__all__ = ["bindings", "encode_path", "log", "stop_watch", "symbols"]

_logger = logging.getLogger(__name__)
# Without a log file (a script, a test) Python would print what the library says, also that a stopped pass failed.
_logger.addHandler(logging.NullHandler())

_handle = ctypes.c_void_p
_int = ctypes.c_int32
_text = ctypes.c_char_p
_bool = ctypes.c_bool
_bytes = ctypes.POINTER(ctypes.c_uint8)

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "llama_model_free": (None, [_handle]),
    "llama_model_get_vocab": (_handle, [_handle]),
    "llama_model_n_ctx_train": (_int, [_handle]),
    "llama_model_meta_val_str": (_int, [_handle, _text, _text, ctypes.c_size_t]),
    "llama_model_chat_template": (_text, [_handle, _text]),
    "llama_model_is_recurrent": (_bool, [_handle]),
    "llama_model_is_hybrid": (_bool, [_handle]),
    "llama_model_has_encoder": (_bool, [_handle]),
    "llama_model_has_decoder": (_bool, [_handle]),
    "llama_vocab_n_tokens": (_int, [_handle]),
    "llama_vocab_type": (ctypes.c_int, [_handle]),
    "llama_vocab_get_text": (_text, [_handle, _int]),
    "llama_vocab_get_add_bos": (_bool, [_handle]),
    "llama_vocab_get_add_eos": (_bool, [_handle]),
    "llama_vocab_bos": (_int, [_handle]),
    "llama_vocab_eos": (_int, [_handle]),
    "llama_vocab_is_eog": (_bool, [_handle, _int]),
    "llama_vocab_is_control": (_bool, [_handle, _int]),
    "llama_tokenize": (_int, [_handle, _text, _int, ctypes.POINTER(_int), _int, _bool, _bool]),
    "llama_token_to_piece": (_int, [_handle, _int, _text, _int, _int, _bool]),
    "llama_model_n_embd": (_int, [_handle]),
    "llama_model_n_embd_out": (_int, [_handle]),
    "llama_free": (None, [_handle]),
    "llama_n_rs_seq": (ctypes.c_uint32, [_handle]),
    "llama_n_ctx": (ctypes.c_uint32, [_handle]),
    "llama_n_batch": (ctypes.c_uint32, [_handle]),
    "llama_get_memory": (_handle, [_handle]),
    "llama_memory_seq_rm": (_bool, [_handle, _int, _int, _int]),
    "llama_memory_clear": (None, [_handle, _bool]),
    "llama_state_seq_get_size_ext": (ctypes.c_size_t, [_handle, _int, ctypes.c_uint32]),
    "llama_state_seq_get_data_ext": (ctypes.c_size_t, [_handle, _bytes, ctypes.c_size_t, _int, ctypes.c_uint32]),
    "llama_state_seq_set_data_ext": (ctypes.c_size_t, [_handle, _bytes, ctypes.c_size_t, _int, ctypes.c_uint32]),
    "llama_get_logits_ith": (ctypes.c_void_p, [_handle, _int]),
    "llama_set_abort_callback": (None, [_handle, ctypes.c_void_p, ctypes.c_void_p]),
    "llama_supports_gpu_offload": (_bool, []),
}
_GGML_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "ggml_backend_dev_count": (ctypes.c_size_t, []),
    "ggml_backend_dev_get": (_handle, [ctypes.c_size_t]),
    "ggml_backend_dev_name": (_text, [_handle]),
    "ggml_backend_dev_description": (_text, [_handle]),
    "ggml_backend_dev_memory": (
        None,
        [_handle, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_size_t)],
    ),
    "ggml_backend_dev_type": (ctypes.c_int, [_handle]),
}


def _bind(library: Any, prototypes: dict[str, tuple[Any, list[Any]]]) -> dict[str, Any]:
    functions: dict[str, Any] = {}
    for name, (result, arguments) in prototypes.items():
        function = library[name]
        function.restype, function.argtypes = result, arguments
        functions[name] = function
    return functions


def _ggml_library() -> Any:
    """Return the library that holds the device functions: ggml itself, which the bindings load beside llama."""
    from llama_cpp._ggml import libggml

    return libggml


def _batch_function(name: str) -> Any:
    function = bindings._lib[name]  # noqa: SLF001 - the handle has no public name
    function.restype, function.argtypes = _int, [_handle, bindings.llama_batch]
    return function


class Symbols:
    """Namespace of the bound functions; attribute names are those of the headers, without change."""

    def __init__(self) -> None:
        self.__dict__.update(_bind(bindings._lib, _PROTOTYPES))  # noqa: SLF001
        self.__dict__.update(_bind(_ggml_library(), _GGML_PROTOTYPES))
        self.llama_decode = _batch_function("llama_decode")
        self.llama_encode = _batch_function("llama_encode")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name} is not among the bound symbols")


symbols = Symbols()


def encode_path(path: Path) -> bytes:
    """Spell a path as llama.cpp opens it: its own bytes, on Windows UTF-8."""
    return str(path).encode("utf-8") if sys.platform == "win32" else os.fsencode(path)


@cache
def stop_watch() -> int:
    """Return the address of a C function that says whether the byte its argument points to is set.

    `ggml_abort_callback` is bool(void *). The C library's strlen does that job without taking Python's lock for every
    node of a graph, of which there are thousands in a pass: of two bytes, the last one zero, it returns 0 or 1.
    """
    library = ctypes.CDLL("msvcrt") if sys.platform == "win32" else ctypes.CDLL(None)
    address = ctypes.cast(library.strlen, ctypes.c_void_p).value
    assert address is not None  # noqa: S101
    return address


_LEVELS = {1: logging.DEBUG, 2: logging.DEBUG, 3: logging.INFO, 4: logging.WARNING}


class LogKeeper:
    """Routes the library's log to `logging`, and remembers the last errors for a message to the person."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self._level = logging.DEBUG
        # The library keeps a bare pointer: the callback must live as long as this object, which is for ever.
        self._callback = bindings.llama_log_callback(self._take)
        bindings.llama_log_set(self._callback, ctypes.c_void_p(0))

    def _take(self, level: int, text: bytes, _data: object) -> None:
        self._level = _LEVELS.get(level, self._level)
        line = text.decode("utf-8", "replace").strip()
        if not line or line == ".":
            return
        if level == 4:
            self.errors = [*self.errors[-7:], line]
        _logger.log(self._level, line)

    def first_error(self) -> str:
        """Return the cause among the last errors, without the name of the C function; the first is the cause."""
        if not self.errors:
            return "no reason given"
        text = self.errors[0].rstrip(".")
        return text.split(": ", 1)[1] if ": " in text and " " not in text.split(": ", 1)[0] else text


log = LogKeeper()
bindings.llama_backend_init()
