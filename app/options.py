"""What the engine is asked for, and what it has: frozen records that every layer above may hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.catalog.memory import CacheType
from app.errors import UsageError
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.speculation.sampling import Sampling

if TYPE_CHECKING:
    from pathlib import Path

    from app.speculation.sampling import RuleName

DEFAULT_CONTEXT = 4096
# llama.cpp rounds up to a multiple of this, whatever is asked for.
MIN_CONTEXT = 256
AUTO = -1


@dataclass(frozen=True, slots=True)
class PairFiles:
    """The files of a pair; `drafter` is None for a target that runs alone.

    `note` is one sentence the person should know about this pair, empty if there is none. `draft_length` is what to
    start with.
    """

    name: str
    target: Path
    drafter: Path | None
    note: str = ""
    draft_length: int = AUTO


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load a pair.

    Attributes:
        context: in tokens, MIN_CONTEXT or more, and never more than the target was trained with.
        threads: None takes the physical cores.
        gpu_layers: how many of the target's layers go to the GPU; -1 is as many as fit.
        drafter_gpu_layers: the same for the drafter, which is placed first: each of its passes is small, and there are
            many of them.
        cache_type: how keys and values are kept; the quantised types need flash attention.
        flash_attention: None leaves it to llama.cpp.
        read_whole: read the files into memory instead of mapping them, so that they may go away afterwards.
        insist: load also what is not expected to fit into memory.
    """

    context: int = DEFAULT_CONTEXT
    threads: int | None = None
    gpu_layers: int = -1
    drafter_gpu_layers: int = -1
    cache_type: CacheType = CacheType.F16
    flash_attention: bool | None = None
    read_whole: bool = False
    insist: bool = False

    def __post_init__(self) -> None:
        if self.context < MIN_CONTEXT:
            raise UsageError(detail=f"The context must be {MIN_CONTEXT} tokens or more; llama.cpp has no smaller one")
        if self.threads is not None and not 1 <= self.threads <= 512:
            raise UsageError(detail="The number of threads must be 1 to 512")
        if self.cache_type is not CacheType.F16 and self.flash_attention is False:
            raise UsageError(detail="A quantised cache needs flash attention")


@dataclass(frozen=True, slots=True)
class ReplyOptions:
    """How to write one reply.

    Attributes:
        sampling: the transform and the seed.
        draft_length: tokens to draft in a round; 0 is off, AUTO drafts as many as pay.
        max_tokens: None goes on to the end of the context.
        lookup: copy from the text so far where its end occurred before, rather than ask the drafter.
        rule: forces a verification rule; None takes the coupled rule where a seed is given, else the ratio rule.
        stop_strings: end the reply before any of them.
        enable_thinking: the switch that the templates of reasoning models know; None leaves it to the template.
        record_top: keep the likeliest five tokens of both models at each place with the rounds.
        drop_oldest: where the conversation does not fit, leave out its oldest turns (the system prompt stays).
        template: a Jinja source in place of the target's own template; empty takes that one.
        text_bias: (text, bias) pairs: the bias is added to the logits of all tokens of the text.
    """

    sampling: Sampling = field(default_factory=Sampling)
    draft_length: int = AUTO
    max_tokens: int | None = None
    lookup: bool = False
    rule: RuleName | None = None
    stop_strings: tuple[str, ...] = ()
    enable_thinking: bool | None = None
    drop_oldest: bool = False
    record_top: bool = False
    template: str = ""
    text_bias: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if self.draft_length != AUTO and not 0 <= self.draft_length <= MAX_DRAFT_LENGTH:
            raise UsageError(detail=f"The draft length must be auto, off or 1 to {MAX_DRAFT_LENGTH}")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise UsageError(detail="The number of tokens must be 1 or more")


@dataclass(frozen=True, slots=True)
class LoadedPair:
    """What is loaded: names for a person, sizes in tokens, threads and seconds.

    `drafting_off` is a clause that says why nothing can be drafted with what is loaded, empty if it can. `remark` is
    one sentence on how the two fit, empty where they share all tokens. `trained_context` is what the target was trained
    with, 0 where its file does not say. `advised` are options of `Sampling` that the target's file recommends.
    `template` is its Jinja template, empty if it has none; `bos` and `eos` are the tokens that templates may spell.
    `most_drafted` is the drafter's longest draft: heads in a chain have one token each.
    """

    files: PairFiles
    target_description: str
    drafter_description: str | None
    context: int
    vocabulary: int
    threads: int
    load_seconds: float
    drafting_off: str = ""
    remark: str = ""
    trained_context: int = 0
    advised: tuple[tuple[str, float], ...] = ()
    template: str = ""
    bos: str = ""
    eos: str = ""
    most_drafted: int = MAX_DRAFT_LENGTH


@dataclass(frozen=True, slots=True)
class PromptCount:
    """Tokens: `chat` of what was said and of what the template puts around one more message, `texts` of its parts."""

    chat: int
    texts: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """Tokens of the prompt if the message were sent now."""
        return self.chat + sum(self.texts)


def reserved_for_reply(context: int, max_tokens: int | None) -> int:
    """Return how many tokens of a context are kept for the reply: a quarter, or less where it can be no longer."""
    quarter = context // 4
    return quarter if max_tokens is None else min(max_tokens, quarter)
