"""The keywords of each question, for editors and type checkers.

Written by write_keywords.py from the table of keys; not to be edited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, Union

Number = Union[int, float, str]


class _WithAndMore(TypedDict, total=False):
    # An attachment of the attacker.
    with_: str

    # An attachment of the defender.
    defender_with: str

    # Wounds the attacker has lost.
    wounds_lost: Number

    # Wounds the defender has lost.
    defender_wounds_lost: Number


class _AttackNameAndMore(TypedDict, total=False):
    # Which attack of the attacker's card [default: the legal one with the highest expected
    # wounds, the first of equals].
    attack_name: str

    # Attack dice.
    dice: Number

    # The attacker's hit value, e.g. 4 or 4+.
    hit: Number

    # The defender's defence value.
    defense: Number

    # The defender's morale value.
    morale: Number

    # Wounds the defender has left [default: 12].
    wounds: Number

    # The defender's arc in which the attacker stands.
    facing: Literal["front", "flank", "rear"]

    # The attacker stands in dangerous terrain: D3+1 wounds after its action.
    in_dangerous: bool

    # Horrific terrain is within short range of the defender: −1 to its morale tests.
    horrific: bool

    # Inspiring terrain is within short range of the defender: +1 to its morale tests.
    inspiring: bool

    # The Crown is claimed first: the defender takes a panic test at −1 before all else.
    crown: bool

    # The Wealth is claimed first: the attacker restores so many wounds before all else.
    wealth: Number

    # The Wealth takes this token from the attacker.
    wealth_removes: Literal["panicked", "vulnerable", "weakened"]


class _CatalogueAndMore(TypedDict, total=False):
    # Cards of your own, in the format of the catalogue: a file or a directory of them. They add
    # to the cards that are part of the program, or stand in their place. May be given several
    # times.
    catalogue: Union[str, Sequence[str]]

    # The edition of the cards that names mean [default: 2021, the current one].
    cards: Literal["1.0", "1.5", "1.6", "2021"]

    # The edition of the rules [default: 1.6].
    rules: Literal["1.5", "1.6", "2021"]

    # Refuse to answer where an ability of a unit is not modelled, or where no army may have the
    # attachment of a unit in it.
    strict: bool


class _ZonesAndMore(TypedDict, total=False):
    # Zones that the first unit's player holds, with commas between them.
    zones: Union[str, Sequence[str]]

    # Zones that the other unit's player holds.
    enemy_zones: Union[str, Sequence[str]]

    # The round of the game.
    round: Number

    # The other unit has not activated this round.
    enemy_not_activated: bool

    # Both units were in contact when the turn began.
    engaged: bool

    # Faith, Pillage or order tokens of the first unit.
    resource: Number

    # Those of the other unit.
    enemy_resource: Number

    # Another friend of the first unit is in contact with the other one.
    supported: bool

    # No orders are given: else each is where that is best.
    no_orders: bool

    # An ability that is left aside. May be given several times.
    without: Union[str, Sequence[str]]

    # An option that is taken in place of the best one. May be given several times.
    choose: Union[str, Sequence[str]]

    # Which attack dice are rerolled where natural 6s are worth more.
    fishing: Literal["when-it-helps", "never", "always"]


class _ChargeAndMore(TypedDict, total=False):
    # A charge led to it: misses may be rerolled.
    charge: bool

    # The charge was disorderly: no charge bonus.
    disorderly: bool

    # The charge crossed fortified terrain: no charge bonus, +1 to saves.
    fortified: bool

    # The defender is in cover from ranged attacks: −1 to hit rolls.
    cover: bool


class _RangedAndMore(TypedDict, total=False):
    # It is a ranged attack.
    ranged: bool

    # It is a melee attack.
    melee: bool


class _HitModAndMore(TypedDict, total=False):
    # Added to hit rolls.
    hit_mod: Number

    # Added to the defender's saves.
    save_mod: Number

    # Added to the defender's panic test.
    panic_mod: Number

    # Hits beside those of the dice; saves are rolled for them.
    auto_hits: Number

    # The attacker holds a Weakened token.
    weakened: bool

    # The defender holds a Vulnerable token.
    vulnerable: bool

    # The defender holds a Panicked token.
    panicked: bool

    # The attacker may reroll misses.
    reroll_attacks: bool

    # The defender may reroll failed saves.
    reroll_saves: bool

    # The defender may reroll its panic test.
    reroll_morale: bool

    # The defender may make the attacker reroll hits.
    force_reroll_attacks: bool

    # The attacker may make the defender reroll blocks.
    force_reroll_saves: bool

    # The attacker may make the defender reroll its panic test.
    force_reroll_morale: bool


class _Tokens(TypedDict, total=False):
    # When players spend the tokens of enemy units.
    tokens: Literal["when-it-helps", "never", "always"]


class _Why(TypedDict, total=False):
    # Tell what each part is worth as well: each bonus, token, ability, order, attachment,
    # terrain and modifier is left out in turn, and the rest is chosen anew.
    why: bool


class _Sensitivity(TypedDict, total=False):
    # Tell what each number of both cards is worth as well: dice, hit, defense, morale, wounds
    # left and speed are made one more and one less in turn, and the rest is chosen anew.
    sensitivity: bool


class _EngineAndMore(TypedDict, total=False):
    # Which engine answers [default: exact].
    engine: Literal["exact", "monte-carlo", "table"]

    # Trials of a sampling engine [default: 1000000].
    trials: Number

    # Seed of a sampling engine [default: 0].
    seed: Number

    # Stop a sampling engine when the 95 % interval of every mean is at most this far on either
    # side; --trials is the most then [default: 1000000000].
    precision: Number

    # Answer twice and tell the difference: sampled, with the monte-carlo engine where no other
    # is named, and exactly.
    check: bool


class _Conditional(TypedDict, total=False):
    # Sample with less doubt: roll only the hits (of a charge its die too) and work out exactly
    # what follows, saves and panic. A way of the monte-carlo engine, for attacks and charges;
    # other questions are refused.
    conditional: bool


class _Threads(TypedDict, total=False):
    # Threads that roll [default: all].
    threads: int


class _WithAndMoreOfPanic(TypedDict, total=False):
    # An attachment of the unit.
    with_: str

    # Wounds the unit has lost.
    wounds_lost: Number


class _Wounds(TypedDict, total=False):
    # Wounds the unit has left [default: all, or 12 without a unit].
    wounds: Number


class _FacingAndMore(TypedDict, total=False):
    # The defenders' arc in which the attackers stand.
    facing: Literal["front", "flank", "rear"]

    # Which attack each unit makes against each other: of those that are legal the one with the
    # highest expected wounds, the first of its card among equals.
    weapon: Literal["best", "melee", "ranged"]


class _Apart(TypedDict, total=False):
    # Roll the two of a comparison each with dice of its own, not both with the same.
    apart: bool


class Attack(
    _WithAndMore,
    _AttackNameAndMore,
    _CatalogueAndMore,
    _ZonesAndMore,
    _ChargeAndMore,
    _RangedAndMore,
    _HitModAndMore,
    _Tokens,
    _Why,
    _Sensitivity,
    _EngineAndMore,
    _Conditional,
    _Threads,
    TypedDict,
    total=False,
):
    """What does one attack do."""

    # A friend of the attacker that is engaged with the defender, as the name of a unit or as
    # MORALE:WOUNDS; a ranged attack makes it take a panic test. May be given several times.
    friend: Union[str, Sequence[str]]


class Charge(
    _WithAndMore,
    _AttackNameAndMore,
    _CatalogueAndMore,
    _ZonesAndMore,
    _HitModAndMore,
    _Tokens,
    _Why,
    _Sensitivity,
    _EngineAndMore,
    _Conditional,
    _Threads,
    TypedDict,
    total=False,
):
    """Does a charge arrive, and what comes of it."""

    # The charger's speed in inches.
    speed: Number

    # Inches to the target, or all whole inches of a range, such as 6..12.
    distance: Number

    # Rough terrain: −1" on the distance.
    rough: bool

    # Across hindering terrain: two dice, the lower counts, disorderly on 1 or 2.
    hindering: bool

    # Into or out of hindering terrain without crossing it: two dice, the lower counts.
    hindering_edge: bool

    # Across fortified terrain: no charge bonus, +1 to the target's saves.
    fortified: bool

    # Across dangerous terrain: D3+1 wounds to the charger after the move.
    dangerous: bool

    # Into or out of dangerous terrain without crossing it: D3+1 wounds to the charger after its
    # action.
    dangerous_edge: bool

    # The charger may reroll the charge distance.
    reroll: bool

    # The charger's morale value: its panic test when the charge fails.
    own_morale: Number

    # Wounds the charger has left [default: 12].
    own_wounds: Number

    # Added to the charger's panic test.
    own_panic_mod: Number

    # The charger holds a Panicked token.
    own_panicked: bool

    # The charger may reroll its panic test.
    own_reroll_morale: bool

    # Horrific terrain is within short range of the charger: −1 to its morale tests.
    own_horrific: bool

    # Inspiring terrain is within short range of the charger: +1 to its morale tests.
    own_inspiring: bool


class Panic(
    _CatalogueAndMore,
    _EngineAndMore,
    _Threads,
    _WithAndMoreOfPanic,
    _Wounds,
    TypedDict,
    total=False,
):
    """What does a panic test cost."""

    # The unit's morale value.
    morale: Number

    # Added to the roll.
    mod: Number

    # The unit holds a Panicked token.
    panicked: bool

    # The unit's player may reroll any or all dice.
    reroll: bool

    # The enemy may make any or all dice be rerolled, apart from a token.
    force_reroll: bool

    # Whose turn it is: that player rerolls first.
    active: Literal["enemy", "own"]

    # When the enemy spends the token.
    tokens: Literal["when-it-helps", "never", "always"]

    # Horrific terrain is within short range: −1.
    horrific: bool

    # Inspiring terrain is within short range: +1.
    inspiring: bool

    # The Crown causes it: −1, in the turn of the enemy.
    crown: bool


class Retreat(
    _CatalogueAndMore,
    _EngineAndMore,
    _Threads,
    _Wounds,
    TypedDict,
    total=False,
):
    """Does a unit get away."""

    # The unit's speed in inches.
    speed: Number

    # Inches it must go to stand clear of everybody.
    distance: Number

    # Through rough terrain: −1" on the distance.
    rough: bool

    # Across dangerous terrain: D3+1 wounds after the move.
    dangerous: bool


class Duel(
    _CatalogueAndMore,
    _ZonesAndMore,
    _Tokens,
    _Why,
    _Sensitivity,
    _EngineAndMore,
    _Threads,
    TypedDict,
    total=False,
):
    """Who wins when two units stay engaged."""

    # Rounds: in each both units strike once.
    rounds: Number

    # Who strikes first.
    first: Literal["a", "b"]

    # A charge led to the first attack.
    opening_charge: bool

    # That charge was disorderly: no charge bonus.
    opening_disorderly: bool

    # The arc of the unit struck first in which the other stands; later attacks come from the
    # front.
    opening_facing: Literal["front", "flank", "rear"]

    # An attachment of a.
    a_with: str

    # An attachment of b.
    b_with: str

    # Which melee attack of a [default: the one whose first attack has the highest expected
    # wounds].
    a_attack: str

    # Which melee attack of b [default: the one whose first attack has the highest expected
    # wounds].
    b_attack: str

    # Wounds a has lost.
    a_wounds_lost: Number

    # Wounds b has lost.
    b_wounds_lost: Number

    # Tokens that a holds, with commas between them.
    a_tokens: Union[str, Sequence[str]]

    # Tokens that b holds, with commas between them.
    b_tokens: Union[str, Sequence[str]]

    # The Crown is claimed for a when its activation begins: b takes a panic test at −1.
    a_crown: bool

    # The Crown is claimed for b when its activation begins: a takes a panic test at −1.
    b_crown: bool

    # The Wealth is claimed for a when its activation begins: it restores so many wounds.
    a_wealth: Number

    # The Wealth is claimed for b when its activation begins: it restores so many wounds.
    b_wealth: Number

    # The Wealth takes this token from a.
    a_wealth_removes: Literal["panicked", "vulnerable", "weakened"]

    # The Wealth takes this token from b.
    b_wealth_removes: Literal["panicked", "vulnerable", "weakened"]

    # The rounds of the game in which these zones are claimed; the duel begins in that of
    # --round [default: all].
    claimed_in: Number


class Matrix(
    _CatalogueAndMore,
    _ZonesAndMore,
    _ChargeAndMore,
    _HitModAndMore,
    _Tokens,
    _EngineAndMore,
    _Conditional,
    _Threads,
    _FacingAndMore,
    TypedDict,
    total=False,
):
    """Who does what to whom: every attacker against every defender."""

    # Who attacks.
    attackers: str

    # Who is attacked.
    defenders: str

    # What a cell shows [default: wounds; of duels wins].
    metric: Literal["wounds", "per-point", "destroyed", "wins", "left", "enemy-left"]

    # Show the chance of so many wounds or more.
    at_least: Number

    # Let each pair fight on, striking in turn, in place of one attack; a charge and an arc are
    # those of the first.
    duel: bool

    # Rounds of the duels [default: 6]: in each both units strike once.
    rounds: Number

    # Who strikes first in the duels [default: a]: a are the attackers.
    first: Literal["a", "b"]

    # How attackers and defenders are ordered.
    sort: Literal["faction", "cost", "name", "value", "given"]


class Compare(
    _CatalogueAndMore,
    _ZonesAndMore,
    _ChargeAndMore,
    _HitModAndMore,
    _Tokens,
    _Why,
    _EngineAndMore,
    _Conditional,
    _Threads,
    _FacingAndMore,
    _Apart,
    TypedDict,
    total=False,
):
    """Which of two units is the better attacker, against whom, and how sure."""

    # Who is attacked.
    against: str

    # An attachment of A; its cost counts.
    with_a: str

    # An attachment of B; its cost counts.
    with_b: str

    # By what they are compared [default: per-point where both costs are known and not 0].
    by: Literal["wounds", "per-point"]


class Attachments(
    _CatalogueAndMore,
    _ChargeAndMore,
    _HitModAndMore,
    _Tokens,
    _Threads,
    _FacingAndMore,
    TypedDict,
    total=False,
):
    """Which attachments fit a unit, and what does each add for its points."""

    # The unit that they join: its name, the start of its name, some of its words, or its id
    # (see `warodds units`).
    for_: str

    # Whom the unit attacks, and who attacks it.
    against: str


class Options(
    _WithAndMore,
    _CatalogueAndMore,
    _ZonesAndMore,
    _HitModAndMore,
    _Tokens,
    _EngineAndMore,
    _Threads,
    TypedDict,
    total=False,
):
    """What can a unit do to another now, and what is best."""

    # Inches between them [default: charges arrive and all shots reach].
    distance: Number

    # Arcs of B that A may reach, with commas between them [default: front].
    arcs: Union[str, Sequence[str]]

    # B is in cover from shots: −1 to ranged hit rolls.
    cover: bool


class Survive(
    _CatalogueAndMore,
    _ZonesAndMore,
    _ChargeAndMore,
    _RangedAndMore,
    _HitModAndMore,
    _Tokens,
    _EngineAndMore,
    _Threads,
    _WithAndMoreOfPanic,
    TypedDict,
    total=False,
):
    """How many attacks does a unit stand."""

    # Wounds the unit has left.
    wounds: Number

    # Who attacks. May be given several times: they attack in this order, over and over, each
    # time by a fresh unit.
    by: Union[str, Sequence[str]]

    # The headline states the chance that the unit is destroyed within N attacks [default: about
    # the expected number].
    within: Number

    # The unit's arc in which the attackers stand.
    facing: Literal["front", "flank", "rear"]


class Deck(
    _EngineAndMore,
    _Threads,
    TypedDict,
    total=False,
):
    """Which chance is there to have drawn a tactics card by a round."""

    # Copies of the card in the deck.
    copies: Number

    # The round by whose hand they are to be drawn; 1 is the opening hand of three.
    round: Number

    # Cards of the deck.
    cards: Number

    # Cards that are played or discarded in each round, and drawn anew at its end.
    discard: Number

    # Visits to the Letters until then: each draws two cards more.
    letters: Number


class Run(
    _Conditional,
    _Apart,
    TypedDict,
    total=False,
):
    """All questions of a file."""

    # Which engine answers [default: monte-carlo; for matrices and comparisons exact].
    engine: Literal["exact", "monte-carlo", "table"]

    # Trials for each question [default: the file's, or 1000000].
    trials: Number

    # Seed [default: the file's, or 0].
    seed: Number

    # Stop when the 95 % interval of every mean is at most this far on either side; --trials is
    # the most then.
    precision: Number
