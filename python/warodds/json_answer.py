"""Base class of all answers: JSON, tables and the link of the question."""

from __future__ import annotations

import json
from typing import Any

from . import _native
from .distribution import Frozen
from .tables import Tabled

# the kind of a question, and its fields as pairs of key id and text
Question = tuple[str, list[tuple[str, str]]]


class JsonAnswer(Tabled, Frozen):
    """An answer that can be exported as JSON and whose question may have a link."""

    __slots__ = ()

    _question: Question | None

    def to_json(self) -> str:
        """Exactly what the program prints with ``--json``; one of several answers is a single line."""
        raise NotImplementedError

    def to_dict(self) -> Any:
        """The JSON as a dict, or as a list of dicts if there are several answers."""
        return json.loads(self.to_json())

    def link(self, base: str = "") -> str:
        """The link of the question; with ``base``, a web address that ends in it."""
        if self._question is None:
            raise ValueError("a question of a file, or one of several questions, has no link")
        link = _native.link(*self._question)
        return f"{base}#{link}" if base else link
