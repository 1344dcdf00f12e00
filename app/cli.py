"""Headless commands with the same engine as the window: the parser, and how a command ends."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from typing import TYPE_CHECKING

from app import __version__
from app.build import command_name
from app.commands import bench, check, doctor, generate, inspect, models, pull
from app.commands.shared import INTERRUPTED, say
from app.errors import CancelledError, DraftlightError, UsageError
from app.interrupts import stop_on_interrupt
from app.speculation.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.paths import Paths

_OUTPUT_ERRORS = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF)
_COMMANDS = (
    ("generate", "write one reply", generate),
    ("pull", "download a pair", pull),
    ("check", "say whether a drafter fits its target, and why", check),
    ("models", "list the models on this disk and whether they fit", models),
    ("bench", "measure what a drafter gains here", bench),
    ("inspect", "summarise or open the rounds of a reply that were saved", inspect),
    ("doctor", "show versions, devices and folders", doctor),
)


def run(arguments: Sequence[str], paths: Paths) -> int:
    """Run one command; returns 0 done, 1 a known error, 2 wrong arguments, 130 interrupted."""
    _prepare_streams()
    stop = Stop()
    try:
        options = _parser().parse_args(arguments)
        with stop_on_interrupt(stop):
            return int(options.command(options, paths, stop))
    except SystemExit as error:  # how argparse ends
        return int(error.code or 0)
    except (CancelledError, KeyboardInterrupt):
        return INTERRUPTED
    except DraftlightError as error:
        say(str(error))
        return 2 if isinstance(error, UsageError) else 1
    except OSError as error:
        if error.errno not in _OUTPUT_ERRORS:
            raise
        # The reader of our output has gone, or its disk is full; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            say(f"The output cannot be written ({error.strerror}): check where it goes and try again.")
        return 1


def _prepare_streams() -> None:
    """Give output streams that are closed a place to go, and all an encoding that can spell what a model writes."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=command_name(),
        description="Draftlight. Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"Draftlight {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, purpose, command in _COMMANDS:
        command.add_arguments(commands.add_parser(name, help=purpose))
    return parser
