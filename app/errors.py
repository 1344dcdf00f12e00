"""Every error that Draftlight knows, each told in one sentence.

::

    DraftlightError
    |-- UsageError              wrong arguments or options (exit code 2)
    |-- PromptError             what was asked cannot be answered as it stands
    |   |-- EmptyPromptError
    |   |-- PromptTooLongError
    |   |-- MessagesFileError
    |   |-- PromptsFileError
    |   |-- TemplateError
    |   `-- AttachmentError     a file that cannot go with a message
    |       |-- AttachmentTooLargeError
    |       |-- AttachmentBinaryError
    |       `-- AttachmentUnreadableError
    |-- ImportFileError         a file of chats that cannot be taken in
    |-- RoundsFileError         a file with the rounds of a reply that cannot be opened
    |-- PresetFileError
    |-- ModelFileError          one file is not what it should be
    |   |-- ModelFileMissingError
    |   |-- NotGgufError
    |   |-- ModelFileTruncatedError
    |   |-- ModelFileInvalidError
    |   |-- ModelLoadError
    |   |-- ModelCrashError     llama.cpp ended the process that tried it
    |   |-- ModelHangError
    |   `-- NotStandaloneError
    |-- PairError               two good files that do not belong together
    |   |-- VocabulariesDifferError
    |   `-- HeadMismatchError
    |-- EngineError             llama.cpp could not do what it was asked
    |   |-- EngineNotReadyError
    |   |-- EngineRestartedError
    |   |-- EngineLentError
    |   |-- NotEnoughMemoryError
    |   |-- LoadMemoryError
    |   |-- DecodeError
    |   |-- NoNumbersError
    |   |-- ContextFullError
    |   |-- ContextError
    |   |-- HeadSymbolsError
    |   `-- QuantizeError
    |-- DownloadError           a file could not be fetched
    |   |-- UnreachableError
    |   |   `-- OfflineError
    |   |-- RefusedError
    |   |   `-- GatedError
    |   |-- CorruptDownloadError
    |   |-- NoSourceError
    |   `-- TokenError
    |-- CatalogueError          a list of pairs is damaged
    |-- StorageError            the disk said no
    |   |-- DiskFullError
    |   |-- NotWritableError
    |   |-- NotOursError
    |   |-- TrashError
    |   |-- DeletionError
    |   |-- FolderMissingError
    |   |-- LabRunError
    |   `-- ChatStoreError
    |       |-- ChatStoreNewerError
    |       |-- ChatsDamagedError
    |       |-- SearchMissingError
    |       `-- ChatGoneError
    `-- CancelledError          the person stopped it: not a failure, but it unwinds like one

Anything that is not a DraftlightError is a bug and is reported as one.
"""

from __future__ import annotations

from typing import ClassVar


