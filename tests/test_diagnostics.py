from __future__ import annotations

import getpass
import logging
import re
import stat
import tomllib
from pathlib import Path

import pytest

from app import RELEASES, __version__
from app.diagnostics import discreet, report
from app.licences import LICENCE, USED, components
from app.log import LOG_FILE, start_logging
from app.paths import Paths
from app.settings import PairChoice, Settings

ROOT = Path(__file__).parent.parent
TOKEN = "hf_" + "AbCdEfGhIjKlMnOpQrSt"
SECRET = "the harbour master's password"


@pytest.fixture(name="paths")
def _paths(tmp_path, monkeypatch) -> Paths:
    home = tmp_path / "home" / "keeper"
    monkeypatch.setattr(Path, "home", lambda: home)
    return Paths(data=home / "data", logs=home / "logs", resources=ROOT / "resources")


@pytest.fixture(name="log")
def _log(paths):
    logger = logging.getLogger("app")
    before = logger.handlers[:], logger.propagate, logger.level
    start_logging(paths)
    yield logger
    for handler in logger.handlers:
        if handler not in before[0]:
            handler.close()
    logger.handlers[:], logger.propagate, logger.level = before


def test_the_report_has_what_a_bug_report_needs_and_nothing_private(paths, log):
    log.info("loading %s with %s", paths.models / "big.gguf", TOKEN)
    home = paths.data.parent
    settings = Settings(
        pair=PairChoice(SECRET, home / "models" / "private.gguf", None),
        stop_strings=(SECRET,),
        temperature=0.35,
        text_size=125,
    )
    facts = {
        "versions": {"draftlight": __version__, "system": "Linux"},
        "devices": [{"name": "GPU 0", "free": 5}],
        "folders": {"data": str(paths.data), "elsewhere": f"/mnt/{getpass.getuser()}/models"},
    }
    text = report(facts, paths, settings)
    for part in (__version__, "GPU 0", "temperature: 0.35", "text_size: 125", "loading", "big.gguf", "data: ~"):
        assert part in text, part
    for part in (SECRET, TOKEN, str(home), "keeper", "private.gguf", f"/{getpass.getuser()}/"):
        assert part not in text, part
    assert "stop_strings: 1 entries" in text


def test_every_setting_is_told_without_its_text(paths):
    told = report({}, paths, Settings())
    assert "scheme: system" in told
    assert "there is no log" in told


def test_tokens_are_left_out():
    for token in (TOKEN, "sk-abcdefghijklmnop", "Bearer abc.def.ghi"):
        assert token not in discreet(f"got {token} back")


def test_the_log_rotates_and_is_for_this_person_alone(paths, log):
    for _ in range(4500):
        log.info("x" * 1000)
    files = sorted(paths.logs.iterdir())
    assert [file.name for file in files] == [LOG_FILE, *(f"{LOG_FILE}.{number}" for number in (1, 2, 3))]
    assert all(file.stat().st_size <= 1 << 20 for file in files)
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert report({}, paths, Settings()).count("x" * 100) > 50


def test_the_components_are_those_that_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {re.match(r"[\w.-]+", one)[0].lower() for one in project["dependencies"]}
    assert {name.lower() for name in USED} == asked
    assert project["license"] == LICENCE
    assert project["dynamic"] == ["version"], "app/__init__.py alone has the version"
    assert project["urls"]["Releases"] == RELEASES
    known = components()
    assert all(one.version and one.licence for one in known)
    assert "numpy" in {one.name for one in known}
