"""Chat templates: Jinja programs inside model files that turn messages into the text a model was trained on.

They come from untrusted files, so they run in Jinja's immutable sandbox.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING, Any, NoReturn

from app.errors import TemplateError

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
        TemplateError: the template is not valid, or refuses these messages.
    """
    from jinja2 import TemplateError as JinjaError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.filters["tojson"] = _to_json
    environment.globals.update(raise_exception=_refuse, strftime_now=_now)
    try:
        return environment.from_string(template).render(
            messages=[{"role": str(message.role), "content": message.content} for message in messages],
            add_generation_prompt=True,
            bos_token=bos,
            eos_token=eos,
            **({} if enable_thinking is None else {"enable_thinking": enable_thinking}),
        )
    except (
        JinjaError,
        TypeError,
        ValueError,
        ArithmeticError,
        LookupError,
        AttributeError,
        SyntaxError,
        RecursionError,
        MemoryError,
    ) as error:
        detail = str(error).strip().rstrip(".") or type(error).__name__
        raise TemplateError(detail=detail) from error


def _refuse(message: str) -> NoReturn:
    """Let a template say why it refuses."""
    raise ValueError(message)


def _now(form: str) -> str:
    return dt.datetime.now().astimezone().strftime(form)


def _to_json(value: Any, indent: int | None = None) -> str:
    """Write JSON without escaping for web pages, as chat templates expect of this filter."""
    return json.dumps(value, ensure_ascii=False, indent=indent)
