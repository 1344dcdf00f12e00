"""What the files of a pair are, decided from their headers before anything is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from app.catalog.gguf import check_runnable, read_header
from app.catalog.gguf_header import Kind
from app.catalog.heads import ASSISTANT, drafts_itself, is_head, map_misfit, misfit, own_misfit
from app.catalog.model import read_model
from app.errors import HeadMismatchError, ModelFileError
from app.phrases import Phrase
from app.speculation.draft_length import MAX_DRAFT_LENGTH

if TYPE_CHECKING:
    from pathlib import Path

    from app.catalog.gguf_header import GgufHeader
    from app.options import PairFiles


@dataclass(frozen=True, slots=True)
class Drafting:
    """What drafts for a target, named by its kind ("EAGLE-3 head NAME"), and its longest draft; 0: nothing does."""

    words: Phrase
    most: int


def drafting_of(files: PairFiles) -> Drafting:
    """Say what drafts in a pair. Of files that cannot be read it is what they were chosen for."""
    paths = files.target, files.drafter
    return _drafting(files.target, files.drafter, tuple(_stamp(path) for path in paths if path is not None))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return status.st_size, status.st_mtime_ns


@lru_cache(maxsize=256)
def _drafting(target: Path, drafter: Path | None, _stamps: tuple[tuple[int, int], ...]) -> Drafting:
    try:
        head = _head_of(target, drafter)
    except ModelFileError:
        head = None
    chained = head is not None and head.nextn_predict_layers > 1 and head.architecture != ASSISTANT
    most = head.nextn_predict_layers if head is not None and chained else MAX_DRAFT_LENGTH
    if drafter is None:
        none = Drafting(Phrase("no drafter"), 0)
        return none if head is None else Drafting(Phrase("the MTP head inside it"), most)
    if head is None:
        return Drafting(Phrase("the draft model {name}", name=drafter.stem), most)
    if head.kind is Kind.EAGLE3_HEAD:
        return Drafting(Phrase("the EAGLE-3 head {name}", name=drafter.stem), most)
    return Drafting(Phrase("the MTP head {name}", name=drafter.stem), most)


def find_head(files: PairFiles) -> GgufHeader | None:
    """Return the header of the head that drafts: the drafter's, or the target's own if it holds one and runs alone.

    Raises:
        ModelFileError: a file cannot be used.
    """
    return _head_of(files.target, files.drafter)


def _head_of(target: Path, drafter: Path | None) -> GgufHeader | None:
    if drafter is None:
        header = read_model(target).header
        return header if drafts_itself(header) else None
    header = read_header(drafter)
    return header if is_head(header) else None


def why_no_drafter(files: PairFiles) -> Phrase:
    """Return a clause on why nothing drafts for a target that has no drafter beside it.

    Raises:
        ModelFileError: the file cannot be used.
    """
    header = read_model(files.target).header
    why = own_misfit(header) if header.has_own_head else None
    return (
        Phrase("this target has no drafter") if why is None else Phrase("its MTP heads cannot be used: {why}", why=why)
    )


def check_pair(files: PairFiles) -> None:
    """Pass a target that runs alone, with a drafter that does too or a head that was made for it.

    Raises:
        ModelFileError: a file cannot be used, by itself or at all.
        HeadMismatchError: the head cannot draft for this target.
    """
    check_runnable(read_header(files.target))
    if files.drafter is None:
        return
    drafter = read_header(files.drafter)
    if not is_head(drafter):
        check_runnable(drafter)
        return
    reason = misfit(drafter, read_model(files.target).header) or map_misfit(drafter)
    if reason is not None:
        raise HeadMismatchError(drafter=files.drafter.name, target=files.target.name, detail=reason)
