"""Facts from the header of a model file, read without loading it.

About 100 times faster than the `gguf` package. llama.cpp is the authority on what runs: an architecture that
is unknown here is not an error. Refused is a file that breaks the format, is cut short, or would abort llama.cpp
and the whole app with it.
"""

from __future__ import annotations

import mmap
import stat
import struct
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, NoReturn

from app.catalog.gguf_layout import FLOAT32, INT32, TEXT, Cursor, Tensors, read_entries, read_tensors
from app.catalog.gguf_values import Facts
from app.errors import ModelFileMissingError, ModelFileTruncatedError, NotGgufError, NotStandaloneError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAGIC: Final = b"GGUF"
MAX_ENTRIES: Final = 4096
MAX_TENSORS: Final = 65536
MAX_ALIGNMENT: Final = 65536
# LLAMA_MAX_LAYERS in src/llama-hparams.h: more, or none, fails an assertion there.
MAX_BLOCKS: Final = 512
MAX_SPLITS: Final = 65535
MAX_INT32: Final = (1 << 31) - 1
MAX_UINT32: Final = (1 << 32) - 1

_PREAMBLE: Final = struct.Struct("<4xIqq")
# All its blocks are prediction layers (conversion/gemma.py); any other model would be left without a body.
_HEAD_OF_GEMMA: Final = "gemma4-assistant"


class Kind(Enum):
    """What a file holds; the value completes the sentence "this file is ..."."""

    MODEL = "a complete model"
    MTP_HEAD = "an MTP head for another model"
    EAGLE3_HEAD = "an EAGLE-3 head for another model"
    DFLASH_HEAD = "a DFlash head for another model"
    PROJECTOR = "an image or sound projector for another model"
    ADAPTER = "an adapter for another model"
    SPLIT_PART = "a part of a split model"


