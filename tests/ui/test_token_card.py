from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.speculation.records import DraftedToken, EmittedToken, Round, Verdict
from app.ui.theme import LIGHT
from app.ui.token_card import TokenCard
from app.ui.token_facts import ToldToken, percent
from tests.ui.recorded import recorded_lighthouse


@pytest.fixture
def card(application):
    parent = QWidget()
    parent.resize(500, 400)
    yield TokenCard(parent, LIGHT, application.font())
    parent.deleteLater()


@pytest.mark.parametrize(
    ("probability", "text"),
    [(None, "-"), (0.0, "0.0%"), (1.0, "100.0%"), (0.631, "63.1%"), (0.00012, "0.012%"), (0.001, "0.1%")],
)
def test_percent(probability, text):
    assert percent(probability) == text


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        (
            DraftedToken(5, " the\n", Verdict.ACCEPTED, 0.3, 0.6),
            [
                "“␣the⏎”",
                "accepted",
                "Target probability: 30.0%",
                "Draft probability: 60.0%",
                "Acceptance chance: 50.0%",
            ],
        ),
        (
            DraftedToken(5, "a", Verdict.UNEXAMINED, None, 0.6),
            ["unexamined", "Target probability: not examined", "Draft probability: 60.0%", "Acceptance chance: -"],
        ),
        (
            EmittedToken(5, "a", Verdict.CORRECTION, 0.25, None),
            ["correction", "Target probability: 25.0%", "Draft probability: -", "Acceptance chance: -"],
        ),
        (EmittedToken(5, "", Verdict.BONUS, 0.25, None), ["(no text of its own)", "bonus"]),
        (DraftedToken(5, "b", Verdict.REJECTED, 0.0, 0.5), ["rejected", "Acceptance chance: 0.0%"]),
    ],
)
def test_the_card_tells_all(card, token, expected):
    card.show_token(ToldToken(token), QRect(100, 200, 40, 20))
    for part in expected:
        assert part in card.text().splitlines()


@pytest.mark.parametrize("place", [QRect(100, 200, 40, 20), QRect(2, 2, 10, 20), QRect(480, 380, 15, 18)])
def test_the_card_stays_inside_and_off_its_token(card, place):
    card.show_token(ToldToken(DraftedToken(5, " the", Verdict.ACCEPTED, 0.3, 0.6)), place)
    assert card.parentWidget().rect().contains(card.geometry())
    assert not card.geometry().intersects(place)


def test_every_word_has_its_room_whatever_the_card_told_before(card):
    card.parentWidget().show()
    plain = Round(0, (), (EmittedToken(1, "a", Verdict.PLAIN, 0.5, None),), 0.0, 0.001)
    for decoded in (plain, *recorded_lighthouse(), plain):
        for token in (*decoded.drafted, *decoded.emitted):
            card.show_token(ToldToken(token, decoded), QRect(100, 200, 40, 20))
            QApplication.processEvents()
            narrow = [one.text() for one in card.findChildren(QLabel) if one.isVisible() and one.text()
                      and one.width() < one.minimumSizeHint().width()]  # fmt: skip
            assert not narrow
