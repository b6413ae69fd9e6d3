//! What a row of attacks comes to, for choices: state after state, equal ones put together.

use std::collections::BTreeMap;

use super::super::attack_roll::Outcome;
use super::super::situation::{Fight, Side, Situation};
use super::AttackSequence;
use warodds_engine::chance::Paths;

/// A fight between two attacks of a row: wounds left to both, their tokens, and what the attack in
/// question did, as far as others look at it.
type State = [u8; 6];
/// The chance of each state.
type States = BTreeMap<State, f64>;

impl AttackSequence {
    /// The distribution of the wounds left to both at last, one attack of the row after the other.
    pub(in crate::asoiaf) fn ends(&self, now: &Situation) -> Vec<([u8; 2], f64)> {
        let start: Fight<u8> = Fight::new(now.left, now.tokens.map(|tokens| tokens.bits()));
        let mut states = States::from([(state_of(&start, &Outcome::default()), 1.0)]);
        if self.begins_apart() {
            states = after(states, |chance, fight, did| (self.begin(chance, fight).0, did));
        }
        for (stage, number) in self.stages.iter().zip(0..) {
            states = after(states, |chance, fight, did| {
                let (place, picked) = self.place(chance, &start);
                if !stage.may(chance, &fight, place, &did) {
                    return (fight, did);
                }
                let is_main = number == self.main;
                let begun = (self.begins_apart() && is_main).then_some(picked);
                let (made, outcome) = stage.run(chance, fight, true, begun);
                let made = self.after_stage(chance, number, [fight, made], true);
                (made, if is_main { outcome } else { did })
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
