//! Joint distributions of two counts.

/// A weight for each pair of counts: a probability, or how often it was observed.
///
/// # Examples
/// ```
/// use warodds_engine::dist::Joint;
///
/// let shares = Joint::from_rows(2, vec![0_u64, 1, 0, 3]).shares();
/// assert_eq!(shares.rows().collect::<Vec<_>>(), [[0.0, 0.25], [0.0, 0.75]]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Joint<W> {
    columns: usize,
    weights: Vec<W>,
}

impl<W> Joint<W> {
    /// Creates weights from rows of `columns` entries.
    pub const fn from_rows(columns: usize, weights: Vec<W>) -> Self {
        Self { columns, weights }
    }

    /// Returns one row per count of the first, with a weight per count of the second.
    pub fn rows(&self) -> impl Iterator<Item = &[W]> {
        self.weights.chunks(self.columns)
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
