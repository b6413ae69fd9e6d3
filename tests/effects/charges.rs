//! What changes charges: X1 and X2 (X3 stands with the saves).

use warodds::games::asoiaf::values::{Inches, Speed};
use warodds::games::asoiaf::{Charge, Charger, Question, Terrain, TerrainKeyword};
use warodds::study::Finding;

use super::bench::{Fighter, attack, close, engines, fighter, having, law, mean};
use super::common::exact;

/// The keys tested here.
pub const KEYS: &[&str] = &["reroll_charge", "charge_six", "disorderly_to"];
/// The moments tested here.
pub const MOMENTS: &[&str] = &["charging", "enemy-charging"];

/// A charge with speed 5.
#[track_caller]
fn charge(charger: &Fighter, target: &Fighter, inches: f64, terrain: &[TerrainKeyword]) -> Finding {
    let attack = attack(charger, target);
    let charger =
        Charger { speed: Speed::new(5).expect("in range"), standing: attack.attacker.standing, reroll_distance: false, panic: None };
    let terrain = terrain.iter().copied().collect::<Terrain>();
    let question = Question::Charge(Charge { charger, distance: Inches::new(inches).expect("in range"), terrain, attack: Some(attack) });
    engines(&question);
    exact(&question)
}

#[test]
fn the_charge_die_is_rolled_again_where_it_fails() {
    // 8 inches: 3+, with 4/6 and again
    close(mean(&charge(&fighter(), &fighter(), 8.0, &[]), "reached"), 4.0 / 6.0);
    let finding = charge(&having("when = 'charging', reroll_charge = true"), &fighter(), 8.0, &[]);
    close(mean(&finding, "reached"), 4.0 / 6.0 + 2.0 / 6.0 * 4.0 / 6.0);
}

#[test]
fn the_charge_die_counts_as_a_six() {
    let finding = charge(&having("when = 'charging', charge_six = true"), &fighter(), 11.0, &[]);
    close(mean(&finding, "reached"), 1.0);
    close(law(&finding, "distance")[11], 1.0);
    close(mean(&finding, "disorderly"), 0.0);
    // an orderly charge: 3 · 3/4 · 1/2 wounds on a morale of 2
    let calm = fighter().but(|one| one.morale = 2);
    close(mean(&charge(&having("when = 'charging', charge_six = true"), &calm, 11.0, &[]), "wounds"), 1.125);
}

#[test]
fn disorder_comes_with_more_or_fewer_faces() {
    let disorder = |finding: Finding| mean(&finding, "disorderly");
    close(disorder(charge(&fighter(), &fighter(), 5.0, &[])), 1.0 / 6.0);
    close(disorder(charge(&fighter(), &having("when = 'enemy-charging', disorderly_to = 2"), 5.0, &[])), 2.0 / 6.0);
    close(disorder(charge(&having("when = 'charging', disorderly_to = 0"), &fighter(), 5.0, &[])), 0.0);
    // A3.1: a disorderly charge rerolls nothing: 2/6 · 3/4 + 4/6 · 9/8 wounds
    let calm = having("when = 'enemy-charging', disorderly_to = 2").but(|one| one.morale = 2);
    close(mean(&charge(&fighter(), &calm, 5.0, &[]), "wounds"), 2.0 / 6.0 * 0.75 + 4.0 / 6.0 * 1.125);
}

#[test]
fn what_a_charge_brings_counts_in_its_attack() {
    // wounds taken on the way in, and dice for the charge: 4 dice, 3/4 hit but for the disorderly sixth
    let calm = fighter().but(|one| (one.morale, one.body) = (2, (12, 3, 1)));
    let bold = having("when = 'attacking', charge = true, attack_dice = 1")
        .with("when = 'before-attacking', charge = true, wound_self = { d3 = 1 }");
    let bold = bold.but(|one| (one.body, one.dice) = ((12, 3, 1), "3, 3, 3"));
    let finding = charge(&bold, &calm, 5.0, &[]);
    close(mean(&finding, "own_wounds"), 2.0);
    close(mean(&finding, "wounds"), 4.0 * (1.0 / 6.0 * 0.5 + 5.0 / 6.0 * 0.75) * 0.5);
}
