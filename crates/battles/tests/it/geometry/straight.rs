//! Straight moves against inequalities that are linear in the way gone.

use super::worlds::{Dealer, Xy, corners, cross, minus, sides};
use super::{MANY, both_answers_come_often};
use warodds_battles::geometry::{Direction, Heading, Length, Move, TOLERANCE, Tray};

/// `start + pace × t > 0`.
type Linear = (i128, i128);

/// One inequality for each side of either: they overlap at `t` where all hold. Everything is times
/// `unit`; at `t` the first has moved by `t × way / unit`. So much may lie between them.
fn inequalities(one: &Tray, other: &Tray, way: Xy, unit: i128, gap: i128) -> Vec<Linear> {
    let behind = |sides: Vec<(Xy, Xy, i128)>, others: Vec<Xy>, sign: i128| -> Vec<Linear> {
        let side = |(from, to, length): (Xy, Xy, i128)| {
            let along = minus(to, from);
            let depth = others.iter().map(|corner| -cross(along, minus(*corner, from))).max();
            (unit * (depth.unwrap() + gap * length), sign * cross(along, way))
        };
        sides.into_iter().map(side).collect()
    };
    let mut all = behind(sides(one), corners(other), 1);
    all.extend(behind(sides(other), corners(one), -1));
    all
}

/// Whether all hold just after `over / under`.
fn hold_after(all: &[Linear], (over, under): (i128, i128)) -> bool {
    all.iter().all(|(start, pace)| {
        let value = start * under + pace * over;
        value > 0 || (value == 0 && *pace > 0)
    })
}

/// From where on all hold for the first time: at the initial_state, or where one of them begins to.
fn first(all: &[Linear]) -> Option<(i128, i128)> {
    let roots = all
        .iter()
        .filter(|(_, pace)| *pace != 0)
        .map(|(start, pace)| if *pace > 0 { (-start, *pace) } else { (*start, -pace) });
    let ahead = roots.filter(|(over, _)| *over > 0).chain([(0, 1)]);
    let holding = ahead.filter(|root| hold_after(all, *root));
    holding.reduce(|one, other| if other.0 * one.1 < one.0 * other.1 { other } else { one })
}

/// A direction as the rules see it: how far a tray goes in 2^30/1000" there, by a move so long.
fn unit(heading: Heading, direction: Direction) -> Xy {
    // a million turns of a thousandth would be too coarse; the table itself is tested elsewhere
    let angle = f64::from(heading.toward(direction).tenths()) * std::f64::consts::PI / 1_800.0;
    let whole = |value: f64| (value * f64::from(1 << 30)).round() as i128;
    [whole(angle.sin()), whole(angle.cos())]
}

fn compare(cases: u64, seed: u64) -> [u64; 3] {
    let mut dealer = Dealer::new(seed);
    let mut counts = [0; 3];
    let tolerance = i128::from(TOLERANCE);
    for case in 0..cases {
        let reach = dealer.of(&[5_000, 12_000, 24_000]);
        let one = dealer.tray(reach);
        let other = dealer.beside(&one, reach);
        let direction = dealer.of(&Direction::ALL);
        let seen = format!(
            "case {case}: {:?} and {:?} {direction:?}",
            (one.size(), one.pose()),
            (other.size(), other.pose())
        );
        let way = unit(one.pose().heading, direction);
        let met = first(&inequalities(&one, &other, way, 1 << 30, tolerance));
        let expected = met.map(|(over, under)| (over + under - 1).div_euclid(under));
        let contact =
            one.distance_to_contact(direction, other.shape()).map(|length| length.thousandths());
        assert_eq!(contact.map(i128::from), expected, "{seen}");

        let by = dealer.length(24_000);
        let Ok(end) = one.pose().moved(direction, by) else { continue };
        let [from, to] = [one.pose().middle, end.middle];
        let way = [to.x() - from.x(), to.y() - from.y()].map(i128::from);
        let met = first(&inequalities(&one, &other, way, 1, -tolerance));
        let expected = met.is_some_and(|(over, under)| over < under);
        let going = Move::new(one.pose().heading, direction, by);
        assert_eq!(going.crosses(one.shape(), other.shape()), expected, "{by} {seen}");
        let started = one.shape().overlaps(other.shape());
        let ended = Tray::new(one.size(), end).shape().overlaps(other.shape());
        assert!(expected || !(started || ended), "either end overlaps: {by} {seen}");
        let on_the_way = expected && !started && !ended;
        for (count, holds) in counts.iter_mut().zip([contact.is_some(), expected, on_the_way]) {
            *count += u64::from(holds);
        }
    }
    counts
}

#[test]
fn straight_moves_are_those_of_linear_inequalities() {
    let cases = 20_000;
    let counts = compare(cases, 1);
    both_answers_come_often(&counts, cases);
}

#[test]
#[ignore = "minutes"]
fn many_straight_moves_are_those_of_linear_inequalities() {
    println!("{MANY} cases; contact, crossing, crossing in between: {:?}", compare(MANY, 2));
}

#[test]
fn a_contact_is_a_length() {
    // the farthest trays may be from each other
    let mut dealer = Dealer::new(3);
    for _ in 0..20_000 {
        let (one, other) = (dealer.tray(60_000), dealer.tray(60_000));
        let contact = one.distance_to_contact(dealer.of(&Direction::ALL), other.shape());
        assert!(contact.is_none_or(|length| length < Length::MAX));
    }
}
