//! Keys of scenario files: which the schema knows, and which change the numbers.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use warodds::catalogue::Catalogue;
use warodds::engine::StdControl;
use warodds::scenario::{ReadContext, Scenario, parse_with, schema};
use warodds::study::attachments::attachments;
use warodds::study::compare::compare;
use warodds::study::field::FieldQuestion;
use warodds::study::matrix::matrix;
use warodds::study::{EngineKind, Goal, Isa, Plan, answer, answer_field};

/// The shipped cards and those of these tests.
fn cards() -> Catalogue {
    let mut cards = Catalogue::shipped().clone();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/options/cards.toml");
    cards.add(&path).expect("the cards are right");
    cards
}

/// Reads a scenario, or returns its faults.
pub(super) fn read(text: &str) -> Result<Scenario, String> {
    let cards = cards();
    let backdrop = ReadContext { catalogue: &cards, edition: None };
    parse_with("test.toml", text, backdrop).map_err(|faults| faults.to_string())
}

/// How fields of units are answered exactly.
pub(super) fn exact_plan() -> Plan {
    let goal = Goal { trials: 1, seed: 0, precision: None };
    let engine = EngineKind::Exact;
    Plan { engine, goal, isa: Isa::best(), compare: false, fractions: false }
}

/// The names and numbers of a scenario, or its faults.
fn outcome(text: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let scenario = read(text)?;
    let distributions = scenario.asked.iter().map(|asked| {
        let found = answer(asked, &exact_plan(), &StdControl).expect("rules keep their contract");
        // the headline of a question may be all that a key changes
        format!("{:?} {:?} {:?} {:?}", found.quantities, found.events, found.points, asked.within)
    });
    let fields = scenario.fields.iter().map(field_outcome);
    let numbers = distributions.chain(fields).collect();
    let asked = scenario.asked.iter().map(|asked| asked.name.clone());
    Ok((asked.chain(scenario.fields.iter().map(|one| one.name().to_owned())).collect(), numbers))
}

/// The numbers of a question about a field of units.
fn field_outcome(asked: &FieldQuestion) -> String {
    let plan = exact_plan();
    match asked {
        FieldQuestion::Matrix(asked) => {
            let found = matrix(asked, &plan, &StdControl).expect("rules keep their contract");
            let cells: Vec<_> =
                (0..2).flat_map(|row| [found.cell(row, 0), found.cell(row, 1)]).collect();
            format!("{:?} {:?} {:?} {cells:?}", found.metric, found.attackers, found.defenders)
        }
        FieldQuestion::Compare(asked) => {
            let found = compare(asked, &plan, &StdControl).expect("rules keep their contract");
            format!("{:?} {:?}", found.measure, found.matchups)
        }
        FieldQuestion::Rate(_) | FieldQuestion::Ranking(_) | FieldQuestion::Worth(_) => {
            let found = answer_field(asked, &plan, &StdControl).expect("rules keep their contract");
            format!("{found:?}")
        }
        FieldQuestion::Attachments(asked) => {
            let found = attachments(asked, &plan, &StdControl).expect("rules keep their contract");
            format!("{found:?}")
        }
    }
}

/// Units of which each key below changes something.
const UNITS: &str = "
[units.eagles]
use = 'eagles'
[units.owls]
use = 'owls'
[units.moles]
use = 'moles'
[units.hawks]
use = 'owls'
abilities = ['Wealthy', 'Hoard', 'Watchful', 'Waiting', 'Backed', 'Guided']
[units.bats]
name = 'Bats'
defense = 5
morale = 7
attacks = [
  { name = 'Spit', kind = 'long', hit = 3, dice = [7, 5, 4] },
  { name = 'Bite', hit = 5, dice = [4, 3, 2] },
]
[[ability]]
name = 'Watchful'
season = '1.6'
effects = [{ when = 'attacked', enemy_holds = 'panicked', saves = 1 }]
[[ability]]
name = 'Waiting'
season = '1.6'
effects = [{ when = 'attacked', enemy_activated = false, saves = 1 }]
[[ability]]
name = 'Backed'
season = '1.6'
effects = [{ when = 'attacked', supported = true, saves = 1 }]
[[ability]]
name = 'Guided'
season = '1.6'
effects = [{ when = 'attacked', near_commander = true, saves = 1 }]
";

