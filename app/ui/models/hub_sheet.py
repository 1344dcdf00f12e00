"""What the Hub page writes about repositories, files and proposed drafters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.catalog.hub_names import FileKind
from app.ui.language import translated
from app.ui.models.details import Sheet
from app.ui.models.rows import Row, Tone
from app.ui.models.wording import count_text, first_reason, reasons_of, size_text, verdict_of
from app.ui.notices import sentence

if TYPE_CHECKING:
    from app.catalog.hub_search import FoundModel, HubModel, RepositoryFiles
    from app.catalog.proposals import Proposal


def found_row(found: FoundModel) -> Row:
    """A repository in the list of results."""
    owner, _, name = found.repository.partition("/")
    parts = [owner, _text("{count} downloads").format(count=count_text(found.downloads))]
    if found.parameters:
        parts.append(_text("{count} weights").format(count=count_text(found.parameters)))
    if found.licence:
        parts.append(found.licence)
    badge = _text("gated") if found.gated else ""
    return Row(found.repository, name, " · ".join(parts), badge=badge, tone=Tone.LIMITED if badge else Tone.NEUTRAL)


def file_row(model: HubModel) -> Row:
    """A model or side-car of a repository."""
    parts = [size_text(model.size)]
    if len(model.files) > 1:
        parts.append(_text("{count} files, fetched as one").format(count=len(model.files)))
    badge, tone = model.quantisation or "", Tone.NEUTRAL
    if model.kind is not FileKind.MODEL:
        badge = translated("kinds", model.kind.value)
        parts.append(_text("cannot run on its own"))
    if not model.complete:
        badge, tone = _text("a part is missing"), Tone.BAD
    return Row(model.files[0].path, model.name, " · ".join(parts), badge=badge, tone=tone)


def repository_words(found: FoundModel, repository: RepositoryFiles | None, file: HubModel | None) -> Sheet:
    """What is known of a repository, and of its chosen file."""
    sheet = Sheet()
    if repository.gated if repository else found.gated:
        sheet.verdict(Tone.LIMITED, _text("Gated: its owner wants conditions accepted first."))
    licence = (repository.licence if repository else None) or found.licence
    sheet.facts(
        [
            (_text("Licence"), licence or _text("not stated")),
            (_text("Downloads"), _text("{count} in the last month").format(count=f"{found.downloads:,}")),
            (_text("Architecture"), found.architecture or ""),
            (_text("Weights"), count_text(found.parameters) if found.parameters else ""),
            (_text("Context"), _text("{tokens} tokens").format(tokens=f"{found.context:,}") if found.context else ""),
            (_text("File"), " + ".join(one.path for one in file.files[:2]) if file else ""),
        ]
    )
    return sheet


def proposal_row(proposal: Proposal) -> Row:
    """A drafter that was looked at."""
    tone, words = verdict_of(proposal.comparison)
    subtitle = " · ".join(
        part for part in (proposal.repository, size_text(proposal.model.size), proposal.licence or "") if part
    )
    detail = first_reason(proposal)
    return Row(
        f"{proposal.repository}/{proposal.model.files[0].path}", proposal.model.name, subtitle, detail, words, tone
    )


def proposal_sheet(proposal: Proposal | None, target: HubModel | None, is_asking: bool) -> Sheet:
    """Every reason for and against a proposed drafter."""
    sheet = Sheet()
    if proposal is None or target is None:
        sheet.paragraph(_text("Headers only are read; no model is downloaded.") if is_asking else "", "muted")
        return sheet
    tone, words = verdict_of(proposal.comparison)
    sheet.verdict(tone, words)
    if proposal.error is not None:
        sheet.paragraph(sentence(proposal.error), "error")
    for mark, text in reasons_of(proposal.comparison) if proposal.comparison else []:
        sheet.reason(mark, text)
    both = _text("{target} and {drafter} together").format(
        target=size_text(target.size), drafter=size_text(proposal.model.size)
    )
    sheet.facts([(_text("Download"), both)])
    return sheet


def _text(source: str) -> str:
    return QCoreApplication.translate("models", source)
