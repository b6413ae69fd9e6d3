"""Answers about many units: matrices, comparisons, lists of attachments and ratings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _native, html, words
from .json_answer import JsonAnswer, Question
from .plotted import Plotted
from .tables import Tabled

if TYPE_CHECKING:
    from numpy.typing import NDArray

# distributions by quantity: for each pair of units the bytes of a float64 array
PairDistributions = list[tuple[str, list[bytes | None]]]


class RankedNumbers(NamedTuple):
    """A number for each of several units, and what it is."""

    names: Sequence[str]
    values: Sequence[float | None]
    what: str


class Field(Plotted, JsonAnswer):
    """An answer about many units, with the content of the program's JSON."""

    __slots__ = ("_data", "_text", "_question", "_pairs", "_case", "_summary")

    _data: dict[str, Any]
    _text: str
    _question: Question | None
    _pairs: PairDistributions | Callable[[], PairDistributions]
    _case: dict[str, Any]
    _summary: str | Callable[[], str]

    def __init__(
        self,
        text: str,
        question: Question | None,
        pairs: PairDistributions | Callable[[], PairDistributions] = list,
        case: Mapping[str, Any] = MappingProxyType({}),
        summary: str | Callable[[], str] = "",
    ) -> None:
        data = json.loads(text)
        held = (data, text, question, pairs, {**data.get("case", {}), **case}, summary)
        for slot, value in zip(Field.__slots__, held):
            object.__setattr__(self, slot, value)

    def _add_case(self, values: Sequence[tuple[str, str]]) -> None:
        """Adds keys with the JSON of their value to the case."""
        self._case.update((key, json.loads(value)) for key, value in values)

    def _pair_distributions(self) -> PairDistributions:
        # fetched on first access: the means do not need them
        if callable(self._pairs):
            object.__setattr__(self, "_pairs", self._pairs())
        assert not callable(self._pairs)
        return self._pairs

    @property
    def name(self) -> str:
        """Name of the question."""
        return self._data["name"]

    @property
    def kind(self) -> str:
        """Kind of question: ``matrix``, ``compare``, ``attachments``, ``rate`` or ``worth``."""
        return self._data["kind"]

    @property
    def case(self) -> Mapping[str, Any]:
        """The values of lists that distinguish this answer from others; may be empty."""
        return dict(self._case)

    @property
    def engine(self) -> str:
        """Engine: ``exact``, ``monte-carlo`` or ``dice``."""
        return self._data["engine"]

    @property
    def trials(self) -> int | None:
        """Number of trials; ``None`` for exact answers."""
        return self._data["trials"]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on how to read the numbers."""
        return tuple(self._data["notes"])

    @property
    def left_out(self) -> tuple[tuple[str, str], ...]:
        """Pairs of unit and reason: units that are left out."""
        return tuple((unit["unit"], unit["why"]) for unit in self._data["left_out"])

    def summary(self) -> str:
        """The block of lines that the program prints."""
        # rendered on first access: many answers are never printed
        if callable(self._summary):
            object.__setattr__(self, "_summary", self._summary())
        assert not callable(self._summary)
        return self._summary

    def __str__(self) -> str:
        return self.summary()

    def to_json(self) -> str:
        """What the program prints with ``--json``, on a single line."""
        return self._text + "\n"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Field) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        held = (self._text, self._question, self._pair_distributions(), self._case, self.summary())
        return type(self), held

    def _numbers(self) -> RankedNumbers:
        """The number of each unit that stands for the answer."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return words.ranked(self, *self._numbers())

    def _repr_html_(self) -> str:
        return html.field(self)

    def _pair_columns(self) -> Mapping[str, Sequence[Any]]:
        """Columns that name the units of each pair."""
        raise ValueError(f"an answer of {self.kind} has no distributions")

    @property
    def distributions(self) -> Distributions:
        """The distributions of all pairs of units, as a table."""
        return Distributions(self)


