"""Show versions, devices and folders."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from app.paths import Paths
    from app.speculation.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """For a person, or as JSON."""
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, paths: Paths, _stop: Stop) -> int:
    """Print the report."""
    from app.doctor import examine

    report = examine(paths)
    if options.json:
        print(json.dumps(report, indent=2, ensure_ascii=False))
        return 0
    for section, facts in report.items():
        print(section)
        _print_facts(facts)
    return 0


def _print_facts(facts: Any) -> None:
    if isinstance(facts, dict):
        for name, value in facts.items():
            print(f"  {name}: {_for_a_person(name, value)}")
    else:
        for entry in facts:
            print("  " + ", ".join(f"{name} {_for_a_person(name, value)}" for name, value in entry.items()))


def _for_a_person(name: str, value: object) -> str:
    if name in ("free", "total") and isinstance(value, int):
        return f"{value / 1e9:.1f} GB"
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
