//! Shipped tactics cards on random units, compared with the reference model.

use std::sync::LazyLock;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds::catalogue::Catalogue;
use warodds::games::asoiaf::{Attack, Combatant, ModelledAbility};

use super::matchup;

/// All ways to play a shipped card.
static CARDS: LazyLock<Vec<ModelledAbility>> = LazyLock::new(|| {
    let cards = Catalogue::shipped().tactics_cards();
    let uses = cards.flat_map(|card| card.uses.iter().map(move |one| (card, one)));
    uses.map(|(card, one)| ModelledAbility {
        name: card.as_ability(one).name,
        effects: one.effects.clone(),
        attached: false,
    })
    .collect()
});

/// A card for the attacker, and one for the defender or none.
pub(super) struct Hand {
    own: ModelledAbility,
    other: Option<ModelledAbility>,
}

impl Hand {
    /// Deals cards that a test can use.
    pub(super) fn new(seed: u64, is_usable: fn(&ModelledAbility) -> bool) -> Self {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let usable: Vec<&ModelledAbility> = CARDS.iter().filter(|card| is_usable(card)).collect();
        let mut deal = || (*usable.choose(&mut dice).expect("there are cards")).clone();
        let (own, other) = (deal(), deal());
        Self { own, other: dice.random_bool(0.5).then_some(other) }
    }

    pub(super) fn words(&self) -> String {
        format!("cards {} and {:?}", self.own.name, self.other.as_ref().map(|one| &one.name))
    }

    pub(super) fn play(self, attack: &mut Attack) {
        let play = |attacker: &mut Combatant, defender: &mut Combatant| {
            attacker.abilities.push(self.own);
            defender.abilities.extend(self.other);
        };
        attack.edit(play).expect("both can fight");
    }
}

/// A random matchup with a card on each side or on one of them.
pub(super) fn with_cards(seed: u64) -> (Attack, String) {
    let (mut attack, description) = matchup(seed);
    let hand = Hand::new(seed, |_| true);
    let description = format!("{description}\n{}", hand.words());
    hand.play(&mut attack);
    (attack, description)
}
