"""The style sheet of the window: shapes and spacing here, colours and sizes from `theme`."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ui.theme import Theme, TypeScale

# The height of a line of text in a button or a field, in pixels; with larger text it is twice the points.
_LEAST_LINE = 20

_SHEET = Template("""
QWidget { color: $text; font-size: ${base}pt; }
QMainWindow, QDialog, QWidget#main_area { background: $page; }
QWidget#sidebar { background: $sunken; }
QWidget#sidebar[folded="true"] { border-right: 1px solid $border; }
QWidget#top_bar { background: $page; border-bottom: 1px solid $border; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 5px 7px; }

QLabel { background: transparent; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="caption"] { color: $muted; font-size: ${caption}pt; }
QLabel[role="heading"] { font-size: ${heading}pt; font-weight: 600; }
QLabel[role="lead"] { color: $muted; font-size: ${reading}pt; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="key"] { background: $sunken; border: 1px solid $border; border-radius: 5px; padding: 1px 6px; }
QLabel[role="error"] { color: $error_text; }

QPushButton {
    background: transparent; border: 1px solid $border; border-radius: 8px; padding: 6px 14px; min-height: ${line}px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $hover; border-color: $muted; }
QPushButton:focus { border: 1px solid $accent; }
QPushButton:disabled { color: $muted; background: transparent; border-color: $border; }
QPushButton[kind="primary"] { background: $ink; color: $ink_text; border: 1px solid $ink; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $ink_hover; border-color: $ink_hover; }
QPushButton[kind="primary"]:focus { border: 2px solid $accent; padding: 5px 13px; }
QPushButton[kind="primary"]:disabled { background: $hover; color: $muted; border-color: $hover; }
QPushButton[kind="quiet"] { border-color: transparent; }
QPushButton[kind="quiet"]:focus { border-color: $accent; }
QPushButton[kind="link"] { border: 1px solid transparent; padding: 3px 6px; text-decoration: underline; }
QPushButton[kind="link"]:focus { border-color: $accent; }
QPushButton[kind="icon"] { border-color: transparent; padding: 3px; min-width: 20px; }
QPushButton[kind="icon"]:focus { border-color: $accent; }
QPushButton[kind="fold"] { text-align: left; padding: 5px 28px 5px 10px; border-color: transparent; }
QPushButton[kind="fold"] { background: $sunken; font-weight: 600; }
QPushButton[kind="fold"]:hover { background: $hover; }
QPushButton[kind="fold"]:focus { border-color: $accent; }

QScrollArea#sampling_scroll, QWidget#sampling_page { background: transparent; }
QScrollArea#statistics_scroll, QScrollArea#plots_scroll {
    background: transparent; border: 1px solid transparent; border-radius: 8px;
}
QScrollArea#statistics_scroll:focus, QScrollArea#plots_scroll:focus { border-color: $accent; }
QWidget#statistics_page, QWidget#plots_page { background: transparent; }
QPlainTextEdit[kind="lines"] {
    background: $raised; border: 1px solid $field_edge; border-radius: 7px;
    selection-background-color: $selection; selection-color: $text;
}
QPlainTextEdit[kind="lines"]:focus { border-color: $accent; }

QLineEdit, QSpinBox, QDoubleSpinBox {
    background: $raised; border: 1px solid $field_edge; border-radius: 7px; padding: 5px 8px; min-height: ${line}px;
    selection-background-color: $selection; selection-color: $text;
}
QSpinBox::up-button, QDoubleSpinBox::up-button {
    subcontrol-origin: border; subcontrol-position: top right; width: 1px; border: none; background: transparent;
}
QSpinBox::down-button, QDoubleSpinBox::down-button {
    subcontrol-origin: border; subcontrol-position: bottom right; width: 1px; border: none; background: transparent;
}
QSpinBox::up-arrow, QSpinBox::down-arrow, QDoubleSpinBox::up-arrow, QDoubleSpinBox::down-arrow {
    image: none; width: 0; height: 0;
}
QAbstractSpinBox QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: $accent; }
QLineEdit:disabled { color: $muted; background: $page; }

