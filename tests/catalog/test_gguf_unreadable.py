"""What is not a whole GGUF file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.catalog.gguf import parse_header, read_header
from app.errors import ModelFileMissingError, ModelFileTruncatedError, NotGgufError
from tests.catalog.gguf_files import GgufFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFileMissingError):
        read_header(tmp_path / "none.gguf")


def test_directory_pipe_and_impossible_names(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")  # opening it would wait for ever
    for path in (tmp_path, tmp_path / "pipe.gguf", tmp_path / "a\0b", tmp_path / ("x" * 5000)):
        with pytest.raises(ModelFileMissingError):
            read_header(path)


@pytest.mark.parametrize("on", ["file", "folder"])
def test_no_permission(tmp_path: Path, on: str, without_privileges: Callable[[], None]) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(GgufFile().data())
    (path if on == "file" else tmp_path).chmod(0)
    without_privileges()
    with pytest.raises(ModelFileMissingError):
        read_header(path)


@pytest.mark.parametrize("data", [b"", b"GG", b"<!DOCTYPE html><html>", b"PK\3\4" + bytes(500)])
def test_not_gguf(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    with pytest.raises(NotGgufError):
        read_header(path)


def test_truncated_anywhere(tmp_path: Path) -> None:
    data = GgufFile().data()
    for length in range(4, len(data)):
        with pytest.raises(ModelFileTruncatedError) as caught:
            parse_header(data[:length], tmp_path)
        assert caught.value.fields["size"] == length
        assert length < caught.value.fields["needed"] <= len(data)


def test_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(GgufFile().data()[:-1])
    with pytest.raises(ModelFileTruncatedError):
        read_header(path)