class DraftlightError(Exception):
    """A known error: one sentence that says what is wrong and what to do.

    `message` is a `str.format` template, kept apart from its fields so that the window can translate it.
    """

    message: ClassVar[str] = "Something went wrong: {detail}."

    def __init__(self, **fields: object) -> None:
        self.fields = fields
        super().__init__(self.message.format(**fields))

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the fields, so that the error can cross a process boundary."""
        return _rebuild, (type(self), self.fields)


def _rebuild(kind: type[DraftlightError], fields: dict[str, object]) -> DraftlightError:
    return kind(**fields)


class UsageError(DraftlightError):
    """Wrong arguments; `detail` says which and what is allowed."""

    message = "{detail}."


class PromptError(DraftlightError):
    """What was asked cannot be answered as it stands."""


class EmptyPromptError(PromptError):
    """Nothing but white space was sent."""

    message = "The message is empty: type something first."


class PromptTooLongError(PromptError):
    """`tokens` of prompt against `limit` that fit."""

    message = (
        "The conversation has {tokens} tokens but only {limit} fit into the context: "
        "shorten the message, start a new chat, or load the pair again with a larger context size."
    )


class MessagesFileError(PromptError):
    """A --messages file that is not a list of {"role", "content"} objects."""

    message = (
        '{path} is not a list of messages ({detail}): it needs the form [{{"role": "user", "content": "..."}}, ...].'
    )


class PromptsFileError(PromptError):
    """A --prompts file without a prompt."""

    message = "{path} has no prompts that can be read ({detail}): write one prompt a line, in UTF-8."


class TemplateError(PromptError):
    """A chat template, of a model file or edited, failed."""

    message = "This chat template fails ({detail}): mend it, or go back to the model's own."


class AttachmentError(PromptError):
    """A file that cannot go with a message."""


class AttachmentTooLargeError(AttachmentError):
    """`size` and `limit` are in bytes."""

    message = "{name} has {size} bytes and at most {limit} can be attached: attach a part of it."


class AttachmentBinaryError(AttachmentError):
    """Neither text nor code; `detail` says which byte is not."""

    message = "{name} is not a text file ({detail}; {size} bytes): attach text or code, saved as UTF-8."


class AttachmentUnreadableError(AttachmentError):
    """It is not there, is no file, or may not be read."""

    message = "{name} cannot be read ({detail}): check that it is a file and that you may read it."


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


class EngineError(DraftlightError):
    """llama.cpp could not do what it was asked."""


class EngineNotReadyError(EngineError):
    """A reply was asked for before a pair was loaded."""

    message = "No pair is loaded yet: choose one first."


class EngineRestartedError(EngineError):
    """The engine was given up while it was at this."""

    message = "The engine was restarted before it was done: ask again."


class EngineLentError(EngineError):
    """The lab has the engine."""

    message = "The lab is measuring with the engine: stop it there first; the run can go on later."


class NotEnoughMemoryError(EngineError):
    """A pair that this machine cannot hold; `needed` and `free` are words for a person, `advice` a clause."""

    message = "{name} needs {needed} of memory and {free} is free: {advice}."


class LoadMemoryError(EngineError):
    """The memory ran out while `path` was loaded or first used; `detail` is how that showed."""

    message = (
        "There was not enough memory for {path} ({detail}): close other programs, choose a smaller context, "
        "or a smaller model."
    )


class DecodeError(EngineError):
    """A pass failed; `detail` is what llama.cpp returned."""

    message = "The model {model} failed while computing ({detail}): load the pair again."


class NoNumbersError(EngineError):
    """Logits that are not finite, so that nothing can be drawn."""

    message = (
        "The model computed numbers that cannot be used: its file may be damaged, "
        "or a bias or penalty may forbid every token."
    )


class ContextFullError(EngineError):
    """A chat is longer than the context of one of the models; `tokens` fit."""

    message = "The context of {model} holds {tokens} tokens and the chat is longer: start a new chat."


class ContextError(EngineError):
    """Memory for the context could not be had."""

    message = (
        "There is not enough memory for a context of {tokens} tokens for {model}: "
        "choose a smaller context size or model."
    )


class HeadSymbolsError(EngineError):
    """This build of llama.cpp lacks functions that heads need; draft models and copying from the text still work."""

    message = (
        "This build of llama.cpp cannot run {feature} (it lacks {missing}): "
        "choose a small model as drafter, copy from the text so far, or update llama-cpp-python."
    )


class QuantizeError(EngineError):
    """A coarser copy could not be made."""

    message = "A coarser copy of {path} could not be made ({detail}): free some disk space or choose a drafter file."


class DownloadError(DraftlightError):
    """A file could not be fetched."""


class UnreachableError(DownloadError):
    """No answer from `host`."""

    message = "{host} does not answer ({detail}): check the network and try again."


class OfflineError(UnreachableError):
    """This machine has no network, so that nobody was asked; `host` is who would have been."""

    message = "You are offline ({detail}): what is on this machine works, for the rest connect and try again."


class RefusedError(DownloadError):
    """`host` answered, but not with the file."""

    message = "{host} does not hand out {file} ({detail}): try again later or choose another model."


class GatedError(RefusedError):
    """The owner wants conditions accepted first, on the `page` of the repository; `detail` says what is missing."""

    message = (
        "{file} is for those who accepted its owner's conditions ({detail}): "
        "accept them on {page}, then enter an access token of that account."
    )


class CorruptDownloadError(DownloadError):
    """What came is not what was promised."""

    message = "The download of {file} is not the file it should be ({detail}): try again."


class NoSourceError(DownloadError):
    """Every source of a model failed; `detail` says how each did."""

    message = "{name} could not be fetched from any source ({detail}): check the network and try again."


class TokenError(DownloadError):
    """What was entered as an access token is none, or `host` does not know it; the token itself is never told."""

    message = "{host} does not take this access token ({detail}): copy it again from your account's settings there."


class CatalogueError(DraftlightError):
    """A list of pairs is damaged; `detail` names the entry and what is wrong with it."""

    message = "The list of pairs in {path} cannot be read ({detail}): correct the entry, or delete the file."


class StorageError(DraftlightError):
    """The disk said no."""


class DiskFullError(StorageError):
    """`needed` and `free` are in bytes, or words for them."""

    message = "There is not enough disk space in {folder} ({needed} needed, {free} free): free some and try again."


class NotWritableError(StorageError):
    """A file or folder cannot be written."""

    message = "{path} cannot be written ({detail}): check its permissions, or set DRAFTLIGHT_HOME to another folder."


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


class CancelledError(DraftlightError):
    """The person stopped it."""

    message = "Stopped."
