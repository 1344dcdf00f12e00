"""WCAG 2.2 AA: 4.5 for text, 3 for shapes and for the edges of what is operated, from the real colours."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QCheckBox, QRadioButton

from app.speculation.records import Verdict
from app.ui.appearance import palette_of
from app.ui.colourings import Colouring, Marking
from app.ui.looks import Looks
from app.ui.marks import MarkPainter
from app.ui.stylesheet import style_sheet
from app.ui.theme import DARK, LIGHT, LINE_CONTRAST, TEXT_CONTRAST, TypeScale, contrast
from tests.fakes import LIGHTHOUSE, FakeEngine
from tests.ui.recorded import recorded_rounds
from tests.ui.test_screens import QUESTION

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COLOUR = re.compile(r"(?<![-\w])color:\s*(#\w{6})")
EDGE = re.compile(r"border(?:-color)?:\s*(?:[0-9]+px \w+ )?(#\w{6})")
GROUND = re.compile(r"background(?:-color)?:\s*(#\w{6})")


def rules(theme):
    """Yield the selector, the text colour and the ground of every rule of the sheet that sets one of them."""
    own: dict[str, str] = {}
    for selector, body in RULE.findall(style_sheet(theme, TypeScale(10.0))):
        colour, ground = COLOUR.search(body), GROUND.search(body)
        for one in selector.split(","):
            plain = re.sub(r"(?<!:):[a-z-]+", "", one).strip()
            if colour and ":" not in one:
                own[plain] = colour[1]
            if colour or ground:
                # A state without a text colour of its own keeps that of the rule.
                yield one.strip(), colour[1] if colour else own.get(plain), ground and ground[1]


@THEMES
def test_every_text_of_the_style_sheet_can_be_read(theme):
    grounds = {"page": theme.page, "sunken": theme.sunken, "raised": theme.raised}
    seen = 0
    for selector, colour, ground in rules(theme):
        if ":disabled" in selector or "QScrollBar" in selector or "::chunk" in selector or "handle" in selector:
            continue
        on = {"itself": ground} if ground else {"error": theme.error_fill} if "banner" in selector else grounds
        for name, under in on.items():
            assert contrast(colour or theme.text, under) >= TEXT_CONTRAST, f"{selector} on {name}"
            seen += 1
    assert seen > 40


@THEMES
def test_every_text_of_the_palette_can_be_read(theme):
    role, palette = QPalette.ColorRole, palette_of(theme)
    for text, ground in (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.PlaceholderText, role.Base),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.Link, role.Base),
        (role.ToolTipText, role.ToolTipBase),
    ):
        ratio = contrast(palette.color(text).name(), palette.color(ground).name())
        assert ratio >= TEXT_CONTRAST, f"{text.name} on {ground.name}: {ratio:.2f}"


@THEMES
def test_the_text_of_marks_can_be_read_and_their_shapes_seen(theme):
    for verdict in Verdict:
        look = theme.marks[verdict]
        ground = look.fill or theme.page
        assert contrast(look.text, ground) >= TEXT_CONTRAST, verdict
        if look.line:
            assert contrast(look.line, ground) >= LINE_CONTRAST, verdict
    # The grounds of accepted tokens tell nothing that their words do not: the card and the statistics have it as well.
    fills = {theme.marks[one].fill for one in (Verdict.ACCEPTED, Verdict.BONUS)}
    assert len(fills) == 2
    assert theme.page not in fills


@THEMES
def test_what_is_operated_can_be_seen(theme):
    for ground in (theme.page, theme.sunken, theme.raised, theme.hover):
        assert contrast(theme.accent, ground) >= LINE_CONTRAST, "the focus"
        assert contrast(theme.muted, ground) >= LINE_CONTRAST, "icons, chevrons, switches"
        assert contrast(theme.field_edge, ground) >= LINE_CONTRAST or ground == theme.hover, "the edge of a field"
    assert contrast(theme.accent_text, theme.accent) >= LINE_CONTRAST, "the knob of a switch that is on"
    assert contrast(theme.ink, theme.page) >= LINE_CONTRAST, "the main button"


# Whatever a person writes into, chooses from or ticks, as the style sheet names it.
OPERATED = (
    "QLineEdit", "QSpinBox", "QDoubleSpinBox", "QComboBox", "QFrame#composer_frame", "QPlainTextEdit#system_prompt",
    'QPlainTextEdit[kind="lines"]', 'QPlainTextEdit[kind="text"]', "QCheckBox::indicator", "QRadioButton::indicator",
    "QListView::indicator",
)  # fmt: skip


@THEMES
def test_the_edges_of_what_is_operated_can_be_seen(theme):
    edges: dict[str, str] = {}
    for selector, body in RULE.findall(style_sheet(theme, TypeScale(10.0))):
        edge = EDGE.search(body)
        for one in selector.split(",") if edge else ():
            edges[one.strip()] = edge[1]
    for what in OPERATED:
        for ground in (theme.page, theme.raised, theme.sunken):
            assert contrast(edges[what], ground) >= LINE_CONTRAST, f"{what}: {contrast(edges[what], ground):.2f}"


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_a_box_is_seen_in_the_window_and_whether_it_is_ticked(open_bench, scheme, kind):
    theme = DARK if scheme == "dark" else LIGHT
    bench = open_bench(FakeEngine(LIGHTHOUSE))
    box = kind("Also the models", bench.window)
    box.show()
    seen = []
    for ticked in (False, True):
        box.setChecked(ticked)
        box.adjustSize()
        image = box.grab(QRect(0, 0, 22, box.height())).toImage().convertToFormat(QImage.Format.Format_RGB32)
        seen.append([QColor(pixel) for pixel in memoryview(image.constBits()).cast("I")])
    for pixels in seen:
        strong = [one for one in pixels if contrast(one.name(), theme.page) >= LINE_CONTRAST]
        assert len(strong) > 25, "its edge"
    assert sum(one != other for one, other in zip(*seen, strict=True)) > 30, "its mark"


def test_the_pixels_of_the_window_are_the_colours_of_the_theme(open_bench, scheme):
    theme = DARK if scheme == "dark" else LIGHT
    bench = open_bench(FakeEngine(LIGHTHOUSE))
    bench.wait_loaded()
    bench.ask(QUESTION)
    bench.settle()
    image = bench.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    shown = {QColor(pixel).name().upper() for pixel in set(memoryview(image.constBits()).cast("I"))}
    for name in ("page", "sunken", "raised", "text", "muted", "own_message", "ink", "accent"):
        assert getattr(theme, name).upper() in shown, name
    for verdict in (Verdict.ACCEPTED, Verdict.BONUS, Verdict.CORRECTION):
        look = theme.marks[verdict]
        assert (look.fill or look.line).upper() in shown, verdict


@THEMES
@pytest.mark.parametrize("colouring", list(Colouring))
def test_tokens_can_be_read_under_every_colouring(application, theme, colouring):
    marking = Marking(colouring, frozenset())
    looks, marks = Looks(theme, marking), MarkPainter(theme, application.font())
    marks.marking = marking
    seen = 0
    for decoded in recorded_rounds(60):
        for token in (*decoded.drafted, *decoded.emitted):
            look = looks.look_of(token, decoded)
            # What was drafted in vain is written in the colour of its verdict, whatever the colours tell.
            text = theme.marks[token.verdict].text
            ground = (look.colours.fill if look else None) or theme.page
            assert contrast(text, ground) >= TEXT_CONTRAST, token.verdict
            assert contrast(marks.arrow, ground) >= LINE_CONTRAST, token.verdict
            if look and look.colours.line:
                assert contrast(look.colours.line, ground) >= LINE_CONTRAST, token.verdict
            seen += look is not None
    assert seen > 100
