"""What is given to people, made from the folder that PyInstaller made."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import facts

HERE = Path(__file__).resolve().parent
# The command that signs a file on Windows, with $f in place of the file.
SIGN_VARIABLE = "DRAFTLIGHT_SIGN"


def make(folder: Path, work: Path) -> list[Path]:
    """Return the archives for this system that could be made here, beside `folder`; `work` has the icons."""
    if sys.platform == "darwin":
        return [_zip_of_bundle(folder)]
    if sys.platform == "win32":
        for program in folder.glob("*.exe"):
            _sign(program)
        return [_zip(folder), *_installer(folder, work)]
    add_desktop_files(folder, work / "icons")
    return [_tar(folder), *_app_image(folder, work)]


def filled(template: Path) -> str:
    """Return a template with what facts.py knows: @NAME@, @VERSION@ and so on."""
    text = template.read_text(encoding="utf-8")
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    values = {
        "NAME": facts.NAME,
        "VERSION": facts.VERSION,
        "SUMMARY": facts.SUMMARY,
        "IDENTIFIER": facts.IDENTIFIER,
        "LICENCE": facts.LICENCE,
        "RELEASES": facts.RELEASES,
        "DATE": dt.datetime.fromtimestamp(moment, dt.UTC).strftime("%Y-%m-%d"),
    }
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def add_desktop_files(folder: Path, icons: Path) -> None:
    """Put what a Linux desktop wants beside the program: menu entry, icons, description, a script to install them."""
    share = folder / "share"
    applications, metainfo = share / "applications", share / "metainfo"
    for place in (applications, metainfo):
        place.mkdir(parents=True, exist_ok=True)
    (applications / "draftlight.desktop").write_text(filled(HERE / "linux" / "draftlight.desktop"), encoding="utf-8")
    description = filled(HERE / "linux" / "draftlight.metainfo.xml")
    (metainfo / f"{facts.IDENTIFIER}.metainfo.xml").write_text(description, encoding="utf-8")
    for icon in sorted(icons.glob("draftlight-*.png")):
        size = icon.stem.rsplit("-", 1)[1]
        place = share / "icons" / "hicolor" / f"{size}x{size}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(icon, place / "draftlight.png")
    scalable = share / "icons" / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    shutil.copy(icons / "draftlight.svg", scalable)
    script = folder / "install.sh"
    shutil.copy(HERE / "linux" / "install.sh", script)
    script.chmod(0o755)


def _name() -> str:
    return f"draftlight-{facts.VERSION}-{facts.target()}"


def _tar(folder: Path) -> Path:
    path = folder.parent / f"{_name()}.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=6) as archive:
        archive.add(folder, arcname=_name(), filter=_of_nobody)
    return path


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Leave out who built it."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def _app_image(folder: Path, work: Path) -> list[Path]:
    """Return an AppImage in a list, empty without appimagetool."""
    tool = shutil.which("appimagetool")
    if tool is None:
        print("no AppImage: appimagetool is not on the PATH")
        return []
    top = work / "Draftlight.AppDir"
    shutil.rmtree(top, ignore_errors=True)
    shutil.copytree(folder, top / "usr" / "lib" / "draftlight", symlinks=True)
    shutil.move(top / "usr" / "lib" / "draftlight" / "share", top / "usr" / "share")
    (top / "AppRun").symlink_to("usr/lib/draftlight/draftlight")
    shutil.copy(top / "usr" / "share" / "applications" / "draftlight.desktop", top)
    shutil.copy(work / "icons" / "draftlight-256.png", top / "draftlight.png")
    (top / ".DirIcon").symlink_to("draftlight.png")
    path = folder.parent / f"{_name()}.AppImage"
    subprocess.run([tool, top, path], env={**os.environ, "VERSION": facts.VERSION}, check=True)
    return [path]


def _zip(folder: Path) -> Path:
    return Path(shutil.make_archive(str(folder.parent / _name()), "zip", folder.parent, folder.name))


def _zip_of_bundle(bundle: Path) -> Path:
    """Return a .zip of the bundle. ditto keeps its links; the signature of a bundle without them does not hold."""
    path = bundle.parent / f"{_name()}.zip"
    subprocess.run(["ditto", "-c", "-k", "--keepParent", bundle, path], check=True)
    return path


def _sign(program: Path) -> None:
    """Sign a program for Windows, if there is something to sign with."""
    if command := os.environ.get(SIGN_VARIABLE):
        subprocess.run(command.replace("$f", f'"{program}"'), shell=True, check=True)


def _installer(folder: Path, work: Path) -> list[Path]:
    """Return a Windows installer in a list, empty without Inno Setup."""
    tool = shutil.which("iscc")
    if tool is None:
        print("no installer: Inno Setup's iscc is not on the PATH")
        return []
    defined = {
        "Name": facts.NAME,
        "Version": facts.VERSION,
        "Releases": facts.RELEASES,
        "Folder": folder,
        "Icon": work / "icons" / "draftlight.ico",
        "Out": folder.parent,
        "File": f"{_name()}-setup",
    }
    arguments = [f"/D{name}={value}" for name, value in defined.items()]
    if command := os.environ.get(SIGN_VARIABLE):
        arguments += ["/DSign", f"/Ssigntool={command}"]
    subprocess.run([tool, *arguments, HERE / "windows" / "draftlight.iss"], check=True)
    return [folder.parent / f"{_name()}-setup.exe"]
