"""Write one reply."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.shared import INTERRUPTED, add_models, choose_pair, draft_length, load_options, say
from app.errors import MessagesFileError, UsageError
from app.guarded import GuardedEngine
from app.options import AUTO, ReplyOptions
from app.speculation.records import (
    DraftingStopped,
    DraftLengthDecided,
    Finish,
    PromptProgress,
    Round,
    Summary,
    TemplateFailed,
    TurnsLeftOut,
)
from app.speculation.sampling import RuleName, Sampling
from app.terminal import JsonPrinter, TextPrinter

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from app.chats.records import Message
    from app.engine import Engine
    from app.options import LoadedPair
    from app.paths import Paths
    from app.speculation.records import Event
    from app.speculation.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The models, what is asked, and how to draw the answer."""
    parser.epilog = (
        "The text goes to stdout; the figures of the reply and what there is to remark go to stderr, so that the text "
        "stands alone where it is piped. On a terminal the text is coloured, and the figures follow it."
    )
    add_models(parser)
    prompt = parser.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--prompt", metavar="TEXT")
    prompt.add_argument("--messages", type=Path, metavar="F.json", help='a list of {"role": ..., "content": ...}')
    parser.add_argument("--system", metavar="TEXT", help="a system prompt")
    parser.add_argument("--raw", action="store_true", help="continue the prompt as it is, without chat template")
    parser.add_argument(
        "--draft-length", type=draft_length, metavar="N|auto|off", help="1 to 16; default auto (starter: 4)"
    )
    defaults = Sampling()
    parser.add_argument("--temperature", type=float, default=defaults.temperature, metavar="T", help="0 is greedy")
    parser.add_argument("--top-k", type=int, default=defaults.top_k, metavar="N", help="0 keeps all")
    parser.add_argument("--top-p", type=float, default=defaults.top_p, metavar="P", help="1 keeps all")
    parser.add_argument("--min-p", type=float, default=defaults.min_p, metavar="P", help="0 keeps all")
    parser.add_argument("--seed", type=int, metavar="S", help="repeats a reply exactly")
    parser.add_argument("--repeat-penalty", type=float, default=1.0, metavar="X", help="1 changes nothing")
    parser.add_argument("--presence-penalty", type=float, default=0.0, metavar="X")
    parser.add_argument("--frequency-penalty", type=float, default=0.0, metavar="X")
    parser.add_argument("--stop", action="append", default=[], metavar="TEXT", help="end the reply before this text")
    parser.add_argument("--thinking", choices=["on", "off"], help="for models whose template has that switch")
    parser.add_argument(
        "--drop-oldest", action="store_true", help="leave out the oldest turns of a chat that is too long"
    )
    parser.add_argument("--rule", choices=[str(name) for name in RuleName], help="default: coupled with a seed")
    parser.add_argument("--lookup", action="store_true", help="also draft by copying from the text so far")
    parser.add_argument("--max-tokens", type=int, metavar="N")
    parser.add_argument("--json", action="store_true", help="one JSON object a line: rounds, then a summary")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    """Print the reply as it is written."""
    reply_options = _reply_options(options)
    loading = load_options(options)
    ask = _question(options)
    pair = choose_pair(options, paths, stop)
    if options.draft_length is None:
        reply_options = dataclasses.replace(reply_options, draft_length=pair.draft_length)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    printer = JsonPrinter(sys.stdout) if options.json else TextPrinter(sys.stdout, colour=colour)
    engine = GuardedEngine(paths)
    try:
        loaded = engine.load(pair, loading, stop, lambda _fraction: None)
        if loaded.remark:
            say(loaded.remark)
        _tell_context(loaded, loading.context)
        finish = _print_reply(ask(engine, reply_options, stop), printer)
    finally:
        engine.close()
    return INTERRUPTED if finish is Finish.STOPPED else 0


def _tell_context(loaded: LoadedPair, asked: int) -> None:
    """Say what there is where another context was asked for."""
    if loaded.context == asked:
        return
    short = loaded.context < asked
    why = "the target was trained with no more" if short else "llama.cpp rounds up"
    say(f"The context has {loaded.context:,} tokens instead of {asked:,}: {why}.")


def _reply_options(options: argparse.Namespace) -> ReplyOptions:
    sampling = Sampling(
        temperature=options.temperature,
        top_k=options.top_k,
        top_p=options.top_p,
        min_p=options.min_p,
        seed=options.seed,
        repeat_penalty=options.repeat_penalty,
        presence_penalty=options.presence_penalty,
        frequency_penalty=options.frequency_penalty,
    )
    return ReplyOptions(
        sampling=sampling,
        draft_length=AUTO if options.draft_length is None else options.draft_length,
        max_tokens=options.max_tokens,
        lookup=options.lookup,
        rule=None if options.rule is None else RuleName(options.rule),
        stop_strings=tuple(options.stop),
        enable_thinking=None if options.thinking is None else options.thinking == "on",
        drop_oldest=options.drop_oldest,
    )


def _question(options: argparse.Namespace) -> Callable[[Engine, ReplyOptions, Stop], Iterator[Event]]:
    """Read what is asked before anything is loaded, so that a mistake costs no time."""
    if options.raw:
        if options.prompt is None or options.system is not None:
            raise UsageError(detail="--raw continues a --prompt, and takes neither --messages nor --system")
        return lambda engine, reply, stop: engine.continue_text(options.prompt, reply, stop)
    from app.chats.records import Message, Role

    messages = _read_messages(options.messages) if options.messages else [Message(Role.USER, options.prompt)]
    if options.system is not None:
        messages.insert(0, Message(Role.SYSTEM, options.system))
    return lambda engine, reply, stop: engine.reply(messages, reply, stop)


def _read_messages(path: Path) -> list[Message]:
    """Read a conversation from JSON.

    Raises:
        MessagesFileError: it is not there or not a list of messages.
    """
    from app.chats.records import Message, Role

    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(entries, list) or not entries:
            raise MessagesFileError(path=path, detail="it is empty or not a list")
        messages = [Message(Role(entry["role"]), entry["content"]) for entry in entries]
    except OSError as error:
        raise MessagesFileError(path=path, detail=error.strerror or "it cannot be read") from error
    except KeyError as error:
        raise MessagesFileError(path=path, detail=f"an entry has no {error}") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise MessagesFileError(path=path, detail=str(error)) from error
    if not all(isinstance(message.content, str) for message in messages):
        raise MessagesFileError(path=path, detail="a content is not text")
    return messages


def _print_reply(events: Iterator[Event], printer: JsonPrinter | TextPrinter) -> Finish:
    """Print events as they come; returns why the reply ended."""
    notices: list[str] = []
    finish = Finish.STOPPED
    for event in events:
        match event:
            case Round():
                printer.round(event)
            case DraftingStopped(reason) | DraftLengthDecided(False, reason):
                notices.append(f"drafting is off: {reason}")
                say(f"Drafting is off: {reason}.")
            case DraftLengthDecided(True, reason):
                notices.append(f"drafting is on: {reason}")
            case TemplateFailed(detail):
                notices.append(f"the chat template failed: {detail}")
                say(f"The chat template failed ({detail}), so the common form ChatML was used.")
            case TurnsLeftOut(turns):
                notices.append(f"oldest turns left out: {turns}")
                say(f"The chat is too long for the context: its {turns} oldest turns were left out.")
            case Summary():
                printer.summary(event, notices)
                finish = event.finish
            case PromptProgress():
                pass
    return finish
