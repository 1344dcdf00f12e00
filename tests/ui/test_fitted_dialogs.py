"""Every dialog fits the screen it is on, at every text size, with its buttons in view and the rest in reach."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMessageBox, QPushButton, QScrollArea, QWidget

from app.ui.fitted_dialog import FittedDialog, FittedScroll
from app.ui.inspector.guide import GuideDialog
from app.ui.lab import dialog as lab
from app.ui.models import dialog as models
from app.ui.models.access_dialog import AccessDialog
from app.ui.paged_dialog import PagedDialog
from tests.fakes import LIGHTHOUSE, FakeEngine
from tests.ui.test_screens import QUESTION, save


@pytest.fixture
def set_text_size(appearance):
    yield appearance.set_text_size
    appearance.set_text_size(100)


def subclasses(kind: type) -> set[type]:
    below = set(kind.__subclasses__())
    return below.union(*(subclasses(one) for one in below)) if below else below


def in_scroll(widget: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above is not None


def check_fits(bench, dialog: QWidget, what: str) -> None:
    bench.settle()
    room = dialog.screen().availableGeometry().size().expandedTo(bench.window.size())
    assert dialog.width() <= room.width(), what
    assert dialog.height() <= room.height() - 24, f"{what}: no room for the title bar"
    buttons = [one for one in dialog.findChildren(QPushButton) if one.isVisible() and one.window() is dialog]
    for one in buttons:
        place = QRect(one.mapTo(dialog, QPoint(0, 0)), one.size())
        assert in_scroll(one) or dialog.rect().contains(place), f"{one.text()} of {what} is out of reach at {place}"
    assert any(not in_scroll(one) for one in buttons), f"{what} has no button that stays in view"
    for scroll in dialog.findChildren(FittedScroll):
        if scroll.isVisible():
            inside, shown = scroll.widget(), scroll.viewport()
            assert inside.width() >= inside.minimumSizeHint().width(), f"{what} is cut off"
            assert (inside.width() > shown.width()) == scroll.horizontalScrollBar().isVisible(), what
            assert (inside.height() > shown.height()) == scroll.verticalScrollBar().isVisible(), what


def dialogs(bench):
    """Open every dialog, one after the other."""
    window = bench.window
    for name, show in (
        ("chat_dialog", window.chat_dialogs.show_chat),
        ("shortcuts_dialog", window.show_shortcuts),
        ("about_dialog", window.help.show_about),
        ("statistics_dialog", window.chat.numbers.show_last),
        ("open_pair", window.pair_door.open_files),
        ("erasure_dialog", window.erasure.ask),
        ("guide_dialog", window.inspector.show_guide),
    ):
        show()
        bench.settle()
        dialog = bench.find(name)
        yield name, dialog
        if name == "chat_dialog":
            bench.find("edit_template").click()
            bench.settle()
            template = bench.find("template_dialog")
            yield "template_dialog", template
            template.reject()
        if isinstance(dialog, GuideDialog):
            for page in range(4):
                dialog.turn(1)
                yield f"guide-{page + 2}", dialog
        dialog.reject()
        bench.settle()
    window.lab.show_lab()
    window.models.show_models()
    for name, paged, pages in (
        ("lab", window.lab.dialog, lab.PAGES),
        ("models", window.models.dialog, models.PAGES),
    ):
        for page in pages:
            paged.show_page(page)
            yield f"{name}-{page}", paged
    access = AccessDialog(window.models.dialog._desk, "somebody/a-model-with-quite-a-long-name", window.models.dialog)
    access.open()
    yield "access", access
    access.reject()
    access.deleteLater()
    window.models.dialog.reject()


@pytest.mark.parametrize(("percent", "size"), [(200, (1120, 760)), (200, (480, 640)), (100, (480, 640))])
def test_every_dialog_fits_its_screen(open_bench, scheme, set_text_size, percent, size):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=size)
    bench.wait_loaded()
    bench.ask(QUESTION)
    set_text_size(percent)
    bench.settle()
    seen = set()
    for name, dialog in dialogs(bench):
        bench.settle()
        save(dialog, scheme, f"dialog-{percent}-{size[0]}-{name}")
        check_fits(bench, dialog, name)
        seen.add(type(dialog))
    ours = {one for one in subclasses(QDialog) if one.__module__.startswith("app.ui")}
    loose = {one for one in ours if not issubclass(one, FittedDialog | QMessageBox)}
    assert not loose, "these may be larger than the screen"
    assert {one for one in ours if issubclass(one, FittedDialog)} - {FittedDialog, PagedDialog} == seen


def test_what_does_not_fit_is_scrolled_to_by_the_keyboard(open_bench, set_text_size):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(480, 640))
    bench.wait_loaded()
    set_text_size(200)
    bench.window.chat_dialogs.show_chat()
    bench.settle()
    dialog, field = bench.find("chat_dialog"), bench.find("preset_name")
    dialog.resize(dialog.width(), 400)
    bench.find("system_prompt").setFocus()
    bench.settle()
    for _ in range(12):
        if field.hasFocus():
            break
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    bench.settle()
    assert field.hasFocus()
    assert field.visibleRegion().boundingRect().height() == field.height()
    done = bench.find("chat_dialog_done")
    assert dialog.rect().contains(QRect(done.mapTo(dialog, QPoint(0, 0)), done.size()))
    dialog.accept()
