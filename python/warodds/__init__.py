"""What are the odds? Exact distributions and fast Monte Carlo for tabletop wargames.

>>> import warodds as wo
>>> a = wo.attack("stark sworn swords", "lannister guardsmen", facing="flank", charge=True)
>>> round(a.mean(), 3), a.at_least[4]                                    # doctest: +SKIP
>>> a["hits"].pmf, a.events["destroyed"], a.notes                        # doctest: +SKIP

Keywords are the options of the command line with ``_`` for ``-``; ``warodds.keywords`` lists them.
Lists, ranges and arrays of values ask each combination. Invalid input raises ``InputError``, a
``ValueError`` that names the keyword. To roll dice instead of
computing exactly, pass ``engine="monte-carlo", trials=1e6, seed=7`` and optionally ``threads``.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, cast

from . import _native, functions, warmachine, westeros
from ._native import InputError, __version__
from .answer import Answer, Campaign
from .answers import Answers, Fields, Results, from_reply
from .battle import Battle
from .cards import Card, Cards, attachment_cards, units
from .distribution import Distribution, Event
from .field import Attachments, Comparison, Field, Matrix, Ranking, Ratings, Worth
from .functions import (
    attachments,
    attack,
    battle,
    campaign,
    charge,
    compare,
    deck,
    duel,
    explain,
    luck,
    matrix,
    options,
    panic,
    rate,
    retreat,
    sequence,
    survive,
    worth,
)
from .question import convert_partial
from .shards import Shard, merge, shard
from .signatures import add_keywords as _add_keywords
from .luck import Luck
from .trace import Trace

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import keywords

__all__ = [
    "Answer", "Answers", "Attachments", "Battle", "Campaign", "Card", "Cards", "Comparison",
    "Distribution", "Event", "Field", "Fields", "InputError", "Luck", "Matrix", "Ranking",
    "Ratings", "Results", "Shard", "Trace", "Worth", "__version__", "ask", "attachment_cards",
    "attachments", "attack", "battle", "campaign", "charge", "compare", "deck", "duel", "explain",
    "luck", "matrix", "merge", "options", "panic", "rate", "retreat", "run", "sequence", "shard",
    "survive", "units", "warmachine", "westeros", "worth",
]


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


for _functions in (globals(), vars(functions), vars(westeros), vars(warmachine)):
    _add_keywords(list(_functions.values()))
