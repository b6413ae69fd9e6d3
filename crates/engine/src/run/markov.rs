//! Rules whose steps repeat, as Markov chains.
//!
//! The transitions from each state are enumerated once per kind of step. Every step after that
//! multiplies the weights of the states by a sparse matrix, without replaying the rule.

use std::mem::take;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::chance::{CachedWeight, Mergeable, Paths, Scalar, Sequential};

/// The weights of all states of a rule, and the known transitions between states.
pub(super) struct MarkovChain<'r, S, W> {
    rule: &'r dyn Sequential<State = S>,
    vertices: Vec<Vertex<S, W>>,
    /// Index of each vertex.
    indices: FxHashMap<S, usize>,
    /// Indices in ascending order of states, so that sums are added in the same order on every
    /// machine.
    ascending: Vec<usize>,
    /// Clock of all states with a weight.
    clock: u8,
    /// Index of the next vertex and probability, row after row.
    transitions: Vec<(usize, W)>,
}

/// A state with its weight.
struct Vertex<S, W> {
    /// The state without its clock (see [`Sequential::clock`]), so that it recurs in later rounds.
    state: S,
    /// Weight before the step being taken; 0 if the state is finished or not reached.
    weight: W,
    /// Weight after the step being taken.
    after: W,
    /// Known transitions by kind of step.
    rows: Vec<(usize, Row)>,
}

/// The transitions from a state in a step.
#[derive(Clone)]
struct Row {
    transitions: Range<usize>,
    /// Advance of the clock.
    ticks: u8,
}

impl<'r, S: Mergeable, W: CachedWeight> MarkovChain<'r, S, W> {
    /// Creates the chain of a rule in its initial state.
    pub(super) fn new(rule: &'r dyn Sequential<State = S>) -> Self {
        let mut chain = Self {
            rule,
            vertices: Vec::new(),
            indices: FxHashMap::default(),
            ascending: Vec::new(),
            clock: 0,
            transitions: Vec::new(),
        };
        let (start, clock) = chain.index(rule.start());
        chain.vertices[start].weight = W::one();
        Self { clock, ..chain }
    }

    /// Returns the number of states seen so far.
    pub(super) const fn count(&self) -> usize {
        self.vertices.len()
    }

    /// Takes a step of a kind from all states.
    pub(super) fn step(&mut self, chance: &mut Paths<W>, step: usize, kind: usize) {
        let mut ticks = 0;
        for source in self.ascending.clone() {
            let weight = take(&mut self.vertices[source].weight);
            if weight.is_zero() {
                continue;
            }
            let row = self.row(chance, step, kind, source);
            for (target, probability) in &self.transitions[row.transitions] {
                self.vertices[*target].after += weight.times(probability);
            }
            ticks = row.ticks;
        }
        self.clock += ticks;
        self.vertices.iter_mut().for_each(|vertex| vertex.weight = take(&mut vertex.after));
    }

    /// Records the results of the states in which the rule is over, or of all, and drops them.
    pub(super) fn finish(&mut self, chance: &mut Paths<W>, all: bool) {
        for &index in &self.ascending {
            let Vertex { state, weight, .. } = &mut self.vertices[index];
            if weight.is_zero() || !(all || self.rule.over(state)) {
                continue;
            }
            let mut state = state.clone();
            if let Some(clock) = self.rule.clock(&mut state) {
                *clock = self.clock;
            }
            chance.each_path(take(weight), |chance| self.rule.finish(chance, &state), |(), _| {});
        }
    }

    /// Returns the transitions from a vertex, enumerated at most once per kind of step.
    fn row(&mut self, chance: &mut Paths<W>, step: usize, kind: usize, source: usize) -> Row {
        let Vertex { state, rows, .. } = &self.vertices[source];
        if let Some((_, row)) = rows.iter().find(|(known, _)| *known == kind) {
            return row.clone();
        }
        let (rule, state) = (self.rule, state.clone());
        let (first, mut ticks) = (self.transitions.len(), 0);
        let after = |chance: &mut Scalar<'_>| {
            let mut after = state.clone();
            rule.step(chance, step, &mut after);
            after
        };
        chance.each_path(W::one(), after, |after, weight| {
            let (target, clock) = self.index(after);
            ticks = clock;
            self.transitions.push((target, weight.clone()));
        });
        let row = Row { transitions: first..self.transitions.len(), ticks };
        self.vertices[source].rows.push((kind, row.clone()));
        row
    }

    /// Returns the index of the vertex of a state, created if the state is new, and its clock.
    fn index(&mut self, mut state: S) -> (usize, u8) {
        let clock = self.rule.clock(&mut state).map_or(0, take);
        let index = *self.indices.entry(state).or_insert_with_key(|state| {
            let index = self.vertices.len();
            let below = |&other: &usize| self.vertices[other].state < *state;
            self.ascending.insert(self.ascending.partition_point(below), index);
            let (weight, after) = (W::default(), W::default());
            self.vertices.push(Vertex { state: state.clone(), weight, after, rows: Vec::new() });
            index
        });
        (index, clock)
    }
}

#[cfg(test)]
mod tests {
    use crate::chance::{Chance, EventName, Label, Num, QuantityName, Rule, Slot, State};
    use crate::run::exact;

    const DIE: Label = Label::new("a die", "");

    /// Rolls dice: a 1 costs one of three wounds, a 6 heals one.
    struct Fever {
        repeats: bool,
    }

    impl Rule for Fever {
        fn slots(&self) -> Vec<Slot> {
            vec![
                Slot::quantity(QuantityName::new("rolls"), "rolls", "rolls", 12),
                Slot::event(EventName::new("dead"), "dead"),
            ]
        }
        fn steps(&self) -> usize {
            12
        }
        fn start<N: Num>(&self) -> State<N> {
            [2, 0, 0, 0, 0, 0, 0, 0].map(N::of)
        }
        fn step<C: Chance>(&self, chance: &mut C, _: usize, state: &mut State<C::N>) {
            let die = chance.d6(&DIE);
            let healed = state[0] + C::N::flag(die.ge(C::N::of(6)));
            let left = healed.at_most(C::N::of(3)).saturating_sub(C::N::flag(die.lt(C::N::of(2))));
            let over = self.over(state);
            state[1] = state[1] + C::N::flag(!over);
            state[0] = left.masked(!over);
        }
        fn kinds(&self) -> Vec<usize> {
            if self.repeats { vec![0; 12] } else { Vec::new() }
        }
        fn clock(&self) -> Option<usize> {
            Some(1)
        }
        fn over<N: Num>(&self, state: &State<N>) -> N::Mask {
            state[0].equals(N::of(0))
        }
        fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
            chance.record(0, state[1]);
            chance.record(1, C::N::flag(state[0].equals(C::N::of(0))));
        }
    }

    #[test]
    fn markov_chain_has_the_digits_of_the_paths() {
        let [chain, paths] = [true, false].map(|repeats| exact(&Fever { repeats }));
        assert!(chain.is_ok());
        assert_eq!(chain, paths);
    }
}
