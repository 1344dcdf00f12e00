from __future__ import annotations

import pytest

from app.speculation.records import Verdict
from app.ui.theme import DARK, LIGHT, LINE_CONTRAST, TEXT_CONTRAST, contrast, luminance, mix, readable

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@pytest.mark.parametrize(
    ("colour", "other", "ratio"),
    [("#000000", "#FFFFFF", 21.0), ("#777777", "#FFFFFF", 4.478), ("#0072B2", "#0072B2", 1.0)],
)
def test_contrast_is_that_of_wcag(colour, other, ratio):
    assert contrast(colour, other) == pytest.approx(ratio, abs=0.001)
    assert contrast(other, colour) == contrast(colour, other)


@THEMES
def test_text_can_be_read_on_every_ground(theme):
    pairs = {
        "text on page": (theme.text, theme.page),
        "text on sunken": (theme.text, theme.sunken),
        "text on raised": (theme.text, theme.raised),
        "text on hover": (theme.text, theme.hover),
        "own message": (theme.text, theme.own_message),
        "selection": (theme.text, theme.selection),
        "muted on page": (theme.muted, theme.page),
        "muted on sunken": (theme.muted, theme.sunken),
        "muted on raised": (theme.muted, theme.raised),
        "main button": (theme.ink_text, theme.ink),
        "main button under the pointer": (theme.ink_text, theme.ink_hover),
        "disabled main button": (theme.muted, theme.hover),
        "error": (theme.error_text, theme.error_fill),
        "error button under the pointer": (theme.error_text, theme.error_edge),
        "error on page": (theme.error_text, theme.page),
    }
    weak = {name: contrast(*pair) for name, pair in pairs.items() if contrast(*pair) < TEXT_CONTRAST}
    assert not weak


@THEMES
@pytest.mark.parametrize("verdict", list(Verdict))
def test_marks_can_be_read_and_seen(theme, verdict):
    look = theme.marks[verdict]
    ground = look.fill or theme.page
    assert contrast(look.text, ground) >= TEXT_CONTRAST
    if look.line:
        assert contrast(look.line, ground) >= LINE_CONTRAST


@THEMES
def test_focus_stands_out(theme):
    for ground in (theme.page, theme.sunken, theme.raised):
        assert contrast(theme.accent, ground) >= LINE_CONTRAST


def test_readable_changes_no_more_than_needed():
    assert readable("#000000", "#FFFFFF", 4.5) == "#000000"
    once = readable("#E69F00", "#FFFFFF", 3.0)
    assert 3.0 <= contrast(once, "#FFFFFF") < 3.3
    assert luminance(once) < luminance("#E69F00")


def test_mix():
    assert mix("#FF0000", "#0000FF", 0.5) == "#800080"
    assert mix("#FF0000", "#0000FF", 1) == "#FF0000"
