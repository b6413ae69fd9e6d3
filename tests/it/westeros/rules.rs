//! Attacks, pursuits, dogs and exchanges: the exact engine against every roll of every die.

use std::collections::BTreeMap;

use warodds::games::westeros::values::{DiceModifier, Figures, Hexes, Room, Rounds};
use warodds::games::westeros::{
    AttackOptions, DogsOfWar, Exchange, Pursuit, PursuitTarget, WesterosAttack, WesterosQuestion,
    WesterosSide, WesterosTerrain, WesterosUnit,
};

use super::{exact, holds};
use warodds_reference::westeros::{ClashOutcome, Dealer, clash_distribution, dogs_distribution};

/// Questions of each kind.
const QUESTIONS: usize = 400;

fn driven(lost: u8, figures: u8, retreat: u8) -> u8 {
    u8::from(lost < figures && retreat > 0)
}

#[test]
fn attacks_are_what_their_dice_make_them() {
    let mut dealer = Dealer::new(1);
    for _ in 0..QUESTIONS {
        let attack = dealer.attack();
        let (answer, distribution) =
            (exact(&WesterosQuestion::Attack(Box::new(attack))), clash_distribution(&attack));
        let (figures, own) = (attack.target.figures.get(), attack.attacker.figures.get());
        holds(&answer, "hits", &distribution, |c| c.outcome.hits, &attack);
        holds(&answer, "figures_lost", &distribution, |c| c.outcome.lost, &attack);
        holds(&answer, "retreat", &distribution, |c| c.outcome.retreat, &attack);
        holds(&answer, "destroyed", &distribution, |c| (c.outcome.lost == figures).into(), &attack);
        holds(
            &answer,
            "driven_back",
            &distribution,
            |c| driven(c.outcome.lost, figures, c.outcome.retreat),
            &attack,
        );
        holds(&answer, "counter_attacked", &distribution, |c| c.countered.into(), &attack);
        if attack.target.commander.is_some() {
            holds(&answer, "captured", &distribution, |c| c.outcome.captured.into(), &attack);
        }
        if attack.counter {
            holds(&answer, "own_figures_lost", &distribution, |c| c.own.lost, &attack);
            holds(&answer, "own_retreat", &distribution, |c| c.own.retreat, &attack);
            holds(&answer, "own_destroyed", &distribution, |c| (c.own.lost == own).into(), &attack);
            holds(
                &answer,
                "own_driven_back",
                &distribution,
                |c| driven(c.own.lost, own, c.own.retreat),
                &attack,
            );
        }
    }
}

#[test]
fn dogs_are_what_their_dice_make_them() {
    let mut dealer = Dealer::new(2);
    for _ in 0..QUESTIONS / 4 {
        let (attacker, target) = (dealer.unit(), dealer.unit());
        let modifier = DiceModifier::new(dealer.below(2) as i64 - 1).expect("in range");
        let dogs = DogsOfWar { attacker, target, modifier };
        let (answer, distribution) = (
            exact(&WesterosQuestion::DogsOfWar(Box::new(dogs))),
            dogs_distribution(&attacker, &target, modifier),
        );
        let figures = target.figures.get();
        holds(&answer, "hits", &distribution, |(outcome, _)| outcome.hits, &dogs);
        holds(&answer, "figures_lost", &distribution, |(outcome, _)| outcome.lost, &dogs);
        holds(&answer, "retreat", &distribution, |(outcome, _)| outcome.retreat, &dogs);
        holds(
            &answer,
            "destroyed",
            &distribution,
            |(outcome, _)| (outcome.lost == figures).into(),
            &dogs,
        );
        holds(
            &answer,
            "driven_back",
            &distribution,
            |(outcome, _)| driven(outcome.lost, figures, outcome.retreat),
            &dogs,
        );
        holds(&answer, "attacked", &distribution, |(_, attacked)| (*attacked).into(), &dogs);
        if target.commander.is_some() {
            holds(
                &answer,
                "captured",
                &distribution,
                |(outcome, _)| outcome.captured.into(),
                &dogs,
            );
        }
    }
}

