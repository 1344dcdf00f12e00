"""SHA-256 beside the work: hashing a stream takes as long as receiving it, and a second core is there."""

from __future__ import annotations

import hashlib
import queue
import threading
from typing import Final

# Pieces that the hash may lag behind.
_BEHIND: Final = 16


class StreamHash:
    """A SHA-256 that a thread of its own computes; the thread begins with the first bytes and ends with `close`."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._box: queue.Queue[bytes | None] = queue.Queue(_BEHIND)
        self._thread: threading.Thread | None = None

    def update(self, data: bytes) -> None:
        """Hash `data` soon; waits when too much is waiting already."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="hash", daemon=True)
            self._thread.start()
        self._box.put(data)

    def hexdigest(self) -> str:
        """Of all bytes so far, in hexadecimal digits."""
        self.close()
        return self._digest.hexdigest()

    def close(self) -> None:
        """End the thread once it has done what is waiting; more bytes start another."""
        if self._thread is not None:
            self._box.put(None)
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while (data := self._box.get()) is not None:
            self._digest.update(data)
