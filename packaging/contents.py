"""What goes into a build and what stays out: rules on the entries of PyInstaller's tables, without PyInstaller.

An entry is (name inside the build, file it comes from, kind), as in `Analysis.binaries` and `.datas`.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath

Entry = tuple[str, str, str]

# The translations of Qt's own texts for the languages of the window (app/ui/language.py).
QT_TRANSLATIONS = {"qtbase_zh_TW.qm"}
# Imported by name alone, so that no analysis of the sources finds them.
HIDDEN_IMPORTS = [
    "pyqtgraph",  # app/ui/plots/library.py
    "jinja2.ext",  # the loop controls of chat templates
    "huggingface_hub.hf_api",  # the package loads its parts when they are first asked for
    "huggingface_hub.file_download",
]
# Reached by imports that never run in the app.
EXCLUDED_MODULES = [
    "IPython",
    "PIL",
    "PySide6.QtDesigner",
    "PySide6.QtHelp",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtPdf",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtSql",
    "PySide6.QtUiTools",
    "hf_xet",  # app/catalog/hub_client.py turns Xet off
    "llama_cpp.llava_cpp",
    "llama_cpp.mtmd_cpp",
    "llama_cpp.server",
    "matplotlib",
    "numpy.f2py",
    "pandas",
    "pip",
    "pkg_resources",
    "pyqtgraph.examples",
    "pyqtgraph.opengl",
    "scipy",
    "setuptools",
    "tkinter",
    "torch",
    "transformers",
]
# Plugins of Qt for screens without a desktop, for databases, for QML and for GTK, and what they alone need.
_UNWANTED = re.compile(
    r"""
    /plugins/(designer|egldeviceintegrations|generic|help|networkinformation|printsupport|qmltooling|sqldrivers)/
    | /plugins/platforms/.*q(directfb|eglfs|linuxfb|minimalegl|vkkhrdisplay|vnc|webgl|integrity|tvos)
    | /plugins/platforminputcontexts/.*virtualkeyboard
    | /plugins/imageformats/.*qpdf
    | Qt6?(Qml|Quick|Pdf|VirtualKeyboard|EglF[Ss]|Designer|Help|Sql|Test|UiTools|Multimedia|3D|WebEngine|LabsAnimation)
    | libmtmd | /mtmd\.dll
    # GTK's theme would bring half of the build machine's GTK, to be mixed with the other half of where it runs.
    | /plugins/platformthemes/libqgtk3
    | /lib(atk|cairo|datrie|fribidi|gdk|graphite2|gtk|harfbuzz|pango|pixman|thai)[-.\w]*\.so
    """,
    re.VERBOSE,
)


def is_wanted(name: str) -> bool:
    """Say whether a file belongs into the build."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.suffix == ".qm":
        return path.name in QT_TRANSLATIONS or path.name.startswith("draftlight_")
    return not _UNWANTED.search(f"/{path}")


def wanted(entries: list[Entry]) -> list[Entry]:
    """Return the entries that belong into the build."""
    return [entry for entry in entries if is_wanted(entry[0])]


def single_copies(entries: list[Entry]) -> list[Entry]:
    """Keep one copy of each library of llama.cpp, and links in place of the others.

    A wheel cannot hold links, so it has every library three times: libllama.so, which Python opens, libllama.so.0,
    which the other libraries ask for, and libllama.so.0.5.0. The middle one stays a file; the first becomes a link to
    it, and nobody asks for the last. PyInstaller's links from the top folder point to names, so they hold.
    """
    families: dict[tuple[str, str], list[Entry]] = {}
    kept: list[Entry] = []
    for entry in entries:
        name, source, kind = entry
        if kind == "BINARY" and _is_llama_library(name) and Path(source).is_file():
            stem = re.split(r"\.(?:so|dylib|\d)", PurePosixPath(name.replace("\\", "/")).name)[0]
            families.setdefault((stem, _digest(source)), []).append(entry)
        else:
            kept.append(entry)
    for family in families.values():
        family.sort(key=lambda entry: len(entry[0]))
        real = family[min(1, len(family) - 1)]
        kept.append(real)
        if len(family) > 1:
            kept.append((family[0][0], PurePosixPath(real[0]).name, "SYMLINK"))
    return kept


def _is_llama_library(name: str) -> bool:
    return PurePosixPath(name.replace("\\", "/")).parent == PurePosixPath("llama_cpp/lib")


def _digest(path: str) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def resources(root: Path) -> list[tuple[str, str]]:
    """Return what of resources/ is inside, as (file, folder in the build)."""
    files = [root / "resources" / "pairs.toml", *sorted((root / "resources" / "translations").glob("*.qm"))]
    return [(str(file), str(file.parent.relative_to(root))) for file in files]
