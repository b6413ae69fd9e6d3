"""Whole battles: who wins how often, by how many points, and which unit earned them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _native
from .json_answer import Asked, JsonAnswer

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Share(NamedTuple):
    """A share of battles; ``ci95`` covers the true one in 95 % of all runs."""

    p: float
    ci95: tuple[float, float]


class Count(NamedTuple):
    """A number of a battle: ``pmf[i]`` is the share in which it is ``values[i]``."""

    mean: float
    standard_error: float
    std: float
    values: NDArray[np.int64]
    pmf: NDArray[np.float64]


class Battle(JsonAnswer):
    """What many battles came to, in the shape of ``warodds/battle/1``."""

    __slots__ = ("_data", "_text", "_asked")

    _data: dict[str, Any]
    _text: str
    _asked: Asked | None

    def __init__(self, text: str) -> None:
        for slot, value in zip(self.__slots__, (json.loads(text), text, None)):
            object.__setattr__(self, slot, value)

    @property
    def title(self) -> str:
        """What it is called."""
        return self._data["title"]

    @property
    def mode(self) -> str:
        """The mode by its name."""
        return self._data["mode"]

    @property
    def games(self) -> int:
        """How many battles were played."""
        return self._data["games"]

    @property
    def seed(self) -> int:
        """Their seed."""
        return self._data["seed"]

    @property
    def armies(self) -> tuple[str, str]:
        """The names of ``a`` and ``b``."""
        a, b = self._data["armies"]
        return a, b

    @property
    def events(self) -> Mapping[str, Share]:
        """``a_wins``, ``b_wins`` and ``draw``."""
        shares = self._data["events"].items()
        return MappingProxyType({name: Share(one["p"], tuple(one["ci95"])) for name, one in shares})

    @property
    def quantities(self) -> Mapping[str, Count]:
        """``a_points``, ``b_points``, their ``difference``, and ``rounds``."""
        return MappingProxyType({name: _count(one) for name, one in self._data["quantities"].items()})

    @property
    def notes(self) -> tuple[str, ...]:
        """What must be known of the lists."""
        return tuple(self._data["notes"])

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """What is not played, or read into the rules."""
        return tuple(self._data["not_modelled"])

    def to_json(self) -> str:
        """Just what ``warodds battle`` prints with ``--json``."""
        return self._text

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each unit: what it earned, how often it fell, and what it did."""
        units = self._data["units"]
        rows = {
            name: [one[name] for one in units] for name in ("side", "name", "cost", "points", "lost")
        }
        for action in units[0]["activations"] if units else ():
            rows[action] = [one["activations"][action] for one in units]
        return rows

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Battle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        return Battle, (self._text,)

    def __repr__(self) -> str:
        shares = (f"{name} {share.p:.3f}" for name, share in self.events.items())
        return f"<battle {self.title}: {', '.join(shares)} ({self.games} battles)>"


def _count(one: dict[str, Any]) -> Count:
    pmf = np.array(one["pmf"], dtype=np.float64)
    values = np.arange(one["from"], one["from"] + len(pmf), dtype=np.int64)
    for array in (pmf, values):
        array.flags.writeable = False
    return Count(one["mean"], one["standard_error"], one["sd"], values, pmf)


def battle(
    file: str | PathLike[str],
    *,
    games: int | float | None = None,
    seed: int | None = None,
    dice: bool = False,
    threads: int = 0,
) -> Battle:
    """Plays the battles of a file, as ``warodds battle`` does.

    ``dice=True`` rolls every die, in place of drawing attacks from their exact distributions.
    """
    if games is not None and games != int(games):
        raise ValueError(f"games must be a whole number, not {games}")
    games = None if games is None else int(games)
    try:
        reply = _native.battle(fspath(file), games, seed, dice, threads)
    except KeyboardInterrupt as stopped:
        # what was played until then
        partial = getattr(stopped, "partial", None)
        if isinstance(partial, _native.Reply):
            played = Battle(partial.json())
            stopped.partial = played if played.games else None  # type: ignore[attr-defined]
        raise
    return Battle(reply.json())
