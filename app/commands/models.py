"""List the models on this disk, and whether this machine can hold them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.shared import CONTEXT_HELP, ProgressLine, say
from app.options import DEFAULT_CONTEXT, LoadOptions

if TYPE_CHECKING:
    import argparse

    from app.catalog.library import LibraryModel
    from app.catalog.machine import Machine
    from app.paths import Paths
    from app.speculation.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """For a person, or as JSON."""
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--context", type=int, default=DEFAULT_CONTEXT, metavar="N", help=CONTEXT_HELP)
    parser.add_argument("--add-folder", type=Path, metavar="FOLDER", help="look into this folder too, from now on")
    parser.add_argument("--remove-folder", type=Path, metavar="FOLDER", help="look into it no more")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, paths: Paths, stop: Stop) -> int:
    """Scan and print."""
    from app.catalog.library import Library
    from app.fit import measure_machine

    context = LoadOptions(context=options.context).context  # out of range is told before the disk is searched
    library = Library(paths)
    if options.add_folder:
        library.add_folder(options.add_folder)
    if options.remove_folder:
        library.remove_folder(options.remove_folder)
    models = library.scan(stop, ProgressLine()).models
    if sys.stderr.isatty():
        say("")
    machine = measure_machine()
    rows = [_row(model, machine, context) for model in models]
    if options.json:
        folders = [str(folder) for folder in library.folders]
        print(json.dumps({"models": rows, "folders": folders}, indent=2, ensure_ascii=False))
        return 0
    for row in rows:
        _print_row(row)
    if not rows:
        print(f"There are no models yet. Those in {paths.models} are found, and those of other programs.")
    return 0


def _row(model: LibraryModel, machine: Machine, context: int) -> dict[str, Any]:
    from app.fit import estimate_pair

    row: dict[str, Any] = {
        "name": model.name,
        "path": str(model.path),
        "origin": str(model.origin),
        "size": model.size,
        "runnable": model.runnable,
        "error": str(model.error) if model.error else None,
    }
    if model.header:
        row |= {
            "kind": model.header.kind.value,
            "architecture": model.header.architecture,
            "quantisation": model.header.quantisation,
            "context": model.header.context_length,
        }
    if model.header and model.runnable:
        estimate = estimate_pair(model.header, None, machine, context=context)
        row |= {"memory": estimate.needed, "fit": str(estimate.fit), "advice": estimate.advice}
    return row


def _print_row(row: dict[str, Any]) -> None:
    from app.catalog.placement import gigabytes

    print(f"{row['name']}  ({gigabytes(row['size'])}, {row['origin']})")
    if row["error"]:
        print(f"  {row['error']}")
        return
    print(f"  {row['architecture']}, {row['quantisation']}, trained for {row['context']:,} tokens")
    advice = f" {row['advice'][:1].upper()}{row['advice'][1:]}." if row["advice"] else ""
    print(f"  {row['fit']}: takes {gigabytes(row['memory'])}.{advice}")
