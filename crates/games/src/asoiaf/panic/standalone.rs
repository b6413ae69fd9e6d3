//! A panic test without an attack: of a unit with no enemy in contact, as a question or after a
//! failed charge.

use super::super::attack_context::{AttackContext, Picks};
use super::super::attack_stats::{TestCaller, TestOrigin};
use super::super::combatant::Combatant;
use super::super::condition::Spending;
use super::super::edition::Parameters;
use super::super::effect::{Amount, Conditions};
use super::super::per_situation::SituationIndex;
use super::super::question::{ActivePlayer, Panic};
use super::super::rerolls::Stakes;
use super::super::results::{event, quantity};
use super::super::situation::Side;
use super::super::situation_table::SituationTable;
use super::super::unit::Reach;
use super::super::usage::Policy;
use super::{PanicTest, TestResult};
use warodds_engine::chance::{Chance, Num, Rule, Slot, State};

/// Returns a unit that changes nothing about a test of `unit`, whose Panicked token it spends.
pub(in super::super) fn nobody(unit: &Combatant, spending: Spending) -> Combatant {
    let Combatant { state, defense, morale, .. } = *unit;
    Combatant { defense, morale, ..Combatant::plain(state, spending) }
}

impl Combatant {
    /// Returns whether conditions hold for the unit, with an enemy at a distance.
    pub fn meets_beside(&self, (enemy, reach): (&Self, Reach), conditions: &Conditions) -> bool {
        let parameters = Parameters::default();
        let ctx = AttackContext::of_test([self, enemy], reach, Side::Attacker, &parameters);
        ctx.holds(conditions, Side::Attacker, &ctx.now())
    }

    /// Returns whether conditions hold for the unit where no enemy is near.
    pub fn meets_alone(&self, conditions: &Conditions) -> bool {
        let (nobody, parameters) = (nobody(self, Spending::default()), Parameters::default());
        let sides = [&nobody, self];
        let ctx = AttackContext::of_test(sides, Reach::LONG, Side::Attacker, &parameters);
        ctx.holds(conditions, Side::Defender, &ctx.now())
    }
}

/// Returns the stakes of a test without an enemy in contact, in each situation of the table that
/// `table` creates. The enemy (at this range) has the role of the attacker, the tested unit that of
/// the defender.
pub(in super::super) fn stakes_without_contact(
    question: &Panic,
    parameters: &Parameters,
    (enemy, reach): (&Combatant, Reach),
    table: impl FnOnce(&AttackContext<'_>) -> SituationTable,
) -> (SituationTable, Vec<Stakes>) {
    let from = TestOrigin::Triggered {
        roll: Amount::default(),
        wounds: Amount::default(),
        called: TestCaller::by_none(Side::Defender),
    };
    stakes_of(question, parameters, (enemy, reach, from), table)
}

/// Returns the stakes of a test of this origin, as [`stakes_without_contact`] does.
pub(in super::super) fn stakes_of(
    question: &Panic,
    parameters: &Parameters,
    (enemy, reach, from): (&Combatant, Reach, TestOrigin),
    table: impl FnOnce(&AttackContext<'_>) -> SituationTable,
) -> (SituationTable, Vec<Stakes>) {
    let Panic { unit, morale, active, spending } = question;
    let active = if *active == ActivePlayer::Own { Side::Defender } else { Side::Attacker };
    let policy = Policy { spending: *spending, ..enemy.policy.clone() };
    let enemy = Combatant { policy, ..enemy.clone() };
    let ctx = AttackContext::of_test([&enemy, unit], reach, active, parameters);
    let table = table(&ctx);
    let tested = (Side::Defender, *morale);
    let stakes = |(now, _): &_| ctx.stakes(tested, now, &Picks::default(), from);
    (table, table.situations().iter().map(stakes).collect())
}

impl PanicTest {
    /// Compiles the test of a question.
    pub(in super::super) fn of(question: &Panic, parameters: &Parameters) -> Self {
        let Panic { unit, active, spending, .. } = question;
        let only = SituationTable::single(unit.state);
        // a test without an attack has no enemy: nobody at long range changes nothing
        let enemy = nobody(unit, *spending);
        let enemy = (&enemy, Reach::LONG);
        let (table, stakes) = stakes_without_contact(question, parameters, enemy, |_| only);
        Self::new(&stakes, &table, *active)
    }
}

/// Indices of the results of [`PanicRule`].
mod slot {
    pub(super) const WOUNDS: usize = 0;
    pub(super) const FAILED: usize = 1;
}

/// The rule of a panic test.
///
/// # Examples
/// A unit with morale 7+ and a Panicked token, which the enemy spends on the best reroll.
/// ```
/// # use warodds_engine::run::exact;
/// # use warodds_games::asoiaf::values::*;
/// # use warodds_games::asoiaf::*;
/// use warodds_games::asoiaf::panic::PanicRule;
///
/// let state = UnitState::after(Body::of_wounds(12)?, 0, Tokens::NONE.with(Token::Panicked))?;
/// let unit = Combatant::plain(state, Spending::default());
/// let unit = Combatant { morale: Some(Morale::new(7)?), ..unit };
/// let question = Panic::new(unit, ActivePlayer::Enemy, Spending::default())?;
/// let found = exact(&PanicRule::new(&question))?;
/// assert!((found.slots[0].mean() - 1565.0 / 648.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PanicRule {
    test: PanicTest,
    wounds_left: u8,
    tokens: u8,
    left_out: Vec<String>,
}

/// Describes abilities whose effects after a test are left out; empty if there are none.
pub(in super::super) fn left_out<'a>(
    of: &str,
    names: impl Iterator<Item = &'a str>,
) -> Vec<String> {
    let names: Vec<&str> = names.collect();
    if names.is_empty() {
        return Vec::new();
    }
    vec![format!("effects after the panic test of {of} are left out: {}", names.join(", "))]
}

