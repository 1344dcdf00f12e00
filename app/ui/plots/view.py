"""An empty plot that leaves wheel and mouse to the page it is on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from types import ModuleType

    from PySide6.QtGui import QWheelEvent


@cache
def _view_class(library: ModuleType) -> Any:
    class View(library.PlotWidget):  # type: ignore[name-defined,misc]
        def wheelEvent(self, event: QWheelEvent) -> None:
            event.ignore()

    return View


def quiet_view(library: ModuleType) -> Any:
    """Return a plot widget of the plotting library, see `app.ui.plots.library`."""
    view = _view_class(library)(enableMenu=False)
    view.hideButtons()
    view.getPlotItem().setContentsMargins(0, 8, 0, 0)  # room for a name at the end of an axis
    view.setMouseEnabled(x=False, y=False)
    view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    view.setAntialiasing(True)
    view.setFrameShape(view.Shape.NoFrame)
    return view
