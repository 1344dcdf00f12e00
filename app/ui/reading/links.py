"""What can be pressed on a page that is read: links, the copying of code, and what the model thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QDesktopServices, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QMessageBox, QToolTip

from app.ui.reading.blocks import BlockKind
from app.ui.reading.formats import kind_of
from app.ui.reading.markdown import COPY, THOUGHT, opens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QTextBlock
    from PySide6.QtWidgets import QTextEdit, QWidget

    from app.ui.transcript_document import TranscriptDocument

_LONGEST_SHOWN = 600


class PageActions(QObject):
    """Belongs to one transcript. Points are in the viewport.

    Signals:
        thought_pressed (int): what the model thought in this message, by its place, shall be shown or hidden.
    """

    thought_pressed = Signal(int)

    def __init__(self, view: QTextEdit, page: TranscriptDocument) -> None:
        super().__init__(view)
        self._view = view
        self._page = page

    def at(self, point: QPoint) -> str:
        """Return what can be pressed at `point`, and have the pointer tell where a link leads; empty for nothing."""
        href = self._view.anchorAt(point)
        told = href if opens(href) else ""
        if self._view.viewport().toolTip() != told:
            self._view.viewport().setToolTip(told)
        return href

    def press_at(self, point: QPoint) -> None:
        """Do what is at `point`, if anything."""
        href = self._view.anchorAt(point)
        if href:
            self._press(href, self._view.cursorForPosition(point).block())

    def press_here(self) -> bool:
        """Do what the text cursor is on; return whether there was anything."""
        cursor = self._view.textCursor()
        href = next((href for start, end, href in _anchors(cursor.block()) if start <= cursor.position() <= end), "")
        if href:
            self._press(href, cursor.block())
        return bool(href)

    def go(self, step: int) -> None:
        """Put the text cursor on the next thing that can be pressed (1) or the one before (-1), and tell what it is."""
        cursor = self._view.textCursor()
        block, here = cursor.block(), cursor.selectionStart()
        while block.isValid():
            found = [one for one in _anchors(block) if (one[0] > here if step > 0 else one[0] < here)]
            if found:
                start, end, _ = found[0 if step > 0 else -1]
                cursor.setPosition(start)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                self._view.setTextCursor(cursor)
                self._view.ensureCursorVisible()
                self._announce(cursor.selectedText())
                return
            block = block.next() if step > 0 else block.previous()

    def _press(self, href: str, block: QTextBlock) -> None:
        if href == COPY:
            self._copy_code(block)
        elif href == THOUGHT:
            index = self._page.message_at(block.position())
            if index is not None:
                self.thought_pressed.emit(index)
        elif opens(href) and QUrl(href).isValid():
            ask_to_open(self._view, href)

    def _copy_code(self, head: QTextBlock) -> None:
        """Copy the code under its head, exactly."""
        first = last = head.next()
        while last.next().isValid() and kind_of(last.next().blockFormat()) is BlockKind.CODE:
            last = last.next()
        code = self._page.pieces.plain_text(first.position(), last.position() + last.length() - 1)
        QGuiApplication.clipboard().setText(code)
        told = self.tr("The code is copied.")
        self._announce(told)
        QToolTip.showText(self._view.mapToGlobal(self._view.cursorRect().topRight()), told, self._view)

    def _announce(self, told: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, told))


def _anchors(block: QTextBlock) -> Iterator[tuple[int, int, str]]:
    """Yield what can be pressed in a block: from where, to where, and what it is."""
    parts = block.begin()
    while not parts.atEnd():
        part = parts.fragment()
        if part.charFormat().isAnchor():
            yield part.position(), part.position() + part.length(), part.charFormat().anchorHref()
        parts += 1


class LinkQuestion(QMessageBox):
    """Asks before an address is opened, and shows all of it, also what looks like another letter."""

    def __init__(self, parent: QWidget, href: str) -> None:
        super().__init__(parent)
        url = QUrl(href)
        encoded = bytes(url.toEncoded().data()).decode("ascii", "replace")
        self._url = url
        self.setObjectName("link_question")
        self.setWindowTitle(self.tr("Open a link"))
        self.setIcon(QMessageBox.Icon.Question)
        self.setTextFormat(Qt.TextFormat.PlainText)
        place = bytes(QUrl.toAce(url.host()).data()).decode() or encoded
        self.setText(self.tr("Open {place} in your browser?").format(place=place))
        shown = encoded if len(encoded) <= _LONGEST_SHOWN else f"{encoded[:_LONGEST_SHOWN]}…"
        self.setInformativeText(shown)
        self._open = self.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(cancel)
        self.setEscapeButton(cancel)
        self.finished.connect(self._on_finished)

    def _on_finished(self) -> None:
        if self.clickedButton() is self._open:
            QDesktopServices.openUrl(self._url)


def ask_to_open(parent: QWidget, href: str) -> None:
    """Ask whether an address shall be opened; nothing is opened or fetched before."""
    question = LinkQuestion(parent, href)
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    question.open()
