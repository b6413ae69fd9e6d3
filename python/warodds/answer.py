"""Answers: distributions of counts, chances of events, and what a reader must know of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import _native, html
from .distribution import Distribution, Event
from .json_answer import Asked, JsonAnswer

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from .battle import Battle
    from .field import Field


class Answer(JsonAnswer):
    """The answer to one question.

    ``a.pmf``, ``a.at_least``, ``a.mean()`` and the like are those of the leading quantity, e.g. of
    all wounds; ``a["hits"]`` has the others and ``a.events`` what happens or does not. Answers are
    compared by value, and can be pickled.
    """

    __slots__ = ("_reply", "_place", "_asked", "_values", "_text")

    _reply: Any
    _place: int
    _asked: Asked | None
    _values: Any
    _text: Any

    def __init__(
        self,
        reply: _native.Reply | None,
        place: int = 0,
        asked: Asked | None = None,
        values: dict[str, Any] | None = None,
        text: str | None = None,
    ) -> None:
        for slot, value in zip(self.__slots__, (reply, place, asked, values, text)):
            object.__setattr__(self, slot, value)

    # values are fetched when one is asked for: a loop over many questions pays for none
    @property
    def _data(self) -> dict[str, Any]:
        if self._values is None:
            object.__setattr__(self, "_values", self._reply.answers()[self._place])
        return self._values

    @property
    def name(self) -> str:
        """The question's name."""
        return self._data["name"]

    @property
    def kind(self) -> str:
        """What kind of question: ``attack``, ``charge``, …"""
        return self._data["kind"]

    @property
    def subject(self) -> str:
        """Who meets whom."""
        return self._data["subject"]

    @property
    def situation(self) -> str:
        """What happens, in a sentence; may be empty."""
        return self._data["situation"]

    @property
    def option(self) -> str | None:
        """Of several options, which one; ``None`` of an answer that stands alone."""
        return self._data["option"]

    @property
    def engine(self) -> str:
        """Who answered: ``exact``, ``monte-carlo``, ``conditional`` or ``table``."""
        return self._data["engine"]

    @property
    def trials(self) -> int | None:
        """How often it was rolled; ``None`` where nothing was."""
        return self._data["trials"]

    @property
    def seed(self) -> int | None:
        """The seed of the dice; ``None`` where nothing was rolled."""
        return self._data["seed"]

    @property
    def partial(self) -> bool:
        """Whether the run was stopped early, or blocks of it are missing."""
        return self._data["partial"]

    @property
    def method(self) -> Mapping[str, Any]:
        """Engine, trials, seed, and whether the answer is partial."""
        keys = ("engine", "trials", "seed", "partial")
        return MappingProxyType({key: self._data[key] for key in keys})

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know beside the numbers."""
        return tuple(self._data["notes"])

    @property
    def not_modelled(self) -> tuple[tuple[str, str], ...]:
        """Units with abilities that may change these numbers and are not counted."""
        return tuple(self._data["not_modelled"])

    @property
    def leading(self) -> tuple[str, ...]:
        """The names of the quantities that matter most."""
        known = {one[0] for one in self._data["quantities"]}
        return tuple(name for name in self._data["leading"] if name in known)

    @property
    def quantities(self) -> Mapping[str, Distribution]:
        """All that was counted, by name."""
        return MappingProxyType({one[0]: Distribution(*one) for one in self._data["quantities"]})

    @property
    def events(self) -> Mapping[str, Event]:
        """All that happens or does not, by name."""
        return MappingProxyType({one[0]: Event(*one) for one in self._data["events"]})

    def __getitem__(self, name: str) -> Distribution:
        for one in self._data["quantities"]:
            if one[0] == name:
                return Distribution(*one)
        known = ", ".join(one[0] for one in self._data["quantities"])
        raise KeyError(f"there is no quantity {name!r}; there are {known}")

    @property
    def _lead(self) -> Distribution:
        if not self.leading:
            raise ValueError("the run was stopped before anything was rolled")
        return self[self.leading[0]]

    @property
    def pmf(self) -> NDArray[np.float64]:
        """The chance of exactly each count of the leading quantity."""
        return self._lead.pmf

    @property
    def at_least(self) -> NDArray[np.float64]:
        """The chance of each count or more."""
        return self._lead.at_least

    @property
    def cdf(self) -> NDArray[np.float64]:
        """The chance of each count or less."""
        return self._lead.cdf

    @property
    def counts(self) -> NDArray[np.uint64] | None:
        """How often each count was seen; ``None`` where all or a part was worked out."""
        return self._lead.counts

    @property
    def standard_error(self) -> float | None:
        """Of the mean; ``None`` where nothing was rolled."""
        return self._lead.standard_error

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean; ``None`` where nothing was rolled."""
        return self._lead.ci95

    def mean(self) -> float:
        """The expected count of the leading quantity."""
        return self._lead.mean()

    def std(self) -> float:
        """Its standard deviation."""
        return self._lead.std()

    def var(self) -> float:
        """Its variance."""
        return self._lead.var()

    def quantile(self, q: float) -> int:
        """The least count of which ``q`` of the probability lies at it or below."""
        return self._lead.quantile(q)

    def sf(self, k: int) -> float:
        """The chance of *more than* ``k``, as scipy has it: one off from ``at_least``."""
        return self._lead.sf(k)

    def to_json(self) -> str:
        """Just what the program prints with ``--json``; one of several is on one line."""
        if self._text is None:
            alone = self._reply.shape in ("one", "campaign")
            text = self._reply.json() if alone else self._reply.json_of(self._place)
            object.__setattr__(self, "_text", text)
        return self._text

    def contributions(self) -> Sequence[Mapping[str, Any]]:
        """What each part of the question is worth, as ``why=True`` asks for it.

        Empty for rolled answers and for those without a link. ``ValueError`` where the kind of
        question has no ``why``.
        """
        known = self.to_dict().get("contributions")
        if known is not None:
            return known
        if self._asked is None or self.engine != "exact":
            return ()
        kind, given = self._asked
        pairs = [pair for pair in given if pair[0] != "sensitivity"]
        link = _native.link(kind, [*pairs, ("why", "")])
        return json.loads(_native.ask_link(link)[2].json())["contributions"]

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy: a row for each count of each quantity."""
        rows: dict[str, list[Any]] = {"quantity": [], "value": [], "p": [], "at_least": []}
        for name, one in self.quantities.items():
            rows["quantity"] += [name] * len(one)
            rows["value"] += range(len(one))
            rows["p"] += one.pmf.tolist()
            rows["at_least"] += one.at_least.tolist()
        return rows

    def plot(self, ax: Axes | None = None) -> Axes:
        """Bars of the leading quantities, by matplotlib (``pip install warodds[plot]``)."""
        from . import plot

        return plot.answer(self, ax)

    def _repr_html_(self) -> str:
        return html.answer(self)

    def __repr__(self) -> str:
        how = self.engine if self.trials is None else f"{self.engine}, {self.trials} trials"
        title = self.option or self.name
        if not self.leading:
            return f"<{self.kind} {title}: nothing known ({how})>"
        means = (f"{name} {self[name].mean():.4g}" for name in self.leading)
        return f"<{self.kind} {title}: {', '.join(means)} ({how})>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self._data == other._data

    def __hash__(self) -> int:
        return hash((self.kind, self.name, self.subject, self.engine, self.trials, self.seed))

    def __reduce__(self) -> Any:
        return Answer, (None, self._place, self._asked, self._data, self.to_json())


T = TypeVar("T", bound="Answer | Field")


class _Several(JsonAnswer, Sequence[T]):
    """Answers in their order, with the JSON and one table of all."""

    __slots__ = ("_answers", "_text", "_asked")

    _answers: tuple[T, ...]
    _text: str
    _asked: Asked | None

    def __init__(self, answers: Sequence[T], text: str, asked: Asked | None = None) -> None:
        for slot, value in zip(_Several.__slots__, (tuple(answers), text, asked)):
            object.__setattr__(self, slot, value)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...
    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        return self._answers[place]

    def named(self, name: str) -> T:
        """The answer to the question of that name, or of that option."""
        for one in self._answers:
            if name in (_title(one), one.name):
                return one
        known = ", ".join(_title(one) for one in self._answers)
        raise KeyError(f"there is no answer {name!r}; there are {known}")

    def __len__(self) -> int:
        return len(self._answers)

    def __iter__(self) -> Iterator[T]:
        return iter(self._answers)

    def to_json(self) -> str:
        """Just what the program prints with ``--json``."""
        return self._text

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy: a row for each count of each quantity of each answer.

        Matrices and comparisons have a row for each pair of units as well; their columns are
        ``None`` in the rows of other answers.
        """
        tables = [
            (_title(one), (one if isinstance(one, Answer) else one.distributions).columns())
            for one in self._answers
        ]
        names = dict.fromkeys(name for _, columns in tables for name in columns)
        rows: dict[str, list[Any]] = {name: [] for name in ("question", *names)}
        for title, columns in tables:
            count = len(columns["value"])
            rows["question"] += [title] * count
            for name in names:
                rows[name] += columns.get(name, [None] * count)
        return rows

    def _repr_html_(self) -> str:
        return "<hr>".join(one._repr_html_() for one in self._answers)

    def __repr__(self) -> str:
        return "\n".join(repr(one) for one in self._answers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Several):
            return NotImplemented
        return type(self) is type(other) and self._answers == other._answers

    def __hash__(self) -> int:
        return hash(self._answers)

    def __reduce__(self) -> Any:
        return type(self), (self._answers, self._text, self._asked)


