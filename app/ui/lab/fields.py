"""The parts of the lab's forms: which pairs, which prompts."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.errors import DraftlightError
from app.head_files import drafting_of
from app.lab.prompts import PROMPT_SETS, prompts_in, read_prompts
from app.ui.controls import Switch, button, label
from app.ui.flow_layout import FlowLayout
from app.ui.language import put_words, told_text, when_language_changes
from app.ui.open_pair_dialog import OpenPairDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.options import PairFiles
    from app.ui.language import Words
    from app.ui.theme import Theme

_PAIR_ROWS, _PROMPT_ROWS = 3, 4
# The letter that languages without an alphabet put behind a title.
_KEY = re.compile(r"\(&.\)")


class PairList(QWidget):
    """Pairs with a check mark each. The first one that is offered is checked.

    Signals:
        changed ().
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._pairs: list[PairFiles] = []
        self._list = QListWidget()
        self._list.setObjectName("lab_pairs")
        self._list.setProperty("kind", "rows")
        put_words(self._list.setAccessibleName, lambda: self.tr("Pairs"))
        self._list.setFixedHeight(round(self.fontMetrics().height() * 1.7 * _PAIR_ROWS))
        self._add = button(lambda: self.tr("Add two GGUF files…"), "plain", "lab_add_pair")
        self._add.clicked.connect(self._on_add)
        self._list.itemChanged.connect(self.changed)
        when_language_changes(self, self._explain)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._none = label(no_pair_yet, "muted", wrap=True)
        self._none.setObjectName("lab_no_pair")
        column.addWidget(self._none)
        column.addWidget(self._list)
        self._list.hide()
        column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)

    def offer(self, pairs: Sequence[PairFiles]) -> None:
        """Add pairs that are not there yet."""
        for pair in pairs:
            if not any((pair.target, pair.drafter) == (one.target, one.drafter) for one in self._pairs):
                self._put(pair, checked=not self._pairs)

    def chosen(self) -> tuple[PairFiles, ...]:
        """Return the pairs that are checked."""
        marks = (self._list.item(place).checkState() for place in range(self._list.count()))
        return tuple(pair for pair, mark in zip(self._pairs, marks, strict=True) if mark is Qt.CheckState.Checked)

    def _put(self, pair: PairFiles, *, checked: bool) -> None:
        self._pairs.append(pair)
        self._none.hide()
        self._list.show()
        item = QListWidgetItem(pair.name)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        self._list.addItem(item)
        self._explain()
        if self._list.count() == 1:
            self._list.setCurrentRow(0)

    def _explain(self) -> None:
        """Say in the tool tips where the files are."""
        with QSignalBlocker(self._list):
            for place, pair in enumerate(self._pairs):
                told = f"{pair.target}\n{told_text(drafting_of(pair).words)}"
                self._list.item(place).setToolTip(f"{told}\n{pair.drafter}" if pair.drafter else told)

    @Slot()
    def _on_add(self) -> None:
        dialog = OpenPairDialog(self)
        dialog.pair_requested.connect(self._on_pair)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(object)
    def _on_pair(self, pair: PairFiles) -> None:
        self._put(pair, checked=True)
        sender = self.sender()
        if isinstance(sender, OpenPairDialog):
            sender.accept()

    def focus_first(self) -> None:
        """Give the keyboard to the list, or to what fills it."""
        (self._list if self._pairs else self._add).setFocus()


def no_pair_yet() -> str:
    """Say what to do where no pair is known."""
    return QCoreApplication.translate(
        "lab",
        "No pair is known yet. Get the starter pair with the button in the empty chat, choose or download one in "
        "Models (Ctrl+M), or add two files on the page Compare.",
    )


class PromptsField(QWidget):
    """Built-in sets of prompts, and the person's own.

    Signals:
        changed ().
        failed (DraftlightError): a file of prompts cannot be read.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, name: str, theme: Theme, chosen: Sequence[str]) -> None:
        super().__init__()
        self._sets: dict[str, Switch] = {}
        row = FlowLayout()
        row.setSpacing(10)
        for key, prompts in PROMPT_SETS.items():
            switch = Switch(partial(self._name_of, key), theme)
            switch.setObjectName(f"{name}_set_{key}")
            switch.setChecked(key in chosen)
            switch.setToolTip("\n".join(prompts))
            switch.toggled.connect(self.changed)
            row.addWidget(switch)
            self._sets[key] = switch
        self._own = QPlainTextEdit()
        self._own.setObjectName(f"{name}_own_prompts")
        self._own.setProperty("kind", "text")
        put_words(self._own.setAccessibleName, lambda: self.tr("Your own prompts"))
        put_words(self._own.setPlaceholderText, lambda: self.tr("Your own prompts, one a line"))
        self._own.setTabChangesFocus(True)
        self._own.setFixedHeight(self.fontMetrics().lineSpacing() * _PROMPT_ROWS)
        self._own.textChanged.connect(self.changed)
        self._file = button(lambda: self.tr("From a text file…"), "plain", f"{name}_prompts_file")
        self._file.clicked.connect(self._on_file)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self._own)
        column.addWidget(self._file, 0, Qt.AlignmentFlag.AlignLeft)

    def _name_of(self, key: str) -> str:
        names = {
            "story": self.tr("Story"),
            "explain": self.tr("Explain"),
            "code": self.tr("Code"),
            "edit": self.tr("Edit"),
            "translate": self.tr("Translate"),
        }
        return names[key]

    def prompts(self) -> tuple[str, ...]:
        """Return all prompts that are asked for, each once."""
        sets = (prompt for key, switch in self._sets.items() if switch.isChecked() for prompt in PROMPT_SETS[key])
        return tuple(dict.fromkeys((*sets, *prompts_in(self._own.toPlainText()))))

    def take_file(self, path: Path) -> None:
        """Add the prompts of a file to the person's own."""
        try:
            added = read_prompts(path)
        except DraftlightError as error:
            self.failed.emit(error)
            return
        self._own.setPlainText("\n".join((*prompts_in(self._own.toPlainText()), *added)))

    @Slot()
    def _on_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Prompts, one a line"), "", self.tr("Text (*.txt);;All (*)")
        )
        if name:
            self.take_file(Path(name))


class Form(QGridLayout):
    """Rows of a title, a control and a sentence under it."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(18)
        self.setVerticalSpacing(4)
        self.setColumnStretch(1, 1)

    def add(self, title: Words, control: QWidget, sentence: Words | None = None) -> None:
        """Add a row."""
        name = title_of(control, title)
        name.setWordWrap(True)
        row = self.rowCount()
        self.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(control, row, 1)
        if sentence is not None:
            put_words(control.setAccessibleDescription, sentence)
            self.addWidget(label(sentence, "caption", wrap=True), row + 1, 1)
        self.setRowMinimumHeight(self.rowCount(), 6)


def title_of(control: QWidget, title: Words) -> QLabel:
    """Return a title for a control, whose key goes there; a screen reader says it as well."""
    name = label(title, "")
    name.setBuddy(control)
    put_words(control.setAccessibleName, lambda: _KEY.sub("", title()).replace("&", ""))
    return name
