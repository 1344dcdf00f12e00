"""Chats from files: those of Draftlight, of ChatGPT and of LM Studio. A damaged file gives no chats at all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.chats import chatgpt, lm_studio, own_format
from app.errors import ImportFileError
from app.phrases import Phrase

if TYPE_CHECKING:
    from pathlib import Path

    from app.chats.records import ChatTree

# An export of some years of ChatGPT has 100 MB; it must fit into memory several times.
MAX_IMPORT_BYTES = 512 * 10**6


def read_chats(path: Path) -> tuple[ChatTree, ...]:
    """Return the chats in a file, to be given to `ChatStore.add_trees`.

    Raises:
        ImportFileError: it is none of the known formats, or damaged.
    """
    try:
        if not path.is_file():
            raise ValueError(Phrase("it is not there, or not a file"))
        if (size := path.stat().st_size) > MAX_IMPORT_BYTES:
            raise ValueError(
                Phrase(
                    "it has {size} bytes and at most {limit} can be read",
                    size=size,
                    limit=MAX_IMPORT_BYTES,
                )
            )
        trees = _chats(json.loads(path.read_bytes()))
        if not trees:
            raise ValueError(Phrase("there are none in it"))
    except OSError as error:
        raise ImportFileError(path=path, detail=error.strerror or Phrase("it cannot be read")) from error
    except UnicodeDecodeError as error:
        raise ImportFileError(path=path, detail=Phrase("byte {start} is not UTF-8", start=error.start + 1)) from error
    except json.JSONDecodeError as error:
        raise ImportFileError(path=path, detail=Phrase("it is no JSON: {error}", error=error)) from error
    except RecursionError as error:
        raise ImportFileError(path=path, detail=Phrase("it is nested too deeply")) from error
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        # The kinds that are no ValueError come from values of the wrong type; what Python says of them helps nobody.
        detail = error.args[0] if isinstance(error, ValueError) else Phrase("a part of it has an unexpected form")
        raise ImportFileError(path=path, detail=detail) from error
    return trees


def _chats(facts: Any) -> tuple[ChatTree, ...]:
    if isinstance(facts, dict) and facts.get("format") == own_format.FORMAT:
        return own_format.chats_from(facts)
    several = facts if isinstance(facts, list) else [facts]
    if several and all(isinstance(one, dict) and "mapping" in one for one in several):
        return tuple(tree for one in several if (tree := chatgpt.chat_from(one)).messages)
    if isinstance(facts, dict) and isinstance(facts.get("messages"), list):
        tree = lm_studio.chat_from(facts)
        return (tree,) if tree.messages else ()
    raise ValueError(Phrase("it has none of the known forms"))
