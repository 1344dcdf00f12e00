"""Where Draftlight keeps things. Built once in `main`; nothing is created before it is needed."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from app.errors import NotWritableError, UsageError

HOME_VARIABLE = "DRAFTLIGHT_HOME"


@dataclass(frozen=True, slots=True)
class Paths:
    """Folders of one installation: `data` holds models and chats, `logs` the rotated logs."""

    data: Path
    logs: Path
    resources: Path

    @property
    def translations(self) -> Path:
        """What the window reads where it is not in English."""
        return self.resources / "translations"

    @property
    def models(self) -> Path:
        """Downloaded and made model files."""
        return self.data / "models"

    @property
    def chats(self) -> Path:
        """The database of conversations."""
        return self.data / "chats.sqlite3"

    @property
    def window_lock(self) -> Path:
        """Held by the process whose window shows this folder."""
        return self.data / "window.lock"

    @property
    def settings(self) -> Path:
        """What the person chose in the window."""
        return self.data / "settings.json"

    @property
    def speeds(self) -> Path:
        """What passes of each pair cost on this machine."""
        return self.data / "speeds.json"

    @property
    def verdicts(self) -> Path:
        """What trials of model files found."""
        return self.data / "verdicts.json"

    @property
    def journal(self) -> Path:
        """What llama.cpp is being asked for at this moment."""
        return self.data / "running.json"

    @property
    def load_log(self) -> Path:
        """What llama.cpp said when files were tried the last time."""
        return self.logs / "last-load.log"

    @property
    def lab(self) -> Path:
        """The runs of the lab."""
        return self.data / "lab"

    @property
    def library(self) -> Path:
        """The folders with models that the person added."""
        return self.data / "library.json"

    @property
    def headers(self) -> Path:
        """What the headers of known model files say, so that they need not be read again."""
        return self.data / "headers.json"

    @property
    def own_pairs(self) -> Path:
        """The pairs that the person added, in the format of `shipped_pairs`; the file need not exist."""
        return self.data / "pairs.toml"

    @property
    def shipped_pairs(self) -> Path:
        """The catalogue of pairs that comes with the app."""
        return self.resources / "pairs.toml"

    @property
    def shipped_models(self) -> Path:
        """Models inside a frozen build; the folder need not exist."""
        return self.resources / "models"


def find_paths(environment: dict[str, str] | None = None) -> Paths:
    """Return the folders for this person; DRAFTLIGHT_HOME moves all of them."""
    import platformdirs

    chosen = (os.environ if environment is None else environment).get(HOME_VARIABLE)
    resources = Path(__file__).resolve().parent.parent / "resources"
    if chosen:
        try:
            home = Path(chosen).expanduser().resolve()
            _demand_possible(home)
        except (RuntimeError, OSError) as error:
            raise UsageError(detail=f"{HOME_VARIABLE} is no folder: {error}".rstrip(".")) from error
        return Paths(data=home, logs=home / "logs", resources=resources)
    folders = platformdirs.PlatformDirs("Draftlight", appauthor=False)
    return Paths(data=Path(folders.user_data_dir), logs=Path(folders.user_log_dir), resources=resources)


def _demand_possible(folder: Path) -> None:
    """Raise OSError if no folder can have this path, as where it is too long; whether it is there does not matter."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        folder.lstat()


def make_folder(folder: Path) -> Path:
    """Create `folder`, and what is missing above it, for this person alone (0700).

    Raises:
        NotWritableError: it cannot be created.
    """
    # Not mkdir(parents=True): that makes the folders above as the umask says, so open to others.
    try:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in (*reversed(missing), folder):
            one.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise NotWritableError(path=folder, detail=error.strerror or error) from error
    return folder


def open_private(path: str, flags: int) -> int:
    """The `opener` of `open` for files of this person alone (0600), whatever the umask says."""
    return os.open(path, flags, 0o600)
