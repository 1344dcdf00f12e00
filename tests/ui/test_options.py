from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.catalog.memory import CacheType
from app.errors import NotEnoughMemoryError
from app.options import LoadOptions
from app.settings import Settings, load_settings, save_settings
from app.speculation.sampling import RuleName
from app.ui.notices import NoticeAction
from app.ui.option_lines import BiasOption, LinesOption
from tests.fakes import LIGHTHOUSE, FakeEngine
from tests.ui.waiting import wait_for

TOO_LARGE = NotEnoughMemoryError(name="Big", needed="9.0 GB", free="2.0 GB", advice="choose a smaller target")


def opened(open_bench, **options):
    bench = open_bench(**options)
    bench.wait_loaded()
    bench.find("sampling_button").click()
    bench.settle()
    return bench


def test_every_option_of_a_reply_reaches_the_engine_and_is_kept(open_bench, paths):
    bench = opened(open_bench)
    bench.find("more_options").click()
    bench.find("repeat_penalty").setValue(1.1)
    bench.find("presence_penalty").setValue(-0.5)
    bench.find("frequency_penalty").setValue(0.25)
    bench.find("max_tokens").setValue(128)
    bench.find("stop_strings").setPlainText("User:\n\n\\n\\n")
    bench.find("lookup").click()
    bench.find("rule").setCurrentText("coupled")
    bench.find("enable_thinking").setCurrentText("off")
    bench.find("drop_oldest").click()
    bench.ask()
    options = bench.engine.requests[-1][1]
    sampling = options.sampling
    assert (sampling.repeat_penalty, sampling.presence_penalty, sampling.frequency_penalty) == (1.1, -0.5, 0.25)
    assert (options.max_tokens, options.stop_strings) == (128, ("User:", "\n\n"))
    assert (options.lookup, options.rule, options.enable_thinking, options.drop_oldest) == (
        True, RuleName.COUPLED, False, True,
    )  # fmt: skip
    bench.close()
    again = opened(open_bench)
    again.ask()
    assert again.engine.requests[-1][1] == options
    assert again.find("stop_strings").toPlainText() == "User:\n\\n\\n"
    assert load_settings(paths.settings).rule == "coupled"


def test_how_long_a_reply_may_be_is_asked_on_the_first_page(open_bench):
    bench = opened(open_bench)
    assert bench.find("max_tokens").isVisible()
    assert not bench.find("stop_strings").isVisible()


def test_what_was_changed_is_marked_and_can_be_reset_one_by_one_and_all_at_once(open_bench):
    bench = opened(open_bench)
    more, reset_all = bench.find("more_options"), bench.find("reset_sampling")
    assert not bench.find("reset_temperature").isVisible()
    assert not reset_all.isEnabled()
    bench.find("temperature").setValue(0.3)
    bench.find("lookup").click()
    bench.find("threads").setValue(3)
    assert bench.find("reset_temperature").isVisible()
    assert "Changed" in bench.find("temperature").accessibleDescription()
    assert more.text() == "More · 1 changed"
    assert bench.find("loading_options").text() == "Loading · 1 changed"
    bench.find("reset_temperature").click()
    assert bench.find("temperature").value() == Settings().temperature
    assert not bench.find("reset_temperature").isVisible()
    reset_all.click()
    assert more.text() == "More"
    now = bench.window._parts.preferences.settings
    assert dataclasses.replace(now, pair=None, recent_pairs=(), draft_length=-1) == Settings()


def test_the_rest_folds_out_and_the_panel_stays_inside_a_small_window(open_bench):
    bench = opened(open_bench, size=(800, 640))
    panel, scroll = bench.find("sampling_panel"), bench.find("sampling_scroll")

    def fits() -> bool:
        return bench.window.rect().contains(panel.geometry().translated(panel.parentWidget().pos()))

    assert not bench.find("lookup").isVisible()
    assert fits()
    assert scroll.verticalScrollBar().maximum() == 0
    bench.press(Qt.Key.Key_Space, bench.find("more_options"))
    bench.settle()
    assert bench.find("lookup").isVisible()
    assert fits()
    assert scroll.verticalScrollBar().maximum() > 0
    bench.find("drop_oldest").setFocus()
    scroll.ensureWidgetVisible(bench.find("drop_oldest"))
    last = bench.find("drop_oldest")
    assert bench.window.rect().contains(last.mapTo(bench.window, last.rect().center()))
    for control in panel.findChildren(type(last).__mro__[1]):
        assert control.accessibleName()


