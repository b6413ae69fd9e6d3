"""What charts show, whichever library draws them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .answer import Answer
    from .battle import Battle, Count
    from .distribution import Distribution
    from .field import Field, RankedNumbers

# counts are drawn up to the last with at least this P(at least k)
_NEGLIGIBLE = 0.0005
# sides `a` and `b`, and what is neither, in colours that the colour-blind tell apart
A, B, NEITHER = "#2563eb", "#d97706", "#9ca3af"
# cells of a heat map with up to this many rows and columns have their values
MOST_VALUES = 16
# letters in a line of the name of a bar
_LETTERS = 45
# units in bars
_MOST_BARS = 30
# the ends of the interval of 90 % of results
ENDS = (0.05, 0.95)


def counts(quantity: Distribution) -> NDArray[np.int64]:
    """Returns the counts that a chart shows, from 0."""
    return np.arange(int(np.flatnonzero(quantity.at_least >= _NEGLIGIBLE).max(initial=0)) + 1)


def leading(answer: Answer) -> Distribution:
    """Returns the quantity that stands for an answer among others."""
    return answer[answer.leading[0]]


def axis_label(quantity: Distribution) -> str:
    """Returns the name of a quantity with its unit."""
    label, unit = quantity.label, quantity.unit
    return label if unit in label else f"{label}, {unit}"


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def numeric_axis(answers: Sequence[Answer]) -> str | None:
    """Returns the list of numbers with the most values; ``None`` without one, and for options."""
    axes = list(answers[0].case) if answers and not answers[0].option else []
    numeric = [axis for axis in axes if all(_is_number(one.case.get(axis)) for one in answers)]
    return max(numeric, key=lambda axis: len({one.case[axis] for one in answers}), default=None)


def lines(answers: Sequence[Answer], axis: str) -> dict[str, list[Answer]]:
    """Returns the answers over a list of numbers, by the values of all other lists."""
    found: dict[str, list[Answer]] = {}
    for one in answers:
        others = [words.setting(*pair) for pair in one.case.items() if pair[0] != axis]
        found.setdefault(", ".join(others), []).append(one)
    return found


def title_and_names(answers: Sequence[Answer]) -> tuple[str, list[str]]:
    """Returns what the names of all answers begin or end with, and the rest of each name."""
    names = [one.option or words.about(one) for one in answers]
    start = answers[0].subject if len({one.subject for one in answers}) == 1 else ""
    end = answers[0].subject.rpartition(" → ")[2]
    is_shared = not start and all(one.subject.endswith(f" → {end}") for one in answers)
    if is_shared:
        names = [name.replace(f" → {end}", "") for name in names]
    names = [name.removeprefix(start).removeprefix(", ") or name for name in names]
    return f"→ {end}" if is_shared else start, [fill(name, _LETTERS) for name in names]


def ranked(field: Field) -> RankedNumbers:
    """Returns the first units of an answer with a number for each."""
    numbers = field._numbers()
    return numbers._replace(names=numbers.names[:_MOST_BARS], values=numbers.values[:_MOST_BARS])


class Outcome(NamedTuple):
    """Battles in which one army, or neither, is ahead."""

    # where the difference of points is theirs
    where: NDArray[np.bool_]
    colour: str
    label: str


def armies(battle: Battle) -> tuple[str, str]:
    """Returns the names of both armies, with the letters of their sides if they are the same."""
    a, b = battle.armies
    return (a, b) if a != b else (f"{a} (a)", f"{b} (b)")


def outcomes(battle: Battle) -> tuple[Count, tuple[Outcome, ...]]:
    """Returns the difference of points, and which army is ahead where."""
    a, b = armies(battle)
    difference, wins = battle.quantities["difference"], battle.events
    drawn = f"equal points; draw {words.percent(wins['draw'].p)}"
    return difference, (
        Outcome(difference.values > 0, A, f"{a} wins {words.percent(wins['a_wins'].p)}"),
        Outcome(difference.values == 0, NEITHER, drawn),
        Outcome(difference.values < 0, B, f"{b} wins {words.percent(wins['b_wins'].p)}"),
    )
