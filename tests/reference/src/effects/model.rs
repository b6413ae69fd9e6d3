//! The reference model of one attack with any effects of the language: state by state, with single
//! dice, every reroll and every choice tried.
//!
//! It shares with the program the question alone: which effects there are, not what they do.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use warodds_games::asoiaf::effect::{
    Action, Amount, Change, Effect, Effects, Moment, Per, TestKind, Trigger,
};
use warodds_games::asoiaf::{Attack, ModelledAbility, Reach, Spending};

use super::state::{
    AttackDamage, Chances, CombatState, SequenceChoices, TestCache, certain, flat_map,
};

/// The part of a question that is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolutionKind {
    /// The main attack, which the question is about.
    Main,
    /// An attack triggered by an ability.
    Triggered,
    /// A charge up to its roll, at this range.
    BeforeCharge(Reach),
    /// The panic test of a failed charge (A5.6).
    FailedCharge,
}

/// What is resolved, by whom, with which choices.
#[derive(Clone, Copy)]
pub struct Resolution<'w> {
    /// The side that acts: 0 or 1.
    pub me: usize,
    pub kind: ResolutionKind,
    pub choices: &'w SequenceChoices,
    /// The value of the state after the sequence; `None` if players choose for wounds.
    pub later: Option<Later<'w>>,
}

/// Returns the value to side 0 of a state after a sequence: first what is chosen for, then wounds.
pub(super) type Later<'w> = &'w dyn Fn(&CombatState) -> (f64, f64);

impl Resolution<'_> {
    /// Returns whether this is the main attack.
    pub fn is_main(self) -> bool {
        self.kind == ResolutionKind::Main
    }
}

/// The cause of a morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestCause {
    /// The wounds of an attack.
    Attack,
    /// An ability: its side and index, what it adds to the roll and to the wounds, and whether a
    /// failed test costs wounds.
    Ability { bearer: usize, number: usize, roll: Amount, wounds: Amount, costs: bool },
}

/// The reference model of one attack.
pub struct ReferenceModel<'a> {
    /// The main attack.
    pub attack: &'a Attack,
    /// The abilities of both sides; orders only if the policy allows them.
    pub abilities: [Vec<&'a ModelledAbility>; 2],
    /// Whether tied choices lead to different distributions.
    pub open: Cell<bool>,
    /// Results of morale tests by their values: enumerating the rerolls of three dice is slow.
    pub(super) tests: RefCell<TestCache>,
    /// Choices made for triggered attacks, by index in the sequence and state.
    pub decided: RefCell<HashMap<(usize, CombatState), SequenceChoices>>,
    /// The state in which the sequence begins.
    pub began: Cell<CombatState>,
    /// Whether effects at activation and charge declaration are resolved already.
    pub is_begun: bool,
    /// Whether side 0 plays no cards any more, since its charge was disorderly (A5.5).
    pub plays_no_cards: bool,
}

impl<'a> ReferenceModel<'a> {
    /// Creates the model of an attack that begins with its activation.
    pub fn new(attack: &'a Attack) -> Self {
        let abilities = attack.sides().map(|unit| {
            let counts = |one: &&ModelledAbility| one.effects.order.is_none() || unit.policy.orders;
            unit.abilities.iter().filter(counts).collect()
        });
        Self {
            attack,
            abilities,
            open: Cell::new(false),
            tests: RefCell::default(),
            decided: RefCell::default(),
            began: Cell::default(),
            is_begun: false,
            plays_no_cards: false,
        }
    }

    /// Creates the model of an attack at the end of a charge, which activation and declaration
    /// precede.
    pub fn after_charge(attack: &'a Attack) -> Self {
        let charge = attack.context.engagement.charge();
        let plays_no_cards = charge.is_some_and(|charge| charge.disorderly);
        Self { is_begun: true, plays_no_cards, ..Self::new(attack) }
    }

    /// Returns whether a disorderly charge keeps the player of a side from playing a card. What was
    /// played by the roll counts, and so does what is in play.
    fn comes_too_late(&self, side: usize, ability: &ModelledAbility) -> bool {
        let by_the_roll =
            [Trigger::Turn, Trigger::Activation, Trigger::Charge, Trigger::ChargeRolled];
        self.plays_no_cards
            && side == 0
            && ability
                .effects
                .card
                .as_ref()
                .is_some_and(|card| !card.stays && !by_the_roll.contains(&card.trigger))
    }

    /// Returns the state before the attack.
    pub fn start(&self) -> CombatState {
        let standings = self.attack.sides().map(|unit| unit.state);
        CombatState {
            left: standings.map(|one| one.wounds_left().into()),
            tokens: standings.map(|one| one.tokens.bits()),
            ..CombatState::default()
        }
    }

    /// Returns when the player of a side spends tokens of the other side (A7.1).
    pub fn spending(&self, side: usize) -> Spending {
        self.attack.sides()[side].policy.spending
    }

    /// Returns the effects of a side at a moment, with the indices of their abilities.
    ///
    /// `attachment_lost` leaves out the abilities of the attachment.
    pub fn effects(
        &self,
        side: usize,
        choices: &SequenceChoices,
        attachment_lost: bool,
        moment: Moment,
    ) -> Vec<(usize, &'a Effect)> {
        let mut all = Vec::new();
        for (number, ability) in self.abilities[side].iter().enumerate() {
            let Effects { fixed, choice, .. } = &*ability.effects;
            let (used, options) = choices.picked[side][number];
            // the abilities of an attachment die with it (A14.17)
            if !used || (ability.attached && attachment_lost) || self.comes_too_late(side, ability)
            {
                continue;
            }
            let taken = choice.iter().flat_map(|choice| {
                let options =
                    choice.options.iter().enumerate().filter(move |(k, _)| options >> k & 1 == 1);
                options.flat_map(|(_, (_, effects))| effects)
            });
            all.extend(
                fixed
                    .iter()
                    .chain(taken)
                    .filter(|effect| effect.moment == moment)
                    .map(|effect| (number, effect)),
            );
        }
        all
    }

