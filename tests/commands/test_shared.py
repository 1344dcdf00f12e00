"""What several commands say while something takes long."""

from __future__ import annotations

from app.catalog.progress import Progress, Retry, Stage
from app.commands.shared import ProgressLine


def test_a_wait_is_told_once_a_try_with_its_reason_and_its_length(capsys):
    line = ProgressLine()
    for attempt, seconds in ((1, 1.0), (1, 0.6), (2, 2.0), (2, 0.1)):
        line(Progress(Stage.CONNECTING, 0, None, "the Hub"))
        line(Progress(Stage.RETRYING, 0, None, "the Hub", Retry(attempt, seconds, "no answer in time")))
        line(Progress(Stage.RETRYING, 0, None, "the Hub", Retry(attempt, seconds / 2, "no answer in time")))
    assert capsys.readouterr().err.splitlines() == [
        "Connecting (the Hub)",
        "Waiting to try again in 1 s: no answer in time (the Hub)",
        "Connecting (the Hub)",
        "Waiting to try again in 1 s: no answer in time (the Hub)",
        "Connecting (the Hub)",
        "Waiting to try again in 2 s: no answer in time (the Hub)",
        "Connecting (the Hub)",
        "Waiting to try again in 1 s: no answer in time (the Hub)",
    ]
