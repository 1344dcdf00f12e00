"""A conversation made to fit into a context: as a whole, or without its oldest turns where the person allows that."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.chats.records import Role
from app.options import reserved_for_reply
from app.speculation.records import TemplateFailed, TurnsLeftOut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.chats.records import Message
    from app.llama.loaded import LoadedModels
    from app.llama.prompt import Prompt
    from app.options import ReplyOptions


@dataclass(frozen=True, slots=True)
class FittedPrompt:
    """The tokens of a prompt, and what the person must know about it."""

    tokens: list[int]
    notices: tuple[TemplateFailed | TurnsLeftOut, ...] = ()


def fitted_prompt(models: LoadedModels, messages: Sequence[Message], options: ReplyOptions) -> FittedPrompt:
    """Return the prompt of a conversation, without as few of its oldest turns as need be where `options` allow it.

    A conversation that does not fit for all that comes as it is: to refuse it is the caller's.
    """

    def prompt_without(turns: int) -> Prompt:
        kept = without_oldest_turns(messages, turns)
        return models.chat_prompt(kept, options.enable_thinking, options.template)

    prompt, left_out = prompt_without(0), 0
    capacity = models.target.capacity
    room = capacity - reserved_for_reply(capacity, options.max_tokens)
    if options.drop_oldest and len(prompt.tokens) > room:
        # Fewer turns never take more tokens, so that a long chat need not be tokenised once for every turn.
        choices = range(count_questions(messages))
        left_out = bisect_left(choices, True, key=lambda turns: len(prompt_without(turns).tokens) <= room)
        left_out = min(left_out, max(0, len(choices) - 1))
        prompt = prompt_without(left_out)
    notices: list[TemplateFailed | TurnsLeftOut] = []
    if prompt.failure:
        notices.append(TemplateFailed(prompt.failure))
    if left_out:
        notices.append(TurnsLeftOut(left_out))
    return FittedPrompt(prompt.tokens, tuple(notices))


def count_questions(messages: Sequence[Message]) -> int:
    """Return how many turns a conversation has."""
    return sum(message.role is Role.USER for message in messages)


def without_oldest_turns(messages: Sequence[Message], turns: int) -> list[Message]:
    """Return the conversation without its oldest questions and what followed them; a system prompt in front stays."""
    if not turns:
        return list(messages)
    system = 1 if messages and messages[0].role is Role.SYSTEM else 0
    questions = [place for place, one in enumerate(messages) if place >= system and one.role is Role.USER]
    return [*messages[:system], *messages[questions[turns] :]]
