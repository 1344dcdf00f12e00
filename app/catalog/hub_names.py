"""What the names of files in a repository say: quantisation, parts, side-cars. The header decides later."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


class FileKind(StrEnum):
    """What a GGUF file seems to be."""

    MODEL = "model"
    PROJECTOR = "projector"
    MTP = "MTP head"
    EAGLE3 = "EAGLE-3 head"
    DFLASH = "DFlash head"
    DSPARK = "DSpark head"
    IMATRIX = "importance matrix"
    VOCABULARY = "vocabulary only"


# llama.cpp's own names of side-cars (common/download.cpp), and the sub-folder that some publishers use.
_MARKS: Final = (
    ("mmproj", FileKind.PROJECTOR),
    ("mtp-", FileKind.MTP),
    ("eagle3-", FileKind.EAGLE3),
    ("dflash-", FileKind.DFLASH),
    ("dspark-", FileKind.DSPARK),
    ("imatrix", FileKind.IMATRIX),
    ("ggml-vocab", FileKind.VOCABULARY),
)
_PART: Final = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)
# As llama.cpp's own quantisations are called, with what publishers add: UD-Q4_K_XL, Q4_0_4_4, IQ2_XXS, MXFP4_MOE, BF16.
_QUANTISATION: Final = re.compile(
    r"(?<![a-z0-9])((?:ud-)?i?q\d(?:_[a-z0-9]{1,3})*|tq\d_\d|mxfp4(?:_moe)?|nvfp4|bf16|f16|fp16|f32)(?![a-z0-9])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ModelName:
    """The files of one model: `paths` inside the repository in the order of their parts, `complete` if none lacks."""

    name: str
    kind: FileKind
    quantisation: str | None
    paths: tuple[str, ...]
    complete: bool = True


def kind_of(path: str) -> FileKind:
    """What the file at `path` seems to be, by its name and folder."""
    *folders, name = path.lower().split("/")
    if "mtp" in folders:
        return FileKind.MTP
    return next((kind for mark, kind in _MARKS if mark in name), FileKind.MODEL)


def quantisation_of(path: str) -> str | None:
    """As written in the name, in capitals; the last one, since a name such as `gpt-f16-Q4_0` says both."""
    stem = path.rsplit("/", 1)[-1].lower().removesuffix(".gguf")
    found = _QUANTISATION.findall(stem)
    return found[-1].upper() if found else None


def group_models(paths: Iterable[str]) -> tuple[ModelName, ...]:
    """The models among the `paths` of a repository, parts of one model together; other files are left out."""
    single: list[ModelName] = []
    parts: dict[tuple[str, int], dict[int, str]] = {}
    for path in paths:
        if match := _PART.fullmatch(path):
            parts.setdefault((match["stem"], int(match["count"])), {})[int(match["number"])] = path
        elif path.lower().endswith(".gguf"):
            single.append(_model(path.rsplit("/", 1)[-1][: -len(".gguf")], (path,), complete=True))
    for (stem, count), numbered in parts.items():
        complete = sorted(numbered) == list(range(1, count + 1))
        ordered = tuple(numbered[number] for number in sorted(numbered))
        single.append(_model(stem.rsplit("/", 1)[-1], ordered, complete=complete))
    return tuple(sorted(single, key=lambda model: model.paths))


def _model(name: str, paths: tuple[str, ...], *, complete: bool) -> ModelName:
    # The name without the number of the part.
    folder = paths[0].rpartition("/")[0]
    whole = f"{folder}/{name}" if folder else name
    return ModelName(name, kind_of(whole), quantisation_of(name) or quantisation_of(folder), paths, complete)
