from __future__ import annotations

import stat

import pytest

from app.errors import NotWritableError, UsageError
from app.paths import find_paths, make_folder


def test_the_variable_moves_everything_and_nothing_is_created(tmp_path):
    paths = find_paths({"DRAFTLIGHT_HOME": str(tmp_path / "home")})
    assert paths.data == tmp_path / "home"
    for path in (paths.models, paths.chats, paths.settings, paths.logs):
        assert paths.data in path.parents
    assert not paths.data.exists()


def test_without_the_variable_the_folders_of_the_system_are_used():
    paths = find_paths({})
    assert "draftlight" in str(paths.data).lower()


def test_a_folder_is_for_this_person_alone(tmp_path):
    folder = make_folder(tmp_path / "home" / "models")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_a_known_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(NotWritableError, match="DRAFTLIGHT_HOME"):
        make_folder(tmp_path / "file" / "models")


def test_a_home_of_nobody_is_told():
    with pytest.raises(UsageError, match="DRAFTLIGHT_HOME is no folder"):
        find_paths({"DRAFTLIGHT_HOME": "~nobody-of-that-name/x"})


@pytest.mark.parametrize("name", ["x" * 300, "/".join(["folder"] * 1000)])
def test_a_home_that_no_system_takes_is_told(tmp_path, name):
    with pytest.raises(UsageError, match=r"DRAFTLIGHT_HOME is no folder: .*too long"):
        find_paths({"DRAFTLIGHT_HOME": str(tmp_path / name)})
