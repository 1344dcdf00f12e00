"""How long the window's thread is held by a reply of 2,000 rounds: taken, replayed, looked at round by round.

`.venv/bin/python -m tests.benchmarks.replay`. No screen is needed; every frame is painted into a picture.
"""

from __future__ import annotations

import dataclasses
import os
import time

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from app.ui.appearance import Appearance
from app.ui.application import make_application
from app.ui.inspector.panel import InspectorPanel
from app.ui.inspector.subject import Subject
from tests.fakes import LIGHTHOUSE

ROUNDS, FRAMES = 2000, 200


def measured(name: str, acts) -> None:
    """Print the median and the longest of some acts, in milliseconds."""
    times = []
    for act in acts:
        started = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - started))
    times.sort()
    print(f"{name:<40} median {times[len(times) // 2]:6.1f} ms   longest {times[-1]:6.1f} ms")


def main() -> None:
    application = make_application(["bench"])
    look = Appearance(application)
    panel = InspectorPanel(look.theme, look.caption_font)
    panel.resize(400, 760)
    panel.show()
    rounds = [dataclasses.replace(LIGHTHOUSE[index % len(LIGHTHOUSE)], index=index) for index in range(ROUNDS)]
    subjects = [Subject(rounds, "ratio", 0.0072) for _ in range(10)]
    print(f"{ROUNDS} rounds, {sum(len(one.emitted) for one in rounds)} tokens")
    panel.replay_button.setChecked(True)
    measured(
        "take another reply to replay", [lambda one=one: (panel.show_subject(one), panel.grab()) for one in subjects]
    )
    playback = panel.replay_view.playback
    places = [playback.length * frame / FRAMES for frame in range(FRAMES)]
    measured("a frame of the replay", [lambda at=at: (playback.go_to(at), panel.grab()) for at in places])
    panel.round_button.setChecked(True)
    turns = [
        lambda index=index: (panel.show_subject(subjects[0], index * 10, 1), panel.grab()) for index in range(FRAMES)
    ]
    measured("follow to another round", turns)
    steps = panel.round_view.playback
    measured("a frame of a round", [lambda at=at: (steps.go_to(at / 20), panel.grab()) for at in range(FRAMES)])


if __name__ == "__main__":
    main()
