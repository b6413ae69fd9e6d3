//! Every way that dice can fall, one die at a time.

use std::collections::BTreeMap;

/// The dice of one way: those already met are repeated, new ones begin with their first face.
pub struct DicePath {
    /// For each die what it shows, counted from 0, and the weights of its faces.
    fallen: Vec<(usize, Vec<f64>)>,
    next: usize,
}

impl DicePath {
    fn choice(&mut self, weights: impl FnOnce() -> Vec<f64>) -> usize {
        if self.next == self.fallen.len() {
            self.fallen.push((0, weights()));
        }
        self.next += 1;
        self.fallen[self.next - 1].0
    }

    /// A six-sided die.
    pub fn d6(&mut self) -> i64 {
        self.choice(|| vec![1.0 / 6.0; 6]) as i64 + 1
    }

    /// A three-sided die.
    pub fn d3(&mut self) -> i64 {
        self.choice(|| vec![1.0 / 3.0; 3]) as i64 + 1
    }

    /// A six-sided die of which only classes of faces matter: the least face of its class. `least`
    /// are those of all classes, the first of them 1.
    pub fn class(&mut self, least: &[i64]) -> i64 {
        let end = |k: usize| least.get(k + 1).copied().unwrap_or(7);
        least[self.choice(|| {
            least.iter().enumerate().map(|(k, face)| (end(k) - face) as f64 / 6.0).collect()
        })]
    }

    /// Whether two six-sided dice show a sum of at least `needed`: sums 2 to 12 come in 1, 2, …, 6,
    /// …, 1 ways of 36.
    pub fn two_d6(&mut self, needed: i64) -> bool {
        let reached: i64 =
            (2..=12).filter(|sum| *sum >= needed).map(|sum: i64| 6 - (sum - 7).abs()).sum();
        self.choice(|| vec![reached as f64 / 36.0, 1.0 - reached as f64 / 36.0]) == 0
    }

    /// The next way; none after the last.
    fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some((shown, weights)) = self.fallen.last_mut() {
            if *shown + 1 < weights.len() {
                *shown += 1;
                return true;
            }
            self.fallen.pop();
        }
        false
    }
}

/// The distribution of what `way` makes of the dice.
pub fn distribution_of<T: Ord>(mut way: impl FnMut(&mut DicePath) -> T) -> BTreeMap<T, f64> {
    let mut dice = DicePath { fallen: Vec::new(), next: 0 };
    let mut distribution = BTreeMap::new();
    loop {
        let outcome = way(&mut dice);
        *distribution.entry(outcome).or_insert(0.0) +=
            dice.fallen.iter().map(|(shown, weights)| weights[*shown]).product::<f64>();
        if !dice.advance() {
            return distribution;
        }
    }
}

#[test]
fn classes_and_sums_have_the_chances_of_their_faces() {
    for least in 2..=6 {
        let whole = distribution_of(|dice| dice.d6() >= least);
        let class = distribution_of(|dice| dice.class(&[1, least]) >= least);
        assert!((whole[&true] - class[&true]).abs() < 1e-12);
    }
    for needed in 2..=13 {
        let chance =
            |distribution: BTreeMap<bool, f64>| distribution.get(&true).copied().unwrap_or(0.0);
        let whole = chance(distribution_of(|dice| dice.d6() + dice.d6() >= needed));
        assert!(
            (whole - chance(distribution_of(|dice| dice.two_d6(needed)))).abs() < 1e-12,
            "{needed}"
        );
    }
    assert!((distribution_of(DicePath::d3)[&3] - 1.0 / 3.0).abs() < 1e-12);
}
