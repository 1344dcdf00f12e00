"""What Draftlight is made of: the packages it uses, with versions and licences as they state them."""

from __future__ import annotations

import importlib.metadata
import platform
from dataclasses import dataclass

from app.build import is_frozen

LICENCE = "Apache-2.0"
# What pyproject.toml asks for, by name; a build that needs no Python knows it only from here.
USED = (
    "huggingface-hub",
    "jinja2",
    "keyring",
    "llama-cpp-python",
    "markdown-it-py",
    "mdit-py-plugins",
    "numpy",
    "platformdirs",
    "psutil",
    "pygments",
    "pyqtgraph",
    "PySide6-Essentials",
    "send2trash",
)
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Component:
    """A package; `licence` is empty where it states none in a few words."""

    name: str
    version: str
    licence: str


def components() -> tuple[Component, ...]:
    """Return Python and the packages of USED that are installed, in a build all that is inside, as they state."""
    names = {one.name for one in importlib.metadata.distributions()} if is_frozen() else set(USED)
    known = [_component(name) for name in sorted(names, key=str.lower)]
    return (Component("Python", platform.python_version(), "PSF-2.0"), *(one for one in known if one is not None))


def _component(name: str) -> Component | None:
    try:
        facts = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    return Component(facts["Name"], facts["Version"], _licence(facts))


def _licence(facts: importlib.metadata.PackageMetadata) -> str:
    """Return the expression, or else what older packages state: a few words, or a classifier."""
    stated = next((facts[name] for name in ("License-Expression", "License") if name in facts), "")
    if stated and "\n" not in stated and len(stated) <= _LONGEST:
        return stated
    classified = [one.rsplit(" :: ", 1)[-1] for one in facts.get_all("Classifier") or [] if one.startswith("License")]
    return ", ".join(classified) or stated.strip().split("\n", 1)[0][:_LONGEST]
