//! Results of many battles as data for programs: `warodds/battle/1`.

mod cards;
mod missions;
mod moves;
mod ncus;

pub use cards::CardAnswer;
pub use missions::MissionAnswer;
pub use moves::MoveCounts;
pub use ncus::NcuAnswer;

use crate::battle::{Battle, Mode, Rulebook};
use crate::file::BattleFile;
use crate::play::ROUNDS;
use crate::policy::BattlePolicy;
use crate::run::{ACTIONS, BattleTally, TypicalGames};
use crate::share::ShareEstimate;
use schemars::{JsonSchema, json_schema};
use serde::Serialize;
use std::collections::BTreeMap;

/// The schema id of battle answers.
pub const SCHEMA: &str = "warodds/battle/1";

/// How battles end, in the order of [`BattleTally::ended`].
const ENDS: [&str; 5] = ["goal", "round-limit", "elimination", "tie-break", "defence"];

/// Parts of the game that no mode implements.
pub(crate) const NEVER_PLAYED: [&str; 3] = [
    "units use orders only in their own activation, once a round (A1.7)",
    "units never gain tokens of abilities (Faith, Pillage, orders)",
    "effects of abilities after panic tests outside of attacks and charges (A4)",
];

/// What `warodds battle FILE --json` prints: the result of many battles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Result of battles played by warodds")]
pub struct BattleAnswer {
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The title.
    pub title: String,
    /// The id of the mode.
    #[schemars(extend("enum" = Mode::ALL.map(Mode::id)))]
    pub mode: &'static str,
    /// The rulebook.
    #[schemars(extend("enum" = Rulebook::ALL.map(|(_, name)| name)))]
    pub edition: &'static str,
    /// The number of battles.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The armies' names.
    pub armies: [String; 2],
    /// The policy of each army.
    #[schemars(extend("required" = ["a", "b"], "maxProperties" = 2))]
    pub policies: BTreeMap<&'static str, BattlePolicy>,
    /// Whether parts of the game are left out: always true.
    pub reduced: bool,
    /// Who won.
    pub events: Events,
    /// Points and rounds.
    pub quantities: BattleQuantities,
    /// Games to replay; missing unless every die was rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typical: Option<TypicalGames>,
    /// Shares of battles by how they ended.
    #[schemars(extend(
        "required" = ENDS,
        "maxProperties" = ENDS.len(),
        "additionalProperties" = json_schema!({ "type": "number", "minimum": 0, "maximum": 1 }),
    ))]
    pub ended: BTreeMap<&'static str, f64>,
    /// Win probabilities of the first and the second player; draws count for neither.
    #[schemars(extend("required" = ["first", "second"], "maxProperties" = 2))]
    pub by_first: BTreeMap<&'static str, ShareEstimate>,
    /// Win probabilities by edge of the table.
    #[schemars(extend("required" = ["south", "north"], "maxProperties" = 2))]
    pub by_edge: BTreeMap<&'static str, ShareEstimate>,
    /// The units of `a`, then those of `b`.
    pub units: Vec<UnitAnswer>,
    /// The tactics cards of `a`, then those of `b`; missing if the battle is played without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardAnswer>,
    /// The NCUs of `a` with abilities to use, then those of `b`; missing if none has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ncus: Vec<NcuAnswer>,
    /// The missions of the deck; missing in modes without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missions: Vec<MissionAnswer>,
    /// Points after each round: mean of each army, and the middle 80 %.
    pub rounds: Vec<RoundAnswer>,
    /// Parts of the game that are left out, and interpretations of unclear rules.
    pub not_modelled: Vec<String>,
    /// Notes on the army lists.
    pub notes: Vec<String>,
    /// Where units ended their moves, for charts and tables; too long for JSON.
    #[serde(skip)]
    pub moves: MoveCounts,
    /// Abilities that are left out, as `unit: ability`; part of `not_modelled`.
    #[serde(skip)]
    pub left_out: Vec<String>,
}

/// Who won.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Events {
    /// Army `a`.
    pub a_wins: ShareEstimate,
    /// Army `b`.
    pub b_wins: ShareEstimate,
    /// Nobody.
    pub draw: ShareEstimate,
}

