"""The colours of scales: steps of one hue from light to strong, and kinds that differ in hue and in lightness.

The steps of a scale are equally far apart in CIELAB lightness (CIE 15:2004), which is what people with any colour
vision see: the hue adds nothing to it. Strong is far from the page, so dark on light and light on dark. The kinds take
hues of Okabe and Ito, each at a lightness of its own.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from app.ui.theme import LINE_CONTRAST, MarkColours, Scheme, luminance, mix, readable, theme_for

if TYPE_CHECKING:
    from app.ui.theme import Theme

_STEP_HUE = {Scheme.LIGHT: "#0072B2", Scheme.DARK: "#56B4E9"}
# From the weakest step to the strongest; beyond, text on it could not be read.
_STEP_LIGHTNESS = {Scheme.LIGHT: (94.0, 66.0), Scheme.DARK: (15.0, 42.0)}
_KIND_HUES = ("#009E73", "#E69F00", "#56B4E9", "#CC79A7")
_KIND_LIGHTNESS = {Scheme.LIGHT: (72.0, 90.0, 78.0, 84.0), Scheme.DARK: (40.0, 22.0, 34.0, 28.0)}


def lightness(colour: str) -> float:
    """Return L* of CIELAB, 0 to 100, of #RRGGBB."""
    share = luminance(colour)
    return 116 * share ** (1 / 3) - 16 if share > (6 / 29) ** 3 else share * (29 / 3) ** 3


@cache
def steps_of(scheme: Scheme, count: int) -> tuple[MarkColours, ...]:
    """Return the looks of `count` steps, the weakest first."""
    theme = theme_for(scheme)
    first, last = _STEP_LIGHTNESS[scheme]
    wanted = (first + (last - first) * step / (count - 1) for step in range(count))
    return tuple(_tint(theme, _STEP_HUE[scheme], one) for one in wanted)


@cache
def kinds_of(scheme: Scheme) -> tuple[MarkColours, ...]:
    """Return looks that tell kinds apart."""
    theme = theme_for(scheme)
    return tuple(_tint(theme, hue, one) for hue, one in zip(_KIND_HUES, _KIND_LIGHTNESS[scheme], strict=True))


def _tint(theme: Theme, hue: str, wanted: float) -> MarkColours:
    """Return `hue` over the page as strong as gives a lightness."""
    shares = [mix(hue, theme.page, percent / 100) for percent in range(101)]
    fill = min(shares, key=lambda colour: abs(lightness(colour) - wanted))
    line = readable(hue, fill, LINE_CONTRAST)
    return MarkColours(fill=fill, edge=mix(line, fill, 0.35), line=line, text=theme.text)
