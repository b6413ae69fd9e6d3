"""Cards of the catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

from . import _native, html
from .distribution import Frozen
from .tables import Tabled

# lists of a card; tables show their names
_NESTED = ("attacks", "abilities")


class Card(dict[str, Any]):
    """A card as a dict, as in ``warodds units --json``. Questions take it in place of a name."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The id, which names this card alone."""
        return self["id"]

    @property
    def name(self) -> str:
        """The name on the card."""
        return self["name"]

    def __repr__(self) -> str:
        cost = "no cost" if self["cost"] is None else f"{self['cost']} points"
        shown = ("speed", "defense", "morale", "wounds")
        stats = [f"{name} {self[name]}" for name in shown if self.get(name) is not None]
        parts = [f"{self['faction']} {self['type']}", cost, *stats, f"season {self['season']}"]
        return f"<card {self.name}: {', '.join(parts)}>"

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.id)

    def _refuse(self, *_: object, **__: object) -> Any:
        raise TypeError("a card cannot be changed: dict(card) is a copy that can")

    __setitem__ = __delitem__ = update = pop = popitem = setdefault = clear = __ior__ = _refuse

    def __reduce__(self) -> Any:
        return Card, (dict(self),)


class Cards(Tabled, Frozen, Sequence[Card]):
    """Cards in order, each usable as a unit; tables contain their plain values."""

    __slots__ = ("_cards",)

    _cards: tuple[Card, ...]

    def __init__(self, cards: Sequence[Mapping[str, Any]]) -> None:
        object.__setattr__(self, "_cards", tuple(Card(card) for card in cards))

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> Cards: ...
    def __getitem__(self, index: Any) -> Any:
        found = self._cards[index]
        return found if isinstance(found, Card) else Cards(found)

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
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
        more = ", …" if len(self) > 3 else ""
        return f"<{len(self)} cards: {', '.join(card.name for card in self._cards[:3])}{more}>"

    def _repr_html_(self) -> str:
        return html.table(self.columns())


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
    are the same. ``cards`` selects those of ``"1.0"``, of ``"2021"`` and later (the default), or
    ``"all"``.
    """
    terms = [filter, faction, type, None if cost is None else str(cost)]
    terms += [None if cards is None else f"cards={cards}"]
    text = ", ".join(term for term in terms if term)
    return Cards(json.loads(_native.units(text or "all")))


def attachment_cards(unit: str | Card | None = None) -> Cards:
    """Attachments of the catalogue: all, or those that can join ``unit``."""
    name = unit.id if isinstance(unit, Card) else unit
    return Cards(json.loads(_native.attachments(name)))
