"""A coarser copy of a model, made on the spot: a drafter for a target that has no small sibling."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from app.errors import DiskFullError, QuantizeError
from app.llama.native import bindings, encode_path, log

if TYPE_CHECKING:
    from pathlib import Path

Q2_K = int(bindings.LLAMA_FTYPE_MOSTLY_Q2_K)
F16 = int(bindings.LLAMA_FTYPE_MOSTLY_F16)


def quantize(source: Path, destination: Path, file_type: int = Q2_K) -> None:
    """Write `source` again with the `llama_ftype` `file_type`; the destination appears whole or not at all.

    Raises:
        DiskFullError: not enough room for a copy as large as the source.
        QuantizeError: llama.cpp refused.
    """
    needed, free = source.stat().st_size, shutil.disk_usage(destination.parent).free
    if file_type != F16 and free < needed:
        raise DiskFullError(folder=destination.parent, needed=f"{needed >> 20} MiB", free=f"{free >> 20} MiB")
    params = bindings.llama_model_quantize_default_params()
    params.ftype = file_type
    params.allow_requantize = True
    part = destination.with_name(destination.name + ".part")
    log.errors.clear()
    try:
        if bindings.llama_model_quantize(encode_path(source), encode_path(part), params):
            raise QuantizeError(path=source, detail=log.first_error())
        part.chmod(0o600)
        part.replace(destination)
    finally:
        part.unlink(missing_ok=True)
