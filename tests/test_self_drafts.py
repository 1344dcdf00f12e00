"""Coarser copies of targets, made in a process of their own."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from app.catalog.gguf import read_header
from app.catalog.library import Library
from app.errors import CancelledError, ModelFileError, QuantizeError
from app.self_drafts import list_self_drafts, make_self_draft, self_draft_path
from app.speculation.stop import Stop
from tests.tiny_models import write_tiny_llama

pytestmark = pytest.mark.native

# LLAMA_FTYPE_MOSTLY_Q2_K in llama.h.
Q2_K = 10


@pytest.fixture(name="target")
def _target(tmp_path: Path) -> Path:
    return write_tiny_llama(tmp_path / "target.gguf")


def test_a_copy_is_made_once_listed_with_its_target_and_found_again(paths, target):
    told = []
    drafter = make_self_draft(paths, target, Stop(), told.append)
    assert read_header(drafter).file_type == Q2_K
    tensors = read_header(target).tensor_count
    assert [(one.done, one.total) for one in told] == [(done, tensors) for done in range(1, tensors + 1)]
    told.clear()
    assert make_self_draft(paths, target, Stop(), told.append) == drafter
    assert told == []
    assert [one.name for one in paths.models.iterdir()] == [drafter.name]
    library = Library(paths, [])
    library.add_folder(target.parent)
    (draft,) = list_self_drafts(paths, library.scan(Stop(), told.append).models)
    assert (draft.drafter.path, draft.target.path) == (drafter, target)
    target.unlink()
    (draft,) = list_self_drafts(paths, library.scan(Stop(), told.append).models)
    assert draft.target is None


def test_the_starter_target_drafts_for_itself_with_the_drafter_of_its_pair(paths, starter_pair):
    paths.models.mkdir(parents=True)
    target = paths.models / starter_pair.target.name
    target.symlink_to(starter_pair.target.resolve())
    (paths.models / starter_pair.drafter.name).symlink_to(starter_pair.drafter.resolve())
    before = sorted(paths.models.iterdir())
    assert make_self_draft(paths, target, Stop(), lambda _progress: None).name == starter_pair.drafter.name
    assert sorted(paths.models.iterdir()) == before


def test_a_stop_ends_it_and_leaves_nothing(paths, target):
    stop = Stop()
    with pytest.raises(CancelledError):
        make_self_draft(paths, target, stop, lambda _progress: stop.set())
    assert list(paths.models.iterdir()) == []
    assert multiprocessing.active_children() == []


def test_what_llama_cpp_refuses_is_told(paths, target):
    data = target.read_bytes()
    # The header is well formed, but llama.cpp misses a key.
    target.write_bytes(data.replace(b"layer_norm_rms_epsilon", b"layer_norm_rms_epsilox"))
    with pytest.raises(QuantizeError, match="layer_norm_rms_epsilon"):
        make_self_draft(paths, target, Stop(), lambda _progress: None)
    assert list(paths.models.iterdir()) == []
    target.write_bytes(data[:-1])
    with pytest.raises(ModelFileError, match="cut short"):
        make_self_draft(paths, target, Stop(), lambda _progress: None)


def test_a_process_that_dies_is_told(paths, target, monkeypatch):
    monkeypatch.setattr("app.llama.quantize._work", _die)
    with pytest.raises(QuantizeError, match="gave up"):
        make_self_draft(paths, target, Stop(), lambda _progress: None)
    assert not self_draft_path(paths, target).exists()


def _die(*_arguments: object) -> None:
    raise SystemExit(3)
