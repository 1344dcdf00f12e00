"""A child process that renders templates and is killed when it takes too much."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from app.chats import template_child
from app.errors import TemplateError
from app.phrases import Phrase

TEMPLATE_SECONDS = 1.0
TEMPLATE_MEMORY = 512 * 10**6
_START_SECONDS = 30.0
_LOOK_SECONDS = 0.02


class TemplateProcess:
    """A child process that renders templates, one at a time; a new one is started when it had to be killed.

    It ends by itself when this process ends, however that happens, because its input ends then; in the middle of a
    template without end the system ends it after two seconds of computing (not on Windows).
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the child now, so that the first prompt need not wait for it."""
        with self._lock:
            self._ready()

    def render(self, request: dict[str, Any]) -> str:
        """Return the text that the child writes for a request of `template_child`.

        Raises:
            TemplateError: it failed, or was killed because it took too much.
        """
        data = json.dumps(request).encode()
        with self._lock:
            answer = self._ask(self._ready(), data)
        if "error" in answer:
            raise TemplateError(detail=answer["error"])
        return str(answer["text"])

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _ready(self) -> subprocess.Popen[bytes]:
        """Return a child that waits for requests."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        try:
            self._process = _start_child()
        except OSError as error:
            raise TemplateError(
                detail=Phrase("it cannot be run safely here, {cause}", cause=error.strerror or error)
            ) from error
        with _Watch(self._process, _START_SECONDS):
            answer = _receive(self._process)
        if answer != "ready":
            self._end()
            raise TemplateError(detail=Phrase("the process that guards it does not start"))
        return self._process

    def _ask(self, process: subprocess.Popen[bytes], data: bytes) -> dict[str, Any]:
        assert process.stdin is not None  # noqa: S101
        with _Watch(process, TEMPLATE_SECONDS) as watch:
            try:
                template_child.write_frame(process.stdin, data)
            except OSError:  # killed, or it crashed
                answer = None
            else:
                answer = _receive(process)
        if isinstance(answer, dict):
            return answer
        self._end()
        return {"error": watch.reason or "it crashed"}

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:  # what was not written has no reader any more
                continue


class _Watch:
    """Kills a process that takes too long or too much memory while the body runs; `reason` says so."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        self.reason = ""
        self._process = process
        self._seconds = seconds
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="template watch", daemon=True)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_details: object) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        deadline = time.monotonic() + self._seconds
        while not self._done.wait(_LOOK_SECONDS):
            if time.monotonic() > deadline:
                self.reason = f"it took longer than {self._seconds:g} s"
            elif _memory_of(self._process.pid) > TEMPLATE_MEMORY:
                self.reason = f"it took more than {TEMPLATE_MEMORY // 10**6} MB of memory"
            if self.reason:
                self._process.kill()
                return


def _memory_of(pid: int) -> int:
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:  # it has just ended
        return 0


def _start_child() -> subprocess.Popen[bytes]:
    # -P keeps the folder of the script, with its other modules, out of the child's imports.
    script = [sys.executable, "-P", str(Path(template_child.__file__))]
    command = [sys.executable, template_child.ARGUMENT] if getattr(sys, "frozen", False) else script
    return subprocess.Popen(
        [*command, str(TEMPLATE_MEMORY)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # no console flashes up on Windows
    )


def _receive(process: subprocess.Popen[bytes]) -> Any:
    """Return what the child says; None if it ended or talks nonsense."""
    assert process.stdout is not None  # noqa: S101
    try:
        data = template_child.read_frame(process.stdout)
        return None if data is None else json.loads(data)
    except (OSError, ValueError, MemoryError, RecursionError):
        return None
