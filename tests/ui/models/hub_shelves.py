"""What the Hub on loopback holds: a family of models with a target, drafters, side-cars, parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.catalog.loopback_hub import COMMIT, LoopbackHub
from tests.catalog.models import make_model, tokens
from tests.ui.models.desk_bench import WORDS

TARGET, SMALL, STRANGER = "owner/Tiny3-8B-GGUF", "owner/Tiny3-1B-GGUF", "other/Tiny3-Nano-GGUF"


def publish(hub: LoopbackHub, repository: str, folder: Path, files: list[str], weights: int, **model: Any) -> None:
    """Publish one repository whose files are all the same model."""
    folder.mkdir(exist_ok=True)
    make_model(folder, "model.gguf", **model)
    gguf = {"architecture": "llama", "total": weights, "context_length": 64}
    hub.describe(repository, downloads=weights, tags=["gguf", "license:mit"], gguf=gguf)
    for name in files:
        hub.add(repository, COMMIT, name, (folder / "model.gguf").read_bytes())


def publish_family(hub: LoopbackHub, folder: Path) -> None:
    """A target with a projector and a split copy, a small relative, and a small stranger of the same name."""
    names = ["Tiny3-8B-Q4_K_M.gguf", "mmproj-Tiny3-8B-F16.gguf"]
    names += ["Tiny3-8B-BF16-00001-of-00002.gguf", "Tiny3-8B-BF16-00002-of-00002.gguf"]
    publish(hub, TARGET, folder, names, 262_144, width=256, **tokens(*WORDS))
    publish(hub, SMALL, folder, ["Tiny3-1B-Q4_0.gguf", "Tiny3-1B-Q8_0.gguf"], 4096, width=4, **tokens(*WORDS))
    publish(hub, STRANGER, folder, ["Nano-Q4_0.gguf"], 2048, width=2, **tokens(*[f"x{n}" for n in range(12)]))
