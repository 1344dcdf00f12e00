from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest

from app.ui.models.row_view import RowsView
from app.ui.models.rows import Row, RowsModel, Tone


def rows_of(*keys: str) -> list[Row]:
    return [Row(key, f"title {key}", f"about {key}") for key in keys]


@pytest.fixture
def view(guard, appearance):
    view = RowsView(appearance, "rows", "Rows", lines=3)
    view.resize(300, 200)
    view.show()
    yield view
    view.close()
    view.deleteLater()


def test_the_model_keeps_the_contract_of_qt(guard):
    model = RowsModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows(rows_of("a", "b"))
    model.set_rows(rows_of("b", "c", "d"))
    model.update_row(Row("c", "new", ""))
    model.set_rows([])
    assert model.rowCount() == 0


def test_the_same_keys_are_changed_in_place(guard):
    model = RowsModel()
    model.set_rows(rows_of("a", "b"))
    resets, changes = QSignalSpy(model.modelReset), QSignalSpy(model.dataChanged)
    model.set_rows([Row("a", "other", ""), rows_of("b")[0]])
    assert (resets.count(), changes.count()) == (0, 1)
    assert model.data(model.index(0)) == "other"


def test_a_screen_reader_hears_the_whole_row(guard):
    model = RowsModel()
    model.set_rows([Row("a", "Qwen3", "5 GB", "Same tokens", "fits", Tone.GOOD)])
    spoken = model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Qwen3. fits. 5 GB. Same tokens"


def test_the_current_row_stays_current_while_rows_come_and_go(view):
    told = []
    view.chosen.connect(told.append)
    view.show_rows(rows_of("a", "b", "c"))
    view.choose("b")
    view.show_rows(rows_of("c", "b", "a"))
    assert view.current == "b"
    view.show_rows(rows_of("c"))
    assert view.current == "c"
    view.show_rows([])
    assert view.current == ""
    assert told == ["a", "b", "c", ""]


def test_keys_open_and_remove(view):
    opened, unwanted = [], []
    view.opened.connect(opened.append)
    view.unwanted.connect(unwanted.append)
    view.show_rows(rows_of("a", "b"))
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return)
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert (opened, unwanted) == (["b"], ["b"])


def test_an_empty_list_says_why(view):
    blank = view.grab().toImage()
    view.say_empty("Nothing here")
    assert view.grab().toImage() != blank
    assert view.accessibleDescription() == "Nothing here"


def test_the_best_row_is_current_until_another_is_chosen(view):
    view.show_rows(rows_of(*"abcdefgh"))
    view.show_rows(rows_of(*"hgfedcba"))
    assert view.current == "h"
    assert view.verticalScrollBar().value() == 0
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current == "g"
    view.show_rows(rows_of(*"abcdefgh"))
    assert view.current == "g"


def test_a_long_name_goes_on_in_a_second_line(view):
    name = "Qwen2.5 Coder 7B + Qwen2.5 Coder 0.5B"
    view.resize(220, 200)
    view.wrap_titles()
    view.show_rows([Row("a", "Qwen3 8B", "5 GB")])
    single = view.sizeHintForRow(0)
    view.show_rows([Row("a", name, "5 GB", badge="fits in RAM", tone=Tone.GOOD)])
    assert view.sizeHintForRow(0) > single
    lines = view._delegate._lines_of(name, 190)
    assert len(lines) == 2
    assert " ".join(lines) == name
    view.resize(600, 200)
    assert view.sizeHintForRow(0) == single
