//! Morale, orders and fire: the exact engine against a model of its own, roll by roll.

use std::collections::BTreeMap;

use warodds::games::westeros::values::{
    Attempts, Figures, Level, Marker, OrderCount, OrderDice, Rounds, Track,
};
use warodds::games::westeros::{
    AttackOptions, AttackRange, Fire, FireGround, MoraleZone, Orders, Rout, RoutAction, Symbol,
    TrackEnd, UnitClass, WesterosAttack, WesterosQuestion, WesterosSide, WesterosUnit,
};

use super::{exact, holds};
use warodds_reference::westeros::{Dealer, clash_distribution, most_orders, rolls};

/// Where a battle stands: figures of each unit, and the marker's place, positive towards b.
type Stand = (Vec<u8>, i32);

/// Whether the battle is over: an army has routed.
fn routs(rout: &Rout, place: i32) -> [bool; 2] {
    let end = i32::from(rout.track.get());
    [
        place <= -end && rout.ends[0] == TrackEnd::Rout,
        place >= end && rout.ends[1] == TrackEnd::Rout,
    ]
}

fn towards(side: WesterosSide) -> i32 {
    if side == WesterosSide::A { 1 } else { -1 }
}

/// B3: what an action makes of a stand.
fn act(rout: &Rout, action: &RoutAction, (figures, place): &Stand) -> Vec<(Stand, f64)> {
    let end = i32::from(rout.track.get());
    let at = |place: i32| vec![((figures.clone(), place.clamp(-end, end)), 1.0)];
    match action {
        _ if routs(rout, *place) != [false, false] => at(*place),
        RoutAction::Raise(side) => at(place + towards(*side)),
        RoutAction::Rally(side) => at(place - towards(*side)),
        RoutAction::Regroup => {
            let mut place = *place;
            for zone in &rout.zones {
                let (brk, last) = (i32::from(zone.brk), i32::from(zone.last));
                if place.abs() > brk && place.abs() <= last {
                    place = brk * place.signum();
                }
            }
            at(place)
        }
        RoutAction::Attack { by, on, .. } if figures[*by] == 0 || figures[*on] == 0 => at(*place),
        RoutAction::Attack { by, on, options } => {
            let unit = |number: usize| WesterosUnit {
                figures: Figures::new(figures[number].into()).expect("some left"),
                ..rout.units[number].1
            };
            let attack = WesterosAttack {
                attacker: unit(*by),
                target: unit(*on),
                options: *options,
                counter: true,
            };
            let side = rout.units[*by].0;
            let after = |(clash, chance): (warodds_reference::westeros::ClashOutcome, f64)| {
                let (mut figures, mut place) = (figures.clone(), *place);
                figures[*on] -= clash.outcome.lost;
                figures[*by] -= clash.own.lost;
                let worth = |number: usize| i32::from(rout.units[number].1.rank as u8) + 1;
                if figures[*on] == 0 {
                    place = (place + towards(side) * worth(*on)).clamp(-end, end);
                }
                if figures[*by] == 0 {
                    place = (place - towards(side) * worth(*by)).clamp(-end, end);
                }
                ((figures, place), chance)
            };
            clash_distribution(&attack).into_iter().map(after).collect()
        }
    }
}

fn rout_distribution(rout: &Rout) -> BTreeMap<Stand, f64> {
    let figures = rout.units.iter().map(|(_, unit)| unit.figures.get()).collect();
    let mut distribution = BTreeMap::from([((figures, i32::from(rout.marker.get())), 1.0)]);
    for action in &rout.order {
        let mut next = BTreeMap::new();
        for (stand, chance) in distribution {
            for (after, share) in act(rout, action, &stand) {
                *next.entry(after).or_insert(0.0) += chance * share;
            }
        }
        distribution = next;
    }
    distribution
}