class Distributions(Tabled):
    """The distributions of a field: a row for each pair of units and each count."""

    __slots__ = ("_field",)

    def __init__(self, field: Field) -> None:
        self._field = field

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy columns: the units, ``quantity``, ``value``, ``p``, ``at_least``."""
        names = self._field._pair_columns()
        rows: dict[str, list[Any]] = {name: [] for name in names}
        rows |= {name: [] for name in ("quantity", "value", "p", "at_least")}
        for quantity, pairs in self._field._pair_distributions():
            for index, data in enumerate(pairs):
                # a stopped run has no data for some pairs
                pmf = np.frombuffer(data or b"", dtype=np.float64)
                for name, values in names.items():
                    rows[name] += [values[index]] * len(pmf)
                rows["quantity"] += [quantity] * len(pmf)
                rows["value"] += range(len(pmf))
                rows["p"] += pmf.tolist()
                rows["at_least"] += np.cumsum(pmf[::-1])[::-1].tolist()
        return rows


def _array(rows: Sequence[Sequence[float | None]]) -> NDArray[np.float64]:
    # missing values are NaN
    array = np.array(
        [[np.nan if value is None else value for value in row] for row in rows], dtype=np.float64
    )
    array.flags.writeable = False
    return array


class Matrix(Field):
    """Every attacker against every defender: arrays of shape ``[attackers][defenders]``."""

    __slots__ = ()

    @property
    def attackers(self) -> tuple[str, ...]:
        """Names of the attackers, one for each row."""
        return tuple(unit["name"] for unit in self._data["attackers"])

    @property
    def defenders(self) -> tuple[str, ...]:
        """Names of the defenders, one for each column."""
        return tuple(unit["name"] for unit in self._data["defenders"])

    @property
    def values(self) -> Mapping[str, NDArray[np.float64]]:
        """All arrays by name: ``mean_wounds``, ``p_destroyed``, …, or ``p_wins``, … for duels."""
        return {name: _array(rows) for name, rows in self._data["values"].items()}

    @property
    def mean(self) -> NDArray[np.float64]:
        """Mean wounds; for duels, mean wounds the attacker has left."""
        values = self._data["values"]
        return _array(values["mean_wounds"] if "mean_wounds" in values else values["mean_left"])

    @property
    def standard_errors(self) -> NDArray[np.float64] | None:
        """Standard errors of ``mean``; ``None`` for exact answers."""
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
        """Tidy columns: a row for each attacker and defender; see also ``distributions``."""
        rows = dict(self._pair_columns())
        for name, values in self._data["values"].items():
            rows[name] = [value for row in values for value in row]
        return rows

    @property
    def what(self) -> str:
        """What ``mean`` counts."""
        return "mean wounds" if "mean_wounds" in self._data["values"] else "mean wounds left"

    def _repr_html_(self) -> str:
        return html.matrix(self)

    def __repr__(self) -> str:
        return words.matrix(self)


class Comparison(Field):
    """Two attackers compared against every defender."""

    __slots__ = ()

    @property
    def mean_difference(self) -> float | None:
        """Mean difference of the first attacker to the second over all defenders."""
        return self._data["mean_difference"]

    @property
    def what(self) -> str:
        """What the differences count."""
        return "wounds per point" if self._data["measure"] == "per-point" else "wounds"

    def __repr__(self) -> str:
        return words.comparison(self)

    @property
    def better(self) -> Mapping[str, int]:
        """Matchup counts: ``a`` or ``b`` is better, ``about_equal``, ``neither`` (undecided)."""
        return dict(self._data["better"])

    @property
    def attackers(self) -> tuple[str, ...]:
        """Names of the two attackers."""
        return tuple(unit["name"] for unit in self._data["attackers"])

    def _pair_columns(self) -> Mapping[str, Sequence[Any]]:
        defenders = [matchup["defender"] for matchup in self._data["matchups"]]
        return {
            "defender": [defender["name"] for defender in defenders],
            "defender_id": [defender["id"] for defender in defenders],
        }

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each defender, from the best for ``a`` to the best for ``b``.

        ``a_chance`` and ``b_chance`` are there for ``at_least`` and ``at_most``.
        """
        matchups = self._data["matchups"]
        rows = dict(self._pair_columns())
        for side in "ab":
            rows[f"{side}_mean_wounds"] = [matchup[side]["mean_wounds"] for matchup in matchups]
            if "at_least" in self._data or "at_most" in self._data:
                rows[f"{side}_chance"] = [matchup[side]["chance"] for matchup in matchups]
        rows["difference"] = [matchup["difference"] for matchup in matchups]
        rows["better"] = [matchup["better"] for matchup in matchups]
        for odds in ("more", "same", "less"):
            rows[f"p_{odds}"] = [matchup["odds"][odds] for matchup in matchups]
        return rows


