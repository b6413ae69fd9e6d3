//! A battle as a morale race (B3): a list of attacks, and whose army routs.
//!
//! Units have no positions: an attack is made if both units are alive. A unit that is driven back
//! stays in the battle.

use super::clash::Clash;
use super::question::{MoraleZone, Rout, RoutAction, TrackEnd, WesterosAttack, WesterosSide};
use super::results::{event, quantity};
use super::strike::room;
use super::unit::WesterosUnit;
use warodds_engine::chance::{Chance, Label, Mask, Num, Rule, Slot, State, when};

const ATTACKED: Label =
    Label::counted("figure of the attacked unit", "figures of the attacked unit", "B2");
const MARKER: Label = Label::counted(
    "space from a's end to the morale marker",
    "spaces from a's end to the morale marker",
    "B3",
);
const RECOVERED: Label = Label::counted(
    "space from a's end to the morale marker after recovery",
    "spaces from a's end to the morale marker after recovery",
    "B3",
);

/// Index of the marker in the state, counted from `a`'s end; the units follow it.
const MARK: usize = 0;

/// Indices of the results of [`RoutRule`].
mod slot {
    pub(super) const A_SHAKEN: usize = 0;
    pub(super) const B_SHAKEN: usize = 1;
    pub(super) const A_LOST: usize = 2;
    pub(super) const B_LOST: usize = 3;
    pub(super) const A_ROUTS: usize = 4;
    pub(super) const B_ROUTS: usize = 5;
    pub(super) const NEITHER_ROUTS: usize = 6;
}

/// A compiled action.
#[derive(Clone, Debug)]
enum CompiledAction {
    /// An attack: both units in the state, and the morale lost with each.
    Attack { clash: Box<Clash>, by: RoutUnit, on: RoutUnit },
    /// The marker moves by one towards this side's enemy.
    Towards(WesterosSide),
    /// Morale recovers.
    Regroup,
}

/// A unit of the race.
#[derive(Clone, Copy, Debug)]
struct RoutUnit {
    place: usize,
    side: WesterosSide,
    room: u8,
    morale: u8,
}

/// The rule of a morale race.
#[derive(Clone, Debug)]
pub struct RoutRule {
    actions: Vec<CompiledAction>,
    figures: Vec<(WesterosSide, u8)>,
    track: u8,
    start: u8,
    ends: [TrackEnd; 2],
    zones: Vec<MoraleZone>,
}

impl RoutRule {
    /// Compiles the question.
    pub fn new(question: &Rout) -> Self {
        let track = question.track.get();
        Self {
            actions: (0..)
                .zip(&question.order)
                .filter_map(|(number, action)| CompiledAction::new(question, number, action))
                .collect(),
            figures: question
                .units
                .iter()
                .map(|(side, unit)| (*side, unit.figures.get()))
                .collect(),
            track,
            // counted from a's end, so that the state has no sign
            start: track.saturating_add_signed(question.marker.get()),
            ends: question.ends,
            zones: question.zones.clone(),
        }
    }

    /// Returns where each side has routed.
    fn routed<N: Num>(&self, mark: N) -> [N::Mask; 2] {
        let [a, b] = self.ends.map(|end| N::Mask::all_of(end == TrackEnd::Rout));
        [mark.equals(N::of(0)) & a, mark.ge(N::of(2 * self.track)) & b]
    }

    /// Moves the marker by `spaces` towards the enemy of `side`, within the track.
    fn moved<N: Num>(&self, mark: N, side: WesterosSide, spaces: N) -> N {
        match side {
            WesterosSide::A => (mark + spaces).at_most(N::of(2 * self.track)),
            WesterosSide::B => mark.saturating_sub(spaces),
        }
    }

    /// Resolves one attack and its effect on morale.
    fn attack<C: Chance>(
        &self,
        chance: &mut C,
        clash: &Clash,
        [by, on]: [RoutUnit; 2],
        state: State<C::N>,
    ) -> State<C::N> {
        let [own, figures] = [state[by.place], state[on.place]];
        chance.describe(&ATTACKED, figures);
        // retreats change nothing: the units have no positions
        let [lost, _, own_lost, _] =
            chance.memoised(clash, [own, C::N::of(by.room), figures, C::N::of(on.room)]);
        let mut after = state;
        after[on.place] = figures - lost;
        after[by.place] = own - own_lost;
        // at most one of them is destroyed: a destroyed unit cannot counter-attack
        let gain = C::N::of(on.morale).masked(lost.ge(figures));
        let loss = C::N::of(by.morale).masked(own_lost.ge(own));
        after[MARK] = self.moved(self.moved(state[MARK], by.side, gain), on.side, loss);
        chance.describe(&MARKER, after[MARK]);
        after
    }

