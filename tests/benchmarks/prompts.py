"""What a prompt and its counts cost: the guarded template, a megabyte counted, and the window's thread meanwhile.

python -m tests.benchmarks.prompts   (with the starter pair in build/test-home)
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QMimeData

from app.chats.records import Message, Role
from app.chats.template import shared_renderer
from app.llama.counting import count_tokens
from app.llama.model import LlamaModel
from app.llama.prompt import chat_prompt
from app.paths import Paths
from app.speculation.stop import Stop
from app.ui.appearance import Appearance
from app.ui.application import Services, make_application, make_window
from tests.benchmarks.chat_window import told
from tests.fakes import FakeEngine, FakePull, fake_pair

ROOT = Path(__file__).resolve().parents[2]
STARTER = ROOT / "build" / "test-home" / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf"
MEGABYTE = "A lighthouse guides ships by a lamp and a lens.\n" * 20_800


def measure_model() -> None:
    """Print what the engine's thread spends."""
    model = LlamaModel(STARTER, 0, Stop(), lambda _fraction: None)
    messages = [Message(Role.USER, "How does a lighthouse work?")]
    told("a prompt through the guarded template", lambda: chat_prompt(model, messages), times=50)
    own = model.vocabulary
    told("  of which tokenising", lambda: own.tokenize(messages[0].content, add_special=False), times=50)
    told("a megabyte counted in pieces", lambda: count_tokens(own, MEGABYTE, Stop()))
    piece = MEGABYTE[:8192]
    told("  one of its pieces, which a reply may have to wait for", lambda: own.count(piece), times=10)
    model.close()
    shared_renderer().close()


def measure_window(folder: Path) -> None:
    """Print what the window's thread spends on the meter with a megabyte attached."""
    application = make_application(["draftlight"])
    paths = Paths(data=folder, logs=folder, resources=folder)
    pull = FakePull(fake_pair(folder), found=True)
    window = make_window(paths, Services(FakeEngine, pull.find, pull.pull), Appearance(application))
    window.show()
    window.start()
    while window._parts.pairs.state.loaded is None:
        application.processEvents()
        time.sleep(0.001)
    edit = window.chat.composer.edit
    source = QMimeData()
    source.setText(MEGABYTE[:999_000])
    started = time.perf_counter()
    edit.insertFromMimeData(source)
    print(f"{'a megabyte pasted, with the meter':58} once  {1000 * (time.perf_counter() - started):7.1f}")
    told("a letter typed beside it", lambda: edit.insertPlainText("x"), times=20)
    window.close()


if __name__ == "__main__":
    measure_model()
    with tempfile.TemporaryDirectory() as name:
        measure_window(Path(name))
