//! An attack as a question of its own (A2).

use super::attack_context::Activation;
use super::attack_roll::{AttackRoll, Outcome, Volley};
use super::attack_sequence::{AttackSequence, Corner, Start};
use super::edition::Parameters;
use super::friends::FriendTests;
use super::question::{Attack, Context};
use super::situation::{Fight, Side};
use super::triggered::Names;
use super::unit::Reach;
use warodds_engine::chance::{Chance, ConditionalRule, Label, Mask, Num, Rule, Slot, State};
use warodds_engine::dist::Joint;
use warodds_engine::run::{ContractError, Control, Strata, paired, strata};

/// A die's natural face that succeeds at a value of `value`+ with `modifier`: a 1 never does
/// (A0.2), nor any above `most`. `most` is 6 where a 6 always succeeds (A0.4, A0.5), else 7: then
/// no face may do.
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
    /// Of friends, counted from the first that is theirs: what stands before them varies.
    pub const FRIENDS_WOUNDS: usize = 0;
    pub const FRIENDS_FAILED: usize = 1;
    pub const FRIENDS_DESTROYED: usize = 2;
}

/// SituationIndex in the state of an [`AttackRule`] that says that all is done; the counts of a
/// volley but its hits stand before it.
const DONE: usize = 6;

/// An attack as a question of its own.
#[derive(Clone, Debug)]
pub struct AttackRule {
    sequence: Option<AttackSequence>,
    left: [u8; 2],
    full: [u8; 2],
    tokens: [u8; 2],
    /// Whether the attacker may lose wounds: then what becomes of it is told as well.
    tells_own: bool,
    /// Whether the results tell what is left of both: where wounds are healed it is not what wounds
    /// leave.
    tells_left: bool,
    /// The panic tests that follow (A6.14).
    friends: FriendTests,
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
        let sequence = AttackSequence::new(
            Corner::of(question),
            question.context,
            (Start::Known, Activation::Whole),
            parameters,
            &mut names,
        );
        let tells_left = sequence
            .as_ref()
            .is_some_and(|sequence| Side::BOTH.into_iter().any(|side| sequence.heals(side)));
        Self {
            tells_own: tells_left || sequence.as_ref().is_some_and(AttackSequence::hurts_striker),
            tells_left,
            friends: FriendTests::new(question, parameters, &mut names),
            sequence,
            left: standings.map(|standing| standing.wounds_left()),
            full: standings.map(|standing| standing.body().wounds()),
            tokens: standings.map(|standing| standing.tokens.bits()),
        }
    }

    /// Both with common dice, and how often each pair of what slot number `slot` came to was seen:
    /// see [`paired`].
    ///
    /// # Errors
    /// When a rule has no such slot or breaks its contract; no input does that.
    pub fn with_common_dice(
        rules: [&Self; 2],
        slot: usize,
        trials: u64,
        seed: u64,
        control: &dyn Control,
    ) -> Result<Joint<u64>, ContractError> {
        paired(rules, slot, trials, seed, control)
    }

    /// The distributions under each number of hits: see [`strata`].
    ///
    /// # Errors
    /// When the rule breaks its contract with the exact engine; no input does that.
    pub fn strata(&self) -> Result<Strata, ContractError> {
        strata(self)
    }

    /// Whether a side's wounds may be healed.
    fn heals(&self, side: Side) -> bool {
        self.sequence.as_ref().is_some_and(|sequence| sequence.heals(side))
    }

    /// The most wounds a side can suffer: those left, and those it regains on the way.
    fn most_suffered(&self, side: Side) -> u8 {
        let left = self.left[side.index()];
        if self.heals(side) { left.saturating_add(self.full[side.index()]) } else { left }
    }

    /// The fight as it begins.
    #[inline(always)]
    fn start<N: Num>(&self) -> Fight<N> {
        let of = |[striker, struck]: [u8; 2]| [N::of(striker), N::of(struck)];
        Fight::new(of(self.left), of(self.tokens))
    }

    /// What the dice came to.
    #[inline(always)]
    fn record_dice<C: Chance>(chance: &mut C, hits: C::N, attack_wounds: C::N) {
        chance.given(0, hits);
        chance.record(slot::HITS, hits);
        chance.record(slot::ATTACK_WOUNDS, attack_wounds);
    }

    /// What they did.
    #[inline(always)]
    fn record_end<C: Chance>(&self, chance: &mut C, fight: &Fight<C::N>, outcome: &Outcome<C::N>) {
        chance.record(slot::PANIC_WOUNDS, outcome.panic_wounds);
        chance.record(slot::WOUNDS, fight.suffered[Side::Struck.index()]);
        chance.record(slot::PANIC_FAILED, outcome.panic_failed);
        chance.record(
            slot::DESTROYED,
            C::N::flag(fight.left[Side::Struck.index()].equals(C::N::of(0))),
        );
        if self.tells_own {
            chance.record(slot::OWN_WOUNDS, fight.suffered[Side::Striker.index()]);
            chance.record(
                slot::OWN_DESTROYED,
                C::N::flag(fight.left[Side::Striker.index()].equals(C::N::of(0))),
            );
        }
        if self.tells_left {
            chance.record(slot::LEFT, fight.left[Side::Struck.index()]);
            chance.record(slot::OWN_LEFT, fight.left[Side::Striker.index()]);
        }
    }

    /// The place of the first result of friends.
    #[inline(always)]
    const fn friends_at(&self) -> usize {
        slot::OWN_WOUNDS + 2 * (self.tells_own as usize) + 2 * (self.tells_left as usize)
    }

    /// The panic tests of friends, in a step of their own: they hang on nothing but what is left of
    /// the target, which `state` tells.
    #[inline(always)]
    fn friends_test<C: Chance>(&self, chance: &mut C, state: &mut State<C::N>) {
        let [left, tokens, ..] = *state;
        let shaken = chance.out_of_line(|chance| self.friends.take(chance, left, tokens));
        let first = self.friends_at();
        chance.record(first + slot::FRIENDS_WOUNDS, shaken.wounds);
        chance.record(first + slot::FRIENDS_FAILED, shaken.failed);
        chance.record(first + slot::FRIENDS_DESTROYED, shaken.destroyed);
        *state = State::default();
    }

    /// The state after the attack: with nothing more to come, or with what friends' tests hang on.
    #[inline(always)]
    fn after_attack<N: Num>(&self, fight: &Fight<N>) -> State<N> {
        let mut state = State::default();
        if self.friends.is_empty() {
            state[DONE] = N::of(1);
        } else {
            [state[0], state[1]] = [fight.left[1], fight.tokens[1]];
        }
        state
    }

    /// How many steps the attack itself takes.
    #[inline(always)]
    fn steps_of_attack(&self) -> usize {
        if self.sequence.as_ref().is_some_and(|sequence| sequence.alone().is_some()) {
            2
        } else {
            1
        }
    }

    /// An attack that is all there is, in two steps: its dice, and what they do. What they do does
    /// not hang on the number of hits, so that the exact engine has fewer states to go on from.
    #[inline(always)]
    fn in_halves<C: Chance>(
        &self,
        chance: &mut C,
        strike: &AttackRoll,
        step: usize,
        state: &mut State<C::N>,
    ) {
        let mut fight = self.start();
        let (place, picked) = strike.place(chance, &fight);
        if step == 0 {
            let [hits, wounds, given, own, their, first, second] =
                strike.roll_once(chance, &fight, place, <C::N as Num>::Mask::all_of(true)).counts();
            Self::record_dice(chance, hits, wounds);
            *state = [wounds, given, own, their, first, second, C::N::of(0), C::N::of(0)];
            return;
        }
        let [wounds, given, own, their, first, second, ..] = *state;
        let volley = Volley::of([C::N::of(0), wounds, given, own, their, first, second]);
        let outcome = strike.finish(chance, &mut fight, picked, volley);
        self.record_end(chance, &fight, &outcome);
        *state = self.after_attack(&fight);
    }
}

