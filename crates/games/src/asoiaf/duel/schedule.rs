//! The attacks of a duel: the distinct ones, and which is made in each step.

use super::super::attack_sequence::spent;
use super::super::duel_attack::DuelAttack;
use super::super::edition::Parameters;
use super::super::effect::CountRange;
use super::super::question::{Attack, Combatant, Duel, DuelSide};
use super::super::usage::Circumstances;

/// The compiled attacks of a duel.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// The distinct attacks, with the index of their attacker.
    pub attacks: Vec<(usize, DuelAttack)>,
    /// Index of the attack of each step.
    pub steps: Vec<usize>,
}

/// Everything that changes from attack to attack regardless of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TurnState {
    /// The attacking side: 0 for `a`, 1 for `b`.
    attacker: usize,
    is_opening: bool,
    /// Whether the attack is the first of its attacker: cards are played in it, if there are any.
    plays_cards: bool,
    /// The round of the game, up to the last one the abilities of each side distinguish.
    rounds: [u8; 2],
    /// Resource tokens left to both sides.
    resources: [u8; 2],
}

impl TurnState {
    /// Returns the attack of this step: after the opening, both units are engaged and have
    /// activated.
    fn attack(&self, question: &Duel) -> Attack {
        let mut attack = question.attacks[self.attacker].clone();
        if self.is_opening {
            attack.context = question.opening.context();
        }
        let of_side = |number: usize, was: Circumstances| {
            let (round, resource) = (self.rounds[number], self.resources[number]);
            let (activated, engaged_since_start) = if self.is_opening {
                (was.activated, was.engaged_since_start)
            } else {
                (true, true)
            };
            Circumstances { activated, engaged_since_start, round, resource, ..was }
        };
        let (own, other) = (self.attacker, 1 - self.attacker);
        attack.attacker.circumstances = of_side(own, attack.attacker.circumstances);
        attack.defender.circumstances = of_side(other, attack.defender.circumstances);
        for (side, attacks) in [(&mut attack.attacker, true), (&mut attack.defender, false)] {
            side.keep_cards(|card| {
                let role = card.trigger.is_of_the_attacker();
                self.plays_cards && role.is_none_or(|is_attacker| is_attacker == attacks)
            });
        }
        attack
    }
}

/// Returns the last round of the game that the abilities of a side distinguish from later ones.
fn last_round(side: &Combatant) -> u8 {
    let rounds = side
        .abilities
        .iter()
        .flat_map(|ability| ability.effects.all())
        .map(|effect| effect.conditions.round);
    let last = |round: CountRange| {
        if round.most == CountRange::ANY.most { round.least } else { round.most.saturating_add(1) }
    };
    rounds.map(last).max().unwrap_or(0).max(side.circumstances.round)
}

/// Returns the distinct attacks of a duel with their attackers (0 for `a`, 1 for `b`), and which is
/// made in each step.
pub(super) fn turns(
    parameters: &Parameters,
    question: &Duel,
) -> (Vec<(usize, Attack)>, Vec<usize>) {
    let Duel { activations, opening, .. } = question;
    let sides = question.sides();
    let starts = sides.map(|side| side.circumstances);
    let mut resources = starts.map(|start| start.resource);
    let has_cards = sides.iter().any(|side| side.plays_cards());
    let mut kinds: Vec<(TurnState, usize, [u8; 2])> = Vec::new();
    let (mut attacks, mut steps) = (Vec::new(), Vec::new());
    for step in 0..activations.get() {
        let round = |number: usize| {
            starts[number].round.saturating_add(step / 2).min(last_round(sides[number]))
        };
        let attacker = (usize::from(opening.first == DuelSide::B) + usize::from(step)) % 2;
        let turn_state = TurnState {
            attacker,
            is_opening: step == 0,
            plays_cards: step < 2 && has_cards,
            rounds: [round(0), round(1)],
            resources,
        };
        // rounds and resources repeat, so few distinct attacks are compiled
        if !kinds.iter().any(|(known, ..)| *known == turn_state) {
            let attack = turn_state.attack(question);
            kinds.push((turn_state, attacks.len(), spent(&attack, parameters)));
            attacks.push((attacker, attack));
        }
        let Some((_, number, spent)) = kinds.iter().find(|(known, ..)| *known == turn_state) else {
            continue;
        };
        steps.push(*number);
        // spending does not depend on dice, so resources are known for each step
        resources[attacker] = resources[attacker].saturating_sub(spent[0]);
        resources[1 - attacker] = resources[1 - attacker].saturating_sub(spent[1]);
    }
    (attacks, steps)
}
