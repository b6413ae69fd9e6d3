"""HTML of answers for notebooks: tables with bars in the colour of the surrounding text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from . import words

if TYPE_CHECKING:
    from .answer import Answer
    from .battle import Battle
    from .distribution import Distribution
    from .field import Field, Matrix

# counts at both ends with a probability below this are hidden
NEGLIGIBLE = 0.0005
# rows and columns shown of a table; `to_pandas()` has all of them
MAX_ROWS = 30
# length of the longest bar, in letters
BAR = 8

Cell = tuple[str, str]


def _box(width: float, colour: str = "currentColor", opacity: float = 0.55) -> str:
    style = (
        "display:inline-block;height:.7em;vertical-align:baseline;"
        f"background:{colour};opacity:{opacity};width:{width:.2f}em"
    )
    return f'<span style="{style}"></span>'


def _bar(share: float) -> str:
    return _box(share * BAR)


def _percent(p: float) -> str:
    return escape(words.percent(p)).replace(" ", "&nbsp;")


def _right(text: str) -> str:
    return f'<td style="text-align:right">{text}</td>'


def _left(text: str) -> str:
    return f'<td style="text-align:left">{text}</td>'


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _head(names: Iterable[str]) -> str:
    return _row(f"<th>{escape(name)}</th>" for name in names)


def _blocks(parts: Iterable[str]) -> str:
    return "".join(f"<div>{part}</div>" for part in parts if part)


def _title(what: str, method: str) -> str:
    return f"<b>{escape(what)}</b> ({escape(method)})"


def _lead(text: str) -> str:
    """The number that answers the question, in large letters."""
    return f'<span style="font-size:1.4em">{escape(text)}</span>'


def _rows(distribution: Distribution) -> Iterable[str]:
    pmf, at_least = distribution.pmf, distribution.at_least
    shown = [k for k, p in enumerate(pmf) if p >= NEGLIGIBLE]
    if not shown:
        return
    highest = max(pmf.max(), 1e-300)
    for k in range(shown[0], shown[-1] + 1):
        bar = _left(_bar(pmf[k] / highest))
        yield _row([_right(str(k)), _right(_percent(pmf[k])), bar, _right(_percent(at_least[k]))])


def _table(distribution: Distribution) -> str:
    margin = ""
    if distribution.ci95 is not None:
        low, high = distribution.ci95
        margin = f" ± {(high - low) / 2:.2g} (95&nbsp;%)"
    numbers = f"mean {distribution.mean():.3f}{margin}, sd {distribution.std():.3f}"
    caption = f"{escape(distribution.label)}: {numbers}"
    head = _head([distribution.unit, "exactly", "", "at least"])
    return (
        f'<table style="display:inline-table;margin-right:2em;vertical-align:top">'
        f'<caption style="text-align:left">{caption}</caption>'
        f"{head}{''.join(_rows(distribution))}</table>"
    )


def _events(answer: Answer) -> str:
    probabilities = (
        f"{escape(event.label)} {_percent(event.p)}" for event in answer.events.values()
    )
    return " · ".join(probabilities)


def _cause(part: Mapping[str, Any]) -> str:
    """Names a cause of wounds: a rule, or an ability with its side."""
    what = str(part["what"])
    return what if part["kind"] == "rule" else f"{what} of the {part['side']}"


def _own_wounds(answer: Answer) -> str:
    """The attacker's own wounds and their causes; empty if they are negligible."""
    own = words.own_wounds(answer)
    if own is None:
        return ""
    causes = [part for part in answer.contributions() if "own_wounds_share" in part]
    causes.sort(key=lambda part: -part["own_wounds_share"])
    shares = ", ".join(f"{escape(_cause(part))} {part['own_wounds_share']:.2f}" for part in causes)
    return f"<b>The attacker loses {own:.2f} wounds{': ' + shares if shares else ''}.</b>"


def _notes(answer: Answer) -> str:
    notes = [f"note: {escape(note)}" for note in answer.notes]
    if answer.not_modelled:
        abilities = ", ".join(f"{ability} ({unit})" for unit, ability in answer.not_modelled)
        notes.append(f"not counted: {escape(abilities)}")
    return "<br>".join(notes)


def answer(answer: Answer) -> str:
    """Returns the title, the leading numbers, their distributions, events and notes."""
    leading = [answer.quantities[name] for name in answer.leading]
    title = _title(answer.option or answer.subject or answer.name, words.method(answer))
    heading = [title, escape(answer.situation)] if answer.situation else [title]
    lead = " · ".join(f"{one.label} {one.mean():.2f}" for one in leading)
    tables = "".join(map(_table, leading))
    parts = ["<br>".join(heading), _lead(lead), _own_wounds(answer), tables, _events(answer)]
    return _blocks([*parts, _notes(answer)])


def _case(answer: Answer) -> Sequence[str]:
    """What distinguishes one of several answers."""
    return [answer.option] if answer.option else [str(value) for value in answer.case.values()]