/// Keys that must matter in a table, each with lines that stand beside it in both runs.
pub(super) type Keys<'a> = &'a [(&'a str, &'a [&'a str])];

/// The key of a line.
pub(super) fn key(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}

/// A table of lines; of those with one key the last one counts, and a line with only a key leaves
/// it out.
pub(super) fn table(header: &str, base: &[&str], more: &[&str]) -> String {
    let all = [base, more].concat();
    let is_last = |place: usize| {
        let later = all.iter().skip(place + 1);
        all.get(place).is_some_and(|line| later.clone().all(|other| key(other) != key(line)))
    };
    let lines =
        all.iter().enumerate().filter(|(place, line)| is_last(*place) && line.contains('='));
    let lines: Vec<&str> = lines.map(|(_, line)| *line).collect();
    format!("{header}\n{}\n", lines.join("\n"))
}

/// Returns the keys of the schema's table that no case has, and cases of keys that it lacks.
pub(super) fn uncovered(known: &BTreeSet<String>, keys: Keys<'_>) -> Vec<String> {
    let named: BTreeSet<String> = keys.iter().map(|(line, _)| key(line).to_owned()).collect();
    let missing = known.difference(&named).map(|key| format!("no case for `{key}`"));
    let unknown = named.difference(known).map(|key| format!("no key `{key}`"));
    missing.chain(unknown).collect()
}

/// Returns the keys of a table that change nothing.
pub(super) fn idle(text: impl Fn(&[&str]) -> String, keys: Keys<'_>) -> Vec<String> {
    let idle = keys.iter().filter_map(|(line, beside)| {
        let before = outcome(&text(beside));
        let after = outcome(&text(&[beside, &[*line][..]].concat()));
        let is_seen = match (&before, &after) {
            (Ok((names, _)), Ok((others, _))) if key(line) == "name" => names != others,
            (Ok((_, numbers)), Ok((_, others))) => numbers != others,
            // other ranks ask for other numbers of dice
            (Ok(_), Err(told)) => told.contains("`dice` needs"),
            _ => false,
        };
        let told = [before.err(), after.err()];
        (!is_seen).then(|| format!("`{line}` beside {beside:?}: {told:?}"))
    });
    idle.collect()
}

/// The keys of a table that the schema knows, under all their names.
pub(super) fn keys_of(table: &str) -> BTreeSet<String> {
    let all = schema::scenario();
    let pointer = match table {
        "units" => "/properties/units/additionalProperties/properties".to_owned(),
        _ => format!("/$defs/{table}/properties"),
    };
    let keys = all.pointer(&pointer).and_then(Value::as_object);
    keys.unwrap_or_else(|| panic!("no {pointer}")).keys().cloned().collect()
}

/// Keys that rightly change nothing, with their kinds.
const WITHOUT_EFFECT: [(&str, &str); 4] = [
    // decks of all armies have one size; an army says which names there are
    ("deck", "army"),
    ("deck", "faction"),
    ("deck", "commander"),
    // the editions of the rules differ in no rule of retreats
    ("retreat", "rules"),
];

/// Checks the sections of a kind, which stand below the units: each base with its keys.
#[track_caller]
pub(super) fn check(kind: &str, ways: &[(&[&str], Keys<'_>)]) {
    let all: Vec<_> = ways.iter().flat_map(|(_, keys)| keys.iter().copied()).collect();
    let mut known = keys_of(kind);
    known.retain(|key| !WITHOUT_EFFECT.contains(&(kind, key.as_str())));
    let mut faults = uncovered(&known, &all);
    for (base, keys) in ways {
        let text = |more: &[&str]| format!("{UNITS}{}", table(&format!("[[{kind}]]"), base, more));
        faults.extend(idle(text, keys));
    }
    assert!(faults.is_empty(), "[[{kind}]]\n{}", faults.join("\n"));
}
