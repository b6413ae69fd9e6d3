"""What are the odds? Exact distributions and fast Monte Carlo for tabletop wargames.

>>> import warodds as wo
>>> a = wo.attack("stark sworn swords", "lannister guardsmen", facing="flank", charge=True)
>>> round(a.mean(), 3), a.at_least[4]                                    # doctest: +SKIP
>>> a["hits"].pmf, a.events["destroyed"], a.notes                        # doctest: +SKIP

Keywords are the options of the program's commands with ``_`` for ``-``; which there are stands in
``warodds.keywords``, and what is wrong with one is told in the program's words by ``ValueError``.
Sampling takes ``engine="monte-carlo", trials=1e6, seed=7``, on all processors or on ``threads``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, cast

from . import _native
from ._native import __version__
from .answer import Answer, Answers, Results, answered
from .battle import Battle, battle
from .cards import Cards, attachment_cards, units
from .distribution import Distribution, Event
from .field import Attachments, Comparison, Field, Matrix
from .shards import Shard, merge, shard

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import keywords

__all__ = [
    "Answer", "Answers", "Attachments", "Battle", "Cards", "Comparison", "Distribution", "Event",
    "Field", "Matrix", "Results", "Shard", "__version__", "ask", "attachment_cards", "attachments",
    "attack", "battle", "charge", "compare", "deck", "duel", "matrix", "merge", "options", "panic",
    "retreat", "run", "shard", "survive", "units",
]


def _ask(kind: str, places: Sequence[str | None], given: Mapping[str, Any]) -> Any:
    # keywords of this call alone
    options = cast("dict[str, Any]", given)
    threads = options.pop("threads", None) or 0
    try:
        asked, reply = _native.ask(kind, tuple(places), options, threads)
    except KeyboardInterrupt as stopped:
        # what was rolled until then
        _tell_partial(stopped)
        raise
    return answered(reply, (kind, asked))


def _tell_partial(stopped: KeyboardInterrupt) -> None:
    reply = getattr(stopped, "partial", None)
    if isinstance(reply, _native.Reply):
        partial = answered(reply)
        if isinstance(partial, Battle):
            is_known = partial.games > 0
        else:
            is_known = any(one["trials"] != 0 for one in reply.answers())
        stopped.partial = partial if is_known else None  # type: ignore[attr-defined]


def attack(
    attacker: str | None = None,
    defender: str | None = None,
    /,
    **options: Unpack[keywords.Attack],
) -> Answer:
    """What an attack does: hits, unblocked hits, wounds.

    By names of cards, or in plain numbers: ``attack(dice=8, hit=3, defense=4, morale=7)``.
    """
    return cast(Answer, _ask("attack", (attacker, defender), options))


def charge(
    attacker: str | None = None,
    defender: str | None = None,
    /,
    **options: Unpack[keywords.Charge],
) -> Answer | Answers:
    """Whether a charge arrives, and what it deals and suffers.

    Of several distances, ``distance="6..9"``, there are as many answers.
    """
    return cast("Answer | Answers", _ask("charge", (attacker, defender), options))


def panic(unit: str | None = None, /, **options: Unpack[keywords.Panic]) -> Answer:
    """What a panic test costs: ``panic("stark sworn swords")`` or ``panic(morale=7)``."""
    return cast(Answer, _ask("panic", (unit,), options))


def retreat(unit: str | None = None, /, **options: Unpack[keywords.Retreat]) -> Answer | Answers:
    """Whether a unit gets away."""
    return cast("Answer | Answers", _ask("retreat", (unit,), options))


def duel(
    a: str | None = None, b: str | None = None, /, **options: Unpack[keywords.Duel]
) -> Answer:
    """Who is left when two units stay engaged."""
    return cast(Answer, _ask("duel", (a, b), options))


def matrix(**options: Unpack[keywords.Matrix]) -> Matrix:
    """Every attacker against every defender: ``matrix(attackers="stark", charge=True).mean``."""
    return cast(Matrix, _ask("matrix", (), options))


def compare(
    a: str | None = None, b: str | None = None, /, **options: Unpack[keywords.Compare]
) -> Comparison:
    """Which of two units is better, point for point, against whom, and how sure that is."""
    return cast(Comparison, _ask("compare", (a, b), options))


def attachments(**options: Unpack[keywords.Attachments]) -> Attachments:
    """Which attachments fit a unit, and what each adds for its points."""
    return cast(Attachments, _ask("attachments", (), options))


def options(
    attacker: str | None = None,
    defender: str | None = None,
    /,
    **options: Unpack[keywords.Options],
) -> Answers:
    """All that one unit can do to another now, best first."""
    return cast(Answers, _ask("options", (attacker, defender), options))


def survive(unit: str | None = None, /, **options: Unpack[keywords.Survive]) -> Answer | Answers:
    """How many attacks a unit stands: ``survive("stark sworn swords", by="umber berserkers")``."""
    return cast("Answer | Answers", _ask("survive", (unit,), options))


def deck(**options: Unpack[keywords.Deck]) -> Answer:
    """Whether a card is drawn by then: ``deck(copies=2)``."""
    return cast(Answer, _ask("deck", (), options))


def ask(link: str, *, threads: int = 0) -> Answer | Answers | Field:
    """Answers the question of a link, such as ``Answer.link()`` gives.

    Of an address that ends in one only what is behind its ``#`` is read.
    """
    text = link.rpartition("#")[2]
    kind, asked, reply = _native.ask_link(text, threads)
    return cast("Answer | Answers | Field", answered(reply, (kind, asked)))


def run(
    file: str | PathLike[str], *, threads: int = 0, **options: Unpack[keywords.Run]
) -> Answer | Battle | Results:
    """Answers a scenario, campaign or battle file, as the program does.

    Of a scenario all answers are in one sequence: those about units, then matrices and comparisons.
    Of ``options`` a battle file takes ``seed``; :func:`battle` sets the number of battles.
    """
    try:
        reply = _native.run(fspath(file), dict(options), threads)
    except KeyboardInterrupt as stopped:
        _tell_partial(stopped)
        raise
    return cast("Answer | Battle | Results", answered(reply))
