"""The first logits of an EAGLE-3 head, computed once more from the weights alone.

Text is right whatever a drafter does; this shows that features come in the right order, shifted by one token, at the
right positions.
"""

from __future__ import annotations

import numpy as np
import pytest

from app.engine import Engine
from app.options import LoadOptions, PairFiles, ReplyOptions
from app.speculation.records import Round
from app.speculation.sampling import Sampling
from app.speculation.stop import Stop
from tests.tiny_heads import CONTEXT, HEAD_WIDTH, HEADS, KV_HEADS, WIDTH, Floats, TinyFile, tiny_eagle3, tiny_target

pytestmark = pytest.mark.native


def norm(rows: Floats, weight: Floats) -> Floats:
    return rows / np.sqrt(np.mean(rows**2, axis=-1, keepdims=True) + 1e-5) * weight


def rotate(heads: Floats) -> Floats:
    """Turn pairs of neighbours by the position; shape (positions, heads, HEAD_WIDTH)."""
    angles = np.outer(np.arange(len(heads)), 10000.0 ** (-np.arange(0, HEAD_WIDTH, 2) / HEAD_WIDTH))[:, np.newaxis]
    even, odd = heads[..., ::2], heads[..., 1::2]
    turned = np.empty_like(heads)
    turned[..., ::2] = even * np.cos(angles) - odd * np.sin(angles)
    turned[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return turned


def attend(file: TinyFile, prefix: str, rows: Floats) -> Floats:
    """Causal attention, two heads of queries to each of keys."""
    count = len(rows)
    q, k, v = (rows @ file.tensors[f"{prefix}attn_{name}.weight"].T for name in "qkv")
    q = rotate(q.reshape(count, HEADS, HEAD_WIDTH))
    k = np.repeat(rotate(k.reshape(count, KV_HEADS, HEAD_WIDTH)), HEADS // KV_HEADS, axis=1)
    v = np.repeat(v.reshape(count, KV_HEADS, HEAD_WIDTH), HEADS // KV_HEADS, axis=1)
    scores = np.einsum("ihd,jhd->hij", q, k) / np.sqrt(HEAD_WIDTH)
    scores = np.where(np.tril(np.ones((count, count), dtype=bool)), scores, -np.inf)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    return np.einsum("hij,jhd->ihd", scores, v).reshape(count, WIDTH) @ file.tensors[f"{prefix}attn_output.weight"].T


def feed(file: TinyFile, prefix: str, rows: Floats) -> Floats:
    rows = norm(rows, file.tensors[f"{prefix}ffn_norm.weight"])
    gate = rows @ file.tensors[f"{prefix}ffn_gate.weight"].T
    up = rows @ file.tensors[f"{prefix}ffn_up.weight"].T
    return (gate / (1 + np.exp(-gate)) * up) @ file.tensors[f"{prefix}ffn_down.weight"].T


def layer_inputs(target: TinyFile, tokens: list[int]) -> list[Floats]:
    rows = target.tensors["token_embd.weight"][tokens]
    inputs = []
    for layer in range(target.numbers["block_count"]):
        inputs.append(rows)
        prefix = f"blk.{layer}."
        rows = rows + attend(target, prefix, norm(rows, target.tensors[f"{prefix}attn_norm.weight"]))
        rows = rows + feed(target, prefix, rows)
    return inputs


def first_logits(target: TinyFile, head: TinyFile, tokens: list[int]) -> Floats:
    """After the last of `tokens`, with the features of all before it."""
    inputs = layer_inputs(target, tokens[:-1])
    features = np.concatenate([inputs[layer] for layer in head.arrays["target_layers"]], axis=1)
    if "enc.output_norm.weight" in head.tensors:
        features = norm(features, head.tensors["enc.output_norm.weight"])
    states = features @ head.tensors["fc.weight"].T
    own = head if "token_embd.weight" in head.tensors else target
    embedded = norm(own.tensors["token_embd.weight"][tokens[1:]], head.tensors["blk.0.attn_norm.weight"])
    normed = norm(states, head.tensors["blk.0.attn_norm_2.weight"])
    rows = attend(head, "blk.0.", np.concatenate([embedded, normed], axis=1))
    rows += normed if head.numbers.get("norm_before_residual") else states
    rows += feed(head, "blk.0.", rows)
    output = (head if "output.weight" in head.tensors else target).tensors["output.weight"]
    logits = norm(rows[-1:], head.tensors["output_norm.weight"])[0] @ output.T
    if "d2t" not in head.tensors:
        return logits
    scattered = np.full(len(target.tensors["output.weight"]), -np.inf, dtype=np.float32)
    scattered[head.tensors["d2t"]] = logits
    return scattered


@pytest.mark.parametrize(
    "changes",
    [{}, {"borrow": True}, {"mapped": True}, {"norms": True}, {"layers": (0, 3, 1)}],
    ids=["own", "borrows", "mapped", "norms", "order"],
)
def test_the_first_logits_are_those_of_the_paper(tmp_path, changes, monkeypatch):
    target = tiny_target()
    head = tiny_eagle3(target, **changes)
    engine = Engine()
    files = PairFiles("pair", target.write(tmp_path / "target.gguf"), head.write(tmp_path / "head.gguf"))
    engine.load(files, LoadOptions(context=CONTEXT, flash_attention=False, threads=1), Stop(), lambda _fraction: None)
    drafter, rows = engine._models.head.drafter, []

    def begin(token, state):
        rows.append(type(drafter).begin(drafter, token, state).copy())
        return rows[-1]

    monkeypatch.setattr(drafter, "begin", begin)
    text = "a text of some length, " * 6
    options = ReplyOptions(Sampling(temperature=0), draft_length=2, max_tokens=12)
    events = list(engine.continue_text(text, options, Stop()))
    tokens = [*engine._models.raw_prompt(text), *events[-1].token_ids]
    engine.close()
    read, largest = events[-1].prompt_tokens, []
    drafted = [event for event in events if isinstance(event, Round) and event.drafted]
    for one, row in zip(drafted, rows, strict=True):
        expected = first_logits(target, head, tokens[:read])
        finite = np.isfinite(expected)
        assert (np.isfinite(row) == finite).all()
        # Keys and values are kept in half precision.
        assert np.abs(row[finite] - expected[finite]).max() < 0.03
        largest.append(float(expected[finite].max()))
        read += len(one.emitted)
    assert max(largest) > 1
