//! Tactics cards of battles (A8): the decks of both armies, the ways to play their cards, and piles
//! of cards.

mod deck;
mod declared;
mod friends;
mod ncus;
mod near;
mod piles;
mod staying;

pub use deck::{DeckCard, TacticsDeck};
pub use declared::DeclaredCards;
pub(crate) use declared::usage_of;
pub use friends::FriendCounts;
pub use ncus::{NcuCard, ncu_counted_in_battles};
pub(crate) use near::{CardCircumstances, near_commander, with_card_tokens};
pub(crate) use piles::ArmyCards;
pub use piles::{CardPile, CardView};
pub(crate) use staying::HeldCard;
pub use staying::{CardTokens, StayingCards};

use crate::army::ConditionUsage;
use crate::field::UnitId;
use crate::tactics_zone::TacticsZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use warodds_games::asoiaf::ModelledAbility;
use warodds_games::asoiaf::effect::{
    Action, Amount, CardPlay, Conditions, CountRange, Effects, Moment, Per, Trigger,
    TriggeredEffect,
};
use warodds_questions::catalogue::{
    BattlePlay, BattleTrigger, CardUse, Counted, Denied, TacticsCard,
};

/// The number of a kind of card in the deck of its army; from [`TacticsDeck::MAX_KINDS`] on, that
/// of an NCU, which is used like a card.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(transparent)]
pub struct CardId(pub u8);

/// A card and the way in which it is played.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct CardChoice {
    /// The card.
    pub card: CardId,
    /// The number of the way to play it.
    pub way: u8,
}

/// A table of further units that a card lets its player pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickedTable {
    /// The card and the way in which it is played.
    pub choice: CardChoice,
    /// The number of the table.
    pub table: u8,
}

/// A card played outside of attacks, charges and tests, with its units and options.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct PlayedCard {
    /// The card and the way in which it is played.
    pub choice: CardChoice,
    /// The friendly unit that it names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The enemy that it names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<UnitId>,
    /// The numbers of the options that are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<u8>,
    /// The cards that its player takes into the hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fetched: Vec<CardId>,
    /// The card of the hand that it costs, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discarded: Option<CardId>,
    /// The card of the enemy's deck that its player names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<CardId>,
    /// The free zones that its player names, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<TacticsZone>,
}

/// An event of an encounter at which cards are played, in the order in which events occur. A
/// player plays one card at each (A8.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardWindow {
    /// A unit activates.
    Activation,
    /// A charge is declared.
    Declared,
    /// A charge is rolled.
    Rolled,
    /// A charge arrives.
    Arrived,
    /// Before attack dice.
    BeforeDice,
    /// After attack dice.
    AttackDice,
    /// After saves.
    Saves,
    /// A panic test is taken.
    Testing,
    /// A panic test is passed.
    Passing,
    /// A panic test is failed.
    Failing,
    /// A unit would be destroyed.
    Dying,
    /// An attack is over.
    Done,
}

impl CardWindow {
    /// All windows, in the order of play.
    pub const ALL: [Self; 12] = [
        Self::Activation,
        Self::Declared,
        Self::Rolled,
        Self::Arrived,
        Self::BeforeDice,
        Self::AttackDice,
        Self::Saves,
        Self::Testing,
        Self::Passing,
        Self::Failing,
        Self::Dying,
        Self::Done,
    ];

    /// Returns the window of a trigger; `None` if battles do not have it.
    const fn of(trigger: Trigger) -> Option<Self> {
        Some(match trigger {
            Trigger::Turn | Trigger::Activation | Trigger::EnemyActivation => Self::Activation,
            Trigger::Charge | Trigger::Charged => Self::Declared,
            Trigger::ChargeRolled => Self::Rolled,
            Trigger::ChargeArrived => Self::Arrived,
            Trigger::BeforeAttacking | Trigger::BeforeAttacked => Self::BeforeDice,
            Trigger::AttackDice | Trigger::AfterAttackDice => Self::AttackDice,
            Trigger::AfterSaves => Self::Saves,
            Trigger::Testing | Trigger::EnemyTesting => Self::Testing,
            Trigger::Passing => Self::Passing,
            Trigger::Failing => Self::Failing,
            Trigger::AfterAttacking | Trigger::AfterAttacked => Self::Done,
            Trigger::Dying => Self::Dying,
            Trigger::Claim => return None,
        })
    }
}

