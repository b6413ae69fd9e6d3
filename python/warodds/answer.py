"""Answers: distributions of quantities, probabilities of events, and notes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native, html, words
from .distribution import Distribution, Event
from .json_answer import JsonAnswer, Question
from .plotted import Plotted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_set = object.__setattr__


class Answer(Plotted, JsonAnswer):
    """The answer to one question.

    ``a.pmf``, ``a.at_least``, ``a.mean()`` and so on belong to the leading quantity, e.g. wounds.
    ``a["hits"]`` is another quantity, and ``a.events`` are the events. Answers are immutable,
    compare by value and can be pickled.
    """

    __slots__ = ("_reply", "_index", "_question", "_values", "_text", "_summary")

    _reply: Any
    _index: int
    _question: Question | None
    _values: Any
    _text: Any
    _summary: Any

    def __init__(
        self,
        reply: _native.NativeReply | None,
        index: int = 0,
        question: Question | None = None,
        values: dict[str, Any] | None = None,
        text: str | None = None,
        summary: str | None = None,
    ) -> None:
        # one by one: a loop over the slots takes twice as long
        _set(self, "_reply", reply)
        _set(self, "_index", index)
        _set(self, "_question", question)
        _set(self, "_values", values)
        _set(self, "_text", text)
        _set(self, "_summary", summary)

    # fetched on first access, so that a loop over many questions does not pay for all values
    @property
    def _data(self) -> dict[str, Any]:
        if self._values is None:
            object.__setattr__(self, "_values", self._reply.answers()[self._index])
        return self._values

    @property
    def name(self) -> str:
        """Name of the question."""
        return self._data["name"]

    @property
    def kind(self) -> str:
        """Kind of question: ``attack``, ``charge``, …"""
        return self._data["kind"]

    @property
    def subject(self) -> str:
        """The units, e.g. ``Stark Sworn Swords → Lannister Guardsmen``."""
        return self._data["subject"]

    @property
    def situation(self) -> str:
        """The situation in words; may be empty."""
        return self._data["situation"]

    @property
    def option(self) -> str | None:
        """Which option this is, if there are several; otherwise ``None``."""
        return self._data["option"]

    @property
    def engine(self) -> str:
        """Engine: ``exact``, ``monte-carlo`` or ``dice``."""
        return self._data["engine"]

    @property
    def trials(self) -> int | None:
        """Number of trials; ``None`` for exact answers."""
        return self._data["trials"]

    @property
    def seed(self) -> int | None:
        """Seed of the dice; ``None`` for exact answers."""
        return self._data["seed"]

    @property
    def partial(self) -> bool:
        """Whether the run was stopped early or shards of it are missing."""
        return self._data["partial"]

    @property
    def method(self) -> Mapping[str, Any]:
        """Engine, trials, seed and ``partial`` as a mapping."""
        keys = ("engine", "trials", "seed", "partial")
        return MappingProxyType({key: self._data[key] for key in keys})

    @property
    def case(self) -> Mapping[str, Any]:
        """The values of lists that distinguish this answer from others; may be empty."""
        return {axis: json.loads(data) for axis, data in self._data["case"]}

    def _add_case(self, values: Sequence[tuple[str, str]]) -> None:
        """Adds keys with the JSON of their value to the case."""
        self._data["case"] = [*self._data["case"], *values]

    @property
    def points(self) -> Mapping[str, float] | None:
        """Points ``destroyed`` and ``lost`` on average, of options between units of known cost."""
        points = self._data["points"]
        return None if points is None else MappingProxyType(dict(points))

    @property
    def card(self) -> Mapping[str, Any] | None:
        """The tactics card of an option of ``rank_cards``, and what it changes: ``wounds``,
        ``own_wounds`` and ``destroyed``."""
        card = self._data["card"]
        return None if card is None else MappingProxyType(card)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on how to read the numbers."""
        return tuple(self._data["notes"])

    @property
    def not_modelled(self) -> tuple[tuple[str, str], ...]:
        """Pairs of unit and ability: abilities that may matter but are not counted."""
        return tuple(self._data["not_modelled"])

    @property
    def leading(self) -> tuple[str, ...]:
        """Names of the most important quantities."""
        names = {fields[0] for fields in self._data["quantities"]}
        return tuple(name for name in self._data["leading"] if name in names)

    @property
    def quantities(self) -> Mapping[str, Distribution]:
        """All quantities by name."""
        quantities = self._data["quantities"]
        return MappingProxyType({fields[0]: Distribution(*fields) for fields in quantities})

    @property
    def events(self) -> Mapping[str, Event]:
        """All events by name."""
        return MappingProxyType({fields[0]: Event(*fields) for fields in self._data["events"]})

    def __getitem__(self, name: str) -> Distribution:
        for fields in self._data["quantities"]:
            if fields[0] == name:
                return Distribution(*fields)
        names = ", ".join(fields[0] for fields in self._data["quantities"])
        raise KeyError(f"there is no quantity {name!r}; there are {names}")

    @property
    def _leading_quantity(self) -> Distribution:
        if not self.leading:
            raise ValueError("the run was stopped before anything was rolled")
        return self[self.leading[0]]

    @property
    def pmf(self) -> NDArray[np.float64]:
        """P(exactly k) of the leading quantity, for k = 0, 1, 2, …"""
        return self._leading_quantity.pmf

    @property
    def at_least(self) -> NDArray[np.float64]:
        """P(at least k) of the leading quantity, for k = 0, 1, 2, …"""
        return self._leading_quantity.at_least

    @property
    def cdf(self) -> NDArray[np.float64]:
        """P(at most k) of the leading quantity, for k = 0, 1, 2, …"""
        return self._leading_quantity.cdf

    @property
    def counts(self) -> NDArray[np.uint64] | None:
        """Number of trials with each count; ``None`` if any part was computed exactly."""
        return self._leading_quantity.counts

    @property
    def standard_error(self) -> float | None:
        """Standard error of the mean; ``None`` for exact answers."""
        return self._leading_quantity.standard_error

    @property
    def ci95(self) -> tuple[float, float] | None:
        """95 % confidence interval of the mean; ``None`` for exact answers."""
        return self._leading_quantity.ci95

    def mean(self) -> float:
        """Mean of the leading quantity."""
        return self._leading_quantity.mean()

    def std(self) -> float:
        """Standard deviation of the leading quantity."""
        return self._leading_quantity.std()

    def var(self) -> float:
        """Variance of the leading quantity."""
        return self._leading_quantity.var()

    def quantile(self, q: float) -> int:
        """Smallest count k with P(at most k) ≥ ``q``."""
        return self._leading_quantity.quantile(q)

    def sf(self, k: int) -> float:
        """Survival function P(more than ``k``), as in scipy: ``at_least[k + 1]``."""
        return self._leading_quantity.sf(k)

    def summary(self) -> str:
        """The block of lines that the program prints."""
        if self._summary is None:
            object.__setattr__(self, "_summary", self._reply.block(self._index))
        return self._summary

    def to_json(self) -> str:
        """Exactly what the program prints with ``--json``; one of several answers is a single line."""
        if self._text is None:
            alone = self._reply.shape in ("one", "campaign")
            text = self._reply.json() if alone else self._reply.json_of(self._index)
            object.__setattr__(self, "_text", text)
        return self._text

    def contributions(self) -> Sequence[Mapping[str, Any]]:
        """What each part of the situation contributes, as with ``why=True``.

        Empty for rolled answers and for answers without a link. Raises ``ValueError`` if this kind
        of question has no ``why``.
        """
        contributions = self.to_dict().get("contributions")
        if contributions is not None:
            return contributions
        if self._question is None or self.engine != "exact":
            return ()
        kind, fields = self._question
        pairs = [pair for pair in fields if pair[0] != "sensitivity"]
        link = _native.link(kind, [*pairs, ("why", "")])
        return json.loads(_native.ask_link(link)[2].json())["contributions"]

    @property
    def need(self) -> Mapping[str, Any] | None:
        """What reaches the chance of ``need``: a dict with ``what``, ``wanted``, ``now``,
        ``reached_by`` (dicts with ``changes``, ``points`` and ``p``) and perhaps ``best``."""
        return self.to_dict().get("need")

    @property
    def luck(self) -> Sequence[Mapping[str, Any]]:
        """How lucky each result of ``rolled`` was: dicts with ``quantity``, ``rolled``, ``expected``,
        ``worse``, ``same``, ``better`` and ``percentile``."""
        return tuple(self.to_dict().get("luck", ()))

    @property
    def requested_counts(self) -> Mapping[str, Mapping[str, Any]]:
        """The chances of the counts ``at_least`` and ``at_most``: a dict for each, with ``quantity``,
        ``count`` and ``p``; ``between`` has that of both."""
        found = self.to_dict()
        return {key: found[key] for key in ("at_least", "at_most", "between") if key in found}

    @property
    def given(self) -> Mapping[str, Any] | None:
        """The condition ``given`` of this answer: a dict with ``condition``, its probability ``p``
        and ``changes``, dicts with ``result``, its means ``without`` and ``given`` the condition,
        and their ``standardized`` difference, largest first. ``None`` without a condition."""
        return self.to_dict().get("given")

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy columns: a row for each count of each quantity."""
        rows: dict[str, list[Any]] = {"quantity": [], "value": [], "p": [], "at_least": []}
        for name, distribution in self.quantities.items():
            rows["quantity"] += [name] * len(distribution)
            rows["value"] += range(len(distribution))
            rows["p"] += distribution.pmf.tolist()
            rows["at_least"] += distribution.at_least.tolist()
        return rows

    def _repr_html_(self) -> str:
        return html.answer(self)

    def __repr__(self) -> str:
        return words.answer(self)

    def __str__(self) -> str:
        return self.summary()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self._data == other._data

    def __hash__(self) -> int:
        return hash((self.kind, self.name, self.subject, self.engine, self.trials, self.seed))

    def __reduce__(self) -> Any:
        held = (self._index, self._question, self._data, self.to_json(), self.summary())
        return type(self), (None, *held)


class Course(NamedTuple):
    """The course of a campaign: ``mean[side][i]`` is the mean of ``what`` after step ``i``."""

    what: str
    step: str
    mean: Mapping[str, Sequence[float]]


class Campaign(Answer):
    """The answer to a campaign: who wins it, after how many rounds, and its ``course``."""

    __slots__ = ()

    @property
    def course(self) -> Course:
        """The mean areas of each side from the start, by round."""
        return Course(**self.to_dict()["course"])
