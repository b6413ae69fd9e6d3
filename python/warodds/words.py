"""The line that stands for an answer: the units and the numbers that matter most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .answer import Answer
    from .battle import Battle
    from .distribution import Distribution
    from .field import Comparison, Field, Matrix

# numbers in a line
NUMBERS = 3
# letters of the name of a field in titles
MOST_LETTERS = 80
# mean wounds of the attacker below this are left out: they would round to 0.00
MIN_OWN_WOUNDS = 0.005


def percent(p: float) -> str:
    """Formats a probability: ``61.3 %``. Only certain events are 0 and 100 %."""
    if p in (0.0, 1.0):
        return f"{p * 100:.0f} %"
    return "<0.1 %" if p < 0.0005 else ">99.9 %" if p >= 0.9995 else f"{p * 100:.1f} %"


def interval(distribution: Distribution) -> str:
    """Formats the counts that 90 % of results lie in: ``90 % interval 1–9``."""
    return f"90 % interval {distribution.quantile(0.05)}–{distribution.quantile(0.95)}"


def method(answer: Answer | Field) -> str:
    """Returns the engine, with the number of trials if it rolled any."""
    trials = answer.trials
    return answer.engine if trials is None else f"{answer.engine}, {trials:,} trials"


def setting(axis: str, value: object) -> str:
    """Formats a value of a list: ``dice 8``; ``charge`` and ``no charge``."""
    name = axis.replace("_", " ")
    return {True: name, False: f"no {name}"}[value] if isinstance(value, bool) else f"{name} {value}"


def title(field: Field) -> str:
    """Returns the name of a field; that of many units is too long for a title."""
    return field.name if len(field.name) <= MOST_LETTERS else f"{field.name[:MOST_LETTERS]}…"


def about(answer: Answer) -> str:
    """Returns the units of an answer, and what distinguishes it from the others of its question."""
    subject = answer.subject if answer.subject != answer.kind else ""
    if answer.option:
        return ", ".join(part for part in (subject, answer.option) if part)
    # names of units are in the subject, and its own words are clearer than the axis of a list
    case = [setting(*one) for one in answer.case.items() if f"{one[1]}" not in subject]
    return ", ".join(part for part in (subject or answer.name, *case) if part)


def own_wounds(answer: Answer) -> float | None:
    """Returns the mean wounds of the attacker itself; ``None`` if they are negligible."""
    own = answer.quantities.get("own_wounds")
    return None if own is None or own.mean() < MIN_OWN_WOUNDS else own.mean()


def numbers(answer: Answer) -> list[str]:
    """Returns the leading means, the attacker's own wounds and the first possible events."""
    leading = [answer.quantities[name] for name in answer.leading]
    found = [f"{one.label} {one.mean():.4g}" for one in leading]
    if len(leading) == 1:
        found = [f"{found[0]} ({interval(leading[0])})"]
    own = own_wounds(answer)
    if own is not None and found:
        found.append(f"own wounds {own:.4g}")
    events = [one for one in answer.events.values() if one.p > 0]
    return [*found, *(f"{one.label} {percent(one.p)}" for one in events)][:NUMBERS]


def answer(answer: Answer) -> str:
    """Describes an answer: ``attack A → B: wounds 2.55 (90 % interval 0–6), … (exact)``."""
    found = ", ".join(numbers(answer)) if answer.leading else "no result"
    return f"<{answer.kind} {about(answer)}: {found} ({method(answer)})>"


def matrix(matrix: Matrix) -> str:
    """Describes a matrix: its size, the mean of its values, the lowest and the highest."""
    values = matrix.mean
    size = f"{len(matrix.attackers)} attackers × {len(matrix.defenders)} defenders"
    if not np.isfinite(values).any():
        return f"<matrix of {size}: no result ({method(matrix)})>"

    def cell(index: np.intp) -> str:
        row, column = np.unravel_index(index, values.shape)
        units = f"{matrix.attackers[row]} → {matrix.defenders[column]}"
        return f"{values[row, column]:.4g} ({units})"

    low, high = cell(np.nanargmin(values)), cell(np.nanargmax(values))
    mean = f"{matrix.what} {np.nanmean(values):.4g}, from {low} to {high}"
    return f"<matrix of {size}: {mean} ({method(matrix)})>"


def comparison(comparison: Comparison) -> str:
    """Describes a comparison: the mean difference, and how often either unit is better."""
    a, b = comparison.attackers
    counts, difference = comparison.better, comparison.mean_difference
    mean = "no result" if difference is None else f"difference {difference:+.4g} {comparison.what}"
    better = f"{a} better against {counts['a']}, {b} against {counts['b']}"
    return f"<compare {a} v {b}: {mean}, {better} of {sum(counts.values())} ({method(comparison)})>"


def ranked(field: Field, names: Sequence[str], values: Iterable[float | None], what: str) -> str:
    """Describes an answer with a number for each of several units, the first three of them."""
    pairs = [f"{name} {value:.4g}" for name, value in zip(names, values) if value is not None]
    more = f", {len(pairs) - NUMBERS} more" if len(pairs) > NUMBERS else ""
    found = ", ".join(pairs[:NUMBERS]) + more if pairs else "no result"
    return f"<{field.kind} {title(field)}: {what}: {found} ({method(field)})>"


def battle(battle: Battle) -> str:
    """Describes battles: how often either army wins, and the points of both."""
    a, b = battle.armies
    wins, points = battle.events, battle.quantities
    chances = f"{a} wins {percent(wins['a_wins'].p)}, {b} wins {percent(wins['b_wins'].p)}"
    score = f"points {points['a_points'].mean:.4g} : {points['b_points'].mean:.4g}"
    return f"<battle {a} v {b}: {chances}, {score} ({battle.games} battles)>"
