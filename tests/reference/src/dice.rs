//! The enumeration of all results of dice, one die at a time.

use std::collections::BTreeMap;

/// The dice of one path through a computation.
///
/// A path repeats the faces of the path before it up to its last die, which shows its next face;
/// new dice begin with their first face.
pub struct DicePath {
    /// For each die the index of its face and the probabilities of all faces.
    rolled: Vec<(usize, Vec<f64>)>,
    next: usize,
}

impl DicePath {
    fn choice(&mut self, weights: impl FnOnce() -> Vec<f64>) -> usize {
        if self.next == self.rolled.len() {
            // a die beyond the repeated part of the path shows its first face
            self.rolled.push((0, weights()));
        }
        self.next += 1;
        self.rolled[self.next - 1].0
    }

    /// Rolls a D6 (A0.1).
    pub fn d6(&mut self) -> i64 {
        self.choice(|| vec![1.0 / 6.0; 6]) as i64 + 1
    }

    /// Rolls a D3 (A0.1).
    pub fn d3(&mut self) -> i64 {
        self.choice(|| vec![1.0 / 3.0; 3]) as i64 + 1
    }

    /// Rolls a D6 of which only classes of faces matter, and returns the least face of the class.
    ///
    /// `least` holds the least faces of all classes in ascending order, beginning with 1.
    pub fn class(&mut self, least: &[i64]) -> i64 {
        let end = |k: usize| least.get(k + 1).copied().unwrap_or(7);
        least[self.choice(|| {
            least.iter().enumerate().map(|(k, face)| (end(k) - face) as f64 / 6.0).collect()
        })]
    }

    /// Returns whether 2D6 add up to at least `needed`: the sums 2 to 12 have 1, 2, …, 6, …, 1 of
    /// the 36 rolls.
    pub fn two_d6(&mut self, needed: i64) -> bool {
        let reached: i64 =
            (2..=12).filter(|sum| *sum >= needed).map(|sum: i64| 6 - (sum - 7).abs()).sum();
        // one choice instead of 36 pairs, which the test below compares
        self.choice(|| vec![reached as f64 / 36.0, 1.0 - reached as f64 / 36.0]) == 0
    }

    /// Moves to the next path. Returns whether there is one.
    fn advance(&mut self) -> bool {
        self.next = 0;
        // the last die turns first, like the last digit of a counter
        while let Some((shown, weights)) = self.rolled.last_mut() {
            if *shown + 1 < weights.len() {
                *shown += 1;
                return true;
            }
            self.rolled.pop();
        }
        false
    }
}

/// Returns the distribution of the result of `roll` over all paths of its dice.
///
/// # Examples
/// ```
/// use warodds_reference::dice::distribution_of;
///
/// // 2D6 reach 7 with 21 of 36 rolls; the better of 2D6 is a 6 with 11 of 36
/// let sum = distribution_of(|dice| dice.d6() + dice.d6() >= 7);
/// assert!((sum[&true] - 21.0 / 36.0).abs() < 1e-12);
/// let better = distribution_of(|dice| dice.d6().max(dice.d6()));
/// assert!((better[&6] - 11.0 / 36.0).abs() < 1e-12);
/// ```
pub fn distribution_of<T: Ord>(mut roll: impl FnMut(&mut DicePath) -> T) -> BTreeMap<T, f64> {
    let mut dice = DicePath { rolled: Vec::new(), next: 0 };
    let mut distribution = BTreeMap::new();
    loop {
        let outcome = roll(&mut dice);
        *distribution.entry(outcome).or_insert(0.0) +=
            dice.rolled.iter().map(|(shown, weights)| weights[*shown]).product::<f64>();
        if !dice.advance() {
            return distribution;
        }
    }
}

#[test]
fn class_and_two_d6_match_single_dice() {
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
