from __future__ import annotations

import copy
import pickle

from app.phrases import Phrase


def test_a_phrase_is_an_english_text_that_knows_its_template():
    phrase = Phrase("{count} of {what}", count=3, what=Phrase("a list"))
    assert phrase == "3 of a list"
    assert f"{phrase}!" == "3 of a list!"
    assert (phrase.source, phrase.fields) == ("{count} of {what}", {"count": 3, "what": "a list"})
    assert isinstance(phrase.fields["what"], Phrase)


def test_it_survives_a_process_boundary():
    phrase = Phrase("{share:.0%} of it", share=0.5)
    for again in (pickle.loads(pickle.dumps(phrase)), copy.deepcopy(phrase)):
        assert (type(again), again, again.fields) == (Phrase, "50% of it", {"share": 0.5})


def test_a_field_may_be_called_source_or_like_anything_else():
    assert Phrase("{source}: {self}", source="Hub", self="x") == "Hub: x"
