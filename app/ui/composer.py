"""Where the person writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.attachment_chips import AttachmentChips
from app.ui.context_meter import ContextMeter
from app.ui.controls import ElidedLabel, button, label, set_property
from app.ui.icons import Icon, icon
from app.ui.language import put_words, when_language_changes
from app.ui.message_edit import MessageEdit
from app.ui.prompt_room import PromptRoom, trouble_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from app.chats.records import Attachment
    from app.ui.language import Words
    from app.ui.theme import Theme


# From there on all numbers of the context have room beside the hint.
_WIDE_CHARACTERS = 88


class Composer(QFrame):
    """The text field with Send and Stop, the files that go with the text, and what the text is for.

    Signals:
        send_requested (str): the text as typed.
        stop_requested ().
        text_changed (): the text or the files are others.
        attach_requested (): the person wants to pick files.
        settings_requested (): the person wants to see what this chat keeps.
        target_dropped (): the text shall be an ordinary next message after all.
    """

    send_requested = Signal(str)
    stop_requested = Signal()
    text_changed = Signal()
    attach_requested = Signal()
    settings_requested = Signal()
    target_dropped = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("composer_frame")
        self.edit = MessageEdit()
        self._attachments: tuple[Attachment, ...] = ()
        self._chips = AttachmentChips(theme)
        self._target = QWidget()
        self._target.setObjectName("composer_target")
        self._target_text = ElidedLabel("caption")
        self._target_text.setObjectName("target_text")
        self._target_words: Words | None = None
        self._drop_target = button(lambda: self.tr("Cancel"), "link", "drop_target")
        put_words(self._drop_target.setToolTip, lambda: self.tr("Go back to the next message (Esc)"))
        self._attach = button("", "icon", "attach_button")
        put_words(self._attach.setAccessibleName, lambda: self.tr("Attach files"))
        put_words(
            self._attach.setToolTip,
            lambda: self.tr("Attach text or code files (Ctrl+O); they can be dropped or pasted as well"),
        )
        self._settings = button("", "icon", "chat_settings")
        put_words(self._settings.setAccessibleName, lambda: self.tr("System prompt and presets"))
        self._prompt = self._activity = ""
        self._trouble = label("", "error", wrap=True)
        self._trouble.setObjectName("room_trouble")
        self._trouble.hide()
        self._meter = ContextMeter(theme)
        self._answerer: Words | None = None
        self._hint = ElidedLabel("caption")
        self._hint.setObjectName("activity")
        self._send = button(lambda: self.tr("Send"), "primary", "send_button")
        self._stop = button(lambda: self.tr("Stop"), "primary", "stop_button")
        put_words(self._stop.setToolTip, lambda: self.tr("Stop the reply and keep what is there (Esc)"))
        self._lay_out()
        self._settings.clicked.connect(self.settings_requested)
        self._attach.clicked.connect(self.attach_requested)
        self._drop_target.clicked.connect(self.target_dropped)
        self._chips.remove_requested.connect(self._on_remove)
        self._send.clicked.connect(self._submit)
        self._stop.clicked.connect(self.stop_requested)
        self.edit.submitted.connect(self._submit)
        self.edit.focus_moved.connect(self._on_focus_moved)
        self.edit.textChanged.connect(self.text_changed)
        self.set_theme(theme)
        self.set_replying(False)
        self.show_answerer(None)
        when_language_changes(self, self._say_again)

    def _lay_out(self) -> None:
        target = QHBoxLayout(self._target)
        target.setContentsMargins(4, 0, 0, 0)
        target.addWidget(self._target_text, 1)
        target.addWidget(self._drop_target)
        self._target.hide()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._attach)
        row.addWidget(self._settings)
        row.addWidget(self._hint, 1)
        row.addWidget(self._meter)
        row.addWidget(self._stop)
        row.addWidget(self._send)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(2)
        column.addWidget(self._target)
        column.addWidget(self._chips)
        column.addWidget(self.edit)
        column.addWidget(self._trouble)
        column.addLayout(row)

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self.edit, self._attach, self._settings, self._stop, self._send, self._drop_target)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """The files that go with the text."""
        return self._attachments

    def set_attachments(self, attachments: Sequence[Attachment]) -> None:
        """Have these files go with the text."""
        if tuple(attachments) != self._attachments:
            self._attachments = tuple(attachments)
            self._chips.show_attachments(self._attachments)
            self.text_changed.emit()

    @property
    def room(self) -> PromptRoom:
        """What the message takes of the context."""
        return self._meter.room

    def show_room(self, room: PromptRoom, parts: Sequence[int]) -> None:
        """Show what the message takes of the context; `parts` are tokens of the files, in their order, and the text."""
        self._meter.show_room(room)
        self._chips.show_tokens(parts[: len(self._attachments)], estimated=room.estimated)
        self._show_trouble()

    def _show_trouble(self) -> None:
        trouble = "" if self.room.estimated else trouble_of(self.room)
        if trouble != self._trouble.text():
            set_property(self._trouble, "role", "error" if self.room.is_too_long else "caption")
            self._trouble.setText(trouble)
            self._trouble.setVisible(bool(trouble))

    def show_answerer(self, words: Words | None) -> None:
        """Say what will answer, where that is not what answered before."""
        self._answerer = words
        told = self.tr("Send the message (Enter)")
        self._send.setToolTip(f"{told}\n{words()}" if words else told)
        self.show_activity(self._activity)

    def show_target(self, words: Words | None) -> None:
        """Say what the text is for; None is an ordinary next message."""
        self._target_words = words
        text = words() if words else ""
        self._target_text.setText(text)
        self._target.setVisible(bool(text))
        set_property(self, "target", "true" if text else "false")

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        size = self._send.fontMetrics().height()
        for control, kind in ((self._send, Icon.SEND), (self._stop, Icon.STOP)):
            control.setIcon(icon(kind, theme.ink_text, size))
            control.setIconSize(QSize(size, size))
        self._attach.setIcon(icon(Icon.CLIP, theme.muted, size))
        self._attach.setIconSize(QSize(size, size))
        self._theme = theme
        self._draw_settings()
        self._chips.set_theme(theme)
        self._meter.set_theme(theme)

    def show_system_prompt(self, text: str) -> None:
        """Tell whether this chat has a system prompt, and how it begins."""
        self._prompt = text.strip()
        told = self.tr("System prompt and presets (Ctrl+,)")
        self._settings.setToolTip(f"{told}\n{self._prompt[:200]}" if self._prompt else told)
        self._draw_settings()

    def _draw_settings(self) -> None:
        size = self._send.fontMetrics().height()
        self._settings.setText(self.tr("System prompt") if self._prompt else "")
        self._settings.setIcon(icon(Icon.PERSONA, self._theme.text if self._prompt else self._theme.muted, size))
        self._settings.setIconSize(QSize(size, size))

    def set_replying(self, replying: bool) -> None:
        """Offer Stop instead of Send, or Send again."""
        self._replying = replying
        had_focus = self._send.hasFocus() or self._stop.hasFocus()
        self._stop.setEnabled(replying)
        self._stop.setVisible(replying)
        self._send.setEnabled(not replying)
        self._send.setVisible(not replying)
        self.show_activity("")
        if had_focus:
            self.edit.setFocus()

    def show_activity(self, text: str) -> None:
        """Say what is going on in the place of the hint; an empty text brings the hint back."""
        self._activity = text
        if self._replying:
            waiting = self.tr("Esc stops")
        else:
            waiting = self._answerer() if self._answerer else self.tr("Enter sends · Shift+Enter breaks the line")
        self._hint.shorter = "" if text or self._replying or self._answerer else self.tr("Enter sends")
        self._hint.setText(text or waiting)

    def _say_again(self) -> None:
        self.show_system_prompt(self._prompt)
        self.show_answerer(self._answerer)
        self._show_trouble()
        self.show_target(self._target_words)

    def text(self) -> str:
        """Return what is typed."""
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Put `text` there, with the cursor behind it."""
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def _on_remove(self, place: int) -> None:
        self.set_attachments(self._attachments[:place] + self._attachments[place + 1 :])
        self.edit.setFocus()

    # Not a focus proxy: Qt takes the frame of one for a stop of its own, and Tab would never leave the composer.
    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        self.edit.setFocus(reason)

    def _submit(self) -> None:
        self.send_requested.emit(self.text())

    def _on_focus_moved(self, focused: bool) -> None:
        set_property(self, "focused", "true" if focused else "false")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._meter.set_wide(self.width() > self.fontMetrics().averageCharWidth() * _WIDE_CHARACTERS)
