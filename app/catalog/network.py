"""Network calls that can be left behind, and what went wrong with them in a few words."""

from __future__ import annotations

import errno
import math
import queue
import socket
import ssl
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Final, TypeVar

from app.errors import CancelledError, OfflineError, UnreachableError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from app.catalog.progress import Stop

T = TypeVar("T")

# How soon a stop is noticed.
POLL_SECONDS: Final = 0.05
# Items that the thread may be ahead of the caller.
AHEAD: Final = 16


class _End:
    """The thread has no more items."""


class _Failure:
    """The thread raised."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def from_thread(produce: Callable[[], Generator[T]], stop: Stop, patience: float) -> Generator[T]:
    """Yield the items of `produce()`, which runs in a thread of its own.

    A connection being made, or a read from a silent one, cannot be interrupted. So the thread is left behind when a
    stop comes, when nothing came for `patience` seconds, or when the caller takes no more; it then ends by itself at
    its next item or timeout. It must therefore touch nothing that the caller goes on to use.

    Raises:
        CancelledError: a stop was asked for.
        TimeoutError: nothing came for `patience` seconds.
        Exception: whatever `produce` raised.
    """
    box: queue.Queue[T | _End | _Failure] = queue.Queue(AHEAD)
    abandoned = threading.Event()
    threading.Thread(target=_work, args=(produce, box, abandoned), name="network", daemon=True).start()
    try:
        while True:
            item = _take(box, stop, patience)
            if isinstance(item, _End):
                return
            if isinstance(item, _Failure):
                raise item.error
            yield item
    finally:
        abandoned.set()


def in_thread(call: Callable[[], T], stop: Stop, patience: float = math.inf) -> T:
    """Return `call()`, made as `from_thread` does and with its errors."""

    def produce() -> Generator[T]:
        yield call()

    with closing(from_thread(produce, stop, patience)) as items:
        return next(items)


def _take(box: queue.Queue[T], stop: Stop, patience: float) -> T:
    deadline = time.monotonic() + patience
    while True:
        if stop.is_set:
            raise CancelledError
        try:
            return box.get(timeout=POLL_SECONDS)
        except queue.Empty:
            if time.monotonic() > deadline:
                raise TimeoutError from None


def _work(
    produce: Callable[[], Generator[T]], box: queue.Queue[T | _End | _Failure], abandoned: threading.Event
) -> None:
    def put(item: T | _End | _Failure) -> bool:
        while not abandoned.is_set():
            try:
                box.put(item, timeout=POLL_SECONDS)
            except queue.Full:
                continue
            return True
        return False

    try:
        with closing(produce()) as items:
            if all(put(item) for item in items):
                put(_End())
    except BaseException as error:  # noqa: BLE001  (it is raised again where it was asked for)
        put(_Failure(error))


def reason(error: BaseException) -> str:
    """Why a connection failed, without naming hosts (the library's own words may)."""
    import httpx2

    words: list[tuple[type[BaseException], str]] = [
        (ssl.SSLCertVerificationError, Phrase("its certificate is not trusted here")),
        (ConnectionRefusedError, Phrase("connection refused")),
        (socket.gaierror, Phrase("its address cannot be found")),
        (httpx2.TimeoutException, Phrase("no answer in time")),
        (TimeoutError, Phrase("no answer in time")),
        (httpx2.ProxyError, Phrase("the proxy does not let it through")),
        (httpx2.ConnectError, Phrase("no connection")),
        (httpx2.RemoteProtocolError, Phrase("the connection was cut")),
        (httpx2.NetworkError, Phrase("the connection was cut")),
        (httpx2.InvalidURL, Phrase("its address is not valid")),
        (httpx2.UnsupportedProtocol, Phrase("its address is not valid")),
        (httpx2.TooManyRedirects, Phrase("it redirects without end")),
    ]
    chain = list(_causes(error))
    return next((text for kind, text in words if any(isinstance(e, kind) for e in chain)), type(error).__name__)


def unreachable(host: str, error: BaseException) -> UnreachableError:
    """What to tell of `error`: this machine is offline, or `host` does not answer."""
    if _is_offline(error):
        return OfflineError(host=host, detail=Phrase("this machine has no network"))
    return UnreachableError(host=host, detail=reason(error))


def is_nameless(error: BaseException) -> bool:
    """Whether the name of the host could not be looked up."""
    return any(isinstance(one, socket.gaierror) for one in _causes(error))


def _is_offline(error: BaseException) -> bool:
    chain = list(_causes(error))
    nameless = [e for e in chain if isinstance(e, socket.gaierror)]
    if any(isinstance(e, OSError) and e.errno in {errno.ENETUNREACH, errno.ENETDOWN} for e in chain):
        return True
    # EAI_AGAIN: no server of names answers at all.
    return any(e.errno == socket.EAI_AGAIN for e in nameless) or (bool(nameless) and not _has_route())


def _has_route() -> bool:
    """Whether packets could leave this machine. Connecting a UDP socket sends none; the addresses are for examples."""
    for family, address in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((address, 9))
        except OSError:
            continue
        return True
    return False


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
