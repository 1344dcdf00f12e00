"""Downloads one file over HTTP, going on where an earlier try was cut off."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.catalog.model_files import Incoming, require_space
from app.catalog.network import from_thread, reason
from app.catalog.progress import Stage
from app.errors import CorruptDownloadError, RefusedError, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from app.catalog.model_files import ModelFile
    from app.catalog.progress import Reporter

CONNECT_SECONDS: Final = 5.0
READ_SECONDS: Final = 10.0
# For the first byte, and for any silence after it: a name may stand for several addresses, each tried in turn.
PATIENCE_SECONDS: Final = 12.0
USER_AGENT: Final = "draftlight"


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file that can be downloaded from `url`; `host` is how errors call the place."""

    url: str
    host: str
    file: ModelFile


@dataclass(frozen=True, slots=True)
class _Answer:
    """Status line and headers: `start` and `total` are of the range that comes, when it is one."""

    status: int
    start: int | None
    total: int | None


class _WrongRangeError(Exception):
    """What comes does not go on where we are."""


def download(remote: RemoteFile, place: Path, reporter: Reporter) -> Path:
    """Download to `place`, checking size and SHA-256; a `.part` of an earlier try is continued.

    Raises:
        UnreachableError: no answer, or the connection was cut (the part is kept).
        RefusedError: an answer, but not the file.
        CorruptDownloadError: another file than promised (the part is removed).
        DiskFullError, NotWritableError: the disk said no.
        CancelledError: a stop came (the part is kept).
    """
    with Incoming(place, remote.file, reporter, resumable=True) as incoming:
        require_space(place.parent, remote.file.size - incoming.received)
        try:
            _receive(remote, incoming, reporter)
        except _WrongRangeError:
            incoming.restart()
            _receive(remote, incoming, reporter)
        return incoming.finish()


def _receive(remote: RemoteFile, incoming: Incoming, reporter: Reporter) -> None:
    """Receive all that is missing."""
    import httpx2

    size, start = remote.file.size, incoming.received
    if start == size:
        return
    reporter.step(Stage.CONNECTING, start, size)
    try:
        with closing(from_thread(lambda: _request(remote.url, start), reporter.stop, PATIENCE_SECONDS)) as items:
            for item in items:
                if isinstance(item, _Answer):
                    _judge(item, remote, incoming)
                else:
                    incoming.write(item)
                reporter.step(Stage.DOWNLOADING, incoming.received, size)
    except (httpx2.HTTPError, OSError) as error:
        raise UnreachableError(host=remote.host, detail=reason(error)) from error
    if incoming.received < size:
        raise UnreachableError(host=remote.host, detail=f"cut off at {incoming.received} of {size} bytes")


def _request(url: str, start: int) -> Generator[_Answer | bytes]:
    """Ask for the bytes from `start` on. Runs in a thread of its own.

    Nothing private is sent, so nothing can follow a redirect to another host. Compression would spoil the count.
    """
    import httpx2

    headers = {"Accept-Encoding": "identity", "User-Agent": USER_AGENT}
    if start:
        headers["Range"] = f"bytes={start}-"
    timeout = httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
    with (
        httpx2.Client(follow_redirects=True, timeout=timeout) as client,
        client.stream("GET", url, headers=headers) as response,
    ):
        range_match = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", response.headers.get("Content-Range", ""))
        first, total = range_match.groups() if range_match else (None, None)
        yield _Answer(
            status=response.status_code,
            start=int(first) if first else None,
            total=int(total) if total and total != "*" else None,
        )
        yield from response.iter_raw()


def _judge(answer: _Answer, remote: RemoteFile, incoming: Incoming) -> None:
    """Accept a body that goes on where we are, or that begins anew."""
    if answer.status == 206 and incoming.received:
        if answer.start != incoming.received:
            raise _WrongRangeError
        if answer.total not in {None, remote.file.size}:
            raise CorruptDownloadError(file=remote.file.file_name, detail=f"it now has {answer.total} bytes")
    elif answer.status == 416 and incoming.received:
        raise _WrongRangeError
    elif answer.status == 200:
        if incoming.received:
            incoming.restart()
    else:
        raise RefusedError(host=remote.host, file=remote.file.file_name, detail=f"error {answer.status}")
