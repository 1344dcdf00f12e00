"""What a header says of the memory of a model, over the ways in which layers differ."""

from __future__ import annotations

from pathlib import Path

from app.catalog.gguf import parse_header
from app.catalog.gguf_shape import shape_of
from app.catalog.memory import LayerShape
from tests.catalog.gguf_files import BOOL, I32, GgufFile, Items, Tensor, model_entries


def shape(architecture: str = "llama", *, layers: int = 4, tensors: list[Tensor] | None = None, **keys: object):
    named = {f"{architecture}.{key.replace('__', '.')}": value for key, value in keys.items()}
    entries = {**model_entries(architecture), f"{architecture}.block_count": layers, **named}
    file = GgufFile(entries=entries, tensor_bytes=2048)
    if tensors is not None:
        file.tensors = tensors
    return shape_of(parse_header(file.data(), Path("m.gguf")))


def test_heads_share_keys_and_values():
    found = shape(attention__head_count=4, attention__head_count_kv=2, feed_forward_length=96)
    assert found.layers == (LayerShape(16, 16),) * 4
    assert (found.embedding, found.feed_forward, found.attention) == (32, 96, 4 * 8 + 2 * 16)


def test_a_file_named_by_a_hash_goes_by_the_name_inside():
    data = GgufFile().data()
    names = [shape_of(parse_header(data, Path(name))).name for name in ("m.gguf", "sha256-ab12")]
    assert names == ["m", "Tiny"]


def test_lengths_of_keys_and_values_may_be_given():
    found = shape(
        attention__head_count=4, attention__head_count_kv=1, attention__key_length=24, attention__value_length=12
    )
    assert found.layers[0] == LayerShape(24, 12)


def test_layers_with_a_window():
    pattern = Items(BOOL, [True, True, False, True])
    found = shape(
        "gemma4",
        attention__head_count=4,
        attention__head_count_kv=Items(I32, [2, 2, 1, 2]),
        attention__key_length=16,
        attention__value_length=16,
        attention__key_length_swa=8,
        attention__value_length_swa=8,
        attention__sliding_window=128,
        attention__sliding_window_pattern=pattern,
        attention__shared_kv_layers=1,
    )
    windowed = LayerShape(16, 16, window=128)
    assert found.layers == (windowed, windowed, LayerShape(16, 16), LayerShape(0, 0))


def test_recurrent_layers_take_turns_with_attention():
    found = shape(
        "qwen35",
        attention__head_count=4,
        attention__head_count_kv=2,
        ssm__inner_size=64,
        ssm__state_size=8,
        ssm__conv_kernel=4,
        ssm__group_count=2,
    )
    recurrent = LayerShape(0, 0, state=4 * (3 * (64 + 2 * 2 * 8) + 64 * 8))
    assert found.layers == (recurrent, recurrent, recurrent, LayerShape(16, 16))


def test_layers_without_heads_are_recurrent():
    found = shape(
        "lfm2", attention__head_count=4, attention__head_count_kv=Items(I32, [0, 2, 0, 2]), shortconv__l_cache=3
    )
    recurrent = LayerShape(0, 0, state=4 * 32 * 2)
    assert found.layers == (recurrent, LayerShape(16, 16)) * 2


def test_both_may_be_in_one_layer():
    found = shape(
        "falcon-h1",
        attention__head_count=4,
        attention__head_count_kv=2,
        ssm__inner_size=64,
        ssm__state_size=8,
        ssm__conv_kernel=1,
    )
    assert found.layers == (LayerShape(16, 16, state=4 * 64 * 8),) * 4


def test_rwkv_keeps_a_state_only():
    found = shape("rwkv7", attention__head_count=0, wkv__head_size=16, token_shift_count=2)
    assert found.layers == (LayerShape(0, 0, state=4 * 32 * 18),) * 4


def test_latent_attention_keeps_no_values():
    found = shape(
        "deepseek2",
        attention__head_count=4,
        attention__head_count_kv=1,
        attention__key_length=20,
        attention__value_length=16,
        attention__key_length_mla=8,
        attention__value_length_mla=8,
    )
    assert found.layers[0] == LayerShape(20, 0)


def test_experts_that_work_at_once_are_as_wide_together():
    found = shape(
        attention__head_count=4,
        feed_forward_length=96,
        expert_feed_forward_length=40,
        expert_count=8,
        expert_used_count=3,
    )
    assert found.feed_forward == 120


def test_prediction_layers_are_not_loaded_with_a_plain_target():
    found = shape(attention__head_count=4, nextn_predict_layers=1)
    assert len(found.layers) == 3


def test_the_table_of_logits_may_be_that_of_the_embeddings():
    embeddings = Tensor("token_embd.weight", (32, 8), kind=1)
    tied = shape(attention__head_count=4, tensors=[embeddings])
    assert (tied.input_weights, tied.output_weights, tied.tied, tied.body) == (512, 512, True, 0)
    output = Tensor("output.weight", (32, 8), kind=0, offset=512)
    separate = shape(attention__head_count=4, tensors=[embeddings, output])
    assert (separate.input_weights, separate.output_weights, separate.tied) == (512, 1024, False)
    assert separate.weights == 1536
