//! The results of lists against each other as JSON.

use crate::battle::Mode;
use crate::run::ladder::PairCounts;
use crate::share::ShareEstimate;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of the format.
const SCHEMA: &str = "warodds/battle-matrix/1";

/// The results of lists against each other, as `warodds battle matrix --json` prints them.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Results of lists against each other by warodds")]
pub struct MatrixDocument {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The names of the lists.
    pub lists: Vec<String>,
    /// The modes.
    #[schemars(extend("items" = schemars::json_schema!({ "enum": Mode::ALL.map(Mode::id) })))]
    pub modes: Vec<&'static str>,
    /// The policy of all armies.
    pub policy: String,
    /// The seed.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The result of each list against all others together.
    pub totals: Vec<MatrixCell>,
    /// The result of each list (row) against each other one (column); `None` against itself.
    pub cells: Vec<Vec<Option<MatrixCell>>>,
}

/// The result of a list in pairs of games.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct MatrixCell {
    /// Pairs of games by half points of the list, from 0 to 4.
    pub pairs: [u64; 5],
    /// Its share of victories; a draw is half a victory.
    pub share: ShareEstimate,
}

impl MatrixCell {
    fn of(counts: PairCounts) -> Self {
        let share = ShareEstimate { p: counts.share(), ci95: counts.interval() };
        Self { pairs: counts.0, share }
    }

    /// Returns whether the list surely wins more, or less, than half.
    pub fn is_sure(&self) -> bool {
        let [low, high] = self.share.ci95;
        low > 0.5 || high < 0.5
    }
}

impl MatrixDocument {
    /// Describes the results of pairs of lists: the first with each later one, then the second
    /// with each later one, and so on.
    pub fn new(
        lists: Vec<String>,
        modes: &[Mode],
        (policy, seed): (String, u64),
        counts: &[PairCounts],
    ) -> Self {
        let mut table = vec![vec![None; lists.len()]; lists.len()];
        let pairs = (0..lists.len()).flat_map(|one| (one + 1..lists.len()).map(move |b| (one, b)));
        for ((one, other), counts) in pairs.zip(counts) {
            table[one][other] = Some(*counts);
            table[other][one] = Some(counts.seen_by_other());
        }
        let total = |row: &Vec<Option<PairCounts>>| {
            MatrixCell::of(
                row.iter().flatten().fold(PairCounts::default(), |sum, one| sum.and(one)),
            )
        };
        let cells = |row: &Vec<Option<PairCounts>>| {
            row.iter().map(|counts| counts.map(MatrixCell::of)).collect()
        };
        Self {
            schema: SCHEMA,
            modes: modes.iter().map(|mode| mode.id()).collect(),
            policy,
            seed,
            games: 2 * counts.iter().map(PairCounts::pairs).sum::<u64>(),
            totals: table.iter().map(total).collect(),
            cells: table.iter().map(cells).collect(),
            lists,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A beats B in all 40 pairs and draws with C; B and C have not met.
    #[test]
    fn cells_are_seen_from_their_rows() {
        let lists = ["A", "B", "C"].map(str::to_owned).to_vec();
        let counts = [[0, 0, 0, 0, 40], [0, 0, 40, 0, 0], [0; 5]].map(PairCounts);
        let run = ("quick".to_owned(), 1);
        let found = MatrixDocument::new(lists, &[Mode::FireAndBlood], run, &counts);
        assert_eq!(found.games, 160);
        let cell = |row: usize, column: usize| found.cells[row][column].expect("a cell");
        assert_eq!((cell(0, 1).share.p, cell(1, 0).share.p), (1.0, 0.0));
        assert!(cell(0, 1).is_sure() && cell(1, 0).is_sure());
        assert!(!cell(0, 2).is_sure() && !cell(1, 2).is_sure());
        assert_eq!(cell(1, 2).share.ci95, [0.0, 1.0]);
        assert!(found.cells[1][1].is_none());
        assert_eq!(found.totals[0].pairs, [0, 0, 40, 0, 40]);
        assert_eq!(found.totals[0].share.p, 0.75);
    }
}
