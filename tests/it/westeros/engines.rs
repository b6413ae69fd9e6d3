//! Three engines, one distribution: lanes and table against the exact engine by chi-square, and
//! distributions that sum to 1.
//!
//! A false alarm has at most one chance in a million for the whole file: each of its fewer than
//! 2000 comparisons alarms below 1e-6 / 2000. Seeds are fixed.

use warodds::dist::{Pmf, Tally, agreement};
use warodds::engine::{Goal, Isa, Sampler, Shard, StdControl, sample};
use warodds::games::westeros::attack::WesterosAttackRule;
use warodds::games::westeros::values::{
    Attempts, Capture, Dice, DiceModifier, Figures, Hexes, Level, Marker, OrderCount, OrderDice,
    Room, Rounds, Track,
};
use warodds::games::westeros::{
    AttackOptions, DogsOfWar, Exchange, Fire, FireGround, MoraleZone, Orders, Pursuit,
    PursuitTarget, Rank, Rout, RoutAction, Symbol, TrackEnd, UnitClass, WesterosQuestion,
    WesterosSide, WesterosUnit,
};
use warodds::study::{Answer, Distribution, EngineKind};

use super::{distribution, exact, found};
use warodds_reference::westeros::Dealer;

const MOST_COMPARISONS: usize = 2000;
const ALARM: f64 = 1e-6 / MOST_COMPARISONS as f64;
/// Not multiples of 64 or a block.
const TABLE_TRIALS: u64 = 100_007;
const LANES_TRIALS: u64 = 1_000_001;

/// Questions of every kind, the larger ones with many dice, figures and rounds.
pub(crate) fn questions() -> Vec<WesterosQuestion> {
    let mut dealer = Dealer::new(8);
    let mut all: Vec<WesterosQuestion> =
        (0..24).map(|_| WesterosQuestion::Attack(Box::new(dealer.attack()))).collect();
    let mut large = dealer.attack();
    (large.options, large.counter) =
        (AttackOptions { flanking: true, ..AttackOptions::default() }, true);
    large.attacker.dice = Dice::new(8).expect("in range");
    large.options.modifier = DiceModifier::new(6).expect("in range");
    large.target.figures = Figures::new(12).expect("in range");
    all.push(WesterosQuestion::Attack(Box::new(large)));
    for number in 0..6 {
        let then =
            if number % 2 == 0 { PursuitTarget::Same } else { PursuitTarget::Other(dealer.unit()) };
        let hexes = Hexes::new(number / 2 + 1).expect("in range");
        let (attack, off_balance) = (dealer.attack(), number % 3 == 0);
        all.push(WesterosQuestion::Pursuit(Box::new(Pursuit { attack, hexes, off_balance, then })));
        let modifier = DiceModifier::new(number - 1).expect("in range");
        all.push(WesterosQuestion::DogsOfWar(Box::new(DogsOfWar {
            attacker: dealer.unit(),
            target: dealer.unit(),
            modifier,
        })));
    }
    all.extend((0..6).map(|number| long_exchange(&mut dealer, number)));
    all.extend([battle(), battle_with_commanders(), orders(9), orders(12)]);
    all.extend([
        fire(FireGround::Building, 4),
        fire(FireGround::Forest, 1),
        fire(FireGround::WoodenBridge, 2),
    ]);
    all
}

fn long_exchange(dealer: &mut Dealer, number: usize) -> WesterosQuestion {
    let rounds = Rounds::new(12).expect("in range");
    WesterosQuestion::Exchange(Box::new(Exchange {
        a: dealer.unit(),
        b: dealer.unit(),
        rounds,
        first: dealer.side(),
        press_on: number.is_multiple_of(2),
    }))
}

/// Seven units and two rounds.
fn battle() -> WesterosQuestion {
    let ranks =
        [Rank::Green, Rank::Blue, Rank::Red, Rank::Green, Rank::Green, Rank::Blue, Rank::Red];
    let unit = |(number, rank): (usize, Rank)| {
        let side = if number < 3 { WesterosSide::A } else { WesterosSide::B };
        (
            side,
            WesterosUnit {
                stalwart: number % 2 == 0,
                ..WesterosUnit::new(rank, UnitClass::Infantry)
            },
        )
    };
    let units = ranks.into_iter().enumerate().map(unit).collect();
    let attack = |by: usize, on: usize| RoutAction::Attack {
        by,
        on,
        options: AttackOptions { flanking: by % 3 == 2, ..AttackOptions::default() },
    };
    let round = [
        attack(0, 3),
        attack(3, 0),
        attack(2, 4),
        attack(1, 5),
        attack(5, 1),
        attack(6, 2),
        attack(2, 3),
    ];
    let order = [
        &round[..],
        &[RoutAction::Raise(WesterosSide::A), RoutAction::Regroup],
        &round,
        &[RoutAction::Rally(WesterosSide::B)],
    ]
    .concat();
    let zones = vec![MoraleZone { brk: 2, last: 3 }];
    let (track, marker) = (Track::new(5).expect("in range"), Marker::new(1).expect("in range"));
    WesterosQuestion::Rout(Box::new(
        Rout { units, order, track, marker, ends: [TrackEnd::Rout, TrackEnd::Rout], zones }
            .checked()
            .expect("a race"),
    ))
}

