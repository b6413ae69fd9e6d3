//! What it costs to use an NCU or a card in a battle, how often it may be used, and what it does to
//! hands, decks and zones.

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ZoneEffect {
    /// It happens.
    #[default]
    Kept,
    /// The ability takes its place.
    Replaced,
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
        (Self::Discards, "discards", "the own discard pile"),
        (Self::DeckAndDiscards, "deck-and-discards", "the own deck or discard pile"),
        (Self::Deck, "deck", "the own deck"),
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
    /// Wounds that its player heals on friendly units, spread as the player likes.
    pub spread_heal: u8,
    /// Whether its player goes first in the next round.
    pub leads: bool,
}

impl PlayTerms {
    /// Returns whether it changes tokens or cards.
    pub fn does_something(&self) -> bool {
        let counts = [self.gains, self.enemy_discards, self.spread_heal];
        counts.iter().any(|count| *count > 0)
            || !self.fetch.is_empty()
            || self.returns != ReturnedCards::None
            || self.names_card
            || self.leads
    }

    /// Returns whether only an NCU has such terms.
    pub const fn are_of_ncus(&self) -> bool {
        self.pays > 0 || self.gains > 0 || matches!(self.limit, PlayLimit::Game)
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
            let names = self.claimed.iter().filter_map(|zone| {
                Zone::ALL.iter().find(|(one, _)| one == zone).map(|(_, name)| *name)
            });
            lines.push(format!("zone claimed: {}", names.collect::<Vec<_>>().join(" or ")));
        }
        if self.zone == ZoneEffect::Replaced {
            lines.push("instead of the effect of the zone".to_owned());
        }
        if self.gains > 0 {
            lines.push(format!("the NCU gains {} order {}", self.gains, tokens(self.gains)));
        }
        self.describe_cards(&mut lines);
        if self.spread_heal > 0 {
            let wounds = self.spread_heal;
            lines.push(format!("{wounds} wounds healed, spread over friendly units"));
        }
        if self.leads {
            lines.push("its player goes first in the next round".to_owned());
        }
        lines
    }

    /// Adds what becomes of cards.
    fn describe_cards(&self, lines: &mut Vec<String>) {
        for fetch in &self.fetch {
            let what = match fetch.kind {
                _ if !fetch.names.is_empty() => fetch.names.join(" or "),
                FetchedKind::Any => "a card".to_owned(),
                FetchedKind::Commander => "a card of the commander".to_owned(),
            };
            lines.push(format!("its player takes {what} from {}", fetch.from.words()));
        }
        match self.returns {
            ReturnedCards::None => {}
            ReturnedCards::Exactly(count) => {
                lines.push(format!("its player returns {count} of the hand to the deck"));
            }
            ReturnedCards::Exchanged => lines.push(
                "its player returns any cards of the hand to the deck and draws one more"
                    .to_owned(),
            ),
        }
        if self.discards > 0 {
            lines.push(format!("its player discards {}", self.discards));
        }
        if self.enemy_discards > 0 {
            lines.push(format!("the enemy discards {} at random", self.enemy_discards));
        }
        if self.names_card {
            lines.push("its player names a card: the enemy discards one of it".to_owned());
        }
    }
}
