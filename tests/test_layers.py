"""Who may import whom. Lower layers never import higher ones, and each heavy library has one home."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

APP = Path(__file__).parent.parent / "app"
# From the bottom up; packages and modules on one line do not import each other, but for what SAME_LINE names.
LAYERS = [
    {
        "build",
        "errors",
        "phrases",
        "paths",
        "settings",
        "speeds",
        "log",
        "licences",
        "kept_json",
        "privacy",
        "whole_files",
        "__init__",
    },
    {"speculation", "catalog", "chats"},
    {"options"},
    {"llama"},
    {"fit", "prompts", "head_files", "pacing", "pair_facts"},
    {"engine", "doctor"},
    {"self_drafts", "diagnostics", "journal", "verdicts", "erasure"},
    {"trial"},
    {"guarded"},
    {"pull", "pull_pairs", "lab"},
    {"ui"},
    {"cli", "commands", "terminal", "interrupts", "__main__"},
]
SAME_LINE = {
    ("__main__", "cli"),
    ("cli", "commands"),
    ("commands", "terminal"),
    ("cli", "interrupts"),
    ("settings", "paths"),
    ("settings", "whole_files"),
    ("whole_files", "errors"),
    ("paths", "errors"),
    ("log", "errors"),
    ("log", "paths"),
    ("kept_json", "errors"),
    ("kept_json", "paths"),
    ("kept_json", "whole_files"),
    ("licences", "build"),
    ("speeds", "kept_json"),
    ("pair_facts", "head_files"),
}
HOMES = {"llama_cpp": "llama", "ctypes": "llama", "PySide6": "ui", "shiboken6": "ui"}
# Plain data that any layer may carry: the store keeps rounds, a download obeys the same stop as a reply.
CARRIED = {"app.speculation.stop", "app.speculation.records", "app.speculation.sampling"}
FILES = sorted(APP.rglob("*.py"))


def part_of(path: Path) -> str:
    inside = path.relative_to(APP)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imports_of(tree: ast.Module):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", node.lineno
            if node.module == "app":
                yield from ((f"app.{alias.name}", node.lineno) for alias in node.names)


def rank(part: str) -> int:
    return next(place for place, layer in enumerate(LAYERS) if part in layer)


def allowed(part: str, module: str) -> bool:
    root, *rest = module.split(".")
    if root != "app":
        return HOMES.get(root, part) == part
    if not rest or module in CARRIED:
        return True
    wanted = rest[0]
    if wanted not in set().union(*LAYERS):
        return True  # a name such as __version__, not a module
    if part == "ui" and wanted == "llama":
        return False
    return wanted == part or rank(wanted) < rank(part) or (part, wanted) in SAME_LINE


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(APP)))
def test_imports_only_what_its_layer_may(path):
    part = part_of(path)
    wrong = [
        f"{path.relative_to(APP)}:{line} imports {module}"
        for module, line in imports_of(ast.parse(path.read_text(encoding="utf-8")))
        if not allowed(part, module)
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("part", "module"),
    [
        ("speculation", "llama_cpp"),
        ("engine", "ctypes"),
        ("cli", "PySide6.QtCore"),
        ("speculation", "app.catalog.gguf"),
        ("llama", "app.engine"),
        ("ui", "app.llama.model"),
        ("engine", "app.ui.theme"),
        ("lab", "PySide6.QtCore"),
        ("lab", "app.ui.theme"),
    ],
)
def test_the_rule_refuses(part, module):
    assert not allowed(part, module)


def test_pure_packages_do_no_work_when_imported():
    """Calls on the top level of a module are work at import; these few only define things."""
    harmless = {
        "getLogger",
        "TypeVar",
        "dataclass",
        "field",
        "frozenset",
        "set",
        "getincrementaldecoder",
        "compile",
        "Path",
        "uint64",
        "MappingProxyType",
    }
    for path in FILES:
        if part_of(path) not in {"speculation", "chats", "engine", "lab", "errors", "paths"}:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Expr)):
                calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
                names = {getattr(call.func, "attr", getattr(call.func, "id", "")) for call in calls}
                assert names <= harmless, f"{path.name}:{node.lineno} calls {names}"
