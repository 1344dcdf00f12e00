"""Chat templates: Jinja programs inside model files that turn messages into the text a model was trained on.

They come from untrusted files. Jinja's immutable sandbox keeps them from attributes they have no business with, but
not from time and memory: one power, one width in a format or one backtracking filter runs for hours inside a C function
that no deadline within the process reaches. So they run in a child process, kept warm between prompts, that is killed
after a second. That costs about a millisecond a prompt (tests/benchmarks/chats.py measures it).
"""

from __future__ import annotations

import atexit
import functools
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.chats import template_child
from app.chats.template_process import TemplateProcess
from app.errors import TemplateError
from app.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import Message

# What a model without a template of its own is given: the form most widely understood.
CHATML = (
    "{% for message in messages %}"
    "<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
LONGEST_TEMPLATE = 1_000_000
# Beside what it is given, which a template may repeat a few times but not without end.
_OWN_OUTPUT = 1_000_000
_REPEATS = 4


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text of a conversation; `failure` is a clause that says why it is in ChatML, empty where it is not."""

    text: str
    failure: str = ""


def render(
    template: str,
    messages: Sequence[Message],
    *,
    bos: str = "",
    eos: str = "",
    enable_thinking: bool | None = None,
) -> str:
    """Return the text of a conversation, ready for the assistant to go on.

    Args:
        template: Jinja source; the names it sees are those that `transformers` gives to chat templates.
        messages: the conversation.
        bos: spelling of the begin-of-text token.
        eos: spelling of the end-of-text token.
        enable_thinking: the switch that templates of reasoning models know; None leaves it undefined.

    Raises:
        TemplateError: the template is not valid, refuses these messages, or takes too much time, memory or room.
    """
    names: dict[str, Any] = {
        "messages": [{"role": str(message.role), "content": message.content} for message in messages],
        "add_generation_prompt": True,
        "bos_token": bos,
        "eos_token": eos,
    }
    if enable_thinking is not None:
        names["enable_thinking"] = enable_thinking
    limit = _OWN_OUTPUT + _REPEATS * sum(len(message.content) for message in messages)
    if template == CHATML:  # our own, which needs no guard
        return template_child.render_parts(_chatml(), names, sys.maxsize)
    if len(template) > LONGEST_TEMPLATE:
        raise TemplateError(
            detail=Phrase(
                "it has {count} characters and {limit} are allowed",
                count=len(template),
                limit=LONGEST_TEMPLATE,
            )
        )
    return shared_renderer().render({"template": template, "names": names, "limit": limit})


def render_or_chatml(template: str, messages: Sequence[Message], **options: Any) -> Rendered:
    """Return what `render` does, or the conversation in ChatML where the template fails."""
    try:
        return Rendered(render(template, messages, **options))
    except TemplateError as error:
        return Rendered(render(CHATML, messages, **options), str(error.fields["detail"]))


@functools.cache
def shared_renderer() -> TemplateProcess:
    """Return the child process that all templates share; it ends with this one."""
    renderer = TemplateProcess()
    atexit.register(renderer.close)
    return renderer


@functools.cache
def _chatml() -> Any:
    return template_child.make_environment().from_string(CHATML)
