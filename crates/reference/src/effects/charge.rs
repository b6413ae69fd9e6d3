//! Charges: what comes before the roll, the roll and its reroll, the attack or the panic test of a
//! charge that failed.

use std::cell::RefCell;
use std::collections::HashMap;

use warodds_games::asoiaf::effect::{Action, Amount, Change, Effect, Moment};
use warodds_games::asoiaf::{Attack, Bonus, Charge, Reach, TerrainKeyword};

use super::choices::{SequenceChoices, TooMany};
use super::model::{ReferenceModel, Resolution, ResolutionKind, TestCause};
use super::state::{AttackDamage, Chances, CombatState, each, surely};

/// The model of a charge in which nothing is left to choose but the reroll of its die.
struct ChargeModel<'a> {
    question: &'a Charge,
    /// The attack after an orderly and after a disorderly charge.
    attacks: &'a [ReferenceModel<'a>; 2],
    choices: &'a SequenceChoices,
    apart: Reach,
    /// What follows a roll: by how things stand, whether it arrives and is disorderly.
    kept: RefCell<HashMap<(CombatState, bool, bool), Chances<CombatState>>>,
}

/// How a charge is rolled.
#[derive(Clone, Copy, Debug)]
struct ChargeRoll {
    rerolls: bool,
    six: bool,
    two_dice: bool,
    disorderly_to: i32,
    /// Inches added to the die.
    added: i32,
}

/// What a charge came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EffectChargeOutcome {
    /// Inches that it reaches.
    pub distance: i32,
    /// Whether it arrives.
    pub reached: bool,
    /// Whether it is disorderly.
    pub disorderly: bool,
    /// How units stand after it.
    pub state: CombatState,
}

