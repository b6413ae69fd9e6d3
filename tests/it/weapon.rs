//! The attack that a unit makes where none is named: every question takes the same one, and it is
//! the one with the highest expected wounds.

use serde_json::Value;
use warodds::catalogue::Catalogue;
use warodds::games::asoiaf::best_weapon::best;
use warodds::request::{RawFields, Setup, kind, reply};
use warodds::study::field::FieldAnswer;
use warodds::study::{EngineKind, Goal, Isa, Plan, StdControl};

const GUARDS: &str = "lannister-guardsmen";

fn plan() -> Plan {
    let goal = Goal { trials: 1, seed: 0, precision: None };
    let engine = EngineKind::Exact;
    Plan { engine, goal, isa: Isa::best(), compare: false, fractions: false }
}

/// The JSON of the answer to a question of these keys; its fault where there is one.
fn ask(name: &str, keys: &[(&str, &str)]) -> Result<Value, String> {
    let given = keys.iter().fold(RawFields::new(), |given, (id, text)| given.with(id, text));
    let kind = kind(name).map_err(|wrong| wrong.to_string())?;
    let reply = reply(&kind, &given, &Setup::shipped(), &StdControl);
    let reply = reply.map_err(|wrong| wrong.to_string())?;
    let json = reply.json().expect("an answer is JSON");
    Ok(serde_json::from_str(&json).expect("it is read again"))
}

fn asked(name: &str, keys: &[(&str, &str)]) -> Value {
    ask(name, keys).unwrap_or_else(|wrong| panic!("{name} {keys:?}: {wrong}"))
}

fn mean(answer: &Value) -> f64 {
    answer["quantities"]["wounds"]["mean"].as_f64().expect("a mean")
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

/// The weapon and the mean wounds of an attack with these keys beside its units.
fn attack(attacker: &str, more: &[(&str, &str)]) -> Result<(String, f64), String> {
    let keys = [&[("attacker", attacker), ("defender", GUARDS)][..], more].concat();
    ask("attack", &keys).map(|answer| (weapon_in(&answer), mean(&answer)))
}

/// The weapon that the heading names: what stands in the last brackets before the verb.
fn weapon_in(answer: &Value) -> String {
    let situation = answer["situation"].as_str().expect("a situation");
    let end = ["attack", "attacks", "shoot at", "shoots at", "charge", "charges"]
        .iter()
        .filter_map(|verb| situation.find(&format!(") {verb} ")))
        .min()
        .unwrap_or_else(|| panic!("no weapon in {situation}"));
    let before = &situation[..end];
    // a weapon may have brackets in its name: `Harpoon (ranged)`
    let mut depth = 0;
    let start = before
        .char_indices()
        .rev()
        .find(|(_, letter)| match letter {
            ')' => {
                depth += 1;
                false
            }
            '(' if depth == 0 => true,
            '(' => {
                depth -= 1;
                false
            }
            _ => false,
        })
        .map_or(0, |(place, _)| place + 1);
    let weapon = &before[start..];
    let ranges = [", short range", ", long range"];
    let bare = ranges.iter().find_map(|range| weapon.strip_suffix(range));
    bare.unwrap_or(weapon).to_owned()
}

/// The ids of the current cards that may attack.
fn attackers() -> Vec<&'static str> {
    let units = Catalogue::shipped().filtered("all").expect("a filter").into_iter();
    units.filter(|one| !one.unit.attacks.is_empty()).map(|one| &*one.card.id).collect()
}

#[test]
fn the_figures_of_bowmen_and_bear_riders() {
    for (unit, weapon, wounds) in [
        ("stark-bowmen", "Arrow Volley", 2.590),
        ("frozen-shore-bear-riders", "Spear and Maul", 4.581),
    ] {
        let (named, found) = attack(unit, &[]).expect("it attacks");
        assert_eq!(named, weapon);
        assert!((found - wounds).abs() < 5e-4, "{unit}: {found}");
    }
}

#[test]
fn every_question_takes_the_same_weapon() {
    let all = asked("matrix", &[("attackers", "all"), ("defenders", GUARDS), ("sort", "given")]);
    let rows = all["attackers"].as_array().expect("attackers");
    assert_eq!((rows.len(), all["weapons"].as_str()), (148, Some("best attack of each card")));
    for (row, one) in rows.iter().enumerate() {
        let id = one["id"].as_str().expect("an id");
        let of_matrix = all["values"]["mean_wounds"][row][0].as_f64().expect("a mean");
        let (weapon, wounds) = attack(id, &[]).expect("it attacks");
        assert_eq!(all["attacks"][row][0].as_str(), Some(&*weapon), "{id}");
        close(of_matrix, wounds);

        let compared = asked("compare", &[("a", id), ("b", GUARDS), ("against", GUARDS)]);
        let a = &compared["matchups"][0]["a"];
        assert_eq!(a["attack"].as_str(), Some(&*weapon), "{id}");
        close(a["mean_wounds"].as_f64().expect("a mean"), wounds);

        let survived = asked("survive", &[("unit", GUARDS), ("by", id)]);
        let situation = survived["situation"].as_str().expect("a situation");
        assert!(situation.contains(&format!("({weapon}")), "{id}: {situation}");

        let front = warodds::attack(id, GUARDS).exact().expect("an attack");
        close(front.wounds().mean(), wounds);
        assert!(front.details().situation.contains(&format!("({weapon}")), "{id}");
    }
}