impl AttackRule {
    /// The results but those of friends.
    fn slots_of_attack(&self) -> Vec<Slot> {
        let most = |of: fn(&AttackSequence) -> u8| self.sequence.as_ref().map_or(0, of);
        let panic = most(AttackSequence::most_panic).min(self.most_suffered(Side::Struck));
        let mut slots = vec![
            Slot::quantity("hits", "hits", "hits", most(AttackSequence::most_hits)),
            Slot::quantity(
                "attack_wounds",
                "unblocked hits",
                "hits",
                most(AttackSequence::most_wounds),
            ),
            Slot::quantity("panic_wounds", "wounds from panic", "wounds", panic),
            Slot::quantity("wounds", "wounds in all", "wounds", self.most_suffered(Side::Struck)),
            Slot::event("panic_failed", "panic test failed"),
            Slot::event("destroyed", "destroyed"),
        ];
        // a result that is there always has the same place: what stands before it is there too
        if self.tells_own {
            slots.push(Slot::quantity(
                "own_wounds",
                "attacker's own wounds",
                "wounds",
                self.most_suffered(Side::Striker),
            ));
            slots.push(Slot::event("own_destroyed", "attacker destroyed"));
        }
        if self.tells_left {
            slots.push(Slot::quantity(
                "left",
                "defender's wounds left",
                "wounds",
                self.full[Side::Struck.index()],
            ));
            slots.push(Slot::quantity(
                "own_left",
                "attacker's wounds left",
                "wounds",
                self.full[Side::Striker.index()],
            ));
        }
        slots
    }
}

