"""What a head costs against a draft model of the same target: a drafted token, following a prompt, memory.

    python -m tests.benchmarks.heads [--repeats N] [--lock FILE ...]

Two targets. One is SmolLM2-135M: with the Q2_K copy of itself as draft model, and with EAGLE-3 heads of its width, one
over the whole vocabulary and one over 8,192 tokens. llama.cpp has no MTP heads of llamas, so the other is a MiMo of the
same shape and vocabulary with one inside, in Q8_0: with that, and with the same draft model. Heads and MiMo have random
weights: their guesses are worthless and only costs count.

Each drafter has a process of its own, all loaded at once; in every repeat they take turns in an order of its own, each
reading a prompt plainly and with the drafter. With --lock the files are held (flock) during each turn, for others who
measure on this machine. Medians over the repeats.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import gguf
import numpy as np
import psutil

from app.engine import Engine
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.paths import find_paths
from app.pull import pull_starter
from app.speculation.records import Round
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from tests.benchmarks.table import held

if TYPE_CHECKING:
    from multiprocessing.pool import Pool

FOLDER = Path("build/heads")
FEED, MAPPED = 1536, 8192
WORDS = "The keeper of the lighthouse climbs the stairs, lights the lamp and looks at the sea. "


class RandomModel:
    """A file with the shape and the tokenizer of another model, and random weights."""

    def __init__(self, like: Path, path: Path, architecture: str, blocks: int) -> None:
        reader = gguf.GGUFReader(like)
        fields = reader.fields
        self.width = int(fields["llama.embedding_length"].contents())
        self.heads = int(fields["llama.attention.head_count"].contents())
        self.kv_heads = int(fields["llama.attention.head_count_kv"].contents())
        self.layers = int(fields["llama.block_count"].contents())
        self.vocabulary = len(fields["tokenizer.ggml.tokens"].data)
        self.path, self.architecture = path, architecture
        self.writer = gguf.GGUFWriter(path, architecture)
        self._random = np.random.default_rng(0)
        for name, found in fields.items():
            if name.startswith("tokenizer.") and name != "tokenizer.chat_template":
                kinds = found.types
                self.writer.add_key_value(name, found.contents(), kinds[0], kinds[-1] if len(kinds) > 1 else None)
        self.writer.add_block_count(blocks or self.layers)
        self.writer.add_context_length(int(fields["llama.context_length"].contents()))
        self.writer.add_embedding_length(self.width)
        self.writer.add_feed_forward_length(FEED)
        self.writer.add_head_count(self.heads)
        self.writer.add_layer_norm_rms_eps(1e-5)
        self.writer.add_rope_dimension_count(self.width // self.heads)

    def norm(self, *names: str) -> None:
        """Add norms that change nothing but the length."""
        for name in names:
            self.writer.add_tensor(f"{name}.weight", np.ones(self.width, dtype=np.float32))

    def weights(self, name: str, *shape: int, packed: bool = False) -> None:
        """Add a random matrix, in F16 or `packed` as Q8_0."""
        matrix = self._random.normal(0, 0.03, shape).astype(np.float32)
        if packed:
            kind = gguf.GGMLQuantizationType.Q8_0
            self.writer.add_tensor(f"{name}.weight", gguf.quantize(matrix, kind), raw_dtype=kind)
        else:
            self.writer.add_tensor(f"{name}.weight", matrix.astype(np.float16))

    def finish(self) -> Path:
        """Write it."""
        self.writer.write_header_to_file()
        self.writer.write_kv_data_to_file()
        self.writer.write_tensors_to_file()
        self.writer.close()
        return self.path


def write_eagle3(target: Path, path: Path, *, mapped: int = 0) -> Path:
    """Write an EAGLE-3 head for `target`."""
    head = RandomModel(target, path, "eagle3", 1)
    width = head.width
    head.writer.add_head_count_kv(head.heads)
    head.writer.add_array("eagle3.target_layers", [2, head.layers // 2, head.layers - 3])
    head.writer.add_uint32("eagle3.target_hidden_size", width)
    head.norm("output_norm", "blk.0.attn_norm", "blk.0.attn_norm_2", "blk.0.ffn_norm")
    shapes = {"fc": (width, 3 * width), "blk.0.attn_output": (width, width), "blk.0.ffn_down": (width, FEED)}
    shapes |= {f"blk.0.attn_{name}": (width, 2 * width) for name in "qkv"}
    shapes |= {f"blk.0.ffn_{name}": (FEED, width) for name in ("gate", "up")}
    shapes |= {"token_embd": (head.vocabulary, width), "output": (mapped or head.vocabulary, width)}
    for name, shape in shapes.items():
        head.weights(name, *shape)
    if mapped:
        head.writer.add_tensor("d2t", np.linspace(5, head.vocabulary - 1, mapped).astype(np.int64))
    return head.finish()


def write_mimo(like: Path, path: Path) -> Path:
    """Write a MiMo of the shape of `like` with an MTP head behind its layers."""
    layers = int(gguf.GGUFReader(like).fields["llama.block_count"].contents())
    model = RandomModel(like, path, "mimo2", layers + 1)
    width = model.width
    kv_width = width // model.heads * model.kv_heads
    model.writer.add_head_count_kv(model.kv_heads)
    for key, value in {"nextn_predict_layers": 1, "expert_feed_forward_length": 0}.items():
        model.writer.add_uint32(f"mimo2.{key}", value)
    model.writer.add_uint32("mimo2.attention.sliding_window", 4096)  # it must have one; longer than all contexts here
    model.writer.add_array("mimo2.attention.sliding_window_pattern", [block == 0 for block in range(layers + 1)])
    model.norm("output_norm")
    model.weights("token_embd", model.vocabulary, width, packed=True)
    model.weights("output", model.vocabulary, width, packed=True)
    for block in range(layers + 1):
        prefix = f"blk.{block}."
        model.norm(f"{prefix}attn_norm", f"{prefix}ffn_norm")
        shapes = {"attn_qkv": (width + 2 * kv_width, width), "attn_output": (width, width), "ffn_down": (width, FEED)}
        shapes |= {f"ffn_{name}": (FEED, width) for name in ("gate", "up")}
        for name, shape in shapes.items():
            model.weights(f"{prefix}{name}", *shape, packed=True)
    model.norm(f"blk.{layers}.nextn.enorm", f"blk.{layers}.nextn.hnorm")
    model.weights(f"blk.{layers}.nextn.eh_proj", width, 2 * width, packed=True)
    return model.finish()


@dataclass(frozen=True, slots=True)
class Turn:
    """Seconds of one turn: of each drafted token, of a prompt read plainly and with the drafter; bytes so far."""

    drafted: tuple[float, ...]
    plain: float
    followed: float
    memory: int


@dataclass(slots=True)
class Subject:
    """A drafter under test: its process, and what it has shown."""

    name: str
    pool: Pool
    turns: list[Turn] = field(default_factory=list)

    @property
    def line(self) -> str:
        """Its row of the table."""
        drafted = [seconds for turn in self.turns for seconds in turn.drafted]
        token = f"{1e3 * statistics.median(drafted):.2f} ms" if drafted else "-"
        plain, followed = (
            statistics.median(getattr(turn, name) for turn in self.turns) for name in ("plain", "followed")
        )
        memory = max(turn.memory for turn in self.turns)
        return (
            f"{self.name:<36}{token:>17}{1e3 * plain:>9.0f} ms{1e3 * followed:>9.0f} ms"
            f"{1e3 * (followed - plain):>9.0f} ms{memory / 1e6:>8.0f} MB"
        )


_engine = Engine()
_before = 0


def load(files: PairFiles) -> None:
    """Load a pair into this process."""
    global _before  # noqa: PLW0603  (one process, one engine)
    _before = psutil.Process().memory_info().rss
    _engine.load(files, LoadOptions(context=2048), Stop(), lambda _fraction: None)


def take_turn(repeat: int) -> Turn:
    """Read a prompt plainly and with the drafter, in turns first, and draft for a while."""
    seconds, drafted = {}, []
    for length in (0, 4) if repeat % 2 else (4, 0):
        text = f"{repeat}, {length}. " + WORDS * 28
        options = ReplyOptions(Sampling(temperature=0), draft_length=length, max_tokens=16)
        *events, summary = _engine.continue_text(text, options, Stop())
        seconds[length] = summary.prompt_seconds
        rounds = [event for event in events if isinstance(event, Round) and event.drafted]
        # The first draft also uses up the end of the prompt.
        drafted += [one.draft_seconds / len(one.drafted) for one in rounds[1:]]
    return Turn(tuple(drafted), seconds[0], seconds[4], psutil.Process().memory_info().rss - _before)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--lock", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    starter = pull_starter(find_paths(), Stop(), lambda _progress: None)
    FOLDER.mkdir(parents=True, exist_ok=True)
    whole = write_eagle3(starter.target, FOLDER / "whole.gguf")
    mapped = write_eagle3(starter.target, FOLDER / "mapped.gguf", mapped=MAPPED)
    mimo = write_mimo(starter.target, FOLDER / "mimo.gguf")
    pairs = {
        "SmolLM2 alone": (starter.target, None),
        "SmolLM2, draft model": (starter.target, starter.drafter),
        "SmolLM2, EAGLE-3": (starter.target, whole),
        f"SmolLM2, EAGLE-3 of {MAPPED:,} tokens": (starter.target, mapped),
        "MiMo, draft model": (mimo, starter.drafter),
        "MiMo, MTP head inside": (mimo, None),
    }
    with ExitStack() as stack:
        context = multiprocessing.get_context("spawn")
        subjects = []
        for name, (target, drafter) in pairs.items():
            with held(options.lock):
                pool = stack.enter_context(context.Pool(1, load, (PairFiles(name, target, drafter),)))
                subjects.append(Subject(name, pool))
                pool.apply(take_turn, (0,))  # caches are cold
        for repeat in range(1, options.repeats + 1):
            for subject in random.Random(repeat).sample(subjects, len(subjects)):
                with held(options.lock):
                    subject.turns.append(subject.pool.apply(take_turn, (repeat,)))
    columns = ("a drafted token", "a prompt", "followed", "more", "memory")
    print(f"{'':<36}" + "".join(f"{name:>{width}}" for name, width in zip(columns, (17, 12, 12, 12, 11), strict=True)))
    for subject in subjects:
        print(subject.line)


if __name__ == "__main__":
    main()
