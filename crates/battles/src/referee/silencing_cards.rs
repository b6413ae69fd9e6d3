//! NCUs that cards leave without abilities until the round ends, followed from a log (A8.3).

use super::ncus::{FollowedNcus, require};
use crate::cards::CardId;
use crate::choice::PlayerChoice;
use crate::field::PlayerId;
use crate::log::RuleViolation;

impl FollowedNcus<'_> {
    /// Notes whether a player plays a card that takes the abilities of an NCU.
    pub(super) fn note_silencing_card(&mut self, player: PlayerId, choice: &PlayerChoice) {
        match choice {
            PlayerChoice::Turn(_) => self.silencing = None,
            PlayerChoice::Play(Some(played)) => {
                let play = self.way(player, played.choice).and_then(|way| way.battle.as_ref());
                if play.is_some_and(|play| play.terms.silences) {
                    self.silencing = Some(player);
                }
            }
            _ => {}
        }
    }

    /// Follows an NCU that loses its abilities: once for each card, on the other side of the table.
    pub(super) fn silence_by_card(
        &mut self,
        player: PlayerId,
        ncu: CardId,
    ) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let by_card = self.silencing.take() == Some(player.opponent());
        let state =
            self.states.get_mut(army, ncu).filter(|state| by_card && !state.silenced_this_round);
        let is_silenced = state.is_some_and(|state| {
            state.silenced_this_round = true;
            true
        });
        require(is_silenced, "A8.3", || format!("no card takes the abilities of NCU {}", ncu.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Battle, Mode};
    use crate::cards::{CardChoice, PlayedCard, TacticsDeck};
    use crate::log::LogEntry;
    use crate::play::tests::battle;
    use warodds_questions::catalogue::Catalogue;

    /// Intrigue and Subterfuge takes the abilities of one NCU of the enemy; without the card, a second
    /// time, and on the own side no NCU loses them.
    #[test]
    fn only_a_card_takes_the_abilities_of_an_enemy_ncu() {
        let catalogue = Catalogue::shipped();
        let card = catalogue.find_tactics("lannister-intrigue-and-subterfuge").unwrap();
        let styr = catalogue.find_ncu("styr-iron-fisted-tyrant").unwrap();
        let deck = || TacticsDeck::new(&[card]).unwrap().with_ncus([styr].into_iter()).unwrap();
        let battle = Battle { decks: Some([deck(), deck()]), ..battle(Mode::AClashOfKings) };
        let choice = CardChoice { card: CardId(0), way: 0 };
        let played = PlayerChoice::Play(Some(PlayedCard { choice, ..PlayedCard::default() }));
        let plays = LogEntry::Chose { player: PlayerId::South, choice: played };
        let loses = |player| {
            let ncu = CardId::of_ncu(0);
            LogEntry::NcuSilenced { player, ncu, rule: "A8.3".into() }
        };
        let follow = |entries: &[LogEntry]| {
            let mut ncus = FollowedNcus::new(&battle);
            entries.iter().try_for_each(|entry| ncus.follow(entry)).is_ok()
        };
        let (own, enemy) = (loses(PlayerId::South), loses(PlayerId::North));
        assert!(follow(&[plays.clone(), enemy.clone()]));
        assert!(!follow(std::slice::from_ref(&enemy)));
        assert!(!follow(&[plays.clone(), own]));
        assert!(!follow(&[plays.clone(), enemy.clone(), enemy.clone()]));
        assert!(!follow(&[plays.clone(), enemy.clone(), plays, enemy]));
    }
}
