"""The files that go with a build: icons, the menu entry, the description, archives, signing."""

from __future__ import annotations

import configparser
import os
import plistlib
import shutil
import struct
import subprocess
import tarfile
from pathlib import Path
from xml.etree import ElementTree as ET

import archives
import facts
import icons
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter

from app import RELEASES, __version__

ROOT = Path(__file__).parents[2]
HERE = ROOT / "packaging"


@pytest.fixture(scope="module", name="drawn")
def _drawn(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    icons.write_icons(folder)
    return folder


@pytest.fixture(name="folder")
def _folder(tmp_path, drawn) -> Path:
    """What PyInstaller leaves, with a space and characters that shells know in its path."""
    folder = tmp_path / 'my $apps & "more"' / "draftlight"
    (folder / "_internal").mkdir(parents=True)
    (folder / "draftlight").write_text("#!/bin/sh\n")
    (folder / "_internal" / "libllama.so.0").write_bytes(b"library")
    (folder / "_internal" / "libllama.so").symlink_to("libllama.so.0")
    archives.add_desktop_files(folder, drawn)
    return folder


def test_the_svg_is_the_icon_of_the_window(drawn):
    from PySide6.QtSvg import QSvgRenderer

    drawing = QSvgRenderer(str(drawn / "draftlight.svg"))
    assert drawing.isValid()
    picture = QImage(256, 256, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter)
    painter.end()
    expected = QImage(str(drawn / "draftlight-256.png"))
    for x, y in ((128, 20), (70, 80), (180, 80), (70, 130), (160, 130), (70, 176), (90, 209), (2, 2), (200, 220)):
        one, other = picture.pixelColor(x, y), expected.pixelColor(x, y)
        assert max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True)) <= 4, (x, y)


def test_the_icon_of_windows_has_every_size(drawn):
    data = (drawn / "draftlight.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", data)
    assert kind == 1
    for number in range(count):
        width, height, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        picture = QImage.fromData(QByteArray(data[offset : offset + length]), "PNG")
        assert (picture.width() % 256, picture.height() % 256) == (width, height)
    assert QImage(str(drawn / "draftlight.ico")).width() > 0


def test_the_icon_of_macos_is_whole(drawn):
    data = (drawn / "draftlight.icns").read_bytes()
    assert data[:4] == b"icns"
    assert struct.unpack(">I", data[4:8]) == (len(data),)
    offset, kinds = 8, set()
    while offset < len(data):
        kinds.add(data[offset : offset + 4])
        (length,) = struct.unpack(">I", data[offset + 4 : offset + 8])
        assert data[offset + 8 :].startswith(b"\x89PNG")
        offset += length
    assert {b"ic07", b"ic09", b"ic10"} <= kinds


def test_the_menu_entry_leads_to_the_program_and_its_icon(folder):
    entry = configparser.RawConfigParser(strict=True)
    entry.optionxform = str
    entry.read(folder / "share" / "applications" / "draftlight.desktop", encoding="utf-8")
    section = entry["Desktop Entry"]
    assert (section["Type"], section["Name"], section["Exec"]) == ("Application", "Draftlight", "draftlight")
    assert section["Categories"].endswith(";")
    icon = section["Icon"]
    assert (folder / "share" / "icons" / "hicolor" / "scalable" / "apps" / f"{icon}.svg").exists()
    assert (folder / "share" / "icons" / "hicolor" / "256x256" / "apps" / f"{icon}.png").exists()
    # The window says this name to the desktop (app/ui/application.py), which finds the entry by it.
    assert 'setDesktopFileName("draftlight")' in (ROOT / "app" / "ui" / "application.py").read_text(encoding="utf-8")
    assert section["StartupWMClass"] == "draftlight"


def test_the_description_has_what_appstream_demands(folder):
    path = folder / "share" / "metainfo" / f"{facts.IDENTIFIER}.metainfo.xml"
    component = ET.parse(path).getroot()
    assert component.get("type") == "desktop-application"
    assert component.findtext("id") == facts.IDENTIFIER
    for tag in ("name", "summary", "metadata_license", "project_license", "description", "developer", "content_rating"):
        assert component.find(tag) is not None, tag
    assert not component.findtext("summary").endswith(".")
    assert component.findtext("launchable") == "draftlight.desktop"
    assert component.find("releases/release").get("version") == __version__
    assert component.findtext("url") == RELEASES
    assert "@" not in path.read_text(encoding="utf-8")


def test_the_script_puts_the_program_into_the_menu_and_out_again(folder, tmp_path):
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    subprocess.run([folder / "install.sh"], env=environment, check=True, capture_output=True)
    entry = tmp_path / ".local" / "share" / "applications" / "draftlight.desktop"
    line = next(line for line in entry.read_text().splitlines() if line.startswith("Exec="))
    # Backslashes are halved when the file is read, and again inside the quotes.
    quoted = line.removeprefix("Exec=").replace("\\\\", "\\")
    assert quoted[0] == quoted[-1] == '"'
    assert quoted[1:-1].replace("\\$", "$").replace('\\"', '"') == str(folder / "draftlight")
    assert list((tmp_path / ".local" / "share" / "icons").rglob("draftlight.svg"))
    subprocess.run([folder / "install.sh", "remove"], env=environment, check=True, capture_output=True)
    assert not entry.exists()
    assert not list((tmp_path / ".local").rglob("draftlight.*"))


def test_the_archive_has_links_and_no_name_of_a_person(folder):
    path = archives._tar(folder)
    assert path.name == f"draftlight-{__version__}-{facts.target()}.tar.gz"
    with tarfile.open(path) as archive:
        members = {member.name: member for member in archive.getmembers()}
    top = path.name.removesuffix(".tar.gz")
    assert members[f"{top}/_internal/libllama.so"].linkname == "libllama.so.0"
    assert members[f"{top}/install.sh"].mode & 0o111
    assert {(member.uid, member.uname) for member in members.values()} == {(0, "root")}


def test_the_entitlements_can_be_read():
    entitlements = plistlib.loads((HERE / "macos" / "entitlements.plist").read_bytes())
    assert all(value is True for value in entitlements.values())


@pytest.mark.parametrize("script", ["macos/sign.sh", "linux/install.sh"])
def test_the_scripts_are_well_formed(script):
    assert os.access(HERE / script, os.X_OK)
    subprocess.run([shutil.which("bash"), "-n", HERE / script], check=True)


def test_the_installer_asks_for_what_is_defined():
    import re

    text = (HERE / "windows" / "draftlight.iss").read_text(encoding="utf-8")
    asked = set(re.findall(r"\{#(\w+)\}", text.replace("{#braces}", "")))
    source = (HERE / "archives.py").read_text(encoding="utf-8")
    assert asked == set(re.findall(r'^        "(\w+)": ', source[source.index("defined = {") :], re.MULTILINE))