/// A way to play a card in a battle.
#[derive(Clone, Debug)]
pub struct CardWay {
    /// The name that distinguishes it from other ways.
    pub name: Option<String>,
    /// The name of what the card waits for.
    pub trigger: &'static str,
    /// The same in words.
    pub(crate) trigger_words: &'static str,
    /// The event of an encounter at which it is played; `None` if encounters do not play it.
    pub window: Option<CardWindow>,
    /// Whether it is played in attacks by its unit (`true`) or on it (`false`); `None` in both.
    pub(crate) is_of_attacker: Option<bool>,
    /// How it is played outside of encounters.
    pub(crate) battle: Option<BattlePlay>,
    /// Order tokens of an NCU that it costs.
    pub(crate) pays: u8,
    /// What must hold for it to be played.
    pub(crate) requires: Conditions,
    /// The card as an ability of the unit on which it is played.
    pub(crate) ability: ModelledAbility,
    pub(crate) condition_usage: ConditionUsage,
}

/// A card or an NCU, as far as the ways to play it go.
#[derive(Clone, Copy, Debug)]
struct PlayedEntry<'a> {
    name: &'a str,
    owner: PlayOwner,
    uses: &'a [CardUse],
    battle: &'a [BattlePlay],
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayOwner {
    /// A tactics card, and whether questions count all of it.
    Card(Counted),
    /// An NCU.
    Ncu,
}

impl<'a> PlayedEntry<'a> {
    fn of_card(card: &'a TacticsCard) -> Self {
        let (owner, battle) = (PlayOwner::Card(card.counted()), &card.battle);
        Self { name: &card.name, owner, uses: &card.uses, battle }
    }

    /// Returns the name with that of a way.
    fn name_of(&self, way: Option<&str>) -> String {
        way.map_or_else(|| self.name.to_owned(), |way| format!("{} ({way})", self.name))
    }
}

impl CardWay {
    fn of(card: &PlayedEntry<'_>, one: &CardUse) -> Option<Self> {
        let play = one.effects.card.as_ref()?;
        let name = card.name_of(one.name.as_deref()).into();
        // order tokens are paid by the NCU, not by the unit
        let requires = Conditions { spends: 0, ..play.requires.clone() };
        let conditions = one.effects.all().map(|effect| &effect.conditions);
        Some(Self {
            name: one.name.clone(),
            trigger: play.trigger.name(),
            trigger_words: play.trigger.words(),
            window: window(card, one),
            is_of_attacker: play.trigger.is_of_the_attacker(),
            battle: None,
            condition_usage: ConditionUsage::of_conditions(conditions.chain([&play.requires])),
            pays: play.requires.spends,
            requires,
            ability: ModelledAbility { name, effects: one.effects.clone(), attached: false },
        })
    }

    /// Creates the way to play a card outside of encounters.
    fn of_battle(card: &PlayedEntry<'_>, play: &BattlePlay) -> Self {
        let effects = play.stays.as_ref().map_or(&play.effects, |stays| &stays.effects);
        let name = card.name_of(play.name.as_deref());
        let (window, is_of_attacker) = window_of_battle(play.trigger);
        let usage = ConditionUsage::of_conditions(effects.all().map(|effect| &effect.conditions));
        Self {
            name: play.name.clone(),
            trigger: play.trigger.name(),
            trigger_words: play.trigger.words(),
            window,
            is_of_attacker,
            condition_usage: ConditionUsage { friends: counts_friends(effects), ..usage },
            pays: play.terms.pays,
            requires: play.requires.clone(),
            ability: ModelledAbility {
                name: name.into(),
                effects: Arc::clone(effects),
                attached: false,
            },
            battle: Some(play.clone()),
        }
    }

    /// Returns whether battles play the card in this way.
    pub fn is_played(&self) -> bool {
        self.window.is_some() || self.battle.is_some()
    }

    /// Returns whether encounters know the card: it is declared in them, stays on a unit, lets one act,
    /// or changes a test.
    fn is_of_encounters(&self) -> bool {
        let acts = |play: &BattlePlay| play.stays.is_some() || !play.acts.is_empty();
        let mut effects = self.ability.effects.all();
        self.window.is_some()
            || self.battle.as_ref().is_some_and(acts)
            || effects.any(|effect| effect.moment == Moment::Testing)
    }

    /// Returns what the card denies the enemy of its unit.
    pub(crate) fn denied_to_enemy(&self) -> &[Denied] {
        let denial = self.battle.as_ref().and_then(|play| play.denies.as_ref());
        denial.map_or(&[], |denial| denial.what.as_slice())
    }

    /// Returns whether the card acts on a test of the enemy.
    pub(crate) fn is_of_enemys_test(&self) -> bool {
        let mut effects = self.ability.effects.all();
        effects.any(|effect| {
            matches!(
                effect.moment,
                Moment::EnemyTesting | Moment::EnemyPassing | Moment::EnemyFailing
            )
        })
    }

