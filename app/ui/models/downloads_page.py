"""What is being downloaded, and what an earlier run left unfinished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Slot

from app.catalog.download_jobs import ENDED, JobState
from app.catalog.progress import Stage
from app.errors import GatedError, TokenError
from app.ui.controls import button
from app.ui.language import told_text, translated
from app.ui.models.details import Sheet
from app.ui.models.download_client import pair_of
from app.ui.models.list_page import ListPage
from app.ui.models.rows import Row, Tone
from app.ui.models.wording import size_text, time_text
from app.ui.notices import sentence
from app.ui.pair_controller import Opening

if TYPE_CHECKING:
    from app.catalog.download_jobs import Job
    from app.errors import DraftlightError
    from app.ui.appearance import Appearance
    from app.ui.bugs import Bug
    from app.ui.models.desk import ModelDesk

_TONES = {JobState.DONE: Tone.GOOD, JobState.FAILED: Tone.BAD}


def job_line(job: Job) -> str:
    """How far a job is, in one line."""
    amount = _text("{done} of {total}").format(done=size_text(job.done), total=size_text(job.total))
    if job.state is JobState.RUNNING:
        parts = [amount]
        if job.retry is not None:
            parts.append(_text("tries again in {seconds} s").format(seconds=max(1, round(job.retry.seconds))))
        elif job.stage and job.stage != Stage.DOWNLOADING:
            parts.append(translated("pull", job.stage))
        if job.speed:
            parts.append(_text("{speed} a second").format(speed=size_text(round(job.speed))))
        if job.seconds_left is not None:
            parts.append(time_text(job.seconds_left))
        return " · ".join(parts)
    if job.state is JobState.DONE:
        return size_text(job.total)
    if job.state is JobState.FAILED and job.error is not None:
        return f"{amount} · {sentence(job.error)}"
    return amount


def wait_sentence(job: Job) -> str:
    """Why a job waits before another try, "" if it does not."""
    if job.state is not JobState.RUNNING or job.retry is None:
        return ""
    told = _text("It waits and then tries again, because the last try failed: {detail}.")
    return told.format(detail=told_text(job.retry.detail))


class DownloadsPage(ListPage):
    """Pause, go on, cancel, try again, open."""

    def __init__(self, look: Appearance, desk: ModelDesk) -> None:
        super().__init__(look, "downloads", self.tr("Downloads"), lines=3)
        self._desk = desk
        self._open = button(self.tr("Open"), "primary", "job_open")
        self._go_on = button(self.tr("Resume"), "primary", "job_resume")
        self._pause = button(self.tr("Pause"), "plain", "job_pause")
        self._cancel = button(self.tr("Cancel"), "plain", "job_cancel")
        self._access = button(self.tr("How to get access…"), "plain", "job_access")
        self._clear = button(self.tr("Clear ended"), "quiet", "jobs_clear")
        self._open.clicked.connect(self._on_open)
        self._go_on.clicked.connect(self._on_go_on)
        self._pause.clicked.connect(self._on_pause)
        self._cancel.clicked.connect(self._on_cancel)
        self._access.clicked.connect(self._on_access)
        self._clear.clicked.connect(self._on_clear)
        lead = self.tr("One after another, each checked against the Hub’s checksum. What came is kept when you pause.")
        self.lay_out(lead, [], [self._open, self._go_on, self._pause, self._cancel, self._access, self._clear])
        self.list.say_empty(self.tr("Nothing is being downloaded. Get a pair on the Recommended or the Hub page."))
        self.list.chosen.connect(self._show_details)
        self.list.opened.connect(self._on_opened)
        self.list.unwanted.connect(self._on_cancel)
        desk.downloads.changed.connect(self._on_changed)
        desk.downloads.failed.connect(self._on_failed)
        self._show()

    @property
    def _job(self) -> Job | None:
        return self._desk.downloads.jobs.get(self.list.current)

    def _row(self, job: Job) -> Row:
        badge = _text("Waiting") if wait_sentence(job) else translated("downloads", job.state)
        running = job.state in (JobState.RUNNING, JobState.PAUSED, JobState.QUEUED)
        fraction = job.done / max(1, job.total) if running else None
        detail = " + ".join(file.file_name for file in job.files)
        return Row(job.id, job.name, job_line(job), detail, badge, _TONES.get(job.state, Tone.NEUTRAL), fraction)

    @Slot()
    def _show(self) -> None:
        self.list.show_rows([self._row(job) for job in self._desk.downloads.jobs.values()])
        self._show_details()

    @Slot()
    def _show_details(self) -> None:
        job = self._job
        state = job.state if job else None
        self._open.setVisible(job is not None and state is JobState.DONE and pair_of(job) is not None)
        self._go_on.setVisible(state in (JobState.PAUSED, JobState.FAILED))
        self._go_on.setText(self.tr("Try again") if state is JobState.FAILED else self.tr("Resume"))
        self._pause.setVisible(state in (JobState.RUNNING, JobState.QUEUED))
        self._cancel.setVisible(state is not None and state not in ENDED)
        self._access.setVisible(job is not None and isinstance(job.error, GatedError | TokenError))
        self._clear.setVisible(any(one.state in ENDED for one in self._desk.downloads.jobs.values()))
        if job is None:
            self.details.show_words("")
            return
        sheet = Sheet()
        sheet.title(job.name)
        if job.error is not None:
            sheet.verdict(Tone.BAD, sentence(job.error))
        if waits := wait_sentence(job):
            sheet.verdict(Tone.LIMITED, waits)
        for file in job.files:
            sheet.facts([(size_text(file.size), file.file_name), ("", file.repository)])
        if job.paths:
            sheet.facts([(self.tr("Kept in"), str(job.paths[0].parent))])
        self.details.show_sheet(sheet)

    @Slot(object)
    def _on_changed(self, job: Job) -> None:
        if any(row.key == job.id for row in self.list.rows):
            self.list.update_row(self._row(job))
            if job.id == self.list.current:
                self._show_details()
        else:
            self._show()

    @Slot()
    def _on_open(self) -> None:
        job = self._job
        files = pair_of(job) if job and job.state is JobState.DONE else None
        if files is not None:
            self.open_requested.emit(Opening(files))

    @Slot()
    def _on_go_on(self) -> None:
        self._desk.downloads.resume(self.list.current)

    @Slot()
    def _on_pause(self) -> None:
        self._desk.downloads.pause(self.list.current)

    @Slot()
    def _on_cancel(self) -> None:
        job = self._job
        if job is not None and job.state not in ENDED:
            self._desk.downloads.cancel(job.id)

    @Slot(str)
    def _on_opened(self, _key: str) -> None:
        for one in (self._open, self._go_on, self._pause):
            if one.isVisible():
                one.click()
                return

    @Slot()
    def _on_access(self) -> None:
        job = self._job
        if job is not None:
            self.access_requested.emit(job.files[0].repository)

    @Slot()
    def _on_clear(self) -> None:
        self._desk.downloads.clear_ended()
        self._show()

    @Slot(object)
    def _on_failed(self, error: DraftlightError | Bug) -> None:
        self.told.fail(error)


def _text(source: str) -> str:
    return QCoreApplication.translate("downloads", source)
