"""Every text for a person is marked, translated, and in the file that the window reads."""

from __future__ import annotations

import ast
import re

import pytest
from PySide6.QtCore import QTranslator

from tests.translations.__main__ import LANGUAGES, ROOT, compile_ts, complaints, read, ts_path, written
from tests.translations.extraction import texts_of

COMMAND = "run: python -m tests.translations"

# What shows its first argument to a person, or where a number is given, that one.
SHOWING = {
    **dict.fromkeys(
        (
            *("setText", "setToolTip", "setWindowTitle", "setPlaceholderText", "setAccessibleName", "setTitle"),
            *("setAccessibleDescription", "setLabelText", "setInformativeText", "setStatusTip", "setWhatsThis"),
            *("setSpecialValueText", "setSuffix", "setPrefix", "addAction", "addMenu", "addItem", "addTab"),
            *("QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "Switch", "Fold"),
            *("button", "label", "hint", "Notice", "say", "say_empty", "show_progress", "show_words", "section"),
            *("paragraph", "title"),
        ),
        0,
    ),
    **dict.fromkeys(("verdict", "reason", "put_words", "QFileDialog"), 1),
}
# Calls whose texts no person reads: programmers, logs, style sheets.
UNSEEN = {"debug", "info", "warning", "error", "exception", "write", "setObjectName", "setProperty", "Errands"}
WORDS = re.compile(r"[^\W\d_]{2,}")
MARKUP = re.compile(r"<[^>]*>?|&\w+;")
SENTENCE = re.compile(r"[^\W\d_]+ [^\W\d_]+")
# Texts that are the same in every language, or that no person reads.
SAME = {"Draftlight", "hf_…", "Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei UI"}
# What only the terminal says, and errors that only it shows.
HEADLESS = ("commands", "cli", "terminal", "__main__", "doctor")
TERMINAL = {"UsageError", "MessagesFileError", "PromptsFileError"}
STYLE_SHEETS = {"stylesheet.py"}


def test_the_translations_are_up_to_date_with_the_sources():
    for language in LANGUAGES:
        path = ts_path(language)
        assert path.read_text(encoding="utf-8") == written(texts_of(ROOT), read(path), language), COMMAND


def test_nothing_is_untranslated():
    left = [line for language in LANGUAGES for line in complaints(read(ts_path(language)))]
    assert not left, "\n".join([*left, f"{len(left)} to translate in resources/translations; then {COMMAND}"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_reads_what_is_translated(application, tmp_path, language):
    path = ts_path(language)
    translator = QTranslator()
    assert translator.load(str(path.with_suffix(".qm")))
    for (context, source), translation in read(path).items():
        assert translator.translate(context, source) == translation, COMMAND
    compile_ts(path, tmp_path / "made.qm")
    assert path.with_suffix(".qm").read_bytes() == (tmp_path / "made.qm").read_bytes(), COMMAND


def test_no_text_is_unmarked():
    left = []
    for path in sorted((ROOT / "app" / "ui").rglob("*.py")):
        if path.name in STYLE_SHEETS:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        left += [f"{path.relative_to(ROOT)}:{line}: {text!r}" for line, text in sorted(set(unmarked(tree)))]
    assert not left, "\n".join(["unmarked; write self.tr(...) around it, or see extraction.py:", *left])


def test_unmarked_texts_are_found():
    source = 'self.a.setText("Go")\nbutton(f"{n} files", "plain")\nx = "It is here"\n_LOG.info("a b")'
    found = unmarked(ast.parse(source))
    assert [text for _, text in found] == ["Go", " files", "It is here"]
    assert not list(unmarked(ast.parse('"""Some words."""\nself.a.setText(self.tr("Go"))\nself.b.setText("42 %")')))


def test_what_errors_name_can_be_translated():
    left = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        if not path.relative_to(ROOT / "app").parts[0].startswith(HEADLESS):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            left += [f"{path.relative_to(ROOT)}:{line}: {text!r}" for line, text in english_only(tree)]
    assert not left, "\n".join(["of one language only; write Phrase(...) of app/phrases.py around it:", *left])


def test_what_errors_name_in_english_only_is_found():
    source = 'raise A_Error(detail=f"{n} files")\nraise B_Error(detail=Phrase("a b"))\nraise UsageError(detail="a b")'
    assert [text for _, text in english_only(ast.parse(source))] == [" files"]


def english_only(tree):
    """Yield what errors are given in words that the window cannot translate."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func).endswith("Error") and name_of(node.func) not in TERMINAL:
            for keyword in node.keywords:
                passed = {id(part) for inner in ast.walk(keyword.value) for part in not_shown(inner)}
                for part in ast.walk(keyword.value):
                    if keyword.arg in {"detail", "advice"} and is_text(part, WORDS) and id(part) not in passed:
                        yield part.lineno, part.value


def unmarked(tree):
    """Yield the lines and the texts of literals that a person may come to see in one language only."""
    passed = {id(node) for part in ast.walk(tree) for node in not_shown(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            place = SHOWING.get(name_of(node.func))
            for argument in node.args[place : place + 1] if place is not None else ():
                for part in ast.walk(argument):
                    if is_text(part, WORDS) and id(part) not in passed:
                        yield part.lineno, part.value
                        passed.add(id(part))
    for node in ast.walk(tree):
        if is_text(node, SENTENCE) and id(node) not in passed:
            yield node.lineno, node.value


def not_shown(node):
    """Yield what is below a node that marks its texts, or whose texts no person reads."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr):
            yield first.value
        if isinstance(node, ast.ClassDef) and {"Enum", "StrEnum"} & {name_of(base) for base in node.bases}:
            yield from ast.walk(node)
    elif isinstance(node, ast.Raise | ast.Assert):
        yield from ast.walk(node)
    elif isinstance(node, ast.Call):
        name = name_of(node.func)
        if name in {"tr", "translate", "translated", "Phrase", "getattr"} | UNSEEN or name in {"_text", "tell"}:
            yield from (part for argument in node.args for part in ast.walk(argument))
    elif isinstance(node, ast.Subscript):
        yield from ast.walk(node.slice)


def name_of(function):
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_text(node, pattern):
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return bool(pattern.search(MARKUP.sub("", text))) and text not in SAME
