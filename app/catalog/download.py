"""Downloads one file over HTTP, going on where an earlier try was cut off."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.catalog.incoming import Incoming
from app.catalog.model_files import require_space
from app.catalog.network import unreachable
from app.catalog.progress import Stage
from app.catalog.request import Answer, request
from app.catalog.retry import NO_RETRIES, TRANSIENT, Retries, TransientError, parse_retry_after, persist
from app.errors import CorruptDownloadError, DownloadError, GatedError, RefusedError, UnreachableError
from app.phrases import Phrase

if TYPE_CHECKING:
    from pathlib import Path

    from app.catalog.model_files import ModelFile
    from app.catalog.progress import Reporter
    from app.catalog.tokens import Token


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file that can be downloaded from `url`; `host` is how errors call the place, `page` where a person reads of it.

    `revision` is the commit that `url` leads to. The token goes to the origin of `url` only.
    """

    url: str
    host: str
    file: ModelFile
    page: str = ""
    revision: str = ""
    token: Token | None = None


class _WrongRangeError(Exception):
    """What comes does not go on where we are."""


def download(remote: RemoteFile, place: Path, reporter: Reporter, retries: Retries = NO_RETRIES) -> Path:
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

        def attempt() -> None:
            try:
                _receive(remote, incoming, reporter)
            except _WrongRangeError:
                incoming.restart()
                _receive(remote, incoming, reporter)

        persist(attempt, retries, reporter, lambda: incoming.received, remote.file.size)
        return incoming.finish()


def _receive(remote: RemoteFile, incoming: Incoming, reporter: Reporter) -> None:
    """Receive all that is missing."""
    import httpx2

    size, start = remote.file.size, incoming.received
    if start == size:
        return
    reporter.step(Stage.CONNECTING, start, size)
    try:
        with closing(request(remote.url, remote.token, reporter.stop, start)) as items:
            for item in items:
                if isinstance(item, Answer):
                    _judge(item, remote, incoming)
                else:
                    incoming.write(item)
                reporter.step(Stage.DOWNLOADING, incoming.received, size)
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise TransientError(unreachable(remote.host, error)) from error
    if incoming.received < size:
        detail = Phrase("cut off at {received} of {size} bytes", received=incoming.received, size=size)
        raise TransientError(UnreachableError(host=remote.host, detail=detail))


def _judge(answer: Answer, remote: RemoteFile, incoming: Incoming) -> None:
    """Accept a body that goes on where we are, or that begins anew."""
    if answer.status == 206 and incoming.received:
        if answer.start != incoming.received:
            raise _WrongRangeError
        if answer.total not in {None, remote.file.size}:
            raise CorruptDownloadError(
                file=remote.file.file_name, detail=Phrase("it now has {total} bytes", total=answer.total)
            )
    elif answer.status == 416 and incoming.received:
        raise _WrongRangeError
    elif answer.status == 200:
        if incoming.received:
            incoming.restart()
    else:
        refuse(answer, remote)


def refuse(answer: Answer, remote: RemoteFile) -> None:
    """Raise what an answer without the file means: TransientError for one that may change soon, else DownloadError."""
    error: DownloadError = RefusedError(
        host=remote.host, file=remote.file.file_name, detail=Phrase("error {status}", status=answer.status)
    )
    if answer.code == "GatedRepo":
        error = gated(remote.host, remote.file.file_name, remote.page, remote.token)
    if answer.status in TRANSIENT:
        raise TransientError(error, parse_retry_after(answer.retry_after))
    raise error


def gated(host: str, file: str, page: str, token: Token | None) -> GatedError:
    """What to tell of a repository whose owner wants conditions accepted."""
    not_accepted = Phrase("it is gated, and the account of your token has not")
    detail = not_accepted if token else Phrase("it is gated, and no access token was given")
    return GatedError(host=host, file=file, page=page, detail=detail)
