"""The bar over the transcript: which pair, what it is doing, how long drafts are, and sampling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.options import AUTO
from app.speculation.draft_length import MAX_DRAFT_LENGTH
from app.ui.controls import ElidedLabel, PickerBox, button, label, set_property
from app.ui.icons import Icon, icon
from app.ui.language import put_words, told_text, translated, when_language_changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from app.options import PairFiles
    from app.settings import Settings
    from app.ui.pair_controller import PairState
    from app.ui.theme import Theme

_MEGABYTE = 1_000_000
_BADGE = 16  # characters of what is told of downloads where there is little room
_CHEVRON = 44
# The smallest widths of the style sheet leave out the frames of two buttons.
_SPARE = 8
# Fewer characters of what is loaded tell nothing.
_LEAST_STATUS = 12
_STARTER, _FILES, _MODELS = "starter", "files", "models"


class TopBar(QWidget):
    """Controls of the pair and of the next reply.

    Signals:
        starter_chosen (), files_chosen (), pair_chosen (PairFiles): what was picked.
        models_requested (), downloads_requested (): show those.
        cancel_requested (): stop the load or the download.
        draft_length_changed (int): 0 is off, AUTO automatic.
        sampling_toggled (bool): show the sampling options, or hide them.
    """

    starter_chosen = Signal()
    files_chosen = Signal()
    pair_chosen = Signal(object)
    models_requested = Signal()
    downloads_requested = Signal()
    cancel_requested = Signal()
    draft_length_changed = Signal(int)
    sampling_toggled = Signal(bool)

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("top_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._pair: PairState | None = None
        self._recent: Sequence[PairFiles] = ()
        self._listed: tuple[object, ...] = ()
        self._compact = False
        self._told_downloads = ""
        self._button_width = 0  # of the sampling button with its word
        self.sidebar_button = button("", "icon", "sidebar_button")
        self.sidebar_button.setCheckable(True)
        put_words(self.sidebar_button.setAccessibleName, lambda: self.tr("List of chats"))
        put_words(self.sidebar_button.setToolTip, lambda: self.tr("Show the list of chats, or hide it (Ctrl+B)"))
        self._picker = self._make_picker()
        self._status = ElidedLabel("caption", least=_LEAST_STATUS)
        self._status.setObjectName("status")
        self._cancel = button(lambda: self.tr("Cancel"), "link", "cancel_load")
        self._downloads = button("", "quiet", "download_badge")
        self._downloads.hide()
        self._title = label(lambda: self.tr("&Draft length"), "muted")
        self._draft_length = self._make_draft_length(settings.draft_length)
        self.sampling_button = button("", "plain", "sampling_button")
        self.sampling_button.setCheckable(True)
        put_words(self.sampling_button.setAccessibleName, lambda: self.tr("Sampling"))
        self._progress = QProgressBar()
        self._progress.setObjectName("load_progress")
        self._progress.setTextVisible(False)
        put_words(self._progress.setAccessibleName, lambda: self.tr("Progress"))
        self._lay_out()
        self._say()
        when_language_changes(self, self._say)
        self._picker.activated.connect(self._on_picked)
        self._cancel.clicked.connect(self.cancel_requested)
        self._downloads.clicked.connect(self.downloads_requested)
        self._draft_length.currentIndexChanged.connect(self._on_draft_length)
        self.sampling_button.toggled.connect(self.sampling_toggled)
        self.set_theme(theme)

    def _make_picker(self) -> PickerBox:
        picker = PickerBox()
        picker.setObjectName("pair_picker")
        put_words(picker.setAccessibleName, lambda: self.tr("Pair"))
        put_words(picker.setToolTip, lambda: self.tr("The target that writes and the drafter that proposes"))
        put_words(picker.setPlaceholderText, lambda: self.tr("Choose a pair…"))
        return picker

    def _make_draft_length(self, wanted: int) -> PickerBox:
        picker = PickerBox()
        picker.setObjectName("draft_length")
        put_words(picker.setAccessibleName, lambda: self.tr("Draft length"))
        put_words(
            picker.setToolTip,
            lambda: self.tr("How many tokens the drafter proposes in one round; auto drafts as many as pay"),
        )
        picker.addItem("", AUTO)
        picker.addItem("", 0)
        for length in range(1, MAX_DRAFT_LENGTH + 1):
            picker.addItem(str(length), length)
        picker.setCurrentIndex(picker.findData(wanted))
        return picker

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(12, 10, 16, 7)
        row.setSpacing(10)
        row.addWidget(self.sidebar_button)
        row.addWidget(self._picker)
        row.addWidget(self._status, 1)
        row.addWidget(self._cancel)
        row.addWidget(self._downloads)
        self._title.setBuddy(self._draft_length)
        row.addWidget(self._title)
        row.addWidget(self._draft_length)
        row.addWidget(self.sampling_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._progress)
        keep = self._progress.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self._progress.setSizePolicy(keep)
        self._progress.hide()
        self._cancel.hide()

    def _say(self) -> None:
        """Put in the language of the moment what is more than a text that stands by itself."""
        self._fold(self._compact)
        self._fit()
        self._draft_length.setItemText(0, self.tr("auto"))
        self._draft_length.setItemText(1, self.tr("off"))
        if self._pair is not None:
            with QSignalBlocker(self._picker):
                self._fill(self._pair, self._recent)

    def set_draft_length(self, length: int) -> None:
        """Choose a draft length, as if the person had."""
        self._draft_length.setCurrentIndex(self._draft_length.findData(length))

    @property
    def tab_chain(self) -> tuple[QWidget, ...]:
        """What Tab walks over, in order."""
        return (
            self.sidebar_button,
            self._picker,
            self._cancel,
            self._downloads,
            self._draft_length,
            self.sampling_button,
        )

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme or text size."""
        size = self.sampling_button.fontMetrics().height()
        self.sidebar_button.setIcon(icon(Icon.SIDEBAR, theme.text, size))
        self.sidebar_button.setIconSize(QSize(size, size))
        self.sampling_button.setIcon(icon(Icon.SLIDERS, theme.text, size))
        self.sampling_button.setIconSize(QSize(size, size))
        self._draft_length.setFixedWidth(self._characters(5) + _CHEVRON)
        self._picker.setMaximumWidth(self._characters(44))
        self._fold(self._compact)
        self._fit()

    def _characters(self, number: int) -> int:
        return self.fontMetrics().averageCharWidth() * number

    def _fit(self) -> None:
        """Leave words away where there is no room for them."""
        layout = self.layout()
        assert layout is not None  # noqa: S101
        layout.activate()  # the row inside it still knows its parts as they were
        needed = layout.totalMinimumSize().width() + _SPARE
        if self._compact:
            needed += self._title.sizeHint().width() + 10
            needed += self._button_width - self.sampling_button.sizeHint().width()
            needed += self._wide_picker() - self._picker.minimumWidth()
            width = self._downloads.fontMetrics().horizontalAdvance
            needed += width(self._told_downloads) - width(self._downloads.text())
        if (needed > self.width()) != self._compact:
            self._fold(not self._compact)

    def _fold(self, compact: bool) -> None:
        self._compact = compact
        self._title.setVisible(not compact)
        self.sampling_button.setText(self.tr("Sampling"))
        set_property(self.sampling_button, "kind", "plain")
        self._button_width = self.sampling_button.sizeHint().width()
        if compact:
            self.sampling_button.setText("")
            set_property(self.sampling_button, "kind", "icon")
        self._show_badge()
        self._picker.setMinimumWidth(self._characters(12) + _CHEVRON if compact else self._wide_picker())

    def _wide_picker(self) -> int:
        return self.fontMetrics().horizontalAdvance(self._starter_name()) + _CHEVRON

    def show_pairs(self, state: PairState, recent: Sequence[PairFiles]) -> None:
        """List what can be picked, and show what is loaded or under way."""
        self._pair, self._recent = state, recent
        listed = (state.loading, state.loaded, state.starter, state.sought, state.pulling, tuple(recent))
        if listed != self._listed:
            self._listed = listed
            with QSignalBlocker(self._picker):
                self._fill(state, recent)
        self._offer_lengths(state.loaded.most_drafted if state.loaded else MAX_DRAFT_LENGTH)
        self._cancel.setVisible(state.busy)
        fraction = state.pull.fraction if state.pull else state.fraction
        if state.pulling and (state.pull is None or fraction is None):
            self._progress.setRange(0, 0)
        else:
            self._progress.setRange(0, 1000)
            self._progress.setValue(round((fraction or 0.0) * 1000))
        self._progress.setVisible(state.busy)

    def _offer_lengths(self, most: int) -> None:
        """Let lengths be chosen that the drafter can draft."""
        model = self._draft_length.model()
        assert isinstance(model, QStandardItemModel)  # noqa: S101
        for place in range(2, self._draft_length.count()):
            model.item(place).setEnabled(self._draft_length.itemData(place) <= most)
        if self._draft_length.currentData() > most:
            self.set_draft_length(most)

    def show_status(self, text: str) -> None:
        """Say what is loaded or going on."""
        self._status.setText(text)

    def show_downloads(self, text: str, about: str) -> None:
        """Say how far the downloads are, in few words and in more; nothing for an empty text."""
        self._told_downloads = text
        self._show_badge()
        self._downloads.setToolTip(about)
        self._downloads.setAccessibleName(self.tr("Downloads: {state}").format(state=text) if text else "")
        self._downloads.setVisible(bool(text))
        self._fit()

    def _show_badge(self) -> None:
        """Say how far the downloads are, cut where there is no room for a name."""
        text, metrics = self._told_downloads, self._downloads.fontMetrics()
        room = self._characters(_BADGE)
        self._downloads.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room) if self._compact else text)

    def _starter_name(self) -> str:
        return self.tr("Starter pair (SmolLM2 135M)")

    def _fill(self, state: PairState, recent: Sequence[PairFiles]) -> None:
        present = state.loading or (state.loaded.files if state.loaded else None)
        starter_name = self._starter_name()
        if state.sought and state.starter is None:
            starter_name = self.tr("{pair} · downloads 98 MB once").format(pair=starter_name)
        self._picker.clear()
        self._picker.addItem(starter_name, _STARTER)
        others = [pair for pair in recent if not _same(pair, state.starter)]
        if present is not None and not any(_same(present, pair) for pair in (*others, state.starter)):
            others.insert(0, present)
        for pair in others:
            self._picker.addItem(translated("pairs", pair.name), pair)
            about = f"{pair.target}\n{pair.drafter or self.tr('no drafter')}"
            self._picker.setItemData(self._picker.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        self._picker.insertSeparator(self._picker.count())
        self._picker.addItem(self.tr("Models…"), _MODELS)
        self._picker.addItem(self.tr("Open two GGUF files…"), _FILES)
        self._picker.setCurrentIndex(self._index_of(present, state))

    def _index_of(self, present: PairFiles | None, state: PairState) -> int:
        if state.pulling and state.loading is None:
            return 0
        if present is None:
            return -1
        if _same(present, state.starter):
            return 0
        names = [self._picker.itemData(index) for index in range(self._picker.count())]
        return next((index for index, data in enumerate(names) if _same(data, present)), -1)

    def minimumSizeHint(self) -> QSize:
        # Words give way, so the window may be narrower than they are.
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _on_draft_length(self) -> None:
        self.draft_length_changed.emit(self._draft_length.currentData())

    def _on_picked(self, index: int) -> None:
        picked = self._picker.itemData(index)
        if picked == _STARTER:
            self.starter_chosen.emit()
        elif picked == _FILES:
            self.files_chosen.emit()
        elif picked == _MODELS:
            self.models_requested.emit()
        elif picked is not None:
            self.pair_chosen.emit(picked)
        if self._pair is not None:
            # What is shown is what is so; the answer to the choice changes it.
            self._picker.setCurrentIndex(self._index_of(self._present(), self._pair))

    def _present(self) -> PairFiles | None:
        state = self._pair
        if state is None:
            return None
        return state.loading or (state.loaded.files if state.loaded else None)


def pair_status(state: PairState) -> str:
    """Return in words what is loaded or under way."""
    if state.lent:
        return _text("The lab is measuring with the engine")
    if state.pulling:
        return pull_status(state)
    if state.loading is not None:
        return _text("Loading {pair} · {percent}%").format(
            pair=translated("pairs", state.loading.name), percent=round(state.fraction * 100)
        )
    if state.loaded is None:
        return _text("No pair is loaded") if state.sought else ""
    pair = state.loaded
    if pair.drafting_off:
        ready = _text("{target} · drafting is off: {reason}").format(
            target=pair.target_description, reason=told_text(pair.drafting_off)
        )
    else:
        ready = _text("{target} with {drafter}").format(
            target=pair.target_description, drafter=told_text(pair.drafter_description or "")
        )
    return " · ".join(part for part in (ready, told_text(pair.remark), translated("pairs", pair.files.note)) if part)


def pull_status(state: PairState) -> str:
    """Return in words how far the download is."""
    pull = state.pull
    if pull is None:
        return _text("Looking for the starter pair…")
    stage = translated("pull", pull.stage)
    if pull.total:
        return _text("{stage} · {done} of {total} MB").format(
            stage=stage, done=round(pull.done / _MEGABYTE), total=round(pull.total / _MEGABYTE)
        )
    return f"{stage}…"


def _same(pair: object, other: object) -> bool:
    """Whether two pairs are the same files."""
    ours = (getattr(pair, "target", None), getattr(pair, "drafter", None))
    return ours[0] is not None and ours == (getattr(other, "target", None), getattr(other, "drafter", None))


def _text(source: str) -> str:
    return QCoreApplication.translate("pairs", source)
