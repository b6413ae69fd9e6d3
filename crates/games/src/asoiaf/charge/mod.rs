//! A charge and the attack it leads to (A5).

mod any_target;
mod attacks;
mod bounds;
mod choices;
mod contact;
mod failed;
mod rerolls;
mod roll;
mod to_aim;
mod value;

use super::active_changes::ChargeStats;
use super::attack_context::{Activation, AttackContext};
use super::attack_sequence::{AttackSequence, InitialState, table};
use super::before_roll::BeforeRoll;
use super::choice::{self, ChoiceNote};
use super::edition::Parameters;
use super::question::{Attack, Charge, Terrain, TerrainKeyword};
use super::results::{event, quantity};
use super::situation::{FightState, Situation};
use super::situation_table::SituationTable;
use super::state_table::StartState;
use super::surroundings::Surroundings;
use super::unit::{Reach, UnitState};
pub(super) use any_target::AnyTargetCharge;
use attacks::{AttackAtEnd, DisorderlyAttack, is_order_relevant, over_terrain};
pub(super) use attacks::{TargetState, attack_at_end, attack_on};
use contact::ChargeOutcome;
use failed::{FailedCharge, TestOfFailed};
use roll::{ChargeRoll, RollTerms};
pub(super) use to_aim::SettledCharge;
use value::balance;

use std::sync::Arc;
use warodds_engine::chance::{Chance, Label, Mask, Num, Rule, Scalar, Slot, State};

const DISTANCE: Label = Label::new("charge distance in inches", "A5.2");
/// Short range in inches (A1.2).
const SHORT: u8 = 6;

/// The rule of a charge.
///
/// # Examples
/// A unit with speed 5 reaches a target at 8 inches with a D6 of 3 or more.
/// ```
/// # use warodds_engine::run::exact;
/// # use warodds_games::asoiaf::values::*;
/// # use warodds_games::asoiaf::*;
/// # fn state(wounds: i64) -> Result<UnitState, OutOfRange> {
/// #     UnitState::after(Body::of_wounds(wounds)?, 0, Tokens::NONE)
/// # }
/// use warodds_games::asoiaf::charge::ChargeRule;
///
/// let charger = Combatant::plain(state(12)?, Spending::default());
/// let charger = Combatant { speed: Some(Speed::new(5)?), ..charger };
/// let question = Charge::new(charger, None, Inches::new(8.0)?)?;
/// let found = exact(&ChargeRule::new(&question))?;
/// // slots: distance, wounds, own wounds, reached, …
/// assert!((found.slots[0].mean() - 8.5).abs() < 1e-12);
/// assert!((found.slots[3].exactly(1) - 4.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChargeRule {
    in_reach: bool,
    /// Longest distance, in inches, at which a target can be declared (A5.1), and longest distance
    /// that may be rolled.
    declarable: u8,
    longest: u8,
    approach: ChargeRoll,
    /// Whether the move crosses dangerous terrain, and whether the charger acts in it (A10.4).
    crosses_dangerous: bool,
    in_dangerous: bool,
    /// Wounds and tokens of the charger and its target, and their full wounds.
    left: [u8; 2],
    tokens: [u8; 2],
    full: [u8; 2],
    failed: TestOfFailed,
    /// The effects before the roll, and the attack; `None` if the question has no attack.
    before_roll: Option<BeforeRoll>,
    contact: Option<AttackAtEnd>,
    /// The attack after a disorderly charge.
    disorderly: DisorderlyAttack,
    chosen: Vec<ChoiceNote>,
}

/// Where a charge arrives, and where it is disorderly.
type RollMasks<N> = [<N as Num>::Mask; 2];

/// Returns the inputs of a charge and its situation at the start.
pub(super) fn context_of<'a>(
    attack: &'a Attack,
    terrain: Terrain,
    parameters: &'a Parameters,
) -> (AttackContext<'a>, Situation) {
    let context = over_terrain(attack, terrain).context;
    let ctx = AttackContext::of_attack(attack, Activation::Whole, parameters);
    let now = ctx.now();
    (AttackContext { context, reach: Reach::Melee, ..ctx }, now)
}

