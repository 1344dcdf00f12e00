"""A token is in the system's keyring or in memory, and in no text."""

from __future__ import annotations

import traceback

import pytest

from app.catalog.hub import look_up
from app.catalog.hub_search import search_models
from app.catalog.tokens import Token, TokenStore
from app.errors import TokenError
from app.speculation.stop import Stop
from tests.catalog.conftest import Errand
from tests.catalog.loopback_hub import COMMIT, LoopbackHub

SECRET = "hf_0123456789"


class Keyring:
    """A keyring in memory; `broken` ones raise as a locked one does."""

    priority = 5.0

    def __init__(self, *, broken: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.broken = broken

    def get_password(self, service: str, account: str) -> str | None:
        self._check()
        return self.kept.get((service, account))

    def set_password(self, service: str, account: str, text: str) -> None:
        self._check()
        self.kept[service, account] = text

    def delete_password(self, service: str, account: str) -> None:
        self._check()
        del self.kept[service, account]

    def _check(self) -> None:
        if self.broken:
            raise RuntimeError("locked")


def kind(module: str, priority: float) -> Keyring:
    return type("Keyring", (Keyring,), {"__module__": module, "priority": priority})()


@pytest.fixture
def keyrings(monkeypatch: pytest.MonkeyPatch) -> list[Keyring]:
    """What this machine has: a better one that is locked, a worse one, and some that must not be used."""
    found = [
        kind("keyring.backends.SecretService", 4),
        kind("keyring.backends.kwallet", 5),
        kind("keyrings.alt.file", 9),
        kind("keyring.backends.fail", 0),
        kind("keyring.backends.null", 9),
        kind("keyring.backends.chainer", 10),
    ]
    found[1].broken = True
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: found)
    return found


def test_a_token_outlives_the_program_in_the_systems_keyring(keyrings: list[Keyring]) -> None:
    assert TokenStore().get() is None
    assert TokenStore().set(f" {SECRET}\n") is True
    assert [list(keyring.kept.values()) for keyring in keyrings] == [[SECRET], [], [], [], [], []]
    store = TokenStore()
    assert store.get() == Token(SECRET)
    store.forget()
    assert (store.get(), TokenStore().get()) == (None, None)
    assert not any(keyring.kept for keyring in keyrings)


def test_without_a_keyring_memory_keeps_it(keyrings: list[Keyring]) -> None:
    keyrings[0].broken = True
    store = TokenStore()
    assert store.set(SECRET) is False
    assert store.get() == Token(SECRET)
    assert TokenStore().get() is None
    store.forget()
    assert store.get() is None


def test_a_keyring_library_that_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no bus")

    monkeypatch.setattr("keyring.backend.get_all_keyring", fail)
    assert TokenStore().get() is None


def test_what_cannot_be_sent_is_refused_without_quoting_it() -> None:
    for text in ("", "hf_x y", "hf_x\ny", "hf_é", "x" * 600):
        with pytest.raises(TokenError) as caught:
            Token(text)
        assert not text or text not in str(caught.value)
    assert SECRET not in repr(Token(SECRET))


def test_a_token_that_the_hub_does_not_know(hub: LoopbackHub, errand: Errand) -> None:
    hub.add("some/model", COMMIT, "model.gguf", b"weights")
    hub.fail(status=401)
    with pytest.raises(TokenError, match="unknown there") as caught:
        look_up("some/model", COMMIT, "model.gguf", errand.reporter, endpoint=hub.endpoint, token=Token(SECRET))
    assert SECRET not in "".join(traceback.format_exception(caught.value))
    assert SECRET in str(hub.requests)


def test_metadata_from_a_second_host_is_asked_for_without_the_token(hub: LoopbackHub, errand: Errand) -> None:
    hub.add("some/model", COMMIT, "model.gguf", b"weights")
    hub.fail(redirect_metadata=True)
    with pytest.raises(Exception, match="something else answers"):
        look_up("some/model", COMMIT, "model.gguf", errand.reporter, endpoint=hub.endpoint, token=Token(SECRET))
    assert [SECRET in str(request.headers) for request in hub.requests if request.port == hub.ports[1]] in ([], [False])


def test_a_list_that_goes_on_at_another_host_is_asked_for_without_the_token(hub: LoopbackHub) -> None:
    hub.describe("org/one", downloads=1)
    hub.next_page = f"http://127.0.0.1:{hub.ports[1]}/api/models?search=one&limit=5"
    search_models("one", 5, Stop(), endpoint=hub.endpoint, token=Token(SECRET))
    assert [(request.port, SECRET in str(request.headers)) for request in hub.requests] == [
        (hub.ports[0], True),
        (hub.ports[1], False),
    ]
