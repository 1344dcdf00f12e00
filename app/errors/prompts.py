"""What was asked cannot be answered as it stands."""

from __future__ import annotations

from app.errors.root import DraftlightError


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
