"""Applies the theme to the application and follows the system's colour scheme while the window is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette

from app.ui.stylesheet import style_sheet
from app.ui.theme import Scheme, Theme, TypeScale, theme_for

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_SMALLEST_BASE = 10.0


class Appearance(QObject):
    """The theme in force.

    Signals:
        theme_changed (Theme): the system went from light to dark or back.
    """

    theme_changed = Signal(object)

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.sizes = TypeScale(max(_SMALLEST_BASE, application.font().pointSizeF()))
        font = application.font()
        font.setPointSizeF(self.sizes.base)
        application.setFont(font)
        application.setStyle("Fusion")
        hints = application.styleHints()
        self.theme = theme_for(_scheme_of(hints.colorScheme()))
        self._apply()
        hints.colorSchemeChanged.connect(self.follow)

    def follow(self, scheme: Qt.ColorScheme) -> None:
        """Take over the system's colour scheme."""
        theme = theme_for(_scheme_of(scheme))
        if theme.scheme is self.theme.scheme:
            return
        self.theme = theme
        self._apply()
        self.theme_changed.emit(theme)

    @property
    def reading_font(self) -> QFont:
        """The font of the conversation."""
        font = QFont(self._application.font())
        font.setPointSizeF(self.sizes.reading)
        return font

    @property
    def caption_font(self) -> QFont:
        """The font of the legend."""
        font = QFont(self._application.font())
        font.setPointSizeF(self.sizes.caption)
        return font

    def _apply(self) -> None:
        self._application.setPalette(palette_of(self.theme))
        self._application.setStyleSheet(style_sheet(self.theme, self.sizes))


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
