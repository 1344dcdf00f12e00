from __future__ import annotations

import io
import re

from app.speculation.records import EmittedToken, Finish, Round, Verdict
from app.speculation.statistics import summarise
from app.terminal import TextPrinter, legend, paint, statistics_line


def test_every_mark_differs_by_shape_as_well_as_hue():
    codes = {verdict: re.findall(r"\x1b\[([\d;]+)m", paint("x", verdict)) for verdict in Verdict}
    assert codes[Verdict.PLAIN] == []
    shapes = {
        verdict: codes[verdict][0].split(";")[0] for verdict in (Verdict.BONUS, Verdict.CORRECTION, Verdict.REJECTED)
    }
    assert shapes == {Verdict.BONUS: "21", Verdict.CORRECTION: "4", Verdict.REJECTED: "9"}
    assert len({tuple(code) for code in codes.values()}) == len(codes)


def test_no_style_runs_over_a_line_break():
    for line in paint("a\n\nb", Verdict.BONUS).split("\n"):
        assert line == "" or line.endswith("\x1b[0m")


def test_a_reply_without_drafts_shows_a_dash_and_never_a_rate():
    out = io.StringIO()
    plain = Round(0, (), (EmittedToken(1, "Hi", Verdict.PLAIN, 0.5, None),), 0.0, 0.5)
    summary = summarise([plain], Finish.END_OF_TEXT, seconds=1.0, prompt_seconds=0.5, prompt_tokens=3, reused_tokens=0)
    assert "acceptance -," in statistics_line(summary)
    assert "2.0 tokens/s" in statistics_line(summary)
    printer = TextPrinter(out, colour=True)
    printer.round(plain)
    printer.summary(summary, [])
    assert out.getvalue().startswith("Hi\n")
    assert legend() in out.getvalue()


def test_piped_text_stands_alone_and_its_figures_beside_it_however_it_ended(capsys):
    plain = Round(0, (), (EmittedToken(1, "Hi", Verdict.PLAIN, 0.5, None),), 0.0, 0.5)
    for finish in (Finish.END_OF_TEXT, Finish.MAX_TOKENS):
        summary = summarise([plain], finish, seconds=1.0, prompt_seconds=0.5, prompt_tokens=3, reused_tokens=0)
        out = io.StringIO()
        printer = TextPrinter(out, colour=False)
        printer.round(plain)
        printer.summary(summary, [])
        assert out.getvalue() == "Hi\n"
        assert capsys.readouterr().err == statistics_line(summary) + "\n"