/// Returns the range between the units before the roll: they are not in contact.
const fn reach(question: &Charge) -> Reach {
    if question.distance.whole() <= SHORT { Reach::SHORT } else { Reach::LONG }
}

/// Compiles the roll and the effects before it.
fn beginning(question: &Charge, parameters: &Parameters) -> (ChargeRoll, Option<BeforeRoll>) {
    let Some(attack) = &question.attack else {
        let unit = question.charger.state;
        let stats = [ChargeStats::plain(parameters.disorderly_to)];
        return (ChargeRoll::new(question, SituationTable::single(unit), &stats), None);
    };
    let (ctx, _) = context_of(attack, question.terrain, parameters);
    let ctx = AttackContext { reach: reach(question), ..ctx };
    let table = table(&ctx, InitialState::Any, true);
    let stats_in = |now: &Situation| ctx.charge(now, parameters.disorderly_to);
    let stats: Vec<ChargeStats> = table.situations().iter().map(|(now, _)| stats_in(now)).collect();
    let before_roll = BeforeRoll::new(&ctx, table);
    (ChargeRoll::new(question, table, &stats), Some(before_roll))
}

/// Returns the longest distance, in inches, at which the charge may be declared (A5.1).
fn declarable(question: &Charge, parameters: &Parameters) -> u8 {
    let farther = question.attack.as_ref().map_or(0, |attack| {
        let (ctx, now) = context_of(attack, question.terrain, parameters);
        let ctx = AttackContext { reach: reach(question), ..ctx };
        ctx.charge(&now, parameters.disorderly_to).farther
    });
    question.longest() + farther.max(0).unsigned_abs()
}

impl ChargeRule {
    /// Compiles the question for the rulebook edition 1.6.
    pub fn new(question: &Charge) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Compiles the question for the parameters of an edition.
    pub fn under(parameters: &Parameters, question: &Charge) -> Self {
        let (question, chosen) = choices::settled(parameters, question);
        Self { chosen, ..Self::settled(parameters, &question) }
    }

    /// Compiles a question whose only open choices before the roll are rerolls.
    pub(super) fn settled(parameters: &Parameters, question: &Charge) -> Self {
        let target = question.attack.as_ref().map(|attack| attack.defender.state);
        let targets = [target.map_or([1, 0], |unit| [unit.wounds_left(), unit.tokens.bits()])];
        Self::at_targets(parameters, question, &targets)
    }

    /// Compiles a question without open choices before the roll but rerolls, for a target that has
    /// one of these wounds and tokens. The question may be in any of these states.
    fn at_targets(parameters: &Parameters, question: &Charge, targets: &[TargetState]) -> Self {
        let (mut rule, start) = Self::until_contact(parameters, question, targets.len() > 1);
        let start = (start, Activation::Begun);
        if let Some(attack) = attack_at_end(question).map(Arc::new) {
            rule.contact = Some(AttackAtEnd::new((&attack, false), start, parameters));
            // without choices and cards both attacks are equal but for the bonus, masked per lane
            let attack = (&attack, is_order_relevant(question));
            rule.disorderly = DisorderlyAttack::new(attack, start, parameters);
        }
        rule.with_best_rerolls(targets, &balance)
    }

