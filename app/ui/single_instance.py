"""One window for each data folder: a second start asks the first to come forward."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.catalog.lock import hold
from app.errors import NotWritableError
from app.paths import make_folder

if TYPE_CHECKING:
    from app.paths import Paths

_PATIENCE_MS = 2000
_ASKED = b"show\n"
_LOG = logging.getLogger(__name__)


class SingleInstance(QObject):
    """The claim of this process on a data folder.

    A lock that the system frees with the process decides who is first, so that nothing is left behind by a process that
    was killed; a local socket, for this person alone, carries the request.

    Signals:
        show_asked (): somebody started Draftlight once more.
    """

    show_asked = Signal()

    def __init__(self, paths: Paths) -> None:
        super().__init__()
        self._paths = paths
        self._lock: int | None = None
        self._server: QLocalServer | None = None

    def claim(self) -> bool:
        """Take the folder; return False if another window has it. Where no lock can be made nobody is in the way."""
        try:
            make_folder(self._paths.data)
            self._lock = hold(self._paths.window_lock)
        except NotWritableError:
            return True
        if self._lock is not None:
            self._listen()
        return self._lock is not None

    def ask_other(self) -> bool:
        """Have the other window come forward; return whether it answered."""
        socket = QLocalSocket()
        socket.connectToServer(self._name())
        if not socket.waitForConnected(_PATIENCE_MS):
            return False
        socket.write(_ASKED)
        socket.waitForBytesWritten(_PATIENCE_MS)
        return socket.state() is QLocalSocket.LocalSocketState.UnconnectedState or socket.waitForDisconnected(
            _PATIENCE_MS
        )

    def release(self) -> None:
        """Give the folder to the next one."""
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _name(self) -> str:
        """Return the socket's name: of the folder, and short, since the paths of sockets are.

        Of the folder itself where the system numbers it: where case is ignored it has many paths.
        """
        folder = str(self._paths.data.resolve())
        with contextlib.suppress(OSError):
            status = self._paths.data.stat()
            folder = f"{status.st_dev}:{status.st_ino}" if status.st_ino else folder
        return f"draftlight-{hashlib.sha256(folder.encode()).hexdigest()[:24]}"

    def _listen(self) -> None:
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        # What a process left that was killed: the lock says that nobody listens there.
        QLocalServer.removeServer(self._name())
        if not server.listen(self._name()):
            _LOG.warning("A second start cannot reach this one (%s)", server.serverError().name)
            return
        server.newConnection.connect(self._on_asked)
        self._server = server

    @Slot()
    def _on_asked(self) -> None:
        """Answer by hanging up. What was sent is not read: there is one thing to ask for."""
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.disconnectFromServer()
            self.show_asked.emit()
