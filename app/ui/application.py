"""Puts the window together and runs it."""

from __future__ import annotations

import atexit
import logging
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app.build import command_name
from app.chats.private import WindowStore
from app.chats.rescue import open_chats, show_what_cannot_be_saved
from app.chats.store import IN_MEMORY
from app.errors import DraftlightError
from app.ui.appearance import Appearance
from app.ui.bugs import BugCatcher, report_bug
from app.ui.chats.transfer import Transfer
from app.ui.conversation import Conversation
from app.ui.engine_client import EngineClient
from app.ui.erasure_door import tell_left
from app.ui.icons import application_icon
from app.ui.language import use_language
from app.ui.main_window import MainWindow
from app.ui.models.desk import ModelDesk
from app.ui.models.services import ModelServices
from app.ui.notices import Notice, hint, sentence
from app.ui.pair_controller import PairController
from app.ui.parts import Parts
from app.ui.preferences import Preferences
from app.ui.pull_worker import PullClient
from app.ui.single_instance import SingleInstance

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.chats.records import ChatTree
    from app.chats.rescue import Rescue
    from app.options import LoadOptions, PairFiles
    from app.paths import Paths
    from app.speculation.stop import Stop
    from app.ui.pull_worker import FindStarter, Progress, PullStarter
    from app.ui.worker import ReplyEngine


@dataclass(frozen=True, slots=True)
class Services:
    """What the window gets from below; each is first called in a thread of its own.

    `load_options` None takes those of the settings, `models` None the Hub and the folders of this person.
    """

    make_engine: Callable[[], ReplyEngine]
    find_starter: FindStarter
    pull_starter: PullStarter
    load_options: LoadOptions | None = None
    models: ModelServices | None = None


def real_services(paths: Paths) -> Services:
    """Return the engine and the downloads of `paths`; nothing heavy is imported before one is called."""

    def make_engine() -> ReplyEngine:
        from app.guarded import GuardedEngine

        return GuardedEngine(paths, keep_journal=True)

    def find_starter() -> PairFiles | None:
        from app.pull import ready_starter_pair

        return ready_starter_pair(paths)

    def pull_starter(stop: Stop, progress: Callable[[Progress], None]) -> PairFiles:
        from app import pull

        return pull.pull_starter(paths, stop, progress)

    return Services(make_engine, find_starter, pull_starter)


# How long a thread that runs Python keeps its lock when another asks for it; by default 5 ms. The engine asks for every
# token and a repaint often, and neither shall wait for the other.
_HAND_OVER_SECONDS = 0.0002


def make_application(arguments: list[str] | None = None) -> QApplication:
    """Return the one application object."""
    sys.setswitchinterval(_HAND_OVER_SECONDS)
    previous = qInstallMessageHandler(_explain_fatal)
    application = QApplication(sys.argv[:1] if arguments is None else arguments)
    qInstallMessageHandler(previous)
    application.setApplicationName("Draftlight")
    application.setApplicationDisplayName("Draftlight")
    application.setDesktopFileName("draftlight")
    application.setWindowIcon(application_icon())
    # Runs before PySide takes the application down: its own exit function was registered first.
    atexit.register(leave_clipboard_to_qt)
    return application


def leave_clipboard_to_qt() -> None:
    """Put what was copied into an object that Python has no part in.

    Platforms without a clipboard of the system keep the contents in a static variable, which Qt drops after Python has
    ended; an object that Python made would then end the process with a segmentation fault.
    """
    if QApplication.instance() is not None and QApplication.platformName() in {"offscreen", "minimal"}:
        clipboard = QApplication.clipboard()
        clipboard.setText(clipboard.text())


def _explain_fatal(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Say in a sentence why no window can open; Qt would abort the process right after this."""
    if kind is QtMsgType.QtFatalMsg:
        cause = message.split("\n", 1)[0].rstrip(". ")
        sys.stderr.write(
            f"The window cannot open ({cause}): check DISPLAY and install the system packages that the README names, "
            f"or use the commands in: {command_name()} --help\n"
        )
        sys.stderr.flush()
        os._exit(1)


def make_window(paths: Paths, services: Services, appearance: Appearance, shared: ChatTree | None = None) -> MainWindow:
    """Return the window with all its parts, not yet shown; on a `shared` chat alone if there is one, and nothing else.

    What is done to a shared chat is kept nowhere.
    """
    preferences = Preferences(paths.settings)
    use_language(preferences.settings.language, paths.translations)
    store, trouble = open_store(paths) if shared is None else (WindowStore(IN_MEMORY), None)
    if shared is not None:
        store.add_trees((shared,))
    engine = EngineClient(services.make_engine)
    puller = PullClient(services.find_starter, services.pull_starter)
    models = ModelDesk(services.models or ModelServices(paths))
    pairs = PairController(engine, puller, services.load_options or preferences.load_options())
    conversation = Conversation(store, engine, pairs, preferences)
    transfer = Transfer(None if store.path == IN_MEMORY else paths.chats)
    parts = Parts(paths, appearance, preferences, store, engine, puller, models, pairs, conversation, transfer)
    return MainWindow(parts, trouble)


def open_store(paths: Paths) -> tuple[WindowStore, Notice | None]:
    """Return the chats; where they cannot be opened, a store for this session alone and what to tell."""
    try:
        store, rescue = open_chats(paths.chats, WindowStore)
    except DraftlightError as error:
        told = QApplication.translate("notices", "{error} Until then, what you write here is not saved.")
        in_memory = WindowStore(IN_MEMORY)
        show_what_cannot_be_saved(paths.chats, in_memory)
        return in_memory, Notice(told.format(error=sentence(error)))
    return store, None if rescue is None else _told_rescue(rescue)


def _told_rescue(rescue: Rescue) -> Notice:
    """Return what to tell about chats that were damaged."""
    if rescue.kept_at is None:
        return hint(
            QApplication.translate(
                "notices", "The index of the search was damaged and was made again; no chat is lost."
            )
        )
    told = QApplication.translate(
        "notices",
        "The file of the chats was damaged: {count} messages could be read and are here; "
        "the damaged file is kept at {path}.",
    )
    return Notice(told.format(count=rescue.messages, path=rescue.kept_at))


def run_window(paths: Paths, services: Services | None = None, shared: ChatTree | None = None) -> int:
    """Show the window until it is closed; return the exit code. For a `shared` chat no pair is loaded by itself."""
    application = make_application()
    instance = SingleInstance(paths)
    # A shared chat is read in a window of its own, on a store of its own.
    if shared is None and not instance.claim():
        if not instance.ask_other():
            told = QApplication.translate("application", "Draftlight is open already, and its window does not answer.")
            sys.stderr.write(told + "\n")
        return 0
    catcher = BugCatcher()
    catcher.install()
    appearance = Appearance(application)
    try:
        window = make_window(paths, services or real_services(paths), appearance, shared)
    except Exception as error:  # noqa: BLE001 (there is no window yet that could tell)
        catcher.uninstall()
        instance.release()
        sys.stderr.write(f"Draftlight cannot start ({report_bug(error).kind}): the log in {paths.logs} says where.\n")
        return 1
    catcher.bug_found.connect(window.tell_bug)
    instance.show_asked.connect(window.come_forward)
    window.show()
    if shared is None:
        window.start()
    else:
        window.browser.open_latest()
    try:
        code = application.exec()
    finally:
        instance.release()
        catcher.uninstall()
    tell_left(window.erasure.finish())
    if window.crash_watch.cannot_end:
        # Everything is saved. Qt would abort over a thread that still runs.
        logging.shutdown()
        os._exit(code)
    return code
