"""An engine for the lab whose replies have given speeds."""

from __future__ import annotations

from pathlib import Path

from app.errors import CancelledError
from app.lab.plan import Case, compare
from app.options import PairFiles
from app.speculation.records import DraftingStopped, Finish, Summary

PAIR = PairFiles("Pair", Path("t.gguf"), Path("d.gguf"))


def summary(tokens, seconds, accepted=0, rejected=0, rounds=10, finish=Finish.MAX_TOKENS):
    return Summary("", finish, tokens, accepted, rejected, 0, 0, 0, 0, rounds, seconds, 0.0, 0.0, 0.0, 5, 0, ())


class ScriptedLab:
    """Writes replies of given speeds, by case or by a function of it, and notes what it was asked."""

    def __init__(self, speeds, stop_after=10**6, failures=(), unloadable=()):
        self.speeds = speeds if callable(speeds) else speeds.__getitem__
        self.asked = []
        self.loads = []
        self.stop_after = stop_after
        self.failures = dict(failures)
        self.unloadable = dict(unloadable)

    def load(self, files, options, stop, progress):
        self.loads.append(files.name)
        if stop.is_set:
            raise CancelledError
        if files.name in self.unloadable:
            raise self.unloadable[files.name]

    def reply(self, messages, options, stop):
        sampling = options.sampling
        case = Case(0, options.draft_length, sampling.temperature, options.rule, options.lookup)
        self.asked.append((messages[0].content, sampling.seed, case))
        if messages[0].content in self.failures:
            raise self.failures[messages[0].content]
        finish = Finish.STOPPED if len(self.asked) > self.stop_after else Finish.MAX_TOKENS
        drafted = bool(options.draft_length)
        if drafted and self.loads and self.loads[-1] == "mute":
            yield DraftingStopped("nothing fits")
        yield summary(100, 100 / self.speeds(case), 30 * drafted, 10 * drafted, finish=finish)


def plan(lengths=(4,), prompts=("a", "b"), pairs=(PAIR,), temperatures=(0.0,), **options):
    return compare(pairs, prompts, lengths=lengths, temperatures=temperatures, **options)
