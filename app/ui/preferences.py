"""The settings while the window is open: what controls show, and what a reply is asked for."""

from __future__ import annotations

import dataclasses
import logging
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.catalog.memory import CacheType
from app.errors import DraftlightError
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.settings import PairChoice, Settings, load_settings, save_settings, with_recent
from app.speculation.sampling import RuleName, Sampling

if TYPE_CHECKING:
    from pathlib import Path

    from app.settings import Loading

_SAVE_DELAY_MS = 500
_DEFAULTS = Settings()
# The options of `Sampling` that are settings of the same name and kind.
SAMPLING_NAMES = tuple(field.name for field in dataclasses.fields(Sampling) if field.name != "logit_bias")
_LOG = logging.getLogger(__name__)


class Preferences(QObject):
    """Keeps the settings and writes them soon after a change.

    `template` is the one edited for the chat on show, `model_template` the one edited for the model that is loaded.
    `advised` are options that the model's file recommends, which hold where the person did not choose otherwise.

    Signals:
        save_failed (DraftlightError): the file could not be written; told once.
    """

    save_failed = Signal(object)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._told = False
        self.template = ""
        self.model_template = ""
        self.advised: dict[str, Any] = {}
        self.settings: Settings = load_settings(path)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SAVE_DELAY_MS)
        self._timer.timeout.connect(self.save)

    def update(self, **changes: Any) -> None:
        """Change fields of `Settings`."""
        self.settings = dataclasses.replace(self.settings, **changes)
        self._timer.start()

    def choose(self, name: str, value: Any) -> None:
        """Change one field as the person wants it; what a model advises is followed, and not kept."""
        advised, default = self.advised.get(name), getattr(_DEFAULTS, name)
        chosen = set(self.settings.chosen) - {name}
        if advised is not None and value == advised:
            value = default
        elif advised is not None and value == default:
            chosen.add(name)
        self.update(**{name: value}, chosen=tuple(sorted(chosen)))

    @property
    def shown(self) -> Settings:
        """The settings as they hold with the model that is loaded."""
        now = self.settings
        changes = {
            name: value
            for name, value in self.advised.items()
            if name not in now.chosen and getattr(now, name) == getattr(_DEFAULTS, name)
        }
        return dataclasses.replace(now, **changes)

    def remember_pair(self, files: PairFiles) -> None:
        """Note the pair that was opened last."""
        choice = PairChoice(files.name, files.target, files.drafter, files.note)
        self.settings = with_recent(self.settings, choice)
        self._timer.start()

    @property
    def last_pair(self) -> PairFiles | None:
        """The pair that was opened last, if its files are still there."""
        pair = self.settings.pair
        if pair is None or not pair.target.is_file() or (pair.drafter and not pair.drafter.is_file()):
            return None
        return files_of(pair)

    @property
    def recent_pairs(self) -> tuple[PairFiles, ...]:
        """The pairs that were opened, the latest first."""
        return tuple(files_of(pair) for pair in self.settings.recent_pairs)

    def reply_options(self) -> ReplyOptions:
        """Return what the next reply is asked for."""
        now = self.shown
        return ReplyOptions(
            sampling=sampling_of(now),
            draft_length=now.draft_length,
            max_tokens=now.max_tokens,
            lookup=now.lookup,
            rule=None if now.rule is None else RuleName(now.rule),
            stop_strings=now.stop_strings,
            enable_thinking=now.enable_thinking,
            drop_oldest=now.drop_oldest,
            record_top=now.record_top,
            template=self.template or self.model_template,
            text_bias=text_bias_of(now),
        )

    def load_options(self) -> LoadOptions:
        """Return how the next pair is loaded."""
        return load_options_of(self.settings.loading)

    def save(self) -> None:
        """Write the settings now."""
        self._timer.stop()
        try:
            save_settings(self._path, self.settings)
        except DraftlightError as error:
            _LOG.warning("The settings could not be saved (%s)", type(error).__name__)
            if not self._told:
                self._told = True
                self.save_failed.emit(error)


def sampling_of(settings: Settings) -> Sampling:
    """Return the sampling of settings, with the bias of tokens; that of texts is for whoever has the vocabulary."""
    bias = tuple((token, value) for token, value in settings.logit_bias if isinstance(token, int))
    return Sampling(**{name: getattr(settings, name) for name in SAMPLING_NAMES}, logit_bias=bias)


def text_bias_of(settings: Settings) -> tuple[tuple[str, float], ...]:
    """Return the bias of texts."""
    return tuple((text, value) for text, value in settings.logit_bias if isinstance(text, str))


def load_options_of(loading: Loading) -> LoadOptions:
    """Return how a pair is loaded as the engine takes it."""
    return LoadOptions(**(dataclasses.asdict(loading) | {"cache_type": CacheType[loading.cache_type]}))


def files_of(pair: PairChoice) -> PairFiles:
    """Return a remembered pair as the engine takes it."""
    return PairFiles(pair.name, pair.target, pair.drafter, pair.note)
