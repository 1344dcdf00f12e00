"""The keys of a transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from app.ui.transcript import Transcript

_SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ALONG = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_PRESSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def take_key(view: Transcript, event: QKeyEvent) -> bool:
    """Do what a key asks for; return whether it asks for anything."""
    key = Qt.Key(event.key())
    with_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
        if key == Qt.Key.Key_F2:
            view.layer.bar.edit()
            return True
        if key in _SIDEWAYS and not with_shift:
            rounds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            return (view.walker.walk_round if rounds else view.walker.walk)(_SIDEWAYS[key])
        return key in _PRESSES and (view.choose_round() or view.page_actions.press_here())
    if key in _SIDEWAYS:
        if with_shift:
            view.layer.bar.step(_SIDEWAYS[key])
        else:
            view.walker.walk(_SIDEWAYS[key])
    elif key in _ALONG:
        if with_shift:
            view.page_actions.go(_ALONG[key])
        else:
            view.layer.choose_next(_ALONG[key])
    elif key == Qt.Key.Key_V:
        view.rewriter.turn()
    else:
        return False
    return True
