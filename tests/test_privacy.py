"""Nothing leaves the machine, nobody else may read what is kept, and tokens are told to nobody."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import stat
import subprocess
import sys

import pytest

from app.settings import Loading, PairChoice, Settings, save_settings
from tests.conftest import ROOT
from tests.private_session import QUESTION, SECRET
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native
TOKEN = "hf_PlantedByThisTestAndNotARealOne"
# A network of its own, without a route to anywhere; containers may forbid it.
ISOLATED = ["unshare", "--map-root-user", "--net"]
# Packages that are known to report their use; none of them may ever be among those that the app imports.
REPORTING = {"sentry_sdk", "posthog", "segment", "analytics", "scarf", "opentelemetry", "mixpanel", "wandb", "gradio"}


@pytest.fixture(scope="module", name="session")
def _session(tmp_path_factory):
    """The report of the session, its folder, and all that the process wrote on its outputs."""
    folder = tmp_path_factory.mktemp("session")
    home = folder / "home"
    home.mkdir(mode=0o700)
    pair = PairChoice("Tiny", write_tiny_llama(folder / "tiny.gguf", context=2048), None)
    loading = dataclasses.replace(Loading(), context=1024)
    save_settings(home / "settings.json", Settings(pair=pair, loading=loading, max_tokens=8, seed=3))
    command = [sys.executable, "-m", "tests.private_session", str(home), TOKEN]
    if can_isolate():
        command = [*ISOLATED, *command]
    environment = {**os.environ, "HF_TOKEN": TOKEN}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), home, done.stdout + done.stderr


def can_isolate():
    if shutil.which(ISOLATED[0]) is None:
        return False
    return subprocess.run([*ISOLATED, "true"], check=False, capture_output=True).returncode == 0


def test_a_whole_session_attempts_no_connection(session):
    report, _home, _said = session
    assert report["code"] == 0
    assert report["attempts"] == []
    if can_isolate():
        assert set(report["counted"].values()) == {0}, report["counted"]


def test_the_guard_sees_attempts(tmp_path):
    script = "import tests.private_session as s, socket\ntry: socket.create_connection(('127.0.0.1', 9), 1)\n"
    script += "except OSError: pass\nprint(s.ATTEMPTS, s.counted()['TcpActiveOpens'])"
    command = [*(ISOLATED if can_isolate() else ()), sys.executable, "-c", script]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout
    assert "socket.getaddrinfo" in said
    assert "socket.connect" in said


def test_no_package_that_reports_is_imported(session):
    report, _home, _said = session
    assert not REPORTING & set(report["modules"])


def test_telemetry_is_off_from_the_start(session):
    """Of all that is installed with the app only huggingface_hub reports its use; it reads its switch when imported."""
    report, _home, _said = session
    assert report["telemetry"] == {"HF_HUB_DISABLE_TELEMETRY": "1", "DO_NOT_TRACK": "1"}
    script = (
        "import sys\nfrom app.privacy import turn_telemetry_off\nassert 'huggingface_hub' not in sys.modules\n"
        "turn_telemetry_off()\nfrom huggingface_hub import constants\nassert constants.HF_HUB_DISABLE_TELEMETRY"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "DO_NOT"))}
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, timeout=60)


def test_everything_is_for_this_person_alone(session):
    _report, home, _said = session
    open_to_others = [
        f"{path} {stat.S_IMODE(path.stat().st_mode):o}"
        for path in [home, *home.rglob("*")]
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    ]
    assert open_to_others == []


def files_of(home):
    found = [path for path in home.rglob("*") if path.is_file()]
    assert {"chats.sqlite3", "export.html", "diagnostics.txt", "draftlight.log"} <= {path.name for path in found}
    return found


def test_tokens_are_in_no_file_and_on_no_output(session):
    _report, home, said = session
    assert [path for path in files_of(home) if TOKEN.encode() in path.read_bytes()] == []
    assert TOKEN not in said


def test_a_private_chat_is_in_no_file(session):
    _report, home, said = session
    assert [path for path in files_of(home) if b"parrot" in path.read_bytes()] == []
    assert "parrot" not in said
    assert SECRET.count("parrot") == 1


def test_what_is_said_is_in_the_chats_and_the_exports_alone(session):
    _report, home, said = session
    told = {path.name for path in files_of(home) if QUESTION.encode() in path.read_bytes()}
    assert told == {"chats.sqlite3", "export.md", "export.html", "export.json"}
    assert QUESTION not in said
