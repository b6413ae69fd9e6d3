"""How lucky the rolls of a game were."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["Luck"]


class Luck(Sequence[Mapping[str, Any]]):
    """The rolls of a game, in order, each with its luck; ``totals`` has their sums.

    A roll is a dict with ``line``, ``by_enemy``, ``kind``, ``subject``, ``quantity``, ``unit``,
    ``rolled``, ``expected``, and the probabilities of a ``worse``, the ``same`` and a ``better``
    result. ``percentile`` is from 0 for the unluckiest to 1 for the luckiest.
    """

    __slots__ = ("_data", "_json")

    def __init__(self, text: str) -> None:
        self._json = text
        self._data: dict[str, Any] = json.loads(text)

    @property
    def totals(self) -> Sequence[Mapping[str, Any]]:
        """The sums of rolls that count the same: dicts with ``unit``, the number of ``rolls``, how
        much better they were than expected (``gained``), ``worse``, ``same``, ``better`` and
        ``percentile``."""
        return tuple(self._data["totals"])

    def to_json(self) -> str:
        """The answer as the program prints it with ``--json``."""
        return self._json

    def __len__(self) -> int:
        return len(self._data["rolls"])

    def __getitem__(self, index: Any) -> Any:
        return self._data["rolls"][index]

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self._data["rolls"])

    def __repr__(self) -> str:
        units = ", ".join(f"{one['unit']} {one['percentile']:.0%}" for one in self.totals)
        return f"<warodds.Luck: {len(self)} rolls, {units}>"
