"""Model files, pairs of them, and lists of pairs."""

from __future__ import annotations

from app.errors.root import DraftlightError


class ModelFileError(DraftlightError):
    """One file is not what it should be."""


class ModelFileMissingError(ModelFileError):
    """No readable file at `path`."""

    message = "There is no readable file at {path}: check the path, or choose another model."


class NotGgufError(ModelFileError):
    """The magic bytes are wrong."""

    message = "{path} is not a GGUF file: choose a model in GGUF format."


class ModelFileTruncatedError(ModelFileError):
    """The header promises more bytes than the file has."""

    message = "{path} is cut short ({size} bytes, {needed} needed): download it again."


class ModelFileInvalidError(ModelFileError):
    """`detail` names the header field that breaks the format or the limits."""

    message = "{path} has a damaged or unsupported header ({detail}): download it again or choose another model."


class ModelLoadError(ModelFileError):
    """llama.cpp refused a file; `detail` is the last thing it said."""

    message = "llama.cpp could not load {path} ({detail}): choose another model, or update Draftlight."


class NotStandaloneError(ModelFileError):
    """A side-car (MTP, EAGLE, DFlash head or projector) or a part of a split file, which cannot run alone."""

    message = "{path} is {kind} and cannot run on its own: choose a complete model."


class ModelCrashError(ModelFileError):
    """llama.cpp ended the process that tried the file; `detail` is its last word."""

    message = (
        "llama.cpp gave up on {path} ({detail}) while it was tried apart from the app, so nothing was lost: "
        "download the file again or choose another model."
    )


class ModelHangError(ModelFileError):
    """Loading or running the file showed no sign of life for `seconds`."""

    message = (
        "{path} hangs: llama.cpp gave no sign of life for {seconds} s and was ended: "
        "check the disk it lies on, or choose another model."
    )


class PairError(DraftlightError):
    """Two good files that do not belong together."""


class VocabulariesDifferError(PairError):
    """`detail` names the first difference."""

    message = (
        "The drafter {drafter} does not fit the target {target} because their vocabularies differ ({detail}): "
        "choose a drafter of the same model family, or chat without one."
    )


class HeadMismatchError(PairError):
    """A head that cannot draft for this target; `detail` is a clause that says why."""

    message = "The head {drafter} cannot draft for {target} ({detail}): choose the head made for it, or chat without."


class CatalogueError(DraftlightError):
    """A list of pairs is damaged; `detail` names the entry and what is wrong with it."""

    message = "The list of pairs in {path} cannot be read ({detail}): correct the entry, or delete the file."
