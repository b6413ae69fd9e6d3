//! The situations that can occur in an attack, as rows and columns of tables.
//!
//! Effects are not evaluated during resolution. For each [`Situation`] that can occur their sum is
//! computed beforehand. A number that differs between situations becomes a table ([`PerSituation`])
//! with a row per state of the attacker and a column per state of the defender. If nothing depends
//! on the situation, tables have one entry and cost nothing.

use super::condition::Tokens;
use super::per_situation::{PerSituation, SituationIndex};
use super::situation::{
    CONDITIONS, DEAD_ATTACHMENT, FightState, Side, Situation, ranks_after_first,
};
use super::unit::{Body, UnitState};
use warodds_engine::chance::Num;

/// Number of sets of condition tokens: columns per state of the defender.
const TOKEN_SETS: u8 = 8;

/// How finely the states of a unit are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateResolution {
    /// A single state, with these wounds left.
    Single(u8),
    /// By ranks left.
    Ranks(Body),
    /// By wounds left.
    Wounds(Body),
}

impl StateResolution {
    /// Returns the number of states.
    const fn count(self) -> u8 {
        match self {
            Self::Single(_) => 1,
            Self::Ranks(body) => body.ranks(),
            Self::Wounds(body) => body.wounds(),
        }
    }

    /// Returns the wounds left that represent a state.
    const fn left(self, state: u8) -> u8 {
        match self {
            Self::Single(left) => left,
            // a full last rank represents the state: only ranks matter here
            Self::Ranks(body) => (state + 1) * body.wounds_per_rank(),
            Self::Wounds(_) => state + 1,
        }
    }

    /// Returns the largest number of wounds left in the same state.
    #[inline(always)]
    pub fn alike<N: Num>(self, left: N) -> N {
        match self {
            Self::Ranks(body) => (self.state(left) + N::of(1)).times(body.wounds_per_rank()),
            Self::Single(_) | Self::Wounds(_) => left,
        }
    }

    /// Returns the state of a unit; no wounds left count as the last state.
    #[inline(always)]
    fn state<N: Num>(self, left: N) -> N {
        match self {
            Self::Single(_) => N::of(0),
            Self::Ranks(body) => ranks_after_first(left, body.wounds_per_rank(), body.ranks()),
            Self::Wounds(_) => left.saturating_sub(N::of(1)),
        }
    }
}

/// The situations that can occur in an attack.
#[derive(Clone, Copy, Debug)]
pub struct SituationTable {
    /// Number of distinct sets of choices; 1 if there is nothing to choose.
    pub picks: u8,
    /// Resolution of the attacker's states.
    pub attacker: StateResolution,
    /// Resolution of the defender's states.
    pub defender: StateResolution,
    /// Tokens of each unit if they are always the same; `None` if they are distinguished.
    pub tokens: [Option<Tokens>; 2],
    /// Whether the attachment of each unit may be dead.
    pub attachment_may_be_dead: [bool; 2],
}

impl SituationTable {
    /// Returns the table with the single situation of a unit.
    pub const fn single(unit: UnitState) -> Self {
        let grain = StateResolution::Single(unit.wounds_left());
        let tokens = [Some(unit.tokens); 2];
        Self {
            picks: 1,
            attacker: grain,
            defender: grain,
            tokens,
            attachment_may_be_dead: [false; 2],
        }
    }

    fn columns(&self) -> u8 {
        let sets = |tokens: Option<Tokens>| if tokens.is_some() { 1 } else { TOKEN_SETS };
        self.defender.count() * sets(self.tokens[1]) * sets(self.tokens[0])
    }

    /// Returns the largest number of sets of choices, so that row indices fit in a byte.
    pub(crate) fn most_picks(&self) -> u8 {
        let dying = self.attachment_may_be_dead.into_iter().filter(|may| *may).count();
        (u8::MAX / self.attacker.count()) >> dying
    }

    /// Returns the sets of attachments that may be dead, in row order.
    fn attachments(&self) -> Vec<[bool; 2]> {
        let ways = |may: bool| if may { &[false, true][..] } else { &[false] };
        let [own, their] = self.attachment_may_be_dead.map(ways);
        own.iter().flat_map(|own| their.iter().map(|their| [*own, *their])).collect()
    }

    /// Returns whether there is a single situation.
    #[inline(always)]
    pub const fn is_single(&self) -> bool {
        matches!(
            self,
            Self {
                picks: 1,
                attacker: StateResolution::Single(_),
                defender: StateResolution::Single(_),
                tokens: [Some(_), Some(_)],
                attachment_may_be_dead: [false, false],
            }
        )
    }

    /// Returns the situation of a fight.
    pub fn situation(&self, fight: &FightState<u8>) -> Situation {
        let grains = [self.attacker, self.defender];
        let left = Side::BOTH.map(|side| {
            let grain = grains[side.index()];
            grain.left(grain.state(fight.left[side.index()]))
        });
        let held = |side: Side| Tokens::from_bits(fight.tokens[side.index()]);
        let tokens = |side: Side| self.tokens[side.index()].unwrap_or_else(|| held(side));
        let dead_attachments = Side::BOTH.map(|side| {
            self.attachment_may_be_dead[side.index()]
                && fight.tokens[side.index()] & DEAD_ATTACHMENT > 0
        });
        Situation { left, tokens: Side::BOTH.map(tokens), dead_attachments }
    }

