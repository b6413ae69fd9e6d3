//! Cards, missions and sieges in the text of a battle.

use super::TextWriter;
use crate::cards::{CardChoice, CardId, CardWay, PlayedCard};
use crate::field::PlayerId;
use crate::log::{LogEntry, MissionEvent};
use crate::missions::MissionId;
use crate::siege::SiegeSide;

impl TextWriter<'_> {
    pub(super) fn card(&self, player: PlayerId, card: CardId) -> &str {
        let army = usize::from((player == PlayerId::South) != self.a_is_south);
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        deck.and_then(|deck| deck.card(card)).map_or("an unknown card", |card| card.name.as_str())
    }

    /// Describes tactics cards that are drawn, played and discarded.
    pub(super) fn describe_card(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Drew { player, card, .. } => {
                format!("    {}: draws {}", self.player(*player), self.card(*player, *card))
            }
            LogEntry::Discarded { player, card, rule } => {
                let verb = if rule == "A8.3" { "has played" } else { "discards" };
                format!("    {}: {verb} {}", self.player(*player), self.card(*player, *card))
            }
            LogEntry::Fetched { player, card, .. } => {
                format!("    {}: takes {}", self.player(*player), self.card(*player, *card))
            }
            LogEntry::Returned { player, card, .. } => {
                let card = self.card(*player, *card);
                format!("    {}: returns {card} to the deck", self.player(*player))
            }
            LogEntry::NcuLost { player, ncu, .. } => {
                format!("    {}: leaves the battle", self.card(*player, *ncu))
            }
            LogEntry::NcuSilenced { player, ncu, .. } => {
                format!("    {}: no abilities this round", self.card(*player, *ncu))
            }
            LogEntry::NcuTokens { player, ncu, left, .. } => {
                let tokens = if *left == 1 { "order token" } else { "order tokens" };
                format!("    {}: {left} {tokens} left", self.card(*player, *ncu))
            }
            LogEntry::Stays { player, card, unit, .. } if card.ncu().is_some() => {
                format!("    {}: influenced by {}", self.unit(*unit), self.card(*player, *card))
            }
            LogEntry::Left { player, card, unit, .. } if card.ncu().is_some() => {
                let (unit, ncu) = (self.unit(*unit), self.card(*player, *card));
                format!("    {unit}: no longer influenced by {ncu}")
            }
            LogEntry::Stays { player, card, unit, .. } => {
                format!("    {}: {} stays on it", self.unit(*unit), self.card(*player, *card))
            }
            LogEntry::Left { player, card, unit, .. } => {
                format!("    {}: {} leaves it", self.unit(*unit), self.card(*player, *card))
            }
            LogEntry::CardTokens { player, card, unit, tokens, .. } => {
                let (unit, card) = (self.unit(*unit), self.card(*player, *card));
                let plural = if *tokens == 1 { "token" } else { "tokens" };
                format!("    {unit}: {tokens} {plural} on {card}")
            }
            _ => return None,
        })
    }

    fn way(&self, player: PlayerId, choice: CardChoice) -> Option<&CardWay> {
        let army = usize::from((player == PlayerId::South) != self.a_is_south);
        self.battle.decks.as_ref()?.get(army)?.way(choice)
    }

    /// Describes a card that a player declares or plays.
    pub(super) fn describe_declared(&self, player: PlayerId, choice: CardChoice) -> String {
        let trigger = self.way(player, choice).map_or("", |way| way.trigger_words);
        let card = self.card(player, choice.card);
        format!("    {}: {card}, {trigger}", self.player(player))
    }

    /// Describes what became of a mission.
    pub(super) fn describe_mission(&self, entry: &LogEntry) -> Option<String> {
        let LogEntry::Mission { mission, event, player, .. } = entry else { return None };
        let mission = self.mission(*mission);
        let Some(player) = player else {
            let is_new = *event == MissionEvent::Opened;
            let verb = if is_new { "is open to both players" } else { "is discarded" };
            return Some(format!("    mission {mission}: {verb}"));
        };
        let verb = match event {
            MissionEvent::Drawn => "draws",
            MissionEvent::Opened => "opens",
            MissionEvent::Fulfilled => "fulfils",
            MissionEvent::Returned => "takes back",
            MissionEvent::Discarded => "discards",
        };
        Some(format!("    {}: {verb} the mission {mission}", self.player(*player)))
    }

    /// Describes a siege card that was drawn (A13.3.3).
    pub(super) fn describe_siege_card(&self, entry: &LogEntry) -> Option<String> {
        let LogEntry::SiegeCard { player, card, .. } = entry else { return None };
        // the attacker sits at the southern edge
        let side = match player {
            PlayerId::South => SiegeSide::Attacker,
            PlayerId::North => SiegeSide::Defender,
        };
        let card = self.battle.siege.as_ref().and_then(|siege| siege.card(side, *card));
        let name = card.map_or("that is unknown", |card| card.name.as_str());
        Some(format!("  {}: draws the siege card {name}", self.player(*player)))
    }

    pub(super) fn mission(&self, id: MissionId) -> &str {
        let deck = self.battle.missions.as_ref();
        let mission = deck.and_then(|deck| deck.mission(id));
        mission.map_or("that is unknown", |mission| mission.name.as_str())
    }

    /// Describes a card that a player plays outside of attacks, with its units and options.
    pub(super) fn describe_played(&self, player: PlayerId, played: &PlayedCard) -> String {
        let mut line = self.describe_declared(player, played.choice);
        if let Some(unit) = played.unit {
            line += &format!(", for {}", self.unit(unit));
        }
        if let Some(enemy) = played.enemy {
            line += &format!(", against {}", self.unit(enemy));
        }
        if !played.zones.is_empty() {
            let zones: Vec<String> = played.zones.iter().map(|zone| format!("{zone:?}")).collect();
            line += &format!(", naming {}", zones.join(" and "));
        }
        let effects = self.way(player, played.choice).and_then(|way| way.battle.as_ref());
        let options = effects.and_then(|play| play.effects.choice.as_ref());
        let options = options.map_or(&[][..], |choice| choice.options.as_slice());
        let taken = played.options.iter().filter_map(|option| options.get(usize::from(*option)));
        let names: Vec<&str> = taken.map(|(name, _)| name.as_str()).collect();
        if names.is_empty() { line } else { format!("{line}: {}", names.join(", ")) }
    }
}
