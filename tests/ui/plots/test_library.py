"""The plotting library costs nothing before plots are shown, and nothing at the end."""

from __future__ import annotations

from tests.ui.scripts import run_script

SCRIPT = """
import sys
from app.ui.application import make_application
import app.ui.main_window
assert "pyqtgraph" not in sys.modules
application = make_application(["draftlight"])
from app.speculation.stop import Stop
from app.ui.plots.data import Look, PlotData, Series
from app.ui.plots.library import import_library, make_qt_types
from app.ui.plots.plot import Plot
from app.ui.theme import LIGHT
for _ in make_qt_types():
    pass
made = {name: set(vars(module)) for name, module in sys.modules.items() if name.startswith("PySide6.Qt")}
library = import_library(Stop(), print)
after = {name: set(vars(module)) for name, module in sys.modules.items() if name.startswith("PySide6.Qt")}
assert after == made, {name: names - made.get(name, set()) for name, names in after.items()}
plot = Plot(library, "name", LIGHT)
plot.show_data(PlotData("name", "title", "x", [1, 2], (Series("y", [0.5, float("nan")], Look.LINE),)))
plot.show()
application.processEvents()
"""


def test_a_process_with_plots_begins_without_them_and_ends_well():
    assert run_script(SCRIPT) == (0, [], "")
