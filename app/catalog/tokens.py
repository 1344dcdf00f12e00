"""Access tokens of the Hub: kept in the system's keyring where there is one, else in memory until the program ends.

Never in settings, logs, exports or the texts of errors.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.errors import TokenError
from app.phrases import Phrase

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE: Final = "Draftlight"
_ACCOUNT: Final = "Hugging Face Hub"
_OWN_BACKENDS: Final = "keyring.backends."
# Neither keeps anything; the chainer is only a list of the others.
_NO_BACKENDS: Final = ("fail", "null", "chainer")


@dataclass(frozen=True, slots=True)
class Token:
    """One access token; its text is in no `repr`.

    Raises:
        TokenError: a text that cannot be sent, which the client would quote in its own error.
    """

    text: str = field(repr=False)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[!-~]{1,512}", self.text):
            raise TokenError(
                host=Phrase("The Hugging Face Hub"), detail=Phrase("it is empty, or has spaces or foreign characters")
            )

    @property
    def header(self) -> dict[str, str]:
        """As the Hub wants it."""
        return {"Authorization": f"Bearer {self.text}"}


class TokenStore:
    """The token of this person. May wait for the system to unlock its keyring: not for the thread of the window."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._token: Token | None = None
        self._asked = False

    def get(self) -> Token | None:
        """The token, if there is one; the keyring is asked once."""
        with self._lock:
            if not self._asked:
                self._token, self._asked = _read(), True
            return self._token

    def set(self, text: str) -> bool:
        """Keep a token; False where only memory could, so that it will be asked for at the next start.

        Raises:
            TokenError: it cannot be a token.
        """
        token = Token(text.strip())
        with self._lock:
            self._token, self._asked = token, True
            return _write(token)

    def forget(self) -> None:
        """Remove it from memory and from the keyring."""
        with self._lock:
            self._token, self._asked = None, True
            _remove()


def _read() -> Token | None:
    for backend in _system_backends():
        try:
            text = backend.get_password(SERVICE, _ACCOUNT)
            return Token(text) if text else None
        except Exception:  # noqa: BLE001, S112  (a locked or broken keyring is as good as none)
            continue
    return None


def _write(token: Token) -> bool:
    for backend in _system_backends():
        try:
            backend.set_password(SERVICE, _ACCOUNT, token.text)
        except Exception:  # noqa: BLE001, S112
            continue
        return True
    return False


def _remove() -> None:
    for backend in _system_backends():
        try:
            backend.delete_password(SERVICE, _ACCOUNT)
        except Exception:  # noqa: BLE001, S112  (it was not there, or cannot be reached)
            continue


def _system_backends() -> list[KeyringBackend]:
    """The system's own keyrings, the best first; none that plugins bring, which may be plain files."""
    try:
        from keyring.backend import get_all_keyring

        found = [
            backend
            for backend in get_all_keyring()
            if (module := type(backend).__module__).startswith(_OWN_BACKENDS)
            and not module.removeprefix(_OWN_BACKENDS).startswith(_NO_BACKENDS)
        ]
        return sorted(found, key=lambda backend: float(backend.priority), reverse=True)
    except Exception:  # noqa: BLE001  (a desktop half there, a library that does not load)
        return []
