"""Headers read by ranges: no more bytes than needed, each once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.catalog import remote_header
from app.catalog.gguf import Kind, parse_header
from app.catalog.model import read_model
from app.catalog.remote_header import FIRST_BYTES, MOST_AT_ONCE, read_remote_header, read_remote_model
from app.errors import ModelFileInvalidError, ModelFileTruncatedError, NotGgufError, UnreachableError
from tests.catalog.gguf_files import TEXT, GgufFile, Items, split_parts

PATH = Path("there.gguf")


class Remote:
    """Bytes elsewhere, and what was asked of them."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.asked: list[tuple[int, int]] = []

    @property
    def size(self) -> int:
        return len(self.data)

    def fetch_range(self, start: int, length: int) -> bytes:
        assert length > 0
        assert start + length <= len(self.data)
        assert start == sum(length for _, length in self.asked), "not the next piece"
        self.asked.append((start, length))
        return self.data[start : start + length]


def file_of(tokens: int) -> bytes:
    file = GgufFile()
    file.entries["tokenizer.ggml.tokens"] = Items(TEXT, [f"token number {index}" for index in range(tokens)])
    del file.entries["tokenizer.ggml.token_type"], file.entries["tokenizer.ggml.scores"]
    file.tensor_bytes = 30 << 20
    return file.data()


@pytest.mark.parametrize(("tokens", "requests"), [(8, 1), (60_000, 2), (300_000, 4)])
def test_it_grows_only_as_needed(tokens: int, requests: int) -> None:
    remote = Remote(file_of(tokens))
    found = read_remote_header(remote.fetch_range, len(remote.data), PATH)
    assert found.header == parse_header(remote.data, PATH)
    assert found.tables.tokens.text(tokens - 1) == f"token number {tokens - 1}"
    assert len(remote.asked) == requests
    needed = max(found.header.data_offset, FIRST_BYTES)
    assert sum(length for _, length in remote.asked) < min(2 * needed, needed + MOST_AT_ONCE) + 1


def test_a_file_smaller_than_the_first_piece() -> None:
    remote = Remote(GgufFile().data())
    assert read_remote_header(remote.fetch_range, len(remote.data), PATH).header.architecture == "llama"


def test_what_is_no_model_costs_one_request() -> None:
    remote = Remote(b"<html>" + bytes(5 << 20))
    with pytest.raises(NotGgufError):
        read_remote_header(remote.fetch_range, len(remote.data), PATH)
    assert remote.asked == [(0, FIRST_BYTES)]


def test_a_file_that_is_too_short_for_its_tensors() -> None:
    data = GgufFile().data()[:-1]
    with pytest.raises(ModelFileTruncatedError) as caught:
        read_remote_header(Remote(data).fetch_range, len(data), PATH)
    assert caught.value.fields == {"path": PATH, "size": len(data), "needed": len(data) + 1}


def test_a_table_that_cannot_fit_into_the_file_is_refused_at_once() -> None:
    file = GgufFile()
    file.entries["tokenizer.ggml.merges"] = Items(TEXT, [""] * 200_000, count=1_000_000)
    remote = Remote(file.data() + bytes(3 << 20))
    with pytest.raises(ModelFileTruncatedError):
        read_remote_header(remote.fetch_range, len(remote.data), PATH)
    assert remote.asked == [(0, FIRST_BYTES)]


def test_a_table_at_the_very_end_is_fetched_whole() -> None:
    """Without tensors nothing follows it that would tell that its last text is cut."""
    file = GgufFile(tensors=[], tensor_bytes=0)
    file.entries["tokenizer.ggml.tokens"] = file.entries.pop("tokenizer.ggml.tokens")
    data = file.header()
    found = read_remote_header(Remote(data).fetch_range, len(data), PATH, first_bytes=len(data) - 2)
    assert found.tables.tokens.text(7) == "token 7"


def test_a_piece_that_comes_short() -> None:
    data = file_of(60_000)
    with pytest.raises(ModelFileTruncatedError):
        read_remote_header(lambda start, length: data[start : start + length - 1], len(data), PATH)


def test_an_endless_header_is_refused_before_it_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_header, "MAX_HEADER_BYTES", 2 * 10**6)
    remote = Remote(file_of(300_000))
    with pytest.raises(ModelFileInvalidError, match="more than 2 MB"):
        read_remote_header(remote.fetch_range, len(remote.data), PATH)
    assert sum(length for _, length in remote.asked) <= 2 << 20


def test_errors_of_the_network_go_on() -> None:
    def fetch(_start: int, _length: int) -> bytes:
        raise UnreachableError(host="The Hub", detail="no answer")

    with pytest.raises(UnreachableError):
        read_remote_header(fetch, 1 << 20, PATH)


def test_a_model_in_several_files_is_read_as_a_whole(tmp_path: Path) -> None:
    remotes = {}
    for path in split_parts(tmp_path):
        remotes[f"Q4/{path.name}"] = Remote(path.read_bytes())
    model = read_remote_model(remotes.__getitem__, "Q4/big-00001-of-00003.gguf")
    here = read_model(tmp_path / "big-00001-of-00003.gguf")
    assert replace(model.header, path=here.header.path) == here.header
    assert model.tables.tokens.raw() == here.tables.tokens.raw()


def test_a_later_part_elsewhere_is_read_as_it_is(tmp_path: Path) -> None:
    path = split_parts(tmp_path)[1]
    assert read_remote_model(lambda _name: Remote(path.read_bytes()), path.name).header.kind is Kind.SPLIT_PART
