//! The reference model of charges (A5): effects before the roll, the roll and its reroll, and the
//! attack or the panic test of a failed charge.

use std::cell::RefCell;
use std::collections::HashMap;

use warodds_games::asoiaf::effect::{Action, Amount, Change, Effect, Moment};
use warodds_games::asoiaf::{Attack, Charge, ChargeEffects, Engagement, Reach, TerrainKeyword};

use super::choices::TooMany;
use super::model::{ReferenceModel, Resolution, ResolutionKind, TestCause};
use super::state::{
    AttackDamage, Chances, CombatState, DuelValue, SequenceChoices, certain, flat_map, is_better,
};

/// The model of a charge with all choices made but the reroll of the charge die.
struct ChargeModel<'a> {
    question: &'a Charge,
    /// The attacks after an orderly and after a disorderly charge.
    attacks: &'a [ReferenceModel<'a>; 2],
    choices: &'a SequenceChoices,
    range: Reach,
    /// The value to the charger of a state after the charge.
    end_value: &'a dyn Fn(&CombatState) -> DuelValue,
    /// States after a roll by the state before it, whether it arrives and whether it is disorderly:
    /// the dice of a charge differ in these alone.
    cache: RefCell<HashMap<(CombatState, bool, bool), Chances<CombatState>>>,
}

/// The values of a charge roll.
#[derive(Clone, Copy, Debug)]
struct ChargeRollValues {
    rerolls: bool,
    six: bool,
    two_dice: bool,
    disorderly_to: i32,
    /// Inches added to the die: the speed and all modifiers.
    added: i32,
}

/// The outcome of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EffectChargeOutcome {
    /// The charge distance in inches.
    pub distance: i32,
    /// Whether the charge reaches its target.
    pub reached: bool,
    /// Whether the charge is disorderly (A5.5).
    pub disorderly: bool,
    /// The state of both units afterwards.
    pub state: CombatState,
}

