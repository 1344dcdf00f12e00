"""The rounds of one reply as JSON Lines, for whoever wants to check or replay them.

ASCII, one JSON object a line. The first is the header:

    {"format": "draftlight-rounds", "version": 1, "pair": {"name", "target", "drafter"} or null,
    "options": {"sampling", "draft_length"} or null, "summary": {...} or null, "note": "", "rounds": how many follow}

Names of models are those of their files without folders; nothing in a file depends on the machine but the times that
were measured. `summary` is `app.speculation.records.Summary` without its text and token ids, null for a reply that
broke off; `note` says what was decided about drafting. Then one line for each round, with the names of
`app.speculation.records`:

    {"index", "drafted": [token, ...], "emitted": [token, ...], "draft_seconds", "verify_seconds", "drafter", "rule",
    "draft_top": [[candidate, ...], ...], "target_top": [[candidate, ...], ...]}

A token is {"id", "text", "verdict", "target_prob", "draft_prob", "draw"}; an emitted one also says whether it is
"thinking". A candidate is {"id", "text", "prob"}; files of earlier programs have none, no draws and no rule. What is
not known is null. Numbers are written with all their digits and come back exactly.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.chats import codec
from app.chats.options import encode_options, options_from
from app.chats.records import Chat, ChatTree, Message, Role, StoredReply
from app.chats.values import LARGEST, check_rounds, check_summary, text_of, whole
from app.errors import RoundsFileError
from app.phrases import Phrase
from app.speculation.records import Candidate, DraftedToken, DrafterKind, EmittedToken, Round, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.chats.records import ChatOptions
    from app.speculation.records import Summary

FORMAT, VERSION = "draftlight-rounds", 1
SUFFIX = "jsonl"
MAX_BYTES = 512 * 10**6


@dataclass(frozen=True, slots=True)
class PairNames:
    """What a pair is called, and the names of its files without their folders; `drafter` is empty where none is."""

    name: str
    target: str
    drafter: str = ""


@dataclass(frozen=True, slots=True)
class SharedReply:
    """What a file of rounds holds; of the options only sampling and draft length."""

    rounds: tuple[Round, ...]
    summary: Summary | None = None
    note: str = ""
    pair: PairNames | None = None
    options: ChatOptions | None = None

    @property
    def text(self) -> str:
        """What the reply says."""
        return "".join(one.text for one in self.rounds)


def rounds_to_lines(reply: SharedReply, rounds: Iterable[Round] | None = None) -> list[str]:
    """Return the lines of a file, each with its end.

    Args:
        reply: what is shared.
        rounds: taken in place of the reply's, to be read one after another where they are many.
    """
    lines = [_line(one) for one in (reply.rounds if rounds is None else rounds)]
    header = {
        "format": FORMAT,
        "version": VERSION,
        "pair": None if reply.pair is None else dataclasses.asdict(reply.pair),
        "options": _options_facts(reply.options),
        "summary": None if reply.summary is None else json.loads(codec.encode_summary(reply.summary)),
        "note": reply.note,
        "rounds": len(lines),
    }
    return [_line(header), *lines]


def _line(value: Round | dict[str, Any]) -> str:
    # ASCII, because some readers end lines at separators that JSON leaves as they are.
    return json.dumps(value, separators=(",", ":"), default=_facts) + "\n"


def _facts(record: Any) -> dict[str, Any]:
    """Return a record's fields by their names; `dataclasses.asdict` takes five times as long."""
    return {name: getattr(record, name) for name in record.__slots__}


def _options_facts(options: ChatOptions | None) -> dict[str, Any] | None:
    if options is None:
        return None
    facts = json.loads(encode_options(options))
    return {name: facts[name] for name in ("sampling", "draft_length")}


def read_rounds(path: Path) -> SharedReply:
    """Return what a file of rounds holds.

    Raises:
        RoundsFileError: it is not there, is none, is damaged, or holds rounds that no reply can have.
    """
    try:
        return _read(path)
    except OSError as error:
        raise RoundsFileError(path=path, detail=error.strerror or Phrase("it cannot be read")) from error
    except UnicodeDecodeError as error:
        raise RoundsFileError(path=path, detail=Phrase("it is not UTF-8")) from error
    except RecursionError as error:
        raise RoundsFileError(path=path, detail=Phrase("it is nested too deeply")) from error
    except json.JSONDecodeError as error:
        raise RoundsFileError(path=path, detail=Phrase("a line of it is no JSON")) from error
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        # What Python says of values of the wrong type helps nobody.
        detail = error.args[0] if type(error) is ValueError else Phrase("a part of it has an unexpected form")
        raise RoundsFileError(path=path, detail=detail.splitlines()[0][:200]) from error


def chat_of(reply: SharedReply, title: str, when: float) -> ChatTree:
    """Return a chat that holds nothing but this reply, as of `when` in seconds since the epoch."""
    written = Message(Role.ASSISTANT, reply.text, codec.token_ids_of(reply.rounds))
    stored = StoredReply(0, written, reply.rounds, reply.summary, created=when, note=reply.note)
    return ChatTree(Chat(0, title, when, when, options=reply.options), (stored,), (0,))


def _read(path: Path) -> SharedReply:
    if not path.is_file():
        raise ValueError(Phrase("it is not there, or not a file"))
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(Phrase("it is larger than {limit} MB", limit=MAX_BYTES // 10**6))
    with path.open("rb") as lines:
        header = json.loads(next(lines, b"null").decode())
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise ValueError(Phrase("its first line is not the header of rounds"))
        if header.get("version") != VERSION:
            raise ValueError(Phrase("it is from a newer Draftlight"))
        rounds = tuple(_round(json.loads(line.decode())) for line in lines if line.strip())
    if len(rounds) != whole(header.get("rounds"), LARGEST):
        raise ValueError(Phrase("it is cut short"))
    check_rounds(rounds)
    reply = SharedReply(rounds, None, text_of(header.get("note"), "note"), _pair(header.get("pair")))
    summary, options = header.get("summary"), header.get("options")
    if summary is not None:
        summary = codec.decode_summary(json.dumps(summary), reply.text, codec.token_ids_of(rounds))
        check_summary(summary)
    return dataclasses.replace(reply, summary=summary, options=None if options is None else options_from(options))


def _pair(facts: Any) -> PairNames | None:
    if facts is None:
        return None
    return PairNames(**{name: text_of(facts[name], name) for name in ("name", "target", "drafter")})


def _round(facts: dict[str, Any]) -> Round:
    drafter = facts.pop("drafter")
    return Round(
        drafted=tuple(DraftedToken(**_token(one)) for one in facts.pop("drafted")),
        emitted=tuple(EmittedToken(**_token(one)) for one in facts.pop("emitted")),
        drafter=None if drafter is None else DrafterKind(drafter),
        draft_top=_tops(facts.pop("draft_top", ())),
        target_top=_tops(facts.pop("target_top", ())),
        **facts,
    )


def _tops(places: list[list[dict[str, Any]]]) -> tuple[tuple[Candidate, ...], ...]:
    return tuple(tuple(Candidate(**one) for one in place) for place in places)


def _token(facts: dict[str, Any]) -> dict[str, Any]:
    return {**facts, "verdict": Verdict(facts["verdict"])}
