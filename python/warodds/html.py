"""HTML of answers for notebooks: tables with bars in the colour of the surrounding text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answer import Answer
    from .distribution import Distribution
    from .field import Field

# counts at both ends with a probability below this are hidden
NEGLIGIBLE = 0.0005
# mean wounds of the attacker below this are hidden: they would round to 0.00
MIN_OWN_WOUNDS = 0.005
# rows shown of a field; `to_pandas()` has all of them
MAX_ROWS = 30


def _bar(share: float) -> str:
    style = (
        "display:inline-block;height:.7em;vertical-align:baseline;"
        f"background:currentColor;opacity:.55;width:{share * 8:.2f}em"
    )
    return f'<span style="{style}"></span>'


def _percent(p: float) -> str:
    return f"{p * 100:.1f}&nbsp;%"


def _rows(distribution: Distribution) -> Iterable[str]:
    pmf, at_least = distribution.pmf, distribution.at_least
    shown = [k for k, p in enumerate(pmf) if p >= NEGLIGIBLE]
    if not shown:
        return
    highest = max(pmf.max(), 1e-300)
    for k in range(shown[0], shown[-1] + 1):
        cells = (
            f'<td style="text-align:right">{k}</td>'
            f'<td style="text-align:right">{_percent(pmf[k])}</td>'
            f'<td style="text-align:left">{_bar(pmf[k] / highest)}</td>'
            f'<td style="text-align:right">{_percent(at_least[k])}</td>'
        )
        yield f"<tr>{cells}</tr>"


def _table(distribution: Distribution) -> str:
    interval = ""
    if distribution.ci95 is not None:
        low, high = distribution.ci95
        interval = f" ± {(high - low) / 2:.2g} (95&nbsp;%)"
    numbers = f"mean {distribution.mean():.3f}{interval}, sd {distribution.std():.3f}"
    caption = f"{escape(distribution.label)}: {numbers}"
    head = (
        f"<tr><th>{escape(distribution.unit)}</th><th>exactly</th><th></th><th>at least</th></tr>"
    )
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
    own = answer.quantities.get("own_wounds")
    if own is None or own.mean() < MIN_OWN_WOUNDS:
        return ""
    causes = [part for part in answer.contributions() if "own_wounds_share" in part]
    causes.sort(key=lambda part: -part["own_wounds_share"])
    shares = ", ".join(f"{escape(_cause(part))} {part['own_wounds_share']:.2f}" for part in causes)
    return f"<b>The attacker loses {own.mean():.2f} wounds{': ' + shares if shares else ''}.</b>"


def answer(answer: Answer) -> str:
    """Returns the title, leading distributions, events and notes of an answer."""
    engine, trials = answer.engine, answer.trials
    method = engine if trials is None else f"{engine}, {trials:,} trials"
    title = f"<b>{escape(answer.option or answer.subject)}</b> ({escape(method)})"
    heading = [title, escape(answer.situation)] if answer.situation else [title]
    tables = "".join(_table(answer.quantities[name]) for name in answer.leading)
    notes = [f"note: {escape(note)}" for note in answer.notes]
    if answer.not_modelled:
        abilities = ", ".join(f"{ability} ({unit})" for unit, ability in answer.not_modelled)
        notes.append(f"not counted: {escape(abilities)}")
    parts = ["<br>".join(heading), _own_wounds(answer), tables, _events(answer), "<br>".join(notes)]
    return "".join(f"<div>{part}</div>" for part in parts if part)


def _cell(value: object) -> str:
    text = f"{value:.3f}" if isinstance(value, float) else "–" if value is None else str(value)
    return f'<td style="text-align:{"left" if isinstance(value, str) else "right"}">{escape(text)}</td>'


def field(field: Field) -> str:
    """Returns the title, first rows and notes of an answer about many units."""
    columns = {name: values for name, values in field.columns().items() if not name.endswith("_id")}
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    rows = [f"<tr>{''.join(map(_cell, row))}</tr>" for row in zip(*columns.values())]
    notes = [f"note: {escape(note)}" for note in field.notes]
    if len(rows) > MAX_ROWS:
        notes.insert(0, f"{len(rows) - MAX_ROWS} more rows: to_pandas(), to_polars(), to_arrow()")
    title = f"<b>{escape(field.kind)}: {escape(field.name)}</b> ({escape(field.engine)})"
    table = f"<table><tr>{head}</tr>{''.join(rows[:MAX_ROWS])}</table>"
    return "".join(f"<div>{part}</div>" for part in (title, table, "<br>".join(notes)) if part)
