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

/// A random matchup with a card on each side or on one of them.
pub(super) fn with_cards(seed: u64) -> (Attack, String) {
    let (mut attack, mut description) = matchup(seed);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut deal = || CARDS.choose(&mut dice).cloned().expect("there are cards");
    let (own, other) = (deal(), deal());
    let on_both = dice.random_bool(0.5);
    description += &format!("\ncards {} and {}, both: {on_both}", own.name, other.name);
    let play = |attacker: &mut Combatant, defender: &mut Combatant| {
        attacker.abilities.push(own);
        defender.abilities.extend(on_both.then_some(other));
    };
    attack.edit(play).expect("both can fight");
    (attack, description)
}
