"""How pairs are loaded: the options, and a button that loads the pair again with them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.settings import Loading
from app.ui.controls import button, label
from app.ui.language import put_words
from app.ui.option_controls import ChoiceOption, NumberOption
from app.ui.option_row import Fold, OptionRow
from app.ui.preferences import load_options_of

if TYPE_CHECKING:
    from app.ui.option_controls import OptionControl
    from app.ui.option_row import OptionWords
    from app.ui.pair_controller import PairState

_DEFAULTS = Loading()
_LARGEST_CONTEXT = 10_000_000
_MOST_LAYERS = 999


class LoadingSection(QWidget):
    """A part of the panel that folds out.

    Signals:
        loading_changed (Loading): what pairs are loaded with from now on.
        reload_requested (): load the pair again.
    """

    loading_changed = Signal(object)
    reload_requested = Signal()

    def __init__(self, loading: Loading) -> None:
        super().__init__()
        self._loading = loading
        self._state: PairState | None = None
        self.fold = Fold(lambda: self.tr("Loading"), "loading_options")
        self.rows: tuple[OptionRow, ...] = ()
        self._hint = label(lambda: self.tr("These take effect when a pair is loaded."), "caption", wrap=True)
        self._reload = button(lambda: self.tr("Load the pair again"), "plain", "reload_pair")
        put_words(self._reload.setAccessibleDescription, self._hint.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.fold)
        self._reload.clicked.connect(self.reload_requested)

    def fill(self) -> None:
        """Make what folds out."""
        self.rows = self._make_rows()
        for row in self.rows:
            self.fold.column.addWidget(row)
            row.changed.connect(self._on_changed)
        self.fold.column.addWidget(self._hint)
        self.fold.column.addWidget(self._reload)
        self._show_limits()
        self._show()

    def _make_rows(self) -> tuple[OptionRow, ...]:
        return (
            _row(
                "context",
                NumberOption(256, _LARGEST_CONTEXT, step=1024),
                lambda: (self.tr("Context size"), self._context_sentence()),
            ),
            _row(
                "threads",
                NumberOption(0, 512, special=lambda: self.tr("physical cores"), none=True),
                lambda: (
                    self.tr("Threads"),
                    self.tr("How many processor cores the models may use."),
                ),
            ),
            _row(
                "gpu_layers",
                NumberOption(-1, _MOST_LAYERS, special=lambda: self.tr("as many as fit")),
                lambda: (
                    self.tr("Target on the GPU"),
                    self.tr("How many layers of the target lie on the GPU, if there is one."),
                ),
            ),
            _row(
                "drafter_gpu_layers",
                NumberOption(-1, _MOST_LAYERS, special=lambda: self.tr("as many as fit")),
                lambda: (
                    self.tr("Drafter on the GPU"),
                    self.tr("The same for the drafter, which gets its place first."),
                ),
            ),
            _row(
                "cache_type",
                ChoiceOption(lambda: (("f16", "F16"), ("q8_0", "Q8_0"), ("q4_0", "Q4_0"))),
                lambda: (
                    self.tr("Cache type"),
                    self.tr("How the models remember the chat: q8_0 takes half the memory and q4_0 a quarter."),
                ),
            ),
            _row(
                "flash_attention",
                ChoiceOption(lambda: ((self.tr("automatic"), None), (self.tr("on"), True), (self.tr("off"), False))),
                lambda: (
                    self.tr("Flash attention"),
                    self.tr("A way to compute attention that takes less memory; q8_0 and q4_0 need it."),
                ),
            ),
            _row(
                "read_whole",
                ChoiceOption(lambda: ((self.tr("mapped"), False), (self.tr("read whole"), True))),
                lambda: (
                    self.tr("Model files"),
                    self.tr("Mapped is faster; read whole for drives that may be unplugged: the files may go then."),
                ),
            ),
        )

    def _context_sentence(self) -> str:
        trained = self._state.loaded.trained_context if self._state and self._state.loaded else 0
        if not trained:
            return self.tr("How many tokens of a chat the models can see at once.")
        return self.tr("How many tokens of a chat the models can see at once; this target at most {most}.").format(
            most=f"{trained:,}"
        )

    def show_pairs(self, state: PairState) -> None:
        """Take in what is loaded, and with which options."""
        if state == self._state:
            return
        self._state = state
        if self.rows:
            self._show_limits()
            self._show()

    def _show_limits(self) -> None:
        """The largest context is that of the target."""
        state, context = self._state, self.rows[0]
        trained = state.loaded.trained_context if state and state.loaded else 0
        assert isinstance(context.control, NumberOption)  # noqa: S101
        context.control.blockSignals(True)
        context.control.setMaximum(trained or _LARGEST_CONTEXT)
        context.control.blockSignals(False)
        context.say()

    def show_loading(self, loading: Loading) -> None:
        """Show what pairs are loaded with from now on."""
        if loading != self._loading:
            self._loading = loading
            self._show()

    def reset(self) -> None:
        """Go back to what pairs are loaded with at first."""
        if self._loading != _DEFAULTS:
            self._change(_DEFAULTS)

    def _on_changed(self, name: str, value: object) -> None:
        changes = {name: value}
        if name == "cache_type" and value != "F16" and self._loading.flash_attention is False:
            changes["flash_attention"] = None
        if name == "flash_attention" and value is False:
            changes["cache_type"] = "F16"
        self._change(dataclasses.replace(self._loading, **changes))  # type: ignore[arg-type]

    def _change(self, loading: Loading) -> None:
        self._loading = loading
        self._show()
        self.loading_changed.emit(loading)

    def _show(self) -> None:
        for row in self.rows:
            row.put(getattr(self._loading, row.name))
        self.fold.count(self.rows)
        self._reload.setEnabled(self._is_due())

    def _is_due(self) -> bool:
        """Whether the pair that is loaded was loaded with other options."""
        state = self._state
        if state is None or state.loaded is None or state.busy:
            return False
        wanted, present = load_options_of(self._loading), dataclasses.replace(state.loaded_with, insist=False)
        most = state.loaded.trained_context or _LARGEST_CONTEXT
        return dataclasses.replace(wanted, context=min(wanted.context, most)) != dataclasses.replace(
            present, context=min(present.context, most)
        )


def _row(name: str, control: OptionControl, words: OptionWords) -> OptionRow:
    return OptionRow(name, control, words, getattr(_DEFAULTS, name))
