"""Text and code files that go with a message, and how the model is shown them.

The frame: the files stand in front of what was typed, in their order, each as

    File "name.py" (1234 bytes):
    ```py
    its text
    ```

and one empty line follows each. The fence is longer than any run of backticks in the text, so that no file can end it;
a name has no line breaks and no quotation marks.
"""

from __future__ import annotations

import codecs
import dataclasses
import re
from typing import TYPE_CHECKING

from app.chats.records import Attachment, Message
from app.errors import AttachmentBinaryError, AttachmentTooLargeError, AttachmentUnreadableError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.chats.records import StoredMessage

# More than any context holds: a token of code is three to four bytes.
MAX_ATTACHMENT_BYTES = 1_000_000
# About two screens: beyond that a paste hides what is being written.
LONG_PASTE = 4000
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# No text has these, and files of numbers and pictures have them soon.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def read_attachment(path: Path) -> Attachment:
    """Read a text or code file, in UTF-8, or in UTF-16 where it is marked.

    Raises:
        AttachmentTooLargeError: it has more than MAX_ATTACHMENT_BYTES.
        AttachmentBinaryError: it is not text.
        AttachmentUnreadableError: it is not there, is no file, or may not be read.
    """
    name = clean_name(path.name)
    try:
        # Asked first, since opening a pipe or a device waits for ever.
        if not path.is_file():
            raise AttachmentUnreadableError(name=name, detail=Phrase("it is not there, or not a file"))
        size = path.stat().st_size
        if size > MAX_ATTACHMENT_BYTES:
            raise AttachmentTooLargeError(name=name, size=size, limit=MAX_ATTACHMENT_BYTES)
        with path.open("rb") as file:
            data = file.read(MAX_ATTACHMENT_BYTES + 1)
    except (OSError, ValueError) as error:
        raise AttachmentUnreadableError(name=name, detail=getattr(error, "strerror", None) or error) from error
    return attachment_of(name, data)


def attachment_of(name: str, data: bytes) -> Attachment:
    """Return the bytes of a file as an attachment. Raises as `read_attachment`."""
    if len(data) > MAX_ATTACHMENT_BYTES:
        raise AttachmentTooLargeError(name=name, size=len(data), limit=MAX_ATTACHMENT_BYTES)
    encoding = next((one for mark, one in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        detail = Phrase("byte {place} is not {encoding}", place=error.start + 1, encoding=encoding.upper())
        raise AttachmentBinaryError(name=name, detail=detail, size=len(data)) from error
    if found := _CONTROL.search(text):
        detail = Phrase("character {place} is the control code {code}", place=found.start() + 1, code=ord(found[0]))
        raise AttachmentBinaryError(name=name, detail=detail, size=len(data))
    return Attachment(clean_name(name), text.replace("\r\n", "\n"), len(data))


def is_long_paste(text: str) -> bool:
    """Whether pasted text becomes an attachment."""
    return len(text) > LONG_PASTE


def paste_attachment(text: str, others: Sequence[Attachment] = ()) -> Attachment:
    """Return pasted text as an attachment, under a name that `others` do not have.

    Raises:
        AttachmentError: it is too large, or not text.
    """
    taken = {one.name for one in others}
    number = next(number for number in range(1, len(taken) + 2) if f"pasted-{number}.txt" not in taken)
    return attachment_of(f"pasted-{number}.txt", text.encode("utf-8", "replace"))


def clean_name(name: str) -> str:
    """Return a file's name on one line, without what would break the frame."""
    printable = "".join(one if one.isprintable() and one not in '"`' else "_" for one in name)
    return printable.encode("utf-8", "replace").decode()[:200] or "file"


def framed(text: str, attachments: Sequence[Attachment]) -> str:
    """Return what the model reads: the files in their frames, then what was typed."""
    return "".join(f"{frame(one)}\n\n" for one in attachments) + text


def frame(attachment: Attachment) -> str:
    """Return a file in its frame."""
    longest = max((len(run) for run in re.findall("`+", attachment.text)), default=0)
    fence = "`" * max(3, longest + 1)
    kind = attachment.name.rpartition(".")[2] if "." in attachment.name else ""
    language = kind if re.fullmatch(r"[A-Za-z0-9+#-]{1,12}", kind) else ""
    text = attachment.text if attachment.text.endswith("\n") else f"{attachment.text}\n"
    return f'File "{attachment.name}" ({attachment.size} bytes):\n{fence}{language}\n{text}{fence}'


def prompt_message(stored: StoredMessage) -> Message:
    """Return a stored message as the model reads it."""
    if not stored.attachments:
        return stored.message
    return dataclasses.replace(stored.message, content=framed(stored.message.content, stored.attachments))
