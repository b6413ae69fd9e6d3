//! Choices of players, by backward induction.
//!
//! A player takes the option that is best for itself. The value of an option is exact: the weighted
//! sum over all outcomes, with the later choices of both players, so a game is solved from its end.
//! Each game supplies its states, options and values; this module compares them. Ties go to the
//! first option. `is_better` returns whether a value is better for the player than another one by
//! more than rounding, so that choices do not depend on the order of a sum.

use warodds_engine::run::tick;

/// Returns the option a player takes and its value, or `None` without options.
pub(crate) fn best<O, V: Copy>(
    options: impl IntoIterator<Item = (O, V)>,
    is_better: impl Fn(V, V) -> bool,
) -> Option<(O, V)> {
    best_until(options, is_better, |_| false)
}

/// Returns the best option and its value, or the first improvement that `is_enough`.
fn best_until<O, V: Copy>(
    options: impl IntoIterator<Item = (O, V)>,
    is_better: impl Fn(V, V) -> bool,
    is_enough: impl Fn(V) -> bool,
) -> Option<(O, V)> {
    let mut best: Option<(O, V)> = None;
    for (option, value) in options {
        // most options enumerate paths, which are counted too; known values would go on unwatched
        tick();
        if best.as_ref().is_none_or(|(_, known)| is_better(value, *known)) {
            best = Some((option, value));
            if is_enough(value) {
                break;
            }
        }
    }
    best
}

/// Returns the choices of two players with opposed interests that have `first` and `second`
/// options. The first player anticipates the reply of the second one. A single pair of options is
/// not evaluated.
///
/// `worth` returns the value of a pair to the first player, for whom `is_better` compares.
pub(crate) fn best_pair<V: Copy>(
    [first, second]: [usize; 2],
    mut worth: impl FnMut([usize; 2]) -> V,
    is_better: impl Fn(V, V) -> bool,
) -> [usize; 2] {
    if first <= 1 && second <= 1 {
        return [0, 0];
    }
    let mut chosen: Option<([usize; 2], V)> = None;
    for own in 0..first {
        let replies = (0..second).map(|other| ([own, other], worth([own, other])));
        // a reply that makes this option no better than a known one rules the option out
        let rules_out = |value| chosen.is_some_and(|(_, known)| !is_better(value, known));
        let reply = best_until(replies, |one, other| is_better(other, one), rules_out);
        chosen = best(chosen.into_iter().chain(reply), &is_better);
    }
    chosen.map_or([0, 0], |(pair, _)| pair)
}

