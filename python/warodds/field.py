"""Answers about whole fields of units: matrices, comparisons and lists of attachments."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native, html
from .json_answer import Asked, JsonAnswer
from .tables import Tabled

if TYPE_CHECKING:
    from numpy.typing import NDArray

# the distributions of each pair of units, as bytes, by what they are of
Pairs = list[tuple[str, list[bytes | None]]]


class Field(JsonAnswer):
    """An answer about a whole field of units, in the shape of the program's JSON."""

    __slots__ = ("_data", "_text", "_asked", "_pairs")

    _data: dict[str, Any]
    _text: str
    _asked: Asked | None
    _pairs: Pairs | Callable[[], Pairs]

    def __init__(
        self, text: str, asked: Asked | None, pairs: Pairs | Callable[[], Pairs] = list
    ) -> None:
        for slot, value in zip(Field.__slots__, (json.loads(text), text, asked, pairs)):
            object.__setattr__(self, slot, value)

    def _known_pairs(self) -> Pairs:
        # fetched when they are asked for: whoever looks at means pays for none
        if callable(self._pairs):
            object.__setattr__(self, "_pairs", self._pairs())
        assert not callable(self._pairs)
        return self._pairs

    @property
    def name(self) -> str:
        """The question's name."""
        return self._data["name"]

    @property
    def kind(self) -> str:
        """What kind of question: ``matrix``, ``compare`` or ``attachments``."""
        return self._data["kind"]

    @property
    def engine(self) -> str:
        """Who answered."""
        return self._data["engine"]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know beside the numbers."""
        return tuple(self._data["notes"])

    @property
    def left_out(self) -> tuple[tuple[str, str], ...]:
        """Units that could not take part, and why."""
        return tuple((one["unit"], one["why"]) for one in self._data["left_out"])

    def to_json(self) -> str:
        """What the program prints with ``--json``, on one line."""
        return self._text + "\n"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Field) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        return type(self), (self._text, self._asked, self._known_pairs())

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name} ({self.engine})>"

    def _repr_html_(self) -> str:
        return html.field(self)

    def _pair_columns(self) -> Mapping[str, Sequence[Any]]:
        """Who meets whom in each pair that has a distribution."""
        raise ValueError(f"an answer of {self.kind} has no distributions")

    @property
    def distributions(self) -> Distributions:
        """The whole distributions of all pairs of units, as a table."""
        return Distributions(self)


class Distributions(Tabled):
    """The whole distributions of a field: a row for each pair of units and each count."""

    __slots__ = ("_field",)

    def __init__(self, field: Field) -> None:
        self._field = field

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy: who meets whom, ``quantity``, ``value``, ``p``, ``at_least``."""
        names = self._field._pair_columns()
        rows: dict[str, list[Any]] = {name: [] for name in names}
        rows |= {name: [] for name in ("quantity", "value", "p", "at_least")}
        for quantity, pairs in self._field._known_pairs():
            for place, data in enumerate(pairs):
                # a run that was stopped knows nothing of some pairs
                pmf = np.frombuffer(data or b"", dtype=np.float64)
                for name, values in names.items():
                    rows[name] += [values[place]] * len(pmf)
                rows["quantity"] += [quantity] * len(pmf)
                rows["value"] += range(len(pmf))
                rows["p"] += pmf.tolist()
                rows["at_least"] += np.cumsum(pmf[::-1])[::-1].tolist()
        return rows


def _array(rows: Sequence[Sequence[float | None]]) -> NDArray[np.float64]:
    # what is not known is not a number
    array = np.array(
        [[np.nan if value is None else value for value in row] for row in rows], dtype=np.float64
    )
    array.flags.writeable = False
    return array


