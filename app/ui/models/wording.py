"""Records of the lower layers in the person's words: sizes, verdicts, reasons, memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.catalog.compatibility_reasons import TEMPLATES, Verdict, Weight, percent
from app.catalog.placement import Fit, fit_by_size, gigabytes, rough_need
from app.ui.language import told_text, translated
from app.ui.models.rows import Tone
from app.ui.notices import sentence

if TYPE_CHECKING:
    from app.catalog.compatibility_reasons import Comparison, Reason
    from app.catalog.library import Answer, LibraryModel
    from app.catalog.machine import Machine
    from app.catalog.memory import ModelMemory
    from app.catalog.placement import MemoryEstimate
    from app.catalog.proposals import Proposal

_MARKS = {Weight.REFUSES: "✕", Weight.LIMITS: "◐", Weight.ADVISES: "·"}
_MINUTE, _HOUR = 60, 3600


def size_text(size: int) -> str:
    """Bytes as GB or MB, as shops count them."""
    if size >= 10**9:
        return gigabytes(size)
    if size >= 10**7:
        return f"{size / 1e6:.0f} MB"
    return f"{size / 1e6:.1f} MB" if size >= 10**6 else f"{size / 1e3:.0f} kB"


def count_text(number: int) -> str:
    """A large number in few characters: 1.2M, 34k."""
    for unit, letter in ((10**9, "B"), (10**6, "M"), (10**3, "k")):
        if number >= unit:
            return f"{number / unit:.1f}".rstrip("0").rstrip(".") + letter
    return str(number)


def time_text(seconds: float) -> str:
    """How long something still takes."""
    if seconds < _MINUTE:
        return _text("{seconds} s left").format(seconds=max(1, round(seconds)))
    if seconds < _HOUR:
        return _text("{minutes} min left").format(minutes=round(seconds / _MINUTE))
    hours, rest = divmod(round(seconds / _MINUTE), _MINUTE)
    return _text("{hours} h {minutes} min left").format(hours=hours, minutes=rest)


def reason_text(reason: Reason) -> str:
    """One reason for or against a pair, as a sentence."""
    fields = {
        name: translated("kinds", value) if name == "what" and isinstance(value, str) else value
        for name, value in reason.fields.items()
    }
    return translated("reasons", TEMPLATES[reason.kind]).format(**fields)


def reasons_of(comparison: Comparison) -> list[tuple[str, str]]:
    """The mark and the sentence of every reason."""
    return [(_MARKS[reason.kind.weight], reason_text(reason)) for reason in comparison.reasons]


def verdict_of(comparison: Comparison | None) -> tuple[Tone, str]:
    """The verdict on a drafter, in few words; None: it cannot be read."""
    if comparison is None:
        return Tone.BAD, _text("cannot be read")
    if comparison.fits and comparison.cannot_pay:
        return Tone.LIMITED, _text("fits, but cannot pay")
    if comparison.verdict is Verdict.FITS:
        return Tone.GOOD, _text("fits")
    if comparison.verdict is Verdict.FITS_SHARED:
        return Tone.LIMITED, _text("fits over shared vocabulary {percent}").format(percent=percent(comparison.share))
    return Tone.BAD, _text("does not fit")


def first_reason(judged: Answer | Proposal) -> str:
    """The weightiest sentence on a drafter, "" where there is nothing to say."""
    if judged.comparison is None:
        return sentence(judged.error) if judged.error else ""
    reasons = reasons_of(judged.comparison)
    return reasons[0][1] if reasons else ""


def fit_text(fit: Fit) -> tuple[Tone, str]:
    """The verdict on memory, in few words."""
    return {
        Fit.GPU: (Tone.GOOD, _text("fits on the GPU")),
        Fit.SPLIT: (Tone.LIMITED, _text("split between GPU and RAM")),
        Fit.RAM: (Tone.GOOD, _text("fits in RAM")),
        Fit.NONE: (Tone.BAD, _text("not enough memory")),
    }[fit]


def rough_fit(size: int, machine: Machine) -> tuple[Tone, str, str]:
    """The likely verdict by the sizes of files alone: tone, few words, and a sentence with numbers."""
    fit = fit_by_size(size, machine)
    tone, words = fit_text(fit)
    told = _text("It takes about {needed} of memory, by the sizes of its files; {free}.")
    return tone, words, told.format(needed=gigabytes(rough_need(size)), free=free_text(machine))


def free_text(machine: Machine) -> str:
    """What is free, in a clause."""
    if machine.accelerators and not machine.unified:
        told = _text("{gpu} are free on the GPU and {ram} in RAM")
        return told.format(gpu=gigabytes(machine.gpu_free), ram=gigabytes(machine.host_free))
    return _text("{free} are free").format(free=gigabytes(max(machine.gpu_free, machine.host_free)))


def estimate_sentence(estimate: MemoryEstimate) -> str:
    """What a pair takes and what is free."""
    told = _text("It takes {needed} at a context of {context} tokens; {free} are free.")
    return told.format(
        needed=size_text(estimate.needed), context=f"{estimate.context:,}", free=gigabytes(estimate.free)
    )


def advice_text(estimate: MemoryEstimate) -> str:
    """What to change, "" where all is well."""
    if estimate.fit is Fit.SPLIT:
        told = _text("{layers} layers go to the GPU; choose a smaller context or target to fit all of it there.")
        return told.format(layers=estimate.gpu_layers)
    advice = told_text(estimate.advice)
    return _text("{clause}.").format(clause=advice[:1].upper() + advice[1:]) if advice else ""


def memory_facts(estimate: MemoryEstimate) -> list[tuple[str, str]]:
    """The parts of an estimate."""
    facts = [(_text("Target"), _parts(estimate.target))]
    if estimate.drafter:
        facts.append((_text("Drafter"), _parts(estimate.drafter)))
    return facts


def _parts(memory: ModelMemory) -> str:
    told = _text("{total}: weights {weights}, cache {cache}, working memory {rest}")
    return told.format(
        total=size_text(memory.total),
        weights=size_text(memory.weights),
        cache=size_text(memory.cache),
        rest=size_text(memory.compute + memory.output),
    )


def model_facts(model: LibraryModel, origin: str = "") -> str:
    """Size, quantisation, where it was found and more of a model in one line."""
    parts = [size_text(model.size), model.header.quantisation if model.header else "", origin]
    if model.header is not None:
        parts.append(model.header.architecture)
        if model.header.context_length:
            parts.append(_text("{tokens} tokens of context").format(tokens=f"{model.header.context_length:,}"))
    if len(model.parts) > 1:
        parts.append(_text("{count} files").format(count=len(model.parts)))
    return " · ".join(part for part in parts if part)


def origin_text(model: LibraryModel) -> str:
    """Whose folder a model lies in."""
    return translated("origins", model.origin.value)


def _text(source: str) -> str:
    return QCoreApplication.translate("models", source)
