"""The staging symbols of llama.cpp that heads need (src/llama-ext.h); any release may drop or change them.

Each is looked up once, under its C name and under its C++ name (Itanium ABI). The latter spells the argument types, so
that a function whose arguments changed is not found.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

from app.llama.native import bindings

_context = ctypes.c_void_p
_floats = ctypes.c_void_p

# name -> (result, arguments, how a C++ name spells those)
_PROTOTYPES: Final[dict[str, tuple[Any, list[Any], str]]] = {
    "llama_set_embeddings_nextn": (None, [_context, ctypes.c_bool, ctypes.c_bool], "P13llama_contextbb"),
    "llama_get_embeddings_nextn": (_floats, [_context], "P13llama_context"),
    "llama_get_embeddings_nextn_ith": (_floats, [_context, ctypes.c_int32], "P13llama_contexti"),
    "llama_set_embeddings_layer_inp": (None, [_context, ctypes.c_uint32, ctypes.c_bool], "P13llama_contextjb"),
    "llama_get_embeddings_layer_inp": (_floats, [_context, ctypes.c_uint32], "P13llama_contextj"),
    "llama_set_nextn_layer_offset": (None, [_context, ctypes.c_int32], "P13llama_contexti"),
}
_HIDDEN: Final = ("llama_set_embeddings_nextn", "llama_get_embeddings_nextn", "llama_get_embeddings_nextn_ith")
EAGLE3: Final = "EAGLE-3 heads"
MTP: Final = "MTP heads"
CHAINED_MTP: Final = "several MTP heads in a chain"
# What each kind of head calls.
NEEDED: Final = {
    EAGLE3: (*_HIDDEN, "llama_set_embeddings_layer_inp", "llama_get_embeddings_layer_inp"),
    MTP: _HIDDEN,
    CHAINED_MTP: (*_HIDDEN, "llama_set_nextn_layer_offset"),
}


class UnstableSymbols:
    """Namespace of those that this build of llama.cpp has; attribute names are those of the header."""

    def __init__(self, library: Any) -> None:
        """Look all of them up in `library`."""
        for name, (result, arguments, types) in _PROTOTYPES.items():
            function = getattr(library, name, None) or getattr(library, f"_Z{len(name)}{name}{types}", None)
            if function is not None:
                function.restype, function.argtypes = result, arguments
                setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name} is not in this build of llama.cpp")

    def missing(self, feature: str) -> list[str]:
        """Return which symbols of one of `NEEDED` are not there."""
        return [name for name in NEEDED[feature] if not hasattr(self, name)]


unstable = UnstableSymbols(bindings._lib)  # noqa: SLF001 - the handle has no public name


def capabilities() -> dict[str, bool]:
    """Say which kinds of heads this build of llama.cpp can run."""
    return {feature: not unstable.missing(feature) for feature in NEEDED}
