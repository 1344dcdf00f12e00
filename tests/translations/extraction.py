"""Finds every text for a person in the sources, with the context under which Qt's translators look for it.

`lupdate` knows `self.tr` alone; the sources also have functions of their own around `QCoreApplication.translate`, and
texts of layers that do not know Qt. The rules:

- `self.tr("...")` has the class as its context, as Qt has it;
- `anything.translate("context", "...")` says its own;
- a call of a function of the module whose body is `return QCoreApplication.translate("context", its parameter)`;
- `Phrase("...")` of app/phrases.py has the context "phrases", wherever it stands;
- what a class of app/errors has as `message`, has "errors";
- what `TABLES` names: the values of a dictionary, of an Enum's members or of a tuple;
- what the catalogue of pairs says in words.
"""

from __future__ import annotations

import ast
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Where a lower layer keeps words in a table: the module, the name that is assigned or the class, the context.
TABLES = (
    ("app/catalog/compatibility_reasons.py", "TEMPLATES", "reasons"),
    ("app/catalog/gguf_header.py", "Kind", "kinds"),
    ("app/catalog/library_places.py", "Origin", "origins"),
    ("app/catalog/progress.py", "Stage", "pull"),
    ("app/pull.py", "STARTER_NAME", "pairs"),
    ("app/pull.py", "STARTER_NOTE", "pairs"),
    ("app/self_drafts.py", "STAGE", "pull"),
    ("app/catalog/download_jobs.py", "JobState", "downloads"),
)
# What the catalogue of pairs says of each in words, and the context.
CATALOGUE, CATALOGUE_FIELDS, CATALOGUE_CONTEXT = "resources/pairs.toml", ("reason", "hardware"), "pairs"
_ERRORS = "app/errors/"
# Hands texts of tables on.
_PASSING = "app/ui/language.py"
_APPLICATIONS = ("QCoreApplication", "QApplication")


@dataclass(frozen=True, slots=True)
class Text:
    """A text in the sources."""

    context: str
    source: str
    place: str


class ExtractionError(Exception):
    """A text that cannot be translated as it is written."""


def texts_of(root: Path) -> list[Text]:
    """Return every text under `root`/app in the order of files and lines, each pair of context and source once.

    Raises:
        ExtractionError: a text is not a literal, or a table is not there.
    """
    found: dict[tuple[str, str], Text] = {}
    tables = list(TABLES)
    for path in sorted((root / "app").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = _Module(name, tree)
        texts = list(module.marked())
        for table in [table for table in tables if table[0] == name]:
            tables.remove(table)
            texts += module.table(table[1], table[2])
        for text in texts:
            found.setdefault((text.context, text.source), text)
    if tables:
        raise ExtractionError(f"these tables are not there: {tables}")
    for text in _catalogue_texts(root):
        found.setdefault((text.context, text.source), text)
    return list(found.values())


def _catalogue_texts(root: Path) -> Iterator[Text]:
    pairs = tomllib.loads((root / CATALOGUE).read_text(encoding="utf-8"))["pair"]
    for pair in pairs:
        for field in CATALOGUE_FIELDS:
            if pair.get(field):
                yield Text(CATALOGUE_CONTEXT, pair[field], f"{CATALOGUE}: {pair['key']}")


class _Module:
    """One file."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self._name, self._tree = name, tree
        self._own = dict(_translators(tree))

    def marked(self) -> Iterator[Text]:
        """Yield what is marked by a call, and the messages of errors."""
        yield from self._below(self._tree, "")

    def table(self, wanted: str, context: str) -> list[Text]:
        """Return the texts of a table."""
        for node in self._tree.body:
            value: ast.AST | None = None
            if isinstance(node, ast.ClassDef) and node.name == wanted:
                value = node
            elif _is_assigned(node, wanted):
                value = node.value
            if value is not None:
                return [Text(context, part.value, self._place(part)) for part in _table_values(value)]
        raise ExtractionError(f"{self._name} has no {wanted}")

    def _below(self, node: ast.AST, owner: str) -> Iterator[Text]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield from self._called(child, owner)
            elif self._name.startswith(_ERRORS) and _is_assigned(child, "message"):
                yield self._text("errors", child.value)
            yield from self._below(child, child.name if isinstance(child, ast.ClassDef) else owner)

    def _called(self, call: ast.Call, owner: str) -> Iterator[Text]:
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else _name(function)
        if name == "tr" and isinstance(function, ast.Attribute):
            yield self._text(owner, call.args[0])
        elif name == "translate" and isinstance(function, ast.Attribute) and _name(function.value) in _APPLICATIONS:
            if self._name != _PASSING and id(call) not in {id(inner) for _, inner in self._own.values()}:
                yield self._text(_literal(call.args[0]) or "", call.args[1])
        elif name == "Phrase" and self._name != "app/phrases.py":
            yield self._text("phrases", call.args[0])
        elif name in self._own and isinstance(function, ast.Name):
            yield self._text(self._own[name][0], call.args[0])

    def _text(self, context: str, node: ast.AST | None) -> Text:
        source = _literal(node)
        if not context or not source:
            told = "write the text itself here, or name a table in tests/translations/extraction.py"
            raise ExtractionError(f"{self._place(node)}: this cannot be translated: {told}")
        return Text(context, source, self._place(node))

    def _place(self, node: ast.AST | None) -> str:
        return f"{self._name}:{getattr(node, 'lineno', 0)}"


def _translators(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ast.Call]]]:
    """Yield the functions around `QCoreApplication.translate`: name, context and the call inside."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[-1], ast.Return):
            continue
        call = node.body[-1].value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "translate":
            parameters = [argument.arg for argument in node.args.args]
            if len(call.args) == 2 and isinstance(call.args[1], ast.Name) and call.args[1].id in parameters:
                context = _literal(call.args[0])
                if context:
                    yield node.name, (context, call)


def _literal(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_assigned(node: ast.AST, name: str) -> TypeGuard[ast.Assign | ast.AnnAssign]:
    return isinstance(node, ast.Assign | ast.AnnAssign) and _target(node) == name


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    return _name(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def _table_values(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield the texts on the right of a table's names."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node.value:
            yield node
    elif isinstance(node, ast.ClassDef):
        for statement in node.body:
            if isinstance(statement, ast.Assign):
                yield from _table_values(statement.value)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _table_values(value)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for value in node.elts:
            yield from _table_values(value)