/// The unit with so many figures and so much less room.
fn after(unit: &WesterosUnit, figures: u8, retreat: u8) -> WesterosUnit {
    let room = unit.room.map(|room| Room::new(i64::from(room.get() - retreat)).expect("in range"));
    WesterosUnit { figures: Figures::new(figures.into()).expect("some are left"), room, ..*unit }
}

/// What comes of a pursuit: figures lost and hexes retreated by the first target, whether it was
/// attacked again, figures lost by the other.
fn pursuit_distribution(pursuit: &Pursuit) -> BTreeMap<(u8, u8, bool, u8), f64> {
    let Pursuit { attack, hexes, off_balance, then } = pursuit;
    let mut distribution = BTreeMap::new();
    for (ClashOutcome { outcome, .. }, chance) in clash_distribution(attack) {
        let gone = outcome.lost == attack.target.figures.get();
        let target = match then {
            PursuitTarget::Other(other) => (gone || outcome.retreat > 0).then_some(*other),
            // B2.10: h hexes bring the pursuer beside a target that went at most h
            PursuitTarget::Same => {
                (!gone && (1..=hexes.get()).contains(&outcome.retreat)).then(|| WesterosUnit {
                    terrain: WesterosTerrain::Plains,
                    ..after(
                        &attack.target,
                        attack.target.figures.get() - outcome.lost,
                        outcome.retreat,
                    )
                })
            }
        };
        let Some(target) = target else {
            *distribution.entry((outcome.lost, outcome.retreat, false, 0)).or_insert(0.0) += chance;
            continue;
        };
        // B2.10: it has moved by now, whether or not it had before
        let moved = *off_balance || attack.options.moved;
        let options = AttackOptions { flanking: false, engaged: false, moved, ..attack.options };
        let attacker = WesterosUnit { terrain: WesterosTerrain::Plains, ..attack.attacker };
        for (ClashOutcome { outcome: second, .. }, share) in clash_distribution(&WesterosAttack {
            attacker,
            target,
            options,
            counter: attack.counter,
        }) {
            let key = match then {
                PursuitTarget::Same => {
                    (outcome.lost + second.lost, outcome.retreat + second.retreat, true, 0)
                }
                PursuitTarget::Other(_) => (outcome.lost, outcome.retreat, true, second.lost),
            };
            *distribution.entry(key).or_insert(0.0) += chance * share;
        }
    }
    distribution
}

#[test]
fn pursuits_are_what_their_dice_make_them() {
    let mut dealer = Dealer::new(3);
    for _ in 0..QUESTIONS / 4 {
        let attack = WesterosAttack { counter: false, ..dealer.attack() };
        let then =
            if dealer.truth() { PursuitTarget::Same } else { PursuitTarget::Other(dealer.unit()) };
        let pursuit = Pursuit {
            attack,
            hexes: Hexes::new(dealer.below(3) as i64 + 1).expect("in range"),
            off_balance: dealer.truth(),
            then,
        };
        let (answer, distribution) =
            (exact(&WesterosQuestion::Pursuit(Box::new(pursuit))), pursuit_distribution(&pursuit));
        let figures = attack.target.figures.get();
        holds(&answer, "figures_lost", &distribution, |(lost, ..)| *lost, &pursuit);
        holds(&answer, "retreat", &distribution, |(_, retreat, ..)| *retreat, &pursuit);
        holds(
            &answer,
            "destroyed",
            &distribution,
            |(lost, ..)| (*lost == figures).into(),
            &pursuit,
        );
        holds(
            &answer,
            "driven_back",
            &distribution,
            |(lost, retreat, ..)| driven(*lost, figures, *retreat),
            &pursuit,
        );
        holds(&answer, "pursued", &distribution, |(_, _, pursued, _)| (*pursued).into(), &pursuit);
        if let PursuitTarget::Other(other) = then {
            holds(&answer, "other_figures_lost", &distribution, |(.., lost)| *lost, &pursuit);
            holds(
                &answer,
                "other_destroyed",
                &distribution,
                |(.., lost)| (*lost == other.figures.get()).into(),
                &pursuit,
            );
        }
    }
}

