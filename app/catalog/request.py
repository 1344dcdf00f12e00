"""One GET of bytes over HTTP, in pieces; a stop leaves it behind at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.catalog.network import from_thread

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from httpx2 import Response

    from app.catalog.progress import Stop
    from app.catalog.tokens import Token

CONNECT_SECONDS: Final = 5.0
READ_SECONDS: Final = 10.0
# For the first byte, and for any silence after it: a name may stand for several addresses, each tried in turn.
PATIENCE_SECONDS: Final = 12.0
USER_AGENT: Final = "draftlight"
# Read at once, where so much is there.
_PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Answer:
    """Status line and headers: `start` and `total` are of the range that comes, when it is one.

    `code` is the Hub's own word for what is wrong, such as GatedRepo; `retry_after` the header as it came.
    """

    status: int
    start: int | None
    total: int | None
    code: str = ""
    retry_after: str | None = None


def request(
    url: str, token: Token | None, stop: Stop, start: int = 0, length: int | None = None
) -> Generator[Answer | bytes]:
    """Yield the answer, then the bytes from `start` on, `length` of them where the server obeys.

    Proxies are the environment's. The client leaves the token out where a redirect leads to another origin.

    Raises:
        CancelledError: a stop came.
        httpx2.HTTPError, OSError: as the network has it; TimeoutError after PATIENCE_SECONDS of silence.
    """
    return from_thread(lambda: _request(url, token, start, length), stop, PATIENCE_SECONDS)


def _request(url: str, token: Token | None, start: int, length: int | None) -> Generator[Answer | bytes]:
    """Runs in a thread of its own. Compression would spoil the count."""
    import httpx2

    headers = {"Accept-Encoding": "identity", "User-Agent": USER_AGENT, **(token.header if token else {})}
    if start or length:
        headers["Range"] = f"bytes={start}-{start + length - 1 if length else ''}"
    timeout = httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
    with (
        httpx2.Client(follow_redirects=True, timeout=timeout) as client,
        client.stream("GET", url, headers=headers) as response,
    ):
        yield _answer(response)
        if response.is_success:
            yield from _body(response)


def _answer(response: Response) -> Answer:
    headers = response.headers
    match = re.fullmatch(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18}|\*)", headers.get("Content-Range", ""))
    first, total = match.groups() if match else (None, None)
    return Answer(
        status=response.status_code,
        start=int(first) if first else None,
        total=int(total) if total and total != "*" else None,
        code=headers.get("X-Error-Code", ""),
        retry_after=headers.get("Retry-After"),
    )


def _body(response: Response) -> Iterator[bytes]:
    """The body as it comes.

    The client's parser takes longer over 64 KiB than their hash does. So once it has given what it read along with
    the headers, the rest of a body of known length is read from the connection itself. The client closes that then,
    as its parser has not seen the end.
    """
    import httpcore2
    import httpx2

    chunks = response.iter_raw()
    length, connection = response.headers.get("Content-Length", ""), response.extensions.get("network_stream")
    if connection is None or not length.isdecimal() or "Transfer-Encoding" in response.headers:
        yield from chunks
        return
    left = int(length)
    for first in chunks:
        left -= len(first)
        yield first
        break
    try:
        while left > 0 and (data := connection.read(min(left, _PIECE), READ_SECONDS)):
            left -= len(data)
            yield data
    except httpcore2.TimeoutException as error:
        raise httpx2.ReadTimeout("silence") from error
    except httpcore2.NetworkError as error:
        raise httpx2.ReadError("broken") from error
    if left > 0:
        raise httpx2.RemoteProtocolError("closed before its end")
