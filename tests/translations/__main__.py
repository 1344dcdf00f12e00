"""Brings the translations up to date with the sources: `python -m tests.translations`.

To add a text to the window, write it in English where it is needed, in one of the forms that extraction.py lists, as
a literal with its fields in braces:

    self.tr("Loading {pair}").format(pair=name)

then run this program. It adds the text to resources/translations/draftlight_zh_TW.ts as unfinished, takes out what
the sources no longer have, and lists what wants a translation. Write it between <translation> and </translation>,
without type="unfinished" and with the same fields, and run the program again: it makes the .qm file that the window
reads. tests/ui/test_translations.py fails until that is done. A text that stands in the window for long is set so
that it follows a change of the language: see app/ui/language.py.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

import PySide6

from tests.translations.extraction import ExtractionError, Text, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = Path(__file__).resolve().parent.parent.parent
LANGUAGES = ("zh_TW",)
_FIELD = re.compile(r"\{(\w*)[^}]*\}")

Key = tuple[str, str]


def ts_path(language: str) -> Path:
    """Where the translations into a language lie."""
    return ROOT / "resources" / "translations" / f"draftlight_{language}.ts"


def read(path: Path) -> dict[Key, str]:
    """Return the translations in a .ts file by context and source; "" for one that is not there yet."""
    if not path.exists():
        return {}
    found = {}
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            done = translation is not None and translation.get("type") is None
            key = (context.findtext("name", ""), message.findtext("source", ""))
            found[key] = (translation.text or "") if done and translation is not None else ""
    return found


def written(texts: Iterable[Text], known: Mapping[Key, str], language: str) -> str:
    """Return a .ts file with these texts, in the order of contexts and of the sources in them."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", f'<TS version="2.1" language="{language}">']
    contexts: dict[str, list[Text]] = {}
    for text in texts:
        contexts.setdefault(text.context, []).append(text)
    for name, members in sorted(contexts.items()):
        lines += ["<context>", f"    <name>{escape(name)}</name>"]
        for text in members:
            translation = known.get((text.context, text.source), "")
            mark = "" if translation else ' type="unfinished"'
            lines += [
                "    <message>",
                f"        <source>{escape(text.source)}</source>",
                f"        <translation{mark}>{escape(translation)}</translation>",
                "    </message>",
            ]
        lines.append("</context>")
    return "\n".join([*lines, "</TS>", ""])


def compile_ts(path: Path, destination: Path) -> None:
    """Make the .qm file of a .ts file."""
    folder = Path(PySide6.__file__).parent
    program = next(place for place in (folder / "lrelease", folder / "lrelease.exe") if place.exists())
    subprocess.run([program, "-silent", path, "-qm", destination], check=True)


def complaints(known: Mapping[Key, str]) -> list[str]:
    """Return what is wrong with translations, a line for each."""
    found = []
    for (context, source), translation in known.items():
        if not translation:
            found.append(f"not translated: [{context}] {source}")
        elif sorted(_FIELD.findall(source)) != sorted(_FIELD.findall(translation)):
            found.append(f"other fields than its source: [{context}] {source}")
    return found


def main() -> int:
    """Update every language; return 1 where something is left to do."""
    try:
        texts = texts_of(ROOT)
    except ExtractionError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    left = []
    for language in LANGUAGES:
        path = ts_path(language)
        path.write_text(written(texts, read(path), language), encoding="utf-8")
        compile_ts(path, path.with_suffix(".qm"))
        left += complaints(read(path))
    for line in left:
        sys.stderr.write(f"{line}\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
