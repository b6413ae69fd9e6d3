//! Attackers who choose to destroy the unit with the fewest attacks, against a player who chooses
//! to hold out.

use rustc_hash::FxHashMap;

use super::super::attack_context::{Activation, Picks};
use super::super::attack_sequence::{AttackSequence, Turn, TurnChoices, TurnContext, Unsolved};
use super::super::choice::ChoiceValue;
use super::super::edition::Parameters;
use super::super::question::Attack;
use super::super::state_table::StartState;
use super::{AttackOrder, MOST_ATTACKS};

/// Wounds left to the unit, and its tokens.
type UnitState = [u8; 2];
/// The number of a state before an attack, or `None` if the unit is destroyed, with its
/// probability.
type NumberedEnds = Vec<(Option<usize>, f64)>;

/// Values differ by less than this between two rounds of improvement when they have converged.
const CONVERGED: f64 = 1e-10;

/// A state of the unit before the attack of one of the attackers.
struct Node {
    attacker: usize,
    unit: UnitState,
    choices: TurnChoices,
    /// The states after each attack, by its index.
    ends: Vec<(usize, NumberedEnds)>,
}

/// The attackers with their wounds and tokens.
type Turns<'a> = Vec<(UnitState, Turn<'a>)>;

/// The states that attacks of these attackers, over and over, may leave.
struct Reached<'a> {
    turns: &'a Turns<'a>,
    order: AttackOrder,
    nodes: Vec<Node>,
    numbers: FxHashMap<(usize, UnitState), usize>,
    /// States whose attack is not enumerated yet.
    open: Vec<(usize, UnitState)>,
}

impl<'a> Reached<'a> {
    /// Enumerates all states from the first attack on.
    fn from(
        turns: &'a Turns<'a>,
        order: AttackOrder,
        start: UnitState,
    ) -> Result<Vec<Node>, Unsolved> {
        let (nodes, numbers) = Default::default();
        let mut all = Self { turns, order, nodes, numbers, open: Vec::new() };
        all.number(0, start);
        // new states are numbered in the order in which they are enumerated
        let mut next = 0;
        while let Some((attacker, unit)) = all.open.get(next).copied() {
            let node = all.node(attacker, unit).ok_or(Unsolved)?;
            all.nodes.push(node);
            next += 1;
        }
        Ok(all.nodes)
    }

    fn number(&mut self, attacker: usize, unit: UnitState) -> usize {
        let Self { numbers, open, .. } = self;
        *numbers.entry((attacker, unit)).or_insert_with(|| {
            open.push((attacker, unit));
            open.len() - 1
        })
    }

    fn node(&mut self, attacker: usize, unit: UnitState) -> Option<Node> {
        let (own, turn) = self.turns.get(attacker)?;
        let state = start_state(*own, unit);
        let choices = turn.choices(state);
        let next = self.order.at(attacker + 1);
        let mut ends = Vec::new();
        for attack in choices.attacks() {
            let after = turn.ends(attack, state)?;
            let numbered = after.into_iter().map(|([_, left, _, tokens], share)| {
                ((left > 0).then(|| self.number(next, [left, tokens])), share)
            });
            ends.push((attack.0, numbered.collect()));
        }
        Some(Node { attacker, unit, choices, ends })
    }
}

const fn start_state([own, held]: UnitState, [left, tokens]: UnitState) -> StartState {
    [own, left, held, tokens]
}

impl Node {
    /// Returns the best pair of options and the expected number of attacks from here on, from those
    /// of all states.
    fn best(&self, attacks: &[f64]) -> (usize, f64) {
        let (pair, (value, _)) = self.choices.best(|attack, _| self.value(attack, attacks));
        (pair, 1.0 - value)
    }

    /// Returns the value of an attack to its attacker: the fewer attacks follow, the better.
    fn value(&self, attack: usize, attacks: &[f64]) -> ChoiceValue {
        let ends = self.ends.iter().find(|(other, _)| *other == attack);
        let later = |(end, share): &(Option<usize>, f64)| {
            end.and_then(|number| attacks.get(number)).map_or(0.0, |attacks| attacks * share)
        };
        (-ends.map_or(0.0, |(_, ends)| ends.iter().map(later).sum::<f64>()), 0.0)
    }
}

/// Compiles the attacks, made over and over in order, if all players choose by the number of
/// attacks that the unit stands. `None` if nobody has a choice.
///
/// # Errors
/// [`Unsolved`] if there are too many choices to count, or some are open in an attack out of turn.
pub(super) fn fewest_attacks(
    parameters: &Parameters,
    (attacks, order): (&[Attack], AttackOrder),
    start: UnitState,
) -> Result<Option<Vec<AttackSequence>>, Unsolved> {
    let contexts: Vec<TurnContext<'_>> = attacks
        .iter()
        .map(|attack| TurnContext::new(attack, Activation::Whole, parameters))
        .collect();
    let own = attacks.iter().map(|attack| {
        let state = attack.attacker.state;
        [state.wounds_left(), state.tokens.bits()]
    });
    let turns: Turns<'_> = own.zip(&contexts).map(|(own, ctx)| (own, Turn::new(ctx))).collect();
    if !turns.iter().any(|(_, turn)| turn.may_choose()) {
        return Ok(None);
    }
    let nodes = Reached::from(&turns, order, start)?;
    if nodes.iter().all(|node| node.ends.len() < 2) {
        return Ok(None);
    }
    let expected = expected_attacks(&nodes);
    let of = |(attacker, (own, turn)): (usize, &(UnitState, Turn<'_>))| {
        let here = nodes.iter().filter(|node| node.attacker == attacker);
        let choice = |node: &Node| {
            let picks = node.choices.picks(node.best(&expected).0)?.clone();
            Some((start_state(*own, node.unit), picks))
        };
        let choices: Vec<(StartState, Picks)> = here.filter_map(choice).collect();
        turn.compiled(&turn.memory(), &choices, &|_| (0.0, 0.0))
    };
    turns.iter().enumerate().map(of).collect::<Result<_, _>>().map(Some)
}

/// Returns the expected number of attacks from each state on. It is improved until it no longer
/// changes: a unit may heal, so the states have no order.
fn expected_attacks(nodes: &[Node]) -> Vec<f64> {
    let mut attacks = vec![0.0; nodes.len()];
    for _ in 0..MOST_ATTACKS {
        let improved: Vec<f64> = nodes.iter().map(|node| node.best(&attacks).1).collect();
        let changes = improved.iter().zip(&attacks).map(|(one, other)| (one - other).abs());
        let change = changes.fold(0.0, f64::max);
        attacks = improved;
        if change < CONVERGED {
            break;
        }
    }
    attacks
}
