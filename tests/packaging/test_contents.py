"""What goes into a build and what stays out."""

from __future__ import annotations

import os
import re
import runpy
import tomllib
from pathlib import Path

import contents
import facts
import pytest

from app import __version__

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("PySide6/Qt/lib/libQt6Core.so.6", True),
        ("PySide6/Qt/lib/libQt6DBus.so.6", True),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
        ("PySide6/Qt/plugins/imageformats/libqsvg.so", True),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", True),
        ("PySide6/Qt/translations/qtbase_zh_TW.qm", True),
        ("PySide6\\translations\\qtbase_zh_TW.qm", True),
        ("resources/translations/draftlight_zh_TW.qm", True),
        ("llama_cpp/lib/libllama.so", True),
        ("libfontconfig.so.1", True),
        ("libxcb-cursor.so.0", True),
        ("PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so", True),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("PySide6/Qt/translations/qt_zh_TW.qm", False),
        ("PySide6/Qt/lib/libQt6Qml.so.6", False),
        ("PySide6/Qt/lib/libQt6QmlModels.so.6", False),
        ("PySide6/Qt/lib/libQt6Quick.so.6", False),
        ("PySide6\\Qt6Quick.dll", False),
        ("PySide6/Qt/lib/QtQuick.framework/Versions/A/QtQuick", False),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", False),
        ("PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so", False),
        ("PySide6/Qt/plugins/sqldrivers/libqsqlite.so", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/lib/libQt6EglFsKmsSupport.so.6", False),
        ("libgdk_pixbuf-2.0.so.0", False),
        ("libpangocairo-1.0.so.0", False),
        ("llama_cpp/lib/libmtmd.so.0", False),
        ("llama_cpp\\lib\\mtmd.dll", False),
    ],
)
def test_which_files_belong_into_a_build(name, inside):
    assert contents.is_wanted(name) is inside


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (
            ["libllama.so", "libllama.so.0", "libllama.so.0.5.0"],
            {"libllama.so": "libllama.so.0", "libllama.so.0": None},
        ),
        (
            ["libggml-base.0.25.3.dylib", "libggml-base.0.dylib", "libggml-base.dylib"],
            {"libggml-base.dylib": "libggml-base.0.dylib", "libggml-base.0.dylib": None},
        ),
        (["llama.dll"], {"llama.dll": None}),
    ],
)
def test_each_library_of_llama_cpp_is_inside_once(tmp_path, names, kept):
    entries = []
    for name in names:
        (tmp_path / name).write_bytes(b"the same library")
        entries.append((f"llama_cpp/lib/{name}", str(tmp_path / name), "BINARY"))
    found = {name.rsplit("/", 1)[1]: (source, kind) for name, source, kind in contents.single_copies(entries)}
    assert {name: source if kind == "SYMLINK" else None for name, (source, kind) in found.items()} == kept


def test_other_files_and_different_libraries_stay(tmp_path):
    (tmp_path / "libllama.so").write_bytes(b"one")
    (tmp_path / "libggml.so").write_bytes(b"two")
    (tmp_path / "libggml-cpu.so").write_bytes(b"two")  # the same by accident
    entries = [(f"llama_cpp/lib/{file.name}", str(file), "BINARY") for file in sorted(tmp_path.iterdir())]
    entries.append(("libssl.so.3", "/lib/libssl.so.3", "BINARY"))
    entries.append(("libllama.so.0", "llama_cpp/lib/libllama.so.0", "SYMLINK"))
    assert sorted(contents.single_copies(entries)) == sorted(entries)


def test_the_resources_are_what_the_app_reads():
    inside = {f"{folder}/{Path(file).name}" for file, folder in contents.resources(ROOT)}
    assert inside == {"resources/pairs.toml", "resources/translations/draftlight_zh_TW.qm"}


def test_qt_keeps_the_translations_of_the_languages_of_the_window():
    ours = {Path(file).stem.removeprefix("draftlight_") for file, _ in contents.resources(ROOT) if file.endswith(".qm")}
    assert {f"qtbase_{language}.qm" for language in ours} == contents.QT_TRANSLATIONS


def test_nothing_that_the_app_imports_is_excluded():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py"))
    for name in contents.EXCLUDED_MODULES:
        assert not re.search(rf"^\s*(import|from) {re.escape(name)}\b", sources, re.MULTILINE), name


def test_name_version_and_licence_of_packages_come_along():
    names = {
        name
        for name, _, kind in facts.metadata_entries(["numpy/core/x.so", "jinja2.ext", "no_such_module"])
        if kind == "DATA"
    }
    assert any(re.fullmatch(r"numpy-[\d.]+\.dist-info/METADATA", name) for name in names)
    assert any(re.search(r"jinja2-[\d.]+\.dist-info/.*LICENSE", name, re.IGNORECASE) for name in names)
    assert "licences/Python.txt" in names


def test_the_version_has_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "app.__version__"}
    assert __version__ == facts.VERSION
    for path in [file for file in (ROOT / "packaging").rglob("*") if file.is_file() and file.suffix != ".pyc"]:
        assert __version__ not in path.read_text(encoding="utf-8"), path


def test_the_details_that_windows_shows_can_be_read():
    named = dict.fromkeys(
        ("FixedFileInfo", "StringTable", "StringFileInfo", "VarFileInfo", "VarStruct", "VSVersionInfo")
    )
    made = []
    for name in named:
        named[name] = lambda *_, name=name, **__: made.append(name)
    strings = {}
    named["StringStruct"] = strings.__setitem__
    eval(facts.windows_version(), {"__builtins__": {}}, named)
    assert made[-1] == "VSVersionInfo"
    assert strings["ProductVersion"] == __version__


@pytest.mark.parametrize(("original", "after"), [("/usr/local/lib", "/usr/local/lib"), (None, None)])
def test_programs_of_the_system_get_the_search_path_that_the_person_has(monkeypatch, original, after):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/draftlight/_internal")
    if original is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", original)
    runpy.run_path(str(ROOT / "packaging" / "runtime_hook.py"))
    assert os.environ.get("LD_LIBRARY_PATH") == after
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
