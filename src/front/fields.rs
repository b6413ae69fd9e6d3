//! The methods of the builders that set fields.
//!
//! Written from the table of fields by `UPDATE_DOCS=1 cargo test --test it front_fields`; do not
//! edit.

use super::setters::fields;
use super::{AttackAnswer, ChargeAnswer, DuelAnswer, PanicAnswer};
use crate::games::asoiaf::effect::Zone;
use crate::games::asoiaf::{
    ActivePlayer, Aim, CardEdition, DuelSide, Edition, Facing, Fishing, Spending, TerrainKeyword,
    Token, WeaponFilter,
};
use crate::request::asoiaf::MetricName;
use crate::study::PointsBy;
use crate::study::field::Order;
use crate::study::matrix::MatrixAnswer;

fields! { AttackAnswer ChargeAnswer: {
    /// The attacker: the name of a unit, its start, some of its words, or its id (see `warodds
    /// units`).
    unit attacker;
    /// The defender.
    unit defender;
    /// Which attack of the attacker's card [default: the legal one with the highest expected
    /// wounds, the first of equals].
    text weapon;
    /// Attack dice. From 1 to 60.
    number dice: i64;
    /// The attacker's hit value, e.g. 4 or 4+. From 2 to 6.
    number hit: i64;
    /// The defender's defence value. From 2 to 6.
    number defense: i64;
    /// The defender's morale value. From 2 to 12.
    number morale: i64;
    /// Wounds the defender has left [default: 12]. From 1 to 120.
    number defender_wounds: i64;
    /// The defender's arc in which the attacker stands.
    value facing: Facing;
    /// When the attacker spends the tokens of the defender [default: as
    /// [`spending`](Self::spending)].
    value attacker_spending: Spending;
    /// When the defender spends the tokens of the attacker [default: as
    /// [`spending`](Self::spending)].
    value defender_spending: Spending;
    /// The attacker stands in dangerous terrain: D3+1 wounds after its action.
    flag in_dangerous;
    /// Horrific terrain is within short range of the defender: −1 to its morale tests.
    flag horrific;
    /// Inspiring terrain is within short range of the defender: +1 to its morale tests.
    flag inspiring;
    /// The Crown is claimed first: the defender takes a panic test at −1 before all else.
    flag crown;
    /// The Wealth is claimed first: the attacker restores N wounds before all else. From 0 to 3.
    number wealth: i64;
    /// The Wealth takes this token from the attacker.
    value wealth_removes: Token;
} }

fields! { AttackAnswer ChargeAnswer MatrixAnswer: {
    /// An attachment of the attacker.
    text attacker_with;
    /// An attachment of the defender.
    text defender_with;
    /// Wounds the attacker has lost.
    number attacker_wounds_lost: i64;
    /// Wounds the defender has lost.
    number defender_wounds_lost: i64;
    /// Zones of the tactics board that the player of the attacker controls.
    set attacker_zones: Zone;
    /// Faith, Pillage or order tokens of the attacker, or tokens on its tactics card. From 0 to 60.
    number attacker_resource: i64;
    /// Whether the attacker has yet to activate this round.
    flag attacker_not_activated;
    /// Whether the attacker has another friend in contact with the defender.
    flag attacker_supported;
    /// Whether the army's commander is near the attacker, as cards ask, without being in the unit.
    flag attacker_near_commander;
    /// Zones of the tactics board that the player of the defender controls.
    set defender_zones: Zone;
    /// Faith, Pillage or order tokens of the defender, or tokens on its tactics card. From 0 to 60.
    number defender_resource: i64;
    /// Whether the defender has yet to activate this round.
    flag defender_not_activated;
    /// Whether the defender has another friend in contact with the attacker.
    flag defender_supported;
    /// Whether the army's commander is near the defender, as cards ask, without being in the unit.
    flag defender_near_commander;
    /// A tactics card that the player of the attacker plays when its trigger comes (see `warodds
    /// cards`), or CARD=WAY for one of several ways to play it. May be given several times.
    add attacker_card;
    /// A tactics card that the player of the defender plays when its trigger comes (see `warodds
    /// cards`), or CARD=WAY for one of several ways to play it. May be given several times.
    add defender_card;
    /// Sets [`facing`](Self::facing) to `flank`.
    short flank = facing, "flank";
    /// Sets [`facing`](Self::facing) to `rear`.
    short rear = facing, "rear";
    /// Tokens that the attacker holds.
    set attacker_tokens: Token;
    /// Adds `weakened` to [`attacker_tokens`](Self::attacker_tokens).
    element weakened = attacker_tokens, "weakened";
    /// Adds `panicked` to [`attacker_tokens`](Self::attacker_tokens).
    element attacker_panicked = attacker_tokens, "panicked";
    /// Tokens that the defender holds.
    set defender_tokens: Token;
    /// Adds `vulnerable` to [`defender_tokens`](Self::defender_tokens).
    element vulnerable = defender_tokens, "vulnerable";
    /// Adds `panicked` to [`defender_tokens`](Self::defender_tokens).
    element panicked = defender_tokens, "panicked";
    /// Added to hit rolls of the attacker. From -12 to 12.
    number hit_modifier: i64;
    /// Hits of the attacker beside those of the dice; saves are rolled for them. From 0 to 60.
    number auto_hits: i64;
    /// Misses of the attacker may be rerolled.
    flag reroll_attacks;
    /// Hits of the attacker may be rerolled by the choice of the defender.
    flag force_reroll_attacks;
    /// Added to saves of the defender. From -12 to 12.
    number save_modifier: i64;
    /// Added to panic tests of the defender. From -12 to 12.
    number panic_modifier: i64;
    /// Failed saves of the defender may be rerolled.
    flag reroll_saves;
    /// Blocks of the defender may be rerolled by the choice of the attacker.
    flag force_reroll_saves;
    /// Panic tests of the defender may be rerolled.
    flag reroll_morale;
    /// Panic tests of the defender may be rerolled by the choice of the attacker.
    flag force_reroll_morale;
} }

