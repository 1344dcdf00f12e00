"""Say whether a drafter fits its target, from the headers of files here or on the Hub."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.catalog.compatibility import compare
from app.catalog.gguf_header import Kind
from app.catalog.heads import drafts_itself, own_heads
from app.catalog.model import Model, read_model
from app.catalog.remote_header import read_remote_model
from app.errors import GatedError

if TYPE_CHECKING:
    import argparse

    from app.catalog.compatibility_reasons import Comparison
    from app.catalog.remote import RemoteModel
    from app.paths import Paths
    from app.speculation.stop import Stop

# Such as Qwen/Qwen3-0.6B-GGUF/Qwen3-0.6B-Q8_0.gguf, with a revision if wanted: Qwen/Qwen3-0.6B-GGUF@main/...
_NAME = r"\w[\w.-]*"
_ON_HUB = re.compile(rf"(?P<repository>{_NAME}/{_NAME})(?:@(?P<revision>{_NAME}))?/(?P<file>.+\.gguf)", re.IGNORECASE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The two models."""
    where = "F.gguf, or OWNER/REPOSITORY/F.gguf on the Hub"
    parser.add_argument("target", metavar="TARGET", help=where)
    parser.add_argument("drafter", metavar="DRAFTER", nargs="?", help=f"{where}; without it: does TARGET draft alone?")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, _paths: Paths, stop: Stop) -> int:
    """Print the verdict with its reasons; returns 0 if they fit, 1 if not."""
    if options.drafter is None:
        return _tell_alone(options, stop)
    comparison = compare(_open(options.target, stop), _open(options.drafter, stop))
    if options.json:
        print(json.dumps(_as_json(comparison), indent=2, ensure_ascii=False))
    else:
        print(f"{options.drafter} for {options.target}: {comparison.sentence}")
        for reason in comparison.reasons:
            print(f"- {reason.sentence}")
    return 0 if comparison.fits else 1


def _tell_alone(options: argparse.Namespace, stop: Stop) -> int:
    """Say what a target does without a drafter; returns 0 if it drafts for itself."""
    header = _open(options.target, stop).header
    if header.kind is not Kind.MODEL:
        sentence = f"It is {header.kind.value} and cannot run on its own."
    else:
        sentence = own_heads(header) or "It has no MTP heads inside, and needs a drafter."
    drafts = drafts_itself(header)
    if options.json:
        print(json.dumps({"drafts_itself": drafts, "sentence": sentence}, indent=2, ensure_ascii=False))
    else:
        print(f"{options.target}: {sentence}")
    return 0 if drafts else 1


def _open(name: str, stop: Stop) -> Model:
    """Read the headers of a model; a file that is here goes before one on the Hub."""
    on_hub = _ON_HUB.fullmatch(name)
    if Path(name).exists() or not on_hub:
        return read_model(Path(name))
    repository, revision = on_hub["repository"], on_hub["revision"] or "main"
    return read_remote_model(lambda file: _open_on_hub(repository, file, revision, stop), on_hub["file"])


def _open_on_hub(repository: str, file: str, revision: str, stop: Stop) -> RemoteModel:
    """Ask the Hub; the person's token is looked up and sent only where nothing is told without it."""
    from app.catalog.remote import open_remote
    from app.catalog.tokens import TokenStore

    try:
        return open_remote(repository, file, revision, stop)
    except GatedError:
        token = TokenStore().get()
        if token is None:
            raise
        return open_remote(repository, file, revision, stop, token=token)


def _as_json(comparison: Comparison) -> dict[str, Any]:
    return {
        "verdict": comparison.verdict.name.lower(),
        "share": comparison.share,
        "reasons": [
            {
                "kind": reason.kind.name.lower(),
                "weight": reason.kind.weight.value,
                "sentence": reason.sentence,
                "fields": dict(reason.fields),
            }
            for reason in comparison.reasons
        ],
    }
