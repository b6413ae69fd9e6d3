//! Scenario files: TOML in, validated questions out, or everything that is wrong with the file.
//!
//! The file is parsed into a tree whose values know their places and walked by hand instead of
//! deserialised: a deserialiser stops at the first fault, knows no sweeps, and loses the place of a
//! value that two keys disagree about. What is read is checked with the constructors of
//! [`warodds_games`], so that their ranges are said once. A scenario that comes out of [`parse`] or
//! [`load`] needs no further check.
//!
//! The file says which game is played, and each game has tables of its own; files, runs, sweeps and
//! names are the same for all of them.
//!
//! # The format
//!
//! ```toml
//! [units.guardsmen]
//! name = "Lannister Guardsmen"
//! defense = 4
//! morale = 7
//!
//! [[units.guardsmen.attacks]]
//! name = "Longswords"
//! hit = 4
//! dice = [6, 5, 4]              # with all ranks, with one lost, with two lost
//!
//! [[attack]]
//! attacker = "guardsmen"
//! defender = "guardsmen"
//! facing = ["front", "flank"]   # a list where one value may stand asks one question per value
//! ```
//!
//! Wherever *sweeps* is yes a list may stand for the value. Several lists in a table ask about
//! every combination, in the order of the keys below, the last varying fastest; a file may ask
//! [`MOST_QUESTIONS`] questions in all.
//!
//! ## The file
//!
//! | key | value | default |
//! |---|---|---|
//! | `title` | text | the file's name without its ending |
//! | `game` | `"asoiaf"`, `"warmachine"`, `"westeros"` | `"asoiaf"` |
//! | `[run]` | table | nothing: the command line decides |
//!
//! Of *WARMACHINE*: the tables of [`warmachine`]. Of *Battles of Westeros*: the tables of
//! [`westeros`]. Of *A Song of Ice and Fire*, like all tables below but `[run]`:
//!
//! | key | value | default |
//! |---|---|---|
//! | `edition` | of the rules: `"1.6"`, `"1.5"`, `"2021"` | `"1.6"` |
//! | `[units.ID]` | one table per unit; questions name it by its ID | |
//! | `[[ability]]` | abilities of the file's own, as in a [catalogue](crate::catalogue) | |
//! | `[[attack]]`, `[[charge]]`, `[[panic]]`, `[[duel]]` | one table per question | |
//! | `[matrix]`, `[compare]` | a question about a whole field of units; several as `[[matrix]]`, `[[compare]]` | |
//!
//! ## `[run]`
//!
//! | key | value |
//! |---|---|
//! | `trials` | resolutions of each question, 1 to 1,000,000,000,000 |
//! | `seed` | seed of the dice, 0 to 18,446,744,073,709,551,615 |
//! | `precision` | stop when the 95 % interval of every mean is at most this far on either side, over 0; `trials` is the most then |
//! | `threads` | 1 to 1024 |
//!
//! ## `[units.ID]`
//!
//! Numbers of a unit may be lists (`defense = [3, 4]`; `hit` of an attack, and `dice` as a list of
//! lists): questions about the unit are asked of each value, matrices and comparisons take a unit for
//! each.
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
//! | `metric` | what leads: `"wounds"`, `"per-point"`, `"destroyed"` | `"wounds"` |
//! | `at_least` | in its place the chance of so many wounds or more, 1 to 120 | |
//! | `sort` | `"faction"`, `"cost"`, `"name"`, `"value"` | `"faction"` |
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
mod blocks;
pub mod campaign;
mod charge;
mod combat;
mod duel;
mod field;
mod form;
mod kind;
mod panic;
mod run;
pub mod schema;
mod sweep;
mod units;
mod usage;
mod variants;
pub mod warmachine;
pub mod westeros;

use std::path::Path;

pub use crate::document::{Fault, Faults, LoadError, Look, MOST_BYTES, MOST_KEPT};
pub use blocks::MOST_QUESTIONS;
pub use kind::{Loaded, load_any};
pub use run::{MOST_THREADS, MOST_TRIALS, RunSettings};

use units::Units;

use crate::catalogue::Catalogue;
use crate::document::{self, Draft, Item, Name, Readable, Report, Section, help, quoted};
use crate::study::NamedQuestion;
use crate::study::field::FieldAsked;
use warodds_games::asoiaf::Edition;

/// A scenario: questions, and how to answer them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its title; the name of the file without its ending where it has none.
    pub title: String,
    /// How its questions are to be answered.
    pub run: RunSettings,
    /// The questions in the order of the file, each case of a sweep on its own.
    pub asked: Vec<NamedQuestion>,
    /// The questions about whole fields of units, in the order of the file; never empty where
    /// `asked` is.
    pub fields: Vec<FieldAsked>,
}

