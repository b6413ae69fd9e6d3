//! What players choose by themselves (A14.2) against every way to choose, forced: figures, and
//! properties over random matchups of shipped cards.
//!
//! `WARODDS_MATCHUPS=COUNT` asks for so many of them in the test that is not run by itself, and
//! `WARODDS_MATCHUPS_SEED` for other ones.

use crate::common;
mod forced;
mod matchups;
mod properties;
mod value;

pub(crate) use matchups::Dealer as Matchups;
use matchups::Dealer;
use matchups::Matchup;
use properties::{faults, faults_of_charge, told};
use warodds::games::asoiaf::WeaponFilter;

fn hold(seed: u64, count: usize, faults: fn(&Matchup) -> Vec<String>) {
    let mut dealer = Dealer::new(seed);
    let mut wrong = 0;
    for number in 0..count {
        let matchup = dealer.matchup(WeaponFilter::Any);
        for fault in faults(&matchup) {
            wrong += 1;
            println!("{number}: {fault}: {}", told(&matchup));
        }
    }
    assert_eq!(wrong, 0);
}

#[test]
fn choices_are_the_best_there_are() {
    hold(13, 60, faults);
}

#[test]
#[ignore = "minutes"]
fn choices_are_the_best_there_are_in_many_matchups() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
    };
    hold(number("WARODDS_MATCHUPS_SEED", 1300), number("WARODDS_MATCHUPS", 2000) as usize, faults);
}

#[test]
fn choices_before_a_charge_are_the_best_there_are() {
    hold(14, 20, faults_of_charge);
}
