"""Pictures of every colouring, and how colour-blind people see them, for a person to look at, in build/screens/."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.chats.records import Role
from app.speculation.records import Verdict
from app.ui.colourings import Colouring, Marking
from app.ui.legend import Legend, StepSample
from app.ui.shown_message import ShownMessage
from app.ui.transcript import Transcript
from tests.ui.colour_blind import save_as_seen
from tests.ui.recorded import recorded_lighthouse
from tests.ui.test_screens import save


@pytest.fixture
def page(appearance, scheme):
    """A reply over the legend."""
    widget = QWidget()
    widget.setObjectName("main_area")
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    widget.resize(820, 620)
    widget.transcript = Transcript(appearance.theme, appearance.reading_font, appearance.sizes)
    widget.legend = Legend(appearance.theme, appearance.caption_font)
    widget.legend.marking_changed.connect(widget.transcript.set_marking)
    column = QVBoxLayout(widget)
    column.addWidget(widget.transcript, 1)
    column.addWidget(widget.legend)
    widget.show()
    transcript = widget.transcript
    transcript.add_own_message(ShownMessage(Role.USER, "How does a lighthouse work?"))
    transcript.begin_reply()
    for one in recorded_lighthouse():
        transcript.add_round(one)
    transcript.end_reply("41.2 tok/s")
    transcript.verticalScrollBar().setValue(0)
    yield widget
    transcript.rest()
    widget.close()
    widget.deleteLater()


def test_every_colouring(page, scheme):
    for colouring in Colouring:
        marking = Marking(colouring, frozenset(), ghosts=True, seams=colouring is not Colouring.ROUND)
        page.legend.show_marking(marking)
        page.transcript.set_marking(marking)
        QApplication.processEvents()
        samples = [one for one in page.legend.findChildren(StepSample) if one.isVisible()]
        assert all(one.width() >= one.sizeHint().width() for one in samples), colouring
        save(page, scheme, f"marks-{colouring}")
        save_as_seen(page, scheme, f"marks-{colouring}")


def test_the_card_with_its_round(page, scheme):
    page.transcript.setFocus()
    for _ in range(5):
        page.transcript.walk(1)
    save(page, scheme, "marks-card")
    page.legend.toggle(Verdict.BONUS).click()
    page.transcript.dismiss_card()
    save(page, scheme, "marks-without-bonus")
