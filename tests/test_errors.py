from __future__ import annotations

import pickle
import re
import string

import pytest

from app import errors


def all_errors(root=errors.DraftlightError):
    yield root
    for child in root.__subclasses__():
        yield from all_errors(child)


def fields_of(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


@pytest.mark.parametrize("kind", list(all_errors()), ids=lambda kind: kind.__name__)
def test_an_error_is_one_sentence_and_crosses_process_boundaries(kind):
    error = kind(**{name: name for name in fields_of(kind.message)})
    text = str(error)
    assert text.endswith(".")
    assert "\n" not in text
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.fields) == (kind, text, error.fields)


def test_the_tree_in_the_docstring_is_the_tree_in_the_code():
    above: list[str] = []
    drawn = set()
    for branch, name in re.findall(r"^([|`\s-]*)(\w+Error)\b", errors.__doc__, flags=re.MULTILINE):
        del above[len(branch) // 4 - 1 :]
        drawn.add((name, above[-1] if above else "Exception"))
        above.append(name)
    assert drawn == {(kind.__name__, kind.__base__.__name__) for kind in all_errors()}


def test_every_error_is_at_hand_under_one_name():
    assert set(errors.__all__) == {kind.__name__ for kind in all_errors()}