    /// Returns whether an effect on the tests of enemies applies: without conditions on the range
    /// it needs contact.
    pub(super) fn reaches_enemy(&self, effect: &Effect, resolution: Resolution<'_>) -> bool {
        let is_about_enemies = matches!(
            effect.moment,
            Moment::EnemyTesting | Moment::EnemyPassing | Moment::EnemyFailing
        );
        let has_range = effect.conditions.melee.is_some() || effect.conditions.short.is_some();
        !is_about_enemies || has_range || !self.reach(resolution).is_ranged()
    }

    /// Returns the changes that apply in a state, with the sides of their bearers.
    ///
    /// `moments` are those of the acting side and those of the other side.
    pub fn changes(
        &self,
        resolution: Resolution<'_>,
        moments: [&[Moment]; 2],
        now: &CombatState,
        from: Option<TestCause>,
    ) -> Vec<(usize, Change)> {
        let mut changes = Vec::new();
        for (role, moments) in moments.into_iter().enumerate() {
            let side = if role == 0 { resolution.me } else { 1 - resolution.me };
            for moment in moments {
                for (number, effect) in
                    self.effects(side, resolution.choices, now.attachment_lost[side], *moment)
                {
                    if let Action::Change(change) = effect.action
                        && self.reaches_enemy(effect, resolution)
                        && matches_cause(effect, from, side, number)
                        && self.holds(effect, side, resolution, now)
                    {
                        changes.push((side, change));
                    }
                }
            }
        }
        changes
    }

    /// Evaluates the amount of a change while dice are rolled, when a unit counts as having at
    /// least one rank.
    pub fn amount(&self, amount: Amount, side: usize, now: &CombatState) -> i32 {
        let lost = |side: usize| self.ranks_of(side) - self.ranks(side, now);
        let count = match amount.per {
            Some(Per::OwnRanks) => self.ranks(side, now),
            Some(Per::OwnRanksLost) => lost(side),
            Some(Per::EnemyRanks) => self.ranks(1 - side, now),
            Some(Per::EnemyRanksLost) => lost(1 - side),
            Some(Per::OwnWoundsLost) => self.full_wounds(side) - now.left[side].max(1),
            Some(Per::EnemyTokens) => now.tokens[1 - side].count_ones() as i32,
            Some(Per::RanksDestroyed | Per::WoundsDealt | Per::PanicWounds) => 0,
            // counts of the table are for battles alone
            Some(
                Per::FriendsNear
                | Per::FriendsNearEnemy
                | Per::FriendsInContact
                | Per::RanksInContact,
            )
            | None => 0,
        };
        let sum = i32::from(amount.base) + i32::from(amount.each) * count;
        amount.most.map_or(sum, |most| sum.min(most.into()))
    }

    /// Evaluates the amount of a triggered effect, which may have dice, from 0 up to its maximum.
    pub(super) fn resolve_amount(
        &self,
        amount: Amount,
        side: usize,
        now: &CombatState,
        damage: AttackDamage,
    ) -> Chances<i32> {
        let ranks = |side: usize| self.remaining_ranks(side, now);
        let count = match amount.per {
            Some(Per::OwnRanks) => ranks(side),
            Some(Per::OwnRanksLost) => self.ranks_of(side) - ranks(side),
            Some(Per::EnemyRanks) => ranks(1 - side),
            Some(Per::EnemyRanksLost) => self.ranks_of(1 - side) - ranks(1 - side),
            Some(Per::OwnWoundsLost) => self.full_wounds(side) - now.left[side],
            Some(Per::EnemyTokens) => now.tokens[1 - side].count_ones() as i32,
            Some(Per::RanksDestroyed) => damage.ranks,
            Some(Per::WoundsDealt) => damage.dealt,
            Some(Per::PanicWounds) => damage.of_test,
            // counts of the table are for battles alone
            Some(
                Per::FriendsNear
                | Per::FriendsNearEnemy
                | Per::FriendsInContact
                | Per::RanksInContact,
            )
            | None => 0,
        };
        // an effect of a negative amount does nothing
        let sum = (i32::from(amount.base) + i32::from(amount.each) * count).max(0);
        let most = amount.most.map_or(60, i32::from);
        let mut all = certain(sum);
        for _ in 0..amount.d3 {
            all = flat_map(all, |sum| (1..=3).map(|d3| (sum + d3, 1.0 / 3.0)).collect());
        }
        flat_map(all, |sum| certain(sum.min(most)))
    }
}

/// Returns whether an effect applies to a test with this cause.
pub(super) fn matches_cause(
    effect: &Effect,
    from: Option<TestCause>,
    side: usize,
    number: usize,
) -> bool {
    match (effect.conditions.test, from) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(TestKind::Panic), Some(from)) => {
            !matches!(from, TestCause::Ability { costs: false, .. })
        }
        (Some(TestKind::Plain), Some(from)) => {
            matches!(from, TestCause::Ability { costs: false, .. })
        }
        (Some(TestKind::Attack), Some(from)) => from == TestCause::Attack,
        (Some(TestKind::Called), Some(TestCause::Attack)) => false,
        (Some(TestKind::Called), Some(TestCause::Ability { bearer, number: called, .. })) => {
            (bearer, called) == (side, number)
        }
    }
}
