"""A drafter that is worth nothing: a model without every second of its layers."""

from __future__ import annotations

from pathlib import Path


def without_every_second_layer(source: Path, destination: Path) -> None:
    """Copy a GGUF without its layers 1, 3, 5 ..."""
    import gguf

    reader = gguf.GGUFReader(source)
    fields = {field.name: field for field in reader.fields.values() if not field.name.startswith("GGUF.")}
    architecture = fields["general.architecture"].contents()
    count = f"{architecture}.block_count"
    writer = gguf.GGUFWriter(destination, architecture)
    for name, field in fields.items():
        if name == count:
            writer.add_block_count((int(field.contents()) + 1) // 2)
        elif name != "general.architecture":
            inner = field.types[-1] if len(field.types) > 1 else None
            writer.add_key_value(name, field.contents(), field.types[0], inner)
    for tensor in reader.tensors:
        prefix, _, rest = tensor.name.partition(".")
        number, _, part = rest.partition(".")
        if prefix != "blk":
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
        elif int(number) % 2 == 0:
            writer.add_tensor(f"blk.{int(number) // 2}.{part}", tensor.data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
