//! An attack with any effects of the language: state after state, with single dice,
//! every reroll and every choice tried.
//!
//! Nothing of the program stands in it but the question: what effects are, not what they do.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use warodds_games::asoiaf::effect::{
    Action, Amount, Change, Effect, Effects, Moment, Per, TestKind,
};
use warodds_games::asoiaf::{Attack, ModelledAbility, Reach, Spending};

use super::choices::SequenceChoices;
use super::morale::TestCache;
use super::state::{AttackDamage, Chances, CombatState, each, surely};

/// The kinds of what is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolutionKind {
    /// The attack in question.
    Main,
    /// An attack that is called forth.
    Called,
    /// What comes before the roll of a charge, and that roll, from so far away.
    Roll(Reach),
    /// The test of a charge that failed, from so far away.
    Failed(Reach),
}

/// What is resolved: whose it is, and what players choose in it.
#[derive(Clone, Copy)]
pub struct Resolution<'w> {
    pub me: usize,
    pub kind: ResolutionKind,
    pub choices: &'w SequenceChoices,
}

impl Resolution<'_> {
    /// Whether it is the attack in question.
    pub fn is_main(self) -> bool {
        self.kind == ResolutionKind::Main
    }
}

/// What a morale test comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestCause {
    /// The wounds of an attack.
    Attack,
    /// An ability, by its number; what it adds to roll and wounds; whether it costs any.
    Ability { bearer: usize, number: usize, roll: Amount, wounds: Amount, costs: bool },
}

/// The reference model of one question.
pub struct ReferenceModel<'a> {
    /// The attack in question.
    pub attack: &'a Attack,
    /// The abilities of both sides that count.
    pub abilities: [Vec<&'a ModelledAbility>; 2],
    /// Whether ties leave something open.
    pub open: Cell<bool>,
    pub(super) tests: RefCell<TestCache>,
    /// What is chosen in the attacks called forth, by their places in the sequence.
    pub decided: RefCell<HashMap<(usize, CombatState), SequenceChoices>>,
    /// How things stand when the attack in question begins.
    pub began: Cell<CombatState>,
    /// Whether what begins with an activation and a charge is over by then.
    pub is_begun: bool,
}

impl<'a> ReferenceModel<'a> {
    /// That of an attack, all that begins with it included.
    pub fn new(attack: &'a Attack) -> Self {
        let abilities = attack.traits().map(|traits| {
            let counts =
                |one: &&ModelledAbility| one.effects.order.is_none() || traits.usage.policy.orders;
            traits.abilities.iter().filter(counts).collect()
        });
        Self {
            attack,
            abilities,
            open: Cell::new(false),
            tests: RefCell::default(),
            decided: RefCell::default(),
            began: Cell::default(),
            is_begun: false,
        }
    }

    /// That of an attack of whose activation everything before it is over.
    pub fn after_all(attack: &'a Attack) -> Self {
        Self { is_begun: true, ..Self::new(attack) }
    }

    /// How things stand at first.
    pub fn start(&self) -> CombatState {
        let standings = [self.attack.attacker.state, self.attack.defender.state];
        CombatState {
            left: standings.map(|one| one.wounds_left().into()),
            tokens: standings.map(|one| one.tokens.bits()),
            ..CombatState::default()
        }
    }

    /// When the player of a side spends tokens of the other.
    pub fn spending(&self, side: usize) -> Spending {
        if side == 0 { self.attack.attacker.spending } else { self.attack.defender.spending }
    }

