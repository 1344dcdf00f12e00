"""The options of a reply as the panel shows them. The names are the fields of `Settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.settings import LONGEST_BIASED, LONGEST_STOP_STRING, MOST_BIASES, MOST_STOP_STRINGS, Settings
from app.ui.option_controls import ChoiceOption, DecimalOption, DigitsOption, NumberOption, SwitchOption
from app.ui.option_lines import BiasOption, LinesOption
from app.ui.option_row import OptionRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.ui.option_controls import OptionControl
    from app.ui.option_row import OptionWords
    from app.ui.theme import Theme

_DEFAULTS = Settings()


def make_sampling_rows() -> tuple[OptionRow, ...]:
    """Return the five that are always there."""
    return (
        _row(
            "temperature",
            DecimalOption(0, 2, 0.1, lambda: _text("0 (greedy)")),
            lambda: (
                _text("Temperature"),
                _text("Higher is more varied; 0 takes the likeliest token."),
            ),
        ),
        _row(
            "top_k",
            NumberOption(0, 1000, special=lambda: _text("off")),
            lambda: (
                _text("Top-k"),
                _text("Only this many of the likeliest tokens can be chosen."),
            ),
        ),
        _row(
            "top_p",
            DecimalOption(0.05, 1, 0.05),
            lambda: (
                _text("Top-p"),
                _text("Only the likeliest tokens that together reach this share."),
            ),
        ),
        _row(
            "min_p",
            DecimalOption(0, 1, 0.01, lambda: _text("off")),
            lambda: (
                _text("Min-p"),
                _text("Drops tokens below this share of the likeliest one."),
            ),
        ),
        _row(
            "seed",
            DigitsOption(lambda: _text("new each time")),
            lambda: (_text("Seed"), _text("The same number repeats a reply.")),
        ),
        _row(
            "max_tokens",
            NumberOption(0, 1_000_000, step=64, special=lambda: _text("no limit"), none=True),
            lambda: (
                _text("Most tokens"),
                _text("A reply is cut after this many tokens."),
            ),
        ),
    )


def make_more_rows(theme: Theme) -> Iterator[tuple[OptionRow, ...]]:
    """Make those that few people need, some at a time."""
    yield _penalty_rows()
    yield (*_ending_rows(), *_drafting_rows(theme))
    yield _chat_rows(theme)


def _penalty_rows() -> tuple[OptionRow, ...]:
    return (
        _row(
            "repeat_penalty",
            DecimalOption(0.5, 2, 0.05),
            lambda: (
                _text("Repeat penalty"),
                _text("Above 1, tokens that occurred lately become less likely; 1 is off."),
            ),
        ),
        _row(
            "presence_penalty",
            DecimalOption(-2, 2, 0.1),
            lambda: (
                _text("Presence penalty"),
                _text("Above 0, a token that occurred lately is held back once; 0 is off."),
            ),
        ),
        _row(
            "frequency_penalty",
            DecimalOption(-2, 2, 0.1),
            lambda: (
                _text("Frequency penalty"),
                _text("Above 0, a token is held back more each time it occurred lately; 0 is off."),
            ),
        ),
        _row(
            "penalty_window",
            NumberOption(0, 1_000_000, step=16, special=lambda: _text("off")),
            lambda: (
                _text("Penalties look back"),
                _text("How many of the last tokens, the prompt included, count as lately."),
            ),
        ),
        _row(
            "logit_bias",
            BiasOption(MOST_BIASES, LONGEST_BIASED),
            lambda: (
                _text("Favour or forbid words"),
                _text(
                    "One a line: “ lamp = 2” makes its tokens likelier, “ lamp = -2” less likely, “ lamp = never” "
                    "forbids them; “#123 = 2” is the token with that number. Most words begin with a space."
                ),
            ),
        ),
    )


def _ending_rows() -> tuple[OptionRow, ...]:
    return (
        _row(
            "stop_strings",
            LinesOption(MOST_STOP_STRINGS, LONGEST_STOP_STRING),
            lambda: (
                _text("Stop strings"),
                _text(r"A reply ends before any of these: one a line, \n stands for a line break."),
            ),
        ),
    )


def _drafting_rows(theme: Theme) -> tuple[OptionRow, ...]:
    return (
        _row(
            "lookup",
            SwitchOption(theme),
            lambda: (
                _text("Copy from the text so far"),
                _text("Drafts what followed the last words before, where they occurred; needs no drafter."),
            ),
        ),
        _row(
            "rule",
            ChoiceOption(
                lambda: ((_text("automatic"), None), (_text("ratio"), "ratio"), (_text("coupled"), "coupled"))
            ),
            lambda: (
                _text("Verification rule"),
                _text(
                    "Both keep the target's words exactly. Ratio keeps the most drafts; coupled writes the same words "
                    "with a seed whatever is drafted. Automatic is coupled with a seed, else ratio."
                ),
            ),
        ),
    )


def _chat_rows(theme: Theme) -> tuple[OptionRow, ...]:
    return (
        _row(
            "enable_thinking",
            ChoiceOption(lambda: ((_text("model's choice"), None), (_text("on"), True), (_text("off"), False))),
            lambda: (
                _text("Thinking"),
                _text("Whether a reasoning model thinks before it answers, where its template has such a switch."),
            ),
        ),
        _row(
            "drop_oldest",
            SwitchOption(theme),
            lambda: (
                _text("Leave out the oldest turns"),
                _text("A chat too long for the context goes on without its first questions and answers."),
            ),
        ),
        _row(
            "record_top",
            SwitchOption(theme),
            lambda: (
                _text("Record the five likeliest"),
                _text("Keeps what else both models could have written; about 150 bytes more a token on the disk."),
            ),
        ),
    )


def _row(name: str, control: OptionControl, words: OptionWords) -> OptionRow:
    return OptionRow(name, control, words, getattr(_DEFAULTS, name))


def _text(source: str) -> str:
    return QCoreApplication.translate("options", source)
