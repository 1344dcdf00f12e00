"""What the files of a pair are, decided from their headers before anything is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.catalog.gguf import check_runnable, read_header
from app.catalog.heads import drafts_itself, is_head, map_misfit, misfit
from app.catalog.model import read_model
from app.errors import HeadMismatchError

if TYPE_CHECKING:
    from app.catalog.gguf_header import GgufHeader
    from app.options import PairFiles


def find_head(files: PairFiles) -> GgufHeader | None:
    """Return the header of the head that drafts: the drafter's, or the target's own if it holds one and runs alone.

    Raises:
        ModelFileError: a file cannot be used.
    """
    if files.drafter is None:
        target = read_model(files.target).header
        return target if drafts_itself(target) else None
    drafter = read_header(files.drafter)
    return drafter if is_head(drafter) else None


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
