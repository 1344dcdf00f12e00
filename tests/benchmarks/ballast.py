"""Build the ballast pair: a target that writes what SmolLM2-135M writes and costs what a 736M model costs.

The target is dequantised to F16 and 170 more layers are appended in which `attn_output.weight` and `ffn_down.weight`
are zero: each adds nothing to the residual stream but is computed all the same. Its drafter is the Q2_K copy of the
original. So a real speed-up can be measured on two cores without a GPU.

    python -m tests.benchmarks.ballast [FOLDER]      (1.4 GB, default build/ballast)
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from app.paths import find_paths, make_folder
from app.pull import pull_starter
from app.speculation.stop import Stop

EXTRA_LAYERS = 170
SILENCED = ("attn_output.weight", "ffn_down.weight")


def build(folder: Path) -> tuple[Path, Path]:
    """Return (target, drafter) in `folder`, made if they are not there."""
    starter = pull_starter(find_paths(), Stop(), lambda _progress: None)
    target = folder / "ballast.F16.gguf"
    if not target.exists():
        make_folder(folder)
        from app.llama.quantize import F16, quantize

        half = folder / "half.F16.gguf"
        quantize(starter.target, half, F16)
        part = target.with_suffix(".part")
        append_silent_layers(half, part, EXTRA_LAYERS)
        part.replace(target)
        half.unlink()
    assert starter.drafter is not None
    return target, starter.drafter


def append_silent_layers(source: Path, destination: Path, extra: int) -> None:
    """Copy a GGUF and append `extra` copies of its layers that add nothing."""
    import gguf

    reader = gguf.GGUFReader(source)
    fields = {field.name: field for field in reader.fields.values() if not field.name.startswith("GGUF.")}
    architecture = fields["general.architecture"].contents()
    layers = int(fields[f"{architecture}.block_count"].contents())
    writer = gguf.GGUFWriter(destination, architecture)
    for name, field in fields.items():
        if name == f"{architecture}.block_count":
            writer.add_block_count(layers + extra)
        elif name != "general.architecture":
            writer.add_key_value(
                name, field.contents(), field.types[0], field.types[-1] if len(field.types) > 1 else None
            )
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    for name, tensor in tensors.items():
        writer.add_tensor(name, tensor.data, raw_dtype=tensor.tensor_type)
    for layer in range(layers, layers + extra):
        prefix = f"blk.{layer % layers}."
        for name, tensor in tensors.items():
            if name.startswith(prefix):
                part = name.removeprefix(prefix)
                data = np.zeros_like(tensor.data) if part in SILENCED else tensor.data
                writer.add_tensor(f"blk.{layer}.{part}", data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    for path in build(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/ballast")):
        print(path)