    /// Returns all situations with their index of choices, row by row.
    pub fn situations(&self) -> Vec<(Situation, u8)> {
        let sets = |tokens: Option<Tokens>| {
            tokens.map_or_else(
                || (0..TOKEN_SETS).map(Tokens::from_bits).collect(),
                |tokens| vec![tokens],
            )
        };
        let (own, their): (Vec<Tokens>, Vec<Tokens>) = (sets(self.tokens[0]), sets(self.tokens[1]));
        let pairs: Vec<[Tokens; 2]> =
            their.iter().flat_map(|their| own.iter().map(|own| [*own, *their])).collect();
        let attachments = self.attachments();
        let rows = (0..self.attacker.count()).flat_map(|attacker| {
            let picks = (0..self.picks).map(move |picked| (attacker, picked));
            picks.flat_map(|(row, picked)| attachments.iter().map(move |one| (row, picked, *one)))
        });
        let mut all = Vec::new();
        for (attacker, picked, dead_attachments) in rows {
            for defender in 0..self.defender.count() {
                let left = [self.attacker.left(attacker), self.defender.left(defender)];
                let situation = |tokens: &_| Situation { left, tokens: *tokens, dead_attachments };
                all.extend(pairs.iter().map(|tokens| (situation(tokens), picked)));
            }
        }
        all
    }

    /// Returns the index of a fight whose choices have index `picked`.
    #[inline(always)]
    pub fn place<N: Num>(&self, fight: &FightState<N>, picked: N) -> SituationIndex<N> {
        if self.is_single() {
            return SituationIndex::only();
        }
        // the same order as in `situations`: state, then tokens of the defender, then of the
        // attacker
        let column = self.with_tokens(self.defender.state(fight.left[1]), fight, Side::Defender);
        let column = self.with_tokens(column, fight, Side::Attacker);
        let row = self.attacker.state(fight.left[0]);
        // choices and attachments refine rows, so tables without them keep their size
        let row = if self.picks > 1 { row.times(self.picks) + picked } else { row };
        let row = if self.attachment_may_be_dead == [false; 2] {
            row
        } else {
            self.with_attachments(row, fight)
        };
        SituationIndex::at(row, column)
    }

    /// Refines a row by which attachments are dead, if they may be.
    #[inline(never)]
    fn with_attachments<N: Num>(&self, mut row: N, fight: &FightState<N>) -> N {
        for side in Side::BOTH {
            if self.attachment_may_be_dead[side.index()] {
                row = row + row + N::flag(fight.has_dead_attachment(side));
            }
        }
        row
    }

    /// Refines a column by the tokens of a side, if they are distinguished.
    #[inline(always)]
    fn with_tokens<N: Num>(&self, column: N, fight: &FightState<N>, side: Side) -> N {
        if self.tokens[side.index()].is_some() {
            return column;
        }
        column.times(TOKEN_SETS) + (fight.tokens[side.index()] & N::of(CONDITIONS))
    }

    /// Stores one number per situation in the smallest form.
    pub(super) fn varying(&self, numbers: Vec<u8>) -> PerSituation {
        let columns = self.columns();
        let all_alike =
            |numbers: &[u8]| numbers.iter().all(|number| Some(number) == numbers.first());
        if all_alike(&numbers) {
            return PerSituation::Same(numbers.first().copied().unwrap_or(0));
        }
        let rows = || numbers.chunks(usize::from(columns).max(1));
        if rows().all(all_alike) {
            return PerSituation::Rows(rows().filter_map(|row| row.first().copied()).collect());
        }
        PerSituation::Table { numbers, columns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warodds_engine::chance::Paths;

    #[test]
    fn places_find_the_number_of_their_situation() {
        let infantry = Body::new(12, 3, 1).expect("a unit");
        let monster = Body::new(1, 1, 3).expect("a unit");
        let grains = [
            StateResolution::Single(5),
            StateResolution::Ranks(infantry),
            StateResolution::Wounds(monster),
        ];
        let tokens =
            [[Some(Tokens::NONE), None], [Some(Tokens::NONE); 2], [None, Some(Tokens::NONE)]];
        let refined = [(2, [false; 2]), (3, [true, false]), (1, [false, true]), (2, [true; 2])];
        for attacker in grains {
            for defender in grains {
                for tokens in tokens {
                    for (picks, attachment_may_be_dead) in refined {
                        check(SituationTable {
                            picks,
                            attacker,
                            defender,
                            tokens,
                            attachment_may_be_dead,
                        });
                    }
                }
            }
        }
    }

    /// Checks that each situation of a table is found with its numbers.
    fn check(table: SituationTable) {
        let situations = table.situations();
        // numbers repeat, but not in neighbouring rows
        let number_of = |place: usize| (place % 251) as u8;
        let numbers = table.varying((0..situations.len()).map(number_of).collect());
        let own_left = table.varying(situations.iter().map(|(now, _)| now.left[0]).collect());
        assert!(
            !matches!(own_left, PerSituation::Table { .. }),
            "the attacker's wounds left depend on the row alone"
        );
        for (number, (situation, picked)) in situations.iter().enumerate() {
            let fight = situation.fight();
            assert_eq!(table.situation(&fight), *situation, "{table:?}");
            let place = table.place(&fight, *picked);
            let mut paths = Paths::new(&[], None);
            let chance = &mut paths.as_chance();
            assert_eq!(numbers.at(chance, place), number_of(number), "{table:?} {situation:?}");
            assert_eq!(own_left.at(chance, place), situation.left[0], "{table:?} {situation:?}");
        }
    }
}
