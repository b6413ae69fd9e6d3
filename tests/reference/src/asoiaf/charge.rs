//! The reference model of charges (A5): the die, its reroll, and the attack or the panic test.

use warodds_games::asoiaf::{
    ActivePlayer, Attack, Charge, ChargeEffects, Combatant, Engagement, Terrain, TerrainKeyword,
};

use super::{AttackState, BruteForce, Probabilities, Solution, add, apply_dangerous_terrain, mean};

/// The outcome of a charge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReferenceChargeOutcome {
    /// The charge distance in inches.
    pub distance: u8,
    /// Wounds suffered by the target.
    pub dealt: u8,
    /// Wounds suffered by the charger.
    pub own: u8,
    /// Whether the charge reaches its target.
    pub reached: bool,
    /// Whether the charge is disorderly (A5.5).
    pub disorderly: bool,
    /// Whether the charge fails.
    pub failed: bool,
    /// Whether the target is destroyed.
    pub destroyed: bool,
}

impl BruteForce {
    /// Solves the question about a charge (A5). The charger rerolls for more wounds dealt minus
    /// suffered; on a tie, to reach the target.
    pub fn charge(&mut self, charge: &Charge) -> Solution<ReferenceChargeOutcome> {
        let inches: f64 =
            charge.distance.to_string().parse().expect("a distance prints as a number");
        let rough = u8::from(charge.terrain.has(TerrainKeyword::Rough));
        // beyond the longest charge the target cannot be declared: nothing happens (A5.1)
        if f64::from(charge.speed().get() + 6 - rough) < inches {
            return Solution {
                distribution: Probabilities::from([(ReferenceChargeOutcome::default(), 1.0)]),
                open: false,
            };
        }
        let ends: Vec<Solution<ReferenceChargeOutcome>> =
            (1..=6).map(|natural| self.after_roll(charge, natural, inches)).collect();
        let open = ends.iter().any(|end| end.open);
        let chances = natural_die_chances(charge.terrain);
        let worth = |natural: usize| {
            mean(&ends[natural].distribution, |end| f64::from(end.dealt) - f64::from(end.own))
        };
        let arrives = |natural: usize| {
            mean(&ends[natural].distribution, |end| f64::from(u8::from(end.reached)))
        };
        // the charger compares the die it sees with a new one, whose result is final
        let reroll_worth: f64 = (0..6).map(|n| chances[n] * worth(n)).sum();
        let reroll_arrives: f64 = (0..6).map(|n| chances[n] * arrives(n)).sum();
        let rerolls = |n: usize| {
            let gain = reroll_worth - worth(n);
            charge.reroll_distance
                // sums of equal terms in another order differ in their last digits: those are ties
                && (gain > 1e-9 || (gain > -1e-9 && reroll_arrives > arrives(n) + 1e-9))
        };
        let reroll_chance: f64 = (0..6).filter(|&n| rerolls(n)).map(|n| chances[n]).sum();
        let mut distribution = Probabilities::new();
        for n in 0..6 {
            let weight = reroll_chance * chances[n] + if rerolls(n) { 0.0 } else { chances[n] };
            ends[n]
                .distribution
                .iter()
                .for_each(|(&end, p)| add(&mut distribution, end, weight * p));
        }
        Solution { distribution, open }
    }

    /// Resolves a charge after its natural die.
    fn after_roll(
        &mut self,
        charge: &Charge,
        natural: u8,
        inches: f64,
    ) -> Solution<ReferenceChargeOutcome> {
        let has = |keyword| charge.terrain.has(keyword);
        let distance =
            (charge.speed().get() + natural).saturating_sub(u8::from(has(TerrainKeyword::Rough)));
        let reached = f64::from(distance) >= inches;
        // a natural 2 is disorderly only across hindering terrain (A5.5, A5.7)
        let disorderly = natural == 1 || (natural == 2 && has(TerrainKeyword::Hindering));
        let start = ReferenceChargeOutcome {
            distance,
            reached,
            disorderly,
            failed: !reached,
            ..ReferenceChargeOutcome::default()
        };
        // D3 + 1 wounds of a piece that is crossed, after the move and before the attack (A10.4)
        let ground: &[u8] = if has(TerrainKeyword::Dangerous) { &[2, 3, 4] } else { &[0] };
        let all_left = charge.charger().state.wounds_left();
        let (mut distribution, mut open) = (Probabilities::new(), false);
        for &lost in ground {
            let moved = ReferenceChargeOutcome { own: lost.min(all_left), ..start };
            let found = self.after_move(charge, moved, all_left - moved.own);
            open |= found.open;
            let p = 1.0 / ground.len() as f64;
            found.distribution.iter().for_each(|(&end, q)| add(&mut distribution, end, p * q));
        }
        Solution { distribution, open }
    }

