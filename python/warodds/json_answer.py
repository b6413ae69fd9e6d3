"""What all answers have: the program's JSON, tables, and the link of what was asked."""

from __future__ import annotations

import json
from typing import Any

from . import _native
from .distribution import Frozen
from .tables import Tabled

# a kind of question, and what was given for its keys
Asked = tuple[str, list[tuple[str, str]]]


class JsonAnswer(Tabled, Frozen):
    """An answer that is the program's JSON, to a question that may have a link."""

    __slots__ = ()

    _asked: Asked | None

    def to_json(self) -> str:
        """Just what the program prints with ``--json``; one of several is on one line."""
        raise NotImplementedError

    def to_dict(self) -> Any:
        """The same as a dict; of several answers as a list of them."""
        return json.loads(self.to_json())

    def link(self, base: str = "") -> str:
        """The question as one line of text; with ``base``, an address that ends in it."""
        if self._asked is None:
            raise ValueError("what is asked in a file, or is one of several, has no link")
        link = _native.link(*self._asked)
        return f"{base}#{link}" if base else link
