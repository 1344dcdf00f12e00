"""The real window on the real engine, and a person who has the starter pair."""

from __future__ import annotations

import re
import shutil

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.paths import Paths
from app.speculation.records import Verdict
from app.ui.application import real_services
from tests.conftest import ROOT
from tests.ui.open_window import OpenWindow
from tests.ui.waiting import wait_for

SLOW_MS = 600_000


def home_with_pair(folder, pair):
    """A data folder below `folder` with the models of the pair."""
    paths = Paths(data=folder / "home", logs=folder / "home" / "logs", resources=ROOT / "resources")
    paths.models.mkdir(parents=True)
    for file in pair.target.parent.iterdir():
        if file.is_file():
            shutil.copy2(file, paths.models / file.name)
    return paths


class RealWindow(OpenWindow):
    def __init__(self, paths, appearance):
        super().__init__(paths, real_services(paths), appearance, (1120, 760))

    def wait(self, condition, what):
        wait_for(condition, what, SLOW_MS)

    def wait_loaded(self):
        self.wait(lambda: self.pairs.state.loaded is not None, "the pair")

    def ask(self, text):
        edit = self.composer.edit
        edit.insertPlainText(text)
        QTest.keyClick(edit, Qt.Key.Key_Return)
        self.wait(lambda: not self.conversation.is_replying, "the reply")

    def replies(self):
        return [one for one in self.store.list_messages(self.conversation.chat_id) if one.rounds]


def check_statistics(text, reply):
    """The line under a reply, recomputed from its rounds."""
    drafted = [token.verdict for one in reply.rounds for token in one.drafted]
    emitted = [token.verdict for one in reply.rounds for token in one.emitted]
    accepted, rejected = drafted.count(Verdict.ACCEPTED), drafted.count(Verdict.REJECTED)
    assert f"({accepted}/{accepted + rejected})" in text
    assert f"{accepted} accepted" in text
    assert re.search(rf"\b{emitted.count(Verdict.CORRECTION)} corrections?\b", text)
    assert re.search(rf"\b{len(reply.rounds)} rounds?\b", text)
