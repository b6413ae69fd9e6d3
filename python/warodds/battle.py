"""Whole battles: who wins how often, with how many points, and which units scored them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import html, words
from .json_answer import JsonAnswer, Question
from .plotted import Plotted

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Share(NamedTuple):
    """The share of battles with an outcome, and its 95 % confidence interval."""

    p: float
    ci95: tuple[float, float]


class Count(NamedTuple):
    """The distribution of a quantity: ``pmf[i]`` is the share of battles with ``values[i]``."""

    mean: float
    standard_error: float
    std: float
    values: NDArray[np.int64]
    pmf: NDArray[np.float64]


class Battle(Plotted, JsonAnswer):
    """The results of many battles, with the content of ``warodds/battle/1``."""

    __slots__ = ("_data", "_text", "_question")

    _data: dict[str, Any]
    _text: str
    _question: Question | None

    def __init__(self, text: str, question: Question | None = None) -> None:
        for slot, value in zip(self.__slots__, (json.loads(text), text, question)):
            object.__setattr__(self, slot, value)

    @property
    def title(self) -> str:
        """Title of the file."""
        return self._data["title"]

    @property
    def mode(self) -> str:
        """Name of the game mode."""
        return self._data["mode"]

    @property
    def games(self) -> int:
        """Number of battles played."""
        return self._data["games"]

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return self._data["seed"]

    @property
    def armies(self) -> tuple[str, str]:
        """Names of the armies ``a`` and ``b``."""
        a, b = self._data["armies"]
        return a, b

    @property
    def events(self) -> Mapping[str, Share]:
        """Shares of ``a_wins``, ``b_wins`` and ``draw``."""
        shares = self._data["events"].items()
        return MappingProxyType(
            {name: Share(share["p"], tuple(share["ci95"])) for name, share in shares}
        )

    @property
    def quantities(self) -> Mapping[str, Count]:
        """Distributions of ``a_points``, ``b_points``, their ``difference``, and ``rounds``."""
        quantities = self._data["quantities"].items()
        return MappingProxyType({name: _count(quantity) for name, quantity in quantities})

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the army lists."""
        return tuple(self._data["notes"])

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """Rules and abilities that are not played."""
        return tuple(self._data["not_modelled"])

    def to_json(self) -> str:
        """Exactly what ``warodds battle`` prints with ``--json``."""
        return self._text

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each unit: points scored, how often it was destroyed, and its actions."""
        units = self._data["units"]
        rows = {
            name: [unit[name] for unit in units]
            for name in ("side", "name", "cost", "points", "lost")
        }
        for action in units[0]["activations"] if units else ():
            rows[action] = [unit["activations"][action] for unit in units]
        return rows

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Battle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        return Battle, (self._text, self._question)

    def _repr_html_(self) -> str:
        return html.battle(self)

    def __repr__(self) -> str:
        return words.battle(self)


def _count(quantity: dict[str, Any]) -> Count:
    pmf = np.array(quantity["pmf"], dtype=np.float64)
    values = np.arange(quantity["from"], quantity["from"] + len(pmf), dtype=np.int64)
    for array in (pmf, values):
        array.flags.writeable = False
    return Count(quantity["mean"], quantity["standard_error"], quantity["sd"], values, pmf)
