"""What two headers promised of a pair, against what llama.cpp made of the two vocabularies."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.catalog.compatibility import compare
from app.catalog.compatibility_reasons import percent
from app.catalog.model import read_model
from app.errors import ModelFileError
from app.phrases import Phrase

if TYPE_CHECKING:
    from pathlib import Path

_logger = logging.getLogger(__name__)


def disagreement(target: Path, drafter: Path, *, share: float) -> str:
    """One sentence where the headers promised another share than llama.cpp found, else "".

    llama.cpp is followed. A disagreement is also logged: it means that a person was told something wrong before the
    download, and that `app.catalog.compatibility` must learn of it.
    """
    try:
        promised = compare(read_model(target), read_model(drafter)).share
    except ModelFileError as error:  # changed since it was loaded
        _logger.warning("the headers of a loaded pair cannot be compared: %s", error)
        return ""
    if promised == share:
        return ""
    _logger.warning("%s and %s share %s by their headers, %s by llama.cpp", target.name, drafter.name, promised, share)
    return Phrase(
        "By their headers the two models share {promised} of the vocabulary, but llama.cpp found {found} "
        "and is followed.",
        promised=percent(promised),
        found=percent(share),
    )