    /// Compiles a question without its attack and rerolls. Returns what is known of the state in
    /// which the attack begins; `any_target` says that the state of the target may differ from the
    /// question.
    fn until_contact(
        parameters: &Parameters,
        question: &Charge,
        any_target: bool,
    ) -> (Self, InitialState) {
        let Charge { charger, terrain, attack, .. } = question;
        let (approach, before_roll) = beginning(question, parameters);
        let crosses_dangerous = terrain.has(TerrainKeyword::Dangerous);
        let stands_in_it = |attack: &Attack| attack.attacker.surroundings.dangerous;
        // effects around the roll change the state, so the attack is compiled for all states
        let changes = crosses_dangerous
            || any_target
            || before_roll.as_ref().is_some_and(|one| one.is_something() || one.follows_roll());
        let start = if changes { InitialState::Any } else { InitialState::Known };
        let target = attack.as_ref().map(|attack| attack.defender.state);
        let own = charger.state;
        let declarable = declarable(question, parameters);
        let rule = Self {
            in_reach: question.distance.whole() <= declarable,
            declarable,
            longest: approach.longest(),
            approach,
            crosses_dangerous,
            in_dangerous: terrain.has(TerrainKeyword::DangerousEdge)
                || attack.as_ref().is_some_and(stands_in_it),
            left: [own.wounds_left(), target.map_or(1, UnitState::wounds_left)],
            tokens: [own.tokens.bits(), target.map_or(0, |target| target.tokens.bits())],
            full: [own.body().wounds(), target.map_or(0, |target| target.body().wounds())],
            failed: TestOfFailed::new(question, parameters, start),
            before_roll,
            contact: None,
            disorderly: DisorderlyAttack::default(),
            chosen: Vec::new(),
        };
        (rule, start)
    }

    /// Returns the state before the charge.
    #[inline(always)]
    fn start<N: Num>(&self) -> FightState<N> {
        FightState::new(self.left.map(N::of), self.tokens.map(N::of))
    }

    /// Applies the effects before the roll. Returns where the die counts as a 6.
    #[inline(always)]
    fn before_roll<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
    ) -> <C::N as Num>::Mask {
        match self.before_roll.as_ref().filter(|before_roll| before_roll.is_something()) {
            Some(before_roll) => before_roll.run(chance, fight),
            None => <C::N as Num>::Mask::all_of(false),
        }
    }

    /// Applies the effects before the roll and rolls. Returns the natural die and its terms.
    #[inline(always)]
    fn rolled<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
    ) -> (C::N, RollTerms<C::N>) {
        let six = self.before_roll(chance, fight);
        let reading = self.approach.read(chance, fight);
        let natural = self.approach.roll(chance, six, fight, &reading);
        chance.describe(&DISTANCE, reading.distance(natural));
        (natural, reading)
    }

    /// Drops the number of hits of the attacks, for steps of a battle: no charge reports it, and the
    /// exact engine has fewer outcomes to enumerate.
    pub(super) fn without_hits(mut self) -> Self {
        self.contact.iter_mut().for_each(AttackAtEnd::drop_hits);
        self.disorderly.drop_hits();
        self
    }

    /// Returns the longest distance in inches at which a target can be declared (A5.1).
    pub(super) const fn declarable(&self) -> u8 {
        self.declarable
    }

    /// Resolves the charge as a step of a battle, from units holding `tokens`. `elsewhere` returns
    /// the charge that is resolved if it fails after moving that many inches, if it is another one.
    /// Returns the state of both units, the distance in inches, and where the charge arrives and is
    /// disorderly.
    pub(super) fn resolve_from<'r>(
        &self,
        chance: &mut Scalar<'_>,
        tokens: [u8; 2],
        elsewhere: impl Fn(u8) -> Option<&'r Self>,
    ) -> (ChargeOutcome<u8>, u8, RollMasks<u8>) {
        let mut fight = FightState { tokens, ..self.start() };
        let (natural, reading) = self.rolled(chance, &mut fight);
        let distance = reading.distance(natural);
        let roll = [reading.reaches(natural), reading.is_disorderly(natural)];
        let stopped = if roll[0].any() { None } else { elsewhere(distance) };
        let outcome = match stopped {
            // results after the roll are cached for this charge alone
            Some(other) => other.after_roll(chance, reading.outcome(natural), fight),
            None => self.resolve_after_roll(chance, natural, &reading, fight),
        };
        (outcome, distance, roll)
    }

    /// Returns the charge with the panic test of a charger that stops where this terrain is near.
    pub(super) fn failing_near(&self, terrain: Surroundings) -> Self {
        Self { failed: self.failed.near(terrain), ..self.clone() }
    }

    /// Returns the distribution of the wounds left and the tokens of both units after the charge,
    /// from units holding `tokens`. Equal ends may be listed apart.
    pub(super) fn ends_from(&self, tokens: [u8; 2]) -> Vec<(StartState, f64)> {
        let ends = self.ends(FightState { tokens, ..self.start() });
        ends.map(|((state, _), p)| (state, p)).collect()
    }

    /// Returns whether players had a choice.
    pub(super) fn leaves_choices(&self) -> bool {
        let of_test = self.failed_tests().any(|failed| !failed.chosen.is_empty());
        !self.chosen.is_empty()
            || of_test
            || self.approach.may_reroll()
            || self.attacks().any(AttackSequence::leaves_choices)
    }

    /// Returns the panic tests of failed charges.
    fn failed_tests(&self) -> impl Iterator<Item = &FailedCharge> {
        self.failed.get().into_iter().flat_map(FailedCharge::all)
    }

    /// Returns the attacks that may follow.
    fn attacks(&self) -> impl Iterator<Item = &AttackSequence> {
        let another = self.contact.as_ref().and_then(|one| self.disorderly.other_than(one));
        self.contact.iter().chain(another).map(AttackAtEnd::get)
    }
}

