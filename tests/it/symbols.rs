//! Dice with symbols: the sampling engines against the exact one, which is itself held against
//! every roll there is.

use std::collections::BTreeMap;
use warodds::chance::QuantityName;

use warodds::chance::{Chance, Faces, Label, Num, Rule, Slot, State};
use warodds::dist::{Tally, agreement};
use warodds::engine::{Goal, Isa, Sampler, Shard, StdControl, exact, sample};

static WAR: Faces<5> =
    Faces::new([("green", 3), ("blue", 2), ("red", 1), ("valor", 1), ("flag", 1)]);
static LOPSIDED: Faces<3> = Faces::new([("sun", 6), ("moon", 0), ("star", 2)]);
const COUNT: Label = Label::new("how many dice there are", "");
const POOL: Label = Label::new("dice", "");

/// As many dice as a D6 shows and two more, all with the same faces: lanes side by side roll
/// different numbers of dice.
struct Pool<const K: usize>(&'static Faces<K>);

impl<const K: usize> Rule for Pool<K> {
    fn slots(&self) -> Vec<Slot> {
        let symbol = |name| Slot::quantity(QuantityName::new(name), name, "dice", 8);
        self.0.names().iter().map(|name| symbol(*name)).collect()
    }

    fn joint(&self) -> Option<(usize, usize)> {
        Some((0, K - 1))
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let dice = chance.d6(&COUNT) + C::N::of(2);
        let shown = chance.symbols(&POOL, dice, self.0);
        for (slot, count) in shown.into_iter().enumerate() {
            chance.record(slot, count);
        }
        chance.record_joint(shown[0], shown[K - 1]);
    }
}

/// The distribution of each symbol and of the first with the last, by every roll of every number of
/// dice.
type Distributions = (Vec<Vec<f64>>, BTreeMap<(usize, usize), f64>);
fn by_hand<const K: usize>(faces: &Faces<K>) -> Distributions {
    let of_face: Vec<usize> = faces
        .counts()
        .iter()
        .enumerate()
        .flat_map(|(symbol, &count)| vec![symbol; count.into()])
        .collect();
    let (mut distributions, mut joint) = (vec![vec![0.0; 9]; K], BTreeMap::new());
    for dice in 3..=6u32 {
        add_rolls(dice, 1.0 / 6.0, &of_face, &mut distributions, &mut joint);
    }
    (distributions, joint)
}

/// Counted in whole numbers for each number of dice: a sum of so many small chances would not be
/// exact.
fn add_rolls(
    dice: u32,
    share: f64,
    of_face: &[usize],
    distributions: &mut [Vec<f64>],
    joint: &mut BTreeMap<(usize, usize), f64>,
) {
    let weight = share / 8_f64.powi(dice as i32);
    let (mut counts, mut pairs) = (vec![[0u32; 9]; distributions.len()], BTreeMap::new());
    for roll in 0..8_usize.pow(dice) {
        let mut shown = vec![0; distributions.len()];
        (0..dice).for_each(|die| shown[of_face[roll / 8_usize.pow(die) % 8]] += 1);
        counts.iter_mut().zip(&shown).for_each(|(seen, &count)| seen[count] += 1);
        *pairs.entry((shown[0], shown[shown.len() - 1])).or_insert(0u32) += 1;
    }
    for (distribution, seen) in distributions.iter_mut().zip(counts) {
        distribution.iter_mut().zip(seen).for_each(|(p, seen)| *p += f64::from(seen) * weight);
    }
    pairs
        .into_iter()
        .for_each(|(pair, seen)| *joint.entry(pair).or_insert(0.0) += f64::from(seen) * weight);
}

/// Pools of three to six dice, or of none.
struct UpToSix<const K: usize>(&'static Faces<K>);

impl<const K: usize> Rule for UpToSix<K> {
    fn slots(&self) -> Vec<Slot> {
        Pool(self.0).slots()
    }

    fn joint(&self) -> Option<(usize, usize)> {
        Some((0, K - 1))
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        // a D6 of 1 to 4 gives three to six dice; the others record a pool without dice
        let die = chance.d6(&COUNT);
        let dice = (die + C::N::of(2)).masked(die.lt(C::N::of(5)));
        let shown = chance.symbols(&POOL, dice, self.0);
        for (slot, count) in shown.into_iter().enumerate() {
            chance.record(slot, count);
        }
        chance.record_joint(shown[0], shown[K - 1]);
    }
}

fn exactly_right<const K: usize>(faces: &'static Faces<K>) {
    let (distributions, joint) = by_hand(faces);
    let found = exact(&UpToSix(faces)).expect("the rule keeps its contract");
    for (symbol, (distribution, by_hand)) in found.slots.iter().zip(distributions).enumerate() {
        for (count, p) in by_hand.into_iter().enumerate() {
            let none = if count == 0 { 2.0 / 6.0 } else { 0.0 };
            let p_found = distribution.probabilities().get(count).copied().unwrap_or(0.0);
            assert!(
                (p_found - p - none).abs() < 1e-12,
                "{count} of symbol {symbol}: {p_found}, by hand {p}"
            );
        }
    }
    let pairs = found.joint.expect("pairs are counted");
    for (first, row) in pairs.rows().enumerate() {
        for (last, p) in row.iter().enumerate() {
            let none = if (first, last) == (0, 0) { 2.0 / 6.0 } else { 0.0 };
            let by_hand = joint.get(&(first, last)).copied().unwrap_or(0.0);
            assert!((p - by_hand - none).abs() < 1e-12, "{first} and {last}");
        }
    }
}

#[test]
fn the_exact_distribution_is_that_of_every_roll() {
    exactly_right(&WAR);
    exactly_right(&LOPSIDED);
}

/// Chances of what each sampling engine saw; a false alarm in one of them at 1e-8 is one in 10^6
/// for the file.
fn sampled_right<const K: usize>(faces: &'static Faces<K>, seed: u64) {
    let distributions = exact(&Pool(faces)).expect("the rule keeps its contract");
    let samplers = Isa::available()
        .into_iter()
        .map(|isa| (Sampler::Lanes(isa), 2_000_001))
        .chain([(Sampler::Table, 300_007)]);
    for (sampler, trials) in samplers {
        let seen = sample(
            &Pool(faces),
            sampler,
            Goal { trials, seed, precision: None },
            Shard::WHOLE,
            &StdControl,
        )
        .expect("it keeps its contract");
        for (symbol, (tally, distribution)) in
            seen.slots.iter().zip(&distributions.slots).enumerate()
        {
            let chance = agreement(tally, distribution).p_value;
            assert!(chance > 1e-8, "{sampler:?} saw symbol {symbol} with a chance of {chance:e}");
        }
        let (pairs, joint) =
            (seen.joint.expect("pairs"), distributions.joint.as_ref().expect("pairs"));
        let tally = Tally::from_counts(pairs.rows().flatten().copied().collect());
        let distribution = warodds::dist::Pmf::new(joint.rows().flatten().copied().collect())
            .expect("a distribution");
        let chance = agreement(&tally, &distribution).p_value;
        assert!(chance > 1e-8, "{sampler:?} saw pairs with a chance of {chance:e}");
    }
}

#[test]
fn lanes_and_table_see_the_exact_distribution() {
    sampled_right(&WAR, 21);
    sampled_right(&LOPSIDED, 22);
}

#[test]
fn all_instructions_roll_the_same_and_keep_their_values() {
    let counts = |isa| {
        let seen = sample(
            &Pool(&WAR),
            Sampler::Lanes(isa),
            Goal { trials: 10_001, seed: 5, precision: None },
            Shard::WHOLE,
            &StdControl,
        )
        .expect("it keeps its contract");
        seen.slots.iter().map(|tally| tally.counts().to_vec()).collect::<Vec<_>>()
    };
    let portable = counts(Isa::Portable);
    assert!(Isa::available().into_iter().all(|isa| counts(isa) == portable));
    // written down once: a change breaks every seeded result users have published
    assert_eq!(portable[4], PINNED_FLAGS);
}

/// How many dice of 10 001 pools of seed 5 showed a flag.
const PINNED_FLAGS: [u64; 9] = [4863, 3665, 1186, 236, 43, 7, 1, 0, 0];
