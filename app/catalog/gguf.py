"""Facts from the header of a model file, read without loading it.

About 100 times faster than the `gguf` package. Refused is a file that breaks the format, is cut short, or would abort
llama.cpp and the whole app with it. Its tables are not kept: `TokenizerTables` reads them when they are asked for.
"""

from __future__ import annotations

import mmap
import re
import stat
import struct
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, NoReturn

from app.catalog.gguf_attention import MAX_BLOCKS, MAX_INT32, read_attention
from app.catalog.gguf_header import NOWHERE, GgufHeader, Kind, Span
from app.catalog.gguf_layout import FLOAT32, INT32, TEXT, Array, Cursor, Tensors, printable, read_entries, read_tensors
from app.catalog.gguf_tokens import TokenizerTables
from app.catalog.gguf_types import ARCHITECTURES, TENSOR_TYPES
from app.catalog.gguf_values import Facts
from app.catalog.gguf_weights import weigh
from app.errors import ModelFileInvalidError, ModelFileMissingError, NotGgufError, NotStandaloneError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.catalog.gguf_attention import Attention
    from app.catalog.gguf_weights import Weights

MAGIC: Final = b"GGUF"
MAX_ENTRIES: Final = 4096
MAX_TENSORS: Final = 65536
MAX_ALIGNMENT: Final = 65536
MAX_SPLITS: Final = 65535
MAX_UINT32: Final = (1 << 32) - 1

__all__ = ["GgufHeader", "Kind", "check_runnable", "parse_header", "read_header", "read_parts"]

_PREAMBLE: Final = struct.Struct("<4xIqq")
# All its blocks are prediction layers (conversion/gemma.py); any other model would be left without a body.
_HEAD_OF_GEMMA: Final = "gemma4-assistant"

_NEXTN: Final = re.compile(r"blk\.(\d{1,3})\.nextn\.eh_proj\.weight")

_KIND_BY_ARCHITECTURE: Final = {
    "eagle3": Kind.EAGLE3_HEAD,
    "dflash": Kind.DFLASH_HEAD,
    _HEAD_OF_GEMMA: Kind.MTP_HEAD,
    "clip": Kind.PROJECTOR,
}
_KIND_BY_TYPE: Final = {"adapter": Kind.ADAPTER, "mmproj": Kind.PROJECTOR}


@dataclass(frozen=True, slots=True)
class _Tables:
    """The two tables of a header, read and checked for form."""

    version: int
    facts: Facts
    tensors: Tensors
    data_offset: int


def read_header(path: Path) -> GgufHeader:
    """Read and check the header of the file at `path`.

    Raises:
        ModelFileMissingError: no readable regular file.
        NotGgufError: it does not begin with "GGUF".
        ModelFileTruncatedError: it is shorter than its header or its tensors.
        ModelFileInvalidError: a field breaks the format or its limits, or would abort llama.cpp.
    """
    with _mapped(path) as buffer:
        return parse_header(buffer, path)


@contextmanager
def _mapped(path: Path) -> Iterator[mmap.mmap]:
    try:
        # Asked before opening: opening a pipe waits for its writer.
        if not stat.S_ISREG(path.stat().st_mode):
            raise ModelFileMissingError(path=path)
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise NotGgufError(path=path)
            buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        raise ModelFileMissingError(path=path) from error
    with buffer:
        yield buffer


def parse_header(buffer: bytes | mmap.mmap, path: Path, size: int | None = None) -> GgufHeader:
    """Read the header from the first bytes of a file of `size` (None: from all of them).

    Raises:
        MoreNeededError: the header goes on beyond `buffer`.
        ModelFileError: as `read_header`, naming `path`.
    """
    if buffer[: len(MAGIC)] != MAGIC:
        raise NotGgufError(path=path)
    size = len(buffer) if size is None else size
    cursor = Cursor(buffer, path, size)
    tables = _read_tables(cursor)
    needed = tables.data_offset + tables.tensors.extent
    if needed > size:
        cursor.require(needed)
    facts = tables.facts
    split_count, split_number = _place_in_split(facts)
    architecture = _architecture(facts, split_number)
    nextn = facts.integer(f"{architecture}.nextn_predict_layers", 0, MAX_BLOCKS) or 0
    kind = _kind(facts, architecture, split_count, nextn, tables.tensors)
    whole = split_number == 0 and kind not in {Kind.PROJECTOR, Kind.ADAPTER}
    block_count = _block_count(facts, architecture, nextn, whole)
    embedding_length = facts.size(f"{architecture}.embedding_length", MAX_INT32, required=whole)
    return GgufHeader(
        path=path,
        file_size=size,
        kind=kind,
        version=tables.version,
        architecture=architecture,
        name=facts.text("general.name"),
        size_label=facts.text("general.size_label"),
        file_type=facts.integer("general.file_type", 0, MAX_UINT32),
        block_count=block_count,
        context_length=facts.size(f"{architecture}.context_length", MAX_INT32, required=whole),
        embedding_length=embedding_length,
        nextn_predict_layers=nextn,
        **_head(tables, architecture),
        expert_count=facts.integer(f"{architecture}.expert_count", 0, MAX_INT32) or 0,
        expert_used_count=facts.integer(f"{architecture}.expert_used_count", 0, MAX_INT32) or 0,
        chat_template=facts.text("tokenizer.chat_template"),
        split_count=split_count,
        split_number=split_number,
        tensor_count=len(tables.tensors.rows),
        data_offset=tables.data_offset,
        needed_size=needed,
        **_record(read_attention(facts, architecture, block_count, embedding_length)),
        **_record(weigh(tables.tensors.rows)),
        **_tokenizer(facts),
    )