impl EffectChargeOutcome {
    /// Its results by their names.
    pub fn named(&self) -> [(&'static str, i32); 7] {
        let Self { distance, reached, disorderly, state } = *self;
        [
            ("distance", distance),
            ("wounds", state.suffered[1]),
            ("own_wounds", state.suffered[0]),
            ("reached", reached.into()),
            ("disorderly", disorderly.into()),
            ("failed", (!reached).into()),
            ("destroyed", (state.left[1] == 0).into()),
        ]
    }
}

impl ChargeModel<'_> {
    fn first(&self) -> &ReferenceModel<'_> {
        &self.attacks[0]
    }

    fn has(&self, keyword: TerrainKeyword) -> bool {
        self.question.terrain.has(keyword)
    }

    fn resolution(&self, kind: fn(Reach) -> ResolutionKind) -> Resolution<'_> {
        Resolution { me: 0, kind: kind(self.apart), choices: self.choices }
    }

    /// The whole charge.
    fn all(&self) -> Chances<EffectChargeOutcome> {
        let start = self.first().start();
        each(self.before_roll(start), |(state, six)| {
            each(self.natural(state, six), |natural| self.after_natural(state, natural))
        })
    }

    fn inches(&self) -> i32 {
        self.question.distance.whole().into()
    }

    /// How things stand when the die is rolled, and whether it counts as a 6 for what came before.
    fn before_roll(&self, start: CombatState) -> Chances<(CombatState, bool)> {
        let (model, resolution) = (self.first(), self.resolution(ResolutionKind::Roll));
        let moments =
            [(0, Moment::Activating), (0, Moment::Declaring), (1, Moment::EnemyDeclaring)];
        let mut states = surely(start);
        for (side, moment) in moments {
            for (number, effect) in model.effects(side, resolution.choices, false, moment) {
                states = each(states, |now| {
                    model.happen(
                        now,
                        &now,
                        (side, number, effect),
                        resolution,
                        (2, AttackDamage::default()),
                    )
                });
            }
        }
        each(states, |now| self.rage(now))
    }

    /// The test that makes the die count as a 6 where it is failed.
    fn rage(&self, now: CombatState) -> Chances<(CombatState, bool)> {
        let (model, resolution) = (self.first(), self.resolution(ResolutionKind::Roll));
        let calls = |(_, effect): &(usize, &Effect)| {
            effect.action == Action::Change(Change::SixOnFailing)
                && effect.conditions.test.is_none()
                && model.holds(effect, 0, resolution, &now)
        };
        let called = model.effects(0, resolution.choices, now.fallen[0], Moment::Charging);
        let Some((number, _)) = called.into_iter().find(calls) else {
            return surely((now, false));
        };
        if now.left[0] == 0 {
            return surely((now, false));
        }
        let none = Amount::default();
        let from = TestCause::Ability { bearer: 0, number, roll: none, wounds: none, costs: false };
        let taken = model.take(now, (0, from), resolution, (1, AttackDamage::default()));
        each(taken, |(after, _, failed)| surely((after, failed)))
    }

    /// How the die is rolled as things stand.
    fn roll(&self, now: &CombatState) -> ChargeRoll {
        let (model, resolution) = (self.first(), self.resolution(ResolutionKind::Roll));
        let moments: [&[Moment]; 2] = [&[Moment::Charging], &[Moment::EnemyCharging]];
        let changes = model.changes(resolution, moments, now, None);
        let has = |sought: Change| changes.iter().any(|(_, change)| *change == sought);
        let mut farther = 0;
        let (mut most, mut least) = (1, None::<i32>);
        for (side, change) in &changes {
            match change {
                Change::ChargeDistance(amount) => farther += model.amount(*amount, *side, now),
                Change::DisorderlyTo(amount) => {
                    let to = model.amount(*amount, *side, now).clamp(0, 6);
                    most = most.max(to);
                    if *side == 0 && to < 1 {
                        least = Some(to);
                    }
                }
                _ => {}
            }
        }
        let crossing = self.has(TerrainKeyword::Hindering);
        let disorderly_to = least.unwrap_or(most);
        let rough = i32::from(self.has(TerrainKeyword::Rough));
        ChargeRoll {
            rerolls: self.question.charger.reroll_distance || has(Change::RerollCharge),
            six: has(Change::ChargeSix),
            two_dice: crossing || self.has(TerrainKeyword::HinderingEdge),
            disorderly_to: if crossing { disorderly_to.max(2) } else { disorderly_to },
            added: i32::from(self.question.charger.speed.get()) + farther.clamp(-20, 20) - rough,
        }
    }

    /// The die that counts at last.
    fn natural(&self, state: CombatState, six: bool) -> Chances<i32> {
        let roll = self.roll(&state);
        if six || roll.six {
            return surely(6);
        }
        let fallen: Chances<i32> = (1..=6)
            .map(|least| {
                let two = f64::from(2 * (6 - least) + 1) / 36.0;
                (least, if roll.two_dice { two } else { 1.0 / 6.0 })
            })
            .collect();
        if !roll.rerolls {
            return fallen;
        }
        let worth: Vec<(f64, f64)> = (1..=6).map(|natural| self.worth(state, natural)).collect();
        let fresh = fallen.iter().fold((0.0, 0.0), |sum, (natural, p)| {
            let (balance, reaches) = worth[*natural as usize - 1];
            (sum.0 + balance * p, sum.1 + reaches * p)
        });
        each(fallen.clone(), |natural| {
            let kept = worth[natural as usize - 1];
            let better = fresh.0 > kept.0 + 1e-9;
            let as_good = (fresh.0 - kept.0).abs() <= 1e-9;
            if better || (as_good && fresh.1 > kept.1) { fallen.clone() } else { surely(natural) }
        })
    }

    /// What a die is worth: wounds that the target has less, less those of the charger; and
    /// whether it arrives.
    fn worth(&self, state: CombatState, natural: i32) -> (f64, f64) {
        let ends = self.after_natural(state, natural);
        let balance = |end: &EffectChargeOutcome| f64::from(end.state.left[0] - end.state.left[1]);
        let reached = natural + self.roll(&state).added >= self.inches();
        (ends.iter().map(|(end, p)| balance(end) * p).sum(), f64::from(u8::from(reached)))
    }

    /// What comes of a die.
    fn after_natural(&self, state: CombatState, natural: i32) -> Chances<EffectChargeOutcome> {
        let roll = self.roll(&state);
        let reached = natural + roll.added >= self.inches();
        let disorderly = natural <= roll.disorderly_to;
        let end = |state| EffectChargeOutcome {
            distance: (natural + roll.added).max(0),
            reached,
            disorderly,
            state,
        };
        let known = self.kept.borrow().get(&(state, reached, disorderly)).cloned();
        let states = known.unwrap_or_else(|| {
            let states = self.after_roll(state, reached, disorderly);
            self.kept.borrow_mut().insert((state, reached, disorderly), states.clone());
            states
        });
        each(states, |state| surely(end(state)))
    }

    fn after_roll(
        &self,
        state: CombatState,
        reached: bool,
        disorderly: bool,
    ) -> Chances<CombatState> {
        let model = &self.attacks[usize::from(disorderly)];
        let moved = if self.has(TerrainKeyword::Dangerous) {
            model.suffer_ground(state, self.resolution(ResolutionKind::Roll))
        } else {
            surely(state)
        };
        each(moved, |now| {
            if now.both_stand() && reached {
                return model.sequence_from(now, self.choices);
            }
            let over = if now.both_stand() { self.failed(now) } else { surely(now) };
            let in_danger = model.attack.attacker.traits.surroundings.dangerous;
            each(over, |now| {
                if in_danger {
                    model.suffer_ground(now, self.resolution(ResolutionKind::Roll))
                } else {
                    surely(now)
                }
            })
        })
    }

    /// The panic test of a charge that failed.
    fn failed(&self, now: CombatState) -> Chances<CombatState> {
        if self.question.charger.panic.is_none() {
            return surely(now);
        }
        let none = Amount::default();
        let nobodys = usize::MAX;
        let from = TestCause::Ability {
            bearer: 0,
            number: nobodys,
            roll: none,
            wounds: none,
            costs: true,
        };
        let resolution = self.resolution(ResolutionKind::Failed);
        let taken = self.first().take(now, (0, from), resolution, (1, AttackDamage::default()));
        each(taken, |(end, ..)| surely(end))
    }
}