class Ranking(Field):
    """Several units compared against every unit of a field, the best first."""

    __slots__ = ()

    def _numbers(self) -> RankedNumbers:
        rows = self._data["units"]
        return RankedNumbers([one["name"] for one in rows], [one["value"] for one in rows], f"by {self.measure}")

    @property
    def measure(self) -> str:
        """By what they are compared: ``wounds``, ``per-point``, ``duel``, ``survive``, ``trade``."""
        return self._data["measure"]

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each unit, the best first; ``values`` has those against each other unit."""
        return _plain_columns(self._data["units"])

    @property
    def values(self) -> NDArray[np.float64]:
        """The values of all units: an array of shape ``[units][against]``."""
        return _array([unit["values"] for unit in self._data["units"]])

    @property
    def against(self) -> tuple[str, ...]:
        """Names of the units of the field."""
        return tuple(unit["name"] for unit in self._data["against"])


class Attachments(Field):
    """The attachments that can join a unit, and what each adds."""

    __slots__ = ()

    def _numbers(self) -> RankedNumbers:
        # those without a cost, such as commanders, follow all others in the data; those that count
        # in another situation have no number here
        here = [one for one in self._data["attachments"] if not one["counts"]]
        rows = sorted(here, key=lambda one: -one["adds"]["net"])
        return RankedNumbers([one["name"] for one in rows], [one["adds"]["net"] for one in rows], "wounds dealt more and suffered less")

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each attachment; ``chance`` is there for ``at_least`` and ``at_most``."""
        rows = self._data["attachments"]
        columns = dict(_plain_columns(rows))
        if "at_least" in self._data or "at_most" in self._data:
            columns["chance"] = [row["with"]["chance"] for row in rows]
        return columns


class Ratings(Field):
    """The units of a field by strength: share of duels won, rating, and rating for their cost."""

    __slots__ = ()

    def _numbers(self) -> RankedNumbers:
        rows = self._data["units"]
        return RankedNumbers([one["name"] for one in rows], [one["rating"] for one in rows], "rating")

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each unit, the strongest first."""
        return _plain_columns(self._data["units"])


class Worth(Field):
    """What the units and attachments of an army are worth, and the swaps that gain."""

    __slots__ = ()

    def _numbers(self) -> RankedNumbers:
        rows = self._data["parts"]
        return RankedNumbers([one["name"] for one in rows], [one["points"] for one in rows], "points earned")

    @property
    def total(self) -> float | None:
        """Points of the whole army; ``None`` if the run was stopped."""
        return self._data["total"]

    @property
    def parts(self) -> tuple[Mapping[str, Any], ...]:
        """The parts with their ``swaps``, the highest worth per point first."""
        return tuple(self._data["parts"])

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each part, without its swaps."""
        return _plain_columns(self._data["parts"])


def _plain_columns(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Sequence[Any]]:
    """Returns the keys of rows with neither lists nor objects, as columns."""
    names = [name for name, value in rows[0].items() if not isinstance(value, (dict, list))] \
        if rows else []
    return {name: [row.get(name) for row in rows] for name in names}


def field(text: str, question: Question | None, reply: _native.NativeReply, index: int) -> Field:
    """Creates the answer of the class that fits its kind."""
    kinds = {
        "matrix": Matrix,
        "compare": Comparison,
        "attachments": Attachments,
        "rate": Ratings,
        "worth": Worth,
    }
    content = json.loads(text)
    kind = content["kind"]
    if kind == "compare" and "against" in content:
        kinds["compare"] = Ranking
    answer = kinds.get(kind, Field)
    return answer(
        text,
        question,
        lambda: reply.distributions(index),
        summary=lambda: reply.field_block(index) or "",
    )