impl EffectChargeOutcome {
    /// Returns the results by the names of the program.
    pub fn named(&self) -> [(&'static str, i32); 8] {
        let Self { distance, reached, disorderly, state } = *self;
        [
            ("distance", distance),
            ("wounds", state.suffered[1]),
            ("own_wounds", state.suffered[0]),
            ("reached", reached.into()),
            ("disorderly", disorderly.into()),
            ("failed", (!reached).into()),
            ("destroyed", (state.left[1] == 0).into()),
            ("own_destroyed", (state.left[0] == 0).into()),
        ]
    }
}

impl ChargeModel<'_> {
    fn orderly(&self) -> &ReferenceModel<'_> {
        &self.attacks[0]
    }

    fn has(&self, keyword: TerrainKeyword) -> bool {
        self.question.terrain.has(keyword)
    }

    fn resolution(&self, kind: fn(Reach) -> ResolutionKind) -> Resolution<'_> {
        Resolution { me: 0, kind: kind(self.range), choices: self.choices, later: None }
    }

    /// Returns the distribution of the charge from a state.
    fn distribution(&self, start: CombatState) -> Chances<EffectChargeOutcome> {
        // everything before the roll happens whether the charge arrives or not (A14.16)
        flat_map(self.before_roll(start), |(state, six)| {
            flat_map(self.natural_die(state, six), |natural| self.after_natural(state, natural))
        })
    }

    fn inches(&self) -> i32 {
        self.question.distance.whole().into()
    }

    /// Resolves the effects before the roll. Returns whether they make the die count as a 6.
    fn before_roll(&self, start: CombatState) -> Chances<(CombatState, bool)> {
        let (model, resolution) = (self.orderly(), self.resolution(ResolutionKind::BeforeCharge));
        let moments = [
            (0, Moment::Activating),
            (1, Moment::EnemyActivating),
            (0, Moment::Declaring),
            (1, Moment::EnemyDeclaring),
        ];
        let mut states = certain(start);
        for (side, moment) in moments {
            // a dead attachment does nothing any more (A14.17)
            let lost = start.attachment_lost[side];
            let effects = model.effects(side, resolution.choices, lost, moment);
            states = flat_map(states, |now| {
                let bound = (2, AttackDamage::default());
                model.apply_effects(now, None, (side, &effects), resolution, bound)
            });
        }
        flat_map(states, |now| self.six_on_failing(now))
    }

    /// Resolves the morale test whose failure makes the die count as a 6.
    fn six_on_failing(&self, now: CombatState) -> Chances<(CombatState, bool)> {
        let (model, resolution) = (self.orderly(), self.resolution(ResolutionKind::BeforeCharge));
        let is_trigger = |(_, effect): &(usize, &Effect)| {
            effect.action == Action::Change(Change::SixOnFailing)
                && effect.conditions.test.is_none()
                && model.holds(effect, 0, resolution, &now)
        };
        let effects =
            model.effects(0, resolution.choices, now.attachment_lost[0], Moment::Charging);
        let Some((number, _)) = effects.into_iter().find(is_trigger) else {
            return certain((now, false));
        };
        if now.left[0] == 0 {
            return certain((now, false));
        }
        let none = Amount::default();
        let from = TestCause::Ability { bearer: 0, number, roll: none, wounds: none, costs: false };
        let taken = model.take_test(now, (0, from), resolution, (1, AttackDamage::default()));
        flat_map(taken, |(after, _, failed)| certain((after, failed)))
    }

    /// Returns the values of the roll in a state.
    fn roll(&self, now: &CombatState) -> ChargeRollValues {
        let (model, resolution) = (self.orderly(), self.resolution(ResolutionKind::BeforeCharge));
        let moments: [&[Moment]; 2] = [&[Moment::Charging], &[Moment::EnemyCharging]];
        let changes = model.changes(resolution, moments, now, None);
        let has = |sought: Change| changes.iter().any(|(_, change)| *change == sought);
        let mut extra_inches = 0;
        // a natural 1 is disorderly (A5.5) unless the charger has an ability against it
        let (mut most, mut least) = (1, None::<i32>);
        for (side, change) in &changes {
            match change {
                Change::ChargeDistance(amount) => extra_inches += model.amount(*amount, *side, now),
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
        ChargeRollValues {
            rerolls: self.question.reroll_distance || has(Change::RerollCharge),
            six: has(Change::ChargeSix),
            two_dice: crossing || self.has(TerrainKeyword::HinderingEdge),
            // hindering terrain that is crossed makes a natural 2 disorderly (A5.7)
            disorderly_to: if crossing { disorderly_to.max(2) } else { disorderly_to },
            added: i32::from(self.question.speed().get()) + extra_inches.clamp(-20, 20) - rough,
        }
    }

    /// Returns the final natural die, after the reroll.
    fn natural_die(&self, state: CombatState, six: bool) -> Chances<i32> {
        let roll = self.roll(&state);
        if six || roll.six {
            return certain(6);
        }
        let fallen: Chances<i32> = (1..=6)
            .map(|least| {
                // of 36 pairs, those whose lower die is `least`
                let two = f64::from(2 * (6 - least) + 1) / 36.0;
                (least, if roll.two_dice { two } else { 1.0 / 6.0 })
            })
            .collect();
        if !roll.rerolls {
            return fallen;
        }
        let worth: Vec<ChargeWorth> = (1..=6).map(|natural| self.worth(state, natural)).collect();
        let fresh = fallen.iter().map(|(natural, p)| (worth[*natural as usize - 1], *p));
        let fresh = expected(fresh);
        flat_map(fallen.clone(), |natural| {
            if is_better_charge(fresh, worth[natural as usize - 1]) {
                fallen.clone()
            } else {
                certain(natural)
            }
        })
    }

    /// Returns the worth of a die.
    fn worth(&self, state: CombatState, natural: i32) -> ChargeWorth {
        let reached = natural + self.roll(&state).added >= self.inches();
        let ends = self.after_natural(state, natural);
        let worth = |(end, p): &(EffectChargeOutcome, f64)| {
            (((self.end_value)(&end.state), f64::from(u8::from(reached))), *p)
        };
        expected(ends.iter().map(worth))
    }

    /// Resolves the charge after its die.
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
        let cached = self.cache.borrow().get(&(state, reached, disorderly)).cloned();
        let states = cached.unwrap_or_else(|| {
            let states = self.after_roll(state, reached, disorderly);
            self.cache.borrow_mut().insert((state, reached, disorderly), states.clone());
            states
        });
        flat_map(states, |state| certain(end(state)))
    }

    fn after_roll(
        &self,
        state: CombatState,
        reached: bool,
        disorderly: bool,
    ) -> Chances<CombatState> {
        let model = &self.attacks[usize::from(disorderly)];
        let rolled = self.triggered_by_roll(state, reached, disorderly);
        // a piece that is crossed costs its wounds after the move (A10.4)
        let moved = flat_map(rolled, |state| {
            if self.has(TerrainKeyword::Dangerous) {
                model.suffer_ground(state, self.resolution(ResolutionKind::BeforeCharge))
            } else {
                certain(state)
            }
        });
        flat_map(moved, |now| {
            if now.both_survive() && reached {
                return model.sequence_from(now, self.choices, None);
            }
            let over =
                if now.both_survive() { self.failed_charge(now, disorderly) } else { certain(now) };
            // a failed charge acts in the terrain too: after its panic test (A10.4)
            let in_danger = model.attack.attacker().surroundings.dangerous;
            flat_map(over, |now| {
                if in_danger {
                    model.suffer_ground(now, self.resolution(ResolutionKind::BeforeCharge))
                } else {
                    certain(now)
                }
            })
        })
    }

    /// Resolves what the target's abilities do after a disorderly or a failed roll.
    fn triggered_by_roll(
        &self,
        state: CombatState,
        reached: bool,
        disorderly: bool,
    ) -> Chances<CombatState> {
        // a disorderly roll ends the cards of the charger's player, also in tests it leads to (A5.5)
        let model = &self.attacks[usize::from(disorderly)];
        let resolution = self.resolution(ResolutionKind::BeforeCharge);
        let mut states = certain(state);
        for (moment, comes) in
            [(Moment::EnemyDisorderly, disorderly), (Moment::EnemyFailingCharge, !reached)]
        {
            let lost = state.attachment_lost[1];
            let effects = model.effects(1, resolution.choices, lost, moment);
            if comes {
                states = flat_map(states, |now| {
                    let bound = (2, AttackDamage::default());
                    model.apply_effects(now, None, (1, &effects), resolution, bound)
                });
            }
        }
        states
    }

    /// Resolves the panic test of a failed charge (A5.6), without cards if it is disorderly (A5.5).
    fn failed_charge(&self, now: CombatState, disorderly: bool) -> Chances<CombatState> {
        if !self.question.panic_test || self.question.charger().morale.is_none() {
            return certain(now);
        }
        let none = Amount::default();
        // no ability calls for this test, so none has its number (A14.16)
        let no_ability = usize::MAX;
        let from = TestCause::Ability {
            bearer: 0,
            number: no_ability,
            roll: none,
            wounds: none,
            costs: true,
        };
        let kind = ResolutionKind::FailedCharge;
        let resolution = Resolution { me: 0, kind, choices: self.choices, later: None };
        let model = &self.attacks[usize::from(disorderly)];
        let taken = model.take_test(now, (0, from), resolution, (1, AttackDamage::default()));
        flat_map(taken, |(end, ..)| certain(end))
    }
}

