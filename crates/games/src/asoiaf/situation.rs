//! The state that effects depend on during a fight: ranks, wounds and tokens.
//!
//! Effects are not evaluated during resolution. For each [`Situation`] that can occur their sum is
//! computed beforehand. A number that differs between situations becomes a table ([`PerSituation`])
//! with a row per state of the attacker and a column per state of the defender. If nothing depends
//! on the situation, tables have one entry and cost nothing.

use super::condition::Tokens;
use super::per_situation::{PerSituation, SituationIndex};
use super::unit::{Body, UnitState};
use warodds_engine::chance::Num;

/// The bits of a unit's tokens that are condition tokens.
pub(super) const CONDITIONS: u8 = 0b111;
/// The bit of a unit's tokens that says that its attachment is dead (A14.17).
pub(super) const FALLEN: u8 = 1 << 7;
/// Number of sets of condition tokens: columns per state of the defender.
const TOKEN_SETS: u8 = 8;

/// A role in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The unit that attacks.
    Attacker,
    /// The unit that is attacked.
    Defender,
}

impl Side {
    /// Both roles.
    pub(super) const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// Returns the index in pairs.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other role.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// The state of both units that effects depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Wounds left to the attacker and the defender.
    pub left: [u8; 2],
    /// Condition tokens of both.
    pub tokens: [Tokens; 2],
    /// Whether the attachment of each is dead.
    pub fallen: [bool; 2],
}

impl Situation {
    /// Returns the situation of these units, with their attachments.
    pub fn of(states: [UnitState; 2]) -> Self {
        let (left, tokens) = (states.map(UnitState::wounds_left), states.map(|unit| unit.tokens));
        Self { left, tokens, fallen: [false; 2] }
    }

    /// Returns a fight in this situation.
    pub fn fight(&self) -> FightState<u8> {
        let tokens = Side::BOTH.map(|side| {
            let fallen = if self.fallen[side.index()] { FALLEN } else { 0 };
            self.tokens[side.index()].bits() | fallen
        });
        FightState::new(self.left, tokens)
    }

    /// Returns the same situation with both attachments alive.
    pub const fn unharmed(self) -> Self {
        Self { fallen: [false; 2], ..self }
    }
}

/// The state of both units during resolution.
#[derive(Clone, Copy, Debug, Default)]
pub struct FightState<N> {
    /// Wounds left.
    pub left: [N; 2],
    /// Tokens, and above their bits the uses of survival abilities.
    pub tokens: [N; 2],
    /// Wounds suffered so far; healing does not reduce them.
    pub suffered: [N; 2],
}

impl<N: Num> FightState<N> {
    /// Creates a state without wounds suffered.
    #[inline(always)]
    pub fn new(left: [N; 2], tokens: [N; 2]) -> Self {
        Self { left, tokens, suffered: [N::of(0); 2] }
    }

    /// Swaps the two sides.
    #[inline(always)]
    #[must_use]
    pub fn swapped(self) -> Self {
        let Self { left: [a, b], tokens: [c, d], suffered: [e, f] } = self;
        Self { left: [b, a], tokens: [d, c], suffered: [f, e] }
    }

    /// Selects `self` where `mask` holds and `other` elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn select(self, mask: N::Mask, other: Self) -> Self {
        let pick = |these: [N; 2], those: [N; 2]| {
            [these[0].select(mask, those[0]), these[1].select(mask, those[1])]
        };
        Self {
            left: pick(self.left, other.left),
            tokens: pick(self.tokens, other.tokens),
            suffered: pick(self.suffered, other.suffered),
        }
    }

    /// Returns where the attachment of a side is dead.
    #[inline]
    pub(super) fn has_fallen(&self, side: Side) -> N::Mask {
        (self.tokens[side.index()] & N::of(FALLEN)).gt(N::of(0))
    }

    /// Wounds a side, at most by the wounds left.
    #[inline(always)]
    pub fn wound(&mut self, side: usize, wounds: N) {
        // excess wounds are lost, and counts must not wrap
        let wounds = wounds.at_most(self.left[side]);
        self.left[side] = self.left[side] - wounds;
        self.suffered[side] = self.suffered[side] + wounds;
    }
}

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
            Self::Ranks(body) => above(left, body.wounds_per_rank(), body.ranks()),
            Self::Wounds(_) => left.saturating_sub(N::of(1)),
        }
    }
}

