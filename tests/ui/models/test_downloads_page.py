from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.catalog.download_jobs import Job, JobState
from app.catalog.hub_search import HubFile
from app.catalog.progress import Retry, Stage
from app.ui.models.download_client import pair_of
from app.ui.models.downloads_page import job_line, wait_sentence
from tests.catalog.loopback_hub import COMMIT
from tests.ui.waiting import wait_for

BIG = bytes(3_000_000)


@pytest.fixture
def file(hub) -> HubFile:
    sha256 = hub.add("owner/name", COMMIT, "model-Q4_0.gguf", BIG)
    return HubFile("owner/name", COMMIT, "model-Q4_0.gguf", len(BIG), sha256)


def state_of(bench) -> JobState | None:
    return next((job.state for job in bench.desk.downloads.jobs.values()), None)


def stalled(hub, bench, file):
    """A download that has come half way and waits."""
    hub.fail(stall_after=1_500_000)
    page = bench.open_models("downloads")
    bench.desk.downloads.add("Some pair", [file])
    wait_for(hub.stalled.is_set)
    # What the server has sent may still be on its way.
    wait_for(lambda: any(part.stat().st_size for part in bench.paths.data.rglob("*.part")), "the first bytes")
    wait_for(lambda: page.list.rows)
    return page


def test_progress_is_shown_in_the_list_and_in_the_top_bar(hub, file, open_desk):
    bench = open_desk(endpoint=hub.endpoint)
    badge = bench.find("download_badge")
    assert not badge.isVisible()
    page = stalled(hub, bench, file)
    assert badge.text().startswith("↓ ")
    assert badge.text().endswith("%")
    job = next(iter(bench.desk.downloads.jobs.values()))
    bench.desk.downloads.changed.emit(
        replace(job, done=1_500_000, stage=Stage.DOWNLOADING, speed=2e6, seconds_left=75.0)
    )
    assert page.list.rows[0].fraction == 0.5
    assert page.list.rows[0].subtitle == "1.5 MB of 3.0 MB · 2.0 MB a second · 1 min left"
    bench.dialog.reject()
    badge.click()
    assert bench.dialog.page == "downloads"
    bench.wait_scanned()


def test_pause_resume_and_cancel(hub, file, open_desk):
    bench = open_desk(endpoint=hub.endpoint)
    page = stalled(hub, bench, file)
    bench.find("job_pause").click()
    wait_for(lambda: state_of(bench) is JobState.PAUSED)
    assert page.list.rows[0].badge == "Paused"
    wait_for(lambda: bench.find("download_badge").text() == "↓ paused")
    hub.fail(stall_after=1_000_000)
    bench.find("job_resume").click()
    wait_for(lambda: state_of(bench) is JobState.RUNNING)
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    wait_for(lambda: state_of(bench) is JobState.CANCELLED)
    assert not list(bench.paths.models.rglob("*.part"))
    bench.find("jobs_clear").click()
    assert page.list.rows == ()
    wait_for(lambda: not bench.find("download_badge").isVisible())


def test_a_failure_is_told_and_can_be_tried_again(hub, file, open_desk):
    bench = open_desk(endpoint=hub.endpoint)
    hub.fail(not_found="EntryNotFound")
    page = bench.open_models("downloads")
    bench.desk.downloads.add("Some pair", [file])
    wait_for(lambda: state_of(bench) is JobState.FAILED)
    assert "there is no such file" in page.details.text()
    assert bench.find("job_resume").text() == "Try again"
    assert not bench.find("download_badge").isVisible(), "it is on show"
    hub.fail()
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    wait_for(lambda: state_of(bench) is JobState.DONE)
    bench.wait_scanned()


