"""Headless commands with the same engine as the window: generate, bench, pull, doctor."""

from __future__ import annotations

import argparse
import dataclasses
import errno
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import __version__
from app.engine import AUTO, DEFAULT_CONTEXT, Engine, LoadOptions, PairFiles, ReplyOptions
from app.errors import CancelledError, DraftlightError, MessagesFileError, PromptsFileError, UsageError
from app.interrupts import stop_on_interrupt
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.records import DraftingStopped, DraftLengthDecided, Finish, PromptProgress, Round, Summary
from app.speculation.rules import RuleName
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from app.terminal import JsonPrinter, TextPrinter, print_bench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.catalog.starter import Progress
    from app.chats.records import Message
    from app.paths import Paths
    from app.speculation.records import Event

INTERRUPTED = 130
_OUTPUT_ERRORS = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF)


def run(arguments: Sequence[str], paths: Paths) -> int:
    """Run one command; returns 0 done, 1 a known error, 2 wrong arguments, 130 interrupted."""
    _prepare_streams()
    stop = Stop()
    try:
        options = _parser().parse_args(arguments)
        with stop_on_interrupt(stop):
            return int(options.command(options, paths, stop))
    except SystemExit as error:  # how argparse ends
        return int(error.code or 0)
    except (CancelledError, KeyboardInterrupt):
        return INTERRUPTED
    except DraftlightError as error:
        _say(str(error))
        return 2 if isinstance(error, UsageError) else 1
    except OSError as error:
        if error.errno not in _OUTPUT_ERRORS:
            raise
        # The reader of our output has gone, or its disk is full; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            _say(f"The output cannot be written ({error.strerror}): check where it goes and try again.")
        return 1


