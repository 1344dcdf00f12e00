"""The icon in the files of every system, from the one drawing that the window uses (app/ui/icons.py).

    python packaging/icons.py FOLDER

writes draftlight.svg, draftlight-SIZE.png, draftlight.ico and draftlight.icns there.
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import facts

SIZES = (16, 32, 48, 64, 128, 256, 512, 1024)
# The kinds of pictures in an .icns file by their size in pixels; some are twice a size for fine screens.
_ICNS_KINDS = {16: [b"icp4"], 32: [b"icp5", b"ic11"], 64: [b"icp6", b"ic12"], 128: [b"ic07"],
               256: [b"ic08", b"ic13"], 512: [b"ic09", b"ic14"], 1024: [b"ic10"]}  # fmt: skip
_ICO_SIZES = (16, 32, 48, 64, 128, 256)


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon that holds PNG pictures, given by their size."""
    chosen = [(size, pictures[size]) for size in _ICO_SIZES]
    head = struct.pack("<HHH", 0, 1, len(chosen))
    offset = len(head) + 16 * len(chosen)
    for size, data in chosen:
        # A size of 256 is written as 0.
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return head + b"".join(data for _, data in chosen)


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return an icon of macOS that holds PNG pictures, given by their size."""
    parts = [
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for size, kinds in _ICNS_KINDS.items()
        for kind in kinds
    ]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


def png(size: int) -> bytes:
    """Return the drawing as a PNG picture of `size` by `size` pixels."""
    from PySide6.QtCore import QBuffer, Qt
    from PySide6.QtGui import QImage, QPainter

    from app.ui.icons import paint_application_icon

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 64, size / 64)
    paint_application_icon(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def write_svg(path: Path) -> None:
    """Write the drawing as an SVG picture."""
    from PySide6.QtCore import QRectF, QSize
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgGenerator

    from app.ui.icons import paint_application_icon

    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(QSize(64, 64))
    generator.setViewBox(QRectF(0, 0, 64, 64))
    generator.setTitle(facts.NAME)
    generator.setDescription(facts.SUMMARY)
    painter = QPainter(generator)
    paint_application_icon(painter)
    painter.end()


def write_icons(folder: Path) -> None:
    """Write the icon in every format."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {size: png(size) for size in SIZES}
    for size, data in pictures.items():
        (folder / f"draftlight-{size}.png").write_bytes(data)
    (folder / "draftlight.ico").write_bytes(ico(pictures))
    (folder / "draftlight.icns").write_bytes(icns(pictures))
    write_svg(folder / "draftlight.svg")


def main() -> None:
    """Write the icon where the argument says."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication([])
    write_icons(Path(sys.argv[1]))
    del application


if __name__ == "__main__":
    main()
