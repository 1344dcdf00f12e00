"""What the pair builder writes about a drafter and about the pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.ui.models.details import Sheet
from app.ui.models.rows import Row, Tone
from app.ui.models.wording import (
    advice_text,
    estimate_sentence,
    first_reason,
    fit_text,
    memory_facts,
    model_facts,
    reasons_of,
    verdict_of,
)
from app.ui.notices import sentence

if TYPE_CHECKING:
    from app.catalog.library import Answer, LibraryModel
    from app.catalog.placement import MemoryEstimate

_ORDER = {Tone.GOOD: 0, Tone.LIMITED: 1, Tone.NEUTRAL: 2, Tone.BAD: 3}


def answer_row(drafter: LibraryModel, answer: Answer | None) -> Row:
    """A drafter in the list; None: it has not been asked yet."""
    key, facts = str(drafter.path), model_facts(drafter)
    if answer is None:
        return Row(key, drafter.name, facts, badge=_text("checking…"))
    tone, words = verdict_of(answer.comparison)
    return Row(key, drafter.name, facts, first_reason(answer), words, tone)


def rank(answer: Answer | None) -> tuple[int, bool, int]:
    """What fits first, of that what may pay, and of that the smallest."""
    if answer is None:
        return _ORDER[Tone.NEUTRAL], False, 0
    tone, _ = verdict_of(answer.comparison)
    return _ORDER[tone], not may_pay(answer), answer.drafter.size


def may_pay(answer: Answer | None) -> bool:
    """Whether a drafter fits, and is not so large that it cannot pay."""
    told = answer.comparison if answer is not None else None
    return told is not None and told.fits and not told.cannot_pay


def pair_sheet(
    target: LibraryModel, drafter: LibraryModel | None, answer: Answer | None, estimate: MemoryEstimate | None
) -> Sheet:
    """The verdict on the vocabularies with every reason, and that on memory with what to change."""
    sheet = Sheet()
    if drafter is None:
        sheet.verdict(Tone.NEUTRAL, _text("{target} writes alone").format(target=target.name))
    elif answer is None:
        sheet.paragraph(_text("{drafter} is being compared with the target…").format(drafter=drafter.name), "muted")
    else:
        _write_answer(sheet, answer)
    if estimate is None:
        sheet.paragraph(_text("The memory it takes is being worked out…"), "muted")
        return sheet
    tone, words = fit_text(estimate.fit)
    sheet.verdict(tone, words)
    sheet.paragraph(f"{estimate_sentence(estimate)} {advice_text(estimate)}".strip())
    sheet.facts(memory_facts(estimate))
    return sheet


def _write_answer(sheet: Sheet, answer: Answer) -> None:
    tone, words = verdict_of(answer.comparison)
    sheet.verdict(tone, f"{answer.drafter.name}: {words}")
    if answer.comparison is None:
        sheet.paragraph(sentence(answer.error) if answer.error else "", "error")
        return
    reasons = reasons_of(answer.comparison)
    for mark, text in reasons:
        sheet.reason(mark, text)
    if not reasons:
        sheet.paragraph(_text("Both have the same vocabulary, and nothing speaks against the pair."))


def _text(source: str) -> str:
    return QCoreApplication.translate("models", source)