def _prepare_streams() -> None:
    """Give output streams that are closed a place to go, and all an encoding that can spell what a model writes."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _say(text: str, end: str = "\n") -> None:
    print(text, end=end, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m app",
        description="Draftlight. Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"Draftlight {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_generate(commands.add_parser("generate", help="write one reply"))
    pull = commands.add_parser("pull", help="download a pair")
    pull.add_argument("pair", choices=["starter"])
    pull.set_defaults(command=_pull)
    _add_bench(commands.add_parser("bench", help="measure what a drafter gains here"))
    doctor = commands.add_parser("doctor", help="show versions, devices and folders")
    doctor.add_argument("--json", action="store_true")
    doctor.set_defaults(command=_doctor)
    return parser


def _add_models(parser: argparse.ArgumentParser) -> None:
    models = parser.add_argument_group("models")
    models.add_argument("--pair", choices=["starter"], help="a known pair (the default)")
    models.add_argument("--target", type=Path, metavar="F.gguf")
    models.add_argument("--drafter", metavar="F.gguf|none|self", help="self: a coarser copy of the target, made once")
    parser.add_argument("--threads", type=int, metavar="N", help="default: the physical cores")
    parser.add_argument("--context", type=int, default=DEFAULT_CONTEXT, metavar="N", help="tokens of context")
    parser.add_argument("--gpu-layers", type=int, default=-1, metavar="N", help="layers on the GPU; default all")


def _add_bench(parser: argparse.ArgumentParser) -> None:
    _add_models(parser)
    parser.add_argument("--draft-length", type=_list_of(_draft_length), default=[1, 2, 4, 8, AUTO], metavar="N,...")
    parser.add_argument("--temperature", type=_list_of(float), default=[0.0, 0.8], metavar="T,...")
    parser.add_argument("--prompts", type=Path, metavar="F", help="one prompt a line, instead of the built-in ones")
    parser.add_argument("--repeats", type=int, default=3, metavar="N")
    parser.add_argument("--max-tokens", type=int, default=100, metavar="N")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=_bench)


def _list_of(kind: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    def parse(text: str) -> list[Any]:
        return [kind(part.strip()) for part in text.split(",")]

    parse.__name__ = "list"
    return parse


def _add_generate(parser: argparse.ArgumentParser) -> None:
    _add_models(parser)
    prompt = parser.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--prompt", metavar="TEXT")
    prompt.add_argument("--messages", type=Path, metavar="F.json", help='a list of {"role": ..., "content": ...}')
    parser.add_argument("--system", metavar="TEXT", help="a system prompt")
    parser.add_argument("--raw", action="store_true", help="continue the prompt as it is, without chat template")
    parser.add_argument(
        "--draft-length", type=_draft_length, metavar="N|auto|off", help="1 to 16; default auto (starter: 4)"
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
    parser.set_defaults(command=_generate)


def _draft_length(text: str) -> int:
    if text in ("auto", "off"):
        return AUTO if text == "auto" else 0
    if text.isdecimal() and 1 <= int(text) <= MAX_DRAFT_LENGTH:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be auto, off or 1 to {MAX_DRAFT_LENGTH}, not {text!r}")


def _generate(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    reply_options = _reply_options(options)
    load_options = _load_options(options)
    ask = _question(options)
    pair = _choose_pair(options, paths, stop)
    if options.draft_length is None:
        reply_options = dataclasses.replace(reply_options, draft_length=pair.draft_length)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    printer = JsonPrinter(sys.stdout) if options.json else TextPrinter(sys.stdout, colour=colour)
    engine = Engine(paths.speeds)
    try:
        loaded = engine.load(pair, load_options, stop, lambda _fraction: None)
        if loaded.remark:
            _say(loaded.remark)
        finish = _print_reply(ask(engine, reply_options, stop), printer)
    finally:
        engine.close()
    return INTERRUPTED if finish is Finish.STOPPED else 0


def _load_options(options: argparse.Namespace) -> LoadOptions:
    return LoadOptions(context=options.context, threads=options.threads, gpu_layers=options.gpu_layers)


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


def _choose_pair(options: argparse.Namespace, paths: Paths, stop: Stop) -> PairFiles:
    if options.target is None:
        if options.drafter not in (None, "none"):
            raise UsageError(detail="--drafter needs --target")
        pair = _starter(paths, stop)
        return pair if options.drafter is None else PairFiles(pair.name, pair.target, None)
    if options.pair:
        raise UsageError(detail="Give either --pair or --target, not both")
    if options.drafter == "self":
        from app.pull import self_draft_pair

        return self_draft_pair(paths, options.target)
    drafter = None if options.drafter in (None, "none") else Path(options.drafter)
    return PairFiles(name=options.target.name, target=options.target, drafter=drafter)


def _starter(paths: Paths, stop: Stop) -> PairFiles:
    from app.pull import find_starter_pair, pull_starter

    pair = find_starter_pair(paths)
    if pair is None:
        pair = pull_starter(paths, stop, _ProgressLine())
        _say("")
    return pair


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
                _say(f"Drafting is off: {reason}.")
            case DraftLengthDecided(True, reason):
                notices.append(f"drafting is on: {reason}")
            case Summary():
                printer.summary(event, notices)
                finish = event.finish
            case PromptProgress():
                pass
    return finish


class _ProgressLine:
    """Progress of a download on stderr: one line rewritten on a terminal, one line a stage elsewhere."""

    def __init__(self) -> None:
        self._stage = ""

    def __call__(self, progress: Progress) -> None:
        if sys.stderr.isatty():
            share = f" {progress.done / progress.total:4.0%}" if progress.total else ""
            _say(f"\r{progress.stage} ({progress.source}){share}\x1b[K", end="")
        elif progress.stage != self._stage:
            self._stage = progress.stage
            _say(f"{progress.stage} ({progress.source})")


def _pull(_options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    pair = _starter(paths, stop)
    print(f"{pair.name}\ntarget  {pair.target}\ndrafter {pair.drafter}\n{pair.note}")
    return 0


def _bench(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    from app.bench import PROMPTS, Case, run_bench, summarise_bench

    load_options = _load_options(options)
    cases = [Case(length, temperature) for temperature in options.temperature for length in options.draft_length]
    for case in cases:  # out of range is told before anything is loaded
        ReplyOptions(Sampling(temperature=case.temperature), case.draft_length, options.max_tokens)
    if options.repeats < 1:
        raise UsageError(detail="The number of repeats must be 1 or more")
    prompts = _read_prompts(options.prompts) if options.prompts else PROMPTS
    engine = Engine(paths.speeds)
    try:
        engine.load(_choose_pair(options, paths, stop), load_options, stop, lambda _fraction: None)
        replies = []
        for reply in run_bench(engine, cases, prompts, repeats=options.repeats, tokens=options.max_tokens, stop=stop):
            replies.append(reply)
            if sys.stderr.isatty():
                _say(f"\r{len(replies)} replies, last: {reply[2].name}\x1b[K", end="")
    finally:
        engine.close()
    if sys.stderr.isatty():
        _say("")
    print_bench(summarise_bench(replies), as_json=options.json)
    return INTERRUPTED if stop.is_set else 0


def _read_prompts(path: Path) -> list[str]:
    """Read one prompt a line.

    Raises:
        PromptsFileError: no prompt can be read.
    """
    try:
        prompts = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise PromptsFileError(path=path, detail=getattr(error, "strerror", None) or error) from error
    if not prompts:
        raise PromptsFileError(path=path, detail="it is empty")
    return prompts


def _doctor(options: argparse.Namespace, paths: Paths, _stop: Stop) -> int:
    from app.doctor import examine

    report = examine(paths)
    if options.json:
        print(json.dumps(report, indent=2, ensure_ascii=False))
        return 0
    for section, facts in report.items():
        print(section)
        _print_facts(facts)
    return 0


def _print_facts(facts: Any) -> None:
    if isinstance(facts, dict):
        for name, value in facts.items():
            print(f"  {name}: {_for_a_person(name, value)}")
    else:
        for entry in facts:
            print("  " + ", ".join(f"{name} {_for_a_person(name, value)}" for name, value in entry.items()))


def _for_a_person(name: str, value: object) -> str:
    if name in ("free", "total") and isinstance(value, int):
        return f"{value / 1e9:.1f} GB"
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
