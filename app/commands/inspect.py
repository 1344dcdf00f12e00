"""Open the rounds of a reply that were saved, or tell in the terminal what they add up to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.chats.rounds_format import chat_of, read_rounds
from app.speculation.records import DrafterKind, Verdict
from app.speculation.replies import statistics_of_reply

if TYPE_CHECKING:
    import argparse

    from app.chats.rounds_format import SharedReply
    from app.paths import Paths
    from app.speculation.replies import ReplyStatistics
    from app.speculation.stop import Stop

NOTHING = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how to show it."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what Save rounds wrote")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--window", action="store_true", help="open it in the window, beside no chat of yours")
    how.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, paths: Paths, _stop: Stop) -> int:
    """Summarise or open a file of rounds; returns 0."""
    reply = read_rounds(options.file)
    if options.window:
        return _open(reply, options.file, paths)
    known = statistics_of_reply(reply.rounds, reply.summary)
    if options.json:
        print(json.dumps(_facts(reply, known), indent=2))
    else:
        print("\n".join(_lines(reply, known)))
    return 0


def _open(reply: SharedReply, file: Path, paths: Paths) -> int:
    from app.ui.application import run_window

    return run_window(paths, shared=chat_of(reply, file.stem, file.stat().st_mtime))


def _facts(reply: SharedReply, known: ReplyStatistics) -> dict[str, Any]:
    """Return every number; what was not measured is null."""
    folded, told = known.rounds, known.prediction
    return {
        "rounds": folded.rounds,
        "drafted_rounds": folded.drafted_rounds,
        "emitted": folded.emitted,
        "drafters": {kind.value: folded.drafters[kind] for kind in DrafterKind if folded.drafters[kind]},
        "counts": {verdict.value: folded.counts[verdict] for verdict in Verdict},
        "acceptance_rate": folded.acceptance_rate,
        "tokens_per_round": folded.tokens_per_round if folded.drafted_rounds else None,
        "share_from_drafts": folded.share_from_drafts,
        "by_position": [{"accepted": accepted, "examined": examined} for accepted, examined in folded.by_position],
        "accepted_lengths": list(folded.accepted_lengths),
        "draft_seconds": folded.draft_seconds,
        "verify_seconds": folded.verify_seconds,
        "tokens_per_second": known.tokens_per_second,
        "speedup": known.speedup,
        "predicted_speedup": None if told is None else told.speedup,
        "decisions": [
            {"round": one.round, "drafting": one.drafting, "reason": one.reason}
            for one in (reply.summary.decisions if reply.summary else ())
        ],
    }


def _lines(reply: SharedReply, known: ReplyStatistics) -> list[str]:
    folded, counts = known.rounds, known.rounds.counts
    pair, told = reply.pair, known.prediction
    accepted, examined = counts[Verdict.ACCEPTED], counts[Verdict.ACCEPTED] + counts[Verdict.REJECTED]
    per_round = folded.tokens_per_round if folded.drafted_rounds else None
    without = "the MTP head inside it" if folded.drafters[DrafterKind.MTP] else "no drafter"
    lines = [] if pair is None else [f"{_plain(pair.target)} with {_plain(pair.drafter) or without}"]
    drafters = [f"{kind.words} in {folded.drafters[kind]} rounds" for kind in DrafterKind if folded.drafters[kind]]
    told_counts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict)
    places = (f"{place}: {good}/{of}" for place, (good, of) in enumerate(folded.by_position, 1))
    lengths = (f"{length}: {number}" for length, number in enumerate(folded.accepted_lengths))
    times = f"drafting {folded.draft_seconds:.2f} s, verifying {folded.verify_seconds:.2f} s"
    predicted = _number(None if told is None else told.speedup)
    lines += [
        f"{folded.rounds} rounds, {folded.emitted} tokens: {told_counts}",
        f"drafted by         {', '.join(drafters) or NOTHING}",
        f"acceptance rate    {_share(folded.acceptance_rate)} ({accepted}/{examined} examined)",
        f"tokens per round   {_number(per_round)} ({folded.emitted}/{folded.rounds})",
        f"share from drafts  {_share(folded.share_from_drafts)} ({accepted}/{folded.emitted})",
        f"by place in the draft: {', '.join(places) or NOTHING}",
        f"accepted in a round: {', '.join(lengths) or NOTHING}",
        f"{times}, {_number(known.tokens_per_second, 1)} tokens/s",
        f"speed-up over plain decoding: measured {_number(known.speedup)}, predicted {predicted}",
    ]
    if told is not None:
        lines.append(
            f"  from acceptance rate {told.acceptance_rate:.2f}, draft length {told.draft_length:.2f}, "
            f"draft cost {told.draft_cost:.2f}, verify cost {told.verify_cost:.2f}"
        )
    for one in reply.summary.decisions if reply.summary else ():
        lines.append(f"round {one.round + 1}: drafting {'on' if one.drafting else 'off'}, {_plain(one.reason)}")
    return lines


def _share(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.1%}"


def _number(value: float | None, digits: int = 2) -> str:
    return NOTHING if value is None else f"{value:.{digits}f}"


def _plain(text: str) -> str:
    """Return text of a file for a terminal, which would obey its control characters."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
