"""A coarser copy of a model, made on the spot: a drafter for a target that has no small sibling."""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import shutil
from typing import TYPE_CHECKING

from app.catalog.model_files import disk_errors, in_words
from app.errors import CancelledError, DiskFullError, QuantizeError
from app.llama.native import bindings, encode_path, log
from app.paths import open_private
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from pathlib import Path

    from app.speculation.stop import Stop

Q2_K = int(bindings.LLAMA_FTYPE_MOSTLY_Q2_K)
F16 = int(bindings.LLAMA_FTYPE_MOSTLY_F16)
POLL_SECONDS = 0.05
# llama.cpp says "[  12/ 272] name of the tensor ..." before each tensor.
_COUNTER = re.compile(r"\[ *(\d+)/ *(\d+)\]")


def quantize(source: Path, destination: Path, file_type: int = Q2_K) -> None:
    """Write `source` again with the `llama_ftype` `file_type`; the destination appears whole or not at all.

    Raises:
        DiskFullError: not enough room for a copy as large as the source.
        QuantizeError: llama.cpp refused.
    """
    _require_room(source, destination, file_type)
    part = destination.with_name(destination.name + ".part")
    try:
        _make_private(part)
        detail = _quantize(source, part, file_type)
        if detail is not None:
            raise QuantizeError(path=source, detail=detail)
        part.replace(destination)
    finally:
        part.unlink(missing_ok=True)


def quantize_apart(source: Path, destination: Path, stop: Stop, progress: Callable[[int, int], None]) -> None:
    """As `quantize` to Q2_K, in a process of its own: llama.cpp offers no other way to stop it.

    `progress` gets the tensor under way and how many there are.

    Raises:
        CancelledError: `stop` was set meanwhile.
        DiskFullError, QuantizeError: as `quantize`, also where llama.cpp took its process down.
    """
    _require_room(source, destination, Q2_K)
    part = destination.with_name(destination.name + ".part")
    context = multiprocessing.get_context("spawn")
    answers, questions = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(source, part, questions), daemon=True)
    _make_private(part)
    process.start()
    questions.close()
    try:
        _attend(source, answers, stop, progress)
        process.join()
        part.replace(destination)
    finally:
        process.kill()
        process.join()
        process.close()
        answers.close()
        part.unlink(missing_ok=True)


def _require_room(source: Path, destination: Path, file_type: int) -> None:
    needed, free = source.stat().st_size, shutil.disk_usage(destination.parent).free
    if file_type != F16 and free < needed:
        raise DiskFullError(folder=destination.parent, needed=in_words(needed), free=in_words(free))


def _make_private(part: Path) -> None:
    """Make the file that llama.cpp writes into, which would make it as the umask says, so open to others."""
    with disk_errors(part, 0):
        part.unlink(missing_ok=True)
        os.close(open_private(str(part), os.O_CREAT | os.O_WRONLY))


def _quantize(source: Path, destination: Path, file_type: int) -> str | None:
    """Return None, or what llama.cpp says is wrong."""
    params = bindings.llama_model_quantize_default_params()
    params.ftype = file_type
    params.allow_requantize = True
    log.errors.clear()
    failed = bindings.llama_model_quantize(encode_path(source), encode_path(destination), params)
    return log.first_error() if failed else None


def _attend(source: Path, answers: Connection, stop: Stop, progress: Callable[[int, int], None]) -> None:
    """Pass on what the other process says until it is done."""
    while True:
        if stop.is_set:
            raise CancelledError
        if not answers.poll(POLL_SECONDS):
            continue
        try:
            answer = answers.recv()
        except EOFError as error:
            raise QuantizeError(path=source, detail=Phrase("llama.cpp gave up on it")) from error
        if isinstance(answer, tuple):
            progress(*answer)
        elif answer is not None:
            raise QuantizeError(path=source, detail=answer)
        else:
            return


def _work(source: Path, destination: Path, answers: Connection) -> None:
    """The other process: numbers while it goes on, then None or what is wrong."""

    class Counter(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if match := _COUNTER.match(record.getMessage()):
                answers.send((int(match[1]), int(match[2])))

    logger = logging.getLogger("app.llama.native")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(Counter())
    answers.send(_quantize(source, destination, Q2_K))
