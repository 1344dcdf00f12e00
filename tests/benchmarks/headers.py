"""Reading headers: a vocabulary of 262,144 tokens, on disk and by ranges, against the `gguf` package.

    python -m tests.benchmarks.headers [--package]

Seconds are the fastest of several; memory is how much the peak rises of a process that reads nothing else (on Linux).
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import psutil

TOKENS = 262_144
MERGES = 514_906  # as Gemma 4 has them
# VmHWM, as the peak that getrusage tells begins with that of the parent.
_MEMORY = """
import re, sys
from pathlib import Path
from app.catalog.gguf import read_header
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024
before = peak()
read_header(Path(sys.argv[1]))
print(peak() - before)
"""


def write_large(path: Path, *, renamed: int | None = None, every: int = 0) -> Path:
    """Write a model of many tokens and no weights; token `renamed`, or every so many, is spelled otherwise."""
    from tests.catalog.gguf_files import F32, I32, TEXT, GgufFile, Items

    tokens = [f"token {index:x}" for index in range(TOKENS)]
    for index in range(TOKENS):
        if index == renamed or (every and index % every == 0):
            tokens[index] = f"another one {index}"
    file = GgufFile()
    file.entries |= {
        "tokenizer.ggml.tokens": Items(TEXT, tokens),
        "tokenizer.ggml.token_type": Items(I32, [1] * TOKENS),
        "tokenizer.ggml.scores": Items(F32, [0.0] * TOKENS),
        "tokenizer.ggml.merges": Items(TEXT, [f"left{index:x} right" for index in range(MERGES)]),
    }
    path.write_bytes(file.data())
    return path


def fastest(act: Callable[[], object], repeats: int = 5) -> float:
    """Seconds of the fastest of some runs."""
    seconds = []
    for _ in range(repeats):
        started = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def memory(path: Path) -> float:
    """MB by which the peak of a fresh process rises that reads the header."""
    return int(subprocess.check_output([sys.executable, "-c", _MEMORY, str(path)])) / 1e6


def compare_twice(name: str, path: Path, other: Path) -> None:
    """Print the seconds of a comparison, without and with reading both headers."""
    from app.catalog.compatibility import compare
    from app.catalog.model import read_model

    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        models = read_model(path), read_model(other)
        read = time.perf_counter()
        compare(*models)
        seconds.append((time.perf_counter() - read, time.perf_counter() - started))
    only, both = min(seconds)
    print(f"compare, {name:12} {only:.3f} s; with reading both headers {both:.3f} s")


def slowest_mutation(count: int = 10_000) -> float:
    """Seconds of the slowest of so many headers gone wrong at random."""
    from app.catalog.gguf import parse_header
    from app.errors import ModelFileError
    from tests.catalog.mutations import mutate
    from tests.catalog.test_gguf_fuzz import PATH, rich

    rng, data, length = Random(1), rich().data(), len(rich().header())

    def read() -> None:
        with contextlib.suppress(ModelFileError):
            parse_header(mutate(data, length, rng), PATH)

    return max(fastest(read, 1) for _ in range(count))


def main() -> None:
    """Print the figures."""
    from app.catalog.gguf import check_runnable, read_header
    from app.catalog.remote_header import read_remote_header

    parser = argparse.ArgumentParser()
    parser.add_argument("--package", action="store_true", help="the package too, which takes half a minute")
    with_package = parser.parse_args().package
    with tempfile.TemporaryDirectory() as folder:
        path = write_large(Path(folder) / "a.gguf")
        data = path.read_bytes()
        print(f"{TOKENS} tokens, {MERGES} merges, header of {len(data) / 1e6:.0f} MB; {psutil.cpu_percent(1)}% busy")
        own = fastest(lambda: read_header(path))
        print(f"read_header         {own:.3f} s")
        print(f"  memory            {memory(path):.1f} MB")
        print(f"check_runnable      {fastest(lambda: check_runnable(read_header(path))) - own:.3f} s more")
        ranges: list[int] = []

        def fetch(start: int, length: int) -> bytes:
            ranges.append(length)
            return data[start : start + length]

        remote = fastest(lambda: read_remote_header(fetch, len(data), path), 1)
        print(f"read_remote_header  {remote:.3f} s, {len(ranges)} ranges")
        for name, options in (("equal", {}), ("one differs", {"renamed": 7}), ("all differ", {"every": 1})):
            compare_twice(name, path, write_large(Path(folder) / "b.gguf", **options))
        print(f"10,000 mutations     slowest {slowest_mutation():.3f} s")
        if with_package:
            import gguf

            package = fastest(lambda: gguf.GGUFReader(path), 1)
            print(f"gguf.GGUFReader     {package:.1f} s, {package / own:.0f} times as long")


if __name__ == "__main__":
    main()
