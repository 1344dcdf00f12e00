"""The window at every width, text size and pixel ratio: nothing is cut off, nothing overlaps."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QWidget

from app.ui.lab import dialog as lab
from app.ui.statistics_page import StatisticsPage
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, fake_pair
from tests.ui.test_screens import QUESTION, fill, save
from tests.ui.waiting import wait_for

CONTROLS = (QAbstractButton, QComboBox, QLineEdit)


def place_in(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def shown_controls(window: QWidget) -> list[QWidget]:
    """The controls that a person sees, without those inside of others."""
    found = [one for one in window.findChildren(QWidget) if isinstance(one, CONTROLS) and one.isVisible()]
    return [one for one in found if not any(other is not one and other.isAncestorOf(one) for other in found)]


def check_room(window: QWidget) -> None:
    """Every control lies in the window, is large enough for what it says, and covers no other."""
    places = {}
    for one in shown_controls(window):
        place = place_in(window, one)
        name = one.objectName() or one.accessibleName() or type(one).__name__
        assert window.rect().contains(place), f"{name} at {place} leaves {window.rect()}"
        wanted = one.minimumSizeHint().width() if isinstance(one, QAbstractButton) else one.minimumWidth()
        assert one.width() >= min(wanted, one.maximumWidth()), f"{name} is {one.width()} wide and wants {wanted}"
        places[name] = place
    names = list(places)
    for number, name in enumerate(names):
        for other in names[number + 1 :]:
            assert not places[name].intersects(places[other]), f"{name} and {other} overlap"


@pytest.mark.parametrize("width", [480, 640, 800, 1600])
def test_nothing_is_cut_off(open_bench, scheme, width):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(width, 700))
    bench.wait_loaded()
    fill(bench)
    bench.window.browser.refresh()
    bench.settle()
    save(bench.window, scheme, f"width-{width}-welcome")
    check_room(bench.window)
    bench.ask(QUESTION)
    bench.settle()
    save(bench.window, scheme, f"width-{width}")
    check_room(bench.window)
    bench.window.top_bar.show_downloads("↓ 42%", "")
    bench.find("sampling_button").click()
    bench.settle()
    save(bench.window, scheme, f"width-{width}-sampling")
    bench.find("sampling_button").click()
    if bench.find("sidebar").isHidden():
        bench.find("sidebar_button").click()
        bench.settle()
        save(bench.window, scheme, f"width-{width}-chats")


def test_the_first_start_fits_into_a_narrow_window(open_bench, scheme, tmp_path):
    bench = open_bench(pull=FakePull(fake_pair(tmp_path)), size=(480, 560))
    bench.settle()
    save(bench.window, scheme, "width-480-first")
    check_room(bench.window)


@pytest.mark.parametrize("percent", [80, 150, 200])
def test_text_grows_everywhere_and_at_once(open_bench, percent, scheme):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(1120, 760))
    bench.wait_loaded()
    bench.ask(QUESTION)
    before = {one: one.fontMetrics().height() for one in shown_controls(bench.window)}
    line, sample = bench.transcript.document().defaultFont(), bench.window.chat.legend.show_rejected.sizeHint()
    text = bench.transcript.toPlainText()
    while bench.window._parts.preferences.settings.text_size != percent:
        QTest.keyClick(
            bench.window, Qt.Key.Key_Plus if percent > 100 else Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier
        )
    bench.settle()
    save(bench.window, scheme, f"text-{percent}")
    grown = {one: one.fontMetrics().height() / height for one, height in before.items()}
    assert all(abs(ratio - percent / 100) < 0.12 for ratio in grown.values()), grown
    ratio = bench.transcript.document().defaultFont().pointSizeF() / line.pointSizeF()
    assert ratio == pytest.approx(percent / 100, abs=0.02)
    assert bench.transcript.toPlainText() == text
    check_room(bench.window)
    QTest.keyClick(bench.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert bench.window._parts.preferences.settings.text_size == 100
    assert bench.window.chat.legend.show_rejected.sizeHint() == sample


@pytest.mark.parametrize(("width", "height"), [(480, 640), (1120, 760)])
def test_dialogs_show_all_their_words(open_bench, scheme, width, height):
    bench = open_bench(FakeEngine(LIGHTHOUSE), size=(width, height))
    bench.wait_loaded()
    bench.ask(QUESTION)

    def check_words(dialog: QWidget, name: str) -> None:
        bench.settle()
        bench.settle()
        save(dialog, scheme, f"{name}-{width}")
        assert dialog.width() <= max(width, 620), name
        for one in dialog.findChildren(QLabel):
            if one.isVisible():
                assert one.width() >= one.minimumSizeHint().width(), f"{one.text()!r} in {name}"
                right = one.mapTo(dialog, one.rect().topRight()).x()
                assert right <= dialog.width(), f"{one.text()!r} leaves {name}"

    for name, show in (
        ("chat_dialog", bench.window.chat_dialogs.show_chat),
        ("shortcuts_dialog", bench.window.show_shortcuts),
        ("about_dialog", bench.window.help.show_about),
        ("statistics_dialog", bench.window.chat.numbers.show_last),
        ("open_pair", bench.window.pair_door.open_files),
    ):
        show()
        bench.settle()
        dialog = bench.find(name)
        if name == "statistics_dialog":
            wait_for(lambda dialog=dialog: dialog.counted is not None, "the numbers")
            page = dialog.findChild(StatisticsPage)
            wait_for(lambda page=page: not page._left, "all sections")
            bench.settle()
        check_words(dialog, name)
        dialog.reject()
        bench.settle()
    bench.window.lab.show_lab()
    dialog = bench.window.lab.dialog
    for page in lab.PAGES:
        dialog.show_page(page)
        check_words(dialog, f"lab-{page}")
        for one in shown_controls(dialog):
            assert one.width() >= min(one.minimumSizeHint().width(), one.maximumWidth()), one.objectName()
