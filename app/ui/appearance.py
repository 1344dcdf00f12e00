"""Applies theme and text size to the application, and follows the system's colours while the window is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette

from app.settings import SYSTEM_SCHEME, USUAL_TEXT_SIZE
from app.ui.stylesheet import style_sheet
from app.ui.theme import Scheme, Theme, TypeScale, theme_for

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_SMALLEST_BASE = 10.0


class Appearance(QObject):
    """The theme and the text size in force.

    `reading_font` is that of the conversation, `caption_font` that of legends. These two and `sizes` are kept in step
    with the text size: who holds one of them measures again when told, and need not ask for another.

    Signals:
        theme_changing (): colours or the text size change in several steps now; the last one is `theme_changed`.
        theme_changed (Theme): the colours are others, or the text size is; what is drawn by hand is drawn again.
    """

    theme_changing = Signal()
    theme_changed = Signal(object)

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self._usual = max(_SMALLEST_BASE, application.font().pointSizeF())
        self._percent = USUAL_TEXT_SIZE
        self._chosen = SYSTEM_SCHEME
        self.sizes = TypeScale(self._usual)
        self.reading_font, self.caption_font = QFont(application.font()), QFont(application.font())
        application.setStyle("Fusion")
        hints = application.styleHints()
        self._system = hints.colorScheme()
        self.theme = theme_for(_scheme_of(self._system))
        self._apply()
        hints.colorSchemeChanged.connect(self.follow)

    def follow(self, scheme: Qt.ColorScheme) -> None:
        """Take over the system's colour scheme, unless the person chose one."""
        self._system = scheme
        self._show_scheme()

    def choose(self, scheme: str) -> None:
        """Use one of `app.settings.SCHEMES` from now on; that of the system is followed as it changes."""
        if scheme == self._chosen:
            return
        self._chosen = scheme
        # The window's frame belongs to the system.
        hints = self._application.styleHints()
        if scheme == SYSTEM_SCHEME:
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(_QT_SCHEMES[Scheme(scheme)])
        self._show_scheme()

    def set_text_size(self, percent: int) -> None:
        """Make all text as large as this, in percent of the system's size."""
        if percent == self._percent:
            return
        self._percent = percent
        self.theme_changing.emit()
        self.sizes.base = round(self._usual * percent / 100, 1)
        self._apply()
        self.theme_changed.emit(self.theme)

    def _show_scheme(self) -> None:
        chosen = _scheme_of(self._system) if self._chosen == SYSTEM_SCHEME else Scheme(self._chosen)
        if chosen is not self.theme.scheme:
            self.theme_changing.emit()
            self.theme = theme_for(chosen)
            self._apply()
            self.theme_changed.emit(self.theme)

    def _apply(self) -> None:
        font = self._application.font()
        if font.pointSizeF() != self.sizes.base:
            font.setPointSizeF(self.sizes.base)
            self._application.setFont(font)
        self.reading_font.setPointSizeF(self.sizes.reading)
        self.caption_font.setPointSizeF(self.sizes.caption)
        # A sheet in place of another is told to every widget once for each of its parents; the first sheet only once.
        self._application.setStyleSheet("")
        self._application.setPalette(palette_of(self.theme))
        self._application.setStyleSheet(style_sheet(self.theme, self.sizes))


_QT_SCHEMES = {Scheme.LIGHT: Qt.ColorScheme.Light, Scheme.DARK: Qt.ColorScheme.Dark}


def _scheme_of(scheme: Qt.ColorScheme) -> Scheme:
    return Scheme.DARK if scheme is Qt.ColorScheme.Dark else Scheme.LIGHT


def palette_of(theme: Theme) -> QPalette:
    """Return the palette that Qt's own drawing uses."""
    role = QPalette.ColorRole
    palette = QPalette()
    for which, colour in {
        role.Window: theme.page,
        role.WindowText: theme.text,
        role.Base: theme.raised,
        role.AlternateBase: theme.sunken,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.BrightText: theme.error_text,
        role.Highlight: theme.selection,
        role.HighlightedText: theme.text,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.Mid: theme.border,
        role.Dark: theme.border,
        role.Light: theme.raised,
    }.items():
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.muted))
    return palette
