from __future__ import annotations

import shutil
import stat
from collections import namedtuple

import pytest

from app.errors import DiskFullError, QuantizeError
from app.llama.model import LlamaModel
from app.llama.quantize import F16, quantize
from app.speculation.stop import Stop
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native


@pytest.fixture(name="source")
def _source(tmp_path):
    return write_tiny_llama(tmp_path / "source.gguf")


def test_the_copy_is_smaller_loads_and_is_private(tmp_path, source):
    copy = tmp_path / "copy.gguf"
    quantize(source, copy, F16)
    assert copy.stat().st_size < source.stat().st_size
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    LlamaModel(copy, 0, Stop(), lambda _fraction: None).close()


def test_what_cannot_be_copied_leaves_nothing_behind(tmp_path):
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(b"GGUF" + bytes(60))
    with pytest.raises(QuantizeError, match=r"bad\.gguf could not be made \((?!no reason)"):
        quantize(bad, tmp_path / "copy.gguf")
    assert list(tmp_path.iterdir()) == [bad]


def test_a_full_disk_is_told_before_anything_is_written(tmp_path, source, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(100, 99, 1))
    with pytest.raises(DiskFullError, match="not enough disk space"):
        quantize(source, tmp_path / "copy.gguf")
    assert list(tmp_path.iterdir()) == [source]
