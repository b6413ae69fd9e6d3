//! An attack with a pursuit (B2.10): an attacker that destroyed its target or drove it back may
//! follow and attack once more.

use super::attack::driven_back;
use super::clash::Clash;
use super::question::{AttackOptions, Pursuit, PursuitTarget, WesterosAttack};
use super::results::{event, quantity};
use super::strike::{UNLIMITED, room};
use warodds_engine::chance::{Chance, Label, Mask, Num, Rule, Slot, State, when};

const PURSUES: Label = Label::counted(
    "hex retreated: the pursuer attacks again",
    "hexes retreated: the pursuer attacks again",
    "B2.10",
);

/// Indices of the results of [`PursuitRule`].
mod slot {
    pub(super) const FIGURES_LOST: usize = 0;
    pub(super) const RETREAT: usize = 1;
    pub(super) const DESTROYED: usize = 2;
    pub(super) const DRIVEN_BACK: usize = 3;
    pub(super) const PURSUED: usize = 4;
    pub(super) const OTHER_LOST: usize = 5;
    pub(super) const OTHER_DESTROYED: usize = 6;
}

/// The rule of an attack with a pursuit.
#[derive(Clone, Debug)]
pub struct PursuitRule {
    first: Clash,
    second: Clash,
    hexes: u8,
    own_figures: u8,
    own_room: u8,
    figures: u8,
    room: u8,
    /// Figures and room of the other unit attacked in the pursuit; `None` for the same unit.
    other: Option<[u8; 2]>,
}

impl PursuitRule {
    /// Compiles the question.
    ///
    /// An Off-Balance attacker has moved by then and loses a die. **Reading**: otherwise the second
    /// attack has the dice of the first, as far as terrain allows; it does not flank, and a target
    /// that was driven back is on plains.
    pub fn new(question: &Pursuit) -> Self {
        let Pursuit { attack, hexes, off_balance, then } = question;
        let target = match then {
            PursuitTarget::Same => {
                super::WesterosUnit { terrain: super::WesterosTerrain::Plains, ..attack.target }
            }
            PursuitTarget::Other(other) => *other,
        };
        let attacker =
            super::WesterosUnit { terrain: super::WesterosTerrain::Plains, ..attack.attacker };
        let moved = attack.options.moved || *off_balance;
        let options = AttackOptions { flanking: false, engaged: false, moved, ..attack.options };
        Self {
            first: Clash::new(attack, 0),
            second: Clash::new(
                &WesterosAttack { attacker, target, options, counter: attack.counter },
                1,
            ),
            hexes: hexes.get(),
            own_figures: attack.attacker.figures.get(),
            own_room: room(attack.attacker.room),
            figures: attack.target.figures.get(),
            room: room(attack.target.room),
            other: match then {
                PursuitTarget::Same => None,
                PursuitTarget::Other(other) => Some([other.figures.get(), room(other.room)]),
            },
        }
    }

    /// Returns the largest number of hexes the first target retreats in both attacks.
    fn most_retreat(&self) -> u8 {
        let second = if self.other.is_some() { 0 } else { self.second.strike().dice() };
        (self.first.strike().dice() + second).min(self.room)
    }
}

impl Rule for PursuitRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let mut slots = vec![
            Slot::quantity(quantity::FIGURES_LOST, "figures lost", "figures", self.figures),
            Slot::quantity(quantity::RETREAT, "hexes retreated", "hexes", self.most_retreat()),
            Slot::event(event::DESTROYED, "destroyed"),
            Slot::event(event::DRIVEN_BACK, "driven back"),
            Slot::event(event::PURSUED, "attacked again"),
        ];
        if let Some([figures, _]) = self.other {
            slots.push(Slot::quantity(
                quantity::OTHER_FIGURES_LOST,
                "figures lost by the other target",
                "figures",
                figures,
            ));
            slots.push(Slot::event(event::OTHER_DESTROYED, "other target destroyed"));
        }
        slots
    }

    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let [own, own_room, figures, room] =
            [self.own_figures, self.own_room, self.figures, self.room].map(C::N::of);
        let first = self.first.make(chance, [own, own_room, figures, room]).result;
        let left = figures - first.lost;
        // a pursuit needs an empty hex to enter (B2.10)
        let gave_way = first.destroyed | first.retreat.gt(C::N::of(0));
        // one hex takes the pursuer to the target's place; each further one closes another hex
        let reached = !first.destroyed & first.retreat.lt(C::N::of(self.hexes + 1));
        let pursued = gave_way & (reached | <C::N as Num>::Mask::all_of(self.other.is_some()));
        // room used in the first retreat is gone for the second
        let room_left = if self.room == UNLIMITED { room } else { room - first.retreat };
        let [second_figures, second_room] =
            self.other.map_or([left, room_left], |other| other.map(C::N::of));
        let inputs = [own, own_room, second_figures, second_room];
        let [lost, retreat] = when!(pursued, self.again(chance, first.retreat, inputs));
        let on_first = <C::N as Num>::Mask::all_of(self.other.is_none());
        let (all_lost, all_retreat) =
            (first.lost + lost.masked(on_first), first.retreat + retreat.masked(on_first));
        chance.record(slot::FIGURES_LOST, all_lost);
        chance.record(slot::RETREAT, all_retreat);
        chance.record(slot::DESTROYED, C::N::flag(all_lost.ge(figures)));
        chance.record(slot::DRIVEN_BACK, C::N::flag(driven_back(all_lost, figures, all_retreat)));
        chance.record(slot::PURSUED, C::N::flag(pursued));
        if let Some([figures, _]) = self.other {
            chance.record(slot::OTHER_LOST, lost);
            chance.record(slot::OTHER_DESTROYED, C::N::flag(lost.ge(C::N::of(figures))));
        }
    }
}

impl PursuitRule {
    /// Resolves the second attack. Returns figures lost and hexes retreated.
    fn again<C: Chance>(&self, chance: &mut C, retreated: C::N, inputs: [C::N; 4]) -> [C::N; 2] {
        chance.describe(&PURSUES, retreated);
        let result = self.second.make(chance, inputs).result;
        [result.lost, result.retreat]
    }
}
