"""Every colour and text size of the window, for light and dark.

The marks use the palette of Okabe and Ito (https://jfly.uni-koeln.de/color/), which colour-blind people can tell
apart. Tints are derived from it for each theme, so that text keeps a contrast of 4.5 and lines one of 3 (WCAG 2.2,
success criteria 1.4.3 and 1.4.11).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from app.speculation.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXT_CONTRAST = 4.5
LINE_CONTRAST = 3.0

_HUES = {
    Verdict.ACCEPTED: "#009E73",
    Verdict.BONUS: "#E69F00",
    Verdict.CORRECTION: "#0072B2",
    Verdict.REJECTED: "#D55E00",
    Verdict.UNEXAMINED: "#808080",
}


class Scheme(Enum):
    """Which of the two."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class MarkColours:
    """How one verdict looks: `fill` and `edge` of its rounded background, its `line`, its `text`; None is absent."""

    fill: str | None
    edge: str | None
    line: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one scheme, as #RRGGBB.

    `page` lies under the transcript, `sunken` under the sidebar, `raised` under what is written into, with
    `field_edge` around it. `ink` is the
    main button, `ink_text` what stands on it. `accent` shows focus, selection and progress. `good_text`,
    `limited_text` and `bad_text` tell verdicts. `code` has the colours of kinds of words in programs, on `sunken`.
    """

    scheme: Scheme
    page: str
    sunken: str
    raised: str
    hover: str
    border: str
    field_edge: str
    text: str
    muted: str
    own_message: str
    ink: str
    ink_hover: str
    ink_text: str
    accent: str
    accent_text: str
    selection: str
    error_fill: str
    error_edge: str
    error_text: str
    good_text: str
    limited_text: str
    bad_text: str
    marks: Mapping[Verdict, MarkColours]
    code: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BrandColours:
    """The application's icon, the same in both themes."""

    night_top: str
    night_bottom: str
    accepted: str
    bonus: str
    plain: str
    correction: str


