"""Several answers in order, and the class of each reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import _native, html
from .answer import Answer, Campaign
from .field import Field, field
from .json_answer import JsonAnswer, Question
from .plotted import Plotted
from .tables import Tabled, stack, with_constants

if TYPE_CHECKING:
    from .battle import Battle
    from .luck import Luck
    from .trace import Trace

T = TypeVar("T", bound="Answer | Field")


class _AnswerSequence(JsonAnswer, Sequence[T]):
    """Several answers in order, with the JSON and one table of all."""

    __slots__ = ("_answers", "_text", "_question")

    _answers: tuple[T, ...]
    _text: str
    _question: Question | None

    def __init__(self, answers: Sequence[T], text: str, question: Question | None = None) -> None:
        for slot, value in zip(_AnswerSequence.__slots__, (tuple(answers), text, question)):
            object.__setattr__(self, slot, value)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._answers[index]

    def named(self, name: str) -> T:
        """Finds an answer by the name of its question or its option."""
        for answer in self._answers:
            if name in (_title(answer), answer.name):
                return answer
        names = ", ".join(_title(answer) for answer in self._answers)
        raise KeyError(f"there is no answer {name!r}; there are {names}")

    def __len__(self) -> int:
        return len(self._answers)

    def __iter__(self) -> Iterator[T]:
        return iter(self._answers)

    def to_json(self) -> str:
        """Exactly what the program prints with ``--json``."""
        return self._text

    def to_dict(self) -> list[Any]:
        """The JSON as a list with a dict for each answer."""
        found = json.loads(self._text)
        return found if isinstance(found, list) else [found]

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy columns: a row for each count of each quantity of each answer.

        Matrices and comparisons have such rows for each pair of units; the columns that name the
        units are ``None`` for other answers. Each list of values has a column.
        """
        return stack(
            with_constants({"question": _title(answer), **answer.case}, _count_columns(answer))
            for answer in self._answers
        )

    def _repr_html_(self) -> str:
        return "<hr>".join(answer._repr_html_() for answer in self._answers)

    def __repr__(self) -> str:
        return "\n".join(repr(answer) for answer in self._answers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _AnswerSequence):
            return NotImplemented
        return type(self) is type(other) and self._answers == other._answers

    def __hash__(self) -> int:
        return hash(self._answers)

    def __reduce__(self) -> Any:
        return type(self), (self._answers, self._text, self._question)


def _title(answer: Answer | Field) -> str:
    return (answer.option if isinstance(answer, Answer) else None) or answer.name


def _count_columns(answer: Answer | Field) -> Mapping[str, Sequence[Any]]:
    """A row for each count."""
    return answer.columns() if isinstance(answer, Answer) else answer.distributions.columns()


class Answers(Plotted, _AnswerSequence[Answer]):
    """A sequence of answers, e.g. to a range of distances."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html.answers(self)


class Fields(_AnswerSequence["Field"]):
    """The answers to a question about many units with lists: one answer for each case."""

    __slots__ = ()

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy columns: the rows of all answers, with a column for each list.

        See also ``distributions``.
        """
        return stack(
            with_constants({"question": answer.name, **answer.case}, answer.columns())
            for answer in self
        )

    @property
    def distributions(self) -> FieldsDistributions:
        """The distributions of all pairs of units in all cases, as a table."""
        return FieldsDistributions(self)


class FieldsDistributions(Tabled):
    """The distributions of all cases: a row for each case, pair of units and count."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Tidy columns: the lists, the units, ``quantity``, ``value``, ``p``, ``at_least``."""
        return _AnswerSequence.columns(self._fields)


class Results(_AnswerSequence["Answer | Field"]):
    """All answers of a scenario file: first those about units, then matrices and comparisons."""

    __slots__ = ()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers about units."""
        return tuple(answer for answer in self if isinstance(answer, Answer))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The matrices and comparisons."""
        return tuple(answer for answer in self if not isinstance(answer, Answer))


def from_reply(
    reply: _native.NativeReply, question: Question | None = None
) -> Answer | Answers | Battle | Field | Fields | Luck | Results | Trace:
    """Converts a reply to the class that fits its shape."""
    shape = reply.shape
    # the most frequent shapes first: they need no further imports
    if shape == "one":
        return Answer(reply, 0, question)
    if shape == "campaign":
        return Campaign(reply, 0, question)

    from .battle import Battle
    from .luck import Luck
    from .trace import Trace

    if shape == "battle":
        return Battle(reply.json(), question)
    if shape == "trace":
        return Trace(reply.json())
    if shape == "luck":
        return Luck(reply.json())
    fields = [field(text, question, reply, i) for i, text in enumerate(reply.fields())]
    if shape == "field":
        return fields[0]
    if shape == "fields":
        return Fields(fields, reply.json(), question)
    answers = [Answer(reply, i) for i in range(len(reply.answers()))]
    if shape == "scenario":
        return Results([*answers, *fields], reply.json(), question)
    return Answers(answers, reply.json(), question)


def as_sequence(found: Any, short_lists: Sequence[tuple[str, str]]) -> Any:
    """Returns the answer to lists of a single value as a sequence, with these values as cases.

    ``short_lists`` are keys with the JSON of their value. Answers to other questions, such as
    battles, stay as they are.
    """
    if isinstance(found, Results) or not isinstance(found, (Answer, Field, _AnswerSequence)):
        return found
    for one in found if isinstance(found, _AnswerSequence) else (found,):
        one._add_case(short_lists)
    if isinstance(found, _AnswerSequence):
        return found
    several: type[_AnswerSequence[Any]] = Answers if isinstance(found, Answer) else Fields
    return several([found], found.to_json(), found._question)