    /// The effects of a side at a moment, with the numbers of their abilities.
    pub fn effects(
        &self,
        side: usize,
        way: &SequenceChoices,
        fallen: bool,
        moment: Moment,
    ) -> Vec<(usize, &'a Effect)> {
        let mut all = Vec::new();
        for (number, ability) in self.abilities[side].iter().enumerate() {
            let Effects { fixed, choice, .. } = &*ability.effects;
            let (used, options) = way.picked[side][number];
            if !used || (ability.attached && fallen) {
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

    /// Whether an effect that is about tests of enemies reaches the enemy.
    pub(super) fn is_near(&self, effect: &Effect, resolution: Resolution<'_>) -> bool {
        let about_enemies = matches!(
            effect.moment,
            Moment::EnemyTesting | Moment::EnemyPassing | Moment::EnemyFailing
        );
        let says = effect.conditions.melee.is_some() || effect.conditions.short.is_some();
        !about_enemies || says || !self.reach(resolution).is_ranged()
    }

    /// The changes that count in a state at these moments of who strikes and who is struck.
    pub fn changes(
        &self,
        resolution: Resolution<'_>,
        moments: [&[Moment]; 2],
        now: &CombatState,
        from: Option<TestCause>,
    ) -> Vec<(usize, Change)> {
        let mut counted = Vec::new();
        for (role, moments) in moments.into_iter().enumerate() {
            let side = if role == 0 { resolution.me } else { 1 - resolution.me };
            for moment in moments {
                for (number, effect) in
                    self.effects(side, resolution.choices, now.fallen[side], *moment)
                {
                    if let Action::Change(change) = effect.action
                        && self.is_near(effect, resolution)
                        && fits(effect, from, side, number)
                        && self.holds(effect, side, resolution, now)
                    {
                        counted.push((side, change));
                    }
                }
            }
        }
        counted
    }

    /// What an amount of a bearer comes to while dice are rolled.
    pub fn amount(&self, amount: Amount, side: usize, now: &CombatState) -> i32 {
        let lost = |side: usize| self.ranks_of(side) - self.ranks(side, now);
        let count = match amount.per {
            Some(Per::OwnRanks) => self.ranks(side, now),
            Some(Per::OwnRanksLost) => lost(side),
            Some(Per::EnemyRanks) => self.ranks(1 - side, now),
            Some(Per::EnemyRanksLost) => lost(1 - side),
            Some(Per::OwnWoundsLost) => self.full(side) - now.left[side].max(1),
            Some(Per::EnemyTokens) => now.tokens[1 - side].count_ones() as i32,
            Some(Per::RanksDestroyed | Per::WoundsDealt) | None => 0,
        };
        let sum = i32::from(amount.base) + i32::from(amount.each) * count;
        amount.most.map_or(sum, |most| sum.min(most.into()))
    }

    /// What an amount of something that happens comes to.
    pub(super) fn happening(
        &self,
        amount: Amount,
        side: usize,
        now: &CombatState,
        done: AttackDamage,
    ) -> Chances<i32> {
        let ranks = |side: usize| self.true_ranks(side, now);
        let count = match amount.per {
            Some(Per::OwnRanks) => ranks(side),
            Some(Per::OwnRanksLost) => self.ranks_of(side) - ranks(side),
            Some(Per::EnemyRanks) => ranks(1 - side),
            Some(Per::EnemyRanksLost) => self.ranks_of(1 - side) - ranks(1 - side),
            Some(Per::OwnWoundsLost) => self.full(side) - now.left[side],
            Some(Per::EnemyTokens) => now.tokens[1 - side].count_ones() as i32,
            Some(Per::RanksDestroyed) => done.ranks,
            Some(Per::WoundsDealt) => done.dealt,
            None => 0,
        };
        let sum = (i32::from(amount.base) + i32::from(amount.each) * count).max(0);
        let most = amount.most.map_or(60, i32::from);
        let mut all = surely(sum);
        for _ in 0..amount.d3 {
            all = each(all, |sum| (1..=3).map(|d3| (sum + d3, 1.0 / 3.0)).collect());
        }
        each(all, |sum| surely(sum.min(most)))
    }
}

/// Whether an effect counts in a test that comes from there.
pub(super) fn fits(effect: &Effect, from: Option<TestCause>, side: usize, number: usize) -> bool {
    match (effect.conditions.test, from) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(TestKind::Panic), Some(from)) => {
            !matches!(from, TestCause::Ability { costs: false, .. })
        }
        (Some(TestKind::Attack), Some(from)) => from == TestCause::Attack,
        (Some(TestKind::Called), Some(TestCause::Attack)) => false,
        (Some(TestKind::Called), Some(TestCause::Ability { bearer, number: called, .. })) => {
            (bearer, called) == (side, number)
        }
    }
}
