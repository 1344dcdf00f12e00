"""What the person chose in the window, kept as one small JSON file."""

from __future__ import annotations

import dataclasses
import json
import logging
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.paths import make_folder
from app.whole_files import write_whole

_LOG = logging.getLogger(__name__)
_MOST_RECENT = 6
# The window's numbers have 32 bits.
_LARGEST = 2**31 - 1
_SMALLEST_CONTEXT = 256  # as `app.options.MIN_CONTEXT`
_FARTHEST = 2**24
_CACHE_TYPES = ("F16", "Q8_0", "Q4_0")
SYSTEM_SCHEME = "system"
SCHEMES = (SYSTEM_SCHEME, "light", "dark")
# In percent of the system's.
TEXT_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)
USUAL_TEXT_SIZE = 100
_VIEWS = ("tokens", "reading")
RULES = (None, "ratio", "coupled")
LARGEST_BIAS = 10_000
MOST_BIASES, LONGEST_BIASED = 64, 200
# None is the system's.
LANGUAGES = (None, "en", "zh_TW")
MOST_STOP_STRINGS, LONGEST_STOP_STRING = 64, 1000


@dataclass(frozen=True, slots=True)
class PairChoice:
    """A pair that was opened; `drafter` is None for a target that runs alone."""

    name: str
    target: Path
    drafter: Path | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the window was, in pixels.

    Raises:
        ValueError: no screen is that large.
    """

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if any(abs(value) > _FARTHEST for value in dataclasses.astuple(self)):
            raise ValueError("geometry is out of range")


@dataclass(frozen=True, slots=True)
class Loading:
    """How pairs are loaded; the fields are those of `app.options.LoadOptions`, the cache type by its name.

    Raises:
        ValueError: a field is out of its range.
    """

    context: int = 4096
    threads: int | None = None
    gpu_layers: int = -1
    drafter_gpu_layers: int = -1
    cache_type: str = "F16"
    flash_attention: bool | None = None
    read_whole: bool = False

    def __post_init__(self) -> None:
        _demand(
            context=_SMALLEST_CONTEXT <= self.context <= _LARGEST,
            threads=self.threads is None or 1 <= self.threads <= 512,
            gpu_layers=-1 <= self.gpu_layers <= _LARGEST,
            drafter_gpu_layers=-1 <= self.drafter_gpu_layers <= _LARGEST,
            cache_type=self.cache_type in _CACHE_TYPES,
            # llama.cpp keeps quantised values for flash attention alone.
            flash_attention=self.flash_attention is not False or self.cache_type == "F16",
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it; the fields of a reply are those of `app.speculation.sampling` and of `app.options.ReplyOptions`.

    `pair` is loaded at the next start. `recent_pairs` are offered, the latest first. `draft_length` 0 is off, -1
    automatic. `sidebar_width` in pixels, `text_size` in percent of the system's. `scheme` is one of SCHEMES. `view` is
    "tokens" or "reading". `logit_bias` has the ids of tokens, or texts that stand for all of their tokens. `chosen` is
    as in `app.chats.records.ChatOptions`.

    Raises:
        ValueError: a field is out of its range.
    """

    pair: PairChoice | None = None
    recent_pairs: tuple[PairChoice, ...] = ()
    draft_length: int = -1
    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    seed: int | None = None
    repeat_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    penalty_window: int = 64
    logit_bias: tuple[tuple[int | str, float], ...] = ()
    stop_strings: tuple[str, ...] = ()
    max_tokens: int | None = None
    lookup: bool = False
    rule: str | None = None
    enable_thinking: bool | None = None
    drop_oldest: bool = False
    record_top: bool = True
    chosen: tuple[str, ...] = ()
    loading: Loading = field(default_factory=Loading)
    show_rejected: bool = False
    colouring: str = "verdict"
    hidden_marks: tuple[str, ...] = ("plain",)
    show_seams: bool = False
    view: str = "tokens"
    language: str | None = None
    geometry: Geometry | None = None
    maximized: bool = False
    sidebar_width: int | None = None
    sidebar_hidden: bool = False
    scheme: str = SYSTEM_SCHEME
    text_size: int = USUAL_TEXT_SIZE

    def __post_init__(self) -> None:
        _demand(
            draft_length=-1 <= self.draft_length <= 16,
            temperature=math.isfinite(self.temperature) and self.temperature >= 0,
            top_k=0 <= self.top_k <= _LARGEST,
            top_p=0 < self.top_p <= 1,
            min_p=0 <= self.min_p <= 1,
            seed=self.seed is None or self.seed >= 0,
            repeat_penalty=0.01 <= self.repeat_penalty <= 100,
            presence_penalty=abs(self.presence_penalty) <= 10_000,
            frequency_penalty=abs(self.frequency_penalty) <= 10_000,
            stop_strings=len(self.stop_strings) <= MOST_STOP_STRINGS
            and all(0 < len(one) <= LONGEST_STOP_STRING for one in self.stop_strings),
            max_tokens=self.max_tokens is None or 1 <= self.max_tokens <= _LARGEST,
            sidebar_width=self.sidebar_width is None or 0 < self.sidebar_width <= _FARTHEST,
            scheme=self.scheme in SCHEMES,
            text_size=self.text_size in TEXT_SIZES,
            view=self.view in _VIEWS,
            rule=self.rule in RULES,
            penalty_window=0 <= self.penalty_window <= _LARGEST,
            logit_bias=len(self.logit_bias) <= MOST_BIASES and all(map(_is_bias, self.logit_bias)),
            chosen=len(self.chosen) <= len(_KINDS),
            language=self.language in LANGUAGES,
        )


