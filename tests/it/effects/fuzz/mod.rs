//! Random cards with random effects of the whole language of abilities, in random situations: the
//! exact engine against a reference model that goes through every state and tries every choice.
//!
//! `WARODDS_FUZZ=COUNT` asks for so many matchups of the test that is not run by itself, and
//! `WARODDS_FUZZ_SEED` for other ones.

mod cards;
mod charges;
mod deal;
mod duels;
mod sequences;

use std::collections::BTreeMap;

use deal::Dealer;
use rayon::prelude::*;
use warodds::chance::Rule;
use warodds::engine::StdControl;
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::charge::ChargeRule;
use warodds::games::asoiaf::duel::DuelRule;
use warodds::games::asoiaf::sequence::SequenceRule;
use warodds::games::asoiaf::{Attack, Combatant, Parameters, Question};
use warodds::study::{Answer, EngineKind, NamedQuestion, answer};
use warodds_reference::effects::{Chances, CombatState, ReferenceModel};

use super::bench::{Fighter, attack_in, distribution, mean};
use super::common::plan;

/// More ways to choose than this are not gone through.
const MOST_WAYS: usize = 48;

/// What a matchup came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// All results are those of the reference model.
    Same,
    /// Ties leave open what is decided (A4.4, A14.2).
    Open,
    /// There are more ways to choose than are tried.
    TooMany,
    /// Some result is another.
    Wrong,
}