def _title(one: Answer | Field) -> str:
    return (one.option if isinstance(one, Answer) else None) or one.name


class Answers(_Several[Answer]):
    """Several answers, in their order: a sequence of them, and one table of all."""

    __slots__ = ()


class Results(_Several["Answer | Field"]):
    """The answers to all questions of a file: those about units first, then matrices and comparisons."""

    __slots__ = ()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers about units."""
        return tuple(one for one in self if isinstance(one, Answer))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The answers about whole fields: matrices and comparisons."""
        return tuple(one for one in self if not isinstance(one, Answer))


def answered(
    reply: _native.Reply, asked: Asked | None = None
) -> Answer | Answers | Battle | Field | Results:
    """A reply in the shape that its question has."""
    shape = reply.shape
    # most are, and need nothing else
    if shape in ("one", "campaign"):
        return Answer(reply, 0, asked)

    from .battle import Battle
    from .field import field

    if shape == "battle":
        return Battle(reply.json())
    fields = [field(text, asked, reply, place) for place, text in enumerate(reply.fields())]
    if shape == "field":
        return fields[0]
    answers = [Answer(reply, n) for n in range(len(reply.answers()))]
    if shape == "scenario":
        return Results([*answers, *fields], reply.json(), asked)
    return Answers(answers, reply.json(), asked)