fields! { AttackAnswer ChargeAnswer PanicAnswer DuelAnswer MatrixAnswer: {
    /// Cards of your own, in the format of the catalogue: a file, a directory of them, or the text
    /// of a file, which is all that links and HTTP take. They add to the cards that are part of the
    /// program, or stand in their place. May be given several times.
    add catalogue;
    /// The edition of the cards that names mean [default: 2021, the current one].
    value cards: CardEdition;
    /// The edition of the rules [default: 1.6].
    value rules: Edition;
    /// Refuse to answer where an ability of a unit is not modelled, or where no army may have the
    /// attachment of a unit in it.
    flag strict;
} }

fields! { AttackAnswer ChargeAnswer DuelAnswer MatrixAnswer: {
    /// The round of the game. From 1 to 20.
    number round: i64;
    /// Both units were in contact when the turn began.
    flag engaged;
    /// No orders are given: else each is where that is best.
    flag no_orders;
    /// An ability that is left aside. May be given several times.
    add without;
    /// An option that is taken in place of the best one. May be given several times.
    add choose;
    /// Which attack dice are rerolled where natural 6s are worth more.
    value fishing: Fishing;
    /// When players spend the tokens of enemy units.
    value spending: Spending;
} }

fields! { AttackAnswer MatrixAnswer: {
    /// A charge led to it: misses may be rerolled.
    flag charge;
    /// The charge was disorderly: no charge bonus.
    flag disorderly;
    /// The charge crossed fortified terrain: no charge bonus, +1 to saves.
    flag fortified;
    /// The defender is in cover from ranged attacks: −1 to hit rolls.
    flag cover;
} }

fields! { AttackAnswer: {
    /// It is a ranged attack.
    flag ranged;
    /// It is a melee attack.
    flag melee;
    /// A friend of the attacker that is engaged with the defender, as the name of a unit or as
    /// MORALE:WOUNDS; a ranged attack makes it take a panic test. May be given several times.
    add friend;
} }

fields! { ChargeAnswer: {
    /// The charger's speed in inches. From 0 to 20.
    number speed: i64;
    /// Adds `fortified` to [`terrain`](Self::terrain).
    element fortified = terrain, "fortified";
    /// The charger's morale value: its panic test when the charge fails. From 2 to 12.
    number attacker_morale: i64;
    /// Wounds the charger has left [default: 12]. From 1 to 120.
    number attacker_wounds: i64;
    /// Added to the charger's panic test. From -12 to 12.
    number attacker_panic_modifier: i64;
    /// The charger may reroll its panic test.
    flag attacker_reroll_morale;
    /// The defender may make the charger reroll its panic test.
    flag attacker_force_reroll_morale;
    /// Horrific terrain is within short range of the attacker: −1 to its morale tests.
    flag attacker_horrific;
    /// Inspiring terrain is within short range of the attacker: +1 to its morale tests.
    flag attacker_inspiring;
} }

