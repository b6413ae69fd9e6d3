//! Attacks, pursuits, dogs and exchanges: the exact engine against every roll of every die.

use std::collections::BTreeMap;

use warodds::games::westeros::values::{DiceModifier, Figures, Hexes, Room, Rounds};
use warodds::games::westeros::{
    Attack, DogsOfWar, Exchange, Manner, Pursuit, Question, Side, Terrain, Then, Unit,
};

use super::plain::{Clashed, Dealer, clash_law, dogs_law};
use super::{exact, holds};

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
        let (finding, law) = (exact(&Question::Attack(Box::new(attack))), clash_law(&attack));
        let (figures, own) = (attack.target.figures.get(), attack.attacker.figures.get());
        holds(&finding, "hits", &law, |c| c.blow.hits, &attack);
        holds(&finding, "figures_lost", &law, |c| c.blow.lost, &attack);
        holds(&finding, "retreat", &law, |c| c.blow.retreat, &attack);
        holds(&finding, "destroyed", &law, |c| (c.blow.lost == figures).into(), &attack);
        holds(
            &finding,
            "driven_back",
            &law,
            |c| driven(c.blow.lost, figures, c.blow.retreat),
            &attack,
        );
        holds(&finding, "counter_attacked", &law, |c| c.countered.into(), &attack);
        if attack.target.commander.is_some() {
            holds(&finding, "captured", &law, |c| c.blow.captured.into(), &attack);
        }
        if attack.counter {
            holds(&finding, "own_figures_lost", &law, |c| c.own.lost, &attack);
            holds(&finding, "own_retreat", &law, |c| c.own.retreat, &attack);
            holds(&finding, "own_destroyed", &law, |c| (c.own.lost == own).into(), &attack);
            holds(
                &finding,
                "own_driven_back",
                &law,
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
        let (finding, law) =
            (exact(&Question::DogsOfWar(Box::new(dogs))), dogs_law(&attacker, &target, modifier));
        let figures = target.figures.get();
        holds(&finding, "hits", &law, |(blow, _)| blow.hits, &dogs);
        holds(&finding, "figures_lost", &law, |(blow, _)| blow.lost, &dogs);
        holds(&finding, "retreat", &law, |(blow, _)| blow.retreat, &dogs);
        holds(&finding, "destroyed", &law, |(blow, _)| (blow.lost == figures).into(), &dogs);
        holds(
            &finding,
            "driven_back",
            &law,
            |(blow, _)| driven(blow.lost, figures, blow.retreat),
            &dogs,
        );
        holds(&finding, "attacked", &law, |(_, attacked)| (*attacked).into(), &dogs);
        if target.commander.is_some() {
            holds(&finding, "captured", &law, |(blow, _)| blow.captured.into(), &dogs);
        }
    }
}

/// The unit with so many figures and so much less room.
fn after(unit: &Unit, figures: u8, retreat: u8) -> Unit {
    let room = unit.room.map(|room| Room::new(i64::from(room.get() - retreat)).expect("in range"));
    Unit { figures: Figures::new(figures.into()).expect("some are left"), room, ..*unit }
}

/// What comes of a pursuit: figures lost and hexes retreated by the first target, whether it was
/// attacked again, figures lost by the other.
fn pursuit_law(pursuit: &Pursuit) -> BTreeMap<(u8, u8, bool, u8), f64> {
    let Pursuit { attack, hexes, off_balance, then } = pursuit;
    let mut law = BTreeMap::new();
    for (Clashed { blow, .. }, chance) in clash_law(attack) {
        let gone = blow.lost == attack.target.figures.get();
        let target = match then {
            Then::Other(other) => (gone || blow.retreat > 0).then_some(*other),
            // B2.10: h hexes bring the pursuer beside a target that went at most h
            Then::Same => (!gone && (1..=hexes.get()).contains(&blow.retreat)).then(|| Unit {
                terrain: Terrain::Plains,
                ..after(&attack.target, attack.target.figures.get() - blow.lost, blow.retreat)
            }),
        };
        let Some(target) = target else {
            *law.entry((blow.lost, blow.retreat, false, 0)).or_insert(0.0) += chance;
            continue;
        };
        // B2.10: it has moved by now, whether or not it had before
        let moved = *off_balance || attack.manner.moved;
        let manner = Manner { flanking: false, engaged: false, moved, ..attack.manner };
        let attacker = Unit { terrain: Terrain::Plains, ..attack.attacker };
        for (Clashed { blow: second, .. }, share) in
            clash_law(&Attack { attacker, target, manner, counter: attack.counter })
        {
            let key = match then {
                Then::Same => (blow.lost + second.lost, blow.retreat + second.retreat, true, 0),
                Then::Other(_) => (blow.lost, blow.retreat, true, second.lost),
            };
            *law.entry(key).or_insert(0.0) += chance * share;
        }
    }
    law
}

