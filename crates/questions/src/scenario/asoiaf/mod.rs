//! Tables of *A Song of Ice and Fire*: units, and questions about them.
//!
//! | key | value | default |
//! |---|---|---|
//! | `edition` | of the rules: `"1.6"`, `"1.5"`, `"2021"` | `"1.6"` |
//! | `[units.ID]` | one table per unit; questions name it by its ID | |
//! | `[[ability]]` | abilities of the file's own, as in a [catalogue](crate::catalogue) | |
//! | `[[attack]]`, `[[charge]]`, `[[panic]]`, `[[duel]]` | one table per question | |
//! | `[matrix]`, `[compare]` | a question about a whole field of units; several as `[[matrix]]`, `[[compare]]` | |
//!
//!
//! ## `[units.ID]`
//!
//! Numbers of a unit may be lists (`defense = [3, 4]`; `hit` of an attack, and `dice` as a list of
//! lists): questions about the unit are asked of each value, matrices and comparisons take a unit
//! for each.
//!
//! | key | value | default |
//! |---|---|---|
//! | `use` | name or id of a card of the [catalogue](crate::catalogue): its numbers and abilities, except where a key below says otherwise | none: all numbers are the file's own |
//! | `attachment` | name or id of an attachment of the catalogue: its abilities and cost are added | none |
//! | `abilities` | names of abilities of the catalogue, in place of the card's own | the card's |
//! | `name` | text, different from all other units' | the card's with the attachment's, or the ID |
//! | `type` | `"infantry"` (12 models, 3 ranks), `"cavalry"` (4, 2), `"monster"` (1, 1), `"war-machine"` (1, 1) | `"infantry"` |
//! | `solo` | `true` for 1 model in 1 rank | `false` |
//! | `cost` | points, 0 to 100 | unknown |
//! | `speed` | inches, 0 to 20 | unknown: the unit cannot charge |
//! | `defense` | 2 to 6 | the card's, or must be given |
//! | `morale` | 2 to 12 | the card's, or must be given |
//! | `models` | 1 to 40, a multiple of `ranks` | by `type` |
//! | `ranks` | 1 to 3 | by `type` |
//! | `wounds_per_model` | 1 to 20, at most 120 wounds in all | 1 |
//! | `[[units.ID.attacks]]` | one table per attack | none: a target only |
//! | `zones` | zones of the tactics board that its player holds, and the player of no unit it meets: `"crown"`, `"wealth"`, `"letters"`, `"combat"`, `"maneuver"`, or a list | none |
//! | `round` | the round of the game, 1 to 20 | 1 |
//! | `activated` | whether it has activated this round | `true` |
//! | `engaged` | whether it was in contact with the enemy when the turn began | `false` |
//! | `supported` | whether another friend is in contact with the enemy | `false` |
//! | `resource` | Faith, Pillage or order tokens there are, 0 to 60 | 0 |
//! | `orders` | whether its orders are given where that is best | `true` |
//! | `fishing` | whether hits are rerolled for natural 6s that are worth more: `"when-it-helps"`, `"never"`, `"always"` | `"when-it-helps"` |
//! | `without` | abilities that are left aside, each once | none |
//! | `choose` | a table of ability = option, or a list of as many as may be taken: what is taken in place of the best | the best, in exact expectation |
//!
//! | key of an attack | value | default |
//! |---|---|---|
//! | `name` | text, different from the unit's other attacks | must be given |
//! | `kind` | `"melee"`, `"short"`, `"long"` | `"melee"` |
//! | `hit` | 2 to 6 | must be given |
//! | `dice` | a list with one number (1 to 60) per rank: with all ranks, with one lost, with two lost | must be given |
//!
//! ## `[[attack]]` and `[[charge]]`
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `attacker` | ID of a unit, or the name of a card | must be given | yes |
//! | `attacker_wounds_lost` | 0 to one less than it has | 0 | yes |
//! | `attacker_tokens` | `"panicked"`, `"vulnerable"`, `"weakened"`, or a list of them as one set | none | a list of lists |
//! | `attacker_spending` | when its player spends the enemy unit's tokens: `"when-it-helps"`, `"never"`, `"always"` | `"when-it-helps"` | yes |
//! | `attack` | name of an attack of the attacker | its first; for a charge its first melee one | yes |
//! | `hit_modifier` | added to hit rolls, -12 to 12 | 0 | yes |
//! | `auto_hits` | hits beside those of the dice, 0 to 60 | 0 | yes |
//! | `reroll_attacks` | the attacker may reroll any attack dice | `false` | yes |
//! | `force_reroll_attacks` | the enemy may make any of them be rerolled | `false` | yes |
//! | `defender` | ID of a unit, or the name of a card | must be given | yes |
//! | `defender_wounds_lost`, `defender_tokens`, `defender_spending` | as for the attacker | | |
//! | `save_modifier` | added to saves, -12 to 12 | 0 | yes |
//! | `panic_modifier` | added to the defender's panic test, -12 to 12 | 0 | yes |
//! | `reroll_saves`, `force_reroll_saves` | the defender may reroll saves; the enemy may make it | `false` | yes |
//! | `reroll_morale`, `force_reroll_morale` | the same for the defender's panic test | `false` | yes |
//!
//! Of an `[[attack]]` alone:
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `facing` | arc of the defender it comes from: `"front"`, `"flank"`, `"rear"` | `"front"` | yes |
//! | `charge` | a charge led to it; melee only | `false` | yes |
//! | `disorderly` | that charge was disorderly | `false` | yes |
//! | `cover` | the defender is in cover; short and long attacks only | `false` | yes |
//! | `fortified` | that charge crossed fortified terrain | `false` | yes |
//!
//! Of a `[[charge]]` alone (its attacker needs a `speed`; one whose card has no attacks asks about
//! the charge only):
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `distance` | inches, 0 to 100, decimals allowed | must be given | yes |
//! | `terrain` | `"open"`, `"rough"`, `"hindering"`, `"hindering-edge"`, `"fortified"`, `"dangerous"` | `"open"` | yes; a list in the list is one set of keywords |
//! | `facing` | arc of the defender it arrives in | `"front"` | yes |
//! | `reroll_distance` | the charger may reroll the distance | `false` | yes |
//! | `own_panic_modifier` | added to the charger's own panic test when it fails, -12 to 12 | 0 | yes |
//! | `own_reroll_morale`, `own_force_reroll_morale` | rerolls of that test, by the charger and by the enemy | `false` | yes |
//!
//! A distance out of reach is a fault where it is the table's only case and an answer among others.
//!
//! Of both, what lies around them:
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `in_dangerous` | the attacker stands in dangerous terrain (A10.4) | `false` | yes |
//! | `horrific`, `inspiring` | such terrain is near the defender (A10.8) | `false` | yes |
//! | `crown` | the Crown is claimed first (A9.2): the defender tests at −1 before all else | `false` | yes |
//! | `wealth` | the Wealth is claimed first: the attacker restores so many wounds, 0 to 3 | | yes |
//! | `wealth_removes` | the token that it takes from the attacker | | yes |
//! | `own_horrific`, `own_inspiring` | of a charge: such terrain is near the charger | `false` | yes |
//!
//! ## `[[panic]]`
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `unit` | ID of a unit, or the name of a card | must be given | yes |
//! | `wounds_lost`, `tokens` | as for an attacker | | |
//! | `spending` | when the enemy spends the unit's token | `"when-it-helps"` | yes |
//! | `modifier` | added to the roll, -12 to 12 | 0 | yes |
//! | `reroll_morale`, `force_reroll_morale` | the unit may reroll; the enemy may make it | `false` | yes |
//! | `active` | whose turn it is, who rerolls first: `"enemy"` (as after an attack), `"own"` | `"enemy"` | yes |
//! | `horrific`, `inspiring` | such terrain is near (A10.8) | `false` | yes |
//! | `crown` | the Crown causes it: −1 (A9.2) | `false` | yes |
//!
//! ## `[[duel]]`
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `a`, `b` | IDs of units, or names of cards, with a melee attack | must be given | yes |
//! | `a_wounds_lost`, `a_tokens`, `a_spending` | as for an attacker | | |
//! | `a_attack`, `a_hit_modifier`, `a_auto_hits`, `a_reroll_attacks`, `a_force_reroll_attacks` | as above, when `a` strikes | | yes |
//! | `a_save_modifier`, `a_panic_modifier`, `a_reroll_saves`, `a_force_reroll_saves`, `a_reroll_morale`, `a_force_reroll_morale` | as above, when `a` is struck | | yes |
//! | `b_…` | the same for `b` | | |
//! | `activations` | attacks of both sides together, 1 to 120, alternating | 12 | yes |
//! | `first` | who strikes first: `"a"`, `"b"` | `"a"` | yes |
//! | `opening_facing` | arc the first attack comes from; later ones come from the front | `"front"` | yes |
//! | `opening_charge` | a charge led to the first attack | `false` | yes |
//! | `opening_disorderly` | that charge was disorderly | `false` | yes |
//! | `a_crown`, `b_crown` | the Crown is claimed for that side when its activation begins (A9.2) | `false` | yes |
//! | `a_wealth`, `b_wealth` | the Wealth is: it restores so many wounds, 0 to 3 | | yes |
//! | `a_wealth_removes`, `b_wealth_removes` | the token that it takes from that side | | yes |
//! | `claimed_in` | the rounds of the game in which these zones are claimed, as `2` or `"2..4"` | all | yes |
//!
//! ## `[matrix]` and `[compare]`
//!
//! Every attacker against every defender, and two attackers against every defender. No key of
//! theirs sweeps. Each unit makes the first melee attack of its card, or with `ranged` the first
//! ranged one; units without one are left out and named, and so are defenders whose morale nobody
//! knows.
//!
//! | key of a `[matrix]` | value | default |
//! |---|---|---|
//! | `name` | text | who attacks whom |
//! | `attackers`, `defenders` | a filter of the [catalogue](crate::catalogue::Catalogue::filtered), e.g. `"stark, infantry, 5..6"`, or the ID of a unit of the file; or a list of them | `"all"` |
//! | `metric` | what leads: `"wounds"`, `"per-point"`, `"destroyed"`; of duels `"wins"`, `"left"`, `"enemy-left"`, `"destroyed"` | `"wounds"`, of duels `"wins"` |
//! | `at_least` | in its place the chance of so many wounds or more, 1 to 120 | |
//! | `sort` | `"faction"`, `"cost"`, `"name"`, `"value"`, `"given"` (as they are named) | `"faction"` |
//! | `duel` | `true`: units fight on, striking in turn; a charge and an arc are those of the first attack | `false` |
//! | `activations`, `first` | of duels: as in a `[[duel]]`, `a` being the attackers | 12, `"a"` |
//!
//! | key of a `[compare]` | value | default |
//! |---|---|---|
//! | `name` | text | the two names |
//! | `a`, `b` | the ID of a unit of the file, or the name of a card | must be given |
//! | `against` | as `defenders` of a matrix | `"all"` |
//! | `by` | `"per-point"`, `"wounds"` | `"per-point"` where both costs are known and not 0, else `"wounds"` |
//!
//! Of both, for all attacks alike, single values that mean what they mean for an `[[attack]]`:
//! `facing`, `charge`, `disorderly`, `fortified`, `cover`, `attacker_tokens`, `defender_tokens`,
//! `spending`, `hit_modifier`, `auto_hits`, `save_modifier`, `panic_modifier`, `reroll_attacks`,
//! `force_reroll_attacks`, `reroll_saves`, `force_reroll_saves`, `reroll_morale`,
//! `force_reroll_morale`; and, `false` unless it is set, `ranged`.

mod ask;
mod attack;
mod charge;
mod combat;
mod duel;
mod field;
mod form;
mod keys;
mod meeting;
mod panic;
mod terms;
mod units;
mod usage;
mod variants;

use units::Units;

use super::{Backdrop, blocks};
use crate::document::{Report, Section, key};
use crate::study::NamedQuestion;
use crate::study::field::FieldAsked;
use warodds_games::asoiaf::Edition;

/// What a scenario of *A Song of Ice and Fire* asks.
pub(super) fn read(
    root: &mut Section<'_>,
    backdrop: Backdrop<'_>,
    report: &mut Report,
) -> (Vec<NamedQuestion>, Vec<FieldAsked>) {
    let edition: Option<Edition> =
        root.optional(key("edition", "of the rules; the newest if left out"), report);
    let edition = backdrop.edition.or(edition).unwrap_or_default();
    let catalogue = backdrop.catalogue.with_abilities(root, report);
    let units = Units::read(root, &catalogue, report);
    let blocks = ask::read(root, &units, edition, report);
    let asked = blocks::expand(blocks, report);
    (
        asked,
        field::read(root, field::Known { units: &units, catalogue: &catalogue, edition }, report),
    )
}
