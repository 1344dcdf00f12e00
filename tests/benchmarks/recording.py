"""What recording costs: bytes on the disk for each token, and time beside decoding.

    python -m tests.benchmarks.recording [--tokens 400]

The starter pair writes a reply at temperature 0.8 with draft length 4; the time that recording the likeliest tokens
takes is measured inside the loop, so that the noise of the machine does not hide it. The bytes are what the file of
the chats grows by, all tables, indexes and the text itself counted.
"""

from __future__ import annotations

import argparse
import dataclasses
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.chats.codec import encode_rounds, pack_rounds
from app.chats.records import Message, Role
from app.chats.store import ChatStore
from app.engine import Engine
from app.options import LoadOptions, ReplyOptions
from app.paths import find_paths
from app.pull import pull_starter
from app.speculation.decode import Decoder
from app.speculation.records import Round, Summary
from app.speculation.sampling import RuleName, Sampling
from app.speculation.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

PROMPT = [Message(Role.USER, "Write a long story about a hedgehog who copies prophecies in a tower, with émigrés 🦔.")]
# What the window saves at once: 0.8 s of a reply.
BATCH = 20


class Stopwatch:
    """Wraps a method of the decoder and adds up the seconds inside it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._inner = Decoder._tops
        watch = self

        def timed(self: Decoder, distributions: object) -> object:
            started = time.perf_counter()
            result = watch._inner(self, distributions)
            watch.seconds += time.perf_counter() - started
            return result

        Decoder._tops = timed  # type: ignore[method-assign,assignment]


def bytes_on_disk(rounds: Sequence[Round], batch: int) -> int:
    """Return by how much the file grows when a reply is saved in batches of so many rounds."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = []
        for kept in ((), rounds):
            path = Path(folder) / f"{len(kept)}.sqlite3"
            store = ChatStore(path)
            chat = store.create_chat("a")
            store.add_user_message(chat.id, "q")
            reply = store.begin_reply(chat.id)
            for start in range(0, len(kept), batch):
                store.append_rounds(reply, kept[start : start + batch])
            store.end_reply(reply, None)
            store.close()
            sizes.append(path.stat().st_size)
        return sizes[1] - sizes[0]


def report_size(name: str, rounds: Sequence[Round]) -> None:
    """Print bytes a token."""
    tokens = sum(len(one.emitted) for one in rounds)
    batches = [rounds[start : start + BATCH] for start in range(0, len(rounds), BATCH)]
    packed = sum(len(pack_rounds(batch)) for batch in batches)
    print(
        f"{name:24} {packed / tokens:6.1f} bytes a token ({len(encode_rounds(rounds)) / tokens:.0f} as JSON), "
        f"{bytes_on_disk(rounds, BATCH) / tokens:6.1f} on the disk in all"
    )


def main() -> None:
    """Write the reply and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokens", type=int, default=400)
    options = parser.parse_args()
    engine = Engine()
    engine.load(
        pull_starter(find_paths(), Stop(), lambda _progress: None), LoadOptions(1024), Stop(), lambda _part: None
    )
    for name, sampling in (("top-k 40", Sampling(0.8, 40, 0.95, 0.0)), ("no top-k", Sampling(0.8, 0, 1.0, 0.0))):
        watch = Stopwatch()
        asked = ReplyOptions(sampling, 4, options.tokens, rule=RuleName.RATIO, record_top=True)
        events = list(engine.reply(PROMPT, asked, Stop()))
        Decoder._tops = watch._inner  # type: ignore[method-assign]
        rounds = [event for event in events if isinstance(event, Round)]
        summary = events[-1]
        assert isinstance(summary, Summary)
        report_size(f"{name}, with the top 5", rounds)
        report_size(f"{name}, without", [dataclasses.replace(one, draft_top=(), target_top=()) for one in rounds])
        spent = summary.seconds - summary.prompt_seconds
        print(f"{name}: recording took {watch.seconds / spent:.2%} of the time of {summary.emitted} tokens")
    engine.close()


if __name__ == "__main__":
    main()
