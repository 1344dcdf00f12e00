"""Renders chat templates in a process of its own, which whoever started it may kill at any moment.

It is run as a script and imports nothing of the application, so that it starts fast and has little to steal. On its
standard streams it speaks frames: four bytes of length, then that many bytes of JSON. It says "ready" once, then
answers each request {"template", "names", "limit"} with {"text"} or {"error"}, until its input ends.
"""

from __future__ import annotations

import datetime as dt
import functools
import json
import math
import sys
import time
from typing import IO, TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from jinja2 import Environment, Template

# How the program is told to be this child where it is one file without Python beside it.
ARGUMENT = "--render-templates"
_LENGTH_BYTES = 4
# Seconds of computing; the parent kills after one second by the clock.
_ALONE_SECONDS = 2
_LONGEST_ERROR = 300


class OutputLimitError(Exception):
    """A template writes more than it may."""


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Return the next frame; None if the stream ended."""
    head = stream.read(_LENGTH_BYTES)
    if len(head) < _LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "big")
    data = stream.read(length)
    return data if len(data) == length else None


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Send a frame."""
    stream.write(len(data).to_bytes(_LENGTH_BYTES, "big") + data)
    stream.flush()


def make_environment() -> Environment:
    """Return Jinja's immutable sandbox with the names that `transformers` gives to chat templates."""
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.filters["tojson"] = _to_json
    environment.globals.update(raise_exception=_refuse, strftime_now=_now)
    return environment


def render_parts(template: Template, names: dict[str, Any], limit: int) -> str:
    """Return what a template writes.

    Raises:
        OutputLimitError: it is more than `limit` characters.
    """
    parts, length = [], 0
    for part in template.generate(**names):
        parts.append(part)
        length += len(part)
        if length > limit:
            raise OutputLimitError(f"it writes more than {limit} characters")
    return "".join(parts)


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until they end."""
    environment = make_environment()
    compiled = functools.lru_cache(maxsize=8)(environment.from_string)
    write_frame(answers, b'"ready"')
    while (request := read_frame(requests)) is not None:
        limit_time()
        try:
            facts = json.loads(request)
            answer = {"text": render_parts(compiled(facts["template"]), facts["names"], facts["limit"])}
            data = json.dumps(answer).encode()
        except Exception as error:  # noqa: BLE001 (whatever an untrusted program does, it is told in a sentence)
            data = json.dumps({"error": told(error)}).encode()
        write_frame(answers, data)


def told(error: Exception) -> str:
    """Return what an error says, on one line."""
    if isinstance(error, MemoryError):
        return "it needs too much memory"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return " ".join(str(error).split())[:_LONGEST_ERROR].rstrip(".") or type(error).__name__


def limit_resources(memory: int) -> None:
    """Bound what this process may take, where the system can: address space, files, processes."""
    for name, value in {"RLIMIT_AS": memory, "RLIMIT_CORE": 0, "RLIMIT_FSIZE": 0, "RLIMIT_NPROC": 0}.items():
        _set_limit(name, value, value)


def limit_time() -> None:
    """Let the system end this process if one request computes for long, should nobody be left to kill it."""
    _set_limit("RLIMIT_CPU", math.ceil(time.process_time()) + _ALONE_SECONDS)


def _set_limit(name: str, soft: int, hard: int | None = None) -> None:
    """Set one limit, where the system has it; on Windows the parent alone looks after this process."""
    try:
        import resource

        number = getattr(resource, name)
        resource.setrlimit(number, (soft, resource.getrlimit(number)[1] if hard is None else hard))
    except (ImportError, AttributeError, ValueError, OSError):  # not there, or a lower one holds already
        return


def main(memory: int) -> None:
    """Serve on the standard streams; `memory` is in bytes."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    # A template that gets out of the sandbox must not disturb the frames by printing.
    sys.stdout = sys.stderr
    limit_resources(memory)
    serve(requests, answers)


def _refuse(message: str) -> NoReturn:
    """Let a template say why it refuses."""
    raise ValueError(message)


def _now(form: str) -> str:
    return dt.datetime.now().astimezone().strftime(form)


def _to_json(value: Any, indent: int | None = None) -> str:
    """Write JSON without escaping for web pages, as chat templates expect of this filter."""
    return json.dumps(value, ensure_ascii=False, indent=indent)


if __name__ == "__main__":
    main(int(sys.argv[1]))
