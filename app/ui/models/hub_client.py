"""The Hub as the window sees it. Nothing is asked of it before the person presses a button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.catalog.hub_search import list_files, search_models
from app.catalog.proposals import Proposal, propose_drafters, read_hub_model
from app.ui.errand_group import ErrandGroup
from app.ui.errands import Errands

if TYPE_CHECKING:
    from app.catalog.hub_search import HubModel
    from app.catalog.model import Model
    from app.speculation.stop import Stop
    from app.ui.errands import Tell
    from app.ui.models.services import ModelServices

MOST_RESULTS = 1000


@dataclass(frozen=True, slots=True)
class TokenKept:
    """An access token was entered; whether the system's keyring keeps it, or this session only."""

    in_keyring: bool


class HubClient(QObject):
    """Searches, lists, proposes drafters, keeps the access token.

    Signals:
        searched (tuple of FoundModel), listed (RepositoryFiles), target_read (Model), proposed (Proposal),
        all_proposed (), token_kept (TokenKept).
        failed (DraftlightError or Bug), token_failed (DraftlightError or Bug).
        busy_changed (): a question was asked or answered.
    """

    searched = Signal(object)
    listed = Signal(object)
    target_read = Signal(object)
    proposed = Signal(object)
    all_proposed = Signal()
    token_kept = Signal(object)
    failed = Signal(object)
    token_failed = Signal(object)
    busy_changed = Signal()

    def __init__(self, services: ModelServices) -> None:
        super().__init__()
        self._endpoint = services.endpoint
        self._tokens = services.tokens
        self._searching = Errands("hub search")
        self._listing = Errands("hub files")
        self._proposing = Errands("hub drafters")
        self._keeping = Errands("hub token")
        self._searching.done.connect(self.searched)
        self._listing.done.connect(self.listed)
        self._proposing.stepped.connect(self._on_proposed)
        self._proposing.done.connect(self._on_all_proposed)
        self._keeping.done.connect(self.token_kept)
        self._keeping.failed.connect(self.token_failed)
        self._asking = ErrandGroup(self._searching, self._listing, self._proposing)
        self._asking.failed.connect(self.failed)
        self._asking.busy_changed.connect(self.busy_changed)

    @property
    def is_searching(self) -> bool:
        """Whether a search is under way."""
        return self._searching.is_busy

    @property
    def is_listing(self) -> bool:
        """Whether the files of a repository are being asked for."""
        return self._listing.is_busy

    @property
    def is_proposing(self) -> bool:
        """Whether drafters are being looked for."""
        return self._proposing.is_busy

    def search(self, words: str) -> None:
        """Ask for repositories; `searched` follows."""
        self._searching.start(
            lambda stop, _tell: search_models(
                words, MOST_RESULTS, stop, token=self._tokens.get(), endpoint=self._endpoint
            )
        )

    def open(self, repository: str) -> None:
        """Ask what a repository holds; `listed` follows."""
        self._proposing.drop()
        self._listing.start(
            lambda stop, _tell: list_files(repository, stop, token=self._tokens.get(), endpoint=self._endpoint)
        )

    def propose(self, target: HubModel) -> None:
        """Look for drafters of a model on the Hub; `target_read`, then `proposed` for each follow."""

        def work(stop: Stop, tell: Tell) -> None:
            token = self._tokens.get()
            model = read_hub_model(target, stop, token=token, endpoint=self._endpoint)
            tell(model)
            name = target.files[0].repository
            for proposal in propose_drafters(model, name, stop, token=token, endpoint=self._endpoint):
                tell(proposal)

        self._proposing.start(work)

    def keep_token(self, text: str) -> None:
        """Keep an access token; `token_kept` or `token_failed` follows."""
        self._keeping.post(lambda _stop, _tell: TokenKept(self._tokens.set(text)))

    def forget_token(self) -> None:
        """Remove the access token from memory and keyring."""
        self._keeping.post(lambda _stop, _tell: self._tokens.forget())

    def cancel(self) -> None:
        """Stop asking."""
        self._asking.cancel()

    def close(self) -> None:
        """Stop everything and end the threads."""
        self._asking.close()
        self._keeping.close()

    @Slot(object)
    def _on_proposed(self, news: Model | Proposal) -> None:
        (self.proposed if isinstance(news, Proposal) else self.target_read).emit(news)

    @Slot(object)
    def _on_all_proposed(self, _nothing: None) -> None:
        self.all_proposed.emit()
