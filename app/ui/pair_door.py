"""What the person does about the pair, and what the parts of the window show of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.errors import NotEnoughMemoryError
from app.ui.bugs import Bug
from app.ui.notices import NoticeAction, notice_of
from app.ui.open_pair_dialog import OpenPairDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.errors import DraftlightError
    from app.options import LoadedPair, PairFiles
    from app.ui.chat_view import ChatView
    from app.ui.chats.chat_settings import ChatSettings
    from app.ui.models.door import ModelDoor
    from app.ui.pair_controller import Opening, PairState
    from app.ui.parts import Parts
    from app.ui.sampling_place import SamplingPlace
    from app.ui.top_bar import TopBar

_FLUSH_MS, _FLUSH_MS_ALL_CORES = 33, 100


class PairDoor(QObject):
    """Carries choices of a pair to the controller and its state to what shows it.

    `dialog` is there while two files are being chosen.
    """

    def __init__(
        self,
        window: QWidget,
        parts: Parts,
        top_bar: TopBar,
        chat: ChatView,
        sampling: SamplingPlace,
        chat_settings: ChatSettings,
    ) -> None:
        super().__init__(window)
        self.dialog: OpenPairDialog | None = None
        self._window = window
        self._parts = parts
        self._top_bar = top_bar
        self._chat = chat
        self._sampling = sampling
        self._chat_settings = chat_settings
        pairs, welcome = parts.pairs, chat.welcome
        pairs.changed.connect(self.show_pairs)
        pairs.pair_opened.connect(self._on_opened)
        pairs.pair_failed.connect(self._on_failed)
        top_bar.starter_chosen.connect(self._on_starter_chosen)
        top_bar.pair_chosen.connect(self._on_chosen)
        top_bar.files_chosen.connect(self.open_files)
        top_bar.cancel_requested.connect(pairs.cancel)
        top_bar.draft_length_changed.connect(self._on_draft_length_changed)
        welcome.starter_requested.connect(self._on_starter_chosen)
        welcome.files_requested.connect(self.open_files)
        welcome.cancel_requested.connect(pairs.cancel)
        chat.banner.insist_requested.connect(pairs.insist)
        chat.banner.pair_requested.connect(chat_settings.load_pair)
        chat_settings.pair.answerer_changed.connect(chat.composer.show_answerer)
        chat_settings.pair.at_hand.connect(chat.banner.dismiss_offer)
        sampling.option_changed.connect(self._on_option_changed)
        sampling.reload_requested.connect(self._on_reload_requested)

    def connect_models(self, models: ModelDoor) -> None:
        """Load what is chosen in the Models dialog."""
        models.open_requested.connect(self._on_opening)
        models.closed.connect(self._go_on)
        self._top_bar.models_requested.connect(models.show_models)
        self._top_bar.downloads_requested.connect(models.show_downloads)
        self._chat.welcome.models_requested.connect(models.show_models)
        self._chat.banner.models_requested.connect(models.show_models)
        models.downloads_changed.connect(self._top_bar.show_downloads)

    @Slot(object)
    def show_pairs(self, state: PairState) -> None:
        """Show what is loaded or under way."""
        self._top_bar.show_pairs(state, self._parts.preferences.recent_pairs)
        self._chat.show_pairs(state)
        self._sampling.show_pairs(state)
        if self.dialog is not None:
            self.dialog.show_pairs(state)

    @Slot()
    def open_files(self) -> None:
        """Let the person choose two files."""
        dialog = OpenPairDialog(self._window)
        self.dialog = dialog
        dialog.pair_requested.connect(self._on_chosen)
        dialog.insist_requested.connect(self._parts.pairs.insist)
        dialog.cancel_requested.connect(self._parts.pairs.cancel)
        dialog.finished.connect(self._on_dialog_finished)
        dialog.open()

    @Slot(object)
    def _on_opened(self, pair: LoadedPair) -> None:
        last = self._parts.preferences.settings.pair
        if last is None or (last.target, last.drafter) != (pair.files.target, pair.files.drafter):
            self._top_bar.set_draft_length(pair.files.draft_length)
        self._parts.preferences.remember_pair(pair.files)
        self._parts.models.fits.loaded = pair
        self.show_pairs(self._parts.pairs.state)
        # Where the engine takes every core, each repaint is taken from it.
        busy = pair.threads >= (os.cpu_count() or 1)
        self._chat.transcript.set_flush_interval(_FLUSH_MS_ALL_CORES if busy else _FLUSH_MS)
        if self.dialog is not None:
            self.dialog.on_opened()

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        told_there = self.dialog is not None and self.dialog.on_failed(error)
        if not told_there or isinstance(error, Bug):
            action = NoticeAction.OPEN_ANYWAY if isinstance(error, NotEnoughMemoryError) else None
            self._chat.tell(notice_of(error, action))

    @Slot()
    def _on_starter_chosen(self) -> None:
        starter = self._parts.pairs.state.starter
        if starter is not None:
            self._on_chosen(starter)
        else:
            self._parts.pairs.open_starter()

    @Slot(object)
    def _on_chosen(self, files: PairFiles) -> None:
        self._parts.conversation.stop()
        self._parts.pairs.open(files)

    @Slot(object)
    def _on_opening(self, opening: Opening) -> None:
        self._parts.conversation.stop()
        self._parts.pairs.open(opening.files, context=opening.context, insist=opening.insist)

    @Slot()
    def _on_dialog_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """A dialog about pairs was closed."""
        self.show_pairs(self._parts.pairs.state)
        self._chat.composer.setFocus()

    @Slot(int)
    def _on_draft_length_changed(self, length: int) -> None:
        self._parts.preferences.update(draft_length=length)
        self._chat_settings.note_change()

    @Slot(str, object)
    def _on_option_changed(self, name: str, value: object) -> None:
        preferences = self._parts.preferences
        preferences.choose(name, value)
        self._chat_settings.note_change()
        if name == "loading":
            self._parts.pairs.use(preferences.load_options())

    @Slot()
    def _on_reload_requested(self) -> None:
        self._parts.conversation.stop()
        self._parts.pairs.reload(self._parts.preferences.load_options())
