"""The language of the window: Qt's translators, and texts that follow when the person chooses another one.

A text that is set once is given as a function, so that it is asked for again:

    put_words(self._send.setToolTip, lambda: self.tr("Send the message (Enter)"))

`button` and `label` of app.ui.controls take such functions as well. What is put together from what is shown is shown
again by `when_language_changes(self, self._refresh)`. How a text gets its translation: tests/translations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtGui import QFont, QFontInfo, QGuiApplication

from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    # A text in the language of the moment.
    Words = Callable[[], str]

ENGLISH: Final = "en"
TRADITIONAL_CHINESE: Final = "zh_TW"
# Fields that come from a table of words, and its context.
_TABLES: Final = {"kind": "kinds", "owner": "origins"}
_TRADITIONAL: Final = ("zh-TW", "zh-HK", "zh-MO", "zh-Hant")
# Systems know one character in the forms of several countries, and take another's where nobody says which.
_FONTS: Final = {TRADITIONAL_CHINESE: ["Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei UI"]}


def use_language(choice: str | None, folder: Path) -> None:
    """Have everything that is shown, and what will be, in a language.

    Windows change when the event loop comes to it.

    Args:
        choice: ENGLISH, TRADITIONAL_CHINESE, or None for the system's.
        folder: where the translations of this program lie; Qt's own lie with Qt.
    """
    application = QCoreApplication.instance()
    if application is None:
        raise RuntimeError("there is no application yet")
    language = choice or system_language(QLocale.system().uiLanguages())
    family = QGuiApplication.font().family()
    QFont.removeSubstitutions(family)
    if language in _FONTS:
        # First what the system has for it: a name such as "Sans Serif" is no font, and what stands first is taken.
        QFont.insertSubstitutions(family, [QFontInfo(QGuiApplication.font()).family(), *_FONTS[language]])
    old = application.findChildren(QTranslator, options=Qt.FindChildOption.FindDirectChildrenOnly)
    QLocale.setDefault(QLocale.system() if choice is None else QLocale(language))
    if language != ENGLISH:
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, place in (("qtbase", qt_folder), ("draftlight", str(folder))):
            translator = QTranslator(application)
            if translator.load(f"{name}_{language}", place):
                application.installTranslator(translator)
    for translator in old:
        application.removeTranslator(translator)
        translator.deleteLater()


def system_language(preferred: list[str]) -> str:
    """Return the first of the person's languages, as tags such as "zh-Hant-TW", that there is; else English."""
    for tag in preferred:
        if tag.split("-")[0] == ENGLISH:
            return ENGLISH
        if tag.startswith(_TRADITIONAL):
            return TRADITIONAL_CHINESE
    return ENGLISH


def translated(context: str, text: str) -> str:
    """Return in the person's language what stands in a table of a lower layer (`TABLES` of extraction.py)."""
    return QCoreApplication.translate(context, text) if text else ""


def told(value: object) -> object:
    """Return a Phrase in the person's language; anything else as it is."""
    if not isinstance(value, Phrase):
        return value
    return fill_in(translated(value.context, value.source), value.fields)


def fill_in(template: str, fields: Mapping[str, object]) -> str:
    """Return a template with its fields, those too in the person's language where they are words."""
    return template.format(**{name: _field(name, value) for name, value in fields.items()})


def _field(name: str, value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Phrase) and name in _TABLES:
        return translated(_TABLES[name], value)
    return told(value)


def told_text(text: str) -> str:
    """Return a text in the person's language if it is a Phrase."""
    return str(told(text))


def put_words(setter: Callable[[str], object], words: Words) -> None:
    """Set a text, and again in each language that is chosen while the object of the bound method `setter` lives."""
    owner = getattr(setter, "__self__", None)
    if not isinstance(owner, QObject):
        raise TypeError("the setter of a text is a method of what shows it")
    setter(words())
    when_language_changes(owner, lambda: setter(words()))


def when_language_changes(owner: QObject, tell: Callable[[], object]) -> None:
    """Call `tell` after each change of the language while `owner`, a widget or a part of one, lives."""
    while not owner.isWidgetType() and (parent := owner.parent()) is not None:
        owner = parent  # Qt tells widgets and their own parts, and an action is often a part of a part
    ear = owner.findChild(_Ear, options=Qt.FindChildOption.FindDirectChildrenOnly) or _Ear(owner)
    ear.calls.append(tell)


class _Ear(QObject):
    """Hears what Qt tells every widget and its parts."""

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self.calls: list[Callable[[], object]] = []

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LanguageChange:
            for call in self.calls:
                call()
        return super().event(event)