@dataclass(slots=True)
class TypeScale:
    """Text sizes in points, all derived from `base`, which changes when the person wants other sizes."""

    base: float

    @property
    def caption(self) -> float:
        """Legend, statistics, hints."""
        return round(self.base * 0.9, 1)

    @property
    def reading(self) -> float:
        """The conversation."""
        return round(self.base * 1.12, 1)

    @property
    def heading(self) -> float:
        """The one large line of a panel."""
        return round(self.base * 1.7, 1)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of #RRGGBB."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """Return `share` of `colour` over the rest of `other`."""
    mixed = (round(a * share + b * (1 - share)) for a, b in zip(channels(colour), channels(other), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*mixed)


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1, as WCAG 2.2 defines it."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio, 1 to 21."""
    lighter, darker = sorted((luminance(colour), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable(colour: str, background: str, ratio: float) -> str:
    """Return `colour`, darkened or lightened no more than `ratio` against `background` asks for."""
    pole = "#000000" if luminance(background) > 0.18 else "#FFFFFF"
    for percent in range(100, -1, -2):
        candidate = mix(colour, pole, percent / 100)
        if contrast(candidate, background) >= ratio:
            return candidate
    return pole


def _marks(page: str, text: str, fill_share: float, edge_share: float) -> dict[Verdict, MarkColours]:
    """Return the look of each verdict on `page`."""
    accepted, bonus = _HUES[Verdict.ACCEPTED], _HUES[Verdict.BONUS]
    bonus_fill = mix(bonus, page, fill_share)
    return {
        Verdict.ACCEPTED: MarkColours(
            fill=mix(accepted, page, fill_share), edge=mix(accepted, page, edge_share), line=None, text=text
        ),
        Verdict.BONUS: MarkColours(
            fill=bonus_fill,
            edge=mix(bonus, page, edge_share),
            line=readable(bonus, bonus_fill, LINE_CONTRAST),
            text=text,
        ),
        Verdict.CORRECTION: MarkColours(
            fill=None, edge=None, line=readable(_HUES[Verdict.CORRECTION], page, LINE_CONTRAST + 1), text=text
        ),
        Verdict.PLAIN: MarkColours(fill=None, edge=None, line=None, text=text),
        Verdict.REJECTED: _struck(_HUES[Verdict.REJECTED], page),
        Verdict.UNEXAMINED: _struck(_HUES[Verdict.UNEXAMINED], page),
    }


def _code(ground: str) -> dict[str, str]:
    """Return the colours of words in programs, which lie on `ground`."""
    hues = {"keyword": "#8250B5", "string": "#009E73", "number": "#D55E00", "name": "#0072B2", "comment": "#808080"}
    return {kind: readable(hue, ground, TEXT_CONTRAST) for kind, hue in hues.items()}


def _struck(hue: str, page: str) -> MarkColours:
    """Return the faintest look that can still be read."""
    return MarkColours(
        fill=None,
        edge=None,
        line=readable(hue, page, LINE_CONTRAST),
        text=readable(mix(hue, page, 0.8), page, TEXT_CONTRAST),
    )


LIGHT = Theme(
    scheme=Scheme.LIGHT,
    page="#FCFCFA",
    sunken="#F3F3EF",
    raised="#FFFFFF",
    hover="#E8E8E2",
    border="#DCDCD5",
    field_edge=readable("#94948C", "#F3F3EF", LINE_CONTRAST),
    text="#21211E",
    muted="#63635C",
    own_message="#F0F0F6",
    ink="#262623",
    ink_hover="#45453F",
    ink_text="#FFFFFF",
    accent="#5453C6",
    accent_text="#FFFFFF",
    selection="#D5D5F5",
    error_fill="#FCEEEA",
    error_edge="#EFC9BF",
    error_text="#8A2313",
    good_text=readable(_HUES[Verdict.ACCEPTED], "#E8E8E2", TEXT_CONTRAST),
    limited_text=readable(_HUES[Verdict.BONUS], "#E8E8E2", TEXT_CONTRAST),
    bad_text=readable(_HUES[Verdict.REJECTED], "#E8E8E2", TEXT_CONTRAST),
    marks=_marks("#FCFCFA", "#21211E", fill_share=0.17, edge_share=0.42),
    code=_code("#F3F3EF"),
)

DARK = Theme(
    scheme=Scheme.DARK,
    page="#1C1C1E",
    sunken="#151517",
    raised="#262629",
    hover="#2E2E32",
    border="#38383D",
    field_edge=readable("#6E6E76", "#262629", LINE_CONTRAST),
    text="#ECECE9",
    muted="#A5A5A1",
    own_message="#28282F",
    ink="#ECECE9",
    ink_hover="#FFFFFF",
    ink_text="#1C1C1E",
    accent="#A09FF5",
    accent_text="#17171B",
    selection="#43436B",
    error_fill="#38221F",
    error_edge="#63372F",
    error_text="#FFB7A8",
    good_text=readable(_HUES[Verdict.ACCEPTED], "#2E2E32", TEXT_CONTRAST),
    limited_text=readable(_HUES[Verdict.BONUS], "#2E2E32", TEXT_CONTRAST),
    bad_text=readable(_HUES[Verdict.REJECTED], "#2E2E32", TEXT_CONTRAST),
    marks=_marks("#1C1C1E", "#ECECE9", fill_share=0.26, edge_share=0.55),
    code=_code("#151517"),
)

BRAND = BrandColours(
    night_top="#34345C",
    night_bottom="#1D1D30",
    accepted=mix(_HUES[Verdict.ACCEPTED], "#FFFFFF", 0.72),
    bonus=_HUES[Verdict.BONUS],
    plain="#FCFCFA",
    correction=mix(_HUES[Verdict.CORRECTION], "#FFFFFF", 0.65),
)


def theme_for(scheme: Scheme) -> Theme:
    """Return the theme of a scheme."""
    return DARK if scheme is Scheme.DARK else LIGHT
