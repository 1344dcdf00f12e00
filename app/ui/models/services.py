"""What the Models dialog gets from below."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.catalog.library_places import Place, default_places
from app.catalog.tokens import TokenStore
from app.fit import measure_machine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.catalog.machine import Machine
    from app.paths import Paths


@dataclass(frozen=True, slots=True)
class ModelServices:
    """Paths and what else differs between the app and a test; nothing is called before it is needed.

    `endpoint` None: the Hub, or what HF_ENDPOINT says. `places` are the folders of other programs.
    """

    paths: Paths
    endpoint: str | None = None
    places: Sequence[Place] = field(default_factory=default_places)
    measure: Callable[[], Machine] = measure_machine
    tokens: TokenStore = field(default_factory=TokenStore)
