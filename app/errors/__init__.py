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

from app.errors.chats import (
    ChatGoneError,
    ChatsDamagedError,
    ChatStoreError,
    ChatStoreNewerError,
    ImportFileError,
    PresetFileError,
    RoundsFileError,
    SearchMissingError,
)
from app.errors.downloads import (
    CorruptDownloadError,
    DownloadError,
    GatedError,
    NoSourceError,
    OfflineError,
    RefusedError,
    TokenError,
    UnreachableError,
)
from app.errors.engine import (
    ContextError,
    ContextFullError,
    DecodeError,
    EngineError,
    EngineLentError,
    EngineNotReadyError,
    EngineRestartedError,
    HeadSymbolsError,
    LoadMemoryError,
    NoNumbersError,
    NotEnoughMemoryError,
    QuantizeError,
)
from app.errors.models import (
    CatalogueError,
    HeadMismatchError,
    ModelCrashError,
    ModelFileError,
    ModelFileInvalidError,
    ModelFileMissingError,
    ModelFileTruncatedError,
    ModelHangError,
    ModelLoadError,
    NotGgufError,
    NotStandaloneError,
    PairError,
    VocabulariesDifferError,
)
from app.errors.prompts import (
    AttachmentBinaryError,
    AttachmentError,
    AttachmentTooLargeError,
    AttachmentUnreadableError,
    EmptyPromptError,
    MessagesFileError,
    PromptError,
    PromptsFileError,
    PromptTooLongError,
    TemplateError,
)
from app.errors.root import (
    CancelledError,
    DraftlightError,
    UsageError,
)
from app.errors.storage import (
    DeletionError,
    DiskFullError,
    FolderMissingError,
    LabRunError,
    NotOursError,
    NotWritableError,
    StorageError,
    TrashError,
)

__all__ = [
    "AttachmentBinaryError",
    "AttachmentError",
    "AttachmentTooLargeError",
    "AttachmentUnreadableError",
    "CancelledError",
    "CatalogueError",
    "ChatGoneError",
    "ChatStoreError",
    "ChatStoreNewerError",
    "ChatsDamagedError",
    "ContextError",
    "ContextFullError",
    "CorruptDownloadError",
    "DecodeError",
    "DeletionError",
    "DiskFullError",
    "DownloadError",
    "DraftlightError",
    "EmptyPromptError",
    "EngineError",
    "EngineLentError",
    "EngineNotReadyError",
    "EngineRestartedError",
    "FolderMissingError",
    "GatedError",
    "HeadMismatchError",
    "HeadSymbolsError",
    "ImportFileError",
    "LabRunError",
    "LoadMemoryError",
    "MessagesFileError",
    "ModelCrashError",
    "ModelFileError",
    "ModelFileInvalidError",
    "ModelFileMissingError",
    "ModelFileTruncatedError",
    "ModelHangError",
    "ModelLoadError",
    "NoNumbersError",
    "NoSourceError",
    "NotEnoughMemoryError",
    "NotGgufError",
    "NotOursError",
    "NotStandaloneError",
    "NotWritableError",
    "OfflineError",
    "PairError",
    "PresetFileError",
    "PromptError",
    "PromptTooLongError",
    "PromptsFileError",
    "QuantizeError",
    "RefusedError",
    "RoundsFileError",
    "SearchMissingError",
    "StorageError",
    "TemplateError",
    "TokenError",
    "TrashError",
    "UnreachableError",
    "UsageError",
    "VocabulariesDifferError",
]
