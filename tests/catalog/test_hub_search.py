"""What a search finds, what is in a repository, and parts of a file that are read without the rest."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from app.catalog import hub_search
from app.catalog.hub_names import FileKind, group_models, kind_of, quantisation_of
from app.catalog.hub_search import FoundModel, list_files, search_models
from app.catalog.remote import open_remote
from app.catalog.tokens import Token
from app.errors import CancelledError, DownloadError, GatedError, OfflineError, RefusedError, UnreachableError
from app.speculation.stop import Stop
from tests.catalog.loopback_hub import COMMIT

if TYPE_CHECKING:
    from app.catalog.remote import RemoteModel
    from tests.catalog.conftest import Errand
    from tests.catalog.loopback_hub import LoopbackHub

DATA = random.Random(5).randbytes(300_000)
FILES = [
    "README.md",
    "Qwen3-8B-Q4_K_M.gguf",
    "mmproj-Qwen3-8B-F16.gguf",
    "MTP/Qwen3-8B-Q8_0.gguf",
    "BF16/Qwen3-8B-BF16-00002-of-00002.gguf",
    "BF16/Qwen3-8B-BF16-00001-of-00002.gguf",
    "Qwen3-8B-Q6_K-00001-of-00003.gguf",
]


@pytest.fixture
def repository(hub: LoopbackHub) -> str:
    tags = ["gguf", "license:apache-2.0"]
    gguf = {"architecture": "qwen3", "total": 8_190_735_360, "context_length": 40960}
    hub.describe("org/Qwen3-8B-GGUF", downloads=70, gated="manual", tags=tags, gguf=gguf)
    hub.describe("org/qwen3-small", downloads=90)
    hub.describe("org/another", downloads=99)
    for path in FILES:
        hub.add("org/Qwen3-8B-GGUF", COMMIT, path, DATA[: 1000 + len(path)])
    return "org/Qwen3-8B-GGUF"


def test_a_search_tells_what_to_choose_by(hub: LoopbackHub, repository: str) -> None:
    found = search_models(" Qwen3 ", 10, Stop(), endpoint=hub.endpoint)
    assert found == (
        FoundModel("org/qwen3-small", 90, None, gated=False),
        FoundModel(
            repository, 70, "apache-2.0", gated=True, architecture="qwen3", parameters=8190735360, context=40960
        ),
    )
    assert len(search_models("qwen3", 1, Stop(), endpoint=hub.endpoint)) == 1
    assert "filter=gguf" in hub.requests[0].path
    assert not [request for request in hub.requests if "telemetry" in request.path or "agent" in request.path]


def test_what_is_in_a_repository(hub: LoopbackHub, repository: str) -> None:
    listed = list_files(repository, Stop(), endpoint=hub.endpoint)
    assert (listed.revision, listed.page) == (COMMIT, f"{hub.endpoint}/{repository}")
    assert (listed.licence, listed.gated) == ("apache-2.0", True)
    models = {model.name: model for model in listed.models}
    told = {name: (model.kind, model.quantisation, len(model.files), model.complete) for name, model in models.items()}
    assert told == {
        "Qwen3-8B-BF16": (FileKind.MODEL, "BF16", 2, True),
        "Qwen3-8B-Q8_0": (FileKind.MTP, "Q8_0", 1, True),
        "Qwen3-8B-Q4_K_M": (FileKind.MODEL, "Q4_K_M", 1, True),
        "Qwen3-8B-Q6_K": (FileKind.MODEL, "Q6_K", 1, False),
        "mmproj-Qwen3-8B-F16": (FileKind.PROJECTOR, "F16", 1, True),
    }
    parts = models["Qwen3-8B-BF16"]
    assert [file.file_name[-19:-5] for file in parts.files] == ["00001-of-00002", "00002-of-00002"]
    assert parts.size == sum(file.size for file in parts.files) == 2 * (1000 + len(FILES[4]))
    assert all(file.sha256 and file.revision == COMMIT for model in listed.models for file in model.files)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("mtp-gemma-4-12B-it.gguf", FileKind.MTP),
        ("eagle3-gpt-oss-20b-Q8_0.gguf", FileKind.EAGLE3),
        ("dflash-Qwen3-8B-BF16.gguf", FileKind.DFLASH),
        ("dspark-Qwen3-8B-Q8_0.gguf", FileKind.DSPARK),
        ("gemma-3-4b-it.mmproj-f16.gguf", FileKind.PROJECTOR),
        ("imatrix_unsloth.gguf", FileKind.IMATRIX),
        ("Qwen3-8B-Q4_K_M.gguf", FileKind.MODEL),
    ],
)
def test_side_cars_are_told_by_their_names(path: str, kind: FileKind) -> None:
    assert kind_of(path) is kind


@pytest.mark.parametrize(
    ("path", "quantisation"),
    [
        ("gemma-4-E4B-it-qat-UD-Q4_K_XL.gguf", "UD-Q4_K_XL"),
        ("qwen2.5-0.5b-instruct-q8_0.gguf", "Q8_0"),
        ("gpt-oss-20b-mxfp4.gguf", "MXFP4"),
        ("gemma-4-E2B_q4_0-it.gguf", "Q4_0"),
        ("Qwen3-4B-DFlash.Q8_0.gguf", "Q8_0"),
        ("x-IQ2_XXS.gguf", "IQ2_XXS"),
        ("SmolLM2-135M.gguf", None),
    ],
)
def test_the_quantisation_is_told_by_the_name(path: str, quantisation: str | None) -> None:
    assert quantisation_of(path) == quantisation


def test_parts_of_different_folders_are_different_models() -> None:
    models = group_models(["a/m-00001-of-00001.gguf", "b/m-00001-of-00001.gguf", "m-00001-of-00002.gguf"])
    assert [(model.paths[0], model.complete) for model in models] == [
        ("a/m-00001-of-00001.gguf", True),
        ("b/m-00001-of-00001.gguf", True),
        ("m-00001-of-00002.gguf", False),
    ]


@pytest.mark.parametrize(
    "answer",
    [[1], {}, "x", [{"id": 1}], [{"id": "a/b", "downloads": "many"}], [{"id": "a/b", "tags": 7}], [[]], 5, [None]],
    ids=str,
)
def test_an_answer_that_makes_no_sense(hub: LoopbackHub, repository: str, answer: Any) -> None:
    hub.answer = answer
    for ask in (
        lambda: search_models("x", 5, Stop(), endpoint=hub.endpoint),
        lambda: list_files(repository, Stop(), endpoint=hub.endpoint),
    ):
        try:
            assert ask() == ()  # an empty object is an empty list
        except RefusedError as error:
            assert "something else answers" in str(error)  # noqa: PT017


def test_names_that_lead_out_of_the_folder_are_left_out(hub: LoopbackHub, repository: str) -> None:
    hub.add(repository, COMMIT, "../../evil.gguf", DATA)
    assert "evil" not in str(list_files(repository, Stop(), endpoint=hub.endpoint))


@pytest.mark.parametrize(
    ("faults", "kind"),
    [
        ({"status": 503}, RefusedError),
        ({"status": 429, "retry_after": "3600"}, RefusedError),
        ({"plain_page": True}, RefusedError),
        ({"not_found": "RepoNotFound"}, RefusedError),
        ({"gated": True}, GatedError),
    ],
    ids=str,
)
def test_refusals_come_at_once(
    hub: LoopbackHub, repository: str, faults: dict[str, Any], kind: type[DownloadError]
) -> None:
    hub.fail(**faults)
    with pytest.raises(kind):
        list_files(repository, Stop(), endpoint=hub.endpoint)
    with pytest.raises(kind):
        search_models("x", 5, Stop(), endpoint=hub.endpoint)
    assert len(hub.requests) == 2  # huggingface_hub would try six times


def test_nobody_listens() -> None:
    with pytest.raises(UnreachableError, match="connection refused") as caught:
        search_models("x", 5, Stop(), endpoint="http://127.0.0.1:1")
    assert not isinstance(caught.value, OfflineError)


def test_stop_while_the_hub_is_silent(
    hub: LoopbackHub, repository: str, errand: Errand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_search, "LIST_SECONDS", 3600)
    hub.fail(hang_download=True)
    errand.stop_when(hub.stalled)
    with pytest.raises(CancelledError):
        list_files(repository, errand.stop, endpoint=hub.endpoint)


def opened(hub: LoopbackHub, token: Token | None = None) -> RemoteModel:
    hub.add("some/model", COMMIT, "model.gguf", DATA)
    return open_remote("some/model", "model.gguf", COMMIT, Stop(), endpoint=hub.endpoint, token=token)


@pytest.mark.parametrize("faults", [{}, {"redirect": True}, {"gated": True, "redirect": True}], ids=str)
def test_parts_of_a_file(hub: LoopbackHub, faults: dict[str, Any]) -> None:
    hub.fail(**faults)
    remote = opened(hub, Token(hub.token) if "gated" in faults else None)
    assert (remote.size, remote.revision) == (len(DATA), COMMIT)
    hub.requests.clear()
    for start, length in [(0, 1000), (1000, 200_000), (len(DATA) - 5, 100), (len(DATA), 10), (7, 0)]:
        assert remote.fetch_range(start, length) == DATA[start : start + length]
    ranges = [request.headers["Range"] for request in hub.requests if request.port == hub.ports[0]]
    assert ranges == ["bytes=0-999", "bytes=1000-200999", f"bytes={len(DATA) - 5}-{len(DATA) - 1}"]


def test_a_server_that_ignores_ranges(hub: LoopbackHub) -> None:
    remote = opened(hub)
    hub.fail(ignore_range=True)
    assert remote.fetch_range(0, 100) == DATA[:100]
    with pytest.raises(RefusedError, match="parts of files"):
        remote.fetch_range(100, 100)
    hub.fail(wrong_range=True)
    with pytest.raises(RefusedError, match="parts of files"):
        remote.fetch_range(100, 100)


@pytest.mark.parametrize(
    ("faults", "kind"),
    [
        ({"cut_after": 10}, UnreachableError),
        ({"status": 503}, RefusedError),
        ({"refuse_range": True}, RefusedError),
        ({"gated": True}, GatedError),
    ],
    ids=str,
)
def test_parts_that_do_not_come(hub: LoopbackHub, faults: dict[str, Any], kind: type[DownloadError]) -> None:
    remote = opened(hub)
    hub.fail(**faults)
    with pytest.raises(kind):
        remote.fetch_range(5, 100)