fn named(state: &CombatState) -> [(&'static str, i32); 13] {
    let CombatState { left, suffered, hits, unblocked, added, from_hits, panic, failed, .. } =
        *state;
    [
        ("hits", hits),
        ("attack_wounds", unblocked),
        ("added_wounds", added),
        ("hit_wounds", from_hits),
        ("panic_wounds", panic),
        ("other_wounds", suffered[1] - from_hits - panic),
        ("panic_failed", failed.into()),
        ("wounds", suffered[1]),
        ("own_wounds", suffered[0]),
        ("destroyed", (left[1] == 0).into()),
        ("own_destroyed", (left[0] == 0).into()),
        ("left", left[1]),
        ("own_left", left[0]),
    ]
}

/// The results that are not those of an end, with both distributions.
fn differing<E, const N: usize>(
    answer: &Answer,
    ends: &Chances<E>,
    named: fn(&E) -> [(&'static str, i32); N],
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (place, (name, _)) in named(&ends[0].0).into_iter().enumerate() {
        let is_listed = crate::common::result(answer, name).is_some();
        // what is not listed is zero, or the same as another result
        let listed = match name {
            "hit_wounds" if !is_listed => "attack_wounds",
            "own_wounds" | "own_destroyed" | "other_wounds" | "added_wounds" => name,
            _ if !is_listed => continue,
            _ => name,
        };
        let mut derived: BTreeMap<usize, f64> = BTreeMap::new();
        for (end, p) in ends {
            *derived.entry(named(end)[place].1 as usize).or_default() += p;
        }
        let found = distribution(answer, listed);
        let most = found.len().max(derived.keys().max().map_or(0, |most| most + 1));
        let at = |k: usize| found.get(k).copied().unwrap_or(0.0);
        let off = |k: usize| (at(k) - derived.get(&k).copied().unwrap_or(0.0)).abs();
        if (0..most).any(|k| off(k) > 1e-9) {
            let mean: f64 = derived.iter().map(|(k, p)| *k as f64 * p).sum();
            let seen: f64 = found.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
            wrong.push(format!("{name}: {seen} is not {mean} in the mean"));
        }
    }
    wrong
}

/// The exact answer, or what is broken of the engine's contract with its rule.
fn exact(question: &Question) -> Result<Answer, String> {
    let asked = NamedQuestion::new("test", "a → b", question.clone());
    answer(&asked, &plan(EngineKind::Exact, 1, 0), &StdControl).map_err(|error| error.to_string())
}

/// Holds one question against the reference model.
fn hold(attack: &Attack) -> (Verdict, Vec<String>) {
    let model = ReferenceModel::new(attack);
    let Ok(best) = model.best(MOST_WAYS) else { return (Verdict::TooMany, Vec::new()) };
    let answer = match exact(&Question::Attack(attack.clone())) {
        Ok(answer) => answer,
        Err(broken) => return (Verdict::Wrong, vec![broken]),
    };
    let all: Vec<Vec<String>> =
        best.iter().map(|(_, ends)| differing(&answer, ends, named)).collect();
    if all.iter().any(Vec::is_empty) {
        (Verdict::Same, Vec::new())
    } else if model.open.get() {
        (Verdict::Open, Vec::new())
    } else {
        (Verdict::Wrong, all.into_iter().next().unwrap_or_default())
    }
}

/// A card in words.
fn words(one: &Fighter) -> String {
    let abilities: Vec<String> =
        one.abilities.iter().map(|(name, body)| format!("{name}: {body}")).collect();
    let numbers = [one.hit, one.defense, one.morale, one.lost];
    format!(
        "{} {:?} {:?} {}, hit, save, morale, lost {numbers:?}, {:?} {:?} attached {}\n{:?}\n  {}",
        one.kind,
        one.body,
        one.dice,
        one.reach,
        one.tokens,
        one.policy.spending,
        one.attached,
        one.circumstances,
        abilities.join("\n  ")
    )
}

/// Deals terrain around both units.
fn surround(attack: &mut Attack, dealer: &mut Dealer) {
    let terrain = [dealer.surroundings(), dealer.surroundings()];
    let around = |own: &mut Combatant, other: &mut Combatant| {
        [own.surroundings, other.surroundings] = terrain;
    };
    attack.edit(around).expect("both can fight");
}

/// A random matchup, and its cards in words.
fn matchup(seed: u64) -> (Attack, String) {
    let mut dealer = Dealer::new(seed);
    let (first, second) = (dealer.fighter(true), dealer.fighter(false));
    let mut attack = attack_in(dealer.context(first.reach), &first, &second);
    surround(&mut attack, &mut dealer);
    let description = [&first, &second].map(words);
    let description = format!("{}\n{}\n{:?}", description[0], description[1], attack.context);
    (attack, description)
}

/// What came of a question, with what is wrong and what the program decided.
struct Held {
    verdict: Verdict,
    description: String,
    wrong: Vec<String>,
    decided: Vec<String>,
}

fn of_attack(seed: u64) -> Held {
    let (attack, description) = matchup(seed);
    let (verdict, wrong) = hold(&attack);
    Held { verdict, description, wrong, decided: AttackRule::new(&attack).decided() }
}

fn of_attack_with_cards(seed: u64) -> Held {
    let (attack, description) = cards::with_cards(seed);
    let (verdict, wrong) = hold(&attack);
    Held { verdict, description, wrong, decided: AttackRule::new(&attack).decided() }
}

fn of_charge(seed: u64) -> Held {
    let (charge, description) = charges::random(seed);
    let (verdict, wrong) = charges::hold(&charge);
    Held { verdict, description, wrong, decided: ChargeRule::new(&charge).decided() }
}

fn of_charge_with_cards(seed: u64) -> Held {
    let (charge, description) = charges::with_cards(seed);
    let (verdict, wrong) = charges::hold(&charge);
    Held { verdict, description, wrong, decided: ChargeRule::new(&charge).decided() }
}

fn of_duel(seed: u64) -> Held {
    let (duel, description) = duels::random(seed);
    let (verdict, wrong) = duels::hold(&duel);
    Held { verdict, description, wrong, decided: DuelRule::new(&duel).decided() }
}

fn of_duel_to_win(seed: u64) -> Held {
    let (duel, description) = duels::with_choices(seed);
    let (verdict, wrong) = duels::hold_value(&duel);
    Held { verdict, description, wrong, decided: DuelRule::new(&duel).decided() }
}

fn of_sequence(seed: u64) -> Held {
    let (sequence, description) = sequences::random(seed);
    let (verdict, wrong) = sequences::hold_value(&sequence);
    let decided = SequenceRule::under(&Parameters::default(), &sequence).decided();
    Held { verdict, description, wrong, decided }
}

/// Holds so many questions from a seed on: how often each verdict came.
fn run(seed: u64, count: u64, of: fn(u64) -> Held) -> BTreeMap<Verdict, u64> {
    let mut verdicts = BTreeMap::new();
    for seed in seed..seed + count {
        let Held { verdict, description, wrong, decided } = of(seed);
        *verdicts.entry(verdict).or_default() += 1;
        if verdict == Verdict::Wrong {
            println!("seed {seed}:\n{description}\n{}\n{}\n", wrong.join("\n"), decided.join("\n"));
        }
    }
    verdicts
}

/// Holds so many, of which at least so many must be the same.
fn all_agree(count: u64, least: u64, of: fn(u64) -> Held) {
    let verdicts = run(1, count, of);
    println!("{verdicts:?}");
    assert_eq!(verdicts.get(&Verdict::Wrong), None);
    assert!(verdicts[&Verdict::Same] >= least, "too few could be compared: {verdicts:?}");
}

#[test]
fn random_effects_do_what_the_reference_model_says() {
    all_agree(1000, 850, of_attack);
}

#[test]
fn random_cards_do_what_the_reference_model_says() {
    all_agree(1000, 800, of_attack_with_cards);
}

#[test]
fn random_charges_do_what_the_reference_model_says() {
    all_agree(300, 270, of_charge);
}

#[test]
fn random_charges_with_cards_do_what_the_reference_model_says() {
    all_agree(300, 250, of_charge_with_cards);
}

#[test]
fn random_duels_do_what_the_reference_model_says() {
    all_agree(300, 290, of_duel);
}

#[test]
fn players_of_random_duels_win_as_often_as_the_reference_model_says() {
    all_agree(200, 100, of_duel_to_win);
}

#[test]
fn random_units_stand_as_many_attacks_as_the_reference_model_says() {
    let mut same = 0;
    for seed in 1..=number("WARODDS_FUZZ", 120) {
        let (verdict, description) = duels::hold_survival(seed);
        assert_ne!(verdict, Verdict::Wrong, "seed {seed}: {description}");
        same += u64::from(verdict == Verdict::Same);
    }
    assert!(same >= 60, "too few could be compared: {same}");
}

#[test]
fn attackers_of_random_sequences_destroy_as_often_as_the_reference_model_says() {
    all_agree(200, 60, of_sequence);
}

/// Asserts for `count` questions that a further option never lowers the value to its owner.
fn options_never_hurt(seed: u64, count: u64, hold: fn(u64) -> Result<(), String>) {
    let wrong: Vec<String> =
        (seed..seed + count).into_par_iter().filter_map(|seed| hold(seed).err()).collect();
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Who may choose in more ways is never worse off: it may spend tokens, give orders, or reroll hits
/// for 6s.
#[test]
fn a_further_option_never_lowers_the_value_of_a_duel() {
    options_never_hurt(1, 500, duels::more_options_never_hurt);
}

/// The same for players of a sequence, in which some attackers charge.
#[test]
fn a_further_option_never_makes_a_sequence_worse() {
    options_never_hurt(1, 300, sequences::more_options_never_hurt);
}

/// Wounds from hits, from panic and from all else sum to the wounds; wounds from hits are listed
/// where they may differ from unblocked hits, other wounds where there may be some.
#[test]
fn wounds_of_random_attacks_are_the_sum_of_their_listed_parts() {
    for seed in 1..=600 {
        let (attack, described) = matchup(seed);
        let answer = exact(&Question::Attack(attack)).expect("an answer");
        let is_listed = |name| crate::common::result(&answer, name).is_some();
        let from_hits = if is_listed("hit_wounds") { "hit_wounds" } else { "attack_wounds" };
        let parts = [from_hits, "panic_wounds", "other_wounds"];
        let sum: f64 = parts.into_iter().map(|part| mean(&answer, part)).sum();
        let wounds = mean(&answer, "wounds");
        assert!((sum - wounds).abs() < 1e-9, "seed {seed}: {sum} is not {wounds}\n{described}");
    }
}

/// The matchup of a seed, which others seldom are like.
fn same(seed: u64) {
    let Held { verdict, description, wrong, .. } = of_attack(seed);
    assert_eq!(verdict, Verdict::Same, "{description}\n{}", wrong.join("\n"));
}

/// After a disorderly charge the charger's player plays no cards (A5.5): not in the tests by which
/// the charger survives, and not in those that an enemy calls for because of it.
#[test]
fn tests_after_a_disorderly_charge_are_taken_without_cards() {
    for seed in [3_003_325, 3_006_887, 3_024_632, 3_033_742, 3_046_577, 1_015_624] {
        let Held { verdict, description, wrong, .. } = of_charge_with_cards(seed);
        assert_eq!(verdict, Verdict::Same, "{description}\n{}", wrong.join("\n"));
    }
}

/// A matchup to which the program once had no answer: a unit that is healed after each test to
/// survive suffered more wounds than were announced.
#[test]
fn who_is_healed_often_suffers_as_the_reference_model_says() {
    same(1_070_679);
}

/// A unit struck may strike first, and chooses in that attack among the same options: what it
/// chooses there has to be foreseen where it chooses whether to strike at all.
#[test]
fn choices_in_attacks_called_forth_are_foreseen() {
    same(2_007_309);
}

/// Who is wounded by what it destroys, or by what its wounds call forth, rather leaves a token of
/// its enemy unspent (A7.4).
#[test]
fn tokens_are_left_where_wounds_come_back() {
    same(2_002_806);
    same(2_006_088);
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// As many as are asked for.
fn many(of: fn(u64) -> Held) {
    let seed = number("WARODDS_FUZZ_SEED", 1_000_000);
    let verdicts = run(seed, number("WARODDS_FUZZ", 10_000), of);
    println!("{verdicts:?}");
    assert_eq!(verdicts.get(&Verdict::Wrong), None);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn many_random_effects_do_what_the_reference_model_says() {
    many(of_attack);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn many_random_cards_do_what_the_reference_model_says() {
    many(of_attack_with_cards);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn many_random_charges_do_what_the_reference_model_says() {
    many(of_charge);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn many_random_charges_with_cards_do_what_the_reference_model_says() {
    many(of_charge_with_cards);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn many_random_duels_do_what_the_reference_model_says() {
    many(of_duel);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn players_of_many_random_duels_win_as_often_as_the_reference_model_says() {
    many(of_duel_to_win);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn a_further_option_never_lowers_the_value_of_many_duels() {
    let count = number("WARODDS_FUZZ", 10_000);
    options_never_hurt(number("WARODDS_FUZZ_SEED", 1), count, duels::more_options_never_hurt);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn attackers_of_many_random_sequences_destroy_as_often_as_the_reference_model_says() {
    many(of_sequence);
}

#[test]
#[ignore = "as long as WARODDS_FUZZ says"]
fn a_further_option_never_makes_many_sequences_worse() {
    let count = number("WARODDS_FUZZ", 10_000);
    options_never_hurt(number("WARODDS_FUZZ_SEED", 1), count, sequences::more_options_never_hurt);
}
