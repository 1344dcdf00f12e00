from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from app.chats.records import Role
from app.chats.store import ChatStore
from tests.chats.writer import TOKEN_SECONDS, token_text

ROOT = Path(__file__).parent.parent.parent
KILLS = 100
SEED = 20


def killed_after(path: Path, seed: int, lines: int) -> list[str]:
    """Let a process write until it has said so many lines, kill it, and return all that it said."""
    command = [sys.executable, "-m", "tests.chats.writer", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().decode() for _ in range(lines)]
        process.kill()
        said += process.stdout.read().decode().splitlines(keepends=True)
    assert process.returncode != 0
    return [line.rstrip("\n") for line in said if line.endswith("\n")]


def check(path: Path, seed: int, journal: list[str]) -> None:
    """Compare the store with what the process said it had done."""
    store = ChatStore(path)
    (chat,) = (one for one in store.list_chats() if one.title == f"chat {seed}")
    tree = store.read_tree(chat.id)
    stored = {one.id: one for one in tree.messages}
    replies = {one.parent_id: one for one in tree.messages if one.message.role is Role.ASSISTANT}
    made: dict[int, int] = {}
    saved: dict[int, int] = {}
    for kind, number, rest in (line.split(" ", 2) for line in journal):
        if kind == "said":
            message = stored[int(number)].message
            assert (message.role, message.content) == (Role.USER, rest)
        else:
            (made if kind == "token" else saved)[int(number)] = int(rest) + 1
    for question, count in made.items():
        rounds = replies[question].rounds if question in replies else ()
        assert [one.text for one in rounds] == [token_text(question, place) for place in range(len(rounds))]
        assert not rounds or replies[question].message.content == "".join(one.text for one in rounds)
        assert len(rounds) >= saved.get(question, 0)
        assert (count - len(rounds)) * TOKEN_SECONDS <= 1.0
    store.close()


def test_a_kill_at_any_moment_costs_at_most_a_second_of_one_reply(path):
    source = random.Random(SEED)
    moments = [(seed, source.randrange(1, 600)) for seed in range(KILLS)]

    def run(moment: tuple[int, int]) -> tuple[int, list[str]]:
        seed, lines = moment
        return seed, killed_after(path.parent / f"{seed % 4}.sqlite3", seed, lines)

    # Four databases, so that several can write at once, and each lives through many a kill.
    with ThreadPoolExecutor(4) as pool:
        journals = list(pool.map(run, moments))
    for seed, journal in journals:
        check(path.parent / f"{seed % 4}.sqlite3", seed, journal)
    assert len({len(journal) for _, journal in journals}) > KILLS // 2
