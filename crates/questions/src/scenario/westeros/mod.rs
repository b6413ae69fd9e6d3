//! The tables of *Battles of Westeros*.
//!
//! ```toml
//! game = "westeros"
//!
//! [[attack]]
//! attacker = "blue"                     # its rank
//! target = ["green", "blue", "red"]     # a list where one value may stand asks one question per value
//! flanking = [false, true]
//! ```
//!
//! ## Units
//!
//! A unit is a rank with what else matters of it. In a question the keys have the unit's name
//! before them (`target_figures`); the rank is the name itself (`target = "green"`).
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | (its name), or `rank` in a rout | `"green"`, `"blue"`, `"red"` | must be given | yes |
//! | `class` | `"infantry"`, `"archers"`, `"cavalry"` | `"infantry"` | yes |
//! | `dice` | attack dice, 1 to 8 | by rank: 2, 3, 4 | yes |
//! | `no_valor` | its valor never hits | `false` | yes |
//! | `heavy_armor` | it counts as one rank higher when it is attacked | `false` | yes |
//! | `toughness`, `cover` | hits ignored in each attack, 0 to 6; the cover of a building is counted apart | 0 | yes |
//! | `stalwart` | by keyword, or with two friends beside it | `false` | yes |
//! | `figures` | figures left, 1 to 12, a commander among them | by class: 4, cavalry 3 | yes |
//! | `commander` | the capture rating of its commander, 1 to 9 | no commander | yes |
//! | `terrain` | `"plains"`, `"forest"`, `"hill"`, `"building"`, `"ford"` | `"plains"` | yes |
//! | `room` | hexes it can retreat, 0 to 15 | as many as it must | yes |
//!
//! ## `[[attack]]` and `[[pursuit]]`
//!
//! Units: `attacker`, `target`; in a pursuit also `other`, which may be left out.
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `reach` | `"melee"`, `"ranged"` | `"melee"` | yes |
//! | `flanking` | the target is engaged by a friend, the attacker by nobody; melee, no archers | `false` | yes |
//! | `retreat_worth` | what a hex of retreat is worth to a flanking attacker who picks dice to reroll, in figures, 0 to 10 | 0 | yes |
//! | `parting_blow` | it is made on a unit that leaves; melee | `false` | yes |
//! | `moved` | the attacker is Off-Balance and has moved | `false` | yes |
//! | `modifier` | added to the dice after terrain, -6 to 6 | 0 | yes |
//! | `engaged` | the target is engaged through its own house's token: no cover of its building | `false` | yes |
//! | `counter` | the counter-attack is rolled, and what it costs counted | `false` | yes |
//! | `hexes` | of a pursuit alone: how far it may go, 1 to 3 | 1 | yes |
//! | `off_balance` | of a pursuit alone: the attacker is Off-Balance, so its second attack, after moving, has a die less | `false` | yes |
//!
//! ## `[[dogs-of-war]]`
//!
//! Units: `attacker` (its dice come from the first die) and `target`; `name` and `modifier` as
//! above.
//!
//! ## `[[exchange]]`
//!
//! Units: `a`, `b`.
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `rounds` | 1 to 20: in each both attack once | 3 | yes |
//! | `first` | who attacks first: `"a"`, `"b"` | `"a"` | yes |
//! | `press_on` | whoever is driven back is followed, and the exchange goes on | `false` | yes |
//!
//! ## `[[rout]]`
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `[[rout.units]]` | up to 7 units (of more than 4 figures fewer), each with `name`, `side` (`"a"`, `"b"`), `rank` and the keys of a unit | must be given | no |
//! | `order` | what is done, as a list of texts: `"X attacks Y"`, `"X flanks Y"`, `"X shoots Y"`, `"a raises"`, `"a rallies"`, `"regroup"` | must be given | a list of lists |
//! | `track` | spaces on either side of the centre, 1 to 30 | 11 | yes |
//! | `marker` | where the marker stands: spaces towards b's end, negative towards a's | 0 | yes |
//! | `a_end`, `b_end` | `"rout"`, `"stop"` | `"rout"` | yes |
//! | `zones` | coloured zones, each as `[break, last space]` from the centre | none | no |
//!
//! ## `[[orders]]`
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `dice` | order dice, 1 to 12 | must be given | yes |
//! | `green`, `blue`, `red` | orders wanted for units of that rank, 0 to 12 | 0 | yes |
//! | `flags` | morale tokens wanted for morale itself | 0 | yes |
//! | `kept` | a token kept: `"green"`, `"blue"`, `"red"`, `"valor"`, `"flag"` | none | yes |
//!
//! ## `[[fire]]`
//!
//! | key | value | default | sweeps |
//! |---|---|---|---|
//! | `name` | text | a sentence | no |
//! | `ground` | what burns: `"plains"`, `"forest"`, `"forest-road"`, `"building"`, `"wooden-bridge"`, `"palisade"`, `"tent"`, `"siege-engine"` | `"plains"` | yes |
//! | `level` | of the fire, 0 to the ground's limit | 0 | yes |
//! | `around` | what lies around; `"bare"` does not burn | `"plains"` | yes |
//! | `rounds` | 1 to 20 | 3 | yes |
//! | `scorch` | dice that scorch the earth in each of the first `scorch_rounds`, 0 to 9 | 0 | yes |
//! | `scorch_rounds` | 1 to 20 | 1 | yes |
//! | `put_out` | dice of those beside it who try to put it out each round, 0 to 9 | 0 | yes |
//! | `order_inside` | the round in which the unit inside is ordered to put it out | never | yes |
//! | `figures` | of the unit inside, 1 to 12 | no unit | yes |

mod attack;
mod exchange;
mod fire;
mod order;
mod orders;
mod rout;
mod unit;

pub use order::{OrderError, action};

use attack::{AttackForm, DogsForm, PursuitForm};
use exchange::ExchangeForm;
use fire::FireForm;
use orders::OrdersForm;
use rout::RoutForm;

use super::blocks::{Block, Pose, kind};
use crate::document::{Report, Section, Tables};

/// A form of this game: its keys name nothing of the file.
type Form<'s, 'r> = super::form::Form<'s, 'static, 'r, ()>;

/// Reads the tables of all questions.
pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Vec<Block<'static>> {
    let mut blocks = one(root, AttackForm::ASKED, report, AttackForm::read);
    blocks.extend(one(root, PursuitForm::ASKED, report, PursuitForm::read));
    blocks.extend(one(root, DogsForm::ASKED, report, DogsForm::read));
    blocks.extend(one(root, ExchangeForm::ASKED, report, ExchangeForm::read));
    blocks.extend(one(root, RoutForm::ASKED, report, RoutForm::read));
    blocks.extend(one(root, OrdersForm::ASKED, report, OrdersForm::read));
    blocks.extend(one(root, FireForm::ASKED, report, FireForm::read));
    blocks
}

/// Reads the tables of one kind of question.
fn one<P: Pose + 'static>(
    root: &mut Section<'_>,
    of: Tables,
    report: &mut Report,
    read: impl Fn(&mut Form<'_, '_>) -> P,
) -> Vec<Block<'static>> {
    kind(root, of, &(), report, |form| Box::new(read(form)))
}
