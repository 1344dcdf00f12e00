"""The disk said no."""

from __future__ import annotations

from app.errors.root import DraftlightError


class StorageError(DraftlightError):
    """The disk said no."""


class DiskFullError(StorageError):
    """`needed` and `free` are in bytes, or words for them."""

    message = "There is not enough disk space in {folder} ({needed} needed, {free} free): free some and try again."


class NotWritableError(StorageError):
    """A file or folder cannot be written."""

    message = (
        "{path} cannot be written ({detail}): check the disk and its permissions, "
        "or set DRAFTLIGHT_HOME to another folder."
    )


class NotOursError(StorageError):
    """A file that another program keeps account of; `advice` says how to remove it there."""

    message = "{path} belongs to {owner}: {advice}."


class TrashError(StorageError):
    """There is no trash for this file."""

    message = "{path} cannot be moved to the trash ({detail}): delete it for good, or remove it by hand."


class DeletionError(StorageError):
    """A file cannot be deleted."""

    message = "{path} cannot be deleted ({detail}): check its permissions, and close programs that use it."


class FolderMissingError(StorageError):
    """A folder that cannot be looked into."""

    message = "There is no readable folder at {path}: choose another one."


class LabRunError(StorageError):
    """Not a run of the lab, or a damaged one."""

    message = "The run in {path} cannot be read ({detail}): delete the file, or measure again."
