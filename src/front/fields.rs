//! The methods of the builders that set fields.
//!
//! Written from the table of fields by `UPDATE_DOCS=1 cargo test --test it front_fields`; do not
//! edit.

use super::setters::fields;
use super::{AttackAnswer, ChargeAnswer, DuelAnswer, PanicAnswer};
use crate::games::asoiaf::effect::Zone;
use crate::games::asoiaf::{
    ActivePlayer, Aim, DuelSide, Edition, Facing, Fishing, Season, Spending, TerrainKeyword, Token,
    WeaponFilter,
};
use crate::request::asoiaf::MetricName;
use crate::study::PointsBy;
use crate::study::field::Order;
use crate::study::matrix::MatrixAnswer;

fields! { AttackAnswer ChargeAnswer: {
    /// The attacking unit: its name, or some words of it (see `warodds units`).
    unit attacker;
    /// The unit that is attacked.
    unit defender;
    /// Which attack of the attacker's card [default: the legal one with the highest expected
    /// wounds].
    text weapon;
    /// Attack dice. From 1 to 60.
    number dice: i64;
    /// The attacker's hit value: 4 and 4+ mean the same. From 2 to 6.
    number hit: i64;
    /// The defender's defence value. From 2 to 6.
    number defense: i64;
    /// The defender's morale value. From 2 to 12.
    number morale: i64;
    /// Wounds the defender has left [default: 12]. From 1 to 120.
    number defender_wounds: i64;
    /// The defender's arc in which the attacker stands.
    value facing: Facing;
    /// When the attacker spends the tokens on the defender [default: as
    /// [`spending`](Self::spending)].
    value attacker_spending: Spending;
    /// When the defender spends the tokens on the attacker [default: as
    /// [`spending`](Self::spending)].
    value defender_spending: Spending;
    /// The attacker stands in dangerous terrain: D3+1 wounds after its action.
    flag in_dangerous;
    /// Horrific terrain is within short range of the defender: −1 to its morale tests.
    flag horrific;
    /// Inspiring terrain is within short range of the defender: +1 to its morale tests.
    flag inspiring;
    /// Claim the Crown first: the defender takes a panic test at −1.
    flag crown;
    /// Claim the Wealth first: the attacker restores N wounds. From 0 to 3.
    number wealth: i64;
    /// Remove this token from the attacker with the Wealth.
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
    /// Zones of the tactics board controlled by the player of the attacker.
    set attacker_zones: Zone;
    /// Faith, Pillage or order tokens on the attacker or its tactics card. From 0 to 60.
    number attacker_resource: i64;
    /// State that the attacker has yet to activate this round.
    flag attacker_not_activated;
    /// State that the attacker has another friend in contact with the defender.
    flag attacker_supported;
    /// Place the army's commander near the attacker without joining it, as some cards require.
    flag attacker_near_commander;
    /// Zones of the tactics board controlled by the player of the defender.
    set defender_zones: Zone;
    /// Faith, Pillage or order tokens on the defender or its tactics card. From 0 to 60.
    number defender_resource: i64;
    /// State that the defender has yet to activate this round.
    flag defender_not_activated;
    /// State that the defender has another friend in contact with the attacker.
    flag defender_supported;
    /// Place the army's commander near the defender without joining it, as some cards require.
    flag defender_near_commander;
    /// A tactics card that the player of the attacker plays at its trigger (see `warodds cards`);
    /// CARD=WAY names one of several ways to play it. May be given several times.
    add attacker_card;
    /// A tactics card that the player of the defender plays at its trigger (see `warodds cards`);
    /// CARD=WAY names one of several ways to play it. May be given several times.
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
    /// Extra hits of the attacker without a roll; saves are rolled for them. From 0 to 60.
    number auto_hits: i64;
    /// Let the attacker reroll misses.
    flag reroll_attacks;
    /// Let the defender make the attacker reroll hits.
    flag force_reroll_attacks;
    /// Added to saves of the defender. From -12 to 12.
    number save_modifier: i64;
    /// Added to panic tests of the defender. From -12 to 12.
    number panic_modifier: i64;
    /// Let the defender reroll failed saves.
    flag reroll_saves;
    /// Let the attacker make the defender reroll successful saves.
    flag force_reroll_saves;
    /// Let the defender reroll panic tests.
    flag reroll_morale;
    /// Let the attacker make the defender reroll panic tests.
    flag force_reroll_morale;
} }

