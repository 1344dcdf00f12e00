from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import NotWritableError
from app.whole_files import write_whole


def test_a_file_takes_the_place_of_the_old_one_for_this_person_alone(tmp_path):
    path = tmp_path / "chat.md"
    write_whole(path, "old")
    write_whole(path, "größer\n")
    assert path.read_bytes() == "größer\n".encode()
    assert path.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_file_and_no_part_of_a_new_one(tmp_path, monkeypatch):
    path = tmp_path / "chat.md"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "no space")))
    with pytest.raises(NotWritableError, match=r"chat\.md cannot be written \(no space\)"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(NotWritableError, match=r"chat\.md cannot be written"):
        write_whole(tmp_path / "nowhere" / "chat.md", "new")
