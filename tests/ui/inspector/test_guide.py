"""The guide: its pages, its keys, its numbers, and the examples it opens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.ui.inspector.guide_pictures import Picture, kept_and_left
from tests.ui.test_screens import save


@pytest.fixture
def guide(bench):
    bench.window.inspector.show_guide()
    return bench, bench.find("guide_dialog")


def test_its_pages_are_turned_by_buttons_and_keys(guide):
    bench, dialog = guide
    titles = [title for _, title, _ in dialog.pages()]
    assert len(titles) == len(Picture) == 5
    assert dialog.told().startswith("Why a token takes time")
    bench.find("guide_next").click()
    assert dialog.told().startswith(titles[1])
    bench.press(Qt.Key.Key_Right, dialog)
    assert dialog.told().startswith(titles[2])
    bench.press(Qt.Key.Key_Left, dialog)
    bench.find("guide_back").click()
    assert not bench.find("guide_back").isEnabled()
    dialog.turn(99)
    bench.find("guide_next").click()
    assert not dialog.isVisible()


def test_it_opens_the_examples(guide):
    bench, dialog = guide
    dialog.turn(2)
    bench.find("guide_open").click()
    assert "Round 1 of 2 · greedy" in bench.window.inspector.panel.round_view.told()
    bench.settle()
    bench.window.inspector.show_guide()
    again = bench.find("guide_dialog")
    again.turn(3)
    bench.find("guide_open").click()
    assert "Round 1 of 4 · ratio rule" in bench.window.inspector.panel.round_view.told()


def test_the_menu_of_the_panel_leads_to_all_of_it(bench):
    door = bench.window.inspector
    door.toggle()
    told = []
    for place in range(3):
        bench.find("inspector_learn").click()
        menu = bench.find("inspector_menu")
        menu.actions()[place].trigger()
        menu.close()
        bench.settle()
        told.append(door.panel.round_view.told().partition(" ·")[0])
    assert bench.find("guide_dialog").isVisible()
    assert told[1:] == ["Round 1 of 4", "Round 1 of 2"]
    bench.find("guide_dialog").accept()
    door.close()


def test_what_is_kept_and_what_is_drawn_add_up_to_the_target():
    parts = kept_and_left()
    assert [one for one, _, _ in parts] == [0.5, 0.1, 0.1]
    assert [one for _, one, _ in parts] == pytest.approx([0, 0.2, 0.1], abs=1e-12)
    assert [one for _, _, one in parts] == pytest.approx([0.5, 0.3, 0.2], abs=1e-12)


def test_pictures(guide, scheme):
    bench, dialog = guide
    for page in range(5):
        bench.settle()
        save(dialog, scheme, f"guide-{page + 1}")
        dialog.turn(1)
