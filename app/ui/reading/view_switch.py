"""The switch between the two views of all replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from app.ui.controls import Switch
from app.ui.language import put_words, when_language_changes
from app.ui.shown_message import View

if TYPE_CHECKING:
    from app.ui.preferences import Preferences
    from app.ui.theme import Theme
    from app.ui.transcript import Transcript


class ViewSwitch(Switch):
    """On for pages to read, off for tokens; kept with the settings."""

    def __init__(self, transcript: Transcript, preferences: Preferences, theme: Theme) -> None:
        super().__init__(lambda: self.tr("Reading view"), theme)
        self.setObjectName("reading_view")
        put_words(
            self.setToolTip, lambda: self.tr("Show replies as pages to read instead of tokens with marks (Ctrl+E)")
        )
        self._set_keys()
        when_language_changes(self, self._set_keys)  # with another text Qt forgets them
        self._transcript = transcript
        self._preferences = preferences
        transcript.set_view(View(preferences.settings.view))
        self.setChecked(preferences.settings.view == View.READING.value)
        self.toggled.connect(self._on_toggled)

    def _set_keys(self) -> None:
        self.setShortcut(QKeySequence("Ctrl+E"))

    def _on_toggled(self, reads: bool) -> None:
        view = View.READING if reads else View.TOKENS
        self._transcript.set_view(view)
        self._preferences.update(view=view.value)