/// Solves a game whose states are in an order in which each leads to earlier ones only. `decide`
/// returns the choice in a state and its value, from the values of all earlier states. Returns the
/// choices and values of all states.
pub(crate) fn solve<S, O, V>(
    states: impl IntoIterator<Item = S>,
    mut decide: impl FnMut(S, &[V]) -> (O, V),
) -> (Vec<O>, Vec<V>) {
    let (mut choices, mut values) = (Vec::new(), Vec::new());
    for state in states {
        tick();
        let (choice, value) = decide(state, &values);
        choices.push(choice);
        values.push(value);
    }
    (choices, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use warodds_engine::run::{Control, Stopped, watched};

    /// States without choices; state `n` is worth `n` at random.
    const ENDS: usize = 4;
    /// States with a choice of two options.
    const CHOICES: usize = 6;

    /// A random game. Each option leads to one of two earlier states with equal chances.
    struct Game {
        ends: [f64; ENDS],
        options: [[[usize; 2]; 2]; CHOICES],
        /// The states in which the first player chooses, as bits.
        first: u32,
    }

    impl Game {
        fn random(seed: u64) -> Self {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut below = |count: usize| dice.random_range(0..count);
            Self {
                ends: std::array::from_fn(|_| below(9) as f64),
                options: std::array::from_fn(|number| {
                    std::array::from_fn(|_| std::array::from_fn(|_| below(ENDS + number)))
                }),
                first: below(1 << CHOICES) as u32,
            }
        }

        fn is_first(&self, number: usize) -> bool {
            self.first >> number & 1 == 1
        }

        /// Returns the value of a state if `policy` holds the option taken in each state, as bits.
        fn value(&self, state: usize, policy: u32) -> f64 {
            let Some(number) = state.checked_sub(ENDS) else { return self.ends[state] };
            let option = (policy >> number & 1) as usize;
            self.options[number][option].map(|next| self.value(next, policy)).iter().sum::<f64>()
                / 2.0
        }

        /// Returns the value of a state by trying all policies of both players.
        fn value_by_brute_force(&self, state: usize) -> f64 {
            let policies = |bits: u32| (0..1 << CHOICES).filter(move |policy| policy & !bits == 0);
            let worst = |own: u32| {
                policies(!self.first)
                    .map(|other| self.value(state, own | other))
                    .fold(f64::MAX, f64::min)
            };
            policies(self.first).map(worst).fold(f64::MIN, f64::max)
        }

        /// Returns the choices and values of all states.
        fn solved(&self) -> (Vec<usize>, Vec<f64>) {
            solve(0..ENDS + CHOICES, |state, values| {
                let Some(number) = state.checked_sub(ENDS) else { return (0, self.ends[state]) };
                let options = self.options[number]
                    .map(|next| next.map(|state| values[state]).iter().sum::<f64>() / 2.0);
                let is_better =
                    |one, other| if self.is_first(number) { one > other } else { one < other };
                best(options.into_iter().enumerate(), is_better).expect("there are options")
            })
        }
    }

    #[test]
    fn solved_values_equal_brute_force_over_all_policies() {
        for seed in 0..200 {
            let game = Game::random(seed);
            let (choices, values) = game.solved();
            let policy = choices[ENDS..].iter().rev().fold(0, |bits, one| bits << 1 | *one as u32);
            for (state, value) in values.into_iter().enumerate() {
                // halves of small numbers are exact
                assert_eq!(value, game.value_by_brute_force(state), "seed {seed}, state {state}");
                assert_eq!(value, game.value(state, policy), "seed {seed}, state {state}");
            }
        }
    }

    #[test]
    fn best_pair_is_the_first_of_the_best_replies() {
        let more = |one: u8, other: u8| one > other;
        let of = |values: [[u8; 3]; 3]| best_pair([3, 3], |[own, other]| values[own][other], more);
        assert_eq!(of([[5, 1, 9], [2, 3, 2], [0, 9, 9]]), [1, 0]);
        assert_eq!(of([[4, 4, 4], [4, 5, 6], [9, 4, 0]]), [0, 0]);
        assert_eq!(best_pair([1, 1], |_| -> u8 { unreachable!("a single pair") }, more), [0, 0]);
    }

    #[test]
    fn best_pair_skips_replies_to_an_option_that_is_ruled_out() {
        let mut evaluated = Vec::new();
        let values = [[5, 7], [4, 9]];
        let worth = |pair: [usize; 2]| {
            evaluated.push(pair);
            values[pair[0]][pair[1]]
        };
        assert_eq!(best_pair([2, 2], worth, |one: u8, other| one > other), [0, 0]);
        assert_eq!(evaluated, [[0, 0], [0, 1], [1, 0]]);
    }

    #[test]
    fn comparing_options_stops_when_its_control_says_so() {
        struct Stop;
        impl Control for Stop {
            fn is_stopped(&self) -> bool {
                true
            }
        }
        let more = |one: u8, other: u8| one > other;
        let pairs = |count| watched(&Stop, || best_pair([count; 2], |_| 0, more));
        assert_eq!((pairs(10), pairs(1_000)), (Ok([0, 0]), Err(Stopped)));
        let states = |count| watched(&Stop, || solve(0..count, |_, _: &[()]| ((), ())).0.len());
        assert_eq!((states(10), states(1_000)), (Ok(10), Err(Stopped)));
    }

    #[test]
    fn best_takes_the_first_of_equals() {
        let options = || [('a', 1), ('b', 3), ('c', 3)];
        assert_eq!(best(options(), |one, other| one > other), Some(('b', 3)));
        assert_eq!(best(options(), |one, other| one < other), Some(('a', 1)));
        assert_eq!(best([(); 0].map(|()| ('a', 1)), |one, other| one > other), None);
    }
}
