//! Tactics cards in questions about fields and in attacks until a unit is destroyed, each compared
//! with the questions about two units.

use crate::common::{printed, printed_json, refusal};
use rustc_hash::FxHashMap;
use serde_json::Value;
use warodds::catalogue::{Catalogue, TacticsCard};
use warodds::engine::StdControl;
use warodds::games::asoiaf::results::quantity;
use warodds::request::link::Link;
use warodds::request::{Query, RequestError, Setup};
use warodds::study::field::{FieldAnswer, FieldQuestion, UnitSummary};
use warodds::study::{answer, answer_field};

const SWORDS: &str = "stark-sworn-swords";
const GUARDS: &str = "lannister-guardsmen";

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

#[track_caller]
fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number at {path}"))
}

/// The question of a link.
fn asked(link: &str) -> Result<Query, RequestError> {
    let link = Link::read(link)?;
    Ok(link.kind.request(link.kind.keys(), &link.given, &Setup::shipped())?.asked)
}

/// The mean wounds of an attack; `None` if a card cannot be played in it.
fn attack(units: [&str; 2], cards: &str) -> Option<f64> {
    let [own, other] = units;
    let Ok(Query::One(question, _)) = asked(&format!("attack/{own}/{other}?{cards}")) else {
        return None;
    };
    let plan = crate::common::plan(warodds::study::EngineKind::Exact, 1, 1);
    let found = answer(&question, &plan, &StdControl).expect("it keeps its contract");
    Some(found.quantity(quantity::WOUNDS).expect("wounds").distribution.mean())
}

/// The mean wounds of each cell of a matrix, and its notes; the error if the cards are played in no
/// cell.
fn matrix(units: [&[&str]; 2], cards: &str) -> Result<(Vec<f64>, Vec<String>), RequestError> {
    let [own, other] = units.map(|names| names.join(","));
    let asked = asked(&format!("matrix?attackers={own}&defenders={other}&{cards}"))?;
    let Query::Field(question) = asked else { panic!("no field") };
    let plan = crate::common::plan(warodds::study::EngineKind::Exact, 1, 1);
    let found = answer_field(&question, &plan, &StdControl).expect("it keeps its contract");
    let FieldAnswer::Matrix(found) = found else { panic!("no matrix") };
    assert!(matches!(*question, FieldQuestion::Matrix(_)));
    // rows and columns are ordered by faction
    let place = |all: &[UnitSummary], id: &str| all.iter().position(|one| one.id == id);
    let mut cells = Vec::new();
    for own in units[0] {
        for other in units[1] {
            let row = place(&found.attackers, own).expect("a row");
            let column = place(&found.defenders, other).expect("a column");
            cells.push(found.distribution(row, column).expect("a cell").mean());
        }
    }
    Ok((cells, found.remarks.notes.clone()))
}

/// Every way to play every shipped card, with its faction.
fn ways() -> Vec<(&'static str, String)> {
    let ways = |card: &'static TacticsCard| {
        let faction = card.origin.faction.as_str();
        let named = card.uses.iter().map(move |one| match &one.name {
            Some(way) => (faction, format!("{}%3D{}", card.id, way.replace(' ', "%20"))),
            None => (faction, card.id.clone()),
        });
        named.collect::<Vec<_>>()
    };
    Catalogue::shipped().tactics_cards().flat_map(ways).collect()
}

