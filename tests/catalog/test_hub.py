"""What the Hub says of a file, and each way in which it says no."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.catalog import hub_client
from app.catalog.hub import look_up
from app.errors import CancelledError, RefusedError, UnreachableError
from tests.catalog.loopback_hub import COMMIT

if TYPE_CHECKING:
    from app.catalog.download import RemoteFile
    from tests.catalog.conftest import Errand
    from tests.catalog.loopback_hub import LoopbackHub

DATA = b"weights" * 1000


def ask(hub: LoopbackHub, errand: Errand) -> RemoteFile:
    hub.add("some/model", COMMIT, "model.gguf", DATA)
    return look_up("some/model", COMMIT, "model.gguf", errand.reporter, endpoint=hub.endpoint)


@pytest.mark.parametrize("redirect", [False, True])
def test_size_and_checksum(hub: LoopbackHub, errand: Errand, redirect: bool) -> None:
    hub.fail(redirect=redirect)
    remote = ask(hub, errand)
    assert (remote.file.size, remote.file.sha256) == (len(DATA), hashlib.sha256(DATA).hexdigest())
    assert remote.url == f"{hub.endpoint}/some/model/resolve/{COMMIT}/model.gguf"
    assert [request.method for request in hub.requests] == ["HEAD"]


@pytest.mark.parametrize(
    ("faults", "detail"),
    [
        ({"gated": True}, "gated"),
        ({"not_found": "RepoNotFound"}, "no such repository"),
        ({"not_found": "RevisionNotFound"}, "no such revision"),
        ({"not_found": "EntryNotFound"}, "no such file"),
        ({"status": 503}, "error 503"),
        ({"plain_page": True}, "something else answers"),
        ({"no_checksum": True}, "no checksum"),
    ],
)
def test_refusals_are_told_apart(hub: LoopbackHub, errand: Errand, faults: dict[str, Any], detail: str) -> None:
    hub.fail(**faults)
    with pytest.raises(RefusedError) as caught:
        ask(hub, errand)
    assert detail in str(caught.value.fields["detail"])
    assert len(hub.requests) == 1  # no second try


def test_a_name_that_cannot_be(errand: Errand) -> None:
    with pytest.raises(RefusedError, match="its name is not valid"):
        look_up("no spaces allowed", COMMIT, "model.gguf", errand.reporter, endpoint="http://127.0.0.1:1")


def test_nobody_listens(errand: Errand) -> None:
    with pytest.raises(UnreachableError, match="connection refused"):
        look_up("some/model", COMMIT, "model.gguf", errand.reporter, endpoint="http://127.0.0.1:1")


def test_an_endpoint_that_is_no_address(errand: Errand) -> None:
    with pytest.raises(UnreachableError, match="address is not valid"):
        look_up("some/model", COMMIT, "model.gguf", errand.reporter, endpoint="ftp://127.0.0.1")


def test_no_answer_is_given_up(hub: LoopbackHub, errand: Errand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_client, "METADATA_SECONDS", 0.2)
    hub.fail(hang_metadata=True)
    with pytest.raises(UnreachableError, match="no answer in time"):
        ask(hub, errand)


def test_stop_while_the_hub_is_silent(hub: LoopbackHub, errand: Errand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_client, "METADATA_SECONDS", 3600)
    monkeypatch.setattr(hub_client, "CONNECT_SECONDS", 3600)
    hub.fail(hang_metadata=True)
    errand.stop_when(hub.stalled)
    with pytest.raises(CancelledError):
        ask(hub, errand)


def test_offline_is_respected(hub: LoopbackHub, errand: Errand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(UnreachableError, match="HF_HUB_OFFLINE is set"):
        ask(hub, errand)
    assert hub.requests == []


PRIVACY = """
import sys
from app.catalog import starter
from app.catalog.hub import look_up
from app.catalog.progress import Reporter
from app.speculation.stop import Stop
for library in ("huggingface_hub", "httpx2", "numpy"):
    assert library not in sys.modules, library
look_up("some/model", "main", "model.gguf", Reporter(Stop(), print, "test"))
from huggingface_hub import constants
assert constants.HF_HUB_DISABLE_TELEMETRY
assert constants.HF_HUB_DISABLE_XET
assert constants.HF_HUB_DISABLE_IMPLICIT_TOKEN
assert constants.HF_HUB_DISABLE_PROGRESS_BARS
"""


def test_nothing_private_is_sent(hub: LoopbackHub) -> None:
    """In a fresh process, where a token lies about and HF_ENDPOINT names this Hub."""
    hub.add("some/model", "main", "model.gguf", DATA)
    environment = {**os.environ, "HF_TOKEN": "hf_secret", "HF_ENDPOINT": hub.endpoint}
    for variable in ("HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK", "HF_HUB_DISABLE_IMPLICIT_TOKEN"):
        environment.pop(variable, None)
    subprocess.run([sys.executable, "-W", "error", "-c", PRIVACY], env=environment, check=True)
    (request,) = hub.requests
    assert request.method == "HEAD"
    assert "secret" not in str(request.headers)
    assert "authorization" not in {name.lower() for name in request.headers}