/// Returns the attack at the end of a charge.
fn attack_of(question: &Charge, disorderly: bool) -> Attack {
    let mut attack = question.attack().expect("an attack").clone();
    let fortified = question.terrain.has(TerrainKeyword::Fortified)
        || attack.context.engagement.charge().is_some_and(|charge| charge.fortified);
    let charge = Some(ChargeEffects { disorderly, fortified });
    attack.context.engagement = Engagement::Melee { charge };
    let in_danger = question.terrain.has(TerrainKeyword::DangerousEdge);
    attack.edit(|own, _| own.surroundings.dangerous |= in_danger).expect("both can still fight");
    attack
}

/// The largest number of combinations of choices that is tried.
const MAX_CHOICES: usize = 16;

/// The worth of a charge to its player: the value of its ends, and the probability of arriving,
/// which decides between equal values.
type ChargeWorth = (DuelValue, f64);

/// Returns the expected worth.
fn expected(worths: impl Iterator<Item = (ChargeWorth, f64)>) -> ChargeWorth {
    worths.fold(((0.0, 0.0), 0.0), |((first, second), arrives), ((value, reached), p)| {
        ((first + value.0 * p, second + value.1 * p), arrives + reached * p)
    })
}

/// Returns whether one worth exceeds another.
fn is_better_charge((one, arrives): ChargeWorth, (other, arrives_too): ChargeWorth) -> bool {
    is_better(one, other) || !is_better(other, one) && arrives > arrives_too + 1e-9
}

