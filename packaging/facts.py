"""What every part of the packaging says of the app, each thing from its one place."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app import RELEASES, __version__  # noqa: E402
from app.licences import LICENCE  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contents import Entry

__all__ = ["IDENTIFIER", "LICENCE", "NAME", "RELEASES", "SUMMARY", "VERSION", "metadata_entries", "target"]

NAME = "Draftlight"
VERSION = __version__
# Of the bundle on macOS and of the AppStream component: a domain of whoever publishes, backwards.
IDENTIFIER = "org.draftlight.Draftlight"
SUMMARY = "Chat with local models and see speculative decoding at work"


def target() -> str:
    """Return what a build of this machine runs on, as files are named: linux-x86_64, macos-arm64, windows-amd64."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{system}-{platform.machine().lower()}"


def metadata_entries(inside: Iterable[str]) -> list[Entry]:
    """Return name, version and licence texts of every package that a module or file of those `inside` comes from.

    About lists them, and they have to be given along.
    """
    owners = importlib.metadata.packages_distributions()
    names = {name for file in inside for name in owners.get(re.split(r"[./\\]", file)[0], ())}
    entries: list[Entry] = []
    for name in sorted(names, key=str.lower):
        distribution = importlib.metadata.distribution(name)
        entries += [
            (str(file), str(distribution.locate_file(file)), "DATA")
            for file in distribution.files or ()
            if file.parts[0].endswith(".dist-info") and (file.name == "METADATA" or _is_licence(file))
        ]
    python = Path(os.__file__).parent / "LICENSE.txt"
    if python.exists():
        entries.append(("licences/Python.txt", str(python), "DATA"))
    return entries


def _is_licence(file: importlib.metadata.PackagePath) -> bool:
    words = ("licen", "copying", "notice", "authors")
    return "licenses" in file.parts or any(word in file.name.lower() for word in words)


def windows_version() -> str:
    """Return the resource that Windows shows under "Details" of a program, as PyInstaller reads it."""
    numbers = tuple([*map(int, VERSION.split(".")), 0, 0, 0, 0][:4])
    strings = {
        "CompanyName": NAME,
        "FileDescription": NAME,  # what the task manager shows
        "FileVersion": VERSION,
        "InternalName": NAME.lower(),
        "LegalCopyright": LICENCE,
        "OriginalFilename": "draftlight.exe",
        "ProductName": NAME,
        "ProductVersion": VERSION,
    }
    table = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in strings.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004,"
        " fileType=0x1, subtype=0x0, date=(0, 0)), kids=["
        f"StringFileInfo([StringTable('040904B0', [{table}])]),"
        " VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )
