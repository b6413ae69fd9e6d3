"""One resolution of a question, die by die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .rows import Rows

__all__ = ["Trace"]


class Trace(Rows):
    """The steps of one resolution, in order; ``str`` prints a line for each.

    A step is a dict with ``rule``, ``step`` and what came of it: ``dice`` and the face ``needed``
    to succeed, ``symbols``, or a ``value``.
    """

    __slots__ = ()
    _key = "steps"

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return int(self._data["seed"])

    @property
    def given(self) -> Mapping[str, Any] | None:
        """The condition that the seed is the first to meet, as in ``Answer.given``, if any."""
        return self._data.get("given")

    @property
    def subject(self) -> str:
        """Who meets whom."""
        return str(self._data["subject"])

    @property
    def abilities(self) -> Sequence[Mapping[str, Any]]:
        """The abilities that count: dicts with ``ability``, ``side`` and ``effects``."""
        return tuple(self._data["abilities"])

    @property
    def results(self) -> Sequence[Mapping[str, Any]]:
        """The result, the leading quantity first: dicts with ``name``, ``label`` and ``value``.

        An event, for which ``is_event`` is true, has the value 1 if it happened and 0 if not. The
        leading quantity may have a ``cost``, such as ``a rank lost``.
        """
        return tuple(self._data["results"])

    @property
    def notes(self) -> Sequence[str]:
        """Notes for the reader."""
        return tuple(self._data["notes"])

    def __repr__(self) -> str:
        return f"<warodds.Trace: {self.subject}, seed {self.seed}, {len(self)} steps>"

    def __str__(self) -> str:
        return "\n".join(_line(step) for step in self)


def _line(step: Mapping[str, Any]) -> str:
    """Formats a step as the program does; dice that succeed are in brackets."""
    rule, name = f"{step['rule']:>5}", step["step"]
    if "value" in step:
        return f"{rule}    = {step['value']} {name}"
    if "symbols" in step:
        return f"{rule}  {name}: {', '.join(step['symbols'])}"
    needed = step["needed"]
    dice = (f"[{die}]" if needed is not None and die >= needed else str(die) for die in step["dice"])
    on = "" if needed is None else f" on {needed}+"
    return f"{rule}  {name}{on}: {' '.join(dice)}"