def _demand(**in_range: bool) -> None:
    for name, fits in in_range.items():
        if not fits:
            raise ValueError(f"{name} is out of range")


def _is_bias(bias: tuple[int | str, float]) -> bool:
    what, value = bias
    known = 0 < len(what) <= LONGEST_BIASED if isinstance(what, str) else 0 <= what <= _LARGEST
    return known and (value == -math.inf or abs(value) <= LARGEST_BIAS)


def with_recent(settings: Settings, pair: PairChoice) -> Settings:
    """Return the settings with `pair` as the present one and the first of the recent ones."""
    files = (pair.target, pair.drafter)
    others = [known for known in settings.recent_pairs if (known.target, known.drafter) != files]
    return dataclasses.replace(settings, pair=pair, recent_pairs=(pair, *others)[:_MOST_RECENT])


_DAMAGES = (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)


def load_settings(path: Path) -> Settings:
    """Return the settings at `path`, or the defaults if there are none.

    A damaged file is set aside beside it, so that nothing is lost and the next start is clean.
    """
    try:
        return _decoded(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Settings()
    except _DAMAGES as error:
        _LOG.warning("The settings are damaged (%s) and were set aside", type(error).__name__)
        try:
            path.replace(path.with_suffix(".damaged.json"))
        except OSError:
            _LOG.warning("The damaged settings could not be set aside")
        return Settings()


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings, all or nothing, readable for this person alone.

    Raises:
        NotWritableError: the folder or the disk does not allow it.
    """
    make_folder(path.parent)
    # In ASCII, since the name of a file may have what UTF-8 cannot write.
    text = json.dumps(dataclasses.asdict(settings), default=str, indent=2)
    write_whole(path, text)


def _decoded(facts: Any) -> Settings:
    """Check what was read, field by field; unknown fields are a newer program's and are left out."""
    if not isinstance(facts, dict):
        raise TypeError("settings")
    known = {field.name: facts[field.name] for field in dataclasses.fields(Settings) if field.name in facts}
    _check_kinds(known, _KINDS)
    known["pair"] = _pair(known["pair"]) if known.get("pair") else None
    known["recent_pairs"] = tuple(_pair(pair) for pair in known.get("recent_pairs", ()))
    known["geometry"] = _geometry(known["geometry"]) if known.get("geometry") else None
    known["loading"] = _loading(known.get("loading", {}))
    for name in ("stop_strings", "chosen", "hidden_marks"):
        if name in known:
            known[name] = tuple(known[name])
            if not all(isinstance(one, str) for one in known[name]):
                raise TypeError(name)
    known["logit_bias"] = tuple(_bias(*one) for one in known.get("logit_bias", ()))
    return Settings(**known)


def _check_kinds(known: dict[str, Any], all_kinds: dict[str, Any]) -> None:
    for name, kinds in all_kinds.items():
        value = known.get(name)
        may_be_bool = kinds is bool or kinds == _SWITCH
        if name in known and (not isinstance(value, kinds) or (isinstance(value, bool) and not may_be_bool)):
            raise TypeError(name)


_SWITCH = (bool, type(None))
_NUMBER = (int, float)
_NUMBER_OR_NONE = (int, type(None))
_TEXT_OR_NONE = (str, type(None))


_KINDS: dict[str, Any] = {
    "draft_length": int,
    "temperature": _NUMBER,
    "top_k": int,
    "top_p": _NUMBER,
    "min_p": _NUMBER,
    "seed": _NUMBER_OR_NONE,
    "repeat_penalty": _NUMBER,
    "presence_penalty": _NUMBER,
    "frequency_penalty": _NUMBER,
    "penalty_window": int,
    "logit_bias": list,
    "chosen": list,
    "stop_strings": list,
    "max_tokens": _NUMBER_OR_NONE,
    "lookup": bool,
    "enable_thinking": _SWITCH,
    "drop_oldest": bool,
    "record_top": bool,
    "show_rejected": bool,
    "colouring": str,
    "hidden_marks": list,
    "show_seams": bool,
    "maximized": bool,
    "sidebar_width": _NUMBER_OR_NONE,
    "sidebar_hidden": bool,
    "scheme": str,
    "text_size": int,
    "view": str,
    "language": _TEXT_OR_NONE,
}
_LOADING_KINDS: dict[str, Any] = {
    "context": int,
    "threads": _NUMBER_OR_NONE,
    "gpu_layers": int,
    "drafter_gpu_layers": int,
    "cache_type": str,
    "flash_attention": _SWITCH,
    "read_whole": bool,
}


def _bias(what: Any, value: Any) -> tuple[int | str, float]:
    _check_kinds({"token": what, "bias": value}, {"token": (int, str), "bias": _NUMBER})
    return what, value


def _pair(facts: dict[str, Any]) -> PairChoice:
    drafter = facts["drafter"]
    return PairChoice(
        name=str(facts["name"]),
        target=Path(facts["target"]),
        drafter=None if drafter is None else Path(drafter),
        note=str(facts.get("note", "")),
    )


def _loading(facts: dict[str, Any]) -> Loading:
    known = {name: facts[name] for name in _LOADING_KINDS if name in facts}
    _check_kinds(known, _LOADING_KINDS)
    return Loading(**known)


def _geometry(facts: dict[str, Any]) -> Geometry:
    return Geometry(*(int(facts[name]) for name in ("x", "y", "width", "height")))
