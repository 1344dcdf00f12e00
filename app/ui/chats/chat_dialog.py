"""The system prompt of a chat, and presets: options under a name that other chats and other people can use."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QMenu, QPlainTextEdit, QVBoxLayout, QWidget

from app.chats.options import preset_to_json, read_preset
from app.chats.records import Preset
from app.errors import DraftlightError, NotWritableError
from app.ui.chats.template_dialog import TemplateDialog
from app.ui.controls import PickerBox, button, button_row, label
from app.ui.fitted_dialog import FittedDialog
from app.ui.icons import Icon, icon
from app.ui.notices import sentence
from app.ui.saving import ask_where, written_to

if TYPE_CHECKING:
    from app.chats.records import ChatOptions
    from app.chats.shelf import Shelf
    from app.ui.chats.chat_settings import ChatSettings
    from app.ui.theme import Theme

_LONGEST_NAME = 100
_LONGEST_FILE_NAME = 80


class ChatDialog(FittedDialog):
    """Edits what the chat on show keeps. What is typed holds at once."""

    def __init__(self, parent: QWidget, settings: ChatSettings, shelf: Shelf, theme: Theme) -> None:
        super().__init__(parent)
        self.setObjectName("chat_dialog")
        self.setWindowTitle(self.tr("This chat"))
        self._settings = settings
        self._shelf = shelf
        self._theme = theme
        self._presets: tuple[Preset, ...] = ()
        self._prompt = QPlainTextEdit(settings.options.system_prompt)
        self._prompt.setObjectName("system_prompt")
        self._prompt.setAccessibleName(self.tr("System prompt"))
        self._prompt.setPlaceholderText(
            self.tr("Who the model is, and how it shall answer. Empty leaves it to the model.")
        )
        self._prompt.setTabChangesFocus(True)
        self._picker = PickerBox()
        self._picker.setObjectName("preset_picker")
        self._picker.setAccessibleName(self.tr("Preset"))
        self._picker.setPlaceholderText(self.tr("Choose a preset…"))
        self._more = button("", "icon", "preset_more")
        self._more.setAccessibleName(self.tr("More about presets"))
        self._more.setToolTip(self.tr("Import, export or delete a preset"))
        size = self.fontMetrics().height()
        self._more.setIcon(icon(Icon.MORE, theme.text, size))
        self._more.setIconSize(QSize(size, size))
        self._name = QLineEdit()
        self._name.setObjectName("preset_name")
        self._name.setMaxLength(_LONGEST_NAME)
        self._name.setAccessibleName(self.tr("Name of a new preset"))
        self._name.setPlaceholderText(self.tr("Save all this as a preset named…"))
        self._save = button(self.tr("Save"), "plain", "save_preset")
        self._told = label("", "caption", wrap=True)
        self._told.setObjectName("preset_told")
        self._template = button(self.tr("Chat template…"), "plain", "edit_template")
        self._template_told = label("", "caption", wrap=True)
        self._template_told.setObjectName("template_state")
        self._options = label("", "caption", wrap=True)
        self._options.setObjectName("preset_options")
        self._lay_out()
        self._connect()
        self._list_presets()
        self._show_options()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(8)
        column.addWidget(label(self.tr("System prompt"), "strong"))
        column.addWidget(self._prompt, 1)
        column.addSpacing(6)
        column.addWidget(label(self.tr("Sampling of this chat"), "strong"))
        column.addWidget(self._options)
        template = QHBoxLayout()
        template.addWidget(self._template)
        template.addWidget(self._template_told, 1)
        column.addLayout(template)
        column.addSpacing(6)
        column.addWidget(label(self.tr("Presets"), "strong"))
        pick = QHBoxLayout()
        pick.addWidget(self._picker, 1)
        pick.addWidget(self._more)
        column.addLayout(pick)
        keep = QHBoxLayout()
        keep.addWidget(self._name, 1)
        keep.addWidget(self._save)
        column.addLayout(keep)
        column.addWidget(self._told)
        done = button(self.tr("Done"), "primary", "chat_dialog_done")
        done.clicked.connect(self.accept)
        self.fill(column, button_row(done))
        self._prompt.setMinimumHeight(self.fontMetrics().height() * 5)
        width = self.fontMetrics().averageCharWidth()
        self.resize(width * 74, width * 68)

    def _connect(self) -> None:
        self._prompt.textChanged.connect(self._on_prompt)
        self._picker.activated.connect(self._on_picked)
        self._template.clicked.connect(self._show_template)
        self._settings.changed.connect(self._show_options)
        self._more.clicked.connect(self._show_menu)
        self._save.clicked.connect(self._on_save)
        self._name.returnPressed.connect(self._on_save)

    @Slot()
    def _show_options(self) -> None:
        self._options.setText(options_line(self._settings.shown_options))
        edited = self._settings.template_is_edited
        self._template_told.setText(self.tr("Edited") if edited else self.tr("The model's own"))

    @Slot()
    def _show_template(self) -> None:
        dialog = TemplateDialog(self, self._settings, self._theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _list_presets(self, chosen: str | None = None) -> None:
        try:
            self._presets = self._shelf.list_presets()
        except DraftlightError as error:
            self._told.setText(sentence(error))
        self._picker.clear()
        self._picker.addItems([one.name for one in self._presets])
        self._picker.setCurrentIndex(-1 if chosen is None else self._picker.findText(chosen))

    @Slot()
    def _on_prompt(self) -> None:
        self._settings.set_system_prompt(self._prompt.toPlainText())

    @Slot(int)
    def _on_picked(self, place: int) -> None:
        self._use(self._presets[place])

    def _use(self, preset: Preset) -> None:
        """Take over a preset: the prompt in the field, and with it everything else."""
        self._prompt.setPlainText(preset.options.system_prompt)
        self._settings.apply(preset.options)
        self._show_options()
        self._told.setText(self.tr("“{name}” holds for this chat now.").format(name=preset.name))

    @Slot()
    def _on_save(self) -> None:
        name = " ".join(self._name.text().split())
        if not name:
            self._told.setText(self.tr("Give the preset a name first."))
            self._name.setFocus()
        elif self._keep(Preset(name, self._settings.options)):
            self._name.clear()
            self._told.setText(self.tr("“{name}” is saved.").format(name=name))

    def _keep(self, preset: Preset) -> bool:
        try:
            self._shelf.save_preset(preset)
        except DraftlightError as error:
            self._told.setText(sentence(error))
            return False
        self._list_presets(preset.name)
        return True

    @Slot()
    def _show_menu(self) -> None:
        menu = QMenu(self)
        menu.setObjectName("preset_menu")
        menu.addAction(self.tr("Import a preset…")).triggered.connect(self._pick_import)
        export = menu.addAction(self.tr("Export this preset…"))
        export.triggered.connect(self._pick_export)
        remove = menu.addAction(self.tr("Delete this preset"))
        remove.triggered.connect(self._delete)
        for action in (export, remove):
            action.setEnabled(self._picker.currentIndex() >= 0)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    def _pick_import(self) -> None:
        dialog = QFileDialog(self, self.tr("Import a preset"), "", self.tr("Presets (*.json)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.import_preset)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def import_preset(self, name: str) -> None:
        """Take over the preset in a file, and keep it."""
        try:
            preset = read_preset(Path(name))
        except DraftlightError as error:
            self._told.setText(sentence(error))
            return
        if self._keep(preset):
            self._use(preset)

    def _pick_export(self) -> None:
        name = file_name(self._picker.currentText())
        title, kinds = self.tr("Export the preset"), self.tr("Presets (*.json)")
        ask_where(self, title, name, "json", kinds, self.export_preset, "preset_dialog")

    @Slot(str)
    def export_preset(self, name: str) -> None:
        """Write the chosen preset into a file."""
        preset, path = self._presets[self._picker.currentIndex()], Path(name)
        try:
            path.write_text(preset_to_json(preset), encoding="utf-8")
        except OSError as error:
            self._told.setText(sentence(NotWritableError(path=path, detail=error.strerror or error)))
        else:
            self._told.setText(written_to(path))

    def _delete(self) -> None:
        name = self._picker.currentText()
        try:
            self._shelf.delete_preset(name)
        except DraftlightError as error:
            self._told.setText(sentence(error))
            return
        self._list_presets()
        self._told.setText(self.tr("“{name}” is deleted; chats that use it keep its options.").format(name=name))


def options_line(options: ChatOptions) -> str:
    """Return how replies are written, in one line."""
    now = options.sampling

    def tell(source: str) -> str:
        return QCoreApplication.translate("chat options", source)

    length = {-1: tell("auto"), 0: tell("off")}.get(options.draft_length, str(options.draft_length))
    parts = [
        tell("temperature {value}").format(value=f"{now.temperature:g}"),
        tell("top-k {value}").format(value=now.top_k),
        tell("top-p {value}").format(value=f"{now.top_p:g}"),
        tell("min-p {value}").format(value=f"{now.min_p:g}"),
        tell("draft length {value}").format(value=length),
    ]
    for told, value, unused in (
        (tell("repeat penalty {value}"), now.repeat_penalty, 1.0),
        (tell("presence penalty {value}"), now.presence_penalty, 0.0),
        (tell("frequency penalty {value}"), now.frequency_penalty, 0.0),
    ):
        if value != unused:
            parts.append(told.format(value=f"{value:g}"))
    for told, number in (
        (tell("seed {value}"), now.seed),
        (tell("at most {value} tokens"), options.max_tokens),
        (tell("context {value}"), options.context),
        (tell("{value} words favoured or forbidden"), len(now.logit_bias) + len(options.text_bias) or None),
        (tell("{value} stop strings"), len(options.stop_strings) or None),
        (tell("rule {value}"), options.rule),
    ):
        if number is not None:
            parts.append(told.format(value=number))
    for told, is_on in (
        (tell("copies from the text"), options.lookup),
        (tell("thinks"), options.enable_thinking is True),
        (tell("does not think"), options.enable_thinking is False),
        (tell("leaves out the oldest turns"), options.drop_oldest),
    ):
        if is_on:
            parts.append(told)
    return " · ".join(parts)


def file_name(title: str) -> str:
    """Return a title as the name of a file on any system, without its suffix."""
    cleaned = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", title)
    words = " ".join(cleaned.split())
    if len(words) > _LONGEST_FILE_NAME:
        # At a word's end; what has no blanks is cut where it is.
        words = words[: _LONGEST_FILE_NAME + 1].rpartition(" ")[0] or words[:_LONGEST_FILE_NAME]
    return words.rstrip(".… ") or "chat"
