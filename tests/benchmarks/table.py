"""What the engine must reach, measured: every row is a ratio of replies that were written in one run, interleaved.

    python -m tests.benchmarks.table [ROW ...] [--repeats 5] [--tokens 200] [--lengths 1,2,3,4,5,6,7,8] [--threads 2]
        [--lock FILE ...]

Rows: plain, greedy, 0.8, 1.0, useless, starter, same, coupled, lookup, proposal, outside, growth, memory; all by
default. Those of the ballast pair (plain, greedy, 0.8, 1.0, useless, same) write each of four prompts; a repeat runs
all cases of a prompt in an order of its own. With --lock the files are held (flock) while a prompt's cases are written,
so that other work on the machine which takes them too waits meanwhile. Ratios are medians over repeats, prompt by
prompt, and over all of them. What is sampled has the repeat's number as its seed, hence the coupled rule: all cases of
a repeat write the same text. Under the ratio rule each would write its own, and texts differ by a tenth in how well
they can be drafted; what the rules differ by is the row `coupled`. `plain` needs `--llama-bench PATH`, built from the
same source as the bindings.
"""

from __future__ import annotations

import argparse
import fcntl
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app.chats.records import Message, Role
from app.engine import Engine
from app.lab.prompts import PROMPTS
from app.llama.quantize import Q2_K, quantize
from app.options import AUTO, LoadOptions, PairFiles, ReplyOptions
from app.paths import find_paths
from app.pull import pull_starter
from app.speculation.lookup import LookupDrafter
from app.speculation.records import PromptProgress, Summary
from app.speculation.sampling import RuleName, Sampling
from app.speculation.stop import Stop
from tests.benchmarks.ballast import build
from tests.benchmarks.halve import without_every_second_layer
from tests.benchmarks.speed import DecodeClock, run_llama_bench
from tests.speculation.test_memory import engine_megabytes

GREEDY = Sampling(temperature=0)
NAMES = {"story": 0, "explanation": 1, "code": 2, "repeat": 3}


def sampled(temperature: float, seed: int | None = None) -> Sampling:
    return Sampling(temperature, 40, 0.95, 0.0, seed)


def load(target: Path, drafter: Path | None, context: int, threads: int) -> Engine:
    engine = Engine()
    engine.load(PairFiles("pair", target, drafter), LoadOptions(context, threads), Stop(), lambda _fraction: None)
    return engine


def write(engine: Engine, prompt: str, options: ReplyOptions) -> Summary:
    *_, summary = engine.reply([Message(Role.USER, prompt)], options, Stop())
    assert isinstance(summary, Summary)
    return summary


@contextmanager
def held(locks: Sequence[Path]) -> Iterator[None]:
    """Hold the locks, waiting for them in their order."""
    with ExitStack() as stack:
        for path in locks:
            fcntl.flock(stack.enter_context(path.open("a")), fcntl.LOCK_EX)
        yield
    if locks:
        time.sleep(2)  # whoever waits gets the turn


Speeds = dict[str, dict[str, list[float]]]


def interleave(
    cases: dict[str, Callable[[str, int], Summary]],
    prompts: Sequence[str],
    repeats: int,
    locks: Sequence[Path] = (),
) -> tuple[Speeds, Speeds]:
    """Return tokens/s and tokens per round: prompt -> case -> one number a repeat."""
    speeds: Speeds = defaultdict(lambda: defaultdict(list))
    per_round: Speeds = defaultdict(lambda: defaultdict(list))
    order = list(cases)
    for repeat in range(repeats):
        for name in prompts:
            random.Random(f"{repeat} {name}").shuffle(order)
            with held(locks):
                for case in order:
                    summary = cases[case](PROMPTS[NAMES[name]], repeat)
                    speeds[name][case].append(summary.tokens_per_second or 0.0)
                    per_round[name][case].append(summary.tokens_per_round or 0.0)
    return speeds, per_round


def ratio(speeds: Speeds, prompts: Sequence[str], case: str, base: str) -> float:
    """Median over the prompts' repeats of one case's speed over another's in the same repeat."""
    pairs = [pair for name in prompts for pair in zip(speeds[name][case], speeds[name][base], strict=True)]
    return statistics.median(one / other for one, other in pairs)


