"""An empty plot that leaves wheel and mouse to the page it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from types import ModuleType

    from PySide6.QtGui import QWheelEvent


def quiet_view(library: ModuleType) -> Any:
    """Return a plot widget of the plotting library, see `app.ui.plots.library`."""

    class View(library.PlotWidget):  # type: ignore[name-defined,misc]
        def wheelEvent(self, event: QWheelEvent) -> None:
            event.ignore()

    view = View(enableMenu=False)
    view.hideButtons()
    view.setMouseEnabled(x=False, y=False)
    view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    view.setAntialiasing(True)
    view.setFrameShape(view.Shape.NoFrame)
    return view
