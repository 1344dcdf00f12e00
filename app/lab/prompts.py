"""What the models are asked in the lab: sets of prompts by kind of text, or the person's own."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from app.errors import PromptsFileError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_HARBOUR = (
    "The lamp turns in the tower, the lens bends the light, and the ships finds the harbour. The keeper write every "
    "hour in his book: the wind, the waves, and the names of the ships that he have seen."
)

# How much of a text a drafter can foresee depends on the kind of text more than on anything else.
PROMPT_SETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "story": (
            "Write a short story about a lighthouse keeper who finds a map.",
            "Tell a tale of a hedgehog who wants to see the sea.",
        ),
        "explain": (
            "Explain how a bicycle stays upright.",
            "Explain to a child why the sky is blue and the evening sky is red.",
        ),
        "code": (
            "Write a Python function that merges two sorted lists, with a docstring.",
            "Write an SQL query that counts the orders of each customer in each month of a year, and explain it.",
        ),
        "edit": (
            f"Correct the grammar of this text and change nothing else: {_HARBOUR}",
            f"Repeat this text with every 'ship' replaced by 'boat': {_HARBOUR}",
        ),
        "translate": (
            "Translate into French: The cat sleeps on the warm roof while the rain waits behind the hills.",
            "Translate into German: Whoever wants to bake bread needs flour, water, salt, and above all time.",
        ),
    }
)
# What `bench` asks where nothing else is asked for: one of each kind that drafters find easy and hard.
PROMPTS = (
    PROMPT_SETS["story"][0],
    PROMPT_SETS["explain"][0],
    PROMPT_SETS["code"][0],
    "Repeat this text three times: The lamp turns, the lens bends the light, and the ships find the harbour.",
)
MOST_PROMPTS = 200
_LARGEST_FILE = 1_000_000


def prompts_in(text: str) -> tuple[str, ...]:
    """Return the prompts of a text, one a line, each once; empty lines are none."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))


def read_prompts(path: Path) -> tuple[str, ...]:
    """Read one prompt a line.

    Raises:
        PromptsFileError: no prompt can be read, or there are too many.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
        prompts = prompts_in(data.decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise PromptsFileError(path=path, detail=getattr(error, "strerror", None) or error) from error
    if len(data) > _LARGEST_FILE:
        raise PromptsFileError(path=path, detail=f"it has more than {_LARGEST_FILE} bytes")
    if not prompts:
        raise PromptsFileError(path=path, detail="it is empty")
    if len(prompts) > MOST_PROMPTS:
        raise PromptsFileError(
            path=path, detail=f"it has {len(prompts)} of them and at most {MOST_PROMPTS} can be used"
        )
    return prompts
