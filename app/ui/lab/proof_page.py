"""Prove it: the same words, or the same chances, with drafting and without."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.lab.prompts import PROMPT_SETS
from app.speculation.sampling import RuleName
from app.ui.controls import button, label
from app.ui.flow_layout import FlowLayout
from app.ui.lab.fields import Form, title_of
from app.ui.lab.proof_view import ProofView
from app.ui.language import told_text, when_language_changes
from app.ui.models.list_page import Strip, Told
from app.ui.option_controls import DecimalOption, DigitsOption, NumberOption

if TYPE_CHECKING:
    from app.ui.appearance import Appearance
    from app.ui.language import Words
    from app.ui.pair_controller import PairState
    from app.ui.preferences import Preferences

_DRAWS, _TOKENS, _LENGTH, _SEED = 400, 100, 4, 7
_PROMPT_LINES = 3


class ProofPage(QWidget):
    """Asks the pair of the chat.

    Signals:
        words_requested (str, ReplyOptions): write the prompt's reply twice.
        chances_requested (str, ReplyOptions, int): count so many next tokens.
        stop_requested ().
    """

    words_requested = Signal(str, object)
    chances_requested = Signal(str, object, int)
    stop_requested = Signal()

    def __init__(self, look: Appearance, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._whole = 1
        self._words = button(lambda: self.tr("Same words"), "plain", "proof_words")
        self._chances = button(lambda: self.tr("Same chances"), "plain", "proof_chances")
        self._kinds = QButtonGroup(self)
        for choice in (self._words, self._chances):
            choice.setCheckable(True)
            self._kinds.addButton(choice)
        self._words.setChecked(True)
        self._about = label("", "muted", wrap=True)
        self._pair = label("", "caption", wrap=True)
        self._prompt = QPlainTextEdit(PROMPT_SETS["story"][0])
        self._prompt.setObjectName("proof_prompt")
        self._prompt.setProperty("kind", "text")
        self._prompt.setTabChangesFocus(True)
        self._prompt.setFixedHeight(self.fontMetrics().lineSpacing() * _PROMPT_LINES)
        self._seed = DigitsOption(lambda: str(_SEED))
        self._temperature = DecimalOption(0, 2, 0.1, lambda: self.tr("0 (greedy)"))
        self._length = NumberOption(1, 16)
        self._count = NumberOption(1, 10_000, step=50)
        self._prove = button(lambda: self.tr("Prove it"), "primary", "proof_start")
        self.strip = Strip("proof")
        self.told = Told("proof_told")
        self.view = ProofView(look.theme)
        self._fields: dict[QWidget, QWidget] = {}
        self._state: PairState | None = None
        self._fill_in()
        self._lay_out()
        self._connect()
        self._on_kind()

    def _fill_in(self) -> None:
        self._temperature.put(self._preferences.settings.temperature)
        length = self._preferences.settings.draft_length
        self._length.put(length if length > 0 else _LENGTH)
        for control, name in ((self._seed, "proof_seed"), (self._temperature, "proof_temperature"),
                              (self._length, "proof_length"), (self._count, "proof_count")):  # fmt: skip
            control.setObjectName(name)

    def _lay_out(self) -> None:
        kinds = QHBoxLayout()
        kinds.addWidget(self._words)
        kinds.addWidget(self._chances)
        kinds.addStretch(1)
        form = self._form = Form()
        form.add(lambda: self.tr("Pro&mpt"), self._prompt)
        numbers = FlowLayout()
        numbers.setSpacing(8)
        titles: dict[QWidget, Words] = {
            self._seed: lambda: self.tr("&Seed"),
            self._temperature: lambda: self.tr("&Temperature"),
            self._count: self._counted,
            self._length: lambda: self.tr("Draft &length"),
        }
        for control, title in titles.items():
            field = self._fields[control] = QWidget()
            row = QHBoxLayout(field)
            row.setContentsMargins(0, 0, 8, 0)
            row.addWidget(title_of(control, title))
            row.addWidget(control)
            control.setMaximumWidth(self.fontMetrics().averageCharWidth() * 12)
            numbers.addWidget(field)
        numbers.addWidget(self._prove)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(9)
        column.addLayout(kinds)
        column.addWidget(self._about)
        column.addWidget(self._pair)
        column.addLayout(form)
        column.addLayout(numbers)
        for part in (self.strip, self.told):
            column.addWidget(part)
        column.addWidget(self.view, 1)

    def _connect(self) -> None:
        self._kinds.buttonToggled.connect(self._on_kind)
        self._prove.clicked.connect(self._on_prove)
        self.strip.cancel_requested.connect(self.stop_requested)
        when_language_changes(self, self._say)

    def show_pairs(self, state: PairState) -> None:
        """Say which pair is asked."""
        self._state = state
        self._say()

    def _say(self) -> None:
        """Say what is proved, and with which pair."""
        self._about.setText(self._explanation())
        pair = None if self._state is None else self._state.loaded
        if pair is None:
            self._pair.setText(self.tr("No pair is loaded: choose one in the chat first."))
        elif pair.drafting_off:
            self._pair.setText(self.tr("Nothing can be drafted: {reason}").format(reason=told_text(pair.drafting_off)))
        else:
            told_pair = self.tr("{target} with {drafter}")
            self._pair.setText(
                told_pair.format(target=pair.target_description, drafter=told_text(pair.drafter_description or ""))
            )

    def set_running(self, running: bool) -> None:
        """The lab has the engine, or gave it back."""
        self._prove.setEnabled(not running)
        if not running:
            self.strip.hide()

    def show_progress(self, done: int) -> None:
        """Say how far the proof is."""
        line = self.tr("{done} of {all} tokens").format(done=done, all=self._whole)
        self.strip.show_progress(line, min(1.0, done / self._whole))

    def focus_first(self) -> None:
        """Begin with the prompt."""
        self._prompt.setFocus()

    @Slot()
    def _on_kind(self) -> None:
        same_words = self._words.isChecked()
        self._count.put(_TOKENS if same_words else _DRAWS)
        self._fields[self._length].setVisible(same_words)
        counted = self._fields[self._count].findChild(QLabel)
        if counted is not None:
            counted.setText(self._counted())
        self._count.setAccessibleName(self._counted())
        self.view.clear(words=same_words)
        self._say()

    def _counted(self) -> str:
        return self.tr("Most tokens") if self._words.isChecked() else self.tr("Draws")

    def _explanation(self) -> str:
        if self._words.isChecked():
            return self.tr(
                "With one seed, the reply with drafts is word for word the one without, at any temperature (the "
                "coupled rule). Two replies are written and compared."
            )
        return self.tr(
            "Without a seed (the ratio rule) words differ from reply to reply, but each comes with the target's "
            "own probability. The first token is drawn many times through a draft, and a chi-square test "
            "compares the counts."
        )

    @Slot()
    def _on_prove(self) -> None:
        self.told.say("")
        self.view.clear(words=self._words.isChecked())
        now = self._preferences.reply_options()
        seed = _SEED if self._seed.get() is None else self._seed.get()
        sampling = dataclasses.replace(now.sampling, temperature=self._temperature.get(), seed=seed)
        count = self._count.value()
        options = dataclasses.replace(
            now, sampling=sampling, draft_length=self._length.value(), max_tokens=count, stop_strings=(), rule=None
        )
        prompt = self._prompt.toPlainText()
        self._whole = count
        self.strip.show_progress(self.tr("The lab is at work; chats wait until it is done"))
        if self._words.isChecked():
            self._whole = 2 * count
            self.words_requested.emit(prompt, dataclasses.replace(options, rule=RuleName.COUPLED))
        else:
            self.chances_requested.emit(prompt, options, count)