class Matrix(Field):
    """Every attacker against every defender: arrays with a row for each attacker."""

    __slots__ = ()

    @property
    def attackers(self) -> tuple[str, ...]:
        """The names of the rows."""
        return tuple(unit["name"] for unit in self._data["attackers"])

    @property
    def defenders(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(unit["name"] for unit in self._data["defenders"])

    @property
    def values(self) -> Mapping[str, NDArray[np.float64]]:
        """All arrays by name: ``mean_wounds``, ``p_destroyed``, …; of duels ``p_wins``, …"""
        return {name: _array(rows) for name, rows in self._data["values"].items()}

    @property
    def mean(self) -> NDArray[np.float64]:
        """Expected wounds; of duels the wounds that are left to the attacker."""
        values = self._data["values"]
        return _array(values["mean_wounds"] if "mean_wounds" in values else values["mean_left"])

    @property
    def standard_errors(self) -> NDArray[np.float64] | None:
        """Of ``mean``; ``None`` where nothing was rolled."""
        errors = self._data.get("standard_errors")
        return None if errors is None else _array(errors)

    def _pair_columns(self) -> Mapping[str, Sequence[Any]]:
        attackers, defenders = self._data["attackers"], self._data["defenders"]
        pairs = [(a, d) for a in attackers for d in defenders]
        return {
            "attacker": [a["name"] for a, _ in pairs],
            "attacker_id": [a["id"] for a, _ in pairs],
            "attacker_cost": [a["cost"] for a, _ in pairs],
            "defender": [d["name"] for _, d in pairs],
            "defender_id": [d["id"] for _, d in pairs],
            "defender_cost": [d["cost"] for _, d in pairs],
        }

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy: a row for each attacker and defender; see ``distributions`` for whole ones."""
        rows = dict(self._pair_columns())
        for name, values in self._data["values"].items():
            rows[name] = [value for row in values for value in row]
        return rows

    def plot(self, ax: Any = None) -> Any:
        """A heat map of expected wounds, by matplotlib (``pip install warodds[plot]``)."""
        from . import plot

        return plot.matrix(self, ax)


class Comparison(Field):
    """Two attackers against every defender."""

    __slots__ = ()

    @property
    def mean_difference(self) -> float | None:
        """Of the first less the second over the field, by the measure."""
        return self._data["mean_difference"]

    @property
    def better(self) -> Mapping[str, int]:
        """Matchup counts: ``a`` or ``b`` is better, ``about_equal``, ``neither`` (undecided)."""
        return dict(self._data["better"])

    @property
    def attackers(self) -> tuple[str, ...]:
        """The two."""
        return tuple(unit["name"] for unit in self._data["attackers"])

    def _pair_columns(self) -> Mapping[str, Sequence[Any]]:
        defenders = [one["defender"] for one in self._data["matchups"]]
        return {
            "defender": [one["name"] for one in defenders],
            "defender_id": [one["id"] for one in defenders],
        }

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each defender, from the best for ``a`` to the best for ``b``."""
        matchups = self._data["matchups"]
        rows = dict(self._pair_columns())
        for side in "ab":
            rows[f"{side}_mean_wounds"] = [one[side]["mean_wounds"] for one in matchups]
        rows["difference"] = [one["difference"] for one in matchups]
        rows["better"] = [one["better"] for one in matchups]
        for odds in ("more", "same", "less"):
            rows[f"p_{odds}"] = [one["odds"][odds] for one in matchups]
        return rows


class Attachments(Field):
    """What fits a unit and what it adds."""

    __slots__ = ()

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each attachment, with its plain values."""
        rows = self._data["attachments"]
        names = [name for name, value in rows[0].items() if not isinstance(value, (dict, list))] \
            if rows else []
        return {name: [row.get(name) for row in rows] for name in names}


def field(text: str, asked: Asked | None, reply: _native.Reply, place: int) -> Field:
    """An answer about a field, by its kind."""
    kinds = {"matrix": Matrix, "compare": Comparison, "attachments": Attachments}
    kind = json.loads(text)["kind"]
    return kinds.get(kind, Field)(text, asked, lambda: reply.distributions(place))
