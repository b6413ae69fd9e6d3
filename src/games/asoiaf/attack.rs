//! An attack as a question of its own (A2).

use super::assault::{Assault, Corner, Start};
use super::deed::Names;
use super::edition::Parameters;
use super::question::{Attack, Context};
use super::situation::{Fight, Side};
use super::unit::Reach;
use crate::chance::{Chance, GivenRule, Label, Mask, Num, Rule, Slot, State};

/// A die's natural face that succeeds at a value of `value`+ with `modifier`: a 1 never does (A0.2), nor any above `most`.
/// `most` is 6 where a 6 always succeeds (A0.4, A0.5), else 7: then no face may do.
pub(super) fn needed_face(value: u8, modifier: i16, most: i16) -> u8 {
    (i16::from(value) - modifier).clamp(2, most) as u8
}

/// What cover takes from a ranged hit roll (A10).
pub(super) fn cover_modifier(reach: Reach, context: Context) -> i16 {
    if context.cover && reach.is_ranged() { -1 } else { 0 }
}

/// What the defender's saves get from where and over what the attack comes (A3.2, A3.3, A5.7).
pub(super) fn save_bonus(context: Context, parameters: &Parameters) -> i16 {
    parameters.facing(context.facing) + i16::from(context.fortified)
}

/// Places of the results in [`AttackRule`].
mod slot {
    pub const HITS: usize = 0;
    pub const ATTACK_WOUNDS: usize = 1;
    pub const PANIC_WOUNDS: usize = 2;
    pub const WOUNDS: usize = 3;
    pub const PANIC_FAILED: usize = 4;
    pub const DESTROYED: usize = 5;
    pub const OWN_WOUNDS: usize = 6;
    pub const OWN_DESTROYED: usize = 7;
    pub const LEFT: usize = 8;
    pub const OWN_LEFT: usize = 9;
}

/// An attack as a question of its own.
#[derive(Clone, Debug)]
pub struct AttackRule {
    assault: Option<Assault>,
    left: [u8; 2],
    full: [u8; 2],
    tokens: [u8; 2],
}

impl AttackRule {
    /// Makes the question ready, by the book.
    pub fn new(question: &Attack) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Makes the question ready, by the rules of an edition.
    pub fn under(parameters: &Parameters, question: &Attack) -> Self {
        let standings = [question.attacker.standing, question.defender.standing];
        let mut names = Names::default();
        Self {
            assault: Assault::new(Corner::of(question), question.context, Start::Known, parameters, &mut names),
            left: standings.map(|standing| standing.wounds_left()),
            full: standings.map(|standing| standing.body().wounds()),
            tokens: standings.map(|standing| standing.tokens.bits()),
        }
    }

    /// Whether a side's wounds may be healed.
    fn heals(&self, side: Side) -> bool {
        self.assault.as_ref().is_some_and(|assault| assault.heals(side))
    }

    /// Whether the attacker may lose wounds: then what becomes of it is told as well.
    fn tells_own(&self) -> bool {
        self.assault.as_ref().is_some_and(Assault::hurts_striker)
    }

    /// The most wounds a side can suffer: those left, and those it regains on the way.
    fn most_suffered(&self, side: Side) -> u8 {
        let left = self.left[side.index()];
        if self.heals(side) { left.saturating_add(self.full[side.index()]) } else { left }
    }

    /// Whether the results tell what is left of both: where wounds are healed it is not what wounds leave.
    fn tells_left(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.heals(side))
    }
}

impl Rule for AttackRule {
    fn slots(&self) -> Vec<Slot> {
        let most = |of: fn(&Assault) -> u8| self.assault.as_ref().map_or(0, of);
        let panic = most(Assault::most_panic).min(self.most_suffered(Side::Struck));
        let mut slots = vec![
            Slot::quantity("hits", "hits", "hits", most(Assault::most_hits)),
            Slot::quantity("attack_wounds", "unblocked hits", "hits", most(Assault::most_wounds)),
            Slot::quantity("panic_wounds", "wounds from panic", "wounds", panic),
            Slot::quantity("wounds", "wounds in all", "wounds", self.most_suffered(Side::Struck)),
            Slot::event("panic_failed", "panic test failed"),
            Slot::event("destroyed", "destroyed"),
        ];
        // a result that is there always has the same place: what stands before it is there too
        if self.tells_own() || self.tells_left() {
            slots.push(Slot::quantity("own_wounds", "attacker's own wounds", "wounds", self.most_suffered(Side::Striker)));
            slots.push(Slot::event("own_destroyed", "attacker destroyed"));
        }
        if self.tells_left() {
            slots.push(Slot::quantity("left", "defender's wounds left", "wounds", self.full[Side::Struck.index()]));
            slots.push(Slot::quantity("own_left", "attacker's wounds left", "wounds", self.full[Side::Striker.index()]));
        }
        slots
    }

    fn decided(&self) -> Vec<String> {
        self.assault.as_ref().map_or_else(Vec::new, |assault| assault.decided(["the attacker", "the defender"]))
    }

    #[inline(always)]
    fn step<C: Chance>(&self, luck: &mut C, _: usize, state: State<C::N>) -> State<C::N> {
        let start = Fight::new(self.left.map(C::N::of), self.tokens.map(C::N::of));
        let Some(assault) = &self.assault else { return state };
        let (fight, outcome) = assault.make(luck, start, <C::N as Num>::Mask::all_of(true));
        luck.given(0, outcome.hits);
        luck.record(slot::HITS, outcome.hits);
        luck.record(slot::ATTACK_WOUNDS, outcome.attack_wounds);
        luck.record(slot::PANIC_WOUNDS, outcome.panic_wounds);
        luck.record(slot::WOUNDS, fight.suffered[Side::Struck.index()]);
        luck.record(slot::PANIC_FAILED, outcome.panic_failed);
        luck.record(slot::DESTROYED, C::N::flag(fight.left[Side::Struck.index()].equals(C::N::of(0))));
        if self.tells_own() || self.tells_left() {
            luck.record(slot::OWN_WOUNDS, fight.suffered[Side::Striker.index()]);
            luck.record(slot::OWN_DESTROYED, C::N::flag(fight.left[Side::Striker.index()].equals(C::N::of(0))));
        }
        if self.tells_left() {
            luck.record(slot::LEFT, fight.left[Side::Struck.index()]);
            luck.record(slot::OWN_LEFT, fight.left[Side::Striker.index()]);
        }
        state
    }
}

/// Given are the hits: saves, the panic test and all that follows are worked out.
impl GivenRule for AttackRule {
    const GIVEN: &'static str = "the hits";

    fn most_given(&self) -> Vec<u8> {
        vec![self.assault.as_ref().map_or(0, Assault::most_hits)]
    }

    fn settled_by(&self) -> Option<&'static Label> {
        self.assault.as_ref().and_then(Assault::settled_by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_faces_are_those_of_single_dice() {
        // the rule told for one die: 1 fails, 6 succeeds, otherwise face + modifier (at most 6) must reach the value
        for value in 2..=6u8 {
            for modifier in -12..=12i16 {
                for face in 1..=6i16 {
                    let succeeds = face != 1 && (face == 6 || (face + modifier).min(6) >= i16::from(value));
                    let strict = face != 1 && (face + modifier).min(6) >= i16::from(value);
                    assert_eq!(face >= i16::from(needed_face(value, modifier, 7)), strict, "{face} {modifier:+} on {value}+ without sixes");
                    assert_eq!(face >= i16::from(needed_face(value, modifier, 6)), succeeds, "{face} {modifier:+} on {value}+");
                }
            }
        }
    }
}
