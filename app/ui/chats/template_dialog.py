"""The chat template of the chat on show: what it writes, why it fails, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from app.chats.records import Message, Role
from app.chats.template import CHATML
from app.ui.controls import Switch, button, button_row, label, set_property
from app.ui.fitted_dialog import FittedDialog
from app.ui.flow_layout import FlowLayout
from app.ui.notices import notice_of
from app.ui.timers import single_shot

if TYPE_CHECKING:
    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.chats.chat_settings import ChatSettings
    from app.ui.theme import Theme

_TRY_AFTER_MS = 400
_LONGEST_PREVIEW = 20_000


class TemplateDialog(FittedDialog):
    """Edits the template, and shows what it makes of an example as it is typed."""

    def __init__(self, parent: QWidget, settings: ChatSettings, theme: Theme) -> None:
        super().__init__(parent)
        self.setObjectName("template_dialog")
        self.setWindowTitle(self.tr("Chat template"))
        self._settings = settings
        self._own = (settings.model.template if settings.model else "") or CHATML
        mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._edit = _field("template_source", self.tr("Template"))
        self._edit.setPlainText(settings.template or CHATML)
        self._preview = _field("template_preview", self.tr("What the model reads"))
        self._preview.setReadOnly(True)
        for field in (self._edit, self._preview):
            field.setFont(mono)
            field.setTabChangesFocus(True)
        self._told = label("", "caption", wrap=True)
        self._told.setObjectName("template_told")
        self._reset = button(self.tr("Use the model's own"), "plain", "template_reset")
        self._try = button(self.tr("Try it"), "plain", "template_try")
        self._for_all = Switch(lambda: self.tr("For all chats with this model"), theme)
        self._for_all.setObjectName("template_for_all")
        self._for_all.setChecked(settings.template_is_for_all)
        self._for_all.setEnabled(settings.model is not None)
        self._timer = single_shot(self, _TRY_AFTER_MS, self.try_it)
        self._lay_out()
        self._edit.textChanged.connect(self._on_edited)
        self._reset.clicked.connect(self._on_reset)
        self._try.clicked.connect(self.try_it)
        settings.trial.rendered.connect(self._on_rendered)
        settings.trial.failed.connect(self._on_failed)
        self._on_edited()
        self.try_it()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(8)
        column.addWidget(label(self._about(), "muted", wrap=True))
        column.addWidget(self._edit, 3)
        row = FlowLayout(spring=2)
        row.setSpacing(8)
        for one in (self._reset, self._try, self._for_all):
            row.addWidget(one)
        column.addLayout(row)
        column.addWidget(label(self.tr("What the model reads of an example"), "strong"))
        column.addWidget(self._preview, 2)
        column.addWidget(self._told)
        cancel = button(self.tr("Cancel"), "plain", "template_cancel")
        cancel.clicked.connect(self.reject)
        save = button(self.tr("Save"), "primary", "template_save")
        save.clicked.connect(self.accept)
        self.fill(column, button_row(cancel, save))
        for field in (self._edit, self._preview):
            field.setMinimumHeight(self.fontMetrics().height() * 5)
        width = self.fontMetrics().averageCharWidth()
        self.resize(width * 96, width * 84)
        self._edit.setFocus()

    def _about(self) -> str:
        model = self._settings.model
        told = self.tr("A template turns the messages of a chat into the text that the model was trained to read.")
        if model is None:
            return told
        if not model.template:
            rest = self.tr("{model} brings none, so the common form ChatML is used.")
        else:
            rest = self.tr("{model} brings one; change it only where its replies are poor or it fails.")
        return f"{told} {rest.format(model=model.target_description)}"

    @Slot()
    def try_it(self) -> None:
        """Show what the template makes of an example."""
        self._timer.stop()
        model = self._settings.model
        self._settings.trial.start(
            self._edit.toPlainText(),
            example(self._settings.options.system_prompt),
            bos=model.bos if model else "",
            eos=model.eos if model else "",
            enable_thinking=self._settings.options.enable_thinking,
        )

    @Slot()
    def _on_edited(self) -> None:
        self._reset.setEnabled(self._edit.toPlainText().strip() != self._own.strip())
        self._timer.start()

    @Slot()
    def _on_reset(self) -> None:
        self._edit.setFocus()
        self._edit.setPlainText(self._own)
        self.try_it()

    @Slot(object)
    def _on_rendered(self, text: str) -> None:
        self._preview.setPlainText(text[:_LONGEST_PREVIEW])
        self._tell(self.tr("It works: {count} characters for this example.").format(count=f"{len(text):,}"), "caption")

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self._preview.clear()
        self._tell(notice_of(error).text, "error")

    def _tell(self, text: str, role: str) -> None:
        set_property(self._told, "role", role)
        self._told.setText(text)

    def done(self, result: int) -> None:
        """Keep the template where that was asked for; nothing more is tried."""
        self._timer.stop()
        trial = self._settings.trial
        trial.rendered.disconnect(self._on_rendered)
        trial.failed.disconnect(self._on_failed)
        trial.drop()
        if result == QDialog.DialogCode.Accepted:
            source = self._edit.toPlainText()
            own = source.strip() in ("", self._own.strip())
            self._settings.set_template("" if own else source, for_all=self._for_all.isChecked())
        super().done(result)


def example(system_prompt: str) -> tuple[Message, ...]:
    """Return a short conversation in which every role speaks that the chat has."""
    said = (
        Message(Role.USER, _text("How does a lighthouse work?")),
        Message(Role.ASSISTANT, _text("A lamp and a lens send out a beam.")),
        Message(Role.USER, _text("And by day?")),
    )
    return (Message(Role.SYSTEM, system_prompt), *said) if system_prompt.strip() else said


def _text(source: str) -> str:
    return QCoreApplication.translate("TemplateDialog", source)


def _field(name: str, accessible: str) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setObjectName(name)
    field.setProperty("kind", "lines")
    field.setAccessibleName(accessible)
    field.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
    return field
