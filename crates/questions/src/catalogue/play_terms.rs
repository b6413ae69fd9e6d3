//! What it costs to use an NCU or a card in a battle, how often it may be used, and what it does to
//! hands, decks and zones.

use super::describe_zone;
use warodds_games::asoiaf::effect::Zone;

/// How often an ability of an NCU is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlayLimit {
    /// Whenever its trigger occurs.
    #[default]
    None,
    /// Once a game.
    Game,
}

/// What becomes of the effect of a claimed zone (A9.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneEffect {
    /// It happens.
    #[default]
    Kept,
    /// The ability takes the place of the token that Wealth removes.
    PartReplaced,
    /// The ability takes its place.
    Replaced,
}

/// Whether an NCU activates by an ability, out of turn (A9.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OwnActivation {
    /// It does not.
    #[default]
    None,
    /// It does.
    AnyZone,
    /// It does, and claims no other zone than one that its player has named.
    NamedZone,
    /// It does, and leaves the battle at the end of the round.
    ThenLeaves,
}

impl OwnActivation {
    /// All activations with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::AnyZone, "any-zone", "the NCU activates"),
        (Self::NamedZone, "named-zone", "the NCU activates, in a named zone or in none"),
        (Self::ThenLeaves, "then-leaves", "the NCU activates, and leaves after the round"),
    ];

    /// Returns the description.
    fn words(self) -> &'static str {
        Self::ALL.iter().find(|(one, ..)| *one == self).map_or("", |(.., words)| words)
    }
}

/// The piles from which a player takes a card into the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardSource {
    /// The own discard pile.
    Discards,
    /// The own deck or discard pile.
    DeckAndDiscards,
    /// The own deck.
    Deck,
}

impl CardSource {
    /// All sources with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Discards, "discards", "your discard pile"),
        (Self::DeckAndDiscards, "deck-and-discards", "your deck or discard pile"),
        (Self::Deck, "deck", "your deck"),
    ];

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(source, ..)| *source == self).map_or("", |(.., words)| words)
    }
}

/// Whose cards a player may take into the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FetchedKind {
    /// Those of the faction and of the commander.
    #[default]
    Any,
    /// Those of the commander alone.
    Commander,
}

/// A card that a player takes into the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedCard {
    /// The piles.
    pub from: CardSource,
    /// Whose card it is.
    pub kind: FetchedKind,
    /// The names of which the card has one; empty for any card.
    pub names: Vec<String>,
}

/// The cards of a hand that go back into the deck, which is shuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReturnedCards {
    /// None.
    #[default]
    None,
    /// Exactly this number.
    Exactly(u8),
    /// One of those that have just been drawn, which goes under the deck.
    OneDrawn,
    /// Any number, for which the player draws as many and one more.
    Exchanged,
}

/// Costs and limits of a way to use an NCU or a card, and what it does to cards and zones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayTerms {
    /// Order tokens of the NCU that it costs.
    pub pays: u8,
    /// Order tokens that the NCU gains.
    pub gains: u8,
    /// How often it is used.
    pub limit: PlayLimit,
    /// The zones of which one has been claimed; empty for any.
    pub claimed: Vec<Zone>,
    /// What becomes of the effect of the claimed zone.
    pub zone: ZoneEffect,
    /// The cards that its player takes into the hand.
    pub fetch: Vec<FetchedCard>,
    /// The cards of the own hand that go back into the deck, after cards are drawn.
    pub returns: ReturnedCards,
    /// Cards of the own hand that it costs.
    pub discards: u8,
    /// Cards that the enemy discards at random.
    pub enemy_discards: u8,
    /// Whether its player names a card, of which the enemy discards one if the enemy holds it.
    pub names_card: bool,
    /// Whether a card that it takes into the hand is played at once, as the answer to a card of the
    /// enemy.
    pub plays_fetched: bool,
    /// Wounds that its player heals on friendly units, spread as the player likes.
    pub spread_heal: u8,
    /// D3 rolled and added to those wounds.
    pub spread_d3: u8,
    /// Free zones that its player names as an enemy NCU activates. What waits for
    /// [`NamedZoneClaimed`](super::BattleTrigger::NamedZoneClaimed) follows if that NCU claims one.
    pub names_zones: u8,
    /// Whether the enemy gains the token that Wealth removes from a friendly unit.
    pub passes_token: bool,
    /// Whether it is used only before the NCU has activated.
    pub off_board: bool,
    /// Whether the NCU activates.
    pub activates: OwnActivation,
    /// How often it is used at one event, each time with other units; once if it is 0.
    pub times: u8,
    /// Whether its player goes first in the next round.
    pub leads: bool,
    /// Whether the enemy NCU that activates has no abilities until the round ends.
    pub silences: bool,
}

