"""Charts of answers with Altair: as those with matplotlib, with the numbers under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any, cast

import altair as alt
import numpy as np

from . import chart_data, words
from .answer import Answer, Campaign
from .answers import Answers
from .battle import Battle
from .chart_data import ENDS, MOST_VALUES, NEITHER, A, B
from .field import Comparison, Field, Matrix

# pixels of a row with the name of a unit, and of the longest such name
_ROW, _NAME = 22, 320
# pixels of a chart without such rows
_SIZE = {"width": 420, "height": 260}
_MOST_TICKS = 12
_PERCENT = alt.Axis(format="%")


def _base(rows: list[dict[str, Any]]) -> alt.Chart:
    return alt.Chart(alt.Data(values=rows))


def _layered(*layers: alt.Chart, title: str, **sizes: Any) -> alt.LayerChart:
    chart = alt.layer(*layers).properties(title=title, **sizes)
    # of facets alone it would be another class
    return cast(alt.LayerChart, chart)


def _names(column: str, names: Sequence[str]) -> alt.Y:
    """Returns the axis of names in their order, one below the other."""
    axis = alt.Axis(labelLimit=_NAME, labelExpr="split(datum.label, '\\n')")
    return alt.Y(f"{column}:N", sort=list(names), title=None, axis=axis)


def _colour(column: str, domain: Sequence[str], colours: Sequence[str] = (A, B, NEITHER)) -> alt.Color:
    """Returns the colours of what a column names, which a legend above the chart explains."""
    scale = alt.Scale(domain=list(domain), range=list(colours[: len(domain)]))
    legend = alt.Legend(orient="top", direction="vertical", labelLimit=0)
    return alt.Color(f"{column}:N", scale=scale, title=None, legend=legend)


@singledispatch
def chart(answer: object) -> alt.LayerChart:
    """Returns the chart that fits the class of an answer."""
    raise TypeError(f"{type(answer).__name__} has no chart")


@chart.register(Answer)
def _answer(answer: Answer) -> alt.LayerChart:
    """P(exactly k) as bars and P(at least k) as a line, for each leading quantity."""
    leading = [answer.quantities[name] for name in answer.leading]
    labels = [f"{one.label}: {one.mean():.2f} on average" for one in leading]
    base = _base([
        {"of": label, "k": int(k), "exactly": one.pmf[k], "at least": one.at_least[k]}
        for label, one in zip(labels, leading)
        for k in chart_data.counts(one)
    ])
    base = base.encode(
        x=alt.X("k:O", title=leading[0].unit if leading else None, axis=alt.Axis(labelAngle=0)),
        color=_colour("of", labels),
        tooltip=["of:N", "k:O", *(alt.Tooltip(f"{p}:Q", format=".1%") for p in ("exactly", "at least"))],
    )
    bars = base.mark_bar(opacity=0.6).encode(
        alt.Y("exactly:Q", axis=_PERCENT, title="bars: exactly, line: at least"),
        **({"xOffset": alt.XOffset("of:N", sort=labels)} if len(labels) > 1 else {}),
    )
    line = base.mark_line(point=True).encode(alt.Y("at least:Q"))
    return _layered(bars, line, title=words.about(answer), **_SIZE)


@chart.register(Answers)
def _answers(answers: Answers) -> alt.LayerChart:
    """The leading mean over a list of numbers, a line for each case of other lists; the means of
    other lists and of options as bars."""
    axis = chart_data.numeric_axis(answers)
    return _ranges(answers) if axis is None else _sweep(answers, axis)


def _summary(answer: Answer) -> dict[str, float]:
    one = chart_data.leading(answer)
    low, high = (one.quantile(q) for q in ENDS)
    return {"mean": one.mean(), "low": low, "high": high}


_SUMMARY: list[Any] = [alt.Tooltip("mean:Q", format=".4"), "low:Q", "high:Q"]


def _sweep(answers: Answers, axis: str) -> alt.LayerChart:
    """Means over a numeric axis, with the interval of 90 % of results."""
    lines = chart_data.lines(answers, axis)
    base = _base([
        {"line": label or "mean", "x": one.case[axis], **_summary(one)}
        for label, line in lines.items()
        for one in line
    ])
    legend = alt.Legend(orient="top", symbolOpacity=1)
    colour = alt.Color("line:N", title=None, sort=list(lines), legend=legend)
    scale, values = alt.Scale(zero=False, nice=False), sorted({one.case[axis] for one in answers})
    # a tick for each number, while they have room
    ticks = alt.Axis(values=values) if len(values) <= _MOST_TICKS else alt.Axis()
    x = alt.X("x:Q", title=axis.replace("_", " "), scale=scale, axis=ticks)
    base = base.encode(x, color=colour)
    band = base.mark_area(opacity=0.15 if len(lines) <= 2 else 0)
    band = band.encode(alt.Y("low:Q"), alt.Y2("high:Q"))
    label = chart_data.axis_label(chart_data.leading(answers[0]))
    mean = base.mark_line(point=True).encode(alt.Y("mean:Q", title=label))
    mean = mean.encode(tooltip=["line:N", alt.Tooltip("x:Q", title=axis), *_SUMMARY])
    return _layered(band, mean, title=answers[0].subject, **_SIZE)


def _ranges(answers: Answers) -> alt.LayerChart:
    """The mean of each case as a bar, with the interval of 90 % of results."""
    title, names = chart_data.title_and_names(answers)
    base = _base([{"name": name, **_summary(one)} for name, one in zip(names, answers)])
    base = base.encode(_names("name", names), tooltip=["name:N", *_SUMMARY])
    label = f"{chart_data.leading(answers[0]).label}: mean, and 90 % of results as lines"
    bars = base.mark_bar(color=A, opacity=0.7).encode(alt.X("mean:Q", title=label))
    ends = base.mark_rule().encode(alt.X("low:Q"), alt.X2("high:Q"))
    height = alt.Step(_ROW * (1 + max(name.count("\n") for name in names)))
    return _layered(bars, ends, title=title, height=height)


@chart.register(Matrix)
def _matrix(matrix: Matrix) -> alt.LayerChart:
    """A heat map of mean wounds, or of mean wounds left after duels."""
    cells = [
        {"attacker": matrix.attackers[row], "defender": matrix.defenders[column], "mean": value}
        for (row, column), value in np.ndenumerate(matrix.mean)
        if np.isfinite(value)
    ]
    defenders = alt.X("defender:N", sort=list(matrix.defenders), title=None)
    defenders = defenders.axis(labelAngle=-90, labelLimit=_NAME)
    value = alt.Tooltip("mean:Q", title=matrix.what, format=".4")
    base = _base(cells).encode(defenders, _names("attacker", matrix.attackers))
    base = base.encode(tooltip=["attacker:N", "defender:N", value])
    scale = alt.Scale(scheme="viridis")
    layers = [base.mark_rect().encode(alt.Color("mean:Q", title=matrix.what, scale=scale))]
    if max(matrix.mean.shape) <= MOST_VALUES:
        low, high = np.nanmin(matrix.mean), np.nanmax(matrix.mean)
        is_dark = f"datum.mean < {low + 0.6 * (high - low)}"
        colour = alt.condition(is_dark, alt.value("white"), alt.value("black"))
        layers.append(base.mark_text().encode(alt.Text("mean:Q", format=".1f"), color=colour))
    sizes = {"width": alt.Step(32), "height": alt.Step(_ROW)}
    return _layered(*layers, title=words.title(matrix), **sizes)


@chart.register(Comparison)
def _comparison(comparison: Comparison) -> alt.LayerChart:
    """The mean wounds of both units against each defender, joined by a line."""
    columns = comparison.columns()
    defenders, a, b = (columns[name] for name in ("defender", "a_mean_wounds", "b_mean_wounds"))
    pairs = [{"defender": name, "a": one, "b": other} for name, one, other in zip(defenders, a, b)]
    names = _names("defender", defenders)
    lines = _base(pairs).mark_rule(color=NEITHER, strokeWidth=2)
    lines = lines.encode(names, alt.X("a:Q", title="mean wounds"), alt.X2("b:Q"))
    points = _base([
        {"defender": pair["defender"], "unit": unit, "mean": pair[side]}
        for pair in pairs
        for side, unit in zip("ab", comparison.attackers)
    ])
    points = points.mark_point(filled=True, opacity=1, size=60)
    points = points.encode(names, alt.X("mean:Q"), _colour("unit", comparison.attackers))
    points = points.encode(tooltip=["unit:N", "defender:N", alt.Tooltip("mean:Q", format=".4")])
    return _layered(lines, points, title=words.title(comparison), height=alt.Step(_ROW))


@chart.register(Field)
def _ranked(field: Field) -> alt.LayerChart:
    """A number for each of several units as bars, in their order, of the first units."""
    names, values, what = chart_data.ranked(field)
    base = _base([{"name": name, "value": value} for name, value in zip(names, values)])
    bars = base.mark_bar(opacity=0.8).encode(
        _names("name", names),
        alt.X("value:Q", title=what),
        color=alt.condition("datum.value < 0", alt.value(B), alt.value(A)),
        tooltip=["name:N", alt.Tooltip("value:Q", title=what, format=".4")],
    )
    return _layered(bars, title=words.title(field), height=alt.Step(_ROW))


@chart.register(Battle)
def _battle(battle: Battle) -> alt.LayerChart:
    """The distribution of the difference of points, coloured by the army ahead."""
    a, b = chart_data.armies(battle)
    difference, outcomes = chart_data.outcomes(battle)
    base = _base([
        {"outcome": label, "difference": int(value), "share": share}
        for where, _, label in outcomes
        for value, share in zip(difference.values[where], difference.pmf[where])
    ])
    bars = base.mark_bar().encode(
        alt.X("difference:Q", title=f"points of {a} minus points of {b}"),
        alt.Y("share:Q", axis=_PERCENT, title="share of battles"),
        _colour("outcome", [one.label for one in outcomes], [one.colour for one in outcomes]),
        tooltip=["difference:Q", alt.Tooltip("share:Q", format=".1%")],
    )
    mean = _base([{"mean": difference.mean}]).mark_rule(strokeDash=[4, 4]).encode(alt.X("mean:Q"))
    title = f"{battle.title} ({battle.games:,} battles)"
    return _layered(bars, mean, title=title, **_SIZE)


@chart.register(Campaign)
def _campaign(campaign: Campaign) -> alt.LayerChart:
    """The mean areas of each side by round."""
    course = campaign.course
    base = _base([
        {"side": side, "step": step, "mean": mean}
        for side, means in course.mean.items()
        for step, mean in enumerate(means)
    ])
    line = base.mark_line(point=True).encode(
        alt.X("step:O", title=course.step, axis=alt.Axis(labelAngle=0)),
        alt.Y("mean:Q", title=f"mean {course.what}"),
        _colour("side", list(course.mean)),
        tooltip=["side:N", "step:O", alt.Tooltip("mean:Q", format=".4")],
    )
    chances = (f"{one.label} {words.percent(one.p)}" for one in campaign.events.values())
    title = f"{campaign.name}: {', '.join(chances)}"
    return _layered(line, title=title, **_SIZE)
