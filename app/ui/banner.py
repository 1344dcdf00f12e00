"""The banner above the composer: one sentence, never in the way, gone with Esc."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QWidget

from app.ui.controls import button, label, set_property
from app.ui.flow_layout import FlowLayout
from app.ui.icons import Icon, icon
from app.ui.language import put_words, when_language_changes
from app.ui.notices import Notice, NoticeAction, NoticeKind

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.ui.theme import Theme

_NARROW_CHARACTERS = 80


class Banner(QFrame):
    """Shows the latest notice.

    Signals:
        retry_requested (): the person wants what failed done again.
        insist_requested (): the person wants the pair loaded that does not fit.
        pair_requested (): the person wants the pair of this chat.
        restart_requested (): the person wants another engine.
        diagnostics_requested (): the person wants to copy what a bug report needs besides the details.
        template_requested (): the person wants to see the chat template.
        models_requested (): the person wants to choose a pair.
    """

    retry_requested = Signal()
    insist_requested = Signal()
    pair_requested = Signal()
    restart_requested = Signal()
    diagnostics_requested = Signal()
    template_requested = Signal()
    models_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._notice: Notice | None = None
        self._text = label("", "", wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setObjectName("banner_text")
        self._action = button("", "plain", "banner_action")
        self._diagnostics = button(lambda: self.tr("Copy diagnostics"), "plain", "banner_diagnostics")
        self._close = button("", "icon", "banner_close")
        put_words(self._close.setAccessibleName, lambda: self.tr("Dismiss"))
        put_words(self._close.setToolTip, lambda: self.tr("Dismiss (Esc)"))
        when_language_changes(self, self._say_again)
        buttons = FlowLayout()
        buttons.setSpacing(8)
        for one in (self._action, self._diagnostics):
            buttons.addWidget(one)
        self._told = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._told.setSpacing(10)
        self._told.addWidget(self._text, 1)
        self._told.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.setSpacing(10)
        row.addLayout(self._told, 1)
        row.addWidget(self._close)
        self._diagnostics.clicked.connect(self.diagnostics_requested)
        self._action.clicked.connect(self._on_action)
        self._close.clicked.connect(self.dismiss)
        self.set_theme(theme)
        self.hide()

    @property
    def notice(self) -> Notice | None:
        """What is on show."""
        return self._notice

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (self._action, self._diagnostics, self._close)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        size = self._close.fontMetrics().height()
        self._close.setIcon(icon(Icon.CROSS, theme.muted, size))
        self._close.setIconSize(QSize(size, size))

    def tell(self, notice: Notice) -> None:
        """Show a notice in place of the last one."""
        self._notice = notice
        self._text.setText(notice.text)
        set_property(self, "kind", "info" if notice.kind is NoticeKind.INFO else "error")
        for child in (self._text, self._action, self._diagnostics, self._close):
            child.style().unpolish(child)
            child.style().polish(child)
        self._action.setVisible(notice.action is not None)
        self._diagnostics.setVisible(notice.kind is NoticeKind.BUG)
        self._say_action()
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, notice.text))

    def _say_action(self) -> None:
        action = self._notice.action if self._notice else None
        names = {
            None: "",
            NoticeAction.COPY_DETAILS: self.tr("Copy details"),
            NoticeAction.OPEN_ANYWAY: self.tr("Open anyway"),
            NoticeAction.LOAD_PAIR: self.tr("Load it"),
            NoticeAction.RESTART_ENGINE: self.tr("Restart the engine"),
            NoticeAction.EDIT_TEMPLATE: self.tr("Edit the template"),
            NoticeAction.CHOOSE_MODELS: self.tr("Models…"),
        }
        self._action.setText(names.get(action, self.tr("Retry")))

    def _say_again(self) -> None:
        if self._notice is not None and self._notice.words is not None:
            self._text.setText(self._notice.words())
        self._say_action()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the text where it would be squeezed beside them."""
        super().resizeEvent(event)
        narrow = self.width() < self.fontMetrics().averageCharWidth() * _NARROW_CHARACTERS
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._told.setDirection(direction)

    def dismiss(self) -> bool:
        """Take the notice away; return whether there was one."""
        was_there = self._notice is not None
        self._notice = None
        self.hide()
        return was_there

    def dismiss_want(self) -> None:
        """Take away that no pair is loaded: one is, or none is needed any more."""
        if self._notice is not None and self._notice.action is NoticeAction.CHOOSE_MODELS:
            self.dismiss()

    def dismiss_offer(self) -> None:
        """Take the offer to load the pair of this chat away: it is there."""
        if self._notice is not None and self._notice.action is NoticeAction.LOAD_PAIR:
            self.dismiss()

    def _on_action(self) -> None:
        notice = self._notice
        if notice is None:
            return
        if notice.action is NoticeAction.COPY_DETAILS:
            QGuiApplication.clipboard().setText(notice.details)
            self._action.setText(self.tr("Copied"))
        elif notice.action is NoticeAction.OPEN_ANYWAY:
            self.dismiss()
            self.insist_requested.emit()
        elif notice.action is NoticeAction.LOAD_PAIR:
            self.dismiss()
            self.pair_requested.emit()
        elif notice.action is NoticeAction.RESTART_ENGINE:
            self.dismiss()
            self.restart_requested.emit()
        elif notice.action is NoticeAction.EDIT_TEMPLATE:
            self.dismiss()
            self.template_requested.emit()
        elif notice.action is NoticeAction.CHOOSE_MODELS:
            self.models_requested.emit()  # it stays until there is a pair
        else:
            self.dismiss()
            self.retry_requested.emit()