def test_a_gated_file_leads_to_the_token(hub, file, open_desk):
    bench = open_desk(endpoint=hub.endpoint)
    hub.fail(gated=True)
    bench.open_models("downloads")
    bench.desk.downloads.add("Some pair", [file])
    wait_for(lambda: state_of(bench) is JobState.FAILED)
    bench.find("job_access").click()
    bench.find("access_token").setText(hub.token)
    bench.find("access_keep").click()
    wait_for(lambda: bench.find("access_told").text())
    bench.find("access_close").click()
    bench.find("job_resume").click()
    wait_for(lambda: state_of(bench) is JobState.DONE)
    bench.wait_scanned()


def test_closing_pauses_and_the_next_start_offers_without_asking_the_hub(hub, file, open_desk):
    first = open_desk(endpoint=hub.endpoint)
    stalled(hub, first, file)
    first.close()
    hub.fail()
    asked = len(hub.requests)
    second = open_desk(endpoint=hub.endpoint)
    wait_for(lambda: state_of(second) is JobState.PAUSED)
    assert second.find("download_badge").text() == "↓ paused"
    second.settle()
    assert len(hub.requests) == asked
    second.find("download_badge").click()
    second.settle()
    second.find("job_resume").click()
    wait_for(lambda: state_of(second) is JobState.DONE)
    ranges = [request.headers.get("Range") for request in hub.requests[asked:] if request.method == "GET"]
    assert ranges
    assert all(one and not one.startswith("bytes=0-") for one in ranges)
    second.wait_scanned()


def test_the_lines_of_a_job_say_what_it_does(file):
    job = Job("1", "pair", (file,), JobState.RUNNING, 1_500_000, 3_000_000, "Downloading", 2_000_000.0, 75.0)
    assert job_line(job) == "1.5 MB of 3.0 MB · 2.0 MB a second · 1 min left"
    waiting = Job("1", "pair", (file,), JobState.RUNNING, 0, 3_000_000, retry=Retry(1, 4.2, "no answer in time"))
    assert job_line(waiting) == "0 kB of 3.0 MB · tries again in 4 s"
    assert wait_sentence(waiting).endswith("the last try failed: no answer in time.")
    assert wait_sentence(job) == ""


def test_a_wait_is_called_so_and_its_whole_reason_is_told(hub, file, open_desk):
    bench = open_desk(endpoint=hub.endpoint)
    page = stalled(hub, bench, file)
    job = next(iter(bench.desk.downloads.jobs.values()))
    retry = Retry(1, 28.0, "its address cannot be found")
    bench.desk.downloads._on_heard(replace(job, stage=Stage.RETRYING, retry=retry))
    assert page.list.rows[0].badge == "Waiting"
    assert "tries again in 28 s" in page.list.rows[0].subtitle
    assert "its address cannot be found" in page.details.text()
    assert "its address cannot be found" in bench.find("download_badge").toolTip()


def test_the_top_bar_says_what_failed_until_that_was_seen(hub, file, open_desk):
    bench = open_desk(endpoint=hub.endpoint)
    hub.fail(not_found="EntryNotFound")
    bench.desk.downloads.add("Some pair with a name that is long", [file])
    badge = bench.find("download_badge")
    wait_for(lambda: badge.text().startswith("↓ failed: Some"))
    assert "Some pair with a name that is long" in badge.toolTip()
    assert "there is no such file" in badge.toolTip()
    badge.click()
    bench.settle()
    assert bench.dialog.page == "downloads"
    assert not badge.isVisible()
    bench.dialog.reject()
    bench.settle()
    assert not badge.isVisible()
    bench.desk.downloads.resume(next(iter(bench.desk.downloads.jobs)))
    wait_for(lambda: badge.text().startswith("↓ failed"))
    bench.wait_scanned()


def test_the_first_parts_make_the_pair(tmp_path):
    names = ["big-00001-of-00002.gguf", "big-00002-of-00002.gguf", "small.gguf"]
    files = tuple(HubFile("o/n", "main", name, 1, "0" * 64) for name in names)
    job = Job("1", "pair", files, JobState.DONE, 3, 3, paths=tuple(tmp_path / name for name in names))
    pair = pair_of(job)
    assert (pair.target, pair.drafter) == (tmp_path / names[0], tmp_path / names[2])
