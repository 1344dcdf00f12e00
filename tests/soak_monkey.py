"""The monkey of the soak: what it can do to a window, and how often it does each."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from app.chats.export import FORMATS
from app.chats.records import is_private
from app.options import PairFiles
from app.settings import TEXT_SIZES
from app.ui.appearance import Appearance
from app.ui.language import use_language
from app.ui.paged_dialog import PagedDialog
from tests.conftest import ROOT

# Stands in all that is written in a private chat, and nowhere else.
SECRET = "unwritten"
WORDS = ("lighthouse", "storm", "keeper", "lamp", "lens", "sea", "ship", "燈塔", "маяк", "**bold**", "`code`", "😀")
SIZES = ((480, 420), (700, 600), (1120, 760), (1600, 900))
# How often each is on the deck: all of it is played before it is shuffled again, so that nothing is left to chance.
DECK = {
    12: ("type", "send"),
    6: ("open_chat", "scroll"),
    4: ("stop", "again", "sibling", "close_dialogs"),
    3: ("new_chat", "edit", "search", "end_search", "resize", "rejected", "turn_page"),
    2: (
        "theme",
        "text_size",
        "language",
        "view",
        "inspector",
        "length",
        "escape",
        "delete_chat",
        "bring_back",
        "colouring",
    ),
    1: (
        "private_chat",
        "end_private",
        "rename",
        "pair",
        "sidebar",
        "sampling",
        "export",
        "import",
        "models",
        "lab",
        "details",
        "keys",
        "chat_settings",
        "guide",
        "about",
    ),
}
_MOST_CHATS = 16


class Monkey:
    """Does one thing after another, as its seed says; `done` counts what could be done.

    Chats of `kept` are not deleted. Files of exports lie in `folder`.
    """

    def __init__(
        self, window: Any, appearance: Appearance, pairs: list[PairFiles], kept: set[int], folder: Path, seed: int
    ) -> None:
        self.window, self.appearance, self.pairs, self.kept, self.folder = window, appearance, pairs, kept, folder
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter({name: 0 for names in DECK.values() for name in names})
        self.talk, self.composer = window._parts.conversation, window.chat.composer
        self._deck: list[str] = []

    def next(self) -> str:
        """Return what it will do next."""
        if not self._deck:
            self._deck = [name for often, names in DECK.items() for name in names for _ in range(often)]
            self.chance.shuffle(self._deck)
        return self._deck[-1]

    def act(self) -> None:
        name = self.next()
        self._deck.pop()
        if getattr(self, f"do_{name}")() is not False:
            self.done[name] += 1

    def told(self) -> list[str]:
        """Return how often each was done, in lines of eight."""
        counts = [f"{name} {number}" for name, number in sorted(self.done.items())]
        lines = ["  " + ", ".join(counts[place : place + 8]) for place in range(0, len(counts), 8)]
        return [f"{sum(self.done.values())} actions:", *lines]

    def find(self, name: str) -> Any:
        return self.window.findChild(QObject, name)

    def some_text(self, chat_id: int | None) -> str:
        words = self.chance.choices(WORDS, k=self.chance.randint(1, 12))
        return " ".join([SECRET, *words] if is_private(chat_id) else words)

    def do_type(self) -> None:
        self.composer.edit.insertPlainText(self.some_text(self.talk.chat_id) + self.chance.choice([" ", "\n"]))

    def do_send(self) -> bool:
        if not self.composer.text().strip():
            self.do_type()
        replying = self.talk.is_replying
        QTest.keyClick(self.composer.edit, Qt.Key.Key_Return)
        return self.talk.is_replying and not replying

    def do_stop(self) -> bool:
        replying = self.talk.is_replying
        self.talk.stop()
        return replying

    def do_new_chat(self) -> None:
        self.window._on_new_chat()

    def _chats(self) -> list[Any]:
        return list(self.window._parts.store.list_chats())

    def do_private_chat(self) -> None:
        self.window.private_chats.start()

    def do_end_private(self) -> bool:
        return self._delete([chat.id for chat in self._chats() if chat.is_private])

    def do_delete_chat(self) -> bool:
        return self._delete([chat.id for chat in self._chats() if not chat.is_private], leave=3)

    def _delete(self, chats: list[int], leave: int = 0) -> bool:
        """Delete one, or as many as there are too many."""
        chats = [chat for chat in chats if chat not in self.kept]
        number = max(1, len(chats) - _MOST_CHATS)
        if len(chats) <= leave:
            return False
        sidebar = self.window.sidebar
        for chat in self.chance.sample(chats, number):
            index = sidebar._model.index_of(chat)
            if index.isValid():
                sidebar._list.setCurrentIndex(index)
                sidebar._delete_current()
            else:  # a search shows others
                sidebar.delete_requested.emit(chat)
        return True

    def do_bring_back(self) -> bool:
        bar = self.window.sidebar.undo_bar
        offered = not bar.isHidden()
        bar.undo()
        return offered

    def do_open_chat(self) -> None:
        """Half of the time one of those that are kept, which are long."""
        chats = [chat.id for chat in self._chats()]
        self.talk.open_chat(self.chance.choice(sorted(self.kept) if self.chance.random() < 0.3 else chats))

    def do_rename(self) -> None:
        chat = self.chance.choice(self._chats()).id
        self.window.sidebar.rename_requested.emit(chat, self.some_text(chat))

    def do_edit(self) -> bool:
        self.window.chat.edit_last()
        return bool(self.talk.messages)

    def do_again(self) -> bool:
        self.talk.regenerate_last()
        return bool(self.talk.messages)

    def do_sibling(self) -> bool:
        if messages := self.talk.messages:
            self.talk.show_sibling(self.chance.choice(messages).id, self.chance.choice([-1, 1]))
        return bool(messages)

    def do_search(self) -> None:
        self.find("chat_search").setText(self.chance.choice(WORDS))

    def do_end_search(self) -> None:
        self.window.sidebar.end_search()

    def do_scroll(self) -> None:
        bar = self.window.chat.transcript.verticalScrollBar()
        bar.setValue(self.chance.randint(bar.minimum(), max(bar.minimum(), bar.maximum())))

    def do_resize(self) -> None:
        self.window.resize(*self.chance.choice(SIZES))

    def do_theme(self) -> None:
        dark = self.appearance.theme.scheme.value == "dark"
        self.appearance.follow(Qt.ColorScheme.Light if dark else Qt.ColorScheme.Dark)

    def do_text_size(self) -> None:
        self.window.menu._set_size(self.chance.choice(TEXT_SIZES))

    def do_language(self) -> None:
        use_language(self.chance.choice(["en", "zh_TW"]), ROOT / "resources" / "translations")

    def do_view(self) -> None:
        self.window.chat.view_switch.toggle()

    def do_rejected(self) -> None:
        self.window.chat.legend.show_rejected.toggle()

    def do_colouring(self) -> None:
        self.window.chat.legend.next_colouring()

    def do_inspector(self) -> None:
        self.window.inspector.toggle()

    def do_sidebar(self) -> None:
        self.window.sidebar_place.toggle()

    def do_sampling(self) -> None:
        self.window.sampling.panel.findChild(QObject, "temperature").setValue(self.chance.choice([0.0, 0.5, 0.8, 1.2]))

    def do_length(self) -> None:
        choice = self.find("draft_length")
        choice.setCurrentIndex(self.chance.randrange(choice.count()))

    def do_pair(self) -> bool:
        if self.talk.is_replying:
            return False
        self.window._parts.pairs.open(self.chance.choice(self.pairs))
        return True

    def _may_transfer(self) -> bool:
        transfer = self.window._parts.transfer
        return transfer.is_possible and not transfer.is_busy

    def do_export(self) -> bool:
        chats = [chat.id for chat in self._chats() if not chat.is_private]
        if not chats or not self._may_transfer():
            return False
        form = self.chance.choice(list(FORMATS))
        self.window.transfers._wanted = ((self.chance.choice(chats),), form)
        self.window.transfers.export_to(str(self.folder / f"chat.{form}"))
        return True

    def do_import(self) -> bool:
        file = self.folder / "chat.json"
        if not file.exists() or not self._may_transfer():
            return False
        self.window.transfers.import_from([str(file)])
        return True

    def _dialogs(self) -> list[QDialog]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]

    def _visit(self, show: Any) -> bool:
        """Open a dialog, unless two are there."""
        if len(self._dialogs()) > 1:
            return False
        show()
        return True

    def do_models(self) -> bool:
        return self._visit(self.window.models.show_models)

    def do_lab(self) -> bool:
        return self._visit(self.window.lab.show_lab)

    def do_details(self) -> bool:
        return bool(self.talk.messages) and self._visit(self.window.chat.numbers.show_present)

    def do_keys(self) -> bool:
        return self._visit(self.window.show_shortcuts)

    def do_chat_settings(self) -> bool:
        return self._visit(self.window.chat_dialogs.show_chat)

    def do_guide(self) -> bool:
        return self._visit(self.window.inspector.show_guide)

    def do_about(self) -> bool:
        return self._visit(self.window.help.show_about)

    def do_turn_page(self) -> bool:
        paged = [one for one in self._dialogs() if isinstance(one, PagedDialog)]
        for dialog in paged:
            dialog.show_page(self.chance.choice(dialog._keys))
        return bool(paged)

    def do_close_dialogs(self) -> bool:
        dialogs = self._dialogs()
        for dialog in dialogs:
            dialog.reject()
        return bool(dialogs)

    def do_escape(self) -> None:
        self.window._on_escape()
