"""The pair that the chat on show was held with, and whether it is the one that answers now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.ui.language import translated
from app.ui.notices import NoticeAction, hint
from app.ui.preferences import files_of

if TYPE_CHECKING:
    from app.options import PairFiles
    from app.settings import PairChoice
    from app.ui.pair_controller import PairController


class ChatPair(QObject):
    """Offers to load the pair of a chat, and says what answers while another one is loaded.

    Signals:
        noticed (Notice).
        answerer_changed (Words or None): what will answer, None where that is the chat's own pair.
        at_hand (): the pair of the chat is loaded or under way, so that the offer to load it is out of date.
    """

    noticed = Signal(object)
    answerer_changed = Signal(object)
    at_hand = Signal()

    def __init__(self, pairs: PairController) -> None:
        super().__init__()
        self._pairs = pairs
        self._pair: PairChoice | None = None
        self._offered = True
        pairs.changed.connect(self._on_pairs_changed)

    @property
    def files(self) -> PairFiles | None:
        """The pair of the chat on show, None for one that has none yet."""
        return None if self._pair is None else files_of(self._pair)

    def show(self, pair: PairChoice | None) -> None:
        """Take in the pair of the chat that is on show now, and offer to load it."""
        self._pair, self._offered = pair, False
        self._offer()
        self._tell_answerer()

    def note(self, pair: PairChoice) -> None:
        """Take in that the chat goes on with this pair."""
        self._pair, self._offered = pair, True
        self._tell_answerer()

    def _offer(self) -> None:
        """Say which pair the chat was held with, once, if that is missing or not the one that is loaded."""
        pair, state = self._pair, self._pairs.state
        if pair is None or self._offered:
            return
        missing = [path.name for path in (pair.target, pair.drafter) if path is not None and not path.is_file()]
        if missing:
            self._offered = True
            told = self.tr(
                "This chat was held with {pair}, but {file} is not on this disk any more. "
                "You can read it, and go on with another pair."
            )
            self.noticed.emit(hint(told.format(pair=translated("pairs", pair.name), file=" / ".join(missing))))
        elif state.loading is None and state.loaded is None and not state.sought:
            return  # the window has just opened: the pair may be the one that is loaded next
        elif not self._is_at_hand():
            self._offered = True
            told = self.tr("This chat was held with {pair}.").format(pair=translated("pairs", pair.name))
            self.noticed.emit(hint(told, NoticeAction.LOAD_PAIR))

    def _is_at_hand(self) -> bool:
        state, pair = self._pairs.state, self._pair
        present = state.loading or (state.loaded.files if state.loaded else None)
        return pair is not None and present is not None and _same(present, pair)

    def _tell_answerer(self) -> None:
        loaded, pair = self._pairs.state.loaded, self._pair
        if loaded is None or pair is None or _same(loaded.files, pair):
            self.answerer_changed.emit(None)
            return
        names = {"model": loaded.target_description, "pair": translated("pairs", pair.name)}
        self.answerer_changed.emit(lambda: self.tr("{model} answers now, not {pair}").format(**names))

    @Slot()
    def _on_pairs_changed(self) -> None:
        self._offer()
        if self._is_at_hand():
            self.at_hand.emit()
        self._tell_answerer()


def _same(files: PairFiles, pair: PairChoice) -> bool:
    return (files.target, files.drafter) == (pair.target, pair.drafter)