fields! { AttackAnswer ChargeAnswer PanicAnswer DuelAnswer MatrixAnswer: {
    /// Add cards of your own: a file, a directory of files, or the text of a file. A card with the
    /// id of a built-in one replaces it. Links and HTTP take only the text. May be given several
    /// times.
    add catalogue;
    /// The season of the cards: of each card the newest version up to it [default: S05].
    value cards: Season;
    /// The edition of the rules [default: 1.6].
    value rules: Edition;
    /// Refuse to answer if an ability of a unit is not modelled, or if no army may include its
    /// attachment.
    flag strict;
} }

fields! { AttackAnswer ChargeAnswer DuelAnswer MatrixAnswer: {
    /// The round of the game. From 1 to 20.
    number round: i64;
    /// Both units were already in contact when the turn began.
    flag engaged;
    /// Give no orders (by default each is given whenever it helps).
    flag no_orders;
    /// Ignore this ability. May be given several times.
    add without;
    /// Take this option of an ability instead of the best one. May be given several times.
    add choose;
    /// Which attack dice to reroll if natural 6s are worth more than other hits.
    value fishing: Fishing;
    /// When players spend the tokens on enemy units.
    value spending: Spending;
} }

fields! { AttackAnswer MatrixAnswer: {
    /// The attack is a charge: misses may be rerolled.
    flag charge;
    /// The charge was disorderly: no charge bonus.
    flag disorderly;
    /// The charge crossed fortified terrain: no charge bonus, +1 to saves.
    flag fortified;
    /// The defender is in cover from ranged attacks: −1 to hit rolls.
    flag cover;
} }

fields! { AttackAnswer: {
    /// Make a ranged attack.
    flag ranged;
    /// Make a melee attack.
    flag melee;
    /// A friend of the attacker that is engaged with the defender, as the name of a unit or as
    /// MORALE:WOUNDS. A ranged attack makes it take a panic test. May be given several times.
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
    /// The unit: its name, or some words of it (see `warodds units`).
    unit unit;
    /// An attachment of the unit.
    text with;
    /// The morale value; of a unit by name in place of that on its card. From 2 to 12.
    number morale: i64;
    /// Added to the roll. From -12 to 12.
    number panic_modifier: i64;
    /// Tokens that the unit holds.
    set tokens: Token;
    /// Adds `panicked` to [`tokens`](Self::tokens).
    element panicked = tokens, "panicked";
    /// Let the unit's player reroll any or all dice.
    flag reroll_morale;
    /// Let the enemy force rerolls of any or all dice, even without a token.
    flag force_reroll_morale;
    /// Wounds the unit has left [default: all, or 12 without a unit]. From 1 to 120.
    number wounds: i64;
    /// Wounds the unit has lost.
    number wounds_lost: i64;
    /// Whose turn it is. That player rerolls first.
    value active: ActivePlayer;
    /// A tactics card that the unit's player plays with the test (see `warodds cards`); CARD=WAY
    /// names one of several ways to play it. May be given several times.
    add card;
    /// Place the army's commander near the unit without joining it, as some cards require.
    flag near_commander;
    /// Faith, Pillage or order tokens of the unit, or tokens on its tactics card. From 0 to 60.
    number resource: i64;
    /// When the enemy spends the Panicked token.
    value spending: Spending;
    /// Horrific terrain is within short range: −1 to the test.
    flag horrific;
    /// Inspiring terrain is within short range: +1 to the test.
    flag inspiring;
    /// The Crown causes the test: −1, in the enemy's turn.
    flag crown;
} }

