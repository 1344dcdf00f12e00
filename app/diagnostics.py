"""What a bug report needs, as text: versions, machine, devices, settings and the end of the log.

No chat text, no access tokens, and no name of the person: text settings are given by their length alone, the home
folder is written as ~, and what looks like a token is left out.
"""

from __future__ import annotations

import dataclasses
import getpass
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.log import LOG_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from app.paths import Paths
    from app.settings import Settings

_LAST_LINES = 120
_LONGEST_LINE = 400
_TOKEN = re.compile(r"\b(hf_|sk-|ghp_|Bearer\s+)[A-Za-z0-9_\-.]{6,}")
# Settings whose text is one of ours and not the person's.
_OWN_WORDS = {"rule", "scheme", "language", "cache_type"}


def diagnostics(paths: Paths, settings: Settings) -> str:
    """Return the report; takes about a second, since llama.cpp is asked for its devices."""
    from app.doctor import examine

    return report(examine(paths), paths, settings)


def report(facts: Mapping[str, Any], paths: Paths, settings: Settings) -> str:
    """Return the report on `facts`, which are those of `app.doctor.examine`."""
    lines = ["Draftlight diagnostics", ""]
    for section, found in facts.items():
        lines += [section, *(f"  {line}" for line in _lines_of(found)), ""]
    lines += ["settings", *(f"  {line}" for line in _lines_of(_told_settings(settings))), ""]
    lines += [f"the last lines of {LOG_FILE}", *(f"  {line}" for line in _last_lines(paths))]
    return discreet("\n".join(lines)) + "\n"


def discreet(text: str) -> str:
    """Return `text` without tokens, and without the name of the person in paths."""
    home = Path.home()
    for folder in sorted({str(home), str(home.resolve())}, key=len, reverse=True):
        if len(folder) > 1:
            text = text.replace(folder, "~")
    name = _person()
    if name:
        text = re.sub(rf"(?<=[\\/]){re.escape(name)}(?=[\\/]|$)", "~", text, flags=re.MULTILINE)
    return _TOKEN.sub(r"\1…", text)


def _person() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # nobody: a container without accounts
        return ""


def _lines_of(found: Any) -> Iterator[str]:
    if isinstance(found, dict):
        for name, value in found.items():
            yield f"{name}: {value}"
    elif isinstance(found, list):
        for entry in found or ["none"]:
            yield ", ".join(f"{name} {value}" for name, value in entry.items()) if isinstance(entry, dict) else entry
    else:
        yield str(found)


def _told_settings(settings: Settings) -> dict[str, object]:
    return {field.name: _told(field.name, getattr(settings, field.name)) for field in dataclasses.fields(settings)}


def _told(name: str, value: object) -> object:
    """Return a setting as it may be told: numbers and words of ours as they are, of texts and lists the length."""
    if value is None or isinstance(value, bool | int | float) or name in _OWN_WORDS:
        return value
    if isinstance(value, str):
        return f"{len(value)} characters"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if any(isinstance(getattr(value, field.name), Path) for field in dataclasses.fields(value)):
            return "set"
        return {field.name: _told(field.name, getattr(value, field.name)) for field in dataclasses.fields(value)}
    return f"{len(value)} entries" if isinstance(value, tuple | list | dict) else type(value).__name__


def _last_lines(paths: Paths) -> list[str]:
    try:
        text = (paths.logs / LOG_FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ["there is no log"]
    return [line[:_LONGEST_LINE] for line in text.splitlines()[-_LAST_LINES:]]
