"""What a head costs against a draft model of the same target: a drafted token, following a prompt, memory.

    python -m tests.benchmarks.heads [--repeats N]

The target is SmolLM2-135M, its draft model the Q2_K copy of itself. The EAGLE-3 heads are of the target's width with
random weights in F16, so their guesses are worthless and only their costs count: one has the whole vocabulary, one a
table of 8,192 tokens. Each drafter is measured in a process of its own; in every repeat the same prompt is read plainly
and with the drafter.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
from pathlib import Path

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

FOLDER = Path("build/heads")
FEED, MAPPED = 1536, 8192
WORDS = "The keeper of the lighthouse climbs the stairs, lights the lamp and looks at the sea. "


def write_head(target: Path, path: Path, *, mapped: int = 0) -> Path:
    """Write an EAGLE-3 head of random weights for `target`, with its tokenizer."""
    reader = gguf.GGUFReader(target)
    fields = reader.fields
    width = int(fields["llama.embedding_length"].contents())
    heads = int(fields["llama.attention.head_count"].contents())
    vocabulary = len(fields["tokenizer.ggml.tokens"].data)
    writer = gguf.GGUFWriter(path, "eagle3")
    for name, field in fields.items():
        if name.startswith("tokenizer.") and name != "tokenizer.chat_template":
            kinds = field.types
            writer.add_key_value(name, field.contents(), kinds[0], kinds[-1] if len(kinds) > 1 else None)
    writer.add_block_count(1)
    writer.add_context_length(int(fields["llama.context_length"].contents()))
    writer.add_embedding_length(width)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // heads)
    layers = int(fields["llama.block_count"].contents())
    writer.add_array("eagle3.target_layers", [2, layers // 2, layers - 3])
    writer.add_uint32("eagle3.target_hidden_size", width)
    random = np.random.default_rng(0)
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.attn_norm_2", "blk.0.ffn_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(width, dtype=np.float32))
    shapes = {"fc": (width, 3 * width), "blk.0.attn_output": (width, width), "blk.0.ffn_down": (width, FEED)}
    shapes |= {f"blk.0.attn_{name}": (width, 2 * width) for name in "qkv"}
    shapes |= {f"blk.0.ffn_{name}": (FEED, width) for name in ("gate", "up")}
    shapes |= {"token_embd": (vocabulary, width), "output": (mapped or vocabulary, width)}
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", random.normal(0, 0.03, shape).astype(np.float16))
    if mapped:
        writer.add_tensor("d2t", np.linspace(5, vocabulary - 1, mapped).astype(np.int64))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def measure(files: PairFiles, repeats: int) -> tuple[float, ...]:
    """Return the milliseconds of a drafted token, those of a prompt without and with the drafter, and megabytes."""
    process = psutil.Process()
    before = process.memory_info().rss
    engine = Engine()
    engine.load(files, LoadOptions(context=2048), Stop(), lambda _fraction: None)
    drafted, prompts = [], {0: [], 4: []}
    for repeat in range(repeats):
        for length, seconds in prompts.items():
            text = f"{repeat}, {length}. " + WORDS * 28
            options = ReplyOptions(Sampling(temperature=0), draft_length=length, max_tokens=16)
            *events, summary = engine.continue_text(text, options, Stop())
            seconds.append(summary.prompt_seconds)
            rounds = [event for event in events if isinstance(event, Round) and event.drafted]
            # The first draft also uses up the end of the prompt.
            drafted += [one.draft_seconds / len(one.drafted) for one in rounds[1:]]
    took = process.memory_info().rss - before
    engine.close()
    token = 1e3 * statistics.median(drafted) if drafted else 0.0
    plain, followed = (1e3 * statistics.median(seconds) for seconds in prompts.values())
    return token, plain, followed, took / 1e6


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    starter = pull_starter(find_paths(), Stop(), lambda _progress: None)
    FOLDER.mkdir(parents=True, exist_ok=True)
    drafters = {
        "none": None,
        "draft model": starter.drafter,
        "EAGLE-3": write_head(starter.target, FOLDER / "whole.gguf"),
        f"EAGLE-3, {MAPPED:,} tokens": write_head(starter.target, FOLDER / "mapped.gguf", mapped=MAPPED),
    }
    print(f"{'drafter':<24}{'a drafted token':>18}{'a prompt':>12}{'followed':>12}{'memory':>10}")
    for name, path in drafters.items():
        files = PairFiles(name, starter.target, path)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            token, plain, followed, memory = pool.apply(measure, (files, options.repeats))
        print(f"{name:<24}{token:>15.2f} ms{plain:>9.0f} ms{followed:>9.0f} ms{memory:>7.0f} MB")


if __name__ == "__main__":
    main()
