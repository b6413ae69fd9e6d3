"""Charts of answers with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, Any

import numpy as np

from . import chart_data, words
from .answer import Answer, Campaign
from .answers import Answers
from .battle import Battle
from .chart_data import ENDS, MOST_VALUES, NEITHER, A, B
from .field import Comparison, Field, Matrix

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _axes(ax: Axes | None, width: float = 6.4, height: float = 4.0) -> Axes:
    import matplotlib.pyplot as plt

    return ax or plt.subplots(figsize=(width, height), layout="constrained")[1]


@singledispatch
def draw(answer: object, ax: Axes | None = None) -> Axes:
    """Draws the chart that fits the class of an answer."""
    raise TypeError(f"{type(answer).__name__} has no chart")


@draw.register(Answer)
def _answer(answer: Answer, ax: Axes | None = None) -> Axes:
    """Draws P(exactly k) as bars and P(at least k) as a line, for each leading quantity."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    ax = _axes(ax)
    leading = [answer.quantities[name] for name in answer.leading]
    width = 0.8 / max(len(leading), 1)
    for number, quantity in enumerate(leading):
        k = chart_data.counts(quantity)
        x = k + (number - (len(leading) - 1) / 2) * width
        label = f"{quantity.label}: {quantity.mean():.2f} on average"
        colour = (A, B, NEITHER)[number % 3]
        ax.bar(x, quantity.pmf[k], width, alpha=0.6, label=label, color=colour)
        ax.plot(k, quantity.at_least[k], marker=".", color=colour)
        ax.axvline(quantity.mean(), color=colour, linestyle=":", linewidth=1)
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_ylabel("bars: exactly, line: at least")
    ax.set_xlabel(leading[0].unit if leading else "")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(words.about(answer), fontsize="medium")
    if leading:
        ax.legend(loc="upper right", fontsize="small")
    return ax


@draw.register(Answers)
def _answers(answers: Answers, ax: Axes | None = None) -> Axes:
    """Draws the leading mean over a list of numbers, with a line for each case of other lists;
    the means of other lists and of options as bars."""
    axis = chart_data.numeric_axis(answers)
    return _ranges(answers, ax) if axis is None else _sweep(answers, axis, ax)


def _sweep(answers: Sequence[Answer], axis: str, ax: Axes | None) -> Axes:
    """Draws means over a numeric axis, with the interval of 90 % of results."""
    ax = _axes(ax)
    lines = chart_data.lines(answers, axis)
    for number, (label, line) in enumerate(lines.items()):
        leading = [chart_data.leading(one) for one in line]
        x = [one.case[axis] for one in line]
        colour = f"C{number}"
        ax.plot(x, [one.mean() for one in leading], marker="o", color=colour, label=label or "mean")
        low, high = ([one.quantile(q) for one in leading] for q in ENDS)
        if len(lines) <= 2:
            band = "90 % of results" if len(lines) == 1 else None
            ax.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0, label=band)
    ax.set_ylim(bottom=0)
    ax.set_xlabel(axis.replace("_", " "))
    ax.set_ylabel(chart_data.axis_label(chart_data.leading(answers[0])))
    ax.set_title(answers[0].subject, fontsize="medium")
    ax.legend(fontsize="small")
    return ax


def _ranges(answers: Sequence[Answer], ax: Axes | None) -> Axes:
    """Draws the mean of each case as a bar, with the interval of 90 % of results."""
    title, names = chart_data.title_and_names(answers)
    ax = _axes(ax, 7.5, 1.4 + 0.2 * sum(1.5 + name.count("\n") for name in names))
    leading = [chart_data.leading(one) for one in answers]
    y = np.arange(len(answers))
    means = np.array([one.mean() for one in leading])
    ends = np.array([[one.quantile(q) for one in leading] for q in ENDS])
    errors = np.abs(ends - means)
    ax.barh(y, means, color=A, alpha=0.7)
    ax.errorbar(means, y, xerr=errors, fmt="none", ecolor="black", elinewidth=1, capsize=3)
    ax.set_yticks(y, names)
    ax.invert_yaxis()
    ax.set_xlim(left=0)
    ax.set_xlabel(f"{leading[0].label}: mean, and 90 % of results as lines")
    ax.set_title(title, fontsize="medium")
    return ax