fields! { ChargeAnswer MatrixAnswer: {
    /// Inches to the target. From 0.0 to 100.0.
    number distance: f64;
    /// Terrain on the way.
    set terrain: TerrainKeyword;
    /// Adds `rough` to [`terrain`](Self::terrain).
    element rough = terrain, "rough";
    /// Adds `hindering` to [`terrain`](Self::terrain).
    element hindering = terrain, "hindering";
    /// Adds `hindering-edge` to [`terrain`](Self::terrain).
    element hindering_edge = terrain, "hindering-edge";
    /// Adds `dangerous` to [`terrain`](Self::terrain).
    element dangerous = terrain, "dangerous";
    /// Adds `dangerous-edge` to [`terrain`](Self::terrain).
    element dangerous_edge = terrain, "dangerous-edge";
    /// The charger may reroll the charge distance.
    flag reroll_distance;
} }

fields! { PanicAnswer: {
    /// The unit: its name, the start of its name, some of its words, or its id (see `warodds
    /// units`).
    unit unit;
    /// An attachment of the unit.
    text with;
    /// The unit's morale value. From 2 to 12.
    number morale: i64;
    /// Added to the roll. From -12 to 12.
    number panic_modifier: i64;
    /// Tokens that the unit holds.
    set tokens: Token;
    /// Adds `panicked` to [`tokens`](Self::tokens).
    element panicked = tokens, "panicked";
    /// The unit's player may reroll any or all dice.
    flag reroll_morale;
    /// The enemy may make any or all dice be rerolled, apart from a token.
    flag force_reroll_morale;
    /// Wounds the unit has left [default: all, or 12 without a unit]. From 1 to 120.
    number wounds: i64;
    /// Wounds the unit has lost.
    number wounds_lost: i64;
    /// Whose turn it is: that player rerolls first.
    value active: ActivePlayer;
    /// A tactics card that the unit's player plays with the test (see `warodds cards`), or CARD=WAY
    /// for one of several ways to play it. May be given several times.
    add card;
    /// Whether the army's commander is near the unit, as cards ask, without being in it.
    flag near_commander;
    /// Faith, Pillage or order tokens of the unit, or tokens on its tactics card. From 0 to 60.
    number resource: i64;
    /// When the enemy spends the token.
    value spending: Spending;
    /// Horrific terrain is within short range: −1.
    flag horrific;
    /// Inspiring terrain is within short range: +1.
    flag inspiring;
    /// The Crown causes it: −1, in the turn of the enemy.
    flag crown;
} }

