"""The steps of a round in plain sentences, and their numbers by name. No widgets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.speculation.explain import Act, Method
from app.speculation.records import DrafterKind, EmittedToken, Verdict
from app.ui.pieces import visible_form
from app.ui.token_facts import percent

if TYPE_CHECKING:
    from app.speculation.explain import Explanation, Step
    from app.speculation.records import DraftedToken

NO_TEXT = "◌"


def token_text(text: str) -> str:
    """Return the text of a token with its white space visible; a sign where it has none of its own."""
    return visible_form(text) or NO_TEXT


def quoted(token: DraftedToken | EmittedToken | None) -> str:
    """Return a token as it stands in a sentence."""
    return f"“{token_text(token.text)}”" if token is not None and token.text else _text("(a token without text)")


def in_a_row(*sentences: str) -> str:
    """Return sentences one after another; a full-width stop has its space within."""
    return " ".join(sentences).replace("。 ", "。")


def number(value: float) -> str:
    """Return a ratio or a draw for a person."""
    if math.isinf(value):
        return "∞"
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def milliseconds(seconds: float) -> str:
    """Return a time for a person."""
    return _text("{time} ms").format(time=f"{seconds * 1000:.1f}")


def sentence(told: Explanation, step: Step) -> str:
    """Return what happens in a step."""
    return {
        Act.DRAFT: _draft,
        Act.READ: _read,
        Act.JUDGE: _judge,
        Act.CORRECT: _correct,
        Act.BONUS: _bonus,
        Act.PLAIN: _plain,
        Act.WRITE: _write,
    }[step.act](told, step)


def numbers(told: Explanation, step: Step) -> tuple[tuple[str, str], ...]:
    """Return the numbers of a step by their names."""
    rows: list[tuple[str, str]] = []
    if step.act is Act.READ:
        if told.round.drafted:
            rows.append((_text("Drafting"), milliseconds(told.round.draft_seconds)))
        rows.append((_text("Verifying"), milliseconds(told.round.verify_seconds)))
        return tuple(rows) if _timed(told) else ()
    if step.token is not None and step.act is not Act.DRAFT:
        rows.append((_text("Target probability"), percent(step.token.target_prob)))
    if step.act in (Act.DRAFT, Act.JUDGE) and step.token is not None:
        rows.append((_text("Draft probability"), percent(step.token.draft_prob)))
    if step.act is Act.JUDGE and step.ratio is not None and told.method in (Method.RATIO, Method.UNKNOWN):
        rows.append((_text("Target / draft"), number(step.ratio)))
    if step.chance is not None:
        rows.append((_text("Acceptance chance"), percent(step.chance)))
    if step.act is Act.CORRECT and told.method is Method.RATIO and step.share is not None:
        rows.append((_text("Share of what is left"), percent(step.share)))
    return (*rows, *_chances(step))


def _chances(step: Step) -> list[tuple[str, str]]:
    """Return the random numbers of a step."""
    known = (
        (_text("Noise"), step.noise),
        (_text("−ln(noise) / target"), step.arrival),
        (_text("Draw"), step.draw),
    )
    return [(name, number(value)) for name, value in known if value is not None]


def method_name(method: Method) -> str:
    """Return what settles a round."""
    return {
        Method.PLAIN: _text("no draft"),
        Method.GREEDY: _text("greedy"),
        Method.RATIO: _text("ratio rule"),
        Method.COUPLED: _text("coupled rule"),
        Method.UNKNOWN: _text("rule not stored"),
    }[method]


def _timed(told: Explanation) -> bool:
    return told.round.draft_seconds + told.round.verify_seconds > 0.0


def _copied(told: Explanation) -> bool:
    return told.round.drafter is DrafterKind.LOOKUP


def _draft(told: Explanation, step: Step) -> str:
    fields = {"place": step.place + 1, "count": len(told.round.drafted), "token": quoted(step.token)}
    if _copied(told):
        return _text("Guess {place} of {count} is copied from earlier in the text: {token}.").format(**fields)
    if told.method is Method.GREEDY:
        source = _text("The drafter writes guess {place} of {count}, its likeliest token: {token}.")
        return source.format(**fields)
    source = _text("The drafter writes guess {place} of {count}: {token}, to which it gives {prob}.")
    return source.format(**fields, prob=percent(step.token.draft_prob if step.token else None))


def _read(told: Explanation, step: Step) -> str:
    if not told.round.drafted:
        return _text("Nothing was drafted: the target reads one place.")
    if step.place == 2:
        return _text("The target reads both places in one pass: the guess, and the place after it.")
    source = _text("The target reads all {places} places in one pass: the {count} guesses, and the place after them.")
    return source.format(places=step.place, count=step.place - 1)


def _judge(told: Explanation, step: Step) -> str:
    kept = step.token is not None and step.token.verdict is Verdict.ACCEPTED
    parts = [_verdict(told, step, kept)]
    torn = sum(token.verdict is Verdict.UNEXAMINED for token in told.round.drafted)
    if not kept and torn == 1:
        parts.append(_text("The guess after it is torn up unread."))
    elif not kept and torn:
        parts.append(_text("The {count} guesses after it are torn up unread.").format(count=torn))
    return in_a_row(*parts)


def _verdict(told: Explanation, step: Step, kept: bool) -> str:
    fields = {
        "place": step.place + 1,
        "token": quoted(step.token),
        "target": percent(step.token.target_prob if step.token else None),
        "draft": percent(step.token.draft_prob if step.token else None),
    }
    match told.method:
        case Method.GREEDY:
            source = (
                _text("Guess {place}, {token}, is the target's likeliest token as well: kept.")
                if kept
                else _text("Guess {place}, {token}, is not the target's likeliest token: refused.")
            )
        case Method.COUPLED:
            source = (
                _text("The same noise picks from both models. From the target it picks {token} as well: kept.")
                if kept
                else _text(
                    "The same noise picks from both models. From the target it picks {own}, not {token}: refused."
                )
            )
            fields["own"] = quoted(_own(told))
        case Method.RATIO:
            return in_a_row(_chance(told, step, fields), _outcome(step, kept))
        case _:
            source = (
                _text("Guess {place}, {token}: the target gives it {target}, the drafter {draft}. It was kept.")
                if kept
                else _text("Guess {place}, {token}: the target gives it {target}, the drafter {draft}. It was refused.")
            )
    return source.format(**fields)


def _chance(told: Explanation, step: Step, fields: dict[str, object]) -> str:
    """Say with what chance a token is kept under the ratio rule."""
    if _copied(told):
        source = _text("Guess {place}, {token}, was copied, so its chance is what the target gives it: {target}.")
    elif step.ratio is not None and step.ratio >= 1.0:
        source = _text("Guess {place}, {token}: the target gives it {target}, no less than the drafter's {draft}.")
    else:
        source = _text(
            "Guess {place}, {token}: the target gives it {target}, the drafter {draft}. "
            "The ratio {ratio} is the chance that it is kept."
        )
    return source.format(**fields, ratio=number(step.ratio or 0.0))


def _outcome(step: Step, kept: bool) -> str:
    if step.chance == 1.0:
        return _text("It is kept without a draw.")
    if step.chance == 0.0:
        return _text("It is refused without a draw.")
    if step.draw is None:
        return (
            _text("It was kept; the draw is not stored.") if kept else _text("It was refused; the draw is not stored.")
        )
    told = (
        _text("The draw, {draw}, is below it: kept.") if kept else _text("The draw, {draw}, is not below it: refused.")
    )
    return told.format(draw=number(step.draw))


def _own(told: Explanation) -> EmittedToken | None:
    return next((token for token in told.round.emitted if token.verdict is not Verdict.ACCEPTED), None)


def _correct(told: Explanation, step: Step) -> str:
    fields = {"token": quoted(step.token), "target": percent(step.token.target_prob if step.token else None)}
    match told.method:
        case Method.GREEDY:
            return _text("In its place stands the target's likeliest token, {token}.").format(**fields)
        case Method.COUPLED:
            source = _text("In its place stands what the noise picked from the target: {token}, probability {target}.")
        case Method.RATIO if step.share is not None:
            source = _text(
                "In its place comes a draw from what is left: the target's probabilities less the drafter's. "
                "It is {token}, which has {share} of that."
            )
        case Method.RATIO:
            source = _text(
                "In its place comes a draw from what is left: the target's probabilities less the drafter's. "
                "It is {token}; of its own the target gives it {target}."
            )
        case _:
            source = _text("In its place the target put {token}, to which it gives {target}.")
    return source.format(**fields, share=percent(step.share))


def _bonus(told: Explanation, step: Step) -> str:
    fields = {"token": quoted(step.token), "target": percent(step.token.target_prob if step.token else None)}
    match told.method:
        case Method.GREEDY:
            source = _text("All guesses were kept, so the target's likeliest token after them comes free: {token}.")
        case Method.COUPLED:
            source = _text(
                "All guesses were kept, so one more token, picked by the noise, comes free: {token}, {target}."
            )
        case _:
            source = _text("All guesses were kept, so a draw from the target after them comes free: {token}, {target}.")
    return source.format(**fields)


def _plain(_told: Explanation, step: Step) -> str:
    fields = {"token": quoted(step.token), "target": percent(step.token.target_prob if step.token else None)}
    return _text("The target writes its own token: {token}, to which it gives {target}.").format(**fields)


def _write(told: Explanation, step: Step) -> str:
    text = f"“{visible_form(told.round.text)}”" if told.round.text else _text("no text")
    source = (
        _text("One token is written into the reply: {text}.")
        if step.place == 1
        else _text("{count} tokens are written into the reply: {text}.")
    )
    parts = [source.format(count=step.place, text=text)]
    if told.ended:
        parts.append(_text("The reply ended inside the draft, so nothing follows it."))
    if told.dropped == 1:
        parts.append(_text("One kept token came after its end."))
    elif told.dropped:
        parts.append(_text("{count} kept tokens came after its end.").format(count=told.dropped))
    return in_a_row(*parts)


def _text(source: str) -> str:
    return QCoreApplication.translate("inspector", source)