impl PanicRule {
    /// Compiles the question for the rulebook edition 1.6.
    ///
    /// # Examples
    /// Without a token, 2D6 fail against 7+ with 15/36 and cost D3 + 1 wounds: 15/36 · 3 = 5/4.
    /// ```
    /// # use warodds_engine::run::exact;
    /// # use warodds_games::asoiaf::values::*;
    /// # use warodds_games::asoiaf::*;
    /// # fn state(wounds: i64) -> Result<UnitState, OutOfRange> {
    /// #     UnitState::after(Body::of_wounds(wounds)?, 0, Tokens::NONE)
    /// # }
    /// use warodds_games::asoiaf::panic::PanicRule;
    ///
    /// let unit = Combatant::plain(state(12)?, Spending::default());
    /// let unit = Combatant { morale: Some(Morale::new(7)?), ..unit };
    /// let question = Panic::new(unit, ActivePlayer::Enemy, Spending::default())?;
    /// let found = exact(&PanicRule::new(&question))?;
    /// assert!((found.slots[0].mean() - 5.0 / 4.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(question: &Panic) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Returns the wounds left to the unit before the test.
    pub(in super::super) const fn wounds_left(&self) -> u8 {
        self.wounds_left
    }

    /// Resolves the test as a step of a battle, for a unit holding `tokens`.
    pub(in super::super) fn resolve_from<C: Chance>(
        &self,
        chance: &mut C,
        tokens: C::N,
    ) -> TestResult<C::N> {
        let left = C::N::of(self.wounds_left);
        self.test.take(chance, SituationIndex::only(), left, tokens)
    }

    /// Compiles the question for the parameters of an edition.
    pub fn under(parameters: &Parameters, question: &Panic) -> Self {
        let test = PanicTest::of(question, parameters);
        Self {
            test,
            wounds_left: question.unit.state.wounds_left(),
            tokens: question.unit.state.tokens.bits(),
            left_out: left_out("the unit", question.unit.after_tests(true)),
        }
    }
}

impl Rule for PanicRule {
    const WIDE: bool = false;

    fn decided(&self) -> Vec<String> {
        self.left_out.clone()
    }

    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(
                quantity::WOUNDS,
                "wounds",
                "wounds",
                self.test.most_wounds().min(self.wounds_left),
            ),
            Slot::event(event::FAILED, "failed"),
        ]
    }

    #[inline(always)]
    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let tested = self.test.take(
            chance,
            SituationIndex::only(),
            C::N::of(self.wounds_left),
            C::N::of(self.tokens),
        );
        chance.record(slot::WOUNDS, tested.wounds);
        chance.record(slot::FAILED, C::N::flag(tested.failed));
    }
}
