from __future__ import annotations

from app.kept_json import write_object
from app.ui.notices import NoticeAction
from tests.fakes import LIGHTHOUSE, FakeEngine, FakePull, Wall, fake_pair
from tests.ui.waiting import wait_for


def leave_over(paths, pair, doing):
    entry = {"doing": doing, "name": pair.name, "target": str(pair.target), "drafter": str(pair.drafter)}
    write_object(paths.journal, {**entry, "process": 2**22 + 1, "started": 0.0})


def test_a_start_after_a_sudden_end_tells_and_loads_nothing(open_bench, paths, tmp_path):
    pair = fake_pair(tmp_path)
    leave_over(paths, pair, "loading")
    paths.logs.mkdir(parents=True)
    paths.load_log.write_text("GGML_ASSERT(n_layer > 0) failed")
    engine = FakeEngine(LIGHTHOUSE)
    bench = open_bench(engine, FakePull(pair, found=True))
    assert pair.name in bench.banner.notice.text
    assert "GGML_ASSERT" in bench.banner.notice.details
    assert bench.banner.notice.action is NoticeAction.COPY_DETAILS
    assert engine.loads == []
    assert not paths.journal.exists()
    bench.pairs.open(pair)
    bench.wait_loaded()
    bench.ask()
    bench.wait_text("lighthouse")


def test_an_orderly_end_is_not_told(open_bench, tmp_path):
    bench = open_bench(FakeEngine(LIGHTHOUSE), FakePull(fake_pair(tmp_path), found=True))
    bench.wait_loaded()
    assert bench.banner.notice is None


def test_a_stuck_engine_is_offered_to_be_restarted(open_bench, tmp_path):
    wall = Wall()
    engine = FakeEngine([*LIGHTHOUSE[:3], wall], LIGHTHOUSE)
    bench = open_bench(engine, FakePull(fake_pair(tmp_path), found=True))
    bench.wait_loaded()
    bench.window._parts.engine._watch.setInterval(20)
    bench.send("How does a lighthouse work?")
    wait_for(wall.reached.is_set)
    bench.conversation.stop()
    wait_for(lambda: bench.banner.notice is not None, "the notice")
    assert bench.banner.notice.action is NoticeAction.RESTART_ENGINE
    said = bench.transcript.toPlainText()
    bench.find("banner_action").click()
    bench.wait_replied()
    assert said in bench.transcript.toPlainText(), "what was written stays"
    wait_for(lambda: len(engine.loads) == 2, "the pair to be loaded again")
    bench.wait_loaded()
    bench.ask("Once more?")
    bench.wait_text("Once more?")
    wall.open()
    wait_for(lambda: not bench.window.crash_watch.cannot_end)