/// The attack that a charge leads to.
fn attack_of(question: &Charge, charge: Bonus) -> Attack {
    let mut attack = question.attack.clone().expect("an attack");
    attack.context.charge = charge;
    attack.context.fortified |= question.terrain.has(TerrainKeyword::Fortified);
    attack.attacker.traits.surroundings.dangerous |=
        question.terrain.has(TerrainKeyword::DangerousEdge);
    attack
}

/// More ways to choose than this are not gone through.
const MOST_WAYS: usize = 16;

/// What comes of the best ways to charge: the charger chooses first, and looks ahead to what the
/// target takes (A14.16). None where there are too many ways.
fn best(
    question: &Charge,
    attacks: &[ReferenceModel<'_>; 2],
) -> Option<Vec<Chances<EffectChargeOutcome>>> {
    let apart = if question.distance.whole() <= 6 { Reach::Short } else { Reach::Long };
    let start = attacks[0].start();
    let ways = attacks[0].all_ways(&start, 0);
    if ways.iter().map(Vec::len).sum::<usize>() > MOST_WAYS {
        return None;
    }
    let outcomes = |way: &SequenceChoices| {
        let kept = RefCell::default();
        ChargeModel { question, attacks, choices: way, apart, kept }.all()
    };
    // what the charger wants: wounds first, then to arrive
    let worth = |ends: &Chances<EffectChargeOutcome>| {
        ends.iter().fold((0.0, 0.0), |(balance, reached), (end, p)| {
            let left = end.state.left;
            (
                balance + f64::from(left[0] - left[1]) * p,
                reached + f64::from(u8::from(end.reached)) * p,
            )
        })
    };
    let replies = ways.iter().map(|answers| {
        let all: Vec<((f64, f64), Chances<EffectChargeOutcome>)> =
            answers.iter().map(outcomes).map(|ends| (worth(&ends), ends)).collect();
        let least =
            all.iter().map(|(worth, _)| *worth).reduce(|a, b| if above(a, b) { b } else { a });
        let least = least.expect("a way");
        (least, all.into_iter().filter(|(worth, _)| !above(*worth, least)).collect::<Vec<_>>())
    });
    let replies: Vec<_> = replies.collect();
    let most =
        replies.iter().map(|(worth, _)| *worth).reduce(|a, b| if above(b, a) { b } else { a });
    let most = most.expect("a way");
    let best = replies.into_iter().filter(|(worth, _)| !above(most, *worth));
    Some(best.flat_map(|(_, ends)| ends).map(|(_, ends)| ends).collect())
}

/// Whether something is worth more than something else.
fn above(one: (f64, f64), other: (f64, f64)) -> bool {
    one.0 > other.0 + 1e-9 || (one.0 > other.0 - 1e-9 && one.1 > other.1 + 1e-9)
}

/// What comes of each of the best ways to charge, and whether ties leave it open.
///
/// # Errors
/// Where there are more ways than are tried.
pub fn distributions(
    question: &Charge,
) -> Result<(Vec<Chances<EffectChargeOutcome>>, bool), TooMany> {
    let attacks = [Bonus::Charge, Bonus::Disorderly].map(|charge| attack_of(question, charge));
    let attacks = attacks.each_ref().map(ReferenceModel::after_all);
    let best = best(question, &attacks).ok_or(TooMany)?;
    Ok((best, attacks.iter().any(|model| model.open.get())))
}
