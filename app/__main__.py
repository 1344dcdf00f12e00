"""Entry point: the window, or a headless command. Everything is put together here."""

from __future__ import annotations

import multiprocessing
import os
import sys

SAMPLE = ["generate", "--pair", "starter", "--prompt", "How does a lighthouse work?", "--max-tokens", "200"]


def main(arguments: list[str] | None = None) -> int:
    """Run Draftlight and return its exit code: 0 done, 1 a known error, 2 wrong arguments, 130 interrupted."""
    multiprocessing.freeze_support()
    from app.privacy import turn_telemetry_off

    turn_telemetry_off()
    from app.chats import template_child

    if sys.argv[1:2] == [template_child.ARGUMENT]:
        template_child.main(int(sys.argv[2]))
        return 0
    from app.build import command_name
    from app.errors import DraftlightError
    from app.log import start_logging
    from app.paths import find_paths

    try:
        paths = find_paths()
    except DraftlightError as error:
        _say(str(error))
        return 2
    start_logging(paths)
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments:
        from app.cli import run

        return run(arguments, paths)
    if not has_screen():
        from app.cli import run

        _say(
            f"There is no screen here, so the same job runs in the terminal (see also: {command_name()} --help).\n"
            f"Asking the starter pair: {SAMPLE[SAMPLE.index('--prompt') + 1]}"
        )
        return run(SAMPLE, paths)
    try:
        from app.ui.application import run_window
    except ImportError as error:
        _say(
            f"The window cannot open because Qt is not complete ({error}): install the system packages that the "
            f"README names, or use the commands in: {command_name()} --help"
        )
        return 1
    return run_window(paths)


def has_screen() -> bool:
    """Whether a window can be shown; QT_QPA_PLATFORM says so by being set."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _say(sentence: str) -> None:
    # A windowed program on Windows has no stderr.
    if sys.stderr is not None:
        sys.stderr.write(sentence + "\n")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