    /// Returns whether all of the card acts within a morale test of its bearer.
    pub(crate) fn is_within_test(&self) -> bool {
        self.ability.effects.all().all(|effect| effect.moment == Moment::Testing)
    }

    /// Returns whether the card heals, which hides the wounds that an attack dealt.
    pub(crate) fn heals(&self) -> bool {
        let heals = |action| matches!(action, Action::Triggered(TriggeredEffect::Heal(..)));
        self.ability.effects.all().any(|effect| heals(effect.action))
    }
}

/// Returns the event at which battles play a card in a way; `None` if they do not count all of it.
fn window(card: &PlayedEntry<'_>, one: &CardUse) -> Option<CardWindow> {
    let play = one.effects.card.as_ref().filter(|play| !play.stays)?;
    // tokens of abilities are not modelled in battles
    let is_known = |conditions: &Conditions| {
        conditions.resource == CountRange::ANY
            && conditions.spends == 0
            && (conditions.near_commander.is_none() || conditions.commander_range.is_some())
    };
    let is_of_ncu = card.owner == PlayOwner::Ncu;
    // order tokens of NCUs are
    let spends = if is_of_ncu { 0 } else { play.requires.spends };
    let requires = Conditions { spends, ..play.requires.clone() };
    let conditions = one.effects.all().map(|effect| &effect.conditions);
    let is_known = conditions.chain([&requires]).all(is_known);
    // what questions leave out of a card, its ways of battles tell
    let is_whole = is_of_ncu || card.owner == PlayOwner::Card(Counted::Whole);
    let counts = is_known && (is_whole || !card.battle.is_empty());
    CardWindow::of(play.trigger).filter(|_| counts && !has_battle_play(card, one))
}

/// Returns the event of an encounter at which a way of battles is played, and whether in attacks by
/// its unit or in both.
const fn window_of_battle(trigger: BattleTrigger) -> (Option<CardWindow>, Option<bool>) {
    match trigger {
        BattleTrigger::ChargeArrives => (Some(CardWindow::Arrived), Some(true)),
        BattleTrigger::BeforeAttacking => (Some(CardWindow::BeforeDice), Some(true)),
        BattleTrigger::EnemyTesting => (Some(CardWindow::Testing), None),
        _ => (None, None),
    }
}

/// Returns whether an amount of effects counts friends.
fn counts_friends(effects: &Effects) -> bool {
    let is_of_friends = |amount: Amount| amount.per.is_some_and(Per::is_of_the_table);
    let picks = effects.choice.as_ref().is_some_and(|choice| is_of_friends(choice.picks));
    picks
        || effects.all().any(|effect| match effect.action {
            Action::Change(change) => change.amount().is_some_and(is_of_friends),
            Action::Triggered(_) => false,
        })
}

/// Returns whether the table of a card says how battles play what questions play in one way: at
/// the start of a turn or with an activation, questions know two units alone, and a way of battles
/// takes the place of the one with its name.
fn has_battle_play(card: &PlayedEntry<'_>, one: &CardUse) -> bool {
    let is_general = |play: &CardPlay| {
        play.stays || CardWindow::of(play.trigger) == Some(CardWindow::Activation)
    };
    let trigger = one.effects.card.as_ref().map(|card| card.trigger.name());
    let is_same = |play: &BattlePlay| match (&play.name, &one.name) {
        (Some(name), Some(other)) => name == other,
        (_, None) => play.trigger.is_of_encounters() && Some(play.trigger.name()) == trigger,
        (None, Some(_)) => false,
    };
    card.battle.iter().any(is_same)
        || (!card.battle.is_empty() && one.effects.card.as_ref().is_some_and(is_general))
}

/// Lists the ways to play a card in battles, also those that battles cannot play.
fn ways(card: &PlayedEntry<'_>) -> Vec<CardWay> {
    let uses = card.uses.iter().filter(|one| !has_battle_play(card, one));
    let in_encounters = uses.filter_map(|one| CardWay::of(card, one));
    let others = card.battle.iter().map(|play| CardWay::of_battle(card, play));
    in_encounters.chain(others).collect()
}

/// Returns how much of a card battles play.
pub fn counted_in_battles(card: &TacticsCard) -> Counted {
    let ways = ways(&PlayedEntry::of_card(card));
    match ways.iter().filter(|way| way.is_played()).count() {
        0 => Counted::None,
        played if played == ways.len() => Counted::Whole,
        _ => Counted::Part,
    }
}