fn battle_with_commanders() -> WesterosQuestion {
    let commander = |rating: i64| WesterosUnit {
        commander: Some(Capture::new(rating).expect("in range")),
        figures: Figures::new(2).expect("in range"),
        room: Some(Room::new(0).expect("in range")),
        ..WesterosUnit::new(Rank::Green, UnitClass::Cavalry)
    };
    let attack =
        |by: usize, on: usize| RoutAction::Attack { by, on, options: AttackOptions::default() };
    let order = vec![attack(0, 1), attack(1, 0), attack(0, 1), attack(1, 0), attack(0, 1)];
    let (track, marker) = (Track::new(1).expect("in range"), Marker::CENTRE);
    let units = vec![(WesterosSide::A, commander(1)), (WesterosSide::B, commander(2))];
    WesterosQuestion::Rout(Box::new(Rout {
        units,
        order,
        track,
        marker,
        ends: [TrackEnd::Rout, TrackEnd::Stop],
        zones: Vec::new(),
    }))
}

fn orders(dice: i64) -> WesterosQuestion {
    let wanted = [3, 2, 1].map(|count| OrderCount::new(count).expect("in range"));
    let (dice, flags) =
        (OrderDice::new(dice).expect("in range"), OrderCount::new(1).expect("in range"));
    WesterosQuestion::Orders(Orders { dice, requested: wanted, flags, kept: Some(Symbol::Valor) })
}

fn fire(ground: FireGround, level: i64) -> WesterosQuestion {
    WesterosQuestion::Fire(Fire {
        ground,
        level: Level::new(level).expect("in range"),
        around: FireGround::Forest,
        rounds: Rounds::new(6).expect("in range"),
        scorch: Attempts::new(2).expect("in range"),
        scorched: Rounds::new(2).expect("in range"),
        put_out: Attempts::new(1).expect("in range"),
        order_inside: Some(Rounds::new(5).expect("in range")),
        figures: Some(Figures::new(12).expect("in range")),
    })
}

/// Every result by its name.
fn names(answer: &Answer) -> Vec<&'static str> {
    answer
        .quantities
        .iter()
        .map(|quantity| quantity.name.as_str())
        .chain(answer.events.iter().map(|event| event.name.as_str()))
        .collect()
}

fn tally(answer: &Answer, name: &str) -> Tally {
    match crate::common::result(answer, name) {
        Some(Distribution::Sampled(tally)) => Tally::clone(tally),
        other => panic!("{name} was not sampled: {other:?}"),
    }
}

#[test]
fn the_engines_agree() {
    let mut comparisons = 0;
    for (number, question) in questions().into_iter().enumerate() {
        let right = exact(&question);
        for (engine, trials) in
            [(EngineKind::Dice, TABLE_TRIALS), (EngineKind::MonteCarlo, LANES_TRIALS)]
        {
            let seen = found(&question, engine, trials, 1000 + number as u64);
            for name in names(&right) {
                comparisons += 1;
                let distribution = Pmf::new(distribution(&right, name)).expect("a distribution");
                let chance = agreement(&tally(&seen, name), &distribution).p_value;
                assert!(
                    chance >= ALARM,
                    "{} saw {name} with a chance of {chance:e} in number {number}: {question:#?}",
                    engine.name()
                );
            }
        }
    }
    assert!((500..=MOST_COMPARISONS).contains(&comparisons), "{comparisons} comparisons");
}

#[test]
fn distributions_sum_to_one_after_many_rounds() {
    let mut dealer = Dealer::new(9);
    let all = (0..4).map(|number| long_exchange(&mut dealer, number)).chain([
        battle(),
        orders(12),
        fire(FireGround::Plains, 4),
    ]);
    for question in all {
        let answer = exact(&question);
        for name in names(&answer) {
            let sum: f64 = distribution(&answer, name).iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{name} sums to {sum} in {question:#?}");
        }
        if let Some((.., joint)) = &answer.joint {
            let sum: f64 = joint.rows().flatten().sum();
            assert!((sum - 1.0).abs() < 1e-12, "pairs sum to {sum}");
        }
    }
}

#[test]
fn all_instructions_and_numbers_of_threads_see_the_same() {
    let attack = Dealer::new(10).attack();
    let rule = WesterosAttackRule::new(&attack);
    let on = |threads: usize, isa: Isa| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            sample(
                &rule,
                Sampler::Lanes(isa),
                Goal { trials: 100_003, seed: 3, precision: None },
                Shard::WHOLE,
                &StdControl,
            )
            .expect("it keeps its contract")
        })
    };
    let first = on(1, Isa::Portable);
    for isa in Isa::available() {
        assert_eq!(on(3, isa), first, "{}", isa.name());
    }
}
