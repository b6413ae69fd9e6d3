//! Units of the shipped catalogue against each other by name, by the rules of 2021, each with a
//! figure derived by hand.

use crate::common;

use common::plan;
use warodds::catalogue::Catalogue;
use warodds::engine::StdControl;
use warodds::games::asoiaf::{
    Attack, Combatant, Context, Edition, Question, Spending, Tokens, Unit, UnitState, WeaponFilter,
};
use warodds::study::{Answer, EngineKind, NamedQuestion, answer};

/// A unit by its name.
fn called(name: &str) -> Unit {
    let catalogue = Catalogue::shipped();
    catalogue.unit(catalogue.find(name).unwrap_or_else(|error| panic!("{error}")))
}

/// The exact answer to the first unit's attack on the second, wounds already lost by the first.
fn strike(own: &Unit, lost: i64, target: &str, context: Context) -> Answer {
    let other = called(target);
    let standing = UnitState::after(own.body, lost, Tokens::NONE).expect("it stands");
    let weapon = WeaponFilter::Melee.first(&own.attacks).expect("a melee attack");
    let attacker = Combatant::of(own, standing, Spending::default()).attacking_with(weapon);
    let defender = Combatant::full(&other, Tokens::NONE, Spending::default()).expect("it stands");
    let question = Attack::new(attacker, defender, context).expect("a morale");
    let asked = NamedQuestion::new("test", "a → b", Question::Attack(question))
        .about(Edition::V2021, &[own.clone(), other.clone()]);
    answer(&asked, &plan(EngineKind::Exact, 1, 0), &StdControl)
        .expect("the rule keeps its contract")
}

#[track_caller]
fn means(answer: &Answer, name: &str, derived: f64) {
    let distribution = crate::common::result(answer, name).expect("a result");
    let mean = distribution.pmf().mean();
    assert!((mean - derived).abs() < 1e-12, "{name}: {mean} is not {derived}");
}

#[test]
fn winters_bite_grows_as_ranks_go() {
    // 7 dice on 4+, a 6 counts twice: 7 · 4/6 hits, a third of them past 3+
    let swords = called("stark sworn swords");
    let full = strike(&swords, 0, "lannister guardsmen", Context::default());
    means(&full, "hits", 14.0 / 3.0);
    means(&full, "attack_wounds", 14.0 / 9.0);
    // a rank lost: 5 dice on 3+: 5 · 5/6
    means(&strike(&swords, 4, "lannister guardsmen", Context::default()), "hits", 25.0 / 6.0);
    // two lost: 4 dice, the third that misses rolled again: 4 · (5/6 + 1/3 · 5/6); a hit is worth
    // more than a new die
    means(&strike(&swords, 8, "lannister guardsmen", Context::default()), "hits", 40.0 / 9.0);
}

#[test]
fn executioners_fury_leaves_sixes() {
    // 6 dice on 3+, five sixths of the hits get through
    let axes = called("house umber greataxes");
    means(
        &strike(&axes, 0, "stark sworn swords", Context::default()),
        "attack_wounds",
        6.0 * 2.0 / 3.0 * 5.0 / 6.0,
    );
}

#[test]
fn counterstrike_strikes_back() {
    // 7 dice on 2+, a sixth miss; a third of these hits get past the Kingsguard's 3+
    let guard = called("kingsguard");
    means(
        &strike(&guard, 0, "baratheon wardens", Context::default()),
        "own_wounds",
        7.0 / 6.0 / 3.0,
    );
}

#[test]
fn a_giant_counts_hits_in_pairs() {
    // 6 dice on 4+ against 4+: unblocked hits are binomial(6, 1/4): 1 wound of 2 or 3 (1215 + 540
    // ways of 4096), 2 of 4 or 5 (135 + 18), 3 of 6 (1)
    let guardsmen = called("lannister guardsmen");
    let derived = (1215.0 + 540.0 + 2.0 * (135.0 + 18.0) + 3.0) / 4096.0;
    means(&strike(&guardsmen, 0, "savage giant", Context::default()), "attack_wounds", derived);
}

#[test]
fn black_fire_burns_by_ranks() {
    // 2 dice on 2+: 35/36 hit at all, for D3 and 3 ranks in place of saves
    means(
        &strike(&called("drogon"), 0, "stark sworn swords", Context::default()),
        "added_wounds",
        35.0 / 36.0 * 5.0,
    );
}

#[test]
fn a_direwolfs_teeth_are_sundering() {
    // 4 dice on 3+ against 4+, −1: four sixths get through
    means(
        &strike(&called("grey wind"), 0, "stark sworn swords", Context::default()),
        "attack_wounds",
        4.0 * 2.0 / 3.0 * 4.0 / 6.0,
    );
}

#[test]
fn stags_fury_grows_with_the_rounds() {
    let in_round = |round: u8| {
        let mut knights = called("stag knights");
        knights.circumstances.round = round;
        strike(&knights, 0, "stark sworn swords", Context::default())
    };
    // 7 dice on 3+; from the second round 6s count twice: 7 · 5/6; in the fifth 3 hits more and
    // saves on 5+
    means(&in_round(1), "hits", 7.0 * 4.0 / 6.0);
    means(&in_round(2), "hits", 7.0 * 5.0 / 6.0);
    means(&in_round(5), "hits", 7.0 * 5.0 / 6.0 + 3.0);
    means(&in_round(5), "attack_wounds", (7.0 * 5.0 / 6.0 + 3.0) * 4.0 / 6.0);
}

#[test]
fn a_lance_counts_in_a_charge() {
    // 5 dice and 2 for each of 2 ranks, on 3+ with the charge's reroll: 8/9 hit; saves of 4+ at −1
    let charge = Context::CHARGE;
    let knights = called("knights of casterly rock");
    means(
        &strike(&knights, 0, "stark sworn swords", charge),
        "attack_wounds",
        9.0 * 8.0 / 9.0 * 4.0 / 6.0,
    );
    means(
        &strike(&knights, 0, "stark sworn swords", Context::default()),
        "attack_wounds",
        5.0 * 2.0 / 3.0 * 4.0 / 6.0,
    );
}

#[test]
fn brutal_armaments_are_vicious() {
    // 7 dice, each wounds with 2/3 · 1/3 on 3+ and 3+; a morale of 7 at −2 fails with 26 of 36
    let brigands = called("house clegane brigands");
    let derived = (1.0 - (7.0_f64 / 9.0).powi(7)) * 26.0 / 36.0;
    means(
        &strike(&brigands, 0, "lannister guardsmen", Context::default()),
        "panic_failed",
        derived,
    );
}

#[test]
fn set_for_charge_meets_the_charge() {
    // Sworn Swords charge Martell Spearmen, who strike first: 7 dice on 4+ against 4+ wound 7/4 in
    // the mean; no eight of them and no panic destroys 12 models.
    let swords = called("stark sworn swords");
    let charge = Context::CHARGE;
    // P(no wound) = (3/4)^7: else D3 = 2 more where 6+ fails (10 of 36): 7/4 + (1 − (3/4)^7) ·
    // 10/36 · 2
    let derived = 7.0 / 4.0 + (1.0 - 0.75_f64.powi(7)) * 10.0 / 36.0 * 2.0;
    means(&strike(&swords, 0, "martell spearmen", charge), "own_wounds", derived);
    means(&strike(&swords, 0, "martell spearmen", Context::default()), "hits", 7.0 * 4.0 / 6.0);
}