#[test]
fn cells_equal_attacks_with_the_same_card_over_shipped_cards() {
    let others = [GUARDS, "stark-bowmen"];
    let mut plain: FxHashMap<[String; 2], f64> = FxHashMap::default();
    let (mut fields, mut refused, mut partly) = (0, 0, 0);
    for (faction, card) in ways() {
        let own = Catalogue::shipped().filtered(&format!("{faction}, infantry")).expect("units");
        let own: Vec<String> = own.iter().take(3).map(|one| one.id()).collect();
        let foreign = others.into_iter().filter(|other| !own.iter().any(|one| one == other));
        let own: Vec<&str> = own.iter().map(String::as_str).chain(foreign).collect();
        for (units, key) in
            [([&own[..], &others], "attacker-card"), ([&others, &own[..]], "defender-card")]
        {
            let cards = format!("{key}={card}");
            let mut expected = Vec::new();
            let mut not_played = 0;
            for one in units[0] {
                for other in units[1] {
                    let pair = [(*one).to_owned(), (*other).to_owned()];
                    let without = *plain
                        .entry(pair)
                        .or_insert_with(|| attack([one, other], "").expect("an attack"));
                    let with = attack([one, other], &cards);
                    not_played += usize::from(with.is_none());
                    expected.push(with.unwrap_or(without));
                }
            }
            let all = expected.len();
            let found = matrix(units, &cards);
            assert_eq!(found.is_err(), not_played == all, "{cards} {units:?}: {:?}", found.err());
            let Ok((found, notes)) = found else {
                refused += 1;
                continue;
            };
            fields += 1;
            partly += usize::from(not_played > 0);
            assert_eq!(found.len(), all);
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-12, "{cards} {units:?}: {found} {expected}");
            }
            let counted = format!("not played in {not_played} of {all} pairs");
            assert_eq!(
                notes.iter().any(|note| note.contains(&counted)),
                not_played > 0,
                "{notes:?}"
            );
        }
    }
    println!("{fields} fields, {refused} refused, {partly} with cells without the card");
    assert!(fields >= 200 && refused >= 50 && partly >= 100);
}

#[test]
fn compared_and_ranked_units_have_the_numbers_of_attacks_and_duels() {
    let card = ["--attacker-card", "winter's might", "--defender-card", "wealth of the rock"];
    let zones = ["--attacker-zones", "combat", "--defender-zones", "crown+wealth"];
    let beside = [&card[..], &zones].concat();
    let attack = |own: &str, cards: &[&str]| {
        let found = printed_json(&[&["attack", own, GUARDS], cards].concat());
        number(&found, "/quantities/wounds/mean")
    };
    let [swords, axes] = [SWORDS, "umber greataxes"].map(|own| attack(own, &beside));
    let compare = ["compare", SWORDS, "umber greataxes", "--against", GUARDS, "--by", "wounds"];
    let found = printed_json(&[&compare[..], &beside].concat());
    close(number(&found, "/matchups/0/difference"), swords - axes);
    let three = ["compare", SWORDS, "stark-bowmen", "umber berserkers", "--against", GUARDS];
    let ranked = |by: &str, options: &[&str]| {
        let found = printed_json(&[&three[..], &["--by", by], options].concat());
        let units = found["units"].as_array().expect("units").clone();
        number(units.iter().find(|one| one["id"] == SWORDS).expect("the unit"), "/value")
    };
    close(ranked("wounds", &beside), swords);
    let card = &beside[..2];
    let duel = |first: &str| {
        let duel = ["duel", SWORDS, GUARDS, "--first", first, "--a-card", "winter's might"];
        let found = printed_json(&duel);
        let chance = |event: &str| number(&found, &format!("/events/{event}/p"));
        // never both are destroyed here; one without a winner counts half
        chance("b_destroyed") + chance("both_stand") / 2.0
    };
    close(ranked("duel", card), f64::midpoint(duel("a"), duel("b")));
}

