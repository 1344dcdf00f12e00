"""Speed of the ballast pair: interleaved runs, medians, ratios taken in this one run.

    python -m tests.benchmarks.speed [--llama-bench PATH] [--repeats 5] [--tokens 100] [--threads 2]

`plain` is also compared with llama.cpp's own `llama-bench -p 0 -n TOKENS -d 45`, built from the same source as the
bindings; 45 is the length of the prompt, so that both write after the same number of tokens. Every repeat runs all
cases once, in an order of its own; sampled cases use the ratio rule and the number of the repeat as seed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import statistics
import subprocess
import time
from pathlib import Path

from app.chats.records import Message, Role
from app.engine import Engine
from app.llama import native
from app.options import AUTO, LoadOptions, PairFiles, ReplyOptions
from app.speculation.records import PromptProgress, Summary
from app.speculation.sampling import RuleName, Sampling
from app.speculation.stop import Stop
from tests.benchmarks.ballast import build

PROMPT = [Message(Role.USER, "Write a short story about a hedgehog who copies prophecies in a tower.")]
PROMPT_TOKENS = 45
GREEDY = Sampling(temperature=0)
SAMPLED = Sampling(0.8, 40, 0.95, 0.0)
LLAMA_BENCH = "llama-bench, plain"
CASES = {
    "plain, greedy": (GREEDY, 0),
    "greedy, K = 4": (GREEDY, 4),
    "greedy, auto": (GREEDY, AUTO),
    "plain, temperature 0.8": (SAMPLED, 0),
    "temperature 0.8, K = 4": (SAMPLED, 4),
    "temperature 0.8, auto": (SAMPLED, AUTO),
}


class DecodeClock:
    """Wraps llama_decode and adds up the seconds inside it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._decode = native.symbols.llama_decode
        native.symbols.llama_decode = self

    def close(self) -> None:
        native.symbols.llama_decode = self._decode

    def __call__(self, *arguments: object) -> int:
        started = time.perf_counter()
        status: int = self._decode(*arguments)
        self.seconds += time.perf_counter() - started
        return status


def run_case(
    engine: Engine, clock: DecodeClock, sampling: Sampling, draft_length: int, tokens: int
) -> dict[str, float]:
    """Write one reply; returns tokens/s and the share of the round time that is not llama_decode."""
    clock.seconds = 0.0
    before = 0.0
    options = ReplyOptions(sampling, draft_length, tokens, rule=RuleName.RATIO)
    for event in engine.reply(PROMPT, options, Stop()):
        if isinstance(event, PromptProgress):
            before = clock.seconds  # still reading the prompt
    assert isinstance(event, Summary)
    writing = event.seconds - event.prompt_seconds
    outside = writing - (clock.seconds - before)
    return {
        "tokens_per_second": event.tokens_per_second or 0.0,
        "outside_share": outside / writing,
        "outside_ms_per_round": 1000 * outside / event.rounds,
        "tokens_per_round": event.tokens_per_round or 0.0,
        "acceptance": event.acceptance_rate or 0.0,
    }


def run_llama_bench(program: Path, target: Path, tokens: int, threads: int) -> float:
    """Return llama.cpp's own plain speed in tokens/s."""
    command = [str(program), "-m", str(target), "-p", "0", "-n", str(tokens), "-d", str(PROMPT_TOKENS)]
    command += ["-t", str(threads), "-r", "1", "-o", "json"]
    answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return float(answer[0]["avg_ts"])


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--llama-bench", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/ballast"))
    options = parser.parse_args()
    target, drafter = build(options.folder)
    clock = DecodeClock()
    engine = Engine()
    load = LoadOptions(context=1024, threads=options.threads)
    engine.load(PairFiles("ballast", target, drafter), load, Stop(), lambda _fraction: None)
    results: dict[str, list[dict[str, float]]] = {name: [] for name in CASES}
    bench: list[float] = []
    run_case(engine, clock, GREEDY, 4, 8)  # warm the caches
    order = [*CASES, LLAMA_BENCH] if options.llama_bench else list(CASES)
    for repeat in range(options.repeats):
        random.Random(repeat).shuffle(order)
        for name in order:
            if name == LLAMA_BENCH:
                bench.append(run_llama_bench(options.llama_bench, target, options.tokens, options.threads))
                continue
            sampling, draft_length = CASES[name]
            seeded = dataclasses.replace(sampling, seed=repeat)
            results[name].append(run_case(engine, clock, seeded, draft_length, options.tokens))
    engine.close()
    report(results, bench)


def report(results: dict[str, list[dict[str, float]]], bench: list[float]) -> None:
    """Print medians and ratios; a ratio is the median of the ratios within each repeat."""

    def median(name: str, what: str) -> float:
        return statistics.median(run[what] for run in results[name])

    def ratio(name: str, base: list[float]) -> float:
        return statistics.median(
            run["tokens_per_second"] / other for run, other in zip(results[name], base, strict=True)
        )

    speeds = {name: [run["tokens_per_second"] for run in runs] for name, runs in results.items()}
    print(f"{'case':26} tokens/s  per plain  outside llama_decode   tokens/round")
    if bench:
        print(f"{'llama-bench, plain':26} {statistics.median(bench):8.2f}")
    for name in results:
        plain = "plain, greedy" if "0.8" not in name else "plain, temperature 0.8"
        print(
            f"{name:26} {median(name, 'tokens_per_second'):8.2f} {ratio(name, speeds[plain]):10.3f} "
            f"{median(name, 'outside_share'):8.2%} {median(name, 'outside_ms_per_round'):6.2f} ms/round "
            f"{median(name, 'tokens_per_round'):8.2f}"
        )
    if bench:
        print(f"plain / llama-bench: {ratio('plain, greedy', bench):.3f}")


if __name__ == "__main__":
    main()