/// Indices of the results of [`ChargeRule`].
mod slot {
    pub(super) const DISTANCE: usize = 0;
    pub(super) const WOUNDS: usize = 1;
    pub(super) const OWN_WOUNDS: usize = 2;
    pub(super) const REACHED: usize = 3;
    pub(super) const DISORDERLY: usize = 4;
    pub(super) const FAILED: usize = 5;
    pub(super) const DESTROYED: usize = 6;
    pub(super) const OWN_DESTROYED: usize = 7;
}

impl Rule for ChargeRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(quantity::DISTANCE, "charge distance", "inches", self.longest),
            Slot::quantity(quantity::WOUNDS, "wounds dealt", "wounds", self.most_dealt()),
            Slot::quantity(quantity::OWN_WOUNDS, "own wounds", "wounds", self.most_own()),
            Slot::event(event::REACHED, "reached"),
            Slot::event(event::DISORDERLY, "disorderly"),
            Slot::event(event::FAILED, "failed"),
            Slot::event(event::DESTROYED, "target destroyed"),
            Slot::event(event::OWN_DESTROYED, "charger destroyed"),
        ]
    }

    fn decided(&self) -> Vec<String> {
        let names = ["the charger", "the target"];
        let chosen = choice::words(self.chosen.iter().map(|one| (names[one.side.index()], one)));
        let of_test = self.failed_tests().flat_map(|failed| &failed.chosen);
        let of_attacks = self.attacks().flat_map(AttackSequence::chosen).chain(of_test);
        let in_attacks = choice::words(of_attacks.map(|one| (names[one.side.index()], one)));
        let left_out = self.contact.as_ref().map_or_else(Vec::new, |one| one.get().left_out(names));
        let of_test =
            self.failed.get().into_iter().flat_map(|failed| failed.left_out.clone()).collect();
        [chosen, in_attacks, left_out, of_test].concat()
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        // A5.1: an impossible charge cannot be declared, so nothing is rolled
        if !self.in_reach {
            (0..slot::OWN_DESTROYED + 1).for_each(|slot| chance.record(slot, C::N::of(0)));
            return;
        }
        let mut fight = self.start();
        let (natural, reading) = self.rolled(chance, &mut fight);
        let ChargeOutcome { fight, .. } = self.after_roll(chance, reading.outcome(natural), fight);
        let [taken, dealt] = fight.suffered;
        let reached = reading.reaches(natural);
        chance.record(slot::DISTANCE, reading.distance(natural));
        chance.record(slot::WOUNDS, dealt);
        chance.record(slot::OWN_WOUNDS, taken);
        chance.record(slot::REACHED, C::N::flag(reached));
        chance.record(slot::DISORDERLY, C::N::flag(reading.is_disorderly(natural)));
        chance.record(slot::FAILED, C::N::flag(!reached));
        let [own, target] = fight.left.map(|left| C::N::flag(left.equals(C::N::of(0))));
        chance.record(slot::DESTROYED, target);
        chance.record(slot::OWN_DESTROYED, own);
    }
}
