from __future__ import annotations

import dataclasses
import random

import pytest

from app.ui.reading.blocks import Atom, Block, BlockKind, Look, Opening, Run
from app.ui.reading.markdown import opens, sections_of
from app.ui.reading.stream import ReadingStream

PAGE = """# A *lamp*

The **lamp** burns `all night` and [a link](https://example.org/x "t"), ~~not~~ that.
Second line with $a_1 * b_2$ and \\(x_1\\), costs $5 or $6.

1. one
2. two
   - nested **deep**

   ```python
   def f(x):

       return x
   ```
3. three

> quoted *words*
> > deeper

| head | two |
|---|---|
| a | **b** |
| c | d |

```c
int main(void) {
    return 0;  /* é 🦊 你好 */
}
```

$$
x_1 = *y*
$$

---
<b>raw</b> <img src="http://x/y.png"> ![picture](http://x/y.png) [local](file:///etc/passwd)

שלום עולם, مرحبا. e\u0301 👩\u200d👩
"""


class Page:
    """A sink that keeps what was written, and how much was taken away again."""

    def __init__(self) -> None:
        self.settled: list[Atom] = []
        self.open: list[Atom] = []
        self.cuts: list[int] = []

    def cut(self, index: int) -> None:
        assert index < len(self.open)
        self.cuts.append(sum(len(one.text) for one in self.open[index:] if isinstance(one, Run)))
        del self.open[index:]

    def grow(self, run: Run) -> None:
        last = self.open[-1]
        assert isinstance(last, Run)
        assert (last.look, last.href) == (run.look, run.href)
        self.open[-1] = dataclasses.replace(last, text=last.text + run.text)

    def write(self, atoms) -> None:
        self.open += atoms

    def settle(self, count: int) -> None:
        assert count <= len(self.open)
        self.settled += self.open[:count]
        del self.open[:count]

    @property
    def atoms(self) -> list[Atom]:
        return merged([*self.settled, *self.open])

    @property
    def text(self) -> str:
        return "".join(
            "\n" if isinstance(one, Opening) else one.text for one in self.atoms if not isinstance(one, Block)
        )


def merged(atoms: list[Atom]) -> list[Atom]:
    """Return the atoms with runs of one look as one: where they are parted depends on when they came."""
    result: list[Atom] = []
    for one in atoms:
        last = result[-1] if result else None
        alike = isinstance(one, Run) and isinstance(last, Run) and one.told is None and last.told is None
        if alike and (one.look, one.href) == (last.look, last.href):
            result[-1] = dataclasses.replace(last, text=last.text + one.text)
        else:
            result.append(one)
    return result


def read(source: str, thoughts_open: bool = False) -> Page:
    page = Page()
    ReadingStream(page, thoughts_open).feed(source, final=True)
    return page


def streamed(source: str, sizes, thoughts_open: bool = False) -> Page:
    page = Page()
    stream = ReadingStream(page, thoughts_open)
    at = 0
    for size in sizes:
        assert stream.feed(source[at : at + size])
        at += size
        if at >= len(source):
            break
    assert stream.feed("", final=True)
    return page


def blocks(source: str) -> list[Block]:
    return [block for section in sections_of(source) for block in section.blocks]


@pytest.mark.parametrize("seed", range(6))
def test_a_page_that_grows_is_the_page_that_is_read_at_once(seed):
    rng = random.Random(seed)
    page = streamed(PAGE, (rng.randint(1, 40) for _ in range(10_000)))
    assert page.atoms == read(PAGE).atoms


def test_each_character_may_come_alone():
    assert streamed(PAGE, (1 for _ in range(10_000))).atoms == read(PAGE).atoms


def test_thoughts_are_told_from_the_answer_wherever_they_are_cut():
    source = "<think>\nIs *it* a lamp?\n\nYes.\n</think>\n\nA **lamp**."
    whole = read(source, thoughts_open=True)
    assert [one.shape.faint for one in whole.atoms if isinstance(one, Opening)] == [False, True, True, False]
    for size in (1, 2, 3, 7, 50):
        assert streamed(source, (size for _ in range(100)), thoughts_open=True).atoms == whole.atoms
        closed = streamed(source, (size for _ in range(100)))
        assert "Is it" not in closed.text
        assert closed.text.endswith("A lamp.")


