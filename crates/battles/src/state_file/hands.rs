//! Reads hands and NCUs: what the player whose turn it is knows.

use super::names;
use super::reader::StateReader;
use crate::cards::{CardId, CardPile, CardView, TacticsDeck};
use crate::choice::TacticsZone;
use crate::file::{ArmyKey, ArmyStateTable, FileError, HandTable, NcuTable};
use crate::missions::MissionView;
use crate::ncus::{NcuState, NcuStates};
use crate::state::BattleState;

impl StateReader<'_> {
    fn army(&self, army: ArmyKey) -> &ArmyStateTable {
        match army {
            ArmyKey::A => &self.table.a,
            ArmyKey::B => &self.table.b,
        }
    }

    /// Returns the army whose turn it is, and its enemy.
    const fn own_and_enemy(&self) -> [ArmyKey; 2] {
        match self.table.turn {
            ArmyKey::A => ArmyKey::BOTH,
            ArmyKey::B => [ArmyKey::B, ArmyKey::A],
        }
    }

    /// Returns the cards of the own hand.
    fn own_hand<'h>(
        &self,
        key: &str,
        hand: Option<&'h HandTable>,
    ) -> Result<&'h [String], FileError> {
        match hand {
            Some(HandTable::Cards(names)) => Ok(names),
            Some(HandTable::Count(_)) | None => {
                Err(self.wrong(key, "must list the cards: it is this army's turn"))
            }
        }
    }

    /// Returns the number of cards in the enemy's hand, of which this many are left.
    fn enemy_hand(&self, key: &str, hand: Option<&HandTable>, left: u8) -> Result<u8, FileError> {
        match hand {
            Some(HandTable::Count(count)) if *count <= left => Ok(*count),
            Some(HandTable::Count(count)) => {
                Err(self
                    .wrong(key, format!("cannot be {count}: only {left} cards are left for it")))
            }
            Some(HandTable::Cards(_)) | None => {
                Err(self.wrong(key, "must be a number: the other player does not see the cards"))
            }
        }
    }

    /// Returns what the player sees of the tactics cards.
    pub(super) fn cards(&self, state: &BattleState) -> Result<Option<CardView>, FileError> {
        let [own, enemy] = self.own_and_enemy();
        let Some(decks) = &self.battle.decks else {
            let tables = ArmyKey::BOTH.map(|army| (army, self.army(army)));
            let has = |table: &ArmyStateTable| table.hand.is_some() || !table.discards.is_empty();
            return match tables.into_iter().find(|(_, table)| has(table)) {
                Some((army, _)) => {
                    let wrong = "has cards: set `cards = true` in `[battle]`, or leave them out";
                    Err(self.wrong(army.name(), wrong))
                }
                None => Ok(None),
            };
        };
        let key = |army: ArmyKey, what: &str| format!("{}.{what}", army.name());
        let hand = self.own_hand(&key(own, "hand"), self.army(own).hand.as_ref())?;
        let hand = self.pile(&key(own, "hand"), &decks[own as usize], hand)?;
        let discards = [own, enemy].map(|army| {
            let names = &self.army(army).discards;
            self.pile(&key(army, "discards"), &decks[army as usize], names)
        });
        let discards: [CardPile; 2] = match discards {
            [Ok(own), Ok(enemy)] => [own, enemy],
            [Err(error), _] | [_, Err(error)] => return Err(error),
        };
        let left = |army: ArmyKey, known: &[CardPile]| {
            self.left(state, (army, &decks[army as usize]), known)
        };
        let own_left = left(own, &[hand, discards[0]])?;
        let enemy_left = left(enemy, &[discards[1]])?;
        let enemy_key = key(enemy, "hand");
        let enemy_hand = self.enemy_hand(&enemy_key, self.army(enemy).hand.as_ref(), enemy_left)?;
        let deck_sizes = [own_left, enemy_left - enemy_hand];
        Ok(Some(CardView { army: own as usize, hand, discards, enemy_hand, deck_sizes }))
    }

    fn pile(&self, key: &str, deck: &TacticsDeck, names: &[String]) -> Result<CardPile, FileError> {
        names.iter().try_fold(CardPile::default(), |mut pile, name| {
            let card = names::card(deck, name).filter(|card| card.ncu().is_none());
            let unknown = || {
                let known: Vec<&str> = deck.kinds.iter().map(|card| card.name.as_str()).collect();
                let wrong = format!("has no card \"{name}\": use one of {}", known.join("; "));
                self.wrong(key, wrong)
            };
            pile.add(card.ok_or_else(unknown)?);
            Ok(pile)
        })
    }

    /// Returns how many cards of a deck are neither in a known pile nor on a unit.
    fn left(
        &self,
        state: &BattleState,
        (army, deck): (ArmyKey, &TacticsDeck),
        known: &[CardPile],
    ) -> Result<u8, FileError> {
        let staying = state.units.iter().flat_map(|unit| unit.cards.cards());
        let staying =
            staying.filter(|(of, choice, _)| *of == army as usize && choice.card.ncu().is_none());
        let staying = staying.map(|(_, choice, _)| choice.card);
        let known = known.iter().flat_map(|pile| pile.cards().collect::<Vec<_>>());
        let mut left = deck.pile();
        for card in known.chain(staying) {
            if !left.remove(card) {
                let name = deck.card(card).map_or("", |card| card.name.as_str());
                let wrong = format!("has more copies of \"{name}\" than its deck (A8.2)");
                return Err(self.wrong(army.name(), wrong));
            }
        }
        Ok(left.len())
    }

    /// Returns what the player sees of missions beside the open ones.
    pub(super) fn mission_view(
        &self,
        state: &BattleState,
    ) -> Result<Option<MissionView>, FileError> {
        let [own, enemy] = self.own_and_enemy();
        let key = |army: ArmyKey| format!("{}.missions", army.name());
        let Some(deck) = &self.battle.missions else { return Ok(None) };
        let hand = match &self.army(own).missions {
            None => &[],
            hand => self.own_hand(&key(own), hand.as_ref())?,
        };
        let hand = self.missions(&key(own), hand)?;
        let chosen = self.army(own).mission.as_ref();
        let chosen = chosen.map(|name| self.mission(&format!("{}.mission", own.name()), name));
        let chosen = chosen.transpose()?;
        let known = hand.missions().chain(chosen);
        let known = known.chain(state.missions.open.missions());
        let known = known.chain(state.missions.discards.missions());
        let mut left = deck.pile();
        for mission in known {
            if !left.remove(mission) {
                let name = deck.mission(mission).map_or("", |mission| mission.name.as_str());
                let wrong = format!("has \"{name}\", which is in another place as well");
                return Err(self.wrong(&key(own), wrong));
            }
        }
        // both choose at the same time (A13.6.1)
        let left = left.len().saturating_sub(u8::from(chosen.is_some()));
        let enemy_hand = match &self.army(enemy).missions {
            None => 0,
            hand => self.enemy_hand(&key(enemy), hand.as_ref(), left)?,
        };
        Ok(Some(MissionView { hand, chosen, enemy_hand, deck: left - enemy_hand }))
    }

    /// Reads the NCUs of both armies.
    pub(super) fn read_ncus(&self, state: &mut BattleState) -> Result<(), FileError> {
        for army in ArmyKey::BOTH {
            let (table, all) = (self.army(army), self.battle.ncus[army as usize].len());
            // an army has at most eight
            let all = all as u8;
            let left = table.ncus_left.unwrap_or(all);
            if left > all {
                let wrong = format!("must be at most {all}, the number of its NCUs, not {left}");
                return Err(self.wrong(&format!("{}.ncus_left", army.name()), wrong));
            }
            state.ncus[self.edge_of(army).index()] = left;
            for ncu in &table.ncus {
                self.read_ncu(army, ncu, &mut state.ncu_states)?;
            }
        }
        Ok(())
    }

    fn read_ncu(
        &self,
        army: ArmyKey,
        table: &NcuTable,
        states: &mut NcuStates,
    ) -> Result<(), FileError> {
        let key = format!("{}.ncus", army.name());
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army as usize));
        let id = deck.and_then(|deck| names::card(deck, &table.name));
        let id = id.filter(|card: &CardId| card.ncu().is_some());
        let held = id.and_then(|id| states.get_mut(army as usize, id)).ok_or_else(|| {
            self.wrong(&key, format!("has no NCU \"{}\" whose abilities are played", table.name))
        })?;
        let tokens = table.tokens.unwrap_or(held.tokens);
        if tokens > NcuStates::MOST_TOKENS {
            let wrong =
                format!("has at most {} order tokens, not {tokens}", NcuStates::MOST_TOKENS);
            return Err(self.wrong(&key, wrong));
        }
        let used = table.used.iter().map(|way| way.wrapping_sub(1));
        let used = used.filter(|way| *way < 8).fold(0, |bits, way| bits | 1 << way);
        let named = table.named.iter().fold(0, |bits, zone: &TacticsZone| bits | 1 << *zone as u8);
        *held = NcuState {
            activated: table.activated,
            zone: table.zone,
            tokens,
            used,
            leaves: table.leaves,
            lost: table.lost,
            counts_as: held.counts_as,
            silenced: table.silenced,
            silenced_this_round: table.silenced_this_round,
            named,
        };
        Ok(())
    }
}