fn dealt_rout(dealer: &mut Dealer) -> Rout {
    let units: Vec<(WesterosSide, WesterosUnit)> =
        (0..4).map(|number| (WesterosSide::ALL[number / 2], dealer.unit())).collect();
    let order = (0..8).map(|_| match dealer.below(8) {
        0 => RoutAction::Raise(dealer.side()),
        1 => RoutAction::Rally(dealer.side()),
        2 => RoutAction::Regroup,
        _ => {
            let (one, other) = (dealer.below(2), dealer.below(2) + 2);
            let (by, on) = if dealer.truth() { (one, other) } else { (other, one) };
            let reach = if dealer.below(4) == 0 { AttackRange::Ranged } else { AttackRange::Melee };
            let flanking = reach == AttackRange::Melee
                && units[by].1.class != UnitClass::Archers
                && dealer.below(3) == 0;
            RoutAction::Attack {
                by,
                on,
                options: AttackOptions { reach, flanking, ..AttackOptions::default() },
            }
        }
    });
    let order = order.collect();
    let track = Track::new(dealer.below(4) as i64 + 2).expect("in range");
    let marker = Marker::new(dealer.below(3) as i64 - 1).expect("in range");
    let ends = [TrackEnd::ALL[dealer.below(2)], TrackEnd::ALL[dealer.below(2)]];
    let zones = [MoraleZone { brk: 1, last: 2 }, MoraleZone { brk: 3, last: 4 }]
        .into_iter()
        .filter(|zone| zone.last <= track.get())
        .collect();
    Rout { units, order, track, marker, ends, zones }
}

#[test]
fn races_of_morale_are_what_their_attacks_make_them() {
    let mut dealer = Dealer::new(5);
    for _ in 0..30 {
        let rout = dealt_rout(&mut dealer).checked().unwrap_or_else(|error| panic!("{error}"));
        let (answer, distribution) =
            (exact(&WesterosQuestion::Rout(Box::new(rout.clone()))), rout_distribution(&rout));
        holds(&answer, "a_shaken", &distribution, |(_, place)| (-place).max(0) as u8, &rout);
        holds(&answer, "b_shaken", &distribution, |(_, place)| (*place).max(0) as u8, &rout);
        let lost = |side: WesterosSide, figures: &[u8]| {
            figures
                .iter()
                .zip(&rout.units)
                .filter(|(left, (own, _))| **left == 0 && *own == side)
                .count() as u8
        };
        holds(
            &answer,
            "a_lost",
            &distribution,
            |(figures, _)| lost(WesterosSide::A, figures),
            &rout,
        );
        holds(
            &answer,
            "b_lost",
            &distribution,
            |(figures, _)| lost(WesterosSide::B, figures),
            &rout,
        );
        holds(
            &answer,
            "a_routs",
            &distribution,
            |(_, place)| routs(&rout, *place)[0].into(),
            &rout,
        );
        holds(
            &answer,
            "b_routs",
            &distribution,
            |(_, place)| routs(&rout, *place)[1].into(),
            &rout,
        );
        holds(
            &answer,
            "neither_routs",
            &distribution,
            |(_, place)| (routs(&rout, *place) == [false, false]).into(),
            &rout,
        );
    }
}

#[test]
fn order_dice_give_what_every_way_of_spending_them_gives() {
    let mut dealer = Dealer::new(6);
    let wanted = |count: usize| OrderCount::new(count as i64).expect("in range");
    for _ in 0..60 {
        let orders = Orders {
            dice: OrderDice::new(dealer.below(4) as i64 + 1).expect("in range"),
            requested: [wanted(dealer.below(3)), wanted(dealer.below(3)), wanted(dealer.below(3))],
            flags: wanted(dealer.below(3) / 2),
            kept: dealer.truth().then(|| Symbol::ALL[dealer.below(5)]),
        };
        let mut distribution = BTreeMap::new();
        for roll in rolls(orders.dice.get().into()) {
            let mut tokens = [0; 5];
            for (symbol, held) in Symbol::ALL.into_iter().zip(&mut tokens) {
                *held = roll.iter().filter(|face| **face == symbol.name()).count() as u8
                    + u8::from(orders.kept == Some(symbol));
            }
            let mut for_orders = tokens;
            let morale = tokens[4] >= orders.flags.get();
            for_orders[4] = tokens[4].saturating_sub(orders.flags.get());
            let given = most_orders(for_orders, orders.requested.map(OrderCount::get));
            *distribution.entry((given, tokens, morale)).or_insert(0.0) +=
                8_f64.powi(-i32::from(orders.dice.get()));
        }
        let answer = exact(&WesterosQuestion::Orders(orders));
        let all: u8 = orders.requested.iter().map(|count| count.get()).sum();
        holds(&answer, "orders", &distribution, |(given, ..)| *given, &orders);
        holds(
            &answer,
            "enough",
            &distribution,
            |(given, _, morale)| (*given == all && *morale).into(),
            &orders,
        );
        for (place, name) in ["green", "blue", "red", "valor", "flags"].into_iter().enumerate() {
            holds(&answer, name, &distribution, |(_, tokens, _)| tokens[place], &orders);
        }
    }
}