@draw.register(Matrix)
def _matrix(matrix: Matrix, ax: Any = None) -> Any:
    """Draws a heat map of mean wounds, or of mean wounds left after duels."""
    rows, columns = matrix.mean.shape
    # room for the names of units beside and below the cells
    beside, below = (max(map(len, names), default=0) for names in (matrix.attackers, matrix.defenders))
    ax = _axes(ax, 2 + columns / 2.2 + beside / 12, 1.2 + rows / 3 + below / 11)
    image = ax.imshow(matrix.mean, aspect="auto", cmap="viridis")
    ax.set_xticks(range(columns), matrix.defenders, rotation=90)
    ax.set_yticks(range(rows), matrix.attackers)
    if max(rows, columns) <= MOST_VALUES:
        for (row, column), value in np.ndenumerate(matrix.mean):
            if np.isfinite(value):
                colour = "white" if image.norm(value) < 0.6 else "black"
                text = f"{value:.1f}"
                ax.text(column, row, text, ha="center", va="center", color=colour, size="small")
    ax.figure.colorbar(image, ax=ax, label=matrix.what)
    ax.set_title(words.title(matrix), fontsize="medium")
    return ax


@draw.register(Comparison)
def _comparison(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Draws the mean wounds of both units against each defender, joined by a line."""
    columns = comparison.columns()
    ax = _axes(ax, height=1.4 + 0.3 * len(columns["defender"]))
    y = np.arange(len(columns["defender"]))
    a, b = (np.array(columns[f"{side}_mean_wounds"], dtype=float) for side in "ab")
    ax.hlines(y, np.minimum(a, b), np.maximum(a, b), color=NEITHER, linewidth=2, zorder=1)
    for values, colour, name in zip((a, b), (A, B), comparison.attackers):
        ax.scatter(values, y, color=colour, label=name, zorder=2)
    ax.set_yticks(y, columns["defender"])
    ax.invert_yaxis()
    ax.set_xlim(left=0)
    ax.set_xlabel("mean wounds")
    ax.set_title(words.title(comparison), fontsize="medium")
    ax.legend(fontsize="small")
    return ax


@draw.register(Field)
def _ranked(field: Field, ax: Axes | None = None) -> Axes:
    """Draws a number for each of several units as bars, in their order, of the first units."""
    names, values, what = chart_data.ranked(field)
    ax = _axes(ax, height=1.4 + 0.28 * len(names))
    ax.set_title(words.title(field), fontsize="medium")
    numbers = np.array([np.nan if value is None else value for value in values], dtype=float)
    y = np.arange(len(names))
    ax.barh(y, numbers, color=np.where(numbers < 0, B, A), alpha=0.8)
    ax.axvline(0, color=NEITHER, linewidth=1)
    ax.set_yticks(y, names)
    ax.invert_yaxis()
    ax.set_xlabel(what)
    return ax


@draw.register(Battle)
def _battle(battle: Battle, ax: Axes | None = None) -> Axes:
    """Draws the distribution of the difference of points, coloured by the army ahead."""
    from matplotlib.ticker import PercentFormatter

    ax = _axes(ax)
    a, b = chart_data.armies(battle)
    difference, outcomes = chart_data.outcomes(battle)
    for where, colour, label in outcomes:
        ax.bar(difference.values[where], difference.pmf[where], color=colour, label=label)
    ax.axvline(difference.mean, color="black", linestyle=":")
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(f"points of {a} minus points of {b}")
    ax.set_ylabel("share of battles")
    ax.set_title(f"{battle.title} ({battle.games:,} battles)", fontsize="medium")
    # room for the legend
    ax.set_ylim(top=1.35 * max(difference.pmf, default=1))
    ax.legend(fontsize="small", loc="upper left")
    return ax


@draw.register(Campaign)
def _campaign(campaign: Campaign, ax: Axes | None = None) -> Axes:
    """Draws the mean areas of each side by round."""
    from matplotlib.ticker import MaxNLocator

    ax = _axes(ax)
    course = campaign.course
    for (name, means), colour in zip(course.mean.items(), (A, B)):
        ax.plot(range(len(means)), means, marker=".", color=colour, label=name)
    chances = (f"{one.label} {words.percent(one.p)}" for one in campaign.events.values())
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(course.step)
    ax.set_ylabel(f"mean {course.what}")
    ax.set_title(f"{campaign.name}: {', '.join(chances)}", fontsize="medium")
    ax.legend(fontsize="small")
    return ax
