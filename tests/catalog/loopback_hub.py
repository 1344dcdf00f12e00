"""A Hub on 127.0.0.1: a real HTTP server that answers as the Hub does, and fails in every way a test asks for.

HEAD and GET `/{repository}/resolve/{revision}/{file}` with X-Repo-Commit, X-Linked-Etag, X-Linked-Size and ranges;
GET `/api/models` (search), `/api/models/{repository}/revision/{revision}` and `.../tree/{revision}`; errors by
X-Error-Code. With `redirect` the bytes come from a second port, as the Hub sends them from another host. A request in
the form for proxies is answered as if it had been sent to the Hub.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMIT = "0123456789abcdef0123456789abcdef01234567"
PIECE = 64 << 10


@dataclass(frozen=True)
class Faults:
    """What goes wrong; by default nothing."""

    not_found: str | None = None  # RepoNotFound, RevisionNotFound or EntryNotFound
    gated: bool = False  # for everybody without the token of the hub
    status: int | None = None  # any other status, such as 503
    retry_after: str | None = None  # goes with it
    method: str | None = None  # only requests of this one go wrong
    times: int | None = None  # only so many requests go wrong
    redirect_metadata: bool = False  # HEAD too is sent to the second host, without metadata of its own
    hang_metadata: bool = False  # HEAD is never answered
    hang_download: bool = False  # GET is never answered
    stall_after: int | None = None  # bytes, then silence with the connection open
    cut_after: int | None = None  # bytes, then the connection is closed
    wrong_bytes: bool = False  # the right number of them
    extra_bytes: int = 0  # sent without a length
    redirect: bool = False
    redirect_for_ever: bool = False
    ignore_range: bool = False
    wrong_range: bool = False  # ranges start at 0 whatever was asked
    refuse_range: bool = False  # 416
    plain_page: bool = False  # 200 without any header of the Hub
    no_checksum: bool = False


@dataclass(frozen=True)
class Request:
    """One request as it came; `port` tells the Hub from its second host."""

    method: str
    path: str
    headers: dict[str, str]
    port: int


@dataclass
class LoopbackHub:
    """Use as a context manager; `faults` may be changed between requests."""

    faults: Faults = field(default_factory=Faults)
    files: dict[str, bytes] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    token: str = "hf_of_somebody_with_access"
    answer: Any = None  # what the API says instead
    next_page: str | None = None  # where lists of the first host say that they go on

    def __post_init__(self) -> None:
        self.closing = threading.Event()
        self.stalled = threading.Event()
        self._lock = threading.Condition()
        self._servers = [_Server(self), _Server(self)]

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.ports[0]}"

    @property
    def ports(self) -> tuple[int, int]:
        """Of the Hub and of its second host."""
        return self._servers[0].server_port, self._servers[1].server_port

    def add(self, repository: str, revision: str, file_name: str, data: bytes) -> str:
        """Publish a file; returns its SHA-256."""
        self.files[f"/{repository}/resolve/{revision}/{file_name}"] = data
        return hashlib.sha256(data).hexdigest()

    def describe(self, repository: str, **card: Any) -> None:
        """Publish what the API says of a repository besides its files: downloads, gated, tags, gguf."""
        self.cards[repository] = {"id": repository, "sha": COMMIT, "gated": False, "tags": ["gguf"], **card}

    def note(self, request: Request) -> None:
        """Remember a request, for those who wait for it too."""
        with self._lock:
            self.requests.append(request)
            self._lock.notify_all()

    def reached(self, count: int, method: str) -> bool:
        """Wait until so many requests of this method have come."""
        with self._lock:
            return self._lock.wait_for(lambda: sum(r.method == method for r in self.requests) >= count, timeout=20)

    def take_faults(self, method: str) -> Faults:
        """What goes wrong with this request."""
        with self._lock:
            faults = self.faults
            if faults.method not in {None, method} or faults.times == 0:
                return Faults()
            if faults.times is not None:
                self.faults = replace(faults, times=faults.times - 1)
            return faults

    def fail(self, **faults: Any) -> None:
        """Go wrong in this way, and in no other, from now on."""
        self.faults = replace(Faults(), **faults)

    def __enter__(self) -> Self:
        self._threads = [
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}) for server in self._servers
        ]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.shutdown()
            thread.join()
            server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # server_close waits for every request to end

    def __init__(self, hub: LoopbackHub) -> None:
        self.hub = hub
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""

    def do_HEAD(self) -> None:
        self._note()
        faults = self.server.hub.take_faults(self.command)
        if faults.hang_metadata:
            self._hang()
        elif faults.redirect_metadata and self.server.server_port == self.server.hub.ports[0]:
            self._reply(302, {"Location": f"http://127.0.0.1:{self.server.hub.ports[1]}{self.path}"})
        elif not self._refuse(faults):
            self._head(faults, self.server.hub.files[self.path])

    def do_GET(self) -> None:
        self._note()
        faults = self.server.hub.take_faults(self.command)
        if faults.hang_download:
            self._hang()
        elif self._refuse(faults):
            return
        elif self.path.startswith("/api/"):
            self._api()
        elif faults.redirect_for_ever or (faults.redirect and self.server.server_port == self.server.hub.ports[0]):
            port = self.server.hub.ports[0 if faults.redirect_for_ever else 1]
            self._reply(302, {"Location": f"http://127.0.0.1:{port}{self.path}"})
        else:
            self._body(faults, self.server.hub.files[self.path])

    def end_headers(self) -> None:
        """One request a connection, so that closing the Hub waits for no idle client."""
        self.send_header("Connection", "close")
        super().end_headers()

    def _note(self) -> None:
        if self.path.startswith("http://"):
            self.path = "/" + self.path.split("/", 3)[3]
        request = Request(self.command, self.path, dict(self.headers.items()), self.server.server_port)
        self.server.hub.note(request)

    def _hang(self) -> None:
        self.server.hub.stalled.set()
        self.server.hub.closing.wait()
        self.close_connection = True

    def _reply(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _refuse(self, faults: Faults) -> bool:
        known = self.path.startswith("/api/") or self.path in self.server.hub.files
        said = self.headers.get("Authorization")
        # Only the Hub knows who has access; its second host gets addresses that are secret in themselves.
        at_hub = self.server.server_port == self.server.hub.ports[0]
        gated = faults.gated and at_hub and said != f"Bearer {self.server.hub.token}"
        code = "GatedRepo" if gated else faults.not_found or (None if known else "EntryNotFound")
        if faults.status:
            self._reply(faults.status, {"Retry-After": faults.retry_after} if faults.retry_after else {})
        elif code:
            self._reply((403 if said else 401) if gated else 404, {"X-Error-Code": code, "X-Error-Message": code})
        elif faults.plain_page:
            self._reply(200, {"Content-Type": "text/html"}, b"<html>Please log in</html>")
        else:
            return False
        return True

    def _api(self) -> None:
        hub, address = self.server.hub, urlsplit(self.path)
        path = unquote(address.path).removeprefix("/api/models").strip("/")
        if hub.answer is not None:
            answer = hub.answer
        elif not path:
            query = parse_qs(address.query)
            found = [card for name, card in hub.cards.items() if query["search"][0].lower() in name.lower()]
            answer = sorted(found, key=lambda card: -card["downloads"])[: int(query["limit"][0])]
        elif "/tree/" in path:
            answer = [
                _tree_entry(*item) for item in hub.files.items() if item[0].startswith(f"/{path.split('/tree/')[0]}/")
            ]
        else:
            answer = hub.cards[path.split("/revision/")[0]]
        headers = {"Content-Type": "application/json"}
        if hub.next_page and self.server.server_port == hub.ports[0]:
            headers["Link"] = f'<{hub.next_page}>; rel="next"'
        self._reply(200, headers, json.dumps(answer).encode())

    def _head(self, faults: Faults, data: bytes) -> None:
        sha256 = hashlib.sha256(data).hexdigest()
        etag = "abc" if faults.no_checksum else sha256
        headers = {
            "X-Repo-Commit": COMMIT,
            "X-Linked-Etag": f'"{etag}"',
            "X-Linked-Size": str(len(data)),
            "Accept-Ranges": "bytes",
        }
        if faults.redirect:
            location = f"http://127.0.0.1:{self.server.hub.ports[1]}{self.path}"
            self._reply(302, {**headers, "Location": location})
        else:
            self._reply(200, headers)

    def _body(self, faults: Faults, data: bytes) -> None:
        if faults.wrong_bytes:
            data = data[:-1] + bytes([data[-1] ^ 1])
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        start = int(asked[1]) if asked and not faults.ignore_range else 0
        if asked and faults.refuse_range:
            self._reply(416, {"Content-Range": f"bytes */{len(data)}"})
            return
        if faults.wrong_range:
            start = 0
        end = min(len(data), int(asked[2]) + 1) if asked and asked[2] and not faults.ignore_range else len(data)
        self.send_response(206 if asked and not faults.ignore_range else 200)
        if not faults.extra_bytes:
            self.send_header("Content-Length", str(end - start))
        if asked and not faults.ignore_range:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
        self.end_headers()
        for piece in self._pieces(faults, data[start:end] + bytes(faults.extra_bytes)):
            self.wfile.write(piece)

    def _pieces(self, faults: Faults, data: bytes) -> Iterator[bytes]:
        limit = faults.cut_after if faults.stall_after is None else faults.stall_after
        end = len(data) if limit is None else limit
        for start in range(0, end, PIECE):
            yield data[start : min(start + PIECE, end)]
        if faults.stall_after is not None:
            self._hang()


def _tree_entry(route: str, data: bytes) -> dict[str, Any]:
    sha256 = hashlib.sha256(data).hexdigest()
    lfs = {"oid": sha256, "size": len(data), "pointerSize": 134}
    return {"type": "file", "oid": sha256[:40], "size": len(data), "path": route.split("/", 5)[5], "lfs": lfs}
