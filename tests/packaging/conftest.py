from __future__ import annotations

import sys
from pathlib import Path

# The scripts import each other by their names, as Python has it for a script's own folder.
sys.path.append(str(Path(__file__).parents[2] / "packaging"))
