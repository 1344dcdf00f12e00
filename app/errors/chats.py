"""Files of chats, of rounds and of presets, and the store of the chats."""

from __future__ import annotations

from app.errors.root import DraftlightError
from app.errors.storage import StorageError


class ImportFileError(DraftlightError):
    """Not a file of chats, or a damaged one; nothing of it was taken in."""

    message = (
        "No chats were imported from {path} ({detail}): choose a Draftlight export, ChatGPT's conversations.json "
        "or a conversation of LM Studio."
    )


class RoundsFileError(DraftlightError):
    """Not a file of rounds, or a damaged one."""

    message = "The rounds in {path} cannot be opened ({detail}): choose a file that Draftlight saved with Save rounds."


class PresetFileError(DraftlightError):
    """Not a preset, or a damaged one."""

    message = "{path} is not a preset that can be used ({detail}): choose a file that Draftlight exported."


class ChatStoreError(StorageError):
    """The store of chats cannot be read or written."""

    message = "The chats in {path} cannot be read or saved ({detail}): check the disk and its permissions."


class ChatStoreNewerError(ChatStoreError):
    """The store of chats has a schema that this program does not know."""

    message = "The chats in {path} were written by a newer Draftlight: update this one."


class ChatsDamagedError(ChatStoreError):
    """The file of the chats is damaged, in whole or in part."""

    message = (
        "The chats in {path} are damaged ({detail}): close Draftlight and start it again, "
        "and it saves what can be read."
    )


class SearchMissingError(ChatStoreError):
    """The SQLite of this Python, `version`, was built without what the chats need."""

    message = (
        "The chats in {path} cannot be opened because SQLite {version} has no full-text search (FTS5 with trigrams): "
        "use a Python with SQLite 3.34 or newer."
    )


class ChatGoneError(ChatStoreError):
    """The chat, or the message in it, was deleted meanwhile."""

    message = "This chat was deleted in another window: start a new one."
