"""The numbers of a reply, or of all replies of a chat, in words: each is a fold over stored rounds. No widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.speculation.records import DrafterKind, Verdict
from app.ui.language import told_text
from app.ui.statistics_line import NOTHING, times

if TYPE_CHECKING:
    from app.speculation.replies import ReplyStatistics


@dataclass(frozen=True, slots=True)
class Row:
    """A number with its name; `about` is a sentence or a formula, empty where the name says it all."""

    name: str
    value: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: `share` is 0 to 1, None where there is nothing to show."""

    name: str
    share: float | None
    value: str


def verdict_counts(known: ReplyStatistics) -> tuple[tuple[Verdict, int], ...]:
    """Return how many tokens had each verdict."""
    return tuple((verdict, known.rounds.counts[verdict]) for verdict in Verdict)


def ratio_rows(known: ReplyStatistics) -> tuple[Row, ...]:
    """Return the three ratios and who drafted; "-" where nothing was."""
    folded, counts = known.rounds, known.rounds.counts
    accepted, examined = counts[Verdict.ACCEPTED], counts[Verdict.ACCEPTED] + counts[Verdict.REJECTED]
    drafted = bool(folded.drafted_rounds)
    return (
        Row(
            _text("Acceptance rate"),
            _share(folded.acceptance_rate, accepted, examined),
            _text("accepted / examined (accepted + rejected)"),
        ),
        Row(
            _text("Tokens per round"),
            _number(folded.tokens_per_round if drafted else None, 2),
            _text("emitted / rounds: {emitted} / {rounds}").format(emitted=folded.emitted, rounds=folded.rounds),
        ),
        Row(
            _text("Share from drafts"),
            _share(folded.share_from_drafts, accepted, folded.emitted),
            _text("accepted / emitted: how much of the answer was drafted"),
        ),
        Row(_text("Drafted by"), _drafters(known), _text("rounds in which it drafted")),
    )


def _drafters(known: ReplyStatistics) -> str:
    """Return the kinds of drafters, each with its rounds."""
    found = known.rounds.drafters
    return ", ".join(f"{told_text(kind.words)} ({found[kind]})" for kind in DrafterKind if found[kind]) or NOTHING


def time_rows(known: ReplyStatistics) -> tuple[Row, ...]:
    """Return where the time went, and the speed."""
    folded = known.rounds
    return (
        Row(_text("Drafting"), _seconds(folded.draft_seconds if folded.drafted_rounds else None)),
        Row(_text("Verifying"), _seconds(folded.verify_seconds if folded.rounds else None)),
        Row(_text("Speed"), _text("{speed} tokens/s").format(speed=_number(known.tokens_per_second, 1))),
    )


def speedup_rows(known: ReplyStatistics) -> tuple[Row, ...]:
    """Return the measured speed-up, and beside it what each formula predicts from the same numbers."""
    rows = [Row(_text("Measured"), _measured(known), _measured_of(known))]
    told = known.prediction
    values = (None, None, None) if told is None else (told.speedup, told.textbook_speedup, told.rough_speedup)
    names = (_text("Predicted"), _text("Predicted, V = 1"), _text("Rough estimate"))
    formulas = ("E / (V + K·C),  E = (1 − α^(K+1)) / (1 − α)", "E / (1 + K·C)", "K·α / (1 + K·C)")
    for name, value, formula in zip(names, values, formulas, strict=True):
        rows.append(Row(name, NOTHING if value is None else times(value), formula))
    return tuple(rows)


def input_rows(known: ReplyStatistics) -> tuple[Row, ...]:
    """Return what goes into the formulas."""
    told = known.prediction
    values = (
        (None,) * 4 if told is None else (told.acceptance_rate, told.draft_length, told.draft_cost, told.verify_cost)
    )
    abouts = (
        ("α", _text("acceptance rate")),
        ("K", _text("mean draft length")),
        ("C", _text("drafter's time per token / plain token's time")),
        ("V", _text("time of a verifying pass / plain token's time")),
    )
    return tuple(Row(name, _number(value, 2), about) for (name, about), value in zip(abouts, values, strict=True))


def position_bars(known: ReplyStatistics) -> tuple[Bar, ...]:
    """Return the acceptance at each place of a draft."""
    shares = ((accepted / examined if examined else None) for accepted, examined in known.rounds.by_position)
    return tuple(
        Bar(str(place), share, _share(share, *counts))
        for place, (share, counts) in enumerate(zip(shares, known.rounds.by_position, strict=True), 1)
    )


def length_bars(known: ReplyStatistics) -> tuple[Bar, ...]:
    """Return in how many rounds none, one, two, ... drafted tokens were accepted."""
    lengths, rounds = known.rounds.accepted_lengths, known.rounds.drafted_rounds
    most = max(lengths, default=0)
    return tuple(
        Bar(str(length), count / most, _text("{count} of {rounds} rounds").format(count=count, rounds=rounds))
        for length, count in enumerate(lengths)
    )


def _measured(known: ReplyStatistics) -> str:
    if not known.drafted:
        return NOTHING
    return _text("not measured yet") if known.speedup is None else times(known.speedup)


def _measured_of(known: ReplyStatistics) -> str:
    about = _text("against plain decoding on this machine")
    if known.measured in (0, known.drafted):
        return about
    return _text("{about}; {measured} of {drafted} replies").format(
        about=about, measured=known.measured, drafted=known.drafted
    )


def _share(share: float | None, part: int, whole: int) -> str:
    return NOTHING if share is None else f"{share:.0%} ({part}/{whole})"


def _number(value: float | None, digits: int) -> str:
    return NOTHING if value is None else f"{value:.{digits}f}"


def _seconds(value: float | None) -> str:
    return NOTHING if value is None else _text("{seconds} s").format(seconds=f"{value:.2f}")


def _text(source: str) -> str:
    return QCoreApplication.translate("statistics", source)
