"""Tables of a tokenizer, read when they are asked for from a file that may have changed since."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from app.catalog.gguf_tokens import TextTable, TokenizerTables
from app.errors import ModelFileInvalidError, ModelFileMissingError
from tests.catalog.gguf_files import GgufFile, read, text, vocabulary

if TYPE_CHECKING:
    from pathlib import Path


def test_tables_are_read_when_asked_for(tmp_path: Path) -> None:
    header = read(GgufFile(), tmp_path)
    tables = TokenizerTables(header)
    header.path.write_bytes(header.path.read_bytes().replace(b"token 7", b"other 7"))
    assert [tables.tokens.text(token) for token in (0, 7)] == ["token 0", "other 7"]
    assert tables.merges.raw() == [b"a b", b"b c"]
    assert tables.token_types == (1,) * 8
    header.path.unlink()
    assert (len(tables.tokens), tables.tokens.text(1)) == (8, "token 1")


def test_tables_go_with_the_last_that_needs_them(tmp_path: Path) -> None:
    """They are megabytes, and the window looks for garbage but now and then."""
    tables = TokenizerTables(read(GgufFile(), tmp_path))
    texts = weakref.ref(tables.tokens)
    gc.disable()
    try:
        del tables
        assert texts() is None
    finally:
        gc.enable()


def test_a_file_without_tokenizer_has_empty_tables(tmp_path: Path) -> None:
    file = GgufFile()
    for key in vocabulary(0):
        del file.entries[key]
    tables = TokenizerTables(read(file, tmp_path))
    assert (tables.tokens.raw(), tables.merges.raw(), tables.token_types) == ([], [], ())


def test_texts_that_are_not_utf8_empty_or_cut_by_a_null_byte(tmp_path: Path) -> None:
    data = b"".join(text(one) for one in (b"caf\xe9", b"", b"a\0b"))
    table = TextTable(data, 3, tmp_path)
    assert [table.text(index) for index in range(3)] == ["caf\ufffd", "[EMPTY_1]", "a"]
    assert table.raw() == [b"caf\xe9", b"", b"a\0b"]


@pytest.mark.parametrize("length", [0, 10])
def test_a_file_that_went_or_became_shorter(tmp_path: Path, length: int) -> None:
    header = read(GgufFile(), tmp_path)
    if length:
        header.path.write_bytes(bytes(length))
    else:
        header.path.unlink()
    with pytest.raises(ModelFileMissingError):
        len(TokenizerTables(header).tokens)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table[:-1],
        lambda table: table + b"x",
        lambda table: b"\xff" * 8 + table[8:],
        lambda table: table[:8] + b"longer" + table[8:],
    ],
)
def test_a_table_that_is_not_what_the_header_said(tmp_path: Path, change) -> None:
    table = b"".join(text(f"token {index}") for index in range(8))
    with pytest.raises(ModelFileInvalidError, match="its table of texts is not what the header said"):
        TextTable(change(table), 8, tmp_path).raw()
