"""What is kept beside the chats: presets, and the templates that were edited for a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.chats.options import decode_options, encode_options
from app.chats.records import ChatOptions, Preset

if TYPE_CHECKING:
    from pathlib import Path

    from app.chats.database import Database


class Shelf:
    """Reads and writes them; every method is one transaction and raises ChatStoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_presets(self) -> tuple[Preset, ...]:
        """Return all presets by name."""
        with self._database.telling():
            rows = self._database.connection.execute("SELECT name, options FROM presets ORDER BY name COLLATE NOCASE")
            return tuple(Preset(name, decode_options(options) or ChatOptions()) for name, options in rows)

    def save_preset(self, preset: Preset) -> None:
        """Keep a preset, in place of one with the same name."""
        with self._database.transaction(durable=True) as connection:
            connection.execute(
                "REPLACE INTO presets (name, options) VALUES (?, ?)", (preset.name, encode_options(preset.options))
            )

    def delete_preset(self, name: str) -> None:
        """Forget a preset; chats that began with it keep their options."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM presets WHERE name = ?", (name,))

    def template_for(self, target: Path) -> str:
        """Return the template that was edited for this model file; empty for its own."""
        with self._database.telling():
            row = self._database.connection.execute("SELECT source FROM templates WHERE target = ?", (str(target),))
            found = row.fetchone()
        return found[0] if found else ""

    def save_template(self, target: Path, source: str) -> None:
        """Use an edited template with this model file from now on; an empty one is its own again."""
        with self._database.transaction(durable=True) as connection:
            connection.execute("DELETE FROM templates WHERE target = ?", (str(target),))
            if source.strip():
                connection.execute("INSERT INTO templates (target, source) VALUES (?, ?)", (str(target), source))
