"""Do counts come from given probabilities? Pearson's chi-square test, with small cells pooled."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# The usual bound below which the statistic does not follow its distribution.
_LEAST_EXPECTED = 5.0
_PRECISION = 1e-14
_MOST_STEPS = 100_000
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Fit:
    """How well counts fit probabilities.

    Attributes:
        statistic: the sum of (observed - expected)^2 / expected over the cells.
        degrees: cells - 1.
        p_value: the chance of counts that fit no better, if they do come from these probabilities.
    """

    statistic: float
    degrees: int
    p_value: float


def fit_counts(observed: Mapping[int, int], probs: Mapping[int, float]) -> Fit:
    """Test counts of outcomes against their probabilities (which sum to 1).

    Outcomes that are expected fewer than five times form one cell together. An outcome whose probability is 0 fits
    nothing: the p-value is 0. With one cell there is nothing to test: the p-value is 1.
    """
    draws = sum(observed.values())
    if any(count and probs.get(outcome, 0.0) <= 0.0 for outcome, count in observed.items()):
        return Fit(math.inf, max(1, len(probs) - 1), 0.0)
    cells: list[tuple[float, float]] = []
    rest_observed = rest_expected = 0.0
    for outcome, prob in probs.items():
        if prob * draws >= _LEAST_EXPECTED:
            cells.append((observed.get(outcome, 0), prob * draws))
        else:
            rest_observed += observed.get(outcome, 0)
            rest_expected += prob * draws
    if rest_expected >= _LEAST_EXPECTED or (rest_expected and not cells):
        cells.append((rest_observed, rest_expected))
    elif rest_expected:
        # Too few for a cell of their own: they join the smallest.
        smallest = min(range(len(cells)), key=lambda place: cells[place][1])
        cells[smallest] = (cells[smallest][0] + rest_observed, cells[smallest][1] + rest_expected)
    statistic = sum((count - expected) ** 2 / expected for count, expected in cells)
    degrees = len(cells) - 1
    return Fit(statistic, degrees, chi_square_tail(statistic, degrees) if degrees else 1.0)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-square variable with so many degrees of freedom is at least `statistic`.

    That is the regularised upper incomplete gamma function Q(degrees / 2, statistic / 2): by its series below the
    hill, by its continued fraction above (Abramowitz and Stegun, 6.5.29 and 6.5.31).
    """
    shape, x = degrees / 2.0, statistic / 2.0
    if x <= 0.0:
        return 1.0
    if math.isinf(x):
        return 0.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1.0:
        return max(0.0, 1.0 - front * _series(shape, x))
    return min(1.0, front * _fraction(shape, x))


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for step in range(1, _MOST_STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Evaluate 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - ...))) by Lentz's method."""
    below = x + 1.0 - shape
    numerator, denominator = 1.0 / _TINY, 1.0 / below
    value = denominator
    for step in range(1, _MOST_STEPS):
        factor = -step * (step - shape)
        below += 2.0
        denominator = 1.0 / _nonzero(factor * denominator + below)
        numerator = _nonzero(below + factor / numerator)
        change = denominator * numerator
        value *= change
        if abs(change - 1.0) < _PRECISION:
            break
    return value


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
