"""Where model files lie on a disk, and what their owners call them; nothing here opens a model.

Layouts: the Hub's cache keeps `models--OWNER--NAME/snapshots/COMMIT/FILE`, links to blobs named by hash. Ollama keeps
`blobs/sha256-HEX` without a suffix, and the names in `manifests/HOST/NAMESPACE/MODEL/TAG`, JSON whose layers say which
blob is the model. LM Studio keeps `OWNER/NAME/FILE`.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SUFFIX: Final = ".gguf"
# A folder that somebody added may be the root of a disk: bounded in depth and number.
MAX_DEPTH: Final = 16
MAX_FOLDERS: Final = 200_000
MAX_MANIFEST_BYTES: Final = 1 << 20
_OLLAMA_MODEL: Final = "application/vnd.ollama.image.model"
_OLLAMA_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_HUB_FOLDER = re.compile(r"models--(.+?)--(.+)")


class Origin(StrEnum):
    """Whose folder a model lies in; the value is a name for a person."""

    DRAFTLIGHT = "Draftlight"
    SHIPPED = "this installation"
    HUB_CACHE = "the Hugging Face cache"
    ADDED = "an added folder"
    LM_STUDIO = "LM Studio"
    OLLAMA = "Ollama"
    ELSEWHERE = "this disk"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder to look into, and how."""

    folder: Path
    origin: Origin


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may be a model. `name` is what its owner calls it, "" where that is the file's own name."""

    path: Path
    origin: Origin
    name: str = ""


def default_places(environment: Mapping[str, str] | None = None, home: Path | None = None) -> list[Place]:
    """The folders of other programs, where they are by default or where their own variables say."""
    variables = os.environ if environment is None else environment
    home = home or Path.home()
    cache = Path(variables.get("XDG_CACHE_HOME") or home / ".cache")
    hub_home = Path(variables.get("HF_HOME") or cache / "huggingface")
    hub = Path(variables.get("HF_HUB_CACHE") or variables.get("HUGGINGFACE_HUB_CACHE") or hub_home / "hub")
    ollama = [Path(variables["OLLAMA_MODELS"])] if variables.get("OLLAMA_MODELS") else [home / ".ollama" / "models"]
    # As a service on Linux it runs as a user of its own.
    ollama.append(Path("/usr/share/ollama/.ollama/models"))
    studio = [home / ".lmstudio" / "models", home / ".cache" / "lm-studio" / "models"]
    return [
        Place(hub.expanduser(), Origin.HUB_CACHE),
        *(Place(folder, Origin.LM_STUDIO) for folder in studio),
        *(Place(folder.expanduser(), Origin.OLLAMA) for folder in ollama),
    ]


def find_files(place: Place, check: Callable[[], None]) -> Iterator[Found]:
    """Yield what may be a model below `place`; what cannot be read is passed over.

    `check` is called once a folder and may raise to end it.
    """
    if place.origin is Origin.OLLAMA:
        yield from _find_in_ollama(place.folder, check)
        return
    for path in _walk(place.folder, check):
        if path.suffix.lower() != SUFFIX:
            continue
        if place.origin is Origin.HUB_CACHE:
            # Blobs have no suffix; whatever else lies in the cache is no finished file.
            if "snapshots" in path.relative_to(place.folder).parts:
                yield Found(path, place.origin, _name_in_hub(path, place.folder))
        else:
            yield Found(path, place.origin)


def _walk(top: Path, check: Callable[[], None]) -> Iterator[Path]:
    """All files below a folder, in order of name; links to folders are followed, each folder once."""
    seen: set[tuple[int, int]] = set()
    waiting = [(top, 0)]
    while waiting and len(seen) < MAX_FOLDERS:
        check()
        folder, depth = waiting.pop()
        try:
            status = folder.stat()
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except (OSError, ValueError):
            continue
        deeper = []
        for entry in entries:
            try:
                is_folder = entry.is_dir()
            except OSError:  # a link that leads in a circle
                continue
            if is_folder and depth < MAX_DEPTH:
                deeper.append((Path(entry.path), depth + 1))
            elif not is_folder:
                yield Path(entry.path)
        waiting += reversed(deeper)


def _name_in_hub(path: Path, cache: Path) -> str:
    match = _HUB_FOLDER.fullmatch(path.relative_to(cache).parts[0])
    return f"{match[1]}/{match[2]}/{path.name}" if match else ""


def _find_in_ollama(folder: Path, check: Callable[[], None]) -> Iterator[Found]:
    for manifest in _walk(folder / "manifests", check):
        parts = manifest.relative_to(folder / "manifests").parts
        digest = _model_digest(manifest) if len(parts) >= 3 else ""
        blob = folder / "blobs" / f"sha256-{digest}"
        if digest and blob.is_file():
            namespace, model, tag = parts[-3:]
            owner = "" if namespace == "library" else f"{namespace}/"
            yield Found(blob, Origin.OLLAMA, f"{owner}{model}:{tag}")


def _model_digest(manifest: Path) -> str:
    """The hash of the model that a manifest names, "" if it names none. Manifests are a stranger's files too."""
    try:
        if manifest.stat().st_size > MAX_MANIFEST_BYTES or not manifest.is_file():
            return ""
        content = json.loads(manifest.read_text(encoding="utf-8"))
        layers = [layer for layer in content["layers"] if layer["mediaType"] == _OLLAMA_MODEL]
        match = _OLLAMA_DIGEST.fullmatch(layers[0]["digest"]) if layers else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""
    return match[1] if match else ""