def test_a_thought_without_a_beginning_is_read_again_from_the_start():
    page = Page()
    stream = ReadingStream(page, thoughts_open=True)
    assert stream.feed("Is it a lamp? </thi")
    assert not stream.feed("nk>\n\nYes.")
    assert "Is it" not in read("Is it a lamp? </think>\n\nYes.").text


def test_long_code_is_written_once():
    source = "```python\n" + "".join(f"    line_{n} = {n}\n" for n in range(3000)) + "```\nAnd then."
    page = streamed(source, (120 for _ in range(2000)))
    assert page.atoms == read(source).atoms
    assert len(page.open) < 8
    assert max(page.cuts, default=0) < 200


def test_a_long_paragraph_is_written_once():
    source = "The lamp **burns** all night, and `gathers` its light. " * 500
    page = streamed(source, (100 for _ in range(2000)))
    assert page.text == read(source).text
    assert max(page.cuts) < 2000
    assert sum(isinstance(one, Opening) for one in page.atoms) == 1
    assert sum(len(one.text) for one in page.open if isinstance(one, Run)) < 2200


def test_a_long_list_is_settled_item_by_item():
    source = "".join(f"{n}. item **{n}**\n" for n in range(1, 400))
    page = streamed(source, (30 for _ in range(2000)))
    assert page.atoms == read(source).atoms
    assert len(page.open) < 12


def test_nothing_in_a_reply_is_trusted():
    runs = [run for block in blocks(PAGE) for run in block.runs]
    assert {run.href for run in runs if run.href} == {"https://example.org/x", "http://x/y.png", "copy:"}
    text = "".join(run.text for run in runs)
    assert "<b>raw</b> <img src=" in text
    assert "[local](file:///etc/passwd)" in text


@pytest.mark.parametrize(
    "href",
    ["file:///etc/passwd", "javascript:alert(1)", "ftp://x/y", "/etc/passwd", "x", "http://", "smb://x", "http://["],
)
def test_only_the_web_and_mail_open(href):
    assert not opens(href)
    assert not any(run.href == href for block in blocks(f"[x]({href})") for run in block.runs)


def test_addresses_in_the_text_are_links():
    runs = [run for block in blocks("See https://example.org/a_b?c=d. Or (http://x.org).") for run in block.runs]
    assert [run.href for run in runs if run.href] == ["https://example.org/a_b?c=d", "http://x.org"]


def test_math_is_text_and_not_emphasis():
    looks = {run.text: run.look for block in blocks(PAGE) for run in block.runs}
    assert looks["$a_1 * b_2$"] is Look.MATH
    assert looks["$x_1$"] is Look.MATH
    assert any("costs $5 or $6." in text and look is Look.PLAIN for text, look in looks.items())


def test_a_table_has_its_rows():
    (table,) = [block for block in blocks(PAGE) if block.shape.kind is BlockKind.TABLE]
    assert [["".join(run.text for run in cell) for cell in row] for row in table.rows] == [
        ["head", "two"],
        ["a", "b"],
        ["c", "d"],
    ]


BITS = ("a", "b ", "**", "*", "_", "`", "```", "```py\n", "\n", "\n\n", "- ", "1. ", "  ", "    ", "> ", "| a | b |\n",
        "|---|---|\n", "# ", "~~", "[x](http://a.b)", "![", "](", "$", "\\(", "\\)", "<b>", "🦊", "é", "\t", "---\n",
        "http://x.y/z ", "\r", "\r\n", "\0")  # fmt: skip


@pytest.mark.parametrize("seed", range(120))
def test_any_text_may_come_in_any_parts(seed):
    rng = random.Random(seed)
    source = "".join(rng.choice(BITS) for _ in range(rng.randint(1, 60)))
    page = streamed(source, (rng.randint(1, 12) for _ in range(1000)))
    assert page.atoms == read(source).atoms