QCheckBox::indicator, QRadioButton::indicator, QListView::indicator {
    background: $raised; border: 1px solid $field_edge; border-radius: 4px; width: ${mark}px; height: ${mark}px;
}
QRadioButton::indicator { border: 2px solid $field_edge; border-radius: ${half}px; }
QCheckBox::indicator:checked, QListView::indicator:checked {
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $accent_text, stop: 0.5 $accent_text, stop: 0.6 $accent, stop: 1 $accent);
    border-color: $accent;
}
QRadioButton::indicator:checked {
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $accent, stop: 0.5 $accent, stop: 0.6 $raised, stop: 1 $raised);
    border-color: $accent;
}
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid $accent; }

QComboBox {
    background: $raised; border: 1px solid $field_edge; border-radius: 8px;
    padding: 5px 26px 5px 10px; min-height: ${line}px;
}
QComboBox:hover { background: $hover; }
QComboBox:focus { border-color: $accent; }
QComboBox::drop-down { border: none; width: 0; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $border; border-radius: 8px; padding: 4px; outline: none;
    selection-background-color: $selection; selection-color: $text;
}
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; border-radius: 5px; }

QFrame#composer_frame { background: $raised; border: 1px solid $field_edge; border-radius: 14px; }
QFrame#composer_frame[focused="true"] { border-color: $accent; }
QPlainTextEdit#composer {
    background: transparent; border: none; font-size: ${reading}pt;
    selection-background-color: $selection; selection-color: $text;
}
QPlainTextEdit[kind="text"], QTextBrowser[kind="text"], QTableView[kind="results"] {
    background: $raised; border: 1px solid $border; border-radius: 8px; padding: 4px 6px;
    selection-background-color: $selection; selection-color: $text;
}
QPlainTextEdit[kind="text"] { border-color: $field_edge; }
QPlainTextEdit[kind="text"]:focus, QTextBrowser[kind="text"]:focus { border-color: $accent; }
QTableView[kind="results"] { gridline-color: $border; outline: none; padding: 0; }
QTableView[kind="results"]:focus { border-color: $accent; }
QTableView[kind="results"]::item { padding: 3px 8px; border: none; }
QTableView[kind="results"] QHeaderView { background: transparent; }
QTableView[kind="results"] QHeaderView::section {
    background: $sunken; color: $muted; border: none; border-bottom: 1px solid $border; padding: 5px 8px;
}
QPlainTextEdit#system_prompt {
    background: $raised; border: 1px solid $field_edge; border-radius: 8px; padding: 6px 8px;
    selection-background-color: $selection; selection-color: $text;
}
QPlainTextEdit#system_prompt:focus { border-color: $accent; }
QPushButton#chat_settings { padding: 3px 6px; }
QTextEdit#transcript {
    background: $page; border: 1px solid transparent; font-size: ${reading}pt;
    selection-background-color: $selection; selection-color: $text;
}
QTextEdit#transcript:focus { border: 1px solid $accent; }

QPushButton#jump_to_latest { background: $raised; }
QPushButton#jump_to_latest:hover { background: $hover; }
QLineEdit#chat_search { padding-left: 0; }
QListView#chat_list { background: transparent; border: none; outline: none; }
QListView#chat_list QLineEdit { padding: 2px 8px; }
QFrame#undo_bar, QFrame#transfer_bar { background: $raised; border: 1px solid $border; border-radius: 9px; }
QFrame#undo_bar QPushButton[kind="icon"] { border: 1px solid transparent; }
QFrame#undo_bar QPushButton[kind="icon"]:focus { border-color: $accent; }

QFrame#message_bar { background: $raised; border: 1px solid $border; border-radius: 8px; }
QFrame#message_bar QPushButton { padding: 3px; min-width: 18px; min-height: 16px; border-radius: 6px; }
QFrame#attachment_chip { background: $sunken; border: 1px solid $border; border-radius: 8px; }
QFrame#attachment_chip QPushButton { padding: 2px; min-width: 16px; min-height: 14px; border-radius: 6px; }
QFrame#composer_frame[target="true"] { border-color: $accent; }

