"""What recolouring a long conversation costs the window's thread. Milliseconds, with the painting of what is in view.

python -m tests.benchmarks.recolouring
"""

from __future__ import annotations

import os
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.chats.records import Role
from app.ui.appearance import Appearance
from app.ui.application import make_application
from app.ui.colourings import Colouring, Marking
from app.ui.shown_message import ShownMessage
from app.ui.transcript import Transcript
from tests.ui.recorded import recorded_lighthouse

TOKENS, REPLY_TOKENS = 100_000, 500


def main() -> None:
    """Measure."""
    application = make_application(["draftlight"])
    look = Appearance(application)
    transcript = Transcript(look.theme, look.reading_font, look.sizes)
    transcript.resize(1000, 800)
    transcript.show()
    rounds = recorded_lighthouse()
    each = sum(len(one.emitted) for one in rounds)
    messages = []
    for _ in range(TOKENS // REPLY_TOKENS):
        several = list(rounds) * -(-REPLY_TOKENS // each)
        messages.append(ShownMessage(Role.ASSISTANT, "".join(one.text for one in several), several))
    transcript.show_messages(messages)
    transcript._folding.unfold()
    QApplication.processEvents()
    transcript.verticalScrollBar().setValue(transcript.verticalScrollBar().maximum() // 2)
    QApplication.processEvents()
    count = sum(len(one.emitted) for message in messages for one in message.rounds)
    spent, busy = [], []
    for number in range(24):
        marking = Marking(list(Colouring)[(number + 1) % len(Colouring)], seams=number % 2 == 0)
        started, begun = time.perf_counter(), time.thread_time()
        transcript.set_marking(marking)
        QApplication.processEvents()
        spent.append(1000 * (time.perf_counter() - started))
        busy.append(1000 * (time.thread_time() - begun))
    told = [f"median {sorted(times)[len(times) // 2]:.1f} ms, worst {max(times):.1f} ms" for times in (spent, busy)]
    print(f"{count} tokens recoloured: {told[0]}; of processor time {told[1]}")
    started = time.perf_counter()
    transcript.set_marking(Marking(ghosts=True))
    QApplication.processEvents()
    print(f"{count} tokens, drafts made in vain put in their places: {1000 * (time.perf_counter() - started):.0f} ms")
    transcript.rest()
    transcript.close()


if __name__ == "__main__":
    main()