_KIND_BY_ARCHITECTURE: Final = {
    "eagle3": Kind.EAGLE3_HEAD,
    "dflash": Kind.DFLASH_HEAD,
    _HEAD_OF_GEMMA: Kind.MTP_HEAD,
    "clip": Kind.PROJECTOR,
}
_KIND_BY_TYPE: Final = {"adapter": Kind.ADAPTER, "mmproj": Kind.PROJECTOR}


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What the header of one file says. Where it says nothing, counts are 0, texts and ids None.

    `needed_size` is the least number of bytes that the file must have: the end of its last tensor.
    `vocabulary_size` is the number of `tokenizer.ggml.tokens`. `split_number` starts at 0. Later parts of a
    split model carry tensors only: their architecture is "".
    """

    path: Path
    file_size: int
    kind: Kind
    version: int
    architecture: str
    name: str | None
    file_type: int | None
    block_count: int
    context_length: int
    embedding_length: int
    nextn_predict_layers: int
    vocabulary_size: int
    tokenizer_model: str | None
    tokenizer_pre: str | None
    bos_id: int | None
    eos_id: int | None
    add_bos: bool | None
    chat_template: str | None
    split_count: int
    split_number: int
    tensor_count: int
    data_offset: int
    needed_size: int


@dataclass(frozen=True, slots=True)
class _Tables:
    """The two tables of a header, read and checked for form."""

    version: int
    facts: Facts
    tensor_count: int
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


def parse_header(buffer: bytes | mmap.mmap, path: Path) -> GgufHeader:
    """Read the header from the bytes of a whole file. Raises as `read_header`, naming `path`."""
    if buffer[: len(MAGIC)] != MAGIC:
        raise NotGgufError(path=path)
    tables = _read_tables(Cursor(buffer, path))
    facts = tables.facts
    needed = tables.data_offset + tables.tensors.extent
    if needed > len(buffer):
        raise ModelFileTruncatedError(path=path, size=len(buffer), needed=needed)
    split_count = facts.integer("split.count", 0, MAX_SPLITS) or 0
    split_number = facts.integer("split.no", 0, max(split_count - 1, 0)) or 0
    architecture = _architecture(facts, split_number)
    nextn = facts.integer(f"{architecture}.nextn_predict_layers", 0, MAX_BLOCKS) or 0
    kind = _kind(facts, architecture, split_count, nextn, tables.tensors)
    whole = split_number == 0 and kind not in {Kind.PROJECTOR, Kind.ADAPTER}
    vocabulary_size = _vocabulary_size(facts)
    last_id = vocabulary_size - 1 if vocabulary_size else MAX_UINT32
    return GgufHeader(
        path=path,
        file_size=len(buffer),
        kind=kind,
        version=tables.version,
        architecture=architecture,
        name=facts.text("general.name"),
        file_type=facts.integer("general.file_type", 0, MAX_UINT32),
        block_count=_block_count(facts, architecture, nextn, whole),
        context_length=facts.size(f"{architecture}.context_length", MAX_INT32, required=whole),
        embedding_length=facts.size(f"{architecture}.embedding_length", MAX_INT32, required=whole),
        nextn_predict_layers=nextn,
        vocabulary_size=vocabulary_size,
        tokenizer_model=facts.text("tokenizer.ggml.model"),
        tokenizer_pre=facts.text("tokenizer.ggml.pre"),
        bos_id=facts.integer("tokenizer.ggml.bos_token_id", 0, last_id),
        eos_id=facts.integer("tokenizer.ggml.eos_token_id", 0, last_id),
        add_bos=facts.flag("tokenizer.ggml.add_bos_token"),
        chat_template=facts.text("tokenizer.chat_template"),
        split_count=split_count,
        split_number=split_number,
        tensor_count=tables.tensor_count,
        data_offset=tables.data_offset,
        needed_size=needed,
    )


def _read_tables(cursor: Cursor) -> _Tables:
    version, tensor_count, entry_count = cursor.scalar(_PREAMBLE)
    if not 2 <= version <= 3:
        cursor.refuse(f"version {version} is not supported")
    if not 0 <= entry_count <= MAX_ENTRIES:
        cursor.refuse(f"{entry_count} entries, {MAX_ENTRIES} allowed")
    if not 0 <= tensor_count <= MAX_TENSORS:
        cursor.refuse(f"{tensor_count} tensors, {MAX_TENSORS} allowed")
    facts = Facts(cursor, read_entries(cursor, entry_count))
    alignment = facts.integer("general.alignment", 1, MAX_ALIGNMENT) or 32
    if alignment & (alignment - 1):
        cursor.refuse(f"general.alignment {alignment} is not a power of 2")
    tensors = read_tensors(cursor, tensor_count, alignment)
    end = cursor.position
    data_offset = -(-end // alignment) * alignment if tensor_count else end
    return _Tables(version, facts, tensor_count, tensors, data_offset)


def _architecture(facts: Facts, split_number: int) -> str:
    architecture = facts.text("general.architecture") or ""
    if not architecture and split_number == 0:
        facts.refuse("general.architecture is missing")
    return architecture


def _kind(facts: Facts, architecture: str, split_count: int, nextn: int, tensors: Tensors) -> Kind:
    if architecture in _KIND_BY_ARCHITECTURE:
        return _KIND_BY_ARCHITECTURE[architecture]
    file_type = facts.text("general.type")
    if file_type in _KIND_BY_TYPE:
        return _KIND_BY_TYPE[file_type]
    if split_count > 1:
        return Kind.SPLIT_PART
    # Prediction layers come last: with them but no first block it is a head ("mtp_only" in src/models).
    if nextn and not any(name.startswith("blk.0.") for name in tensors.names):
        return Kind.MTP_HEAD
    return Kind.MODEL


def _block_count(facts: Facts, architecture: str, nextn: int, whole: bool) -> int:
    """Blocks including prediction layers; what llama.cpp would abort on is refused (src/llama-model.cpp)."""
    count = facts.size(f"{architecture}.block_count", MAX_BLOCKS, required=whole)
    if nextn > count or (nextn and nextn == count and architecture != _HEAD_OF_GEMMA):
        facts.refuse(f"{architecture}.nextn_predict_layers is {nextn} of {count} blocks")
    return count


def _vocabulary_size(facts: Facts) -> int:
    """Number of tokens; the arrays that go with them must have that length too (src/llama-vocab.cpp)."""
    count = facts.array_length("tokenizer.ggml.tokens", (TEXT,))
    if count == 0:
        facts.refuse("tokenizer.ggml.tokens is empty")
    for key, kinds in (("tokenizer.ggml.scores", (FLOAT32, INT32)), ("tokenizer.ggml.token_type", (INT32,))):
        length = facts.array_length(key, kinds)
        if length is not None and length != (count or 0):
            facts.refuse(f"{key} has {length} items for {count or 0} tokens")
    return count or 0


def check_runnable(header: GgufHeader) -> None:
    """Pass a complete model, or the first part of a split one with every other part, whole, beside it.

    Raises:
        NotStandaloneError: a head, projector or adapter, a later part, or a first part that lacks others.
        ModelFileError: another part is damaged (as `read_header`).
    """
    if header.kind is Kind.MODEL:
        return
    if header.kind is not Kind.SPLIT_PART:
        raise NotStandaloneError(path=header.path, kind=header.kind.value)
    if header.split_number:
        _refuse_part(header, "choose part 1, which opens the others")
    ending = _part_ending(0, header.split_count)
    if not header.path.name.endswith(ending):
        _refuse_part(header, f"its name must end in {ending}")
    for number in range(1, header.split_count):
        part = header.path.with_name(header.path.name.removesuffix(ending) + _part_ending(number, header.split_count))
        if not part.exists():
            _refuse_part(header, f"{part.name} is not beside it")
        if read_header(part).split_number != number:
            _refuse_part(header, f"{part.name} is another part")


def _part_ending(number: int, count: int) -> str:
    """How llama.cpp names the parts (llama_split_path in src/llama.cpp)."""
    return f"-{number + 1:05d}-of-{count:05d}.gguf"


def _refuse_part(header: GgufHeader, detail: str) -> NoReturn:
    part = f"part {header.split_number + 1} of {header.split_count} of a split model"
    raise NotStandaloneError(path=header.path, kind=f"{part} ({detail})")