/// Where an exchange stands: figures and hexes retreated of both sides, rounds begun.
type Stand = ([u8; 2], [u8; 2], u8);

/// The distribution of an exchange, attack by attack.
fn exchange_distribution(exchange: &Exchange) -> BTreeMap<Stand, f64> {
    let units = [exchange.a, exchange.b];
    let mut distribution =
        BTreeMap::from([((units.map(|unit| unit.figures.get()), [0, 0], 0), 1.0)]);
    for step in 0..2 * exchange.rounds.get() {
        let striker = usize::from(step % 2 == 1) ^ usize::from(exchange.first == WesterosSide::B);
        let mut next = BTreeMap::new();
        for ((left, gone, rounds), chance) in distribution {
            let over = left.contains(&0) || (gone != [0, 0] && !exchange.press_on);
            if over {
                *next.entry((left, gone, rounds)).or_insert(0.0) += chance;
                continue;
            }
            let [attacker, target] =
                [striker, 1 - striker].map(|side| after(&units[side], left[side], gone[side]));
            for (clash, share) in clash_distribution(&WesterosAttack {
                attacker,
                target,
                options: AttackOptions::default(),
                counter: true,
            }) {
                let (mut left, mut gone) = (left, gone);
                left[1 - striker] -= clash.outcome.lost;
                left[striker] -= clash.own.lost;
                // hexes without a limit are only told apart from none
                let far = |side: usize, hexes: u8| {
                    if units[side].room.is_some() { hexes } else { hexes.min(1) }
                };
                gone[1 - striker] = far(1 - striker, gone[1 - striker] + clash.outcome.retreat);
                gone[striker] = far(striker, gone[striker] + clash.own.retreat);
                *next.entry((left, gone, step / 2 + 1)).or_insert(0.0) += chance * share;
            }
        }
        distribution = next;
    }
    distribution
}

#[test]
fn exchanges_are_what_their_attacks_make_them() {
    let mut dealer = Dealer::new(4);
    for number in 0..24 {
        let exchange = Exchange {
            a: dealer.unit(),
            b: dealer.unit(),
            rounds: Rounds::new(dealer.below(3) as i64 + 1).expect("in range"),
            first: dealer.side(),
            press_on: number % 2 == 0,
        };
        let (answer, distribution) = (
            exact(&WesterosQuestion::Exchange(Box::new(exchange))),
            exchange_distribution(&exchange),
        );
        holds(&answer, "a_left", &distribution, |(left, ..)| left[0], &exchange);
        holds(&answer, "b_left", &distribution, |(left, ..)| left[1], &exchange);
        holds(&answer, "rounds", &distribution, |(.., rounds)| *rounds, &exchange);
        holds(&answer, "a_destroyed", &distribution, |(left, ..)| (left[0] == 0).into(), &exchange);
        holds(&answer, "b_destroyed", &distribution, |(left, ..)| (left[1] == 0).into(), &exchange);
        holds(
            &answer,
            "a_driven_back",
            &distribution,
            |(left, gone, _)| (left[0] > 0 && gone[0] > 0).into(),
            &exchange,
        );
        holds(
            &answer,
            "b_driven_back",
            &distribution,
            |(left, gone, _)| (left[1] > 0 && gone[1] > 0).into(),
            &exchange,
        );
        holds(
            &answer,
            "both_stand",
            &distribution,
            |(left, ..)| (!left.contains(&0)).into(),
            &exchange,
        );
    }
}
