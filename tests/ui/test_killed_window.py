"""kill -9 in every phase of the window: the next start shows every message, and says what was going on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from app.chats.store import ChatStore
from tests.chats.conftest import write_reply
from tests.conftest import ROOT
from tests.killed_window import PHASES, QUESTION
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.mark.parametrize("phase", PHASES)
def test_a_kill_costs_no_message(open_bench, paths, tmp_path, phase):
    store = ChatStore(paths.chats)
    chat, _message = store.start_chat("yesterday", "an older question")
    reply = write_reply(store, chat.id)
    store.save_unsent("half a thought", (), chat.id)
    store.close()
    paths.settings.write_text(json.dumps({"max_tokens": 60, "temperature": 0.0}))
    target = write_tiny_llama(tmp_path / "tiny.gguf", context=2048)
    command = [sys.executable, "-m", "tests.killed_window", str(paths.data), str(target), phase]
    died = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert died.returncode == -signal.SIGKILL, died.stderr
    taken = died.stdout.splitlines()
    assert taken == ([QUESTION] if phase in ("writing", "saving", "closing") else [])
    bench = open_bench()
    whole = bench.store.list_messages(chat.id)
    assert [one.message.content for one in whole[:1]] == ["an older question"]
    assert whole[1].id == reply
    said = [one.message.content for one in whole]
    assert [text for text in taken if text not in said] == []
    assert all(text in bench.transcript.toPlainText() for text in ("an older question", *taken))
    if not taken:
        assert bench.composer.text() == "half a thought"
    if phase == "closing":
        assert whole[-1].summary is not None, "the reply was whole, and is"
    notice = bench.banner.notice
    if phase in ("loading", "writing"):
        assert "Tiny" in notice.text
        assert "All messages are here" in notice.text
        assert bench.pairs.state.loaded is None
    elif phase != "saving":  # that may be while it writes, or after
        assert notice is None or "All messages are here" not in notice.text
