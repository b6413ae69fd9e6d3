"""Cards of the catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

from . import _native
from .distribution import Frozen
from .tables import Tabled

# lists of a card; tables show their names
_NESTED = ("attacks", "abilities")


class Cards(Tabled, Frozen, Sequence[Mapping[str, Any]]):
    """Cards as dicts, as in ``warodds units --json``; tables contain their plain values."""

    __slots__ = ("_cards",)

    _cards: tuple[Mapping[str, Any], ...]

    def __init__(self, cards: Sequence[Mapping[str, Any]]) -> None:
        object.__setattr__(self, "_cards", tuple(cards))

    @overload
    def __getitem__(self, index: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Mapping[str, Any]]: ...
    def __getitem__(self, index: Any) -> Any:
        return self._cards[index]

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self._cards)

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each card, with the names of its attacks and abilities."""
        names = [name for name in (self._cards[0] if self._cards else ()) if name not in _NESTED]
        rows: dict[str, Sequence[Any]] = {
            name: [card.get(name) for card in self._cards] for name in names
        }
        for nested in _NESTED:
            if self._cards and nested in self._cards[0]:
                rows[nested] = [
                    ", ".join(one["name"] for one in card[nested]) for card in self._cards
                ]
        return rows

    def __eq__(self, other: object) -> bool:
        return self._cards == other._cards if isinstance(other, Cards) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(card["id"] for card in self._cards))

    def __reduce__(self) -> Any:
        return Cards, (self._cards,)

    def __repr__(self) -> str:
        return f"<{len(self)} cards: {', '.join(card['name'] for card in self._cards[:3])}, …>"


def units(
    filter: str = "",
    /,
    *,
    faction: str | None = None,
    type: str | None = None,
    cost: str | int | None = None,
    cards: str | None = None,
) -> Cards:
    """Units of the catalogue: all, or those that match a filter.

    ``units("stark, infantry, 5..6")`` and ``units(faction="stark", type="infantry", cost="5..6")``
    are the same. ``cards`` selects the edition of the cards (``"1.0"``, ``"all"``); the default is
    the current one.
    """
    terms = [filter, faction, type, None if cost is None else str(cost)]
    terms += [None if cards is None else f"cards={cards}"]
    text = ", ".join(term for term in terms if term)
    return Cards(json.loads(_native.units(text or "all")))


def attachment_cards(unit: str | None = None) -> Cards:
    """Attachments of the catalogue: all, or those that can join ``unit``."""
    return Cards(json.loads(_native.attachments(unit)))