    /// Returns the marker after morale has recovered on its half (B3).
    ///
    /// **Reading**: morale recovers wherever it can, and never gets worse.
    fn recovered<C: Chance>(&self, chance: &mut C, mark: C::N) -> C::N {
        let track = C::N::of(self.track);
        let (a_shaken, b_shaken) = (track.saturating_sub(mark), mark.saturating_sub(track));
        let mut after = mark;
        for zone in &self.zones {
            let (brk, last) = (C::N::of(zone.brk), C::N::of(zone.last));
            // morale returns to the break from anywhere inside the zone
            after = (track - brk).select(a_shaken.gt(brk) & last.ge(a_shaken), after);
            after = (track + brk).select(b_shaken.gt(brk) & last.ge(b_shaken), after);
        }
        chance.describe(&RECOVERED, after);
        after
    }
}

impl CompiledAction {
    /// Compiles action `number`, which is also the key of its attack as a memoised part. Returns
    /// `None` if a unit is missing, which a validated question rules out.
    fn new(question: &Rout, number: u8, action: &RoutAction) -> Option<Self> {
        let fighter = |place: usize| {
            let (side, unit): (WesterosSide, WesterosUnit) =
                *question.units.get(place).filter(|_| place < Rout::MOST_UNITS)?;
            Some((
                RoutUnit {
                    // index 0 of the state is the marker
                    place: place + 1,
                    side,
                    room: room(unit.room),
                    morale: unit.rank.morale(),
                },
                unit,
            ))
        };
        Some(match action {
            RoutAction::Attack { by, on, options } => {
                let ((by, attacker), (on, target)) = (fighter(*by)?, fighter(*on)?);
                let attack = WesterosAttack { attacker, target, options: *options, counter: true };
                Self::Attack { clash: Box::new(Clash::new(&attack, number.into())), by, on }
            }
            RoutAction::Raise(side) => Self::Towards(*side),
            // rallying a unit costs its side a space of morale (B3)
            RoutAction::Rally(WesterosSide::A) => Self::Towards(WesterosSide::B),
            RoutAction::Rally(WesterosSide::B) => Self::Towards(WesterosSide::A),
            RoutAction::Regroup => Self::Regroup,
        })
    }
}

impl Rule for RoutRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let units = |side_of: WesterosSide| {
            self.figures.iter().filter(|(side, _)| *side == side_of).count() as u8
        };
        vec![
            Slot::quantity(
                quantity::A_SHAKEN,
                "spaces of the marker on a's half",
                "spaces",
                self.track,
            ),
            Slot::quantity(
                quantity::B_SHAKEN,
                "spaces of the marker on b's half",
                "spaces",
                self.track,
            ),
            Slot::quantity(quantity::A_LOST, "units lost by a", "units", units(WesterosSide::A)),
            Slot::quantity(quantity::B_LOST, "units lost by b", "units", units(WesterosSide::B)),
            Slot::event(event::A_ROUTS, "a routs"),
            Slot::event(event::B_ROUTS, "b routs"),
            Slot::event(event::NEITHER_ROUTS, "neither routs"),
        ]
    }

    fn steps(&self) -> usize {
        self.actions.len()
    }

    fn start<N: Num>(&self) -> State<N> {
        let mut state = State::default();
        state[MARK] = N::of(self.start);
        for (held, (_, figures)) in state.iter_mut().skip(1).zip(&self.figures) {
            *held = N::of(*figures);
        }
        state
    }

    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        let going = !self.over(state);
        match self.actions.get(step) {
            Some(CompiledAction::Attack { clash, by, on }) => {
                let none = C::N::of(0);
                // an attack of or on a destroyed unit is skipped
                let meet = going & state[by.place].gt(none) & state[on.place].gt(none);
                let fought = when!(meet, self.attack(chance, clash, [*by, *on], *state));
                for (held, new) in state.iter_mut().zip(fought) {
                    *held = new.select(meet, *held);
                }
            }
            Some(CompiledAction::Towards(side)) => {
                state[MARK] =
                    self.moved(state[MARK], *side, C::N::of(1)).select(going, state[MARK]);
                chance.describe(&MARKER, state[MARK]);
            }
            Some(CompiledAction::Regroup) => {
                state[MARK] = self.recovered(chance, state[MARK]).select(going, state[MARK])
            }
            None => {}
        }
    }

    fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
        let [a, b] = self.routed(state[MARK]);
        a | b
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let (mark, track) = (state[MARK], C::N::of(self.track));
        let [a_routs, b_routs] = self.routed(mark);
        let mut lost = [C::N::of(0); 2];
        for (left, (side, _)) in state.iter().skip(1).zip(&self.figures) {
            lost[*side as usize] = lost[*side as usize] + C::N::flag(left.equals(C::N::of(0)));
        }
        chance.record(slot::A_SHAKEN, track.saturating_sub(mark));
        chance.record(slot::B_SHAKEN, mark.saturating_sub(track));
        chance.record(slot::A_LOST, lost[0]);
        chance.record(slot::B_LOST, lost[1]);
        chance.record(slot::A_ROUTS, C::N::flag(a_routs));
        chance.record(slot::B_ROUTS, C::N::flag(b_routs));
        chance.record(slot::NEITHER_ROUTS, C::N::flag(!(a_routs | b_routs)));
    }
}
