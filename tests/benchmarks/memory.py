"""Compare the estimate of memory with what a loaded pair really takes.

    python -m tests.benchmarks.memory TARGET.gguf [DRAFTER.gguf] [--context N]

Resident memory also counts originals of weights that the processor copied into a faster layout: the system takes those
pages back when it needs room.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import psutil

from app.catalog.model import read_model
from app.engine import Engine
from app.fit import estimate_pair, measure_machine
from app.options import DEFAULT_CONTEXT, LoadOptions, PairFiles
from app.speculation.stop import Stop


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target", type=Path)
    parser.add_argument("drafter", type=Path, nargs="?")
    parser.add_argument("--context", type=int, default=DEFAULT_CONTEXT)
    options = parser.parse_args()
    headers = [read_model(path).header if path else None for path in (options.target, options.drafter)]
    estimate = estimate_pair(headers[0], headers[1], measure_machine(), context=options.context)
    process = psutil.Process()
    before = process.memory_info().rss
    engine = Engine()
    pair = PairFiles("pair", options.target, options.drafter)
    engine.load(pair, LoadOptions(context=options.context), Stop(), lambda _fraction: None)
    took = process.memory_info().rss - before
    engine.close()
    print(f"estimate {estimate.needed / 1e6:,.0f} MB, resident {took / 1e6:,.0f} MB, {estimate.needed / took:.3f}")
    print(f"{estimate.name} {estimate.fit}. {estimate.advice}")


if __name__ == "__main__":
    main()