#[test]
fn pursuits_are_what_their_dice_make_them() {
    let mut dealer = Dealer::new(3);
    for _ in 0..QUESTIONS / 4 {
        let attack = Attack { counter: false, ..dealer.attack() };
        let then = if dealer.truth() { Then::Same } else { Then::Other(dealer.unit()) };
        let pursuit = Pursuit {
            attack,
            hexes: Hexes::new(dealer.below(3) as i64 + 1).expect("in range"),
            off_balance: dealer.truth(),
            then,
        };
        let (finding, law) = (exact(&Question::Pursuit(Box::new(pursuit))), pursuit_law(&pursuit));
        let figures = attack.target.figures.get();
        holds(&finding, "figures_lost", &law, |(lost, ..)| *lost, &pursuit);
        holds(&finding, "retreat", &law, |(_, retreat, ..)| *retreat, &pursuit);
        holds(&finding, "destroyed", &law, |(lost, ..)| (*lost == figures).into(), &pursuit);
        holds(
            &finding,
            "driven_back",
            &law,
            |(lost, retreat, ..)| driven(*lost, figures, *retreat),
            &pursuit,
        );
        holds(&finding, "pursued", &law, |(_, _, pursued, _)| (*pursued).into(), &pursuit);
        if let Then::Other(other) = then {
            holds(&finding, "other_figures_lost", &law, |(.., lost)| *lost, &pursuit);
            holds(
                &finding,
                "other_destroyed",
                &law,
                |(.., lost)| (*lost == other.figures.get()).into(),
                &pursuit,
            );
        }
    }
}

/// Where an exchange stands: figures and hexes retreated of both sides, rounds begun.
type Stand = ([u8; 2], [u8; 2], u8);

/// The law of an exchange, attack by attack.
fn exchange_law(exchange: &Exchange) -> BTreeMap<Stand, f64> {
    let units = [exchange.a, exchange.b];
    let mut law = BTreeMap::from([((units.map(|unit| unit.figures.get()), [0, 0], 0), 1.0)]);
    for step in 0..2 * exchange.rounds.get() {
        let striker = usize::from(step % 2 == 1) ^ usize::from(exchange.first == Side::B);
        let mut next = BTreeMap::new();
        for ((left, gone, rounds), chance) in law {
            let over = left.contains(&0) || (gone != [0, 0] && !exchange.press_on);
            if over {
                *next.entry((left, gone, rounds)).or_insert(0.0) += chance;
                continue;
            }
            let [attacker, target] =
                [striker, 1 - striker].map(|side| after(&units[side], left[side], gone[side]));
            for (clashed, share) in
                clash_law(&Attack { attacker, target, manner: Manner::default(), counter: true })
            {
                let (mut left, mut gone) = (left, gone);
                left[1 - striker] -= clashed.blow.lost;
                left[striker] -= clashed.own.lost;
                // hexes without a limit are only told apart from none
                let far = |side: usize, hexes: u8| {
                    if units[side].room.is_some() { hexes } else { hexes.min(1) }
                };
                gone[1 - striker] = far(1 - striker, gone[1 - striker] + clashed.blow.retreat);
                gone[striker] = far(striker, gone[striker] + clashed.own.retreat);
                *next.entry((left, gone, step / 2 + 1)).or_insert(0.0) += chance * share;
            }
        }
        law = next;
    }
    law
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
        let (finding, law) =
            (exact(&Question::Exchange(Box::new(exchange))), exchange_law(&exchange));
        holds(&finding, "a_left", &law, |(left, ..)| left[0], &exchange);
        holds(&finding, "b_left", &law, |(left, ..)| left[1], &exchange);
        holds(&finding, "rounds", &law, |(.., rounds)| *rounds, &exchange);
        holds(&finding, "a_destroyed", &law, |(left, ..)| (left[0] == 0).into(), &exchange);
        holds(&finding, "b_destroyed", &law, |(left, ..)| (left[1] == 0).into(), &exchange);
        holds(
            &finding,
            "a_driven_back",
            &law,
            |(left, gone, _)| (left[0] > 0 && gone[0] > 0).into(),
            &exchange,
        );
        holds(
            &finding,
            "b_driven_back",
            &law,
            |(left, gone, _)| (left[1] > 0 && gone[1] > 0).into(),
            &exchange,
        );
        holds(&finding, "both_stand", &law, |(left, ..)| (!left.contains(&0)).into(), &exchange);
    }
}