QListView[kind="rows"] {
    background: $raised; border: 1px solid $border; border-radius: 10px; outline: none; padding: 4px;
}
QListView[kind="rows"]:focus { border-color: $accent; }
QListView[kind="pages"] { background: transparent; border: 1px solid transparent; border-radius: 8px; outline: none; }
QListView[kind="pages"]:focus { border-color: $accent; }
QListView[kind="pages"]::item { padding: 8px 10px; border-radius: 7px; border: 1px solid transparent; }
QListView[kind="pages"]::item:hover { background: $hover; }
QListView[kind="pages"]::item:selected { background: $hover; color: $text; }
QWidget[kind="side"] { background: $sunken; border-right: 1px solid $border; }
QScrollArea[kind="details"] { background: transparent; border: 1px solid transparent; border-radius: 8px; }
QScrollArea[kind="details"]:focus { border-color: $accent; }
QScrollArea[kind="details"] > QWidget > QWidget { background: transparent; }
QLabel[tone="good"] { color: $good_text; font-weight: 600; }
QLabel[tone="limited"] { color: $limited_text; font-weight: 600; }
QLabel[tone="bad"] { color: $bad_text; font-weight: 600; }
QLabel[role="title"] { font-size: ${reading}pt; font-weight: 600; }

QFrame#banner { background: $error_fill; border: 1px solid $error_edge; border-radius: 10px; }
QFrame#banner QLabel { color: $error_text; }
QFrame#banner QPushButton { color: $error_text; border-color: $error_edge; }
QFrame#banner QPushButton:hover { background: $error_edge; }
QFrame#banner QPushButton:focus { border-color: $error_text; }
QFrame#banner[kind="info"] { background: $sunken; border-color: $border; }
QFrame#banner[kind="info"] QLabel, QFrame#banner[kind="info"] QPushButton { color: $text; border-color: $border; }
QFrame#banner[kind="info"] QPushButton:focus { border-color: $accent; }

QFrame#banner[kind] QPushButton[kind="icon"] { border-color: transparent; }
QFrame#banner[kind] QPushButton[kind="icon"]:focus { border-color: $accent; }
QFrame#sampling_panel, QFrame#token_card { background: $raised; border: 1px solid $border; border-radius: 12px; }

QProgressBar { background: $hover; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QWidget#top_bar QProgressBar { border-radius: 0; max-height: 3px; min-height: 3px; }
QWidget#top_bar QProgressBar::chunk { border-radius: 0; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 2px; }
QScrollBar::handle:vertical { background: $border; border-radius: 4px; min-height: 32px; }
QScrollBar::handle:vertical:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 2px; }
QScrollBar::handle:horizontal { background: $border; border-radius: 4px; min-width: 32px; }

QMenu { background: $raised; border: 1px solid $border; border-radius: 8px; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 5px; }
QMenu::item:selected { background: $hover; }
QMainWindow::separator { background: $border; width: 1px; }
QDockWidget, QWidget#inspector_panel { background: $page; border: none; }
QWidget#inspector_panel QScrollArea, QWidget#inspector_panel QStackedWidget { background: transparent; }
QSplitter::handle { background: $border; }
""")


def style_sheet(theme: Theme, sizes: TypeScale) -> str:
    """Return the style sheet of the whole application."""
    return _SHEET.substitute(
        text=theme.text,
        page=theme.page,
        sunken=theme.sunken,
        raised=theme.raised,
        hover=theme.hover,
        border=theme.border,
        field_edge=theme.field_edge,
        muted=theme.muted,
        ink=theme.ink,
        ink_hover=theme.ink_hover,
        ink_text=theme.ink_text,
        accent=theme.accent,
        accent_text=theme.accent_text,
        selection=theme.selection,
        error_fill=theme.error_fill,
        error_edge=theme.error_edge,
        error_text=theme.error_text,
        good_text=theme.good_text,
        limited_text=theme.limited_text,
        bad_text=theme.bad_text,
        base=sizes.base,
        line=max(_LEAST_LINE, round(sizes.base * 2)),
        mark=round(sizes.base * 1.4),
        half=(round(sizes.base * 1.4) + 4) // 2,
        caption=sizes.caption,
        reading=sizes.reading,
        heading=sizes.heading,
    )