fields! { DuelAnswer: {
    /// The first unit: its name, or some words of it (see `warodds units`).
    unit a;
    /// The second unit.
    unit b;
    /// Number of rounds. Both units attack once in each. From 1 to 60.
    number rounds: i64;
    /// Number of attacks of both units together, instead of rounds. From 1 to 120.
    number activations: i64;
    /// Who attacks first.
    value first: DuelSide;
    /// The first attack is a charge.
    flag opening_charge;
    /// That charge was disorderly: no charge bonus.
    flag opening_disorderly;
    /// The arc of the first attack. Later attacks come from the front.
    value opening_facing: Facing;
    /// An attachment of a.
    text a_with;
    /// An attachment of b.
    text b_with;
    /// What both players aim for with orders, options and tokens.
    value aim: Aim;
    /// Which melee attack of a [default: the one with the highest expected wounds in its first
    /// attack].
    text a_weapon;
    /// Wounds a has lost.
    number a_wounds_lost: i64;
    /// Tokens that a holds.
    set a_tokens: Token;
    /// Attack dice of a, whatever its ranks, in place of those on its card. From 1 to 60.
    number a_dice: i64;
    /// The hit value of a, in place of that on its card. From 2 to 6.
    number a_hit: i64;
    /// The defence value of a, in place of that on its card. From 2 to 6.
    number a_defense: i64;
    /// The morale value of a, in place of that on its card. From 2 to 12.
    number a_morale: i64;
    /// Added to hit rolls of a. From -12 to 12.
    number a_hit_modifier: i64;
    /// Extra hits of a without a roll; saves are rolled for them. From 0 to 60.
    number a_auto_hits: i64;
    /// Let a reroll misses.
    flag a_reroll_attacks;
    /// Let b make a reroll hits.
    flag a_force_reroll_attacks;
    /// Added to saves of a. From -12 to 12.
    number a_save_modifier: i64;
    /// Added to panic tests of a. From -12 to 12.
    number a_panic_modifier: i64;
    /// Let a reroll failed saves.
    flag a_reroll_saves;
    /// Let b make a reroll successful saves.
    flag a_force_reroll_saves;
    /// Let a reroll panic tests.
    flag a_reroll_morale;
    /// Let b make a reroll panic tests.
    flag a_force_reroll_morale;
    /// Horrific terrain is within short range of a: −1 to its morale tests.
    flag a_horrific;
    /// Inspiring terrain is within short range of a: +1 to its morale tests.
    flag a_inspiring;
    /// Which melee attack of b [default: the one with the highest expected wounds in its first
    /// attack].
    text b_weapon;
    /// Wounds b has lost.
    number b_wounds_lost: i64;
    /// Tokens that b holds.
    set b_tokens: Token;
    /// Attack dice of b, whatever its ranks, in place of those on its card. From 1 to 60.
    number b_dice: i64;
    /// The hit value of b, in place of that on its card. From 2 to 6.
    number b_hit: i64;
    /// The defence value of b, in place of that on its card. From 2 to 6.
    number b_defense: i64;
    /// The morale value of b, in place of that on its card. From 2 to 12.
    number b_morale: i64;
    /// Added to hit rolls of b. From -12 to 12.
    number b_hit_modifier: i64;
    /// Extra hits of b without a roll; saves are rolled for them. From 0 to 60.
    number b_auto_hits: i64;
    /// Let b reroll misses.
    flag b_reroll_attacks;
    /// Let a make b reroll hits.
    flag b_force_reroll_attacks;
    /// Added to saves of b. From -12 to 12.
    number b_save_modifier: i64;
    /// Added to panic tests of b. From -12 to 12.
    number b_panic_modifier: i64;
    /// Let b reroll failed saves.
    flag b_reroll_saves;
    /// Let a make b reroll successful saves.
    flag b_force_reroll_saves;
    /// Let b reroll panic tests.
    flag b_reroll_morale;
    /// Let a make b reroll panic tests.
    flag b_force_reroll_morale;
    /// Horrific terrain is within short range of b: −1 to its morale tests.
    flag b_horrific;
    /// Inspiring terrain is within short range of b: +1 to its morale tests.
    flag b_inspiring;
    /// When a spends the tokens on b [default: as [`spending`](Self::spending)].
    value a_spending: Spending;
    /// When b spends the tokens on a [default: as [`spending`](Self::spending)].
    value b_spending: Spending;
    /// Claim the Crown at the start of the activation of a: b takes a panic test at −1.
    flag a_crown;
    /// Claim the Wealth at the start of the activation of a, which restores N wounds. From 0 to 3.
    number a_wealth: i64;
    /// Remove this token from a with the Wealth.
    value a_wealth_removes: Token;
    /// Claim the Crown at the start of the activation of b: a takes a panic test at −1.
    flag b_crown;
    /// Claim the Wealth at the start of the activation of b, which restores N wounds. From 0 to 3.
    number b_wealth: i64;
    /// Remove this token from b with the Wealth.
    value b_wealth_removes: Token;
    /// Rounds of the game in which these zones are claimed [default: all]. The duel starts in the
    /// round of [`round`](Self::round).
    text claimed_in;
    /// Zones of the tactics board controlled by the player of a.
    set a_zones: Zone;
    /// Faith, Pillage or order tokens on a or its tactics card. From 0 to 60.
    number a_resource: i64;
    /// State that a has yet to activate this round.
    flag a_not_activated;
    /// State that a has another friend in contact with b.
    flag a_supported;
    /// Place the army's commander near a without joining it, as some cards require.
    flag a_near_commander;
    /// Zones of the tactics board controlled by the player of b.
    set b_zones: Zone;
    /// Faith, Pillage or order tokens on b or its tactics card. From 0 to 60.
    number b_resource: i64;
    /// State that b has yet to activate this round.
    flag b_not_activated;
    /// State that b has another friend in contact with a.
    flag b_supported;
    /// Place the army's commander near b without joining it, as some cards require.
    flag b_near_commander;
    /// A tactics card that the player of a plays at its trigger (see `warodds cards`); CARD=WAY
    /// names one of several ways to play it. May be given several times.
    add a_card;
    /// A tactics card that the player of b plays at its trigger (see `warodds cards`); CARD=WAY
    /// names one of several ways to play it. May be given several times.
    add b_card;
} }

