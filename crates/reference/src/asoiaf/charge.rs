//! Charges (A5): the die, its reroll, and what it leads to.

use warodds_games::asoiaf::{Attack, Bonus, Charge, Terrain, TerrainKeyword};

use super::{AttackState, BruteForce, Probabilities, Solution, add, in_dangerous, mean};

/// What a charge leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChargeOutcome {
    /// Inches that the charge reaches.
    pub distance: u8,
    /// Wounds of the target.
    pub dealt: u8,
    /// Wounds of the charger.
    pub own: u8,
    /// Whether it arrives.
    pub reached: bool,
    /// Whether it is disorderly.
    pub disorderly: bool,
    /// Whether it fails.
    pub failed: bool,
    /// Whether the target is gone.
    pub destroyed: bool,
}

impl BruteForce {
    /// A charge (A5), the charger's reroll decided by wounds dealt less wounds taken, then by
    /// arriving.
    pub fn charge(&mut self, charge: &Charge) -> Solution<ChargeOutcome> {
        let inches: f64 =
            charge.distance.to_string().parse().expect("a distance prints as a number");
        let rough = u8::from(charge.terrain.has(TerrainKeyword::Rough));
        if f64::from(charge.charger.speed.get() + 6 - rough) < inches {
            return Solution {
                distribution: Probabilities::from([(ChargeOutcome::default(), 1.0)]),
                open: false,
            };
        }
        let ends: Vec<Solution<ChargeOutcome>> =
            (1..=6).map(|natural| self.after_roll(charge, natural, inches)).collect();
        let open = ends.iter().any(|end| end.open);
        let chances = naturals(charge.terrain);
        let worth = |natural: usize| {
            mean(&ends[natural].distribution, |end| f64::from(end.dealt) - f64::from(end.own))
        };
        let arrives = |natural: usize| {
            mean(&ends[natural].distribution, |end| f64::from(u8::from(end.reached)))
        };
        let fresh: f64 = (0..6).map(|n| chances[n] * worth(n)).sum();
        let fresh_arrives: f64 = (0..6).map(|n| chances[n] * arrives(n)).sum();
        let rerolls = |n: usize| {
            let gain = fresh - worth(n);
            charge.charger.reroll_distance
                && (gain > 1e-9 || (gain > -1e-9 && fresh_arrives > arrives(n) + 1e-9))
        };
        let again: f64 = (0..6).filter(|&n| rerolls(n)).map(|n| chances[n]).sum();
        let mut distribution = Probabilities::new();
        for n in 0..6 {
            let weight = again * chances[n] + if rerolls(n) { 0.0 } else { chances[n] };
            ends[n]
                .distribution
                .iter()
                .for_each(|(&end, p)| add(&mut distribution, end, weight * p));
        }
        Solution { distribution, open }
    }

    /// What a natural charge die leads to.
    fn after_roll(&mut self, charge: &Charge, natural: u8, inches: f64) -> Solution<ChargeOutcome> {
        let has = |keyword| charge.terrain.has(keyword);
        let distance = (charge.charger.speed.get() + natural)
            .saturating_sub(u8::from(has(TerrainKeyword::Rough)));
        let reached = f64::from(distance) >= inches;
        let disorderly = natural == 1 || (natural == 2 && has(TerrainKeyword::Hindering));
        let start = ChargeOutcome {
            distance,
            reached,
            disorderly,
            failed: !reached,
            ..ChargeOutcome::default()
        };
        let ground: &[u8] = if has(TerrainKeyword::Dangerous) { &[2, 3, 4] } else { &[0] };
        let all_left = charge.charger.state.wounds_left();
        let (mut distribution, mut open) = (Probabilities::new(), false);
        for &lost in ground {
            let moved = ChargeOutcome { own: lost.min(all_left), ..start };
            let found = self.after_move(charge, moved, all_left - moved.own);
            open |= found.open;
            let p = 1.0 / ground.len() as f64;
            found.distribution.iter().for_each(|(&end, q)| add(&mut distribution, end, p * q));
        }
        Solution { distribution, open }
    }

    /// What a charge leads to whose charger has moved, with so many wounds left.
    fn after_move(
        &mut self,
        charge: &Charge,
        moved: ChargeOutcome,
        own_left: u8,
    ) -> Solution<ChargeOutcome> {
        match (&charge.attack, &charge.charger.panic) {
            (Some(attack), _) if moved.reached && own_left > 0 => {
                self.arrived(charge, attack, moved, own_left)
            }
            (_, Some(panic)) if !moved.reached && own_left > 0 => {
                let found = self.panic_question(panic, own_left, charge.charger.state.tokens);
                let end = |(&wounds, &q): (&u8, &f64)| {
                    (ChargeOutcome { own: moved.own + wounds, ..moved }, q)
                };
                let mut ends = Probabilities::new();
                found.distribution.iter().map(end).for_each(|(end, q)| add(&mut ends, end, q));
                Solution { distribution: acted(ends, charge), open: found.open }
            }
            _ => Solution {
                distribution: acted(Probabilities::from([(moved, 1.0)]), charge),
                open: false,
            },
        }
    }

    /// The attack of a charge that arrives (A5.4, A5.5).
    fn arrived(
        &mut self,
        charge: &Charge,
        attack: &Attack,
        moved: ChargeOutcome,
        own_left: u8,
    ) -> Solution<ChargeOutcome> {
        let mut attack = attack.clone();
        attack.context.charge = Bonus::Charge;
        attack.attacker.traits.surroundings.dangerous = acts_in_danger(charge);
        attack.context.fortified |= charge.terrain.has(TerrainKeyword::Fortified);
        let left = attack.defender.state.wounds_left();
        let moment = AttackState {
            own_left,
            orderly: !moved.disorderly,
            left,
            attacker_tokens: attack.attacker.state.tokens,
            defender_tokens: attack.defender.state.tokens,
        };
        let found = self.attack(&attack, moment);
        let mut distribution = Probabilities::new();
        for (end, q) in &found.distribution {
            let own = moved.own + end.own;
            let end =
                ChargeOutcome { dealt: end.wounds, own, destroyed: end.wounds == left, ..moved };
            add(&mut distribution, end, *q);
        }
        Solution { distribution, open: found.open }
    }
}

/// Whether the charger acts in dangerous terrain (A10.4).
fn acts_in_danger(charge: &Charge) -> bool {
    let attacks_in = |attack: &Attack| attack.attacker.traits.surroundings.dangerous;
    charge.terrain.has(TerrainKeyword::DangerousEdge)
        || charge.attack.as_ref().is_some_and(attacks_in)
}

/// Charges that end without an attack, in dangerous terrain or not.
fn acted(ends: Probabilities<ChargeOutcome>, charge: &Charge) -> Probabilities<ChargeOutcome> {
    let left = charge.charger.state.wounds_left();
    let suffering =
        |end: ChargeOutcome, lost: u8| ChargeOutcome { own: (end.own + lost).min(left), ..end };
    if acts_in_danger(charge) { in_dangerous(ends, suffering) } else { ends }
}

/// The chance of each natural charge die from 1: one die, or the lower of two (A5.7).
fn naturals(terrain: Terrain) -> [f64; 6] {
    let mut chances = [0.0; 6];
    let two = terrain.has(TerrainKeyword::Hindering) || terrain.has(TerrainKeyword::HinderingEdge);
    for first in 0..6_usize {
        for second in 0..6_usize {
            chances[if two { first.min(second) } else { first }] += 1.0 / 36.0;
        }
    }
    chances
}