#[test]
fn exchanges_play_the_cards_in_the_attack_of_the_compared_unit() {
    let trade = |options: &[&str]| {
        let units = ["compare", SWORDS, "umber berserkers", "--against", GUARDS, "--by", "trade"];
        let found = printed_json(&[&units[..], options].concat());
        let units = found["units"].as_array().expect("units").clone();
        number(units.iter().find(|one| one["id"] == SWORDS).expect("it"), "/value")
    };
    let card = ["--attacker-card", "winter's might"];
    let by = ["--points", "by-wounds"];
    let gain = trade(&[&card[..], &by].concat()) - trade(&by);
    let points = |options: &[&str]| {
        let cell = ["matrix", "--attackers", SWORDS, "--defenders", GUARDS, "--metric", "points"];
        let found = printed_json(&[&cell[..], &by, options].concat());
        number(&found, "/values/points/0/0")
    };
    close(gain, points(&card) - points(&[]));
    // the worth of the unit gains the same
    let worth = |options: &[&str]| {
        let found = printed_json(&[&["worth", SWORDS, "--against", GUARDS], options].concat());
        number(&found, "/parts/0/points")
    };
    close(worth(&card) - worth(&[]), gain);
}

/// The chance that a unit is destroyed within some attacks.
fn destroyed_within(question: &[&str], attacks: usize) -> f64 {
    let found = printed_json(question);
    let pmf = found["quantities"]["attacks"]["pmf"].as_array().expect("chances").clone();
    pmf.iter().take(attacks + 1).map(|p| p.as_f64().expect("a number")).sum()
}

#[test]
fn a_card_is_played_once_in_attacks_until_a_unit_is_destroyed() {
    let survive = ["survive", GUARDS, "--by", SWORDS, "--aim", "wounds"];
    let within =
        |cards: &[&str], attacks| destroyed_within(&[&survive[..], cards].concat(), attacks);
    let step = |card: &str| format!("{SWORDS}{card}");
    let sequence = |first: &str, attacks: usize, beside: &[&str]| {
        let (first, other) = (step(first), step(""));
        let mut words = vec!["sequence", GUARDS, "--aim", "wounds", "--by", &first];
        (1..attacks).for_each(|_| words.extend(["--by", &other]));
        number(&printed_json(&[&words[..], beside].concat()), "/events/destroyed/p")
    };
    let card = ["--attacker-card", "winter's might"];
    for attacks in 1..=4 {
        let expected = sequence(":attacker-card=winter's might", attacks, &[]);
        close(within(&card, attacks), expected);
    }
    assert!((within(&card, 3) - within(&[], 3)).abs() > 1e-3);
    // the first attacker that may have it plays it
    let mixed = ["survive", GUARDS, "--by", "lannister-halberdiers", "--by", SWORDS];
    let answer = printed(&[&mixed[..], &card].concat());
    assert!(answer.contains("Winter's Might: played once, in attack 2"), "{answer}");
    let own = ["survive", GUARDS, "--by", "lannister-halberdiers"];
    let error = refusal(&[&own[..], &card].concat());
    assert!(error.contains("is a card of Stark"), "{error}");
}

#[test]
fn a_card_that_stays_on_the_unit_counts_in_every_attack() {
    let survive = ["survive", "bolton-blackguards", "--by", SWORDS, "--no-orders"];
    let with = |options: &[&str]| {
        number(&printed_json(&[&survive[..], options].concat()), "/quantities/attacks/mean")
    };
    let stays = with(&["--defender-card", "dreadfort secrets"]);
    assert!((stays - with(&[])).abs() > 1e-3, "{stays}");
}

#[test]
fn a_card_that_no_pair_plays_is_refused_with_the_reason_of_the_first() {
    let stark = ["matrix", "--attackers", "stark, infantry", "--defenders", GUARDS];
    let error = refusal(&[&stark[..], &["--attacker-card", "devastating impact"]].concat());
    assert!(error.contains("nobody charges in this question"), "{error}");
    let error = refusal(&[&stark[..], &["--attacker-card", "hear me roar"]].concat());
    assert!(error.contains("is a card of Lannister"), "{error}");
    // among several cases it is the plain question
    let cases = ["--attacker-card", "devastating impact", "--charge=yes,no"];
    let answer = printed(&[&stark[..], &cases].concat());
    assert!(answer.contains("Devastating Impact: not played in"), "{answer}");
}
