"""What are the odds? Exact distributions and fast Monte Carlo for tabletop wargames.

>>> import warodds as wo
>>> a = wo.attack("stark sworn swords", "lannister guardsmen", facing="flank", charge=True)
>>> round(a.mean(), 3), a.at_least[4]                                    # doctest: +SKIP
>>> a["hits"].pmf, a.events["destroyed"], a.notes                        # doctest: +SKIP

Keywords are the options of the command line with ``_`` for ``-``; ``warodds.keywords`` lists them.
Invalid input raises ``ValueError`` with the message of the command line. To roll dice instead of
computing exactly, pass ``engine="monte-carlo", trials=1e6, seed=7`` and optionally ``threads``.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, cast

from . import _native, warmachine, westeros
from ._native import __version__
from .answer import Answer, Answers, Fields, Results, from_reply
from .battle import Battle
from .cards import Cards, attachment_cards, units
from .distribution import Distribution, Event
from .field import Attachments, Comparison, Field, Matrix, Ranking, Ratings, Worth
from .question import ask_kind, convert_partial
from .shards import Shard, merge, shard
from .signatures import add_keywords as _add_keywords
from .luck import Luck
from .trace import Trace

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import keywords

__all__ = [
    "Answer", "Answers", "Attachments", "Battle", "Cards", "Comparison", "Distribution", "Event",
    "Field", "Fields", "Luck", "Matrix", "Ranking", "Ratings", "Results", "Shard", "Trace", "Worth", "__version__", "ask", "attachment_cards",
    "attachments", "attack", "battle", "campaign", "charge", "compare", "deck", "duel", "explain", "luck", "matrix",
    "merge", "options", "panic", "rate", "retreat", "run", "sequence", "shard", "survive", "units", "worth",
    "warmachine", "westeros",
]


def attack(
    attacker: str | None = None,
    defender: str | None = None,
    /,
    **options: Unpack[keywords.Attack],
) -> Answer:
    """One attack: hits, unblocked hits and wounds.

    Pass two units by name, or plain numbers: ``attack(dice=8, hit=3, defense=4, morale=7)``.
    """
    return cast(Answer, ask_kind("attack", (attacker, defender), options))


def charge(
    attacker: str | None = None,
    defender: str | None = None,
    /,
    **options: Unpack[keywords.Charge],
) -> Answer | Answers:
    """A charge: does it arrive, and how many wounds does it deal and cost?

    A range of distances such as ``distance="6..9"`` returns one answer for each.
    """
    return cast("Answer | Answers", ask_kind("charge", (attacker, defender), options))


def panic(unit: str | None = None, /, **options: Unpack[keywords.Panic]) -> Answer:
    """Wounds from a panic test: ``panic("stark sworn swords")`` or ``panic(morale=7)``."""
    return cast(Answer, ask_kind("panic", (unit,), options))


def retreat(unit: str | None = None, /, **options: Unpack[keywords.Retreat]) -> Answer | Answers:
    """Does a unit get away when it retreats?"""
    return cast("Answer | Answers", ask_kind("retreat", (unit,), options))


def duel(
    a: str | None = None, b: str | None = None, /, **options: Unpack[keywords.Duel]
) -> Answer:
    """Two engaged units attack each other in turn: who survives?"""
    return cast(Answer, ask_kind("duel", (a, b), options))


def matrix(**options: Unpack[keywords.Matrix]) -> Matrix:
    """Every attacker against every defender: ``matrix(attackers="stark", charge=True).mean``.

    A list such as ``facing=["front", "flank"]`` returns ``Fields``, with a matrix for each value.
    """
    return cast(Matrix, ask_kind("matrix", (), options))


def compare(
    a: str | None = None,
    b: str | None = None,
    /,
    *others: str,
    **options: Unpack[keywords.Compare],
) -> Comparison | Ranking:
    """Which of two to eight units is better, per point and against which enemies?

    More than two units, and ``by="duel"``, ``"survive"`` or ``"trade"``, return a ``Ranking``.
    """
    return cast("Comparison | Ranking", ask_kind("compare", (a, b, *others), options))


def attachments(**options: Unpack[keywords.Attachments]) -> Attachments:
    """Which attachments can join a unit, and what does each add for its points?"""
    return cast(Attachments, ask_kind("attachments", (), options))


def rate(**options: Unpack[keywords.Rate]) -> Ratings:
    """How strong is each unit, and which are worth more than they cost?"""
    return cast(Ratings, ask_kind("rate", (), options))


def worth(army: str, /, **options: Unpack[keywords.Worth]) -> Worth:
    """What does each unit and attachment of an army earn, and which swap gains most?

    ``worth("list=stark-40.toml", against="lannister")``.
    """
    return cast(Worth, ask_kind("worth", (army,), options))


def options(
    attacker: str | None = None,
    defender: str | None = None,
    /,
    **options: Unpack[keywords.Options],
) -> Answers:
    """Everything a unit can do to another this turn, best first."""
    return cast(Answers, ask_kind("options", (attacker, defender), options))


def survive(unit: str | None = None, /, **options: Unpack[keywords.Survive]) -> Answer | Answers:
    """How many attacks does a unit survive? E.g. ``survive("guardsmen", by="umber berserkers")``."""
    return cast("Answer | Answers", ask_kind("survive", (unit,), options))


def sequence(
    defender: str | None = None, /, **options: Unpack[keywords.Sequence]
) -> Answer | Answers:
    """What do several attackers do to a unit in order?

    E.g. ``sequence("guardsmen", by=["stark bowmen:ranged", "sworn swords:charge,flank"])``.
    """
    return cast("Answer | Answers", ask_kind("sequence", (defender,), options))


def deck(**options: Unpack[keywords.Deck]) -> Answer:
    """Will a tactics card be drawn in time? E.g. ``deck(copies=2)``."""
    return cast(Answer, ask_kind("deck", (), options))


def battle(
    file: str | PathLike[str] | None = None, /, **options: Unpack[keywords.Battle]
) -> Battle:
    """Who wins a whole battle, by how many points, and which units earn them?

    Pass the path of a battle file, or its text with those of its lists in ``a`` and ``b``; or two
    lists and a ``mode``. ``dice=True`` rolls every die instead of drawing the results of attacks
    from their exact distributions.
    """
    games = options.get("games")
    # the messages of options name them in the words of the command line
    if isinstance(games, (int, float)) and (games < 1 or games != int(games)):
        raise ValueError(f"games must be a whole number from 1, not {games}")
    name = None if file is None else fspath(file)
    return cast(Battle, ask_kind("battle", (name,), options))


def campaign(
    campaign: str | PathLike[str], /, **options: Unpack[keywords.Campaign]
) -> Answer:
    """Who wins a WARMACHINE campaign (Theater of War), how long it lasts, and who holds the areas?

    Pass the path of a campaign file, or its text: ``campaign("border-war.toml", engine="exact")``.
    Campaigns are sampled by default.
    """
    return cast(Answer, ask_kind("campaign", (fspath(campaign),), options))


def luck(rolls: str | PathLike[str], /, **options: Unpack[keywords.Luck]) -> Luck:
    """How lucky were the rolls of a game?

    Pass the path of a file of rolls, or its text, with a roll in each line:
    ``luck('attack "sworn swords" "guardsmen" --rolled 3\\npanic --morale 7 --rolled 0')``. Every
    question takes ``rolled=3`` for the luck of one roll.
    """
    return cast(Luck, ask_kind("luck", (fspath(rolls),), options))


def explain(
    attacker: str | None = None,
    defender: str | None = None,
    /,
    **options: Unpack[keywords.Explain],
) -> Trace:
    """One attack, die by die: ``print(explain("sworn swords", "guardsmen", seed=3))``.

    Every other question takes ``explain=True`` for the same.
    """
    return cast(Trace, ask_kind("explain", (attacker, defender), options))


def ask(link: str, *, threads: int = 0) -> Answer | Answers | Field | Fields | Luck | Trace:
    """Answers the question of a link, as returned by ``Answer.link()``.

    A web address is accepted too; only the part after ``#`` is read.
    """
    text = link.rpartition("#")[2]
    kind, fields, reply = _native.ask_link(text, threads)
    return cast("Answer | Answers | Field | Fields | Luck | Trace", from_reply(reply, (kind, fields)))


def run(
    file: str | PathLike[str], *, threads: int = 0, **options: Unpack[keywords.Run]
) -> Answer | Battle | Results:
    """Answers a scenario, campaign or battle file, as ``warodds run`` does.

    A scenario returns all answers in one sequence: first those about units, then matrices and
    comparisons. A battle file takes ``seed`` alone; :func:`battle` has more options.
    """
    try:
        reply = _native.run(fspath(file), dict(options), threads)
    except KeyboardInterrupt as interrupt:
        convert_partial(interrupt)
        raise
    return cast("Answer | Battle | Results", from_reply(reply))


for _functions in (globals(), vars(westeros), vars(warmachine)):
    _add_keywords(list(_functions.values()))
