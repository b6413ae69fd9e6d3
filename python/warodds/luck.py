"""How lucky the rolls of a game were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .rows import Rows

__all__ = ["Luck"]


class Luck(Rows):
    """The rolls of a game, in order, each with its luck; ``totals`` has their sums.

    A roll is a dict with ``line``, ``by_enemy``, ``kind``, ``subject``, ``quantity``, ``unit``,
    ``rolled``, ``expected``, and the probabilities of a ``worse``, the ``same`` and a ``better``
    result. ``percentile`` is from 0 for the unluckiest to 1 for the luckiest. The luck is always the
    player's: a good roll of the enemy is bad luck.
    """

    __slots__ = ()
    _key = "rolls"

    @property
    def totals(self) -> Sequence[Mapping[str, Any]]:
        """The sums of rolls that count the same: dicts with ``unit``, the number of ``rolls``, how
        much better they were than expected (``gained``), ``worse``, ``same``, ``better`` and
        ``percentile``."""
        return tuple(self._data["totals"])

    def __repr__(self) -> str:
        units = ", ".join(f"{one['unit']} {one['percentile']:.0%}" for one in self.totals)
        return f"<warodds.Luck: {len(self)} rolls, {units}>"