def answers(answers: Sequence[Answer]) -> str:
    """Returns a table with a row for each answer, and each answer in full below it."""
    first = answers[0] if answers else None
    if first is None:
        return ""
    means = [[one.quantities[name].mean() for name in one.leading] for one in answers]
    highest = max((value for row in means for value in row), default=0.0) or 1.0
    labels = [first.quantities[name].label for name in first.leading]
    possible = {event.label for one in answers for event in one.events.values() if event.p}
    names = [event.label for event in first.events.values() if event.label in possible]
    head = ["option"] if first.option else list(first.case)
    for label in labels:
        head += [label, "", "90 % interval"]
    rows = [_head([*head, *names])]
    for one in answers[:MAX_ROWS]:
        cells = [_left(escape(text)) for text in _case(one)]
        for quantity in (one.quantities[name] for name in one.leading):
            ends = words.interval(quantity).removeprefix("90 % interval ")
            bar = _left(_bar(quantity.mean() / highest))
            cells += [_right(f"{quantity.mean():.3f}"), bar, _right(ends)]
        chances = {event.label: _percent(event.p) for event in one.events.values()}
        rows.append(_row([*cells, *(_right(chances.get(name, "–")) for name in names)]))
    more = len(answers) - MAX_ROWS
    note = f"{more} more rows: to_pandas(), to_polars(), to_arrow()" if more > 0 else ""
    title = _title(f"{first.kind}: {_shared_subject(answers)}", words.method(first))
    full = "<hr>".join(one._repr_html_() for one in answers[:MAX_ROWS])
    details = f"<details><summary>each answer</summary>{full}</details>"
    return _blocks([title, f"<table>{''.join(rows)}</table>", note, details])


def _shared_subject(answers: Sequence[Answer]) -> str:
    """The subject that answers share; otherwise the number of answers."""
    subjects = {one.subject for one in answers}
    return subjects.pop() if len(subjects) == 1 else f"{len(answers)} cases"


def _cell(value: object) -> str:
    if isinstance(value, str):
        return _left(escape(value))
    return _right("–" if value is None else f"{value:.3f}" if isinstance(value, float) else f"{value}")


def table(columns: Mapping[str, Sequence[object]]) -> str:
    """Returns the first rows of columns as a table, without ids and sources."""
    hidden = {"id", "source", "version"}
    shown = {name: column for name, column in columns.items()
             if name not in hidden and not name.endswith("_id")}
    rows = [_row(map(_cell, row)) for row in zip(*shown.values())]
    more = f"{len(rows) - MAX_ROWS} more rows: to_pandas(), to_polars(), to_arrow()"
    note = f"<div>{more}</div>" if len(rows) > MAX_ROWS else ""
    return f"<table>{_head(shown)}{''.join(rows[:MAX_ROWS])}</table>{note}"


def _field_title(field: Field) -> str:
    return _title(f"{field.kind}: {words.title(field)}", words.method(field))


def _field_notes(field: Field) -> str:
    return "<br>".join(f"note: {escape(note)}" for note in field.notes)


def field(field: Field) -> str:
    """Returns the title, first rows and notes of an answer about many units."""
    return _blocks([_field_title(field), table(field.columns()), _field_notes(field)])


def _shade(value: float, low: float, high: float) -> str:
    """A cell of a heat map: the higher its value, the stronger its colour."""
    if not np.isfinite(value):
        return '<td style="text-align:center">–</td>'
    share = (value - low) / (high - low) if high > low else 0.5
    style = f"text-align:center;background:rgba(217,119,6,{0.05 + 0.75 * share:.2f})"
    return f'<td style="{style}">{value:.2f}</td>'


def matrix(matrix: Matrix) -> str:
    """Returns a heat map of the means: attackers in rows, defenders in columns."""
    values = matrix.mean[:MAX_ROWS, :MAX_ROWS]
    known = values[np.isfinite(values)]
    low, high = (known.min(), known.max()) if known.size else (0.0, 0.0)
    upright = "writing-mode:vertical-rl;transform:rotate(180deg);text-align:left;max-height:16em"
    names = matrix.defenders[:MAX_ROWS]
    heads = [f'<th><div style="{upright}">{escape(name)}</div></th>' for name in names]
    rows = [_row(["<th></th>", *heads])]
    for name, row in zip(matrix.attackers, values):
        shades = (_shade(value, low, high) for value in row)
        rows.append(_row([f'<th style="text-align:left">{escape(name)}</th>', *shades]))
    hidden = matrix.mean.shape != values.shape
    more = "more rows or columns: to_pandas(), to_polars(), to_arrow()" if hidden else ""
    heat = f"<table>{''.join(rows)}</table>"
    caption = f"{escape(matrix.what)}, attackers in rows, defenders in columns"
    return _blocks([_field_title(matrix), caption, heat, more, _field_notes(matrix)])


def battle(battle: Battle) -> str:
    """Returns the chances to win as a bar, the points, and what each unit did."""
    a, b = battle.armies
    wins = battle.events
    names = {"a_wins": f"{a} wins", "draw": "draw", "b_wins": f"{b} wins"}
    chances = " · ".join(f"{escape(name)} {_percent(wins[key].p)}" for key, name in names.items())
    colours = {"a_wins": "#2563eb", "draw": "#9ca3af", "b_wins": "#d97706"}
    bar = "".join(_box(wins[key].p * 4 * BAR, colour, 0.85) for key, colour in colours.items())
    better = max(("a_wins", "b_wins"), key=lambda key: wins[key].p)
    low, high = wins[better].ci95
    lead = _lead(f"{names[better]} {words.percent(wins[better].p)}")
    margin = f" 95&nbsp;% interval {_percent(low)} to {_percent(high)}"
    points = battle.quantities
    score = " : ".join(
        f"{points[key].mean:.2f} ± {1.96 * points[key].standard_error:.2f}"
        for key in ("a_points", "b_points")
    )
    title = _title(f"{battle.title}: {a} v {b}", f"{battle.games:,} battles, {battle.mode}")
    columns = dict(battle.columns())
    columns["side"] = [battle.armies["ab".index(side)] for side in columns["side"]]
    # actions that no unit took say nothing
    units = table({name: column for name, column in columns.items() if any(column)})
    notes = "<br>".join(f"not played: {escape(one)}" for one in battle.not_modelled)
    return _blocks([title, lead + margin, bar, chances, f"points {score}", units, notes])
