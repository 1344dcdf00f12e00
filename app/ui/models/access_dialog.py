"""How to get access to a gated repository, in words, with a field for the access token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.ui.controls import button, label
from app.ui.fitted_dialog import FittedDialog
from app.ui.models.hub_page import hub_host
from app.ui.models.list_page import Told

if TYPE_CHECKING:
    from app.errors import DraftlightError
    from app.ui.bugs import Bug
    from app.ui.models.desk import ModelDesk
    from app.ui.models.hub_client import TokenKept


class AccessDialog(FittedDialog):
    """Three steps: accept, make a token, enter it. Pages open in the browser, and only when clicked."""

    def __init__(self, desk: ModelDesk, repository: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("access")
        self.setWindowTitle(self.tr("Access to {repository}").format(repository=repository))
        self._desk = desk
        self._hub = (desk.endpoint or f"https://{hub_host(None)}").rstrip("/")
        self._repository = repository
        self._page = button(self.tr("Open its page"), "plain", "access_page")
        self._tokens = button(self.tr("Open the token page"), "plain", "access_tokens")
        self._field = QLineEdit()
        self._field.setObjectName("access_token")
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setAccessibleName(self.tr("Access token"))
        self._field.setPlaceholderText(self.tr("hf_…"))
        self._keep = button(self.tr("Keep token"), "primary", "access_keep")
        self._keep.setDefault(True)
        self._forget = button(self.tr("Forget token"), "quiet", "access_forget")
        self._close = button(self.tr("Close"), "plain", "access_close")
        self._told = Told("access_told")
        self._lay_out()
        self._page.clicked.connect(self._on_page)
        self._tokens.clicked.connect(self._on_tokens)
        self._keep.clicked.connect(self._on_keep)
        self._forget.clicked.connect(desk.hub.forget_token)
        self._close.clicked.connect(self.accept)
        self._field.textChanged.connect(self._on_edited)
        desk.hub.token_kept.connect(self._on_kept)
        desk.hub.token_failed.connect(self._on_failed)
        self._on_edited()
        self._page.setFocus()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        lead = self.tr("The owner of {repository} hands it out to people who accepted its conditions.")
        column.addWidget(label(lead.format(repository=self._repository), "", wrap=True))
        steps = (
            (
                self.tr("1. Sign in on its page and accept the conditions. Some owners answer after a while."),
                self._page,
            ),
            (self.tr("2. Make an access token of the kind “read” in the settings of that account."), self._tokens),
        )
        for text, press in steps:
            row = QHBoxLayout()
            row.setSpacing(12)
            row.addWidget(label(text, "", wrap=True), 1)
            row.addWidget(press)
            column.addLayout(row)
        column.addWidget(label(self.tr("3. Enter the token here, then get the model again."), "", wrap=True))
        entry = QHBoxLayout()
        entry.setSpacing(10)
        entry.addWidget(self._field, 1)
        entry.addWidget(self._keep)
        column.addLayout(entry)
        kept = self.tr(
            "It goes into the keyring of your system where there is one, and is otherwise forgotten when Draftlight "
            "ends. It is sent to {host} alone and never written to settings, logs or exports."
        )
        column.addWidget(label(kept.format(host=hub_host(self._desk.endpoint)), "caption", wrap=True))
        column.addWidget(self._told)
        ends = QHBoxLayout()
        ends.addWidget(self._forget)
        ends.addStretch(1)
        ends.addWidget(self._close)
        self.fill(column, ends)
        character = self.fontMetrics().averageCharWidth()
        self.setMinimumWidth(min(max(640, character * 50), character * 84, self.room().width()))

    @Slot()
    def _on_edited(self) -> None:
        self._keep.setEnabled(bool(self._field.text().strip()))

    @Slot()
    def _on_page(self) -> None:
        QDesktopServices.openUrl(QUrl(f"{self._hub}/{self._repository}"))

    @Slot()
    def _on_tokens(self) -> None:
        QDesktopServices.openUrl(QUrl(f"{self._hub}/settings/tokens"))

    @Slot()
    def _on_keep(self) -> None:
        self._desk.hub.keep_token(self._field.text())

    @Slot(object)
    def _on_kept(self, kept: TokenKept | None) -> None:
        self._field.clear()
        if kept is None:
            self._told.say(self.tr("The token is forgotten."))
        elif kept.in_keyring:
            self._told.say(self.tr("The token is in your system’s keyring."))
        else:
            told = self.tr("There is no keyring here: the token is kept for this session only, in memory.")
            self._told.say(told)
        self.fit_height()

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self._told.fail(error)
        self.fit_height()