impl PlayTerms {
    /// Returns whether it changes tokens or cards.
    pub fn does_something(&self) -> bool {
        let heals = [self.spread_heal, self.spread_d3];
        let counts = [self.gains, self.enemy_discards, self.names_zones].into_iter().chain(heals);
        let mut counts = counts;
        counts.any(|count| count > 0)
            || self.passes_token
            || self.activates != OwnActivation::None
            || !self.fetch.is_empty()
            || self.returns != ReturnedCards::None
            || self.names_card
            || self.leads
            || self.silences
    }

    /// Returns whether only an NCU has such terms.
    pub fn are_of_ncus(&self) -> bool {
        let is_activation = self.off_board || self.activates != OwnActivation::None;
        let is_guess =
            is_activation || self.names_zones > 0 || self.times > 1 || self.plays_fetched;
        self.pays > 0 || self.gains > 0 || is_guess || matches!(self.limit, PlayLimit::Game)
    }

    /// Describes the terms, for lists of what an entry does.
    pub fn describe(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let tokens = |count: u8| if count == 1 { "token" } else { "tokens" };
        if self.pays > 0 {
            lines.push(format!("costs {} order {}", self.pays, tokens(self.pays)));
        }
        if self.limit == PlayLimit::Game {
            lines.push("once a game".to_owned());
        }
        if !self.claimed.is_empty() {
            let names: Vec<&str> = self.claimed.iter().map(|zone| describe_zone(*zone)).collect();
            lines.push(format!("only on {}", names.join(" or ")));
        }
        match self.zone {
            ZoneEffect::Kept => {}
            ZoneEffect::PartReplaced => {
                lines.push("instead of removing a token by the Wealth".to_owned());
            }
            ZoneEffect::Replaced => lines.push("instead of the effect of the zone".to_owned()),
        }
        self.describe_zones(&mut lines);
        if self.gains > 0 {
            lines.push(format!("the NCU gains {} order {}", self.gains, tokens(self.gains)));
        }
        self.describe_cards(&mut lines);
        if self.spread_heal > 0 || self.spread_d3 > 0 {
            let die = if self.spread_d3 > 0 { "+D3" } else { "" };
            let wounds = self.spread_heal;
            lines.push(format!(
                "heals {wounds}{die} wounds, spread over friendly units as you like"
            ));
        }
        if self.leads {
            lines.push("you go first in the next round".to_owned());
        }
        if self.silences {
            lines.push("the enemy NCU has no abilities until the round ends".to_owned());
        }
        lines
    }

    /// Adds what is done with zones, and how often.
    fn describe_zones(&self, lines: &mut Vec<String>) {
        match self.names_zones {
            0 => {}
            1 => lines.push("you name a free zone".to_owned()),
            count => lines.push(format!("you name {count} free zones")),
        }
        if self.passes_token {
            lines.push("the enemy gains the token that the Wealth removes".to_owned());
        }
        if self.off_board {
            lines.push("only before the NCU has activated".to_owned());
        }
        if self.activates != OwnActivation::None {
            lines.push(self.activates.words().to_owned());
        }
        if self.times > 1 {
            lines.push(format!("for up to {} units", self.times));
        }
    }

    /// Adds what becomes of cards.
    fn describe_cards(&self, lines: &mut Vec<String>) {
        let cards = |count: u8| {
            warodds_engine::counted::counted(
                u64::from(count),
                "card of the hand",
                "cards of the hand",
            )
        };
        for fetch in &self.fetch {
            let what = match fetch.kind {
                _ if !fetch.names.is_empty() => fetch.names.join(" or "),
                FetchedKind::Any => "a card".to_owned(),
                FetchedKind::Commander => "a card of the commander".to_owned(),
            };
            let then = if self.plays_fetched { " and play it" } else { "" };
            lines.push(format!("you take {what} from {}{then}", fetch.from.words()));
        }
        match self.returns {
            ReturnedCards::None => {}
            ReturnedCards::Exactly(count) => {
                lines.push(format!("you return {} to the deck", cards(count)));
            }
            ReturnedCards::OneDrawn => {
                lines.push("you put one of the drawn cards under the deck".to_owned());
            }
            ReturnedCards::Exchanged => lines.push(
                "you return any cards of your hand to the deck and draw one more than that"
                    .to_owned(),
            ),
        }
        if self.discards > 0 {
            lines.push(format!("you discard {}", cards(self.discards)));
        }
        if self.enemy_discards > 0 {
            lines.push(format!("the enemy discards {} at random", cards(self.enemy_discards)));
        }
        if self.names_card {
            lines.push("you name a card: the enemy discards one copy of it".to_owned());
        }
    }
}