fields! { MatrixAnswer: {
    /// Who attacks.
    add attackers;
    /// Who is attacked.
    add defenders;
    /// What a cell shows [default: wounds, or wins with [`duel`](Self::duel)].
    value metric: MetricName;
    /// When points count as destroyed, for [`metric`](Self::metric) points [default:
    /// by-destruction].
    value points: PointsBy;
    /// Show the chance of at least K wounds. From 1 to 120.
    number at_least: i64;
    /// Let each pair fight a duel instead of making one attack. A charge and an arc are those of
    /// the first attack.
    flag duel;
    /// Rounds of the duels [default: 6]. From 1 to 60.
    number rounds: i64;
    /// Number of attacks of both sides together, instead of rounds. From 1 to 120.
    number activations: i64;
    /// Who attacks first in the duels: a is the attackers [default: a].
    value first: DuelSide;
    /// What both players aim for in the duels with orders, options and tokens [default: win].
    value aim: Aim;
    /// How attackers and defenders are ordered.
    value sort: Order;
    /// The defenders' arc in which the attackers stand.
    value facing: Facing;
    /// Which kind of attack units make. Of those that are legal, each makes the one with the
    /// highest expected wounds.
    value weapon: WeaponFilter;
    /// Attack dice of every attacker, whatever its ranks, in place of those on its card. From 1 to
    /// 60.
    number dice: i64;
    /// The hit value of every attacker, in place of that on its card. From 2 to 6.
    number hit: i64;
    /// The defence value of every unit that is attacked, in place of that on its card. From 2 to 6.
    number defense: i64;
    /// The morale value of every unit that is attacked, in place of that on its card. From 2 to 12.
    number morale: i64;
} }
