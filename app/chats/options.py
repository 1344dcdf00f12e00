"""Options of a chat as JSON and back: in the database, in files that people share, and what a model advises."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from app.chats.records import ChatOptions, Preset
from app.errors import PresetFileError, UsageError
from app.phrases import Phrase
from app.settings import LARGEST_BIAS, RULES, PairChoice
from app.speculation.sampling import Sampling

if TYPE_CHECKING:
    from collections.abc import Mapping

_FORMAT, _VERSION = "draftlight-preset", 1
_LONGEST_NAME = 100
_LONGEST_TEXT = 1_000_000
_LARGEST = 2**31 - 1
_SMALLEST_CONTEXT = 256  # as `app.options.MIN_CONTEXT`
_NUMBER = (int, float)
_KINDS: dict[str, Any] = {
    "temperature": _NUMBER,
    "top_k": int,
    "top_p": _NUMBER,
    "min_p": _NUMBER,
    "seed": (int, NoneType),
    "repeat_penalty": _NUMBER,
    "presence_penalty": _NUMBER,
    "frequency_penalty": _NUMBER,
    "penalty_window": int,
}
_MAY_BE_SWITCH = (bool, (bool, NoneType))
_SWITCHES: dict[str, tuple[Any, Any]] = {
    "max_tokens": ((int, NoneType), None),
    "lookup": (bool, False),
    "rule": ((str, NoneType), None),
    "enable_thinking": ((bool, NoneType), None),
    "drop_oldest": (bool, False),
    "context": ((int, NoneType), None),
}
_MOST_TEXTS = 64
# What llama.cpp's converter writes into a model file (gguf.constants.Keys.General), and what it is called here.
ADVISED = {
    "general.sampling.temp": "temperature",
    "general.sampling.top_k": "top_k",
    "general.sampling.top_p": "top_p",
    "general.sampling.min_p": "min_p",
    "general.sampling.penalty_repeat": "repeat_penalty",
    "general.sampling.penalty_last_n": "penalty_window",
}


def encode_pair(pair: PairChoice | None) -> str | None:
    """Return a pair as JSON."""
    return None if pair is None else json.dumps(dataclasses.asdict(pair), default=str)


def decode_pair(data: object) -> PairChoice | None:
    """Return what `encode_pair` was given; None for anything else, so that it does not keep a chat from being read."""
    try:
        facts = json.loads(data)  # type: ignore[arg-type]
        drafter = facts["drafter"]
        target, name, note = (_text(facts, key) for key in ("target", "name", "note"))
        return PairChoice(name, Path(target), None if drafter is None else Path(_text(facts, "drafter")), note)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def encode_options(options: ChatOptions) -> str:
    """Return options as JSON; a bias of minus infinity, which JSON has no number for, becomes null."""
    facts = dataclasses.asdict(options)
    facts["sampling"]["logit_bias"] = _finite(options.sampling.logit_bias)
    facts["text_bias"] = _finite(options.text_bias)
    return json.dumps(facts, ensure_ascii=False)


def _finite(bias: tuple[tuple[Any, float], ...]) -> list[list[Any]]:
    return [[what, None if value == -math.inf else value] for what, value in bias]


def decode_options(data: object) -> ChatOptions | None:
    """Return what `encode_options` was given; None for anything else."""
    try:
        return options_from(json.loads(data))  # type: ignore[arg-type]
    except (ValueError, TypeError, RecursionError):
        return None


def options_from(facts: Any) -> ChatOptions:
    """Return options from parsed JSON; what is missing has its default, what is unknown is a newer program's.

    Raises:
        ValueError: a field is of the wrong kind or out of range; the message is a clause that names it.
    """
    if not isinstance(facts, dict):
        raise ValueError(Phrase("the options are no object"))
    length = facts.get("draft_length", -1)
    if not _is(length, int) or not -1 <= length <= 16:
        raise ValueError(Phrase("draft_length is not a whole number from -1 to 16"))
    switches = {name: _one(facts, name, kinds, default) for name, (kinds, default) in _SWITCHES.items()}
    if switches["rule"] not in RULES:
        raise ValueError("rule is not one of " + ", ".join(RULES[1:]))
    for name, least in (("max_tokens", 1), ("context", _SMALLEST_CONTEXT)):
        if switches[name] is not None and not least <= switches[name] <= _LARGEST:
            raise ValueError(Phrase("{name} is not a number that fits", name=name))
    return ChatOptions(
        _text(facts, "system_prompt", ""),
        _sampling(facts.get("sampling", {})),
        length,
        _text(facts, "template", ""),
        text_bias=_bias(facts, "text_bias", str),
        stop_strings=_texts(facts, "stop_strings"),
        chosen=_texts(facts, "chosen"),
        **switches,
    )


def _one(facts: Mapping[str, Any], name: str, kinds: Any, default: Any) -> Any:
    value = facts.get(name, default)
    if not (isinstance(value, kinds) if kinds in _MAY_BE_SWITCH else _is(value, kinds)):
        raise ValueError(Phrase("{name} is of the wrong kind", name=name))
    return value


def _texts(facts: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found = facts.get(name, [])
    if not isinstance(found, list) or len(found) > _MOST_TEXTS:
        raise ValueError(Phrase("{name} is not a list that fits", name=name))
    return tuple(_text({name: one}, name) for one in found)


def _bias(facts: Mapping[str, Any], name: str, kind: type) -> tuple[tuple[Any, float], ...]:
    bias = facts.get(name, [])
    if not isinstance(bias, list) or not all(
        isinstance(one, list) and len(one) == 2 and _is(one[0], kind) and _is(one[1], (*_NUMBER, NoneType))
        for one in bias
    ):
        raise ValueError(Phrase("{name} is not a list of pairs", name=name))
    pairs = tuple((what, -math.inf if value is None else value) for what, value in bias)
    if not all(value == -math.inf or abs(value) <= LARGEST_BIAS for _, value in pairs):
        raise ValueError(Phrase("{name} has a number out of range", name=name))
    return tuple((_text({name: what}, name), value) if kind is str else (what, value) for what, value in pairs)


def _sampling(facts: Any) -> Sampling:
    if not isinstance(facts, dict):
        raise ValueError(Phrase("sampling is no object"))
    known = {}
    for name, kinds in _KINDS.items():
        if name in facts:
            if not _is(facts[name], kinds) or (isinstance(facts[name], int) and abs(facts[name]) > _LARGEST):
                raise ValueError(Phrase("{name} is not a number that fits", name=name))
            known[name] = facts[name]
    bias = _bias(facts, "logit_bias", int)
    try:
        return Sampling(**known, logit_bias=bias)
    except UsageError as error:
        raise ValueError(str(error).rstrip(".")) from error


def _is(value: object, kinds: Any) -> bool:
    return isinstance(value, kinds) and not isinstance(value, bool)


def _text(facts: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = facts.get(name, default)
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise ValueError(Phrase("{name} is not a text that fits", name=name))
    # UTF-8, and so the database, has no room for half a surrogate pair.
    return value.encode("utf-8", "replace").decode()


def preset_to_json(preset: Preset) -> str:
    """Return a preset as a file to be shared."""
    facts = {"format": _FORMAT, "version": _VERSION, "name": preset.name}
    return json.dumps({**facts, "options": json.loads(encode_options(preset.options))}, ensure_ascii=False, indent=2)


def read_preset(path: Path) -> Preset:
    """Return the preset in a file that somebody shared.

    Raises:
        PresetFileError: it is none.
    """
    try:
        with path.open("rb") as file:
            data = file.read(2 * _LONGEST_TEXT)
        facts = json.loads(data)
        if not isinstance(facts, dict) or facts.get("format") != _FORMAT:
            raise ValueError(Phrase('it is not marked "{format}"', format=_FORMAT))
        if facts.get("version") != _VERSION:
            raise ValueError(Phrase("it is from a newer Draftlight"))
        name = " ".join(_text(facts, "name").split())
        if not 0 < len(name) <= _LONGEST_NAME:
            raise ValueError(Phrase("its name does not have 1 to {limit} characters", limit=_LONGEST_NAME))
        return Preset(name, options_from(facts.get("options")))
    except OSError as error:
        raise PresetFileError(path=path, detail=error.strerror or Phrase("it cannot be read")) from error
    except (ValueError, RecursionError) as error:
        raise PresetFileError(path=path, detail=error.args[0]) from error


def advice(metadata: Mapping[str, object]) -> dict[str, float]:
    """Return the options of `Sampling` that the metadata of a model file recommends; what makes no sense is left out.

    `metadata` are GGUF keys with their values, as numbers or as the text that llama.cpp hands out.
    """
    found: dict[str, float] = {}
    for key, name in ADVISED.items():
        try:
            value = _as_number(metadata.get(key), _KINDS[name] is int)
            changes: dict[str, Any] = {name: value}
            Sampling(**changes)
        except (TypeError, ValueError, OverflowError, UsageError):
            continue
        found[name] = value
    return found


def _as_number(value: object, whole: bool) -> float:
    """Return a number as the sampling has it. Raises ValueError where it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError(Phrase("not a number"))
    number = float(value)
    if whole:
        if number != int(number) or abs(number) > _LARGEST:
            raise ValueError(Phrase("not a whole number"))
        return int(number)
    # Model files hold 32-bit floats: 0.95 comes as 0.949999988, which nobody wrote.
    return float(f"{number:.6g}")
