"""Files and folders are for this person alone, whatever the umask says: what is downloaded, learned, made and kept."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import closing

import pytest

from app.catalog.downloads import DownloadQueue
from app.catalog.fetch import Shelf
from app.catalog.library import Library
from app.catalog.retry import NO_RETRIES
from app.chats.store import ChatStore
from app.lab.store import RunStore
from app.log import _handler
from app.options import PairFiles
from app.paths import make_folder
from app.self_drafts import make_self_draft
from app.settings import Settings, save_settings
from app.speculation.stop import Stop
from app.speeds import PairSpeeds, SpeedStore
from app.verdicts import Verdicts
from tests.catalog.downloads.queueing import CUT, TARGET, publish
from tests.catalog.loopback_hub import LoopbackHub
from tests.lab.scripted_lab import plan
from tests.tiny_models import write_tiny_llama


@pytest.fixture(autouse=True)
def _usual_umask():
    """That of most systems, which lets everybody read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(home):
    """What lies in a data folder and has another mode than 0600, or 0700 for folders."""
    return [
        f"{path} {stat.S_IMODE(path.stat().st_mode):o}"
        for path in [home, *home.rglob("*")]
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    ]


def test_downloads_are_private_while_they_come_and_when_they_are_there(paths, monkeypatch):
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(variable, "127.0.0.1")
    with LoopbackHub() as hub:
        file = publish(hub, "deep/target.gguf", TARGET, "somebody/model")
        shelf = Shelf(paths.models, endpoint=hub.endpoint, retries=NO_RETRIES)
        hub.fail(method="GET", cut_after=CUT)
        with DownloadQueue(shelf) as queue:
            job = queue.wait(queue.add("Pair", [file]).id, Stop())
            assert {path.suffix for path in paths.models.rglob("*")} >= {".part", ".json", ".lock"}
            assert open_to_others(paths.data) == []
            hub.fail()
            queue.resume(job.id)
            (place,) = queue.wait(job.id, Stop()).paths
    assert place == paths.models / "somebody" / "model" / "deep" / "target.gguf"
    assert place.with_name("target.gguf.verified.json").is_file()
    assert open_to_others(paths.data) == []


@pytest.mark.native
def test_what_is_made_learned_and_kept_is_private(paths, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    target = write_tiny_llama(tmp_path / "elsewhere" / "tiny.gguf")
    modes = []
    drafter = make_self_draft(paths, target, Stop(), lambda _progress: modes.extend(open_to_others(paths.data)))
    library = Library(paths, [])
    library.add_folder(target.parent)
    library.scan(Stop(), lambda _progress: None)
    Verdicts(paths.verdicts).keep(PairFiles("tiny", target, drafter), None)
    SpeedStore(paths.speeds).keep("tiny", PairSpeeds({1: 0.1}))
    run = RunStore(paths.lab).create(plan(), {"system": "some"})
    save_settings(paths.settings, Settings())
    with closing(ChatStore(paths.chats)) as chats:
        chats.start_chat("A chat", "Hello")
        assert open_to_others(paths.data) == []
    log = _handler(paths)
    logging.getLogger(__name__).addHandler(log)
    logging.getLogger(__name__).warning("something")
    logging.getLogger(__name__).removeHandler(log)
    log.close()
    made = {path.name for path in paths.data.rglob("*")}
    assert made >= {drafter.name, run.path.name, "headers.json", "chats.sqlite3", "draftlight.log"}
    assert modes == []
    assert open_to_others(paths.data) == []


def test_a_folder_is_private_with_all_that_was_missing_above_it(tmp_path):
    tmp_path.chmod(0o755)
    make_folder(tmp_path / "one" / "two" / "three")
    assert open_to_others(tmp_path / "one") == []
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
