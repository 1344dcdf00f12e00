"""Where the places of a round stand side by side."""

from __future__ import annotations

from PySide6.QtCore import QRectF

# The narrowest lets five places, the usual draft, stand in the narrowest panel.
_NARROWEST, _WIDEST = 3.0, 8.0


class Columns:
    """One column for each place; where not all fit, those around the present one are in view."""

    def __init__(self, width: float, line: float, count: int, present: int) -> None:
        """Divide `width` pixels; `line` is the height of a line of text, `present` the place to keep in view."""
        self.count = count
        self._line = line
        self._room = width
        margin = line * 0.6
        self._each = min(line * _WIDEST, max(line * _NARROWEST, (width - 2 * margin) / max(1, count)))
        total = self._each * count
        shift = max(0.0, min(total - (width - 2 * margin), (present + 0.5) * self._each - width / 2))
        self._left = margin - shift

    def box(self, place: int, top: float, lines: float) -> QRectF:
        """Return the room of a place, so many lines high."""
        gap = self._line * 0.15
        return QRectF(self._left + place * self._each + gap, top, self._each - 2 * gap, self._line * lines)

    def in_view(self, place: int) -> bool:
        """Whether any of a place can be seen."""
        box = self.box(place, 0, 1)
        return box.right() > 0 and box.left() < self._room