    /// Resolves a charge after its move; the charger has `own_left` wounds left.
    fn after_move(
        &mut self,
        charge: &Charge,
        moved: ReferenceChargeOutcome,
        own_left: u8,
    ) -> Solution<ReferenceChargeOutcome> {
        match charge.attack() {
            Some(attack) if moved.reached && own_left > 0 => {
                self.attack_after_charge(charge, attack, moved, own_left)
            }
            _ if takes_test(charge) && !moved.reached && own_left > 0 => {
                let (unit, turn) = (charge.charger(), (ActivePlayer::Own, charge.spending));
                let found = self.panic_of_unit(unit, turn, own_left, unit.state.tokens);
                let end = |(&wounds, &q): (&u8, &f64)| {
                    (ReferenceChargeOutcome { own: moved.own + wounds, ..moved }, q)
                };
                let mut ends = Probabilities::new();
                found.distribution.iter().map(end).for_each(|(end, q)| add(&mut ends, end, q));
                Solution { distribution: after_action(ends, charge), open: found.open }
            }
            _ => Solution {
                distribution: after_action(Probabilities::from([(moved, 1.0)]), charge),
                open: false,
            },
        }
    }

    /// Resolves the attack of a charge that reaches its target (A5.4, A5.5).
    fn attack_after_charge(
        &mut self,
        charge: &Charge,
        attack: &Attack,
        moved: ReferenceChargeOutcome,
        own_left: u8,
    ) -> Solution<ReferenceChargeOutcome> {
        let mut attack = attack.clone();
        // whether the bonus is lost is in `orderly` below
        let fortified = charge.terrain.has(TerrainKeyword::Fortified)
            || attack.context.engagement.charge().is_some_and(|charge| charge.fortified);
        let effects = Some(ChargeEffects { disorderly: false, fortified });
        attack.context.engagement = Engagement::Melee { charge: effects };
        let in_danger = |own: &mut Combatant, _: &mut Combatant| {
            own.surroundings.dangerous = acts_in_danger(charge);
        };
        attack.edit(in_danger).expect("both can still fight");
        let left = attack.defender().state.wounds_left();
        let moment = AttackState {
            own_left,
            orderly: !moved.disorderly,
            left,
            attacker_tokens: attack.attacker().state.tokens,
            defender_tokens: attack.defender().state.tokens,
        };
        let found = self.attack(&attack, moment);
        let mut distribution = Probabilities::new();
        for (end, q) in &found.distribution {
            let own = moved.own + end.own;
            let end = ReferenceChargeOutcome {
                dealt: end.wounds,
                own,
                destroyed: end.wounds == left,
                ..moved
            };
            add(&mut distribution, end, *q);
        }
        Solution { distribution, open: found.open }
    }
}

/// Returns whether the charger takes a panic test after a failed charge (A5.6).
const fn takes_test(charge: &Charge) -> bool {
    charge.panic_test && charge.charger().morale.is_some()
}

/// Returns whether the charger acts in dangerous terrain (A10.4).
fn acts_in_danger(charge: &Charge) -> bool {
    let attacks_in = |attack: &Attack| attack.attacker().surroundings.dangerous;
    charge.terrain.has(TerrainKeyword::DangerousEdge) || charge.attack().is_some_and(attacks_in)
}

/// Applies dangerous terrain to charges that end without an attack.
fn after_action(
    ends: Probabilities<ReferenceChargeOutcome>,
    charge: &Charge,
) -> Probabilities<ReferenceChargeOutcome> {
    let left = charge.charger().state.wounds_left();
    let suffering = |end: ReferenceChargeOutcome, lost: u8| ReferenceChargeOutcome {
        own: (end.own + lost).min(left),
        ..end
    };
    // with an attack the wounds come after it, as part of it
    if acts_in_danger(charge) { apply_dangerous_terrain(ends, suffering) } else { ends }
}

/// Returns the probabilities of the natural charge dice 1 to 6: of one die, or of the lower of two
/// (A5.7).
fn natural_die_chances(terrain: Terrain) -> [f64; 6] {
    let mut chances = [0.0; 6];
    // hindering terrain at the start or end slows the roll as well (A5.12)
    let two = terrain.has(TerrainKeyword::Hindering) || terrain.has(TerrainKeyword::HinderingEdge);
    for first in 0..6_usize {
        for second in 0..6_usize {
            chances[if two { first.min(second) } else { first }] += 1.0 / 36.0;
        }
    }
    chances
}
