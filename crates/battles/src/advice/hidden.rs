//! What a player does not see, drawn again: hands and decks of tactics cards and missions.

use crate::battle::Battle;
use crate::cards::{ArmyCards, CardPile, CardView, TacticsDeck};
use crate::dice::Generator;
use crate::missions::{MissionPile, PlayerMissions};
use crate::referee::SeenTurn;
use crate::state::BattleState;

/// Deals the enemy a hand from all cards of his deck that the player has not seen. The own deck is
/// what is neither in the hand nor played. `None` if tactics cards are not played.
pub(super) fn deal_cards(
    battle: &Battle,
    seen: &SeenTurn,
    generator: &mut impl Generator,
) -> Option<[ArmyCards; 2]> {
    let (decks, view) = (battle.decks.as_ref()?, seen.cards.as_ref()?);
    let CardView { army, hand, discards, enemy_hand, .. } = *view;
    let enemy = 1 - army;
    let left = |army: usize, deck: &TacticsDeck, known: [CardPile; 2]| {
        let known = known.iter().flat_map(|pile| pile.cards().collect::<Vec<_>>());
        let staying = seen.state.units.iter().flat_map(|unit| unit.cards.cards());
        let staying = staying.filter(|(of, ..)| *of == army).map(|(_, choice, _)| choice.card);
        known.chain(staying).fold(deck.pile(), |mut pile, card| {
            pile.remove(card);
            pile
        })
    };
    let own_deck = left(army, decks.get(army)?, [hand, discards[0]]);
    let mut enemy_deck = left(enemy, decks.get(enemy)?, [CardPile::default(), discards[1]]);
    let mut drawn = CardPile::default();
    for _ in 0..enemy_hand {
        let place = generator.below(enemy_deck.len());
        let Some(card) = enemy_deck.cards().nth(place.into()) else { break };
        enemy_deck.remove(card);
        drawn.add(card);
    }
    // what lies under a deck is drawn as if it were in it
    let under = CardPile::default();
    let own = ArmyCards { deck: own_deck, under, hand, discards: discards[0] };
    let other = ArmyCards { deck: enemy_deck, under, hand: drawn, discards: discards[1] };
    Some(if army == 0 { [own, other] } else { [other, own] })
}

/// Deals the enemy missions from all that the player has not seen: those of the hand, and the one of
/// the round if he has chosen one. `None` if the mode has no missions.
pub(super) fn deal_missions(
    battle: &Battle,
    (seen, army): (&SeenTurn, usize),
    generator: &mut impl Generator,
) -> Option<PlayerMissions> {
    let (deck, view) = (battle.missions.as_ref()?, seen.missions?);
    let BattleState { missions: public, .. } = &seen.state;
    let known = view.hand.missions().chain(view.chosen);
    let known = known.chain(public.open.missions()).chain(public.discards.missions());
    let mut unseen = known.fold(deck.pile(), |mut pile, mission| {
        pile.remove(mission);
        pile
    });
    let mut draw = || {
        let place = generator.below(unseen.len());
        let drawn = unseen.missions().nth(place.into());
        drawn.inspect(|mission| {
            unseen.remove(*mission);
        })
    };
    let mut dealt = PlayerMissions::default();
    let enemy = 1 - army;
    dealt.hands[army] = view.hand;
    dealt.chosen[army] = view.chosen;
    for mission in (0..view.enemy_hand).map_while(|_| draw()) {
        dealt.hands[enemy].add(mission);
    }
    // both choose at the same time (A13.6.1)
    dealt.chosen[enemy] = view.chosen.and_then(|_| draw());
    dealt.deck = MissionPile::default();
    unseen.missions().for_each(|mission| dealt.deck.add(mission));
    Some(dealt)
}
