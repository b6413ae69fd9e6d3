//! Seasons of cards.

/// The season of a card, oldest first: the prints before 2021 by the rulebook that they came with,
/// then the seasons in which cards have been revised since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Season {
    /// Cards of 2018 and 2019, before the update 1.5.
    V1_0,
    /// Cards of the update 1.5 (December 2019).
    V1_5,
    /// Cards from the time of the rulebook 1.6 (2020).
    V1_6,
    /// Cards of 2021 to 2022, seasons 1 to 3.
    V2021,
    /// Season 4.
    S04,
    /// Season 5.
    #[default]
    S05,
    /// Season 6.
    S06,
    /// Season 7 (2026).
    S07,
}

impl Season {
    /// All seasons, oldest first.
    pub const ALL: [Self; 8] = [
        Self::V1_0,
        Self::V1_5,
        Self::V1_6,
        Self::V2021,
        Self::S04,
        Self::S05,
        Self::S06,
        Self::S07,
    ];

    /// The newest season with shipped cards.
    pub const NEWEST: Self = Self::S07;

    /// Returns the name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_0 => "1.0",
            Self::V1_5 => "1.5",
            Self::V1_6 => "1.6",
            Self::V2021 => "2021",
            Self::S04 => "S04",
            Self::S05 => "S05",
            Self::S06 => "S06",
            Self::S07 => "S07",
        }
    }

    /// Whether the cards of this season are of the game before 2021, whose cards have ids of their
    /// own.
    pub const fn is_before_2021(self) -> bool {
        matches!(self, Self::V1_0 | Self::V1_5 | Self::V1_6)
    }

    /// Whether cards of both seasons are played together: all before 2021, or all since.
    pub const fn plays_with(self, other: Self) -> bool {
        self.is_before_2021() == other.is_before_2021()
    }

    /// Returns the last season whose cards are played with those of this one.
    pub const fn last_played_with(self) -> Self {
        if self.is_before_2021() { Self::V1_6 } else { Self::NEWEST }
    }

    /// Returns a note if cards of different editions meet, or `None` if all are of one edition (1.5
    /// and 1.6 count as one: 1.6 changed no card; so do all seasons since 2021).
    pub fn mixture(cards: &[(&str, Self)]) -> Option<String> {
        let edition = |season: Self| match season {
            Self::V1_0 => Self::V1_0,
            // 1.6 reprinted the cards of 1.5 unchanged
            Self::V1_5 | Self::V1_6 => Self::V1_6,
            _ => Self::V2021,
        };
        let (_, first) = *cards.first()?;
        let meets = |(_, card): &(&str, Self)| edition(*card) != edition(first);
        // one card of another edition is enough for a note
        cards.iter().any(meets).then(|| {
            let mut lines: Vec<String> = Vec::new();
            for (name, card) in cards {
                let line = format!("{name} is a card of {}", card.name());
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
            format!("cards of different editions fight each other: {}", lines.join(", "))
        })
    }

    /// Returns the suffix after the name of a card from before 2021; empty for later ones.
    pub fn suffix(self) -> String {
        if self.is_before_2021() { format!(" (v{})", self.name()) } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_different_editions_are_named_where_they_meet() {
        let swords = ("Swords", Season::S05);
        let guards = |season| ("Guards", season);
        assert_eq!(Season::mixture(&[]), None);
        assert_eq!(Season::mixture(&[swords, swords]), None);
        assert_eq!(Season::mixture(&[swords, guards(Season::V2021)]), None);
        let old = [guards(Season::V1_5), ("Swords", Season::V1_6)];
        assert_eq!(Season::mixture(&old), None, "1.6 changed no card of 1.5");
        let lines = Season::mixture(&[swords, guards(Season::V1_0), swords]);
        let expected = "cards of different editions fight each other: Swords is a card of S05, Guards is a card of 1.0";
        assert_eq!(lines.as_deref(), Some(expected));
    }

    #[test]
    fn seasons_are_in_the_order_of_their_names() {
        let names = Season::ALL.map(Season::name);
        assert!(names.is_sorted(), "{names:?}");
        assert!(Season::ALL.is_sorted());
        assert_eq!(Season::ALL.last(), Some(&Season::NEWEST));
    }
}
