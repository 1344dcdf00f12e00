"""A screen without a monitor whose pixels can be read: Xvfb keeps them in a file."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import time
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SIZE = (1280, 860)
_SECONDS = 30.0


class Screen:
    """A running Xvfb: `display` is what DISPLAY has to be."""

    def __init__(self, display: str, pixels: Path) -> None:
        self.display = display
        self._pixels = pixels

    def is_dark(self) -> bool:
        """Whether nothing was painted yet in the middle row: the screen is black where no window is."""
        header, rows = self._read()
        stride = header[12]
        middle = len(rows) // stride // 2 * stride
        return not any(rows[middle : middle + stride : 4])

    def pixels(self) -> bytes:
        """Return all that is shown."""
        return self._read()[1]

    def save(self, path: Path) -> None:
        """Write what is shown as a PNG file."""
        header, rows = self._read()
        width, height, stride = header[4], header[5], header[12]
        lines = []
        for top in range(0, height * stride, stride):
            line = rows[top : top + 4 * width]
            rgb = bytearray(3 * width)
            rgb[0::3], rgb[1::3], rgb[2::3] = line[2::4], line[1::4], line[0::4]
            lines.append(b"\0" + bytes(rgb))
        picture = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        picture += _chunk(b"IDAT", zlib.compress(b"".join(lines))) + _chunk(b"IEND", b"")
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + picture)

    def type_text(self, text: str) -> None:
        """Type into the window that is shown."""
        self._act("type", "--delay", "5", text)

    def press(self, key: str) -> None:
        """Press a key in the window that is shown."""
        self._act("key", key)

    def focus(self) -> None:
        """Give the keyboard to the window, as there is no window manager to do it."""
        found = self._act("search", "--onlyvisible", "--name", "Draftlight").split()
        self._act("windowfocus", found[-1])

    def _act(self, *arguments: str) -> str:
        environment = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(["xdotool", *arguments], env=environment, check=True, capture_output=True, text=True)
        return done.stdout

    def _read(self) -> tuple[tuple[int, ...], bytes]:
        """Return the header (XWDFile.h: 25 numbers) and the rows of pixels, blue, green, red and a spare byte each."""
        data = self._pixels.read_bytes()
        header = struct.unpack(">25I", data[:100])
        return header, data[header[0] + 12 * header[19] :]


@contextlib.contextmanager
def open_screen(folder: Path) -> Iterator[Screen]:
    """Start Xvfb, with its files in `folder`, and end it."""
    reading, writing = os.pipe()
    size = "x".join(map(str, (*SIZE, 24)))
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-fbdir", str(folder), "-nolisten", "tcp"]
    process = subprocess.Popen([*command, "-br"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()  # empty where it ended instead
        if not number:
            raise SystemExit("Xvfb does not start")
        yield Screen(f":{number}", folder / "Xvfb_screen0")
    finally:
        process.terminate()
        process.wait()


def wait_until(reached: Callable[[], bool], what: str, seconds: float = _SECONDS, pause: float = 0.005) -> float:
    """Return the seconds until `reached()` is true; end the program with `what` where it does not come."""
    began = time.perf_counter()
    while not reached():
        if time.perf_counter() - began > seconds:
            raise SystemExit(f"{what}: not within {seconds:g} s")
        time.sleep(pause)
    return time.perf_counter() - began


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
