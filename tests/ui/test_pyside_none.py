"""PySide6 6.12.0 took a reference from None with every call that returns nothing, until Python 3.11 aborted.

From Python 3.12 on None is not counted, so that nothing can change there.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QPainter, QPixmap, QTextCursor
from PySide6.QtWidgets import QLabel, QTextEdit

CALLS = 300


def test_the_count_of_none_does_not_change():
    label, edit, timer, pixmap = QLabel(), QTextEdit(), QTimer(), QPixmap(20, 20)
    cursor = QTextCursor(edit.document())

    def typical_calls() -> None:
        label.setText("a")
        label.update()
        edit.setReadOnly(True)
        cursor.beginEditBlock()
        cursor.insertText("b")
        cursor.endEditBlock()
        edit.verticalScrollBar().setValue(0)
        timer.start(1000)
        timer.stop()
        painter = QPainter(pixmap)
        painter.fillRect(0, 0, 5, 5, QColor("#123456"))
        painter.drawLine(0, 0, 5, 5)
        painter.end()

    typical_calls()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        typical_calls()
    assert abs(sys.getrefcount(None) - before) < CALLS / 2