/// Returns the worth and the distributions of the best choices: the charger chooses first and
/// anticipates the reply of the target (A14.16). Returns `None` if there are too many choices.
fn best(
    question: &Charge,
    attacks: &[ReferenceModel<'_>; 2],
    start: CombatState,
    end_value: &dyn Fn(&CombatState) -> DuelValue,
) -> Option<(ChargeWorth, Vec<Chances<EffectChargeOutcome>>)> {
    let range = if question.distance.whole() <= 6 { Reach::SHORT } else { Reach::LONG };
    let options = attacks[0].all_choices(&start, (0, ResolutionKind::Main));
    if options.iter().map(Vec::len).sum::<usize>() > MAX_CHOICES {
        return None;
    }
    let outcomes = |choices: &SequenceChoices| {
        let cache = RefCell::default();
        ChargeModel { question, attacks, choices, range, end_value, cache }.distribution(start)
    };
    let worth = |ends: &Chances<EffectChargeOutcome>| {
        let worth =
            |end: &EffectChargeOutcome| (end_value(&end.state), f64::from(u8::from(end.reached)));
        expected(ends.iter().map(|(end, p)| (worth(end), *p)))
    };
    let replies = options.iter().map(|answers| {
        let all: Vec<(ChargeWorth, Chances<EffectChargeOutcome>)> =
            answers.iter().map(outcomes).map(|ends| (worth(&ends), ends)).collect();
        let least = all
            .iter()
            .map(|(worth, _)| *worth)
            .reduce(|a, b| if is_better_charge(a, b) { b } else { a });
        let least = least.expect("an option");
        (
            least,
            all.into_iter()
                .filter(|(worth, _)| !is_better_charge(*worth, least))
                .collect::<Vec<_>>(),
        )
    });
    let replies: Vec<_> = replies.collect();
    let most = replies
        .iter()
        .map(|(worth, _)| *worth)
        .reduce(|a, b| if is_better_charge(b, a) { b } else { a });
    let most = most.expect("an option");
    let best = replies.into_iter().filter(|(worth, _)| !is_better_charge(most, *worth));
    Some((most, best.flat_map(|(_, ends)| ends).map(|(_, ends)| ends).collect()))
}

/// Returns the wounds left to the charger minus those left to the target (A14.2).
fn balance(end: &CombatState) -> DuelValue {
    (f64::from(end.left[0] - end.left[1]), 0.0)
}

/// Returns the value to the charger of a charge that begins in a state with these tokens and losses
/// of the target, and the states in which it may end.
///
/// # Errors
/// [`TooMany`] if there are more choices than are tried.
pub(super) fn value(
    question: &Charge,
    of_start: impl Fn(&ReferenceModel<'_>) -> CombatState,
    end_value: &dyn Fn(&CombatState) -> DuelValue,
) -> Result<DuelValue, TooMany> {
    let attacks = [false, true].map(|disorderly| attack_of(question, disorderly));
    let attacks = attacks.each_ref().map(ReferenceModel::after_charge);
    let start = of_start(&attacks[0]);
    best(question, &attacks, start, end_value).map(|((value, _), _)| value).ok_or(TooMany)
}

/// Returns the distribution of each of the best choices, and whether tied choices lead to different
/// distributions.
///
/// # Errors
/// [`TooMany`] if there are more choices than are tried.
pub fn distributions(
    question: &Charge,
) -> Result<(Vec<Chances<EffectChargeOutcome>>, bool), TooMany> {
    let attacks = [false, true].map(|disorderly| attack_of(question, disorderly));
    let attacks = attacks.each_ref().map(ReferenceModel::after_charge);
    let start = attacks[0].start();
    let (_, best) = best(question, &attacks, start, &balance).ok_or(TooMany)?;
    Ok((best, attacks.iter().any(|model| model.open.get())))
}