#[test]
fn files_take_the_same_weapon() {
    for id in attackers().into_iter().filter(|id| *id != GUARDS) {
        let text = format!(
            "[units.one]\nuse = '{id}'\n[units.other]\nuse = '{GUARDS}'\n[[attack]]\nattacker = \
             'one'\ndefender = 'other'\n[matrix]\nattackers = 'one'\ndefenders = 'other'\n"
        );
        let scenario = warodds::scenario::parse("weapon.toml", &text)
            .unwrap_or_else(|faults| panic!("{id}: {faults}"));
        let (weapon, wounds) = attack(id, &[]).expect("it attacks");
        let answer = warodds::study::answer(&scenario.asked[0], &plan(), &StdControl);
        let answer = answer.expect("an answer");
        assert!(answer.situation.contains(&format!("({weapon}")), "{id}: {}", answer.situation);
        let field = warodds::study::answer_field(&scenario.fields[0], &plan(), &StdControl);
        let Ok(FieldAnswer::Matrix(matrix)) = field else { panic!("a matrix") };
        assert_eq!(matrix.weapon(0, 0), Some(&*weapon));
        let of_matrix = matrix.distribution(0, 0).expect("a cell").mean();
        close(of_matrix, wounds);
    }
}

#[test]
fn no_legal_weapon_has_more_expected_wounds() {
    type Situation<'a> = (&'a [(&'a str, &'a str)], Option<bool>);
    let situations: [Situation<'_>; 6] = [
        (&[], None),
        (&[("facing", "rear"), ("defender_tokens", "vulnerable")], None),
        (&[("charge", "")], Some(false)),
        (&[("engaged", "")], Some(false)),
        (&[("melee", "")], Some(false)),
        (&[("cover", "")], Some(true)),
    ];
    let catalogue = Catalogue::shipped();
    for id in attackers() {
        let unit = catalogue.unit(catalogue.find(id).expect("a card"));
        for (keys, ranged) in situations {
            let legal = unit
                .attacks
                .iter()
                .filter(|weapon| ranged.is_none_or(|ranged| weapon.reach.is_ranged() == ranged));
            let mut most: Option<(String, f64)> = None;
            for weapon in legal {
                let named = [keys, &[("weapon", weapon.name.as_str())]].concat();
                let (name, wounds) = attack(id, &named).expect("it attacks");
                assert_eq!(name, weapon.name);
                // ties to the first of the card
                if most.as_ref().is_none_or(|(_, before)| wounds > before + 1e-9) {
                    most = Some((name, wounds));
                }
            }
            match most {
                Some(most) => assert_eq!(attack(id, keys), Ok(most), "{id} {keys:?}"),
                None => assert!(attack(id, keys).is_err(), "{id} {keys:?}"),
            }
        }
    }
}

#[test]
fn equal_candidates_go_to_the_first() {
    let never = |pairs: &[(char, f64)]| {
        best(pairs.to_vec(), |(_, wounds)| Ok::<_, ()>(*wounds)).expect("no error")
    };
    assert_eq!(never(&[]), None);
    assert_eq!(never(&[('a', 1.0), ('b', 1.0 + 1e-13)]), Some(('a', 1.0)));
    assert_eq!(never(&[('a', 1.0), ('b', 2.0), ('c', 2.0)]), Some(('b', 2.0)));
    assert_eq!(never(&[('a', 1.0), ('b', 0.5), ('c', 0.7)]), Some(('a', 1.0)));
    let alone = best([1], |_| Err(()));
    assert_eq!(alone, Ok(Some(1)), "a single candidate is not evaluated");
}

#[test]
fn charges_and_duels_are_fought_in_melee() {
    let charge =
        asked("charge", &[("attacker", "stark-bowmen"), ("defender", GUARDS), ("distance", "8")]);
    assert_eq!(weapon_in(&charge), "Short Sword");
    let duel = asked("duel", &[("a", "stark-bowmen"), ("b", GUARDS)]);
    assert_eq!(
        duel["situation"],
        "Stark Bowmen (Short Sword) v Lannister Guardsmen (Long Sword), 6 rounds"
    );
}

#[test]
fn mixed_attackers_each_take_their_own_weapon() {
    let keys = [("unit", GUARDS), ("by", "stark-bowmen"), ("by", "stark-sworn-swords")];
    assert_eq!(
        asked("survive", &keys)["situation"],
        "Lannister Guardsmen attacked repeatedly by Stark Bowmen (Arrow Volley, long range), then Stark Sworn \
         Swords (Winter's Bite), each at full strength"
    );
}
