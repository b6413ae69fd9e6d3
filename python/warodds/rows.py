"""Answers that are rows, as the program prints them with ``--json``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from . import html
from .tables import Tabled

__all__ = ["Rows"]


class Rows(Tabled, Sequence[Mapping[str, Any]]):
    """The dicts under one key of a JSON document."""

    __slots__ = ("_data", "_json")
    _key: ClassVar[str]

    def __init__(self, text: str) -> None:
        self._json = text
        self._data: dict[str, Any] = json.loads(text)

    def to_json(self) -> str:
        """The answer as the program prints it with ``--json``."""
        return self._json

    def __len__(self) -> int:
        return len(self._data[self._key])

    def __getitem__(self, index: Any) -> Any:
        return self._data[self._key][index]

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A column for each key of the rows; ``None`` where a row lacks it."""
        names = dict.fromkeys(name for row in self for name in row)
        return {name: [row.get(name) for row in self] for name in names}

    def _repr_html_(self) -> str:
        return html.table(self.columns())

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self._data[self._key])