/// Returns the number of ranks beyond the first that have wounds left: ranks left less one, and 0
/// for none.
#[inline(always)]
fn above<N: Num>(left: N, wounds_per_rank: u8, ranks: u8) -> N {
    let (mut sum, mut below) = (N::of(0), wounds_per_rank);
    // the exact engine counts ranks on every path: no range, no multiplication per rank
    while below < wounds_per_rank * ranks {
        sum = sum + N::flag(left.gt(N::of(below)));
        below += wounds_per_rank;
    }
    sum
}

/// Returns the ranks a unit of this body has left (A1.3).
#[inline(always)]
pub(super) fn ranks_left<N: Num>(body: Body, left: N) -> N {
    above(left, body.wounds_per_rank(), body.ranks()) + N::flag(left.gt(N::of(0)))
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
    pub may_fall: [bool; 2],
}

impl SituationTable {
    /// Returns the table with the single situation of a unit.
    pub const fn single(unit: UnitState) -> Self {
        let grain = StateResolution::Single(unit.wounds_left());
        let tokens = [Some(unit.tokens); 2];
        Self { picks: 1, attacker: grain, defender: grain, tokens, may_fall: [false; 2] }
    }

    fn columns(&self) -> u8 {
        let sets = |tokens: Option<Tokens>| if tokens.is_some() { 1 } else { TOKEN_SETS };
        self.defender.count() * sets(self.tokens[1]) * sets(self.tokens[0])
    }

    /// Returns the largest number of sets of choices, so that row indices fit in a byte.
    pub(crate) fn most_picks(&self) -> u8 {
        let falling = self.may_fall.into_iter().filter(|may| *may).count();
        (u8::MAX / self.attacker.count()) >> falling
    }

    /// Returns the sets of attachments that may be dead, in row order.
    fn attachments(&self) -> Vec<[bool; 2]> {
        let ways = |may: bool| if may { &[false, true][..] } else { &[false] };
        let [own, their] = self.may_fall.map(ways);
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
                may_fall: [false, false],
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
        let fallen = Side::BOTH
            .map(|side| self.may_fall[side.index()] && fight.tokens[side.index()] & FALLEN > 0);
        Situation { left, tokens: Side::BOTH.map(tokens), fallen }
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
        for (attacker, picked, fallen) in rows {
            for defender in 0..self.defender.count() {
                let left = [self.attacker.left(attacker), self.defender.left(defender)];
                let situation = |tokens: &_| Situation { left, tokens: *tokens, fallen };
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
        let row = if self.may_fall == [false; 2] { row } else { self.with_attachments(row, fight) };
        SituationIndex::at(row, column)
    }

    /// Refines a row by which attachments are dead, if they may be.
    #[inline(never)]
    fn with_attachments<N: Num>(&self, mut row: N, fight: &FightState<N>) -> N {
        for side in Side::BOTH {
            if self.may_fall[side.index()] {
                row = row + row + N::flag(fight.has_fallen(side));
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
                    for (picks, may_fall) in refined {
                        check(SituationTable { picks, attacker, defender, tokens, may_fall });
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

    #[test]
    fn ranks_left_are_those_of_the_body() {
        for body in [Body::new(12, 3, 1), Body::new(4, 2, 3), Body::new(1, 1, 6)]
            .map(|body| body.expect("a unit"))
        {
            assert!(
                (0..=body.wounds()).all(|left| ranks_left(body, left) == body.ranks_left(left))
            );
        }
    }
}