/// Quantities of a battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleQuantities {
    /// Points of `a`.
    pub a_points: BattleQuantity,
    /// Points of `b`.
    pub b_points: BattleQuantity,
    /// Points of `a` minus points of `b`.
    pub difference: BattleQuantity,
    /// Rounds.
    pub rounds: BattleQuantity,
}

/// The distribution of a quantity over many battles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleQuantity {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
    /// Standard deviation.
    pub sd: f64,
    /// The value of the first share; the others follow.
    pub from: i64,
    /// The share of each value.
    #[schemars(inner(range(min = 0.0, max = 1.0)))]
    pub pmf: Vec<f64>,
}

impl BattleQuantity {
    /// Summarizes counts of consecutive values that start at `from`; zeros at both ends are
    /// trimmed.
    fn of(counts: &[u64], from: i64) -> Self {
        let games: u64 = counts.iter().sum();
        // a run that was stopped early may have no battles: 0, since JSON has no NaN
        let share = |count: u64| count as f64 / games.max(1) as f64;
        let numbered = || counts.iter().zip(from..);
        let mean: f64 = numbered().map(|(count, number)| share(*count) * number as f64).sum();
        let square = |number: i64| (number as f64 - mean).powi(2);
        let variance: f64 = numbered().map(|(count, number)| share(*count) * square(number)).sum();
        let first = counts.iter().position(|count| *count > 0).unwrap_or(0);
        let last = counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        let seen = counts.get(first..=last).unwrap_or_default();
        Self {
            mean,
            standard_error: (variance / games.max(1) as f64).sqrt(),
            sd: variance.sqrt(),
            from: from + first as i64,
            pmf: seen.iter().map(|count| share(*count)).collect(),
        }
    }
}

/// Averages of a unit per battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnitAnswer {
    /// The army: `a` or `b`.
    #[schemars(extend("enum" = ["a", "b"]))]
    pub side: &'static str,
    /// Its name.
    pub name: String,
    /// Its cost with its attachment.
    pub cost: u8,
    /// Points it earned.
    pub points: f64,
    /// Times it was destroyed.
    pub lost: f64,
    /// Activations by action.
    pub activations: BTreeMap<&'static str, f64>,
}

/// Points after a round, over the battles that reached it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RoundAnswer {
    /// The round.
    #[schemars(range(min = 1, max = ROUNDS))]
    pub round: u8,
    /// The number of battles that reached it.
    pub games: u64,
    /// Points of both armies: mean, 10 % quantile and 90 % quantile.
    pub points: [[f64; 3]; 2],
}

impl BattleAnswer {
    /// Summarizes the tally of a file's battles.
    pub fn new(file: &BattleFile, seed: u64, tally: &BattleTally) -> Self {
        let games = tally.games;
        let share = |seen: u64| ShareEstimate::of(seen, games);
        let (battle, [a, b, draws]) = (&file.battle, tally.won);
        let both = |names: [&'static str; 2], counts: [u64; 2]| {
            names.into_iter().zip(counts.map(share)).collect()
        };
        let ended = tally.ended.map(|count| count as f64 / games.max(1) as f64);
        Self {
            schema: SCHEMA,
            title: file.title.clone(),
            mode: battle.mode.id(),
            edition: battle.rulebook.name(),
            games,
            seed,
            armies: battle.names.clone(),
            policies: ["a", "b"].into_iter().zip(file.policies).collect(),
            // not all abilities of NCUs and tactics cards are played (A8.6)
            reduced: true,
            events: Events { a_wins: share(a), b_wins: share(b), draw: share(draws) },
            quantities: BattleQuantities {
                a_points: BattleQuantity::of(&tally.points[0], 0),
                b_points: BattleQuantity::of(&tally.points[1], 0),
                difference: BattleQuantity::of(
                    &tally.difference,
                    -(BattleTally::MAX_POINTS as i64),
                ),
                rounds: BattleQuantity::of(&tally.rounds, 0),
            },
            typical: TypicalGames::of(tally),
            ended: ENDS.into_iter().zip(ended).collect(),
            by_first: both(["first", "second"], tally.by_first),
            by_edge: both(["south", "north"], tally.by_edge),
            units: units(file, tally),
            cards: cards::answers(battle, tally),
            ncus: ncus::answers(battle, tally),
            missions: missions::answers(battle, tally),
            // rounds that no battle reached have no mean and are left out
            rounds: tally.by_round.iter().zip(1..).filter_map(round).collect(),
            not_modelled: not_modelled(battle),
            notes: file.notes.clone(),
            moves: MoveCounts::of(tally),
            left_out: left_out(battle),
        }
    }

