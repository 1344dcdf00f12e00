"""The real window over a library of tiny models and a Hub on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.catalog.machine import Machine
from app.catalog.tokens import TokenStore
from app.paths import Paths
from app.ui.models.services import ModelServices
from tests.catalog.models import make_model, tokens
from tests.fakes import FakeEngine, FakePull
from tests.ui.bench import Bench
from tests.ui.waiting import wait_for

GIGABYTE = 10**9
ROOMY = Machine(ram_free=16 * GIGABYTE, ram_total=32 * GIGABYTE)
WORDS = [f"word {number}" for number in range(12)]


class ModelBench(Bench):
    def __init__(self, paths: Paths, engine: FakeEngine, pull: FakePull, appearance: Any, **options: Any) -> None:
        self.machine = options.pop("machine", ROOMY)
        services = ModelServices(
            paths, options.pop("endpoint", None), options.pop("places", ()), lambda: self.machine, TokenStore()
        )
        super().__init__(paths, engine, pull, appearance, models=services, **options)

    @property
    def desk(self):
        return self.window._parts.models

    @property
    def dialog(self):
        return self.window.models.dialog

    def open_models(self, page: str = "recommended", scanned: bool = True):
        self.window.models.show_models()
        self.dialog.show_page(page)
        if scanned:
            self.wait_scanned()
            wait_for(lambda: self.desk.fits.machine is not None, "the machine")
            wait_for(lambda: self.desk.catalogue.catalogue is not None, "the catalogue")
        return getattr(self.dialog, page)

    def wait_scanned(self) -> None:
        wait_for(lambda: self.desk.library.scanned and not self.desk.library.is_scanning, "the scan")

    def titles(self, rows: Any) -> list[str]:
        return [row.title for row in rows.rows]


def row_of(rows: Any, title: str) -> Any:
    return next(row for row in rows.rows if row.title == title)


def choose(rows: Any, title: str) -> None:
    assert rows.choose(row_of(rows, title).key)


def write_family(folder: Path, make: Callable[..., Any] = make_model) -> None:
    """A large model, a small one of its family, one with two tokens more, and a stranger."""
    folder.mkdir(parents=True, exist_ok=True)
    make(folder, "big.gguf", width=256, **tokens(*WORDS))
    make(folder, "small.gguf", width=16, **tokens(*WORDS))
    make(folder, "padded.gguf", width=16, **tokens(*WORDS, "<pad 1>", "<pad 2>"))
    make(folder, "stranger.gguf", width=16, **tokens(*[f"other {number}" for number in range(12)]))
