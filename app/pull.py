"""The starter pair: a target fetched once, and a drafter made from it on the spot."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.catalog.starter import SHIPPED, Progress, fetch_starter, find_starter
from app.errors import DraftlightError
from app.options import PairFiles
from app.paths import make_folder
from app.self_drafts import STAGE, is_whole, make_self_draft, starter_draft_path
from app.speculation.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.paths import Paths

STARTER_NAME = "Starter pair (SmolLM2 135M)"
STARTER_NOTE = (
    "This pair is for seeing, not for speed: its drafter is nearly as large as its target and less than half of what "
    "it drafts is used, so drafting is slower than plain decoding."
)


def find_starter_pair(paths: Paths) -> PairFiles | None:
    """Return the starter pair if both of its files are there and right."""
    target = find_starter(paths)
    if target is None:
        return None
    drafter = starter_draft_path(paths, target)
    return _pair(target, drafter) if is_whole(drafter) else None


def ready_starter_pair(paths: Paths) -> PairFiles | None:
    """As `find_starter_pair`, but a target that the installation ships gets its drafter now: nothing need be fetched.

    Returns None also where that fails; `pull_starter` says why.
    """
    pair = find_starter_pair(paths)
    if pair is None and find_starter(paths, SHIPPED) is not None:
        with contextlib.suppress(DraftlightError):
            pair = pull_starter(paths, Stop(), lambda _progress: None)
    return pair


def pull_starter(paths: Paths, stop: Stop, progress: Callable[[Progress], None]) -> PairFiles:
    """Fetch what is missing of the starter pair.

    Raises:
        DownloadError: no source answered, or what came was wrong.
        StorageError: it cannot be kept.
        QuantizeError: the drafter could not be made.
        CancelledError: `stop` was set meanwhile.
    """
    target = find_starter(paths) or fetch_starter(paths, stop, progress)
    drafter = starter_draft_path(paths, target)
    if not is_whole(drafter):
        from app.llama.quantize import quantize

        progress(Progress(stage=STAGE, done=0, total=None, source="llama.cpp"))
        make_folder(drafter.parent)
        quantize(target, drafter)
    return _pair(target, drafter)


def self_draft_pair(paths: Paths, target: Path, stop: Stop, progress: Callable[[Progress], None]) -> PairFiles:
    """Return a target with a coarser copy of itself as drafter, made once and kept with the models.

    Raises as `app.self_drafts.make_self_draft`.
    """
    drafter = make_self_draft(paths, target, stop, progress)
    return PairFiles(name=f"{target.stem} drafting for itself", target=target, drafter=drafter)


def _pair(target: Path, drafter: Path) -> PairFiles:
    # The automatic length would find that nothing pays and draft nothing, and there would be nothing to see.
    return PairFiles(STARTER_NAME, target, drafter, note=STARTER_NOTE, draft_length=4)
