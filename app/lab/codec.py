"""Runs as JSON and back. What is read may come from anywhere, so every field is checked."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar

from app.catalog.memory import CacheType
from app.errors import UsageError
from app.lab.kept_words import clean_text, words_facts, words_from
from app.lab.measurement import Measurement
from app.lab.plan import Case, Cell, Plan, RunKind
from app.options import LoadOptions, PairFiles
from app.phrases import Phrase
from app.speculation.sampling import RuleName, Sampling

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA = 1
_LARGEST = 2**53
_Record = TypeVar("_Record")
# Field -> the kinds that JSON may have for it.
_NUMBER = (int, float)
_KINDS: Mapping[str, tuple[type, ...]] = {
    "int": (int,),
    "int | None": (int, NoneType),
    "float": _NUMBER,
    "str": (str,),
    "bool": (bool,),
    "bool | None": (bool, NoneType),
}


def plan_facts(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON has it."""
    facts = dataclasses.asdict(plan)
    facts["sampling"].pop("logit_bias")  # no run sets one, and JSON has no minus infinity
    facts["loading"]["cache_type"] = plan.loading.cache_type.name
    for pair in facts["pairs"]:
        pair["target"] = str(pair["target"])
        pair["drafter"] = None if pair["drafter"] is None else str(pair["drafter"])
    return facts


def plan_from(facts: Any) -> Plan:
    """Return the plan that `plan_facts` was given.

    Raises:
        ValueError: it is none; the message is a clause.
    """
    facts = _object(facts, "the plan")
    known = _fields(Plan, facts)
    known["kind"] = RunKind(_of_kind(facts.get("kind"), (str,), "kind"))
    known["pairs"] = tuple(_pair(one) for one in _list(facts, "pairs"))
    known["prompts"] = tuple(_of_kind(one, (str,), "a prompt") for one in _list(facts, "prompts"))
    known["cases"] = tuple(_case(one) for one in _list(facts, "cases"))
    known["sampling"] = _build(Sampling, _fields(Sampling, _object(facts.get("sampling", {}), "sampling")))
    loading = _object(facts.get("loading", {}), "loading")
    cache = _of_kind(loading.get("cache_type", CacheType.F16.name), (str,), "cache_type")
    if cache not in CacheType.__members__:
        raise ValueError("cache_type is unknown")
    known["loading"] = _build(LoadOptions, {**_fields(LoadOptions, loading), "cache_type": CacheType[cache]})
    return _build(Plan, known)


def measurement_facts(one: Measurement) -> dict[str, Any]:
    """Return a measurement as JSON has it."""
    return {**dataclasses.asdict(one), "note": words_facts(one.note), "error": words_facts(one.error)}


def measurement_from(facts: Any, plan: Plan) -> Measurement:
    """Return the measurement that `measurement_facts` was given.

    Raises:
        ValueError: it is none of this plan.
    """
    facts = _object(facts, "a measurement")
    cell = _build(Cell, _fields(Cell, _object(facts.get("cell"), "a cell")))
    places = (
        (cell.repeat, plan.repeats),
        (cell.prompt, len(plan.prompts)),
        (cell.case, len(plan.cases)),
    )
    if not all(0 <= place < count for place, count in places):
        raise ValueError("a cell is not in the plan")
    told = {name: words_from(facts[name]) for name in ("note", "error") if name in facts}
    return _build(Measurement, {**_fields(Measurement, {**facts, **told}), "cell": cell})


def _pair(facts: Any) -> PairFiles:
    facts = _object(facts, "a pair")
    drafter = facts.get("drafter")
    target = Path(_of_kind(facts.get("target"), (str,), "target"))
    known = _fields(PairFiles, facts)
    return _build(
        PairFiles,
        {**known, "target": target, "drafter": None if drafter is None else Path(_of_kind(drafter, (str,), "drafter"))},
    )


def _case(facts: Any) -> Case:
    facts = _object(facts, "a case")
    return _build(Case, {**_fields(Case, facts), "rule": RuleName(_of_kind(facts.get("rule"), (str,), "rule"))})


def _fields(record: type, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of simple kinds that are there, each of its kind."""
    known = {}
    for one in dataclasses.fields(record):
        kinds = _KINDS.get(str(one.type))
        if kinds is not None and one.name in facts:
            known[one.name] = _of_kind(facts[one.name], kinds, one.name)
    return known


def _of_kind(value: Any, kinds: tuple[type, ...], name: str) -> Any:
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise ValueError(f"{name} is of the wrong kind")
    if isinstance(value, _NUMBER) and not abs(value) < _LARGEST:
        raise ValueError(f"{name} is out of range")
    return clean_text(value) if isinstance(value, str) and not isinstance(value, Phrase) else value


def _build(record: type[_Record], known: Mapping[str, Any]) -> _Record:
    try:
        return record(**known)
    except (TypeError, UsageError) as error:
        raise ValueError(str(error).rstrip(".")) from error


def _object(facts: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(facts, dict):
        raise ValueError(f"{name} is no object")
    return facts


def _list(facts: Mapping[str, Any], name: str) -> list[Any]:
    value = facts.get(name)
    if not isinstance(value, list):
        raise ValueError(f"{name} is no list")
    return value
