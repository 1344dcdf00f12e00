"""Reading the pixels of Xvfb."""

from __future__ import annotations

import struct

import pytest
import screen
import smoke
from PySide6.QtGui import QImage

WIDTH, HEIGHT, STRIDE, COLOURS = 3, 2, 16, 2


def written(path, pixels: dict[tuple[int, int], tuple[int, int, int]]):
    """Write what Xvfb keeps in its file: a header, a name, colours that nobody uses, rows with room at their ends."""
    header = [0] * 25
    header[0], header[4], header[5], header[11], header[12], header[19] = 104, WIDTH, HEIGHT, 32, STRIDE, COLOURS
    rows = bytearray(STRIDE * HEIGHT)
    for (x, y), (red, green, blue) in pixels.items():
        rows[y * STRIDE + 4 * x : y * STRIDE + 4 * x + 3] = bytes((blue, green, red))
    path.write_bytes(struct.pack(">25I", *header) + b"Xvf\0" + b"\xff" * 12 * COLOURS + rows)
    return screen.Screen(":1", path)


def test_a_picture_has_every_pixel_in_its_place(tmp_path):
    pixels = {(0, 0): (255, 0, 0), (2, 0): (0, 128, 0), (1, 1): (1, 2, 3)}
    written(tmp_path / "screen", pixels).save(tmp_path / "picture.png")
    picture = QImage(str(tmp_path / "picture.png"))
    assert (picture.width(), picture.height()) == (WIDTH, HEIGHT)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            assert picture.pixelColor(x, y).getRgb()[:3] == pixels.get((x, y), (0, 0, 0))


def test_a_screen_is_dark_until_something_is_painted(tmp_path):
    assert written(tmp_path / "screen", {}).is_dark()
    assert not written(tmp_path / "screen", {(1, HEIGHT // 2): (250, 250, 250)}).is_dark()


def test_waiting_for_what_does_not_come_says_what_it_was():
    with pytest.raises(SystemExit, match="the window is painted: not within 0 s"):
        screen.wait_until(lambda: False, "the window is painted", seconds=0)


@pytest.mark.parametrize("refuses", [True, False], ids=["not allowed", "not there"])
def test_without_user_namespaces_a_build_is_tried_with_the_network_and_that_is_told(
    tmp_path, monkeypatch, capsys, refuses
):
    if refuses:
        (tmp_path / "unshare").write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "unshare").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert smoke.isolation() == []
    assert "network: NOT taken away" in capsys.readouterr().out