/// Reads and checks a scenario; `source_name` is what faults call it.
///
/// # Errors
/// With everything that is wrong with it.
pub fn parse(source_name: &str, text: &str) -> Result<Scenario, Faults> {
    parse_with(source_name, text, Backdrop::default())
}

/// What a scenario is read against.
#[derive(Clone, Copy, Debug)]
pub struct Backdrop<'a> {
    /// The cards its units may use.
    pub catalogue: &'a Catalogue,
    /// The edition of the rules, whatever the file says.
    pub edition: Option<Edition>,
}

impl Default for Backdrop<'static> {
    fn default() -> Self {
        Self { catalogue: Catalogue::shipped(), edition: None }
    }
}

/// Reads and checks a scenario against other cards or rules than usual.
///
/// # Errors
/// With everything that is wrong with it.
pub fn parse_with(
    source_name: &str,
    text: &str,
    backdrop: Backdrop<'_>,
) -> Result<Scenario, Faults> {
    document::read(source_name, text, |root, report| scenario(source_name, root, backdrop, report))
        .map_err(|(_, faults)| faults)
}

/// Reads and checks the scenario in a file.
///
/// # Errors
/// When the file cannot be read, is larger than [`MOST_BYTES`], is no UTF-8 text, is a campaign or
/// has faults.
pub fn load(path: &Path) -> Result<Scenario, LoadError> {
    load_with(path, Backdrop::default())
}

/// Reads and checks the scenario in a file against other cards or rules than usual.
///
/// # Errors
/// As [`load`].
pub fn load_with(path: &Path, backdrop: Backdrop<'_>) -> Result<Scenario, LoadError> {
    Ok(parse_with(&path.display().to_string(), &kind::scenario_text(path)?, backdrop)?)
}

/// The scenario of a file's table, as far as it is without faults.
fn scenario(
    source_name: &str,
    mut root: Section<'_>,
    backdrop: Backdrop<'_>,
    report: &mut Report,
) -> Scenario {
    let title =
        root.optional("title", report).map_or_else(|| stem(source_name), |Name(title)| title);
    let game = root.optional("game", report).unwrap_or(Game::Asoiaf);
    let run = RunSettings::read(&mut root, report);
    let (asked, fields) = match game {
        Game::Asoiaf => asoiaf(&mut root, backdrop, report),
        Game::Warmachine => {
            (blocks::expand(warmachine::read(&mut root, report), report), Vec::new())
        }
        Game::Westeros => {
            let blocks = westeros::read(&mut root, report);
            (blocks::expand(blocks, report), Vec::new())
        }
    };
    root.finish(report);
    if asked.is_empty() && fields.is_empty() && report.count() == 0 {
        report.add(|| Draft::new(&(0..0), "the scenario asks nothing").help(game.remedy()));
    }
    Scenario { title, run, asked, fields }
}

/// What a scenario of *A Song of Ice and Fire* asks.
fn asoiaf(
    root: &mut Section<'_>,
    backdrop: Backdrop<'_>,
    report: &mut Report,
) -> (Vec<NamedQuestion>, Vec<FieldAsked>) {
    let edition: Option<Edition> = root.optional("edition", report);
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

/// The name of a file without its ending.
fn stem(source_name: &str) -> String {
    Path::new(source_name)
        .file_stem()
        .map_or_else(|| source_name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The game that is played; each has tables of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// *A Song of Ice and Fire: Tabletop Miniatures Game*.
    Asoiaf,
    /// *WARMACHINE*.
    Warmachine,
    /// *Battles of Westeros*.
    Westeros,
}

impl Game {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Asoiaf, Self::Warmachine, Self::Westeros];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asoiaf => "asoiaf",
            Self::Warmachine => "warmachine",
            Self::Westeros => "westeros",
        }
    }

    /// How to mend a scenario that asks nothing.
    const fn remedy(self) -> &'static str {
        match self {
            Self::Asoiaf => {
                "add an [[attack]], a [[charge]], a [[panic]], a [[duel]], a [matrix] or a \
                 [compare]"
            }
            Self::Warmachine => {
                "add a [[threshold]], [[effects]], a [[damage]], a [[boost]], a [[leech]] or a \
                 [[focus]]; campaigns have a command of their own"
            }
            Self::Westeros => {
                "add an [[attack]], a [[pursuit]], [[dogs-of-war]], an [[exchange]], a [[rout]], \
                 [[orders]] or a [[fire]]"
            }
        }
    }
}

impl Readable for Game {
    fn read(item: &Item<'_>) -> Result<Self, Draft> {
        let given = item.text("the name of a game")?;
        let wrong = |message: String| Draft::new(&item.span, message).label("not known");
        let missing = || {
            wrong(format!("there is no game {}", quoted(given))).help(help(
                given,
                Self::ALL.map(Self::name),
                "games are",
            ))
        };
        Self::ALL.into_iter().find(|game| game.name() == given).ok_or_else(missing)
    }

    fn show(&self) -> String {
        self.name().to_owned()
    }
}