fields! { DuelAnswer: {
    /// One unit: its name, the start of its name, some of its words, or its id (see `warodds
    /// units`).
    unit a;
    /// The other.
    unit b;
    /// Rounds: in each both units strike once. From 1 to 60.
    number rounds: i64;
    /// Attacks of both units together, in turn; in place of rounds. From 1 to 120.
    number activations: i64;
    /// Who strikes first.
    value first: DuelSide;
    /// A charge led to the first attack.
    flag opening_charge;
    /// That charge was disorderly: no charge bonus.
    flag opening_disorderly;
    /// The arc of the unit struck first in which the other stands; later attacks come from the
    /// front.
    value opening_facing: Facing;
    /// An attachment of a.
    text a_with;
    /// An attachment of b.
    text b_with;
    /// What both players choose orders, options and tokens for.
    value aim: Aim;
    /// Which melee attack of a [default: the one whose first attack has the highest expected
    /// wounds].
    text a_weapon;
    /// Wounds a has lost.
    number a_wounds_lost: i64;
    /// Tokens that a holds.
    set a_tokens: Token;
    /// Added to hit rolls of a. From -12 to 12.
    number a_hit_modifier: i64;
    /// Hits of a beside those of the dice; saves are rolled for them. From 0 to 60.
    number a_auto_hits: i64;
    /// Misses of a may be rerolled.
    flag a_reroll_attacks;
    /// Hits of a may be rerolled by the choice of b.
    flag a_force_reroll_attacks;
    /// Added to saves of a. From -12 to 12.
    number a_save_modifier: i64;
    /// Added to panic tests of a. From -12 to 12.
    number a_panic_modifier: i64;
    /// Failed saves of a may be rerolled.
    flag a_reroll_saves;
    /// Blocks of a may be rerolled by the choice of b.
    flag a_force_reroll_saves;
    /// Panic tests of a may be rerolled.
    flag a_reroll_morale;
    /// Panic tests of a may be rerolled by the choice of b.
    flag a_force_reroll_morale;
    /// Horrific terrain is within short range of a: −1 to its morale tests.
    flag a_horrific;
    /// Inspiring terrain is within short range of a: +1 to its morale tests.
    flag a_inspiring;
    /// Which melee attack of b [default: the one whose first attack has the highest expected
    /// wounds].
    text b_weapon;
    /// Wounds b has lost.
    number b_wounds_lost: i64;
    /// Tokens that b holds.
    set b_tokens: Token;
    /// Added to hit rolls of b. From -12 to 12.
    number b_hit_modifier: i64;
    /// Hits of b beside those of the dice; saves are rolled for them. From 0 to 60.
    number b_auto_hits: i64;
    /// Misses of b may be rerolled.
    flag b_reroll_attacks;
    /// Hits of b may be rerolled by the choice of a.
    flag b_force_reroll_attacks;
    /// Added to saves of b. From -12 to 12.
    number b_save_modifier: i64;
    /// Added to panic tests of b. From -12 to 12.
    number b_panic_modifier: i64;
    /// Failed saves of b may be rerolled.
    flag b_reroll_saves;
    /// Blocks of b may be rerolled by the choice of a.
    flag b_force_reroll_saves;
    /// Panic tests of b may be rerolled.
    flag b_reroll_morale;
    /// Panic tests of b may be rerolled by the choice of a.
    flag b_force_reroll_morale;
    /// Horrific terrain is within short range of b: −1 to its morale tests.
    flag b_horrific;
    /// Inspiring terrain is within short range of b: +1 to its morale tests.
    flag b_inspiring;
    /// When a spends the tokens of b [default: as [`spending`](Self::spending)].
    value a_spending: Spending;
    /// When b spends the tokens of a [default: as [`spending`](Self::spending)].
    value b_spending: Spending;
    /// The Crown is claimed for a when its activation begins: b takes a panic test at −1.
    flag a_crown;
    /// The Wealth is claimed for a when its activation begins: it restores N wounds. From 0 to 3.
    number a_wealth: i64;
    /// The Wealth takes this token from a.
    value a_wealth_removes: Token;
    /// The Crown is claimed for b when its activation begins: a takes a panic test at −1.
    flag b_crown;
    /// The Wealth is claimed for b when its activation begins: it restores N wounds. From 0 to 3.
    number b_wealth: i64;
    /// The Wealth takes this token from b.
    value b_wealth_removes: Token;
    /// The rounds of the game in which these zones are claimed; the duel begins in that of
    /// [`round`](Self::round) [default: all].
    text claimed_in;
    /// Zones of the tactics board that the player of a controls.
    set a_zones: Zone;
    /// Faith, Pillage or order tokens of a, or tokens on its tactics card. From 0 to 60.
    number a_resource: i64;
    /// Whether a has yet to activate this round.
    flag a_not_activated;
    /// Whether a has another friend in contact with b.
    flag a_supported;
    /// Whether the army's commander is near a, as cards ask, without being in the unit.
    flag a_near_commander;
    /// Zones of the tactics board that the player of b controls.
    set b_zones: Zone;
    /// Faith, Pillage or order tokens of b, or tokens on its tactics card. From 0 to 60.
    number b_resource: i64;
    /// Whether b has yet to activate this round.
    flag b_not_activated;
    /// Whether b has another friend in contact with a.
    flag b_supported;
    /// Whether the army's commander is near b, as cards ask, without being in the unit.
    flag b_near_commander;
    /// A tactics card that the player of a plays when its trigger comes (see `warodds cards`), or
    /// CARD=WAY for one of several ways to play it. May be given several times.
    add a_card;
    /// A tactics card that the player of b plays when its trigger comes (see `warodds cards`), or
    /// CARD=WAY for one of several ways to play it. May be given several times.
    add b_card;
} }

fields! { MatrixAnswer: {
    /// Who attacks.
    add attackers;
    /// Who is attacked.
    add defenders;
    /// What a cell shows [default: wounds; of duels wins].
    value metric: MetricName;
    /// When the points of a unit count as destroyed, for [`metric`](Self::metric) points [default:
    /// by-destruction].
    value points: PointsBy;
    /// Show the chance of at least K wounds. From 1 to 120.
    number at_least: i64;
    /// Let each pair fight on, striking in turn, in place of one attack; a charge and an arc are
    /// those of the first.
    flag duel;
    /// Rounds of the duels [default: 6]: in each both units strike once. From 1 to 60.
    number rounds: i64;
    /// Attacks of both sides together, in turn; in place of rounds. From 1 to 120.
    number activations: i64;
    /// Who strikes first in the duels [default: a]: a are the attackers.
    value first: DuelSide;
    /// What both players choose orders, options and tokens for in the duels [default: win].
    value aim: Aim;
    /// How attackers and defenders are ordered.
    value sort: Order;
    /// The defenders' arc in which the attackers stand.
    value facing: Facing;
    /// Which attack each unit makes against each other: of those that are legal the one with the
    /// highest expected wounds, the first of its card among equals.
    value weapon: WeaponFilter;
} }
