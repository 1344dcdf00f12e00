"""What a picture looks like to colour-blind people.

Matrices for a complete lack of one kind of cone, in linear RGB: Machado, Oliveira, Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, severity 1.0.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from tests.ui.test_screens import SCREENS

Colours = npt.NDArray[np.float64]

MATRICES = {
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
_WHITE = np.array([0.95047, 1.0, 1.08883])
_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(colours: Colours) -> Colours:
    """Return linear RGB of sRGB, both 0 to 1, shape (..., 3)."""
    return np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)


def encoded(colours: Colours) -> Colours:
    """Return sRGB of linear RGB."""
    clipped = colours.clip(0, 1)
    return np.where(clipped <= 0.0031308, clipped * 12.92, 1.055 * clipped ** (1 / 2.4) - 0.055)


def seen(colours: Colours, kind: str) -> Colours:
    """Return the sRGB colours that a person with `kind` cannot tell from these."""
    return encoded(linear(colours) @ MATRICES[kind].T)


def lab(colours: Colours) -> Colours:
    """Return CIELAB of sRGB, shape (..., 3)."""
    ratios = linear(colours) @ _TO_XYZ.T / _WHITE
    roots = np.where(ratios > (6 / 29) ** 3, np.cbrt(ratios), ratios * (29 / 6) ** 2 / 3 + 4 / 29)
    x, y, z = np.moveaxis(roots, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def of_hex(colour: str) -> Colours:
    """Return sRGB, 0 to 1, of #RRGGBB."""
    return np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255


def seen_picture(picture: QImage, kind: str) -> QImage:
    """Return a picture as a person with `kind` sees it."""
    image = picture.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    pixels = rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3) / 255
    data = np.ascontiguousarray((seen(pixels, kind) * 255).round().astype(np.uint8))
    return QImage(data.tobytes(), image.width(), image.height(), 3 * image.width(), QImage.Format.Format_RGB888).copy()


def save_as_seen(widget: QWidget, scheme: str, name: str) -> None:
    """Save what colour-blind people see of a widget, for a person to look at."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    picture = widget.grab().toImage()
    for kind in MATRICES:
        assert seen_picture(picture, kind).save(str(SCREENS / f"{name}-{kind}-{scheme}.png"))