def test_scrolling_over_a_control_does_not_change_it(open_bench):
    bench = opened(open_bench)
    top_k = bench.find("top_k")

    def roll() -> None:
        middle = QPointF(top_k.rect().center())
        event = QWheelEvent(
            middle, top_k.mapToGlobal(middle), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(top_k, event)

    roll()
    assert top_k.value() == 40
    top_k.setFocus()
    roll()
    assert top_k.value() == 41


@pytest.mark.parametrize("texts", [("\n",), ("a\\n", "\\", "\t|"), ("\\\\n", "é🦊")])
def test_stop_strings_come_back_exactly(application, texts):
    control = LinesOption(10, 100)
    control.put(texts)
    assert control.get() == texts
    assert control.toPlainText().count("\n") == len(texts) - 1


@pytest.mark.parametrize(
    "pairs",
    [((" lamp", 2.0), (7, -1.5), (" boats", float("-inf")))]
    + [((text, 1.0),) for text in ("#7", "a = b", "=", "\n", "\\n", "\\#7", "é🦊", " x ")],
)
def test_favoured_words_come_back_exactly(application, pairs):
    control = BiasOption(10, 100)
    control.put(pairs)
    assert control.get() == pairs


def test_lines_that_say_no_number_are_underlined_and_left_out(application):
    control = BiasOption(2, 5)
    control.setPlainText("lamp\nlamp = much\nlamp = 1e9\nlonger = 1\n = 2\nlamp = 2,5\n\n#12 = nan")
    assert control.get() == (("lamp", 2.5),)
    marked = [one.cursor.block().text() for one in control.extraSelections()]
    assert marked == ["lamp", "lamp = much", "lamp = 1e9", "longer = 1", " = 2", "#12 = nan"]
    control.setPlainText("a = 1\nb = 1\nc = 1")
    assert control.get() == (("a", 1.0), ("b", 1.0))
    assert control.extraSelections() == []


def test_loading_options_are_used_when_the_pair_is_loaded_again_and_at_the_next_start(open_bench):
    bench = opened(open_bench)
    assert bench.engine.load_options == [LoadOptions()]
    bench.find("loading_options").click()
    reload_button = bench.find("reload_pair")
    assert not reload_button.isEnabled()
    assert bench.find("context").maximum() == 32768
    assert "32,768" in bench.find("context").accessibleDescription()
    bench.find("context").setValue(8192)
    bench.find("threads").setValue(2)
    bench.find("gpu_layers").setValue(12)
    bench.find("drafter_gpu_layers").setValue(0)
    bench.find("flash_attention").setCurrentText("off")
    bench.find("cache_type").setCurrentText("q8_0")
    assert bench.find("flash_attention").currentText() == "automatic"  # a quantised cache needs it
    wanted = LoadOptions(8192, 2, 12, 0, CacheType.Q8_0, None)
    assert len(bench.engine.load_options) == 1
    reload_button.click()
    wait_for(lambda: bench.pairs.state.loaded_with == wanted)
    assert bench.engine.load_options[-1] == wanted
    assert bench.engine.loads[0] == bench.engine.loads[-1]
    assert not reload_button.isEnabled()
    bench.close()
    again = open_bench()
    again.wait_loaded()
    assert again.engine.load_options == [wanted]


def test_a_context_larger_than_the_target_knows_is_kept_for_other_pairs(open_bench):
    engine = FakeEngine(LIGHTHOUSE)
    bench = opened(open_bench, engine=engine)
    bench.find("context").setValue(16384)
    engine.trained_context = 8192
    bench.find("reload_pair").click()
    wait_for(lambda: bench.pairs.state.loaded and bench.pairs.state.loaded.trained_context == 8192)
    assert bench.find("context").value() == 8192
    assert bench.window._parts.preferences.settings.loading.context == 16384
    assert not bench.find("reload_pair").isEnabled()


def test_a_pair_that_does_not_fit_can_be_opened_anyway_once(open_bench):
    engine = FakeEngine(LIGHTHOUSE)
    engine.load_steps = [TOO_LARGE]
    bench = open_bench(engine)
    wait_for(lambda: bench.banner.notice is not None)
    assert bench.banner.notice.text == str(TOO_LARGE)
    assert bench.banner.notice.action is NoticeAction.OPEN_ANYWAY
    engine.load_steps = []
    assert bench.find("banner_action").text() == "Open anyway"
    bench.press(Qt.Key.Key_Space, bench.find("banner_action"))
    bench.wait_loaded()
    assert [one.insist for one in engine.load_options] == [False, True]
    assert engine.loads[0] == engine.loads[1]
    assert bench.banner.notice is None
    bench.pairs.open(engine.loads[0])
    wait_for(lambda: len(engine.load_options) == 3 and not bench.pairs.state.busy)
    assert not engine.load_options[-1].insist


def test_the_dialog_of_two_files_can_open_anyway_too(open_bench, tmp_path):
    engine = FakeEngine(LIGHTHOUSE)
    bench = open_bench(engine)
    bench.wait_loaded()
    engine.load_steps = [TOO_LARGE]
    bench.window.pair_door.open_files()
    target = bench.engine.loads[0].target
    bench.find("target_path").setText(str(target))
    bench.find("open_pair_open").click()
    wait_for(bench.find("open_pair_error").isVisible)
    assert bench.find("open_pair_open").text() == "Open anyway"
    engine.load_steps = []
    bench.find("open_pair_open").click()
    wait_for(lambda: len(engine.load_options) == 3 and not bench.pairs.state.busy)
    assert engine.load_options[-1].insist
    assert bench.window.pair_door.dialog is None


def test_the_panel_is_made_when_it_is_first_opened_with_what_was_chosen_by_then(open_bench, paths):
    save_settings(paths.settings, Settings(temperature=0.3, lookup=True))
    bench = open_bench()
    bench.wait_loaded()
    window = bench.window
    assert window.findChild(QWidget, "temperature") is None
    bench.appearance.follow(Qt.ColorScheme.Dark)
    bench.find("sampling_button").click()
    temperature = window.findChild(QWidget, "temperature")
    assert temperature.isVisible()
    assert temperature.value() == 0.3
    wait_for(lambda: window.findChild(QWidget, "read_whole") is not None)
    assert window.findChild(QWidget, "more_options").text() == "More · 1 changed"
    assert len(window.findChildren(QWidget, "read_whole")) == 1


def test_reset_all_reaches_options_that_were_not_made_yet(open_bench, paths):
    save_settings(paths.settings, Settings(penalty_window=128))
    bench = open_bench()
    bench.wait_loaded()
    bench.find("sampling_button").click()
    panel = bench.window.sampling.panel
    panel._on_reset()
    assert bench.window._parts.preferences.settings.penalty_window == Settings().penalty_window
    assert bench.find("penalty_window").value() == Settings().penalty_window
