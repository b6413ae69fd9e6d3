//! What a row of attacks comes to, for choices: state after state, equal ones put together.

use std::collections::BTreeMap;

use super::super::attack_context::AttackContext;
use super::super::attack_roll::Outcome;
use super::super::choice::{Decided, Weighed};
use super::super::situation::{Fight, Side, Situation};
use super::super::triggered::Names;
use super::{Answers, AttackSequence};
use warodds_engine::chance::Paths;

/// A fight between two attacks of a row: wounds left to both, their tokens, and what the attack in
/// question did, as far as others look at it.
type State = [u8; 6];
/// The chance of each state.
type States = BTreeMap<State, f64>;

impl Weighed for AttackSequence {
    type Answers = Answers;

    fn decided(ctx: &AttackContext<'_>, decided: Decided, answers: &Answers) -> Self {
        Self::of(ctx, decided, answers, &mut Names::default()).without_hits()
    }

    /// One attack of the row after the other.
    fn ends(&self, now: &Situation) -> Vec<([u8; 2], f64)> {
        let start: Fight<u8> = Fight::new(now.left, now.tokens.map(|tokens| tokens.bits()));
        let mut states = States::from([(state_of(&start, &Outcome::default()), 1.0)]);
        if self.begins_apart() {
            states = after(states, |chance, fight, did| (self.begin(chance, fight).0, did));
        }
        for number in 0..self.stages.len() {
            states = after(states, |chance, fight, did| {
                let (place, picked) = self.place(chance, &start);
                let begun = self.begins_apart().then_some(picked);
                self.make_one(chance, number, (fight, did), place, (true, begun))
            });
        }
        if self.in_dangerous[Side::Striker.index()] {
            states = after(states, |chance, fight, did| (self.end(chance, &start, fight), did));
        }
        states.into_iter().map(|([own, other, ..], share)| ([own, other], share)).collect()
    }
}

fn state_of(fight: &Fight<u8>, did: &Outcome<u8>) -> State {
    let Fight { left: [own, other], tokens: [own_tokens, their_tokens], .. } = *fight;
    [own, other, own_tokens, their_tokens, did.dealt.min(1), did.ranks.min(1)]
}

/// The chance of each state after a step in all of them.
fn after(
    states: States,
    step: impl Fn(&mut Paths, Fight<u8>, Outcome<u8>) -> (Fight<u8>, Outcome<u8>),
) -> States {
    let (mut all, mut chance) = (States::new(), Paths::new(&[], None));
    for ([own, other, own_tokens, their_tokens, dealt, ranks], share) in states {
        let ends = chance.distribution_of(share, |chance| {
            let fight = Fight::new([own, other], [own_tokens, their_tokens]);
            let did = Outcome { dealt, ranks, ..Outcome::default() };
            let (fight, did) = step(chance, fight, did);
            state_of(&fight, &did)
        });
        for (end, share) in ends {
            *all.entry(end).or_default() += share;
        }
    }
    all
}