    /// Formats the answer as JSON.
    ///
    /// # Errors
    /// Never in practice: all numbers are finite.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

fn units(file: &BattleFile, tally: &BattleTally) -> Vec<UnitAnswer> {
    let games = tally.games.max(1) as f64;
    let each = |count: u64| count as f64 / games;
    let all = file.battle.units.iter().zip(&tally.units).enumerate();
    all.map(|(number, (fighter, unit))| {
        let counted = ACTIONS.into_iter().zip(unit.activations);
        UnitAnswer {
            side: if file.battle.army_of(number) == 0 { "a" } else { "b" },
            name: fighter.name.clone(),
            cost: fighter.cost,
            points: each(unit.points),
            lost: each(unit.lost),
            activations: counted.map(|(name, count)| (name, each(count))).collect(),
        }
    })
    .collect()
}

fn round((counts, round): (&[Vec<u64>; 2], u8)) -> Option<RoundAnswer> {
    let games: u64 = counts[0].iter().sum();
    let of = |counts: &Vec<u64>| {
        let tenth = |tenths| quantile(counts, tenths) as f64;
        [BattleQuantity::of(counts, 0).mean, tenth(1), tenth(9)]
    };
    (games > 0).then(|| RoundAnswer { round, games, points: [of(&counts[0]), of(&counts[1])] })
}

/// Returns the quantile of counts of 0, 1, … at a number of tenths.
fn quantile(counts: &[u64], tenths: u64) -> usize {
    let target = (counts.iter().sum::<u64>() * tenths).div_ceil(10).max(1);
    let mut seen = 0;
    let mut sums = counts.iter().map(|count| {
        seen += count;
        seen
    });
    // the total reaches every target: 0 is for an empty tally alone
    sums.position(|seen| seen >= target).unwrap_or(0)
}

/// Describes what the game leaves out; everything that shows results of battles prints it.
pub fn reduced(has_cards: bool, left_out: &[String]) -> String {
    let all = if has_cards {
        "A reduced game: not all tactics cards and abilities of NCUs are played"
    } else {
        "A reduced game: tactics cards and abilities of NCUs are not played"
    };
    if left_out.is_empty() {
        return all.to_owned();
    }
    format!("{all}. Abilities left out: {}", left_out.join("; "))
}

/// What battles without tactics cards leave out beside them.
const WITHOUT_CARDS: &str = "abilities of NCUs: NCUs only claim zones (A8.6)";

/// Lists what is left out and how unclear rules are interpreted.
fn not_modelled(battle: &Battle) -> Vec<String> {
    let always = NEVER_PLAYED.iter().map(|line| (*line).to_owned());
    let ncus = battle.decks.is_none().then(|| WITHOUT_CARDS.to_owned());
    let always = cards::notes(battle).into_iter().chain(ncus).chain(always);
    let of_mode = Mode::notes(battle.mode).into_iter().map(str::to_owned);
    always.chain(of_mode).chain(left_out(battle)).collect()
}

/// Lists abilities that are left out as `unit: ability`, each once.
pub fn left_out(battle: &Battle) -> Vec<String> {
    let mut all = Vec::new();
    for fighter in &battle.units {
        for left_out in fighter.unit.abilities.iter().filter_map(|one| one.uncounted()) {
            // two units with the same card leave out the same abilities
            let entry = format!("{}: {left_out}", fighter.unit.name);
            if !all.contains(&entry) {
                all.push(entry);
            }
        }
    }
    all
}