def _place_in_split(facts: Facts) -> tuple[int, int]:
    """Into how many files the model was split, and which of them this is; (0, 0) if it was not."""
    count = facts.integer("split.count", 0, MAX_SPLITS) or 0
    return count, facts.integer("split.no", 0, max(count - 1, 0)) or 0


def _record(part: Attention | Weights) -> dict[str, Any]:
    return {field.name: getattr(part, field.name) for field in fields(part)}


def _read_tables(cursor: Cursor) -> _Tables:
    version, tensor_count, entry_count = cursor.scalar(_PREAMBLE)
    if not 2 <= version <= 3:
        cursor.refuse(Phrase("version {version} is not supported", version=version))
    if not 0 <= entry_count <= MAX_ENTRIES:
        cursor.refuse(Phrase("{entry_count} entries, {limit} allowed", entry_count=entry_count, limit=MAX_ENTRIES))
    if not 0 <= tensor_count <= MAX_TENSORS:
        cursor.refuse(Phrase("{tensor_count} tensors, {limit} allowed", tensor_count=tensor_count, limit=MAX_TENSORS))
    facts = Facts(cursor, read_entries(cursor, entry_count))
    alignment = facts.integer("general.alignment", 1, MAX_ALIGNMENT) or 32
    if alignment & (alignment - 1):
        cursor.refuse(Phrase("general.alignment {alignment} is not a power of 2", alignment=alignment))
    tensors = read_tensors(cursor, tensor_count, alignment)
    end = cursor.position
    data_offset = -(-end // alignment) * alignment if tensor_count else end
    return _Tables(version, facts, tensors, data_offset)


def _architecture(facts: Facts, split_number: int) -> str:
    architecture = facts.text("general.architecture") or ""
    if not architecture and split_number == 0:
        facts.refuse(Phrase("general.architecture is missing"))
    return architecture


def _kind(facts: Facts, architecture: str, split_count: int, nextn: int, tensors: Tensors) -> Kind:
    names = {row.name for row in tensors.rows}
    if architecture == "dflash" and "markov_w1.weight" in names:
        return Kind.DSPARK_HEAD
    if architecture in _KIND_BY_ARCHITECTURE:
        return _KIND_BY_ARCHITECTURE[architecture]
    file_type = facts.text("general.type")
    if file_type in _KIND_BY_TYPE:
        return _KIND_BY_TYPE[file_type]
    if split_count > 1:
        return Kind.SPLIT_PART
    # Prediction layers come last: with them but no first block it is a head ("mtp_only" in src/models).
    if nextn and not any(name.startswith("blk.0.") for name in names):
        return Kind.MTP_HEAD
    return Kind.MODEL


def _block_count(facts: Facts, architecture: str, nextn: int, whole: bool) -> int:
    """Blocks including prediction layers; what llama.cpp would abort on is refused (src/llama-model.cpp)."""
    count = facts.size(f"{architecture}.block_count", MAX_BLOCKS, required=whole)
    if nextn > count or (nextn and nextn == count and architecture != _HEAD_OF_GEMMA):
        facts.refuse(
            Phrase(
                "{architecture}.nextn_predict_layers is {nextn} of {count} blocks",
                architecture=architecture,
                nextn=nextn,
                count=count,
            )
        )
    return count


def _head(tables: _Tables, architecture: str) -> dict[str, Any]:
    """The fields on prediction layers and of EAGLE-3 heads."""
    facts, rows = tables.facts, tables.tensors.rows
    table = next((row for row in rows if row.name == "d2t"), None)
    width_key = "embedding_length_out" if architecture == _HEAD_OF_GEMMA else "target_hidden_size"
    start = tables.data_offset + (table.offset if table else 0)
    return {
        "nextn_blocks": tuple(sorted(int(found[1]) for row in rows if (found := _NEXTN.fullmatch(row.name)))),
        "target_layers": facts.integers(f"{architecture}.target_layers", MAX_INT32, MAX_BLOCKS),
        "target_width": facts.integer(f"{architecture}.{width_key}", 0, MAX_INT32) or 0,
        "map_type": TENSOR_TYPES[table.kind].name if table else "",
        "map_at": (start, start + table.size) if table else NOWHERE,
    }


def _tokenizer(facts: Facts) -> dict[str, Any]:
    """The fields of the tokenizer; arrays that go together must have one length (src/llama-vocab.cpp)."""
    tokens = facts.array("tokenizer.ggml.tokens", (TEXT,))
    count = tokens.count if tokens else 0
    if tokens and not count:
        facts.refuse(Phrase("tokenizer.ggml.tokens is empty"))
    scores = facts.array("tokenizer.ggml.scores", (FLOAT32, INT32))
    types = facts.array("tokenizer.ggml.token_type", (INT32,))
    merges = facts.array("tokenizer.ggml.merges", (TEXT,))
    for key, array in (("scores", scores), ("token_type", types)):
        if array and array.count != count:
            facts.refuse(
                Phrase(
                    "tokenizer.ggml.{key} has {count} items for {tokens} tokens",
                    key=key,
                    count=array.count,
                    tokens=count,
                )
            )
    last_id = count - 1 if count else MAX_UINT32
    for key in facts.keys():  # noqa: SIM118  (not a dict)
        if key.startswith("tokenizer.ggml.") and key.endswith("_token_id"):
            facts.integer(key, 0, last_id)
    return {
        "vocabulary_size": count,
        "tokenizer_model": facts.text("tokenizer.ggml.model"),
        "tokenizer_pre": facts.text("tokenizer.ggml.pre"),
        "tokens_at": _span(tokens),
        "token_types_at": _span(types),
        "merges_at": _span(merges),
        "merge_count": merges.count if merges else 0,
        "bos_id": facts.integer("tokenizer.ggml.bos_token_id", 0, last_id),
        "eos_id": facts.integer("tokenizer.ggml.eos_token_id", 0, last_id),
        "add_bos": facts.flag("tokenizer.ggml.add_bos_token"),
        "add_eos": facts.flag("tokenizer.ggml.add_eos_token"),
    }


def _span(array: Array | None) -> Span:
    return (array.start, array.end) if array else NOWHERE


def check_runnable(header: GgufHeader) -> None:
    """Pass a complete model, or the first part of a split one with every other part, whole, beside it.

    Raises:
        NotStandaloneError: a head, projector or adapter, a later part, or a first part that lacks others.
        ModelFileError: another part is damaged (as `read_header`), the architecture is unknown to llama.cpp, or a token
            appears twice, which would abort it.
    """
    read_parts(header)
    if header.architecture not in ARCHITECTURES:
        detail = Phrase(
            "general.architecture {architecture} is not known to llama.cpp", architecture=printable(header.architecture)
        )
        raise ModelFileInvalidError(path=header.path, detail=detail)
    if header.vocabulary_size:
        TokenizerTables(header).tokens.check_distinct()


def read_parts(header: GgufHeader) -> list[GgufHeader]:
    """The headers of all files of a model, its own first. Raises as `read_header`, or NotStandaloneError."""
    if header.kind is Kind.MODEL:
        return [header]
    if header.kind is not Kind.SPLIT_PART:
        raise NotStandaloneError(path=header.path, kind=header.kind.value)
    parts = [header]
    for name in part_names(header):
        path = header.path.with_name(name)
        if not path.exists():
            _refuse_part(header, Phrase("{name} is not beside it", name=name))
        parts.append(read_header(path))
        if (parts[-1].split_number, parts[-1].split_count) != (len(parts) - 1, header.split_count):
            _refuse_part(header, Phrase("{name} is another part", name=name))
    return parts


def part_names(header: GgufHeader) -> list[str]:
    """The names of the other files of a split model. Raises NotStandaloneError unless it is the first part."""
    if header.split_number:
        _refuse_part(header, Phrase("choose part 1, which opens the others"))
    ending = _part_ending(0, header.split_count)
    if not header.path.name.endswith(ending):
        _refuse_part(header, Phrase("its name must end in {ending}", ending=ending))
    stem = header.path.name.removesuffix(ending)
    return [stem + _part_ending(number, header.split_count) for number in range(1, header.split_count)]


def _part_ending(number: int, count: int) -> str:
    """How llama.cpp names the parts (llama_split_path in src/llama.cpp)."""
    return f"-{number + 1:05d}-of-{count:05d}.gguf"


def _refuse_part(header: GgufHeader, detail: str) -> NoReturn:
    kind = Phrase(
        "part {number} of {count} of a split model ({detail})",
        number=header.split_number + 1,
        count=header.split_count,
        detail=detail,
    )
    raise NotStandaloneError(path=header.path, kind=kind)