impl Rule for AttackRule {
    fn slots(&self) -> Vec<Slot> {
        let mut slots = self.slots_of_attack();
        if !self.friends.is_empty() {
            let (most, count) = (self.friends.most_wounds(), self.friends.count());
            slots.extend([
                Slot::quantity("friends_wounds", "wounds of friends", "wounds", most),
                Slot::quantity("friends_failed", "friends that fail", "friends", count),
                Slot::quantity("friends_destroyed", "friends destroyed", "friends", count),
            ]);
        }
        slots
    }

    fn decided(&self) -> Vec<String> {
        let names = ["the attacker", "the defender"];
        self.sequence.as_ref().map_or_else(Vec::new, |sequence| {
            [sequence.decided(names), sequence.left_out(names)].concat()
        })
    }

    fn steps(&self) -> usize {
        self.steps_of_attack() + usize::from(!self.friends.is_empty())
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        let Some(sequence) = &self.sequence else { return };
        if C::MERGES && step == self.steps_of_attack() {
            return self.friends_test(chance, state);
        }
        if C::MERGES
            && let Some(strike) = sequence.alone()
        {
            return self.in_halves(chance, strike, step, state);
        }
        let mut fight = self.start();
        let outcome = sequence.make(chance, &mut fight, <C::N as Num>::Mask::all_of(true));
        Self::record_dice(chance, outcome.hits, outcome.attack_wounds);
        self.record_end(chance, &fight, &outcome);
        *state = self.after_attack(&fight);
        // who merges no states has nothing from another step
        if !C::MERGES && !self.friends.is_empty() {
            self.friends_test(chance, state);
            state[DONE] = C::N::of(1);
        }
    }

    #[inline(always)]
    fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
        state[DONE].gt(N::of(0))
    }
}

/// Given are the hits: saves, the panic test and all that follows are worked out.
impl ConditionalRule for AttackRule {
    const GIVEN: &'static str = "the hits";

    fn most_given(&self) -> Vec<u8> {
        vec![self.sequence.as_ref().map_or(0, AttackSequence::most_hits)]
    }

    fn settled_by(&self) -> Option<&'static Label> {
        self.sequence.as_ref().and_then(AttackSequence::settled_by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_faces_are_those_of_single_dice() {
        // the rule told for one die: 1 fails, 6 succeeds, otherwise face + modifier (at most 6)
        // must reach the value
        for value in 2..=6u8 {
            for modifier in -12..=12i16 {
                for face in 1..=6i16 {
                    let succeeds =
                        face != 1 && (face == 6 || (face + modifier).min(6) >= i16::from(value));
                    let strict = face != 1 && (face + modifier).min(6) >= i16::from(value);
                    assert_eq!(
                        face >= i16::from(needed_face(value, modifier, 7)),
                        strict,
                        "{face} {modifier:+} on {value}+ without sixes"
                    );
                    assert_eq!(
                        face >= i16::from(needed_face(value, modifier, 6)),
                        succeeds,
                        "{face} {modifier:+} on {value}+"
                    );
                }
            }
        }
    }
}