/// A hex: its fire, what it is.
type Hex = (u8, FireGround);
/// Where a fire stands: the hexes by their axial coordinates, and the figures in the middle.
type Burning = (BTreeMap<(i8, i8), Hex>, u8);

/// The six directions in turn.
const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const MIDDLE: (i8, i8) = (0, 0);

fn limit(ground: FireGround) -> u8 {
    match ground {
        FireGround::Plains | FireGround::Building | FireGround::Palisade => 4,
        FireGround::Forest | FireGround::ForestRoad | FireGround::WoodenBridge => 3,
        FireGround::Tent | FireGround::SiegeEngine => 1,
        FireGround::Bare => 0,
    }
}

/// B5.3, level by level: what reaches its limit is destroyed there and then, and the rest of the
/// fire burns on what is left.
fn rise((level, ground): &mut Hex, by: u8) {
    for _ in 0..by {
        *level = (*level + 1).min(limit(*ground));
        if *level == limit(*ground) {
            match ground {
                FireGround::Plains | FireGround::Bare => {}
                FireGround::WoodenBridge => (*level, *ground) = (0, FireGround::Bare),
                _ => *ground = FireGround::Plains,
            }
        }
    }
}

fn merged<T: Ord>(outcomes: impl IntoIterator<Item = (T, f64)>) -> BTreeMap<T, f64> {
    let mut distribution = BTreeMap::new();
    outcomes
        .into_iter()
        .for_each(|(outcome, chance)| *distribution.entry(outcome).or_insert(0.0) += chance);
    distribution
}

/// The outcomes of a roll, each made into something else.
fn after_rolls(
    dice: u8,
    stand: &Burning,
    change: impl Fn(&[&str], &mut Burning),
) -> BTreeMap<Burning, f64> {
    merged(rolls(dice.into()).map(|roll| {
        let mut after = stand.clone();
        change(&roll, &mut after);
        (after, 8_f64.powi(-i32::from(dice)))
    }))
}

fn then<T: Ord>(
    distribution: BTreeMap<T, f64>,
    next: impl Fn(&T) -> BTreeMap<T, f64>,
) -> BTreeMap<T, f64> {
    merged(distribution.into_iter().flat_map(|(stand, chance)| {
        next(&stand).into_iter().map(move |(after, share)| (after, chance * share))
    }))
}

