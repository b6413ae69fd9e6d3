"""Answers as HTML for notebooks: tables with bars, in the colours of whatever they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answer import Answer
    from .distribution import Distribution
    from .field import Field

# counts less likely than this, from both ends, are not shown
NEGLIGIBLE = 0.0005
# own wounds fewer than this are not told
LEAST_COST = 0.005
# rows of a field that are shown; its table has all of them
MOST_ROWS = 30


def _bar(share: float) -> str:
    style = (
        "display:inline-block;height:.7em;vertical-align:baseline;"
        f"background:currentColor;opacity:.55;width:{share * 8:.2f}em"
    )
    return f'<span style="{style}"></span>'


def _percent(p: float) -> str:
    return f"{p * 100:.1f}&nbsp;%"


def _rows(one: Distribution) -> Iterable[str]:
    pmf, at_least = one.pmf, one.at_least
    shown = [k for k, p in enumerate(pmf) if p >= NEGLIGIBLE]
    if not shown:
        return
    most = max(pmf.max(), 1e-300)
    for k in range(shown[0], shown[-1] + 1):
        cells = (
            f'<td style="text-align:right">{k}</td>'
            f'<td style="text-align:right">{_percent(pmf[k])}</td>'
            f'<td style="text-align:left">{_bar(pmf[k] / most)}</td>'
            f'<td style="text-align:right">{_percent(at_least[k])}</td>'
        )
        yield f"<tr>{cells}</tr>"


def _table(one: Distribution) -> str:
    error = "" if one.standard_error is None else f" ± {one.standard_error:.2g}"
    caption = f"{escape(one.label)}: mean {one.mean():.3f}{error}, sd {one.std():.3f}"
    head = (
        f"<tr><th>{escape(one.unit)}</th><th>exactly</th><th></th><th>at least</th></tr>"
    )
    return (
        f'<table style="display:inline-table;margin-right:2em;vertical-align:top">'
        f'<caption style="text-align:left">{caption}</caption>'
        f"{head}{''.join(_rows(one))}</table>"
    )


def _events(answer: Answer) -> str:
    chances = (
        f"{escape(event.label)} {_percent(event.p)}" for event in answer.events.values()
    )
    return " · ".join(chances)


def _cause(part: Mapping[str, Any]) -> str:
    """What costs wounds: a rule, or an ability and whose it is."""
    what = str(part["what"])
    return what if part["kind"] == "rule" else f"{what} of the {part['side']}"


def _costs(one: Answer) -> str:
    """What the attacker suffers and from what; empty where that is too little to be told."""
    own = one.quantities.get("own_wounds")
    if own is None or own.mean() < LEAST_COST:
        return ""
    causes = [part for part in one.contributions() if "own_wounds_share" in part]
    causes.sort(key=lambda part: -part["own_wounds_share"])
    by = ", ".join(f"{escape(_cause(part))} {part['own_wounds_share']:.2f}" for part in causes)
    return f"<b>Costs the attacker {own.mean():.2f} wounds{': ' + by if by else ''}.</b>"


def answer(one: Answer) -> str:
    """An answer: what was asked, its leading distributions, its events, and what to know."""
    how = one.engine if one.trials is None else f"{one.engine}, {one.trials:,} trials"
    title = f"<b>{escape(one.option or one.subject)}</b> ({escape(how)})"
    told = [title, escape(one.situation)] if one.situation else [title]
    tables = "".join(_table(one.quantities[name]) for name in one.leading)
    notes = [f"note: {escape(note)}" for note in one.notes]
    if one.not_modelled:
        abilities = ", ".join(f"{ability} ({unit})" for unit, ability in one.not_modelled)
        notes.append(f"not counted: {escape(abilities)}")
    parts = ["<br>".join(told), _costs(one), tables, _events(one), "<br>".join(notes)]
    return "".join(f"<div>{part}</div>" for part in parts if part)


def _cell(value: object) -> str:
    text = f"{value:.3f}" if isinstance(value, float) else "–" if value is None else str(value)
    return f'<td style="text-align:{"left" if isinstance(value, str) else "right"}">{escape(text)}</td>'


def field(one: Field) -> str:
    """An answer about a whole field: its first rows, and what to know."""
    columns = {name: values for name, values in one.columns().items() if not name.endswith("_id")}
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    rows = [f"<tr>{''.join(map(_cell, row))}</tr>" for row in zip(*columns.values())]
    notes = [f"note: {escape(note)}" for note in one.notes]
    if len(rows) > MOST_ROWS:
        notes.insert(0, f"{len(rows) - MOST_ROWS} more rows: to_pandas(), to_polars(), to_arrow()")
    title = f"<b>{escape(one.kind)}: {escape(one.name)}</b> ({escape(one.engine)})"
    table = f"<table><tr>{head}</tr>{''.join(rows[:MOST_ROWS])}</table>"
    return "".join(f"<div>{part}</div>" for part in (title, table, "<br>".join(notes)) if part)
