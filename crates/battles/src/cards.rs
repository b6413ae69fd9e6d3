//! Tactics cards of battles (A8): the decks of both armies, the ways to play their cards, and piles
//! of cards.

mod declared;
mod piles;

pub use declared::DeclaredCards;
pub(crate) use declared::usage_of;
pub(crate) use piles::ArmyCards;
pub use piles::{CardPile, CardView};

use crate::army::ConditionUsage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use warodds_games::asoiaf::ModelledAbility;
use warodds_games::asoiaf::effect::{
    Action, Conditions, CountRange, Moment, Trigger, TriggeredEffect,
};
use warodds_questions::catalogue::{CardUse, Counted, TacticsCard};

/// The number of a kind of card in the deck of its army.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct CardId(pub u8);

/// A card and the way in which it is played.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct CardChoice {
    /// The card.
    pub card: CardId,
    /// The number of the way to play it.
    pub way: u8,
}

/// An event at which cards are played, in the order in which events occur. A player plays one card
/// at each (A8.4).
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
            Trigger::Testing => Self::Testing,
            Trigger::Passing => Self::Passing,
            Trigger::Failing => Self::Failing,
            Trigger::AfterAttacking | Trigger::AfterAttacked => Self::Done,
            Trigger::Dying => Self::Dying,
            Trigger::EnemyTesting | Trigger::Claim => return None,
        })
    }
}

/// A way to play a card in a battle.
#[derive(Clone, Debug)]
pub struct CardWay {
    /// The name that distinguishes it from other ways.
    pub name: Option<String>,
    /// What the card waits for.
    pub trigger: Trigger,
    /// The event at which it is played; `None` if battles do not play it.
    pub window: Option<CardWindow>,
    /// What must hold for it to be played.
    pub(crate) requires: Conditions,
    /// The card as an ability of the unit on which it is played.
    pub(crate) ability: ModelledAbility,
    pub(crate) condition_usage: ConditionUsage,
}

impl CardWay {
    fn of(card: &TacticsCard, one: &CardUse) -> Option<Self> {
        let play = one.effects.card.as_ref()?;
        let name = card.as_ability(one).name;
        let conditions = one.effects.all().map(|effect| &effect.conditions);
        Some(Self {
            name: one.name.clone(),
            trigger: play.trigger,
            window: window(card, one),
            condition_usage: ConditionUsage::of_conditions(conditions.chain([&play.requires])),
            requires: play.requires.clone(),
            ability: ModelledAbility { name, effects: one.effects.clone(), attached: false },
        })
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
fn window(card: &TacticsCard, one: &CardUse) -> Option<CardWindow> {
    let play = one.effects.card.as_ref().filter(|play| !play.stays)?;
    // tokens of abilities and distances to the commander are not modelled in battles
    let is_known = |conditions: &Conditions| {
        conditions.resource == CountRange::ANY
            && conditions.spends == 0
            && conditions.near_commander.is_none()
    };
    let conditions = one.effects.all().map(|effect| &effect.conditions);
    let is_known = conditions.chain([&play.requires]).all(is_known);
    let counts = card.counted() == Counted::Whole && is_known;
    CardWindow::of(play.trigger).filter(|_| counts)
}

/// Returns how much of a card battles play.
pub fn counted_in_battles(card: &TacticsCard) -> Counted {
    let played = card.uses.iter().filter(|one| window(card, one).is_some()).count();
    match played {
        0 => Counted::None,
        _ if played == card.uses.len() => Counted::Whole,
        _ => Counted::Part,
    }
}

/// A kind of card in a deck.
#[derive(Clone, Debug)]
pub struct DeckCard {
    /// The id in the catalogue.
    pub id: String,
    /// The name.
    pub name: String,
    /// The ways to play it, in the order of the catalogue.
    pub ways: Vec<CardWay>,
}

impl DeckCard {
    /// Returns whether battles play the card at all.
    pub fn is_played(&self) -> bool {
        self.ways.iter().any(|way| way.window.is_some())
    }
}

/// The deck of an army: its kinds of cards, of each of which there are [`TacticsCard::COPIES`].
#[derive(Clone, Debug, Default)]
pub struct TacticsDeck {
    /// The kinds, numbered by index.
    pub kinds: Vec<DeckCard>,
}

impl TacticsDeck {
    /// The largest number of kinds.
    // a deck by the rules has ten (A8.2); catalogues of players may add some
    pub const MAX_KINDS: usize = 16;
    /// The largest number of ways to play a card.
    pub(crate) const MAX_WAYS: usize = 4;

    /// Creates a deck of these cards; `None` if there are too many, or ways to play one.
    pub fn new(cards: &[&TacticsCard]) -> Option<Self> {
        let ways = |card: &TacticsCard| -> Vec<CardWay> {
            card.uses.iter().filter_map(|one| CardWay::of(card, one)).collect()
        };
        let kind = |card: &&TacticsCard| DeckCard {
            id: card.id.clone(),
            name: card.name.clone(),
            ways: ways(card),
        };
        let kinds: Vec<DeckCard> = cards.iter().map(kind).collect();
        let fits = kinds.len() <= Self::MAX_KINDS
            && kinds.iter().all(|kind| kind.ways.len() <= Self::MAX_WAYS);
        fits.then_some(Self { kinds })
    }

    /// Returns a kind of card.
    pub fn card(&self, card: CardId) -> Option<&DeckCard> {
        self.kinds.get(usize::from(card.0))
    }

    /// Returns a way to play a card.
    pub fn way(&self, choice: CardChoice) -> Option<&CardWay> {
        self.card(choice.card)?.ways.get(usize::from(choice.way))
    }

    /// Returns all cards of the deck.
    pub(crate) fn pile(&self) -> CardPile {
        let mut pile = CardPile::default();
        // there are at most 16 kinds
        for card in (0..).take(self.kinds.len()).map(CardId) {
            (0..TacticsCard::COPIES).for_each(|_| pile.add(card));
        }
        pile
    }
}
