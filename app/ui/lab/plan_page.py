"""The two forms that begin a run: a comparison, and the search for the best draft length."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.errors import DraftlightError, UsageError
from app.head_files import drafting_of
from app.lab.finder import size
from app.lab.parse import lengths_of, temperatures_of
from app.lab.plan import MOST_REPEATS, compare, find_length
from app.phrases import Phrase
from app.speculation.sampling import RuleName
from app.ui.controls import PickerBox, Switch, button, label
from app.ui.fitted_dialog import FittedScroll
from app.ui.lab.fields import Form, PairList, PromptsField, no_pair_yet
from app.ui.language import put_words, when_language_changes
from app.ui.models.list_page import Told
from app.ui.option_controls import ChoiceOption, DecimalOption, NumberOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.lab.plan import Plan
    from app.options import PairFiles
    from app.ui.appearance import Appearance
    from app.ui.language import Words
    from app.ui.preferences import Preferences
    from app.ui.theme import Theme

_MOST_TOKENS = 4096


class PlanPage(QWidget):
    """A form in a scroll area, and under it how many replies that makes and the button that starts them.

    Signals:
        start_requested (Plan).
    """

    start_requested = Signal(object)

    def __init__(self, name: str, look: Appearance, preferences: Preferences, explanation: Words) -> None:
        super().__init__()
        self._preferences = preferences
        self._look = look
        self.told = Told(f"{name}_told")
        self._form = Form()
        self._count = label("", "muted", wrap=True)
        self._count.setObjectName(f"{name}_count")
        self._start = button(lambda: self.tr("Start"), "primary", f"{name}_start")
        self._start.clicked.connect(self._on_start)
        inside = QWidget()
        inside.setProperty("kind", "details")
        column = QVBoxLayout(inside)
        column.setContentsMargins(2, 0, 12, 0)
        column.addWidget(label(explanation, "muted", wrap=True))
        column.addLayout(self._form)
        column.addStretch(1)
        scroll = FittedScroll(inside)
        put_words(scroll.setAccessibleName, lambda: self.tr("What is measured"))
        foot = QHBoxLayout()
        foot.addWidget(self._count, 1)
        foot.addWidget(self._start)
        page = QVBoxLayout(self)
        page.setContentsMargins(22, 18, 22, 16)
        page.addWidget(scroll, 1)
        page.addWidget(self.told)
        page.addLayout(foot)
        self._busy = False
        self._speed_of: Callable[[PairFiles], float | None] = lambda _pair: None
        when_language_changes(self, self.count)

    def plan(self) -> Plan:
        """Return what the form asks for.

        Raises:
            DraftlightError: that is nothing that can be run.
        """
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for switch in self.findChildren(Switch):
            switch.set_theme(theme)

    def set_running(self, running: bool) -> None:
        """Let nothing else be started while the lab is at work."""
        self._busy = running
        self._start.setEnabled(not running)
        self.count()

    def count(self) -> None:
        """Say how many replies the form makes."""
        if self._busy:
            self._count.setText(self.tr("The lab is at work: see Runs"))
            return
        try:
            plan = self.plan()
            number = size(plan)
            told = self.product(plan, number)
        except DraftlightError:
            self._count.setText("")
        else:
            self._count.setText(f"{told} · {self._time(plan, number)}")

    def know_speeds(self, speed_of: Callable[[PairFiles], float | None]) -> None:
        """Take what tells the seconds of one token of a pair, None where they are not known."""
        self._speed_of = speed_of
        self.count()

    def product(self, plan: Plan, number: int) -> str:
        """Return how many replies a plan makes, and how that number comes about."""
        raise NotImplementedError

    def _time(self, plan: Plan, number: int) -> str:
        """Return about how long a plan takes, if its replies are as long as they may be."""
        known = [self._speed_of(pair) for pair in plan.pairs]
        seconds = [one for one in known if one is not None]
        if not seconds or len(seconds) < len(known):
            return self.tr("how long it takes is not known until the pair was loaded once")
        minutes = max(1, round(number * plan.tokens * sum(seconds) / len(seconds) / 60))
        if minutes == 1:
            return self.tr("about a minute at plain speed")
        return self.tr("about {minutes} minutes at plain speed").format(minutes=minutes)

    def _common(self) -> dict[str, object]:
        """What every plan takes from the settings."""
        sampling = dataclasses.replace(self._preferences.reply_options().sampling, seed=None, logit_bias=())
        return {"sampling": sampling, "loading": self._preferences.load_options()}

    def offer(self, pairs: Sequence[PairFiles]) -> None:
        """Have pairs to choose from."""
        raise NotImplementedError

    @Slot()
    def _on_start(self) -> None:
        self.told.say("")
        try:
            self.start_requested.emit(self.plan())
        except DraftlightError as error:
            self.told.fail(error)


class ComparePage(PlanPage):
    """Pairs, drafters, draft lengths, rules and temperatures, all combined."""

    def __init__(self, look: Appearance, preferences: Preferences) -> None:
        super().__init__(
            "compare",
            look,
            preferences,
            lambda: self.tr(
                "Every combination writes replies to every prompt, in an order that favours none, and is compared with "
                "plain decoding of the same prompt."
            ),
        )
        theme = look.theme
        self.pairs = PairList()
        self._lookup = Switch(lambda: self.tr("also copying from the text so far"), theme)
        self._lookup.setObjectName("lab_lookup")
        self._lengths = _line("lab_lengths", "1, 2, 4, 8, auto")
        self._temperatures = _line("lab_temperatures", "0, 0.8")
        self._rules = _rules(both=True)
        self.prompts = PromptsField("compare", theme, ("story", "code"))
        self._repeats = NumberOption(1, MOST_REPEATS)
        self._tokens = NumberOption(1, _MOST_TOKENS, step=16)
        self._repeats.put(1)
        self._tokens.put(100)
        form = self._form
        form.add(lambda: self.tr("&Pairs"), self.pairs)
        form.add(
            lambda: self.tr("Drafters"),
            self._lookup,
            lambda: self.tr("Each pair's own drafter, and beside it what needs none."),
        )
        form.add(
            lambda: self.tr("Draft &lengths"), self._lengths, lambda: self.tr("1 to 16 and auto, separated by commas.")
        )
        form.add(lambda: self.tr("&Temperatures"), self._temperatures, lambda: self.tr("Separated by commas."))
        form.add(lambda: self.tr("&Rules"), self._rules)
        form.add(lambda: self.tr("Pr&ompts"), self.prompts)
        form.add(lambda: self.tr("R&epeats"), self._repeats)
        form.add(lambda: self.tr("Tokens a reply, at most"), self._tokens)
        for edited in (self._lengths.textChanged, self._temperatures.textChanged, self._rules.edited,
                       self._repeats.edited, self._tokens.edited, self._lookup.toggled,
                       self.pairs.changed, self.prompts.changed):  # fmt: skip
            edited.connect(self.count)
        self.prompts.failed.connect(self.told.fail)

    def offer(self, pairs: Sequence[PairFiles]) -> None:
        """Have pairs to choose from."""
        self.pairs.offer(pairs)
        self.count()

    def plan(self) -> Plan:
        return compare(
            self.pairs.chosen(),
            self.prompts.prompts(),
            lengths=lengths_of(self._lengths.text()),
            temperatures=temperatures_of(self._temperatures.text()),
            rules=self._rules.get(),  # type: ignore[arg-type]
            lookups=(False, True) if self._lookup.isChecked() else (False,),
            repeats=self._repeats.value(),
            tokens=self._tokens.value(),
            **self._common(),  # type: ignore[arg-type]
        )

    def product(self, plan: Plan, number: int) -> str:
        pairs, temperatures = len(plan.pairs), len({one.temperature for one in plan.cases})
        each, left = divmod(len(plan.cases), pairs * temperatures)
        if left:  # greedy decoding is both rules, and heads draft no more than they can
            cases = self.tr("{number} cases").format(number=len(plan.cases))
        elif each - 1 == len(lengths_of(self._lengths.text())):
            cases = _many(each - 1, _text("1 draft length and plain"), _text("{number} draft lengths and plain"))
        else:
            cases = _many(each - 1, _text("1 way to draft and plain"), _text("{number} ways to draft and plain"))
        factors = [_many(pairs, _text("1 pair"), _text("{number} pairs"))] if pairs > 1 and not left else []
        factors.append(f"({cases})")
        if not left:
            factors.append(_many(temperatures, _text("1 temperature"), _text("{number} temperatures")))
        factors.append(_many(len(plan.prompts), _text("1 prompt"), _text("{number} prompts")))
        factors.append(_many(plan.repeats, _text("1 repeat"), _text("{number} repeats")))
        return self.tr("{number} replies = {product}").format(number=number, product=" × ".join(factors))

    def focus_first(self) -> None:
        """Begin with the pairs."""
        self.count()
        self.pairs.focus_first()


class FindPage(PlanPage):
    """One pair; lengths 1 to 16 are tried and the slower half is given up again and again."""

    def __init__(self, look: Appearance, preferences: Preferences) -> None:
        super().__init__(
            "find",
            look,
            preferences,
            lambda: self.tr(
                "All draft lengths from 1 to 16 run once, the slower half is given up, the rest runs again, until one "
                "is left: what is close is measured most. Speeds are compared with plain decoding of the same prompt."
            ),
        )
        self._pairs: list[PairFiles] = []
        self._pair = PickerBox()
        self._pair.setObjectName("find_pair")
        self._temperature = DecimalOption(0, 2, 0.1, lambda: self.tr("0 (greedy)"))
        self._temperature.put(preferences.settings.temperature)
        self._rule = _rules(both=False)
        self.prompts = PromptsField("find", look.theme, ("story", "code"))
        self._tokens = NumberOption(1, _MOST_TOKENS, step=16)
        self._tokens.put(64)
        form = self._form
        form.add(lambda: self.tr("&Pair"), self._pair)
        self._none = label(no_pair_yet, "muted", wrap=True)
        form.addWidget(self._none, form.rowCount(), 1)
        form.add(lambda: self.tr("&Temperature"), self._temperature)
        form.add(lambda: self.tr("&Rule"), self._rule)
        form.add(lambda: self.tr("Pr&ompts"), self.prompts)
        form.add(lambda: self.tr("Tokens a reply, at most"), self._tokens)
        self._tokens.edited.connect(self.count)
        self.prompts.changed.connect(self.count)
        self.prompts.failed.connect(self.told.fail)

    def offer(self, pairs: Sequence[PairFiles]) -> None:
        """Have pairs to choose from."""
        for pair in pairs:
            if drafting_of(pair).most and pair not in self._pairs:
                self._pairs.append(pair)
                self._pair.addItem(pair.name)
        self._none.setVisible(not self._pairs)
        self.count()

    def plan(self) -> Plan:
        if not self._pairs:
            raise UsageError(detail=Phrase("Choose a pair that has a drafter"))
        return find_length(
            self._pairs[self._pair.currentIndex()],
            self.prompts.prompts(),
            temperature=self._temperature.get(),
            rule=self._rule.get()[0],  # type: ignore[index]
            tokens=self._tokens.value(),
            **self._common(),  # type: ignore[arg-type]
        )

    def product(self, plan: Plan, number: int) -> str:
        told = self.tr(
            "{number} replies: {lengths} draft lengths, halved {times} times, and plain, × {prompts} prompts"
        )
        times, prompts = plan.repeats - 1, len(plan.prompts)
        return told.format(number=number, lengths=len(plan.cases) - 1, times=times, prompts=prompts)

    def focus_first(self) -> None:
        """Begin with the pair."""
        self.count()
        self._pair.setFocus()


def _line(name: str, text: str) -> QLineEdit:
    line = QLineEdit(text)
    line.setObjectName(name)
    return line


def _rules(*, both: bool) -> ChoiceOption:
    def choices() -> list[tuple[str, object]]:
        each: list[tuple[str, object]] = [
            (_text("ratio"), (RuleName.RATIO,)),
            (_text("coupled"), (RuleName.COUPLED,)),
        ]
        return [*each, (_text("both"), tuple(RuleName))] if both else each

    return ChoiceOption(choices)


def _many(number: int, one: str, many: str) -> str:
    return one if number == 1 else many.format(number=number)


def _text(source: str) -> str:
    return QCoreApplication.translate("lab", source)