/// B5: a round, from a stand.
fn fire_round(fire: &Fire, round: u8, stand: &Burning) -> BTreeMap<Burning, f64> {
    let scorch = if round <= fire.scorched.get() { fire.scorch.get() } else { 0 };
    let mut distribution = after_rolls(scorch, stand, |roll, (hexes, _)| {
        let greens = roll.iter().filter(|face| **face == "green").count() as u8;
        rise(hexes.get_mut(&MIDDLE).expect("it is there"), greens);
    });
    distribution = then(distribution, |stand| {
        after_rolls(fire.put_out.get(), stand, |roll, (hexes, figures)| {
            let hex = hexes.get_mut(&MIDDLE).expect("it is there");
            let wanted = ["none", "green", "blue", "red", "valor"][usize::from(hex.0)];
            let ordered =
                fire.order_inside.is_some_and(|inside| inside.get() == round) && *figures > 0;
            if roll.contains(&wanted) || ordered {
                hex.0 = 0;
            }
        })
    });
    distribution = then(distribution, |(hexes, figures)| {
        let left = figures.saturating_sub(hexes[&MIDDLE].0);
        BTreeMap::from([((hexes.clone(), left), 1.0)])
    });
    then(distribution, |(hexes, figures)| {
        let burning: Vec<(i8, i8)> =
            hexes.iter().filter(|(_, (level, _))| *level == 4).map(|(place, _)| *place).collect();
        let mut distribution = BTreeMap::from([((hexes.clone(), *figures), 1.0)]);
        for from in burning {
            distribution = then(distribution, |stand| {
                merged(DIRECTIONS.into_iter().map(|direction| {
                    let mut after = stand.clone();
                    if let Some(hex) =
                        after.0.get_mut(&(from.0 + direction.0, from.1 + direction.1))
                    {
                        rise(hex, 1);
                    }
                    (after, 1.0 / 6.0)
                }))
            });
        }
        distribution
    })
}

fn fire_distribution(fire: &Fire) -> BTreeMap<Burning, f64> {
    let ring = DIRECTIONS.into_iter().map(|place| (place, (0, fire.around)));
    let mut middle = (0, fire.ground);
    rise(&mut middle, fire.level.get());
    let hexes = ring.chain([(MIDDLE, middle)]).collect();
    let mut distribution = BTreeMap::from([((hexes, fire.figures.map_or(0, Figures::get)), 1.0)]);
    for round in 1..=fire.rounds.get() {
        distribution = then(distribution, |stand| fire_round(fire, round, stand));
    }
    distribution
}

#[test]
fn fires_burn_as_their_dice_let_them() {
    let mut dealer = Dealer::new(7);
    for number in 0..60 {
        let ground = FireGround::ALL[dealer.below(8)];
        let fire = Fire {
            ground,
            level: Level::new(dealer.below(usize::from(ground.limit()) + 1) as i64)
                .expect("in range"),
            around: FireGround::ALL[dealer.below(9)],
            rounds: Rounds::new(if number % 4 == 0 { 4 } else { 2 }).expect("in range"),
            scorch: Attempts::new(dealer.below(4) as i64).expect("in range"),
            scorched: Rounds::new(dealer.below(2) as i64 + 1).expect("in range"),
            put_out: Attempts::new(dealer.below(3) as i64).expect("in range"),
            order_inside: (dealer.below(4) == 0).then(|| Rounds::new(2).expect("in range")),
            figures: dealer.truth().then(|| Figures::new(4).expect("in range")),
        };
        let (answer, distribution) =
            (exact(&WesterosQuestion::Fire(fire)), fire_distribution(&fire));
        let burns =
            |hexes: &BTreeMap<(i8, i8), Hex>, place: (i8, i8)| u8::from(hexes[&place].0 > 0);
        holds(&answer, "level", &distribution, |(hexes, _)| hexes[&MIDDLE].0, &fire);
        holds(&answer, "out", &distribution, |(hexes, _)| 1 - burns(hexes, MIDDLE), &fire);
        holds(
            &answer,
            "burning_around",
            &distribution,
            |(hexes, _)| DIRECTIONS.into_iter().map(|place| burns(hexes, place)).sum(),
            &fire,
        );
        holds(
            &answer,
            "neighbour_burns",
            &distribution,
            |(hexes, _)| burns(hexes, DIRECTIONS[0]),
            &fire,
        );
        holds(
            &answer,
            "destroyed",
            &distribution,
            |(hexes, _)| (hexes[&MIDDLE].1 != ground).into(),
            &fire,
        );
        if let Some(figures) = fire.figures {
            holds(&answer, "figures_lost", &distribution, |(_, left)| figures.get() - left, &fire);
            holds(&answer, "unit_destroyed", &distribution, |(_, left)| (*left == 0).into(), &fire);
        }
    }
}
