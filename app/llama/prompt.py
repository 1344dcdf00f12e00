"""From a conversation to the tokens of its prompt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.chats.template import CHATML, render_or_chatml
from app.llama.text import Utf8Stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.chats.records import Message
    from app.llama.model import LlamaModel, Vocabulary


@dataclass(frozen=True, slots=True)
class Prompt:
    """The tokens of a conversation; `failure` is a clause on why its template was not used, empty where it was."""

    tokens: list[int]
    failure: str = ""


def chat_prompt(
    model: LlamaModel, messages: Sequence[Message], enable_thinking: bool | None = None, template: str = ""
) -> Prompt:
    """Return a conversation ready for the assistant to go on; an empty `template` is the model's own.

    A reply that carries its tokens keeps them: text does not determine tokens, and only so does the next turn go on
    from what the caches hold.
    """
    vocabulary = model.vocabulary
    bos = vocabulary.token_text(vocabulary.bos)
    rendered = render_or_chatml(
        template or model.chat_template or CHATML,
        messages,
        bos=bos,
        eos=vocabulary.token_text(vocabulary.eos),
        enable_thinking=enable_thinking,
    )
    text = rendered.text
    # Most templates spell the begin-of-text token themselves; it must not come twice.
    first = vocabulary.add_bos and not (bos and text.startswith(bos))
    tokens: list[int] = []
    done = 0
    for start, end, reply in _replies(vocabulary, text, messages):
        tokens += [*vocabulary.tokenize(text[done:start], add_special=first and not done), *reply]
        done = end
    tokens += vocabulary.tokenize(text[done:], add_special=first and not done)
    return Prompt(tokens, rendered.failure)


def raw_prompt(model: LlamaModel, text: str) -> list[int]:
    """Return the tokens of plain text, with the begin-of-text token where the vocabulary wants one.

    An end-of-text token that some vocabularies would append is left out: the text is to be continued.
    """
    vocabulary = model.vocabulary
    tokens = vocabulary.tokenize(text, add_special=True)
    return tokens[:-1] if vocabulary.add_eos and tokens and tokens[-1] == vocabulary.eos else tokens


def _replies(
    vocabulary: Vocabulary, text: str, messages: Sequence[Message]
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Find the replies in the rendered text whose own tokens can stand in for theirs: (start, end, tokens)."""
    cursor = 0
    for message in messages:
        start = text.find(message.content, cursor) if message.content else -1
        if start < 0:
            continue
        cursor = start + len(message.content)
        # A chat may have been written with another model, whose tokens mean nothing here.
        known = all(0 <= token < vocabulary.size for token in message.token_ids)
        reply = _spoken(vocabulary, message.token_ids) if known else ()
        if reply and _text(vocabulary, reply) == message.content and _starts_with_control(vocabulary, text[cursor:]):
            yield start, cursor, reply


def _spoken(vocabulary: Vocabulary, tokens: tuple[int, ...]) -> tuple[int, ...]:
    """Leave out an end-of-text token: the template writes it."""
    return tokens[:-1] if tokens and vocabulary.is_end(tokens[-1]) else tokens


def _text(vocabulary: Vocabulary, tokens: Sequence[int]) -> str:
    stream = Utf8Stream(vocabulary.piece)
    return "".join(stream.push(token) for token in tokens)


def _starts_with_control(vocabulary: Vocabulary, text: str) -> bool:
    """Whether what follows is cut off from the reply by a control token, so that both tokenise independently."""
    # Enough of it to spell the longest control token, without tokenising the rest of a long chat.
    head = vocabulary.tokenize(text[:256], add_special=False)
    return bool(head) and vocabulary.is_control(head[0])
