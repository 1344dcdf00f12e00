"""What dependencies would report about this person, turned off before any of them is imported."""

from __future__ import annotations

import os
from typing import Final

# huggingface_hub reads the first when it is imported; the second is what other packages have agreed on.
TELEMETRY_OFF: Final = {"HF_HUB_DISABLE_TELEMETRY": "1", "DO_NOT_TRACK": "1"}


def turn_telemetry_off() -> None:
    """For this process and those that it starts."""
    os.environ.update(TELEMETRY_OFF)
