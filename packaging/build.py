"""Builds Draftlight for the machine this runs on, so that it needs no Python.

    python packaging/build.py [--with-starter] [--here] [--portable]

The result lies in dist/: a folder to try (packaging/smoke.py) and what is given to people: on Linux a .tar.gz (and an
AppImage, where appimagetool is on the PATH), on macOS Draftlight.app in a .zip, on Windows a .zip (and an installer,
where Inno Setup's iscc is on the PATH). Packages are installed into an environment of its own under build/packaging.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "packaging"
WORK = ROOT / "build" / "packaging"
DIST = ROOT / "dist"
# Without this llama.cpp is compiled for the processor of this machine, and for no older one.
_PORTABLE = "-DGGML_NATIVE=OFF"


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--with-starter", action="store_true", help="with the target of the starter pair inside")
    parser.add_argument("--here", action="store_true", help="use the packages of the Python that runs this")
    parser.add_argument(
        "--portable", action="store_true", help="compile llama.cpp for other machines too; about 10 minutes"
    )
    return parser.parse_args(arguments)


def make_environment(portable: bool) -> Path:
    """Return the Python of an environment that has the app and PyInstaller."""
    folder = WORK / "venv"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True, symlinks=sys.platform != "win32")
    install = [str(python), "-m", "pip", "install", "--quiet"]
    if portable:
        environment = {**os.environ, "CMAKE_ARGS": f"{os.environ.get('CMAKE_ARGS', '')} {_PORTABLE}".strip()}
        fresh = ["--no-cache-dir", "--force-reinstall", "--no-deps", "--no-binary", "llama-cpp-python"]
        subprocess.run([*install, *fresh, _llama_requirement()], env=environment, check=True)
    subprocess.run([*install, "--editable", f"{ROOT}[packaging]"], check=True)
    return python


def _llama_requirement() -> str:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return next(one for one in project["dependencies"] if one.startswith("llama-cpp-python"))


def build(with_starter: bool) -> list[Path]:
    """Build with the packages of this Python; return what was made, the folder to try first."""
    sys.path.insert(0, str(HERE))
    import archives
    import facts
    import icons
    from PyInstaller.__main__ import run

    if facts.RELEASES.split("/")[2].endswith(".invalid"):
        print("note: the address for updates is not set (app/__init__.py and pyproject.toml); see packaging/README.md")
    subprocess.run([sys.executable, icons.__file__, WORK / "icons"], check=True)
    if sys.platform == "win32":
        (WORK / "version.txt").write_text(facts.windows_version(), encoding="utf-8")
    options = ["--icons", str(WORK / "icons"), *(["--starter", str(fetch_starter())] if with_starter else [])]
    places = ["--distpath", str(DIST), "--workpath", str(WORK / "work")]
    run([str(HERE / "draftlight.spec"), "--noconfirm", "--log-level=WARN", *places, "--", *options])
    if sys.platform == "linux":
        strip_python(DIST / "draftlight" / "_internal")
    if sys.platform == "darwin":
        folder = DIST / "Draftlight.app"
        shutil.rmtree(DIST / "draftlight")  # what the bundle was made from
    else:
        folder = DIST / "draftlight"
    return [folder, *archives.make(folder, WORK)]


def strip_python(folder: Path) -> None:
    """Take the symbols for debuggers out of Python's own libraries, if it was built here with them.

    Those of wheels stay as they are: they are stripped already, and some that were patched do not survive it.
    """
    tool = shutil.which("strip")
    libraries = [file for file in folder.glob("libpython*.so*") if not file.is_symlink()]
    libraries += folder.glob("python3*/lib-dynload/*.so")
    if tool is not None and libraries:
        subprocess.run([tool, "--strip-unneeded", *libraries], check=True)


def fetch_starter() -> Path:
    """Return the target of the starter pair, the file that a build is known to ship (app/catalog/starter.py)."""
    import facts  # noqa: F401 - puts the repository on the path

    from app.catalog.starter import DEFAULT_SOURCES, SHIPPED, fetch_starter
    from app.paths import Paths
    from app.speculation.stop import Stop

    home = ROOT / "build" / "test-home"  # where the tests keep it too
    paths = Paths(data=home, logs=home / "logs", resources=ROOT / "resources")
    sources = [source for source in DEFAULT_SOURCES if source.file == SHIPPED[0].file]
    return fetch_starter(paths, Stop(), lambda _progress: None, sources)


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder, links not followed."""
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file() and not file.is_symlink())


def main() -> None:
    """Build, in an environment of its own unless told otherwise."""
    options = parse_arguments()
    if not options.here:
        python = make_environment(options.portable)
        rest = ["--with-starter"] if options.with_starter else []
        sys.exit(subprocess.run([python, __file__, "--here", *rest], check=False).returncode)
    if options.portable:
        sys.exit("--portable compiles llama.cpp in an environment of its own, so it does not go with --here")
    WORK.mkdir(parents=True, exist_ok=True)
    for path in build(options.with_starter):
        print(f"{path.relative_to(ROOT)}: {size_of(path) / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
