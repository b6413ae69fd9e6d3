"""Questions as functions: units by position, and everything else by keyword.

``functions.pyi`` has their types: one question has one answer, and lists of values a sequence of
answers. It is written by write_keywords.py from the annotations here, which are those of one
question, and the options of the program.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, cast

from .answer import Answer, Campaign
from .answers import Answers
from .battle import Battle
from .field import Attachments, Comparison, Matrix, Ranking, Ratings, Worth
from .luck import Luck
from .question import ask_kind
from .trace import Trace

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import keywords


def attack(
    attacker: keywords.Unit | None = None,
    defender: keywords.Unit | None = None,
    /,
    **options: Unpack[keywords.Attack],
) -> Answer:
    """One attack: hits, unblocked hits and wounds.

    Pass two units by name, or plain numbers: ``attack(dice=8, hit=3, defense=4, morale=7)``.
    """
    return cast(Answer, ask_kind("attack", (attacker, defender), options))


def charge(
    attacker: keywords.Unit | None = None,
    defender: keywords.Unit | None = None,
    /,
    **options: Unpack[keywords.Charge],
) -> Answer:
    """A charge: does it arrive, and how many wounds does it deal and cost?

    A range of distances such as ``distance="6..9"`` returns one answer for each.
    """
    return cast(Answer, ask_kind("charge", (attacker, defender), options))


def panic(unit: keywords.Unit | None = None, /, **options: Unpack[keywords.Panic]) -> Answer:
    """Wounds from a panic test: ``panic("stark sworn swords")`` or ``panic(morale=7)``."""
    return cast(Answer, ask_kind("panic", (unit,), options))


def retreat(unit: keywords.Unit | None = None, /, **options: Unpack[keywords.Retreat]) -> Answer:
    """Does a unit get away when it retreats?"""
    return cast(Answer, ask_kind("retreat", (unit,), options))


def duel(
    a: keywords.Unit | None = None, b: keywords.Unit | None = None, /, **options: Unpack[keywords.Duel]
) -> Answer:
    """Two engaged units attack each other in turn: who survives?"""
    return cast(Answer, ask_kind("duel", (a, b), options))


def matrix(**options: Unpack[keywords.Matrix]) -> Matrix:
    """Every attacker against every defender: ``matrix(attackers="stark", charge=True).mean``.

    A list such as ``facing=["front", "flank"]`` returns ``Fields``, with a matrix for each value.
    """
    return cast(Matrix, ask_kind("matrix", (), options))


def compare(
    a: keywords.Unit | None = None,
    b: keywords.Unit | None = None,
    /,
    *others: keywords.Unit,
    **options: Unpack[keywords.Compare],
) -> Comparison | Matrix | Ranking:
    """Which of two to eight units is better, per point and against which enemies?

    More than two units, and ``by="duel"``, ``"survive"`` or ``"trade"``, return a ``Ranking``.
    Two army lists, ``list=FILE``, return the ``Matrix`` of their units.
    """
    return cast("Comparison | Matrix | Ranking", ask_kind("compare", (a, b, *others), options))


def attachments(**options: Unpack[keywords.Attachments]) -> Attachments:
    """Which attachments can join a unit, and what does each add for its points?"""
    return cast(Attachments, ask_kind("attachments", (), options))


def rate(**options: Unpack[keywords.Rate]) -> Ratings:
    """How strong is each unit, and which are worth more than they cost?"""
    return cast(Ratings, ask_kind("rate", (), options))


def worth(army: str, /, **options: Unpack[keywords.Worth]) -> Worth:
    """What is each unit and attachment of an army worth, and which swap gains most?

    ``worth("list=stark-40.toml", against="lannister")``.
    """
    return cast(Worth, ask_kind("worth", (army,), options))


def options(
    attacker: keywords.Unit | None = None,
    defender: keywords.Unit | None = None,
    /,
    **options: Unpack[keywords.Options],
) -> Answers:
    """Everything a unit can do to another this turn, best first."""
    return cast(Answers, ask_kind("options", (attacker, defender), options))


def survive(unit: keywords.Unit | None = None, /, **options: Unpack[keywords.Survive]) -> Answer:
    """How many attacks does a unit survive? E.g. ``survive("guardsmen", by="umber berserkers")``."""
    return cast(Answer, ask_kind("survive", (unit,), options))


def sequence(
    defender: keywords.Unit | None = None, /, **options: Unpack[keywords.Sequence]
) -> Answer:
    """What do several attackers do to a unit in order?

    E.g. ``sequence("guardsmen", by=["stark bowmen:ranged", "sworn swords:charge,flank"])``.
    """
    return cast(Answer, ask_kind("sequence", (defender,), options))


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
) -> Campaign:
    """Who wins a WARMACHINE campaign (Theater of War), how long it lasts, and who holds the areas?

    Pass the path of a campaign file, or its text: ``campaign("border-war.toml", engine="exact")``.
    Campaigns are sampled by default.
    """
    return cast(Campaign, ask_kind("campaign", (fspath(campaign),), options))


def luck(rolls: str | PathLike[str], /, **options: Unpack[keywords.Luck]) -> Luck:
    """How lucky were the rolls of a game?

    Pass the path of a file of rolls, or its text, with a roll in each line:
    ``luck('attack "sworn swords" "guardsmen" --rolled 3\\npanic --morale 7 --rolled 0')``. Every
    question takes ``rolled=3`` for the luck of one roll.
    """
    return cast(Luck, ask_kind("luck", (fspath(rolls),), options))


def explain(
    attacker: keywords.Unit | None = None,
    defender: keywords.Unit | None = None,
    /,
    **options: Unpack[keywords.Explain],
) -> Trace:
    """One attack, die by die: ``print(explain("sworn swords", "guardsmen", seed=3))``.

    Every other question takes ``explain=True`` for the same.
    """
    return cast(Trace, ask_kind("explain", (attacker, defender), options))
