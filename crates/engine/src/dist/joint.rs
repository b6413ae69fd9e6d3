//! Joint distributions of two counts.

use super::{Pmf, Tally};

/// A weight for each pair of counts: a probability, or how often it was observed.
///
/// # Examples
/// ```
/// use warodds_engine::dist::Joint;
///
/// let mut pairs = Joint::new(1, 1);
/// [(0, 1), (1, 1), (1, 1)].into_iter().for_each(|(a, b)| pairs.add(a, b, 1_u64));
/// let [first, second] = pairs.tallies();
/// assert_eq!((first.counts(), second.counts()), (&[1, 2][..], &[0, 3][..]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Joint<W> {
    columns: usize,
    weights: Vec<W>,
}

impl<W: Copy + Default + std::ops::AddAssign> Joint<W> {
    /// Creates zero weights for 0..=`first` and 0..=`second`.
    pub fn new(first: usize, second: usize) -> Self {
        Self { columns: second + 1, weights: vec![W::default(); (first + 1) * (second + 1)] }
    }

    /// Creates weights from rows of `columns` entries.
    pub const fn from_rows(columns: usize, weights: Vec<W>) -> Self {
        Self { columns, weights }
    }

    /// Adds `weight` to a pair; pairs out of range are ignored.
    pub fn add(&mut self, first: usize, second: usize, weight: W) {
        // a column beyond the row would be counted in the next row
        if second < self.columns
            && let Some(held) = self.weights.get_mut(first * self.columns + second)
        {
            *held += weight;
        }
    }

    /// Adds all weights of `other`, which must have the same shape.
    pub fn merge(&mut self, other: &Self) {
        self.weights.iter_mut().zip(&other.weights).for_each(|(mine, theirs)| *mine += *theirs);
    }

    /// Returns one row per count of the first, with a weight per count of the second.
    pub fn rows(&self) -> impl Iterator<Item = &[W]> {
        self.weights.chunks(self.columns)
    }
}

impl Joint<f64> {
    /// Multiplies all weights by a factor.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self {
            columns: self.columns,
            weights: self.weights.iter().map(|weight| weight * factor).collect(),
        }
    }

    /// Returns the marginal distribution of the first count, if the weights are a distribution.
    pub fn first(&self) -> Option<Pmf> {
        Pmf::new(self.rows().map(|row| row.iter().sum()).collect()).ok()
    }
}

impl Joint<u64> {
    /// Returns the marginal tallies of both counts.
    pub fn tallies(&self) -> [Tally; 2] {
        let first = self.rows().map(|row| row.iter().sum()).collect();
        let mut second = vec![0; self.columns];
        self.rows().for_each(|row| second.iter_mut().zip(row).for_each(|(sum, n)| *sum += n));
        [first, second].map(Tally::from_counts)
    }
}

impl Joint<u64> {
    /// Returns the relative frequency of each pair.
    pub fn shares(&self) -> Joint<f64> {
        let trials = self.weights.iter().sum::<u64>().max(1) as f64;
        Joint {
            columns: self.columns,
            weights: self.weights.iter().map(|&c| c as f64 / trials).collect(),
        }
    }
}