class Table:
    """Runs rows; each prints what it found."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.ballast = build(options.folder)
        starter = pull_starter(find_paths(), Stop(), lambda _progress: None)
        assert starter.drafter is not None
        self.starter = starter.target, starter.drafter

    def say(self, row: str, bar: str, found: str) -> None:
        print(f"{row:58} {bar:>8}  {found}", flush=True)

    def drafting(self, row: str, sampling: Callable[[int], Sampling]) -> None:
        """Fixed lengths and auto against plain."""
        with held(self.options.lock):  # a pair is measured when it is loaded
            engine = load(*self.ballast, 1024, self.options.threads)

        def case(length: int) -> Callable[[str, int], Summary]:
            return lambda prompt, repeat: write(
                engine, prompt, ReplyOptions(sampling(repeat), length, self.options.tokens)
            )

        lengths = {f"K = {length}": length for length in self.options.lengths}
        cases = {name: case(length) for name, length in {"plain": 0, "auto": AUTO, **lengths}.items()}
        # The first minute with a pair also measures it; what was measured is kept.
        with held(self.options.lock):
            for prompt in PROMPTS[:2]:
                write(engine, prompt, ReplyOptions(sampling(0), AUTO, 150))
        speeds, per_round = interleave(cases, self.options.prompts, self.options.repeats, self.options.lock)
        engine.close()
        for prompt in self.options.prompts:
            medians = {name: statistics.median(speeds[prompt][name]) for name in cases}
            rounds = {name: statistics.median(per_round[prompt][name]) for name in cases}
            print(f"  {prompt}: " + ", ".join(f"{name} {medians[name]:.2f} ({rounds[name]:.2f})" for name in cases))
        best = max(lengths, key=lambda name: ratio(speeds, self.options.prompts, name, "plain"))
        found = ratio(speeds, self.options.prompts, best, "plain")
        self.say(f"{row}, best fixed length ({best}) / plain", ">= 1.20", f"{found:.3f}")
        self.say(f"{row}, auto / plain", "-", f"{ratio(speeds, self.options.prompts, 'auto', 'plain'):.3f}")
        for prompt in self.options.prompts:
            own = max(lengths, key=lambda name: ratio(speeds, [prompt], name, "plain"))
            better = own if ratio(speeds, [prompt], own, "plain") > 1 else "plain"
            self.say(
                f"{row}, {prompt}: auto / best ({better})", ">= 0.97", f"{ratio(speeds, [prompt], 'auto', better):.3f}"
            )

    def not_slower(self, row: str, target: Path, drafter: Path) -> None:
        """Auto against plain where drafting cannot pay."""
        with held(self.options.lock):
            engine = load(target, drafter, 1024, self.options.threads)

        def case(length: int) -> Callable[[str, int], Summary]:
            return lambda prompt, _repeat: write(engine, prompt, ReplyOptions(GREEDY, length, self.options.tokens))

        with held(self.options.lock):
            write(engine, PROMPTS[0], ReplyOptions(GREEDY, AUTO, 100))
        cases = {"plain": case(0), "auto": case(AUTO)}
        speeds, _ = interleave(cases, self.options.prompts, self.options.repeats, self.options.lock)
        engine.close()
        self.say(f"{row}: auto / plain", ">= 0.97", f"{ratio(speeds, self.options.prompts, 'auto', 'plain'):.3f}")

    def greedy(self) -> None:
        self.drafting("greedy", lambda _repeat: GREEDY)

    def at(self, temperature: float) -> Callable[[], None]:
        return lambda: self.drafting(f"temperature {temperature}", lambda repeat: sampled(temperature, repeat))

    def plain(self) -> None:
        """Plain decoding against llama.cpp's own."""
        if self.options.llama_bench is None:
            self.say("plain / llama.cpp's own plain", ">= 0.99", "needs --llama-bench")
            return
        target, threads, tokens = self.ballast[0], self.options.threads, self.options.tokens
        engine = load(target, None, 1024, threads)
        ratios = []
        for _repeat in range(self.options.repeats):
            own = write(engine, PROMPTS[0], ReplyOptions(GREEDY, 0, tokens)).tokens_per_second or 0.0
            ratios.append(own / run_llama_bench(self.options.llama_bench, target, tokens, threads))
        engine.close()
        self.say("plain / llama.cpp's own plain", ">= 0.99", f"{statistics.median(ratios):.3f}")

    def useless(self) -> None:
        half = self.options.folder / "every-second-layer.Q2_K.gguf"
        if not half.exists():
            whole = self.options.folder / "every-second-layer.gguf"
            without_every_second_layer(self.starter[0], whole)
            quantize(whole, half, Q2_K)
            whole.unlink()
        self.not_slower("useless drafter", self.ballast[0], half)

    def same(self) -> None:
        self.not_slower("drafter equal to its target", self.ballast[0], self.ballast[0])

    def starter_pair(self) -> None:
        self.not_slower("starter pair", *self.starter)

    def coupled(self) -> None:
        """Tokens per round of the two rules; no clock."""
        engine = load(*self.starter, 1024, self.options.threads)
        rounds: dict[RuleName, list[int]] = {rule: [0, 0] for rule in RuleName}
        for repeat in range(self.options.repeats):
            for name in self.options.prompts:
                for rule in RuleName:
                    options = ReplyOptions(sampled(0.8, repeat), 4, self.options.tokens, rule=rule)
                    summary = write(engine, PROMPTS[NAMES[name]], options)
                    rounds[rule][0] += summary.emitted
                    rounds[rule][1] += summary.rounds
        engine.close()
        per_round = {rule: emitted / count for rule, (emitted, count) in rounds.items()}
        found = per_round[RuleName.COUPLED] / per_round[RuleName.RATIO]
        each = f"{per_round[RuleName.COUPLED]:.2f} / {per_round[RuleName.RATIO]:.2f}"
        self.say("tokens per round at 0.8, coupled / ratio rule", ">= 0.93", f"{found:.3f} ({each})")

    def lookup(self) -> None:
        engine = load(self.ballast[0], None, 1024, self.options.threads)
        cases: dict[str, Callable[[str, int], Summary]] = {
            "plain": lambda prompt, _repeat: write(engine, prompt, ReplyOptions(GREEDY, 0, self.options.tokens)),
            "lookup": lambda prompt, _repeat: write(
                engine, prompt, ReplyOptions(GREEDY, AUTO, self.options.tokens, lookup=True)
            ),
        }
        speeds, _ = interleave(cases, ["repeat"], self.options.repeats, self.options.lock)
        engine.close()
        self.say(
            "lookup on 'repeat this text' / plain", ">= 1.5", f"{ratio(speeds, ['repeat'], 'lookup', 'plain'):.3f}"
        )

    def proposal(self) -> None:
        """Microseconds to take in three tokens and propose 16, behind 32,768; no model."""
        words = random.Random(1)
        text = [min(int(words.expovariate(1 / 300)), 49151) for _ in range(1 << 15)]
        text[1 << 14 :] = text[: 1 << 14]
        drafter = LookupDrafter(1 << 16)
        for _ in drafter.follow(text):
            pass
        times = []
        for place in range(2000):
            text += text[place * 3 : place * 3 + 3]
            start = time.perf_counter()
            if drafter.ready(text):
                drafter.propose(text, 16, None, None)  # type: ignore[arg-type]  # needs no sampler
            times.append(1e6 * (time.perf_counter() - start))
        found = f"{statistics.median(times):.1f} (mean {statistics.mean(times):.1f})"
        self.say("microseconds a proposal of lookup, 32k tokens", "< 50", found)

    def outside(self) -> None:
        """Milliseconds a round that are not llama_decode."""
        engine = load(*self.starter, 2048, self.options.threads)
        for name, sampling, rule, bar in (
            ("greedy", GREEDY, RuleName.RATIO, "< 1.0"),
            ("sampled, ratio rule", sampled(0.8, 1), RuleName.RATIO, "< 2.0"),
            ("sampled, coupled rule", sampled(0.8, 1), RuleName.COUPLED, "< 2.0"),
        ):
            options = ReplyOptions(sampling, 4, self.options.tokens, rule=rule)
            each = [outside_ms(engine, PROMPTS[0], options) for _ in range(self.options.repeats)]
            self.say(f"ms a round outside llama_decode, {name}", bar, f"{statistics.median(each):.2f}")
        engine.close()

    def growth(self) -> None:
        """The same behind a prompt of 1,000 tokens and of nearly 8,000."""
        engine = load(*self.starter, 8192, self.options.threads)
        found: dict[int, list[float]] = {1000: [], 7800: []}
        prompts = {size: " ".join(f"word{place}" for place in range(size * 10 // 46)) for size in found}
        for repeat in range(self.options.repeats):
            for size in sorted(found, reverse=bool(repeat % 2)):
                options = ReplyOptions(GREEDY, 4, self.options.tokens)
                found[size].append(outside_ms(engine, prompts[size], options))
        engine.close()
        small, large = (statistics.median(each) for each in found.values())
        self.say("outside llama_decode, 8k / 1k of context", "< 1.2", f"{large / small:.3f} ({large:.2f}, {small:.2f})")

    def memory(self) -> None:
        """What the engine itself allocates over a vocabulary of 262,144 with 16 drafts and no top-k."""
        self.say("engine's own memory, 262k vocabulary, K = 16", "< 60", f"{engine_megabytes():.1f} MB")


def outside_ms(engine: Engine, prompt: str, options: ReplyOptions) -> float:
    clock = DecodeClock()
    before = 0.0
    for event in engine.reply([Message(Role.USER, prompt)], options, Stop()):
        if isinstance(event, PromptProgress):
            before = clock.seconds
    clock.close()
    assert isinstance(event, Summary)
    return 1000 * (event.seconds - event.prompt_seconds - (clock.seconds - before)) / event.rounds


def rows_of(table: Table) -> Iterator[tuple[str, Callable[[], None]]]:
    yield from (
        ("plain", table.plain),
        ("greedy", table.greedy),
        ("0.8", table.at(0.8)),
        ("1.0", table.at(1.0)),
        ("useless", table.useless),
        ("starter", table.starter_pair),
        ("same", table.same),
        ("coupled", table.coupled),
        ("lookup", table.lookup),
        ("proposal", table.proposal),
        ("outside", table.outside),
        ("growth", table.growth),
        ("memory", table.memory),
    )


def main() -> None:
    """Measure and print the rows that were asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--llama-bench", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--lengths", type=lambda text: [int(one) for one in text.split(",")], default=list(range(1, 9)))
    parser.add_argument("--prompts", type=lambda text: text.split(","), default=list(NAMES))
    parser.add_argument("--lock", type=Path, nargs="*", default=[])
    parser.add_argument("--folder", type=Path, default=Path("build/ballast"))
    options = parser.parse_args()
    for name, row in rows_of(Table(options)):
        if not options.rows or name in options.rows:
            row()


if __name__ == "__main__":
    main()
