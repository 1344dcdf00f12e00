"""A file on the Hub of which only some bytes are wanted, such as its header."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.catalog.download import RemoteFile, refuse
from app.catalog.hub import look_up
from app.catalog.network import unreachable
from app.catalog.progress import Reporter
from app.catalog.request import Answer, request
from app.catalog.retry import NO_RETRIES, TransientError, persist
from app.errors import RefusedError, UnreachableError
from app.phrases import Phrase

if TYPE_CHECKING:
    from app.catalog.progress import Stop
    from app.catalog.tokens import Token


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """`size` in bytes and `sha256` are the Hub's; `revision` is the commit; `fetch_range` reads."""

    remote: RemoteFile
    stop: Stop

    @property
    def size(self) -> int:
        """Of the whole file, in bytes."""
        return self.remote.file.size

    @property
    def sha256(self) -> str:
        """Of the whole file, in lower-case hexadecimal digits."""
        return self.remote.file.sha256

    @property
    def revision(self) -> str:
        """The commit that was asked."""
        return self.remote.revision

    def fetch_range(self, start: int, length: int) -> bytes:
        """`length` bytes from `start` on, fewer only at the end of the file.

        Raises:
            UnreachableError: no answer, or cut off.
            RefusedError: no such part is handed out.
            CancelledError: a stop came.
        """
        wanted = min(length, self.size - start)
        if wanted <= 0:
            return b""
        reporter = Reporter(self.stop, lambda _progress: None, "")
        return persist(lambda: self._fetch(start, wanted), NO_RETRIES, reporter, lambda: 0, None)

    def _fetch(self, start: int, wanted: int) -> bytes:
        import httpx2

        remote, received = self.remote, bytearray()
        try:
            with closing(request(remote.url, remote.token, self.stop, start, wanted)) as items:
                for item in items:
                    if isinstance(item, Answer):
                        self._judge(item, start)
                        continue
                    received += item
                    if len(received) >= wanted:  # where the range was ignored, the rest is not waited for
                        return bytes(received[:wanted])
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise TransientError(unreachable(remote.host, error)) from error
        detail = Phrase("cut off at {count} of {wanted} bytes", count=len(received), wanted=wanted)
        raise TransientError(UnreachableError(host=remote.host, detail=detail))

    def _judge(self, answer: Answer, start: int) -> None:
        """Accept a range that begins where it should, or a whole file of which the beginning is wanted."""
        if answer.status not in {200, 206}:
            refuse(answer, self.remote)
        begins = answer.start if answer.status == 206 else 0
        if begins != start:
            detail = Phrase("it does not hand out parts of files")
            raise RefusedError(host=self.remote.host, file=self.remote.file.file_name, detail=detail)


def open_remote(
    repository: str,
    path: str,
    revision: str,
    stop: Stop,
    *,
    token: Token | None = None,
    endpoint: str | None = None,
) -> RemoteModel:
    """Ask the Hub for a file of which parts will be read; no byte of it is fetched yet.

    Raises:
        DownloadError, CancelledError: as `app.catalog.hub.look_up`.
    """
    reporter = Reporter(stop, lambda _progress: None, "")
    return RemoteModel(look_up(repository, revision, path, reporter, endpoint=endpoint, token=token), stop)
