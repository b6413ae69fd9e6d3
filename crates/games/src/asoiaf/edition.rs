//! Editions: of the rules as a small table of numbers, and of cards.
//!
//! What the book of 1.6 says is built throughout; where another edition differs in a number, the
//! number is here. 1.5 and 1.6 are the same in all of them: 1.6 changed no rule. Of 2021 little is
//! published in one place: what is not verified is taken from 1.6 and said to be
//! ([`Edition::doubts`]).

use super::question::Facing;

/// An edition of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The update 1.5 of December 2019.
    V1_5,
    /// The rulebook 1.6 of 2020.
    #[default]
    V1_6,
    /// The rules of 2021 and of the seasons after it.
    V2021,
}

/// The numbers in which editions may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// What a failed panic test costs beside the D3 (A4.2).
    pub panic_base: u8,
    /// Whether a reroll in a panic test may include the D3 (A4.3).
    pub d3_rerolls: bool,
    /// What a flank attack adds to saves and panic tests (A3.2).
    pub flank: i8,
    /// What a rear attack adds to saves and panic tests (A3.3).
    pub rear: i8,
    /// The highest natural charge die that is disorderly in the open (A5.5); 0 for none.
    pub disorderly_to: u8,
    /// Whether a charge may reroll its attack dice (A3.1).
    pub charge_rerolls: bool,
    /// Whether a natural 6 always saves (A0.5).
    pub six_saves: bool,
}

impl Parameters {
    /// Rulebook 1.6.
    const BOOK: Self = Self {
        panic_base: 1,
        d3_rerolls: true,
        flank: -1,
        rear: -2,
        disorderly_to: 1,
        charge_rerolls: true,
        six_saves: true,
    };

    /// What the defender's saves and panic tests suffer from where the attacker stands (A3.2,
    /// A3.3).
    pub fn facing(&self, facing: Facing) -> i16 {
        match facing {
            Facing::Front => 0,
            Facing::Flank => self.flank.into(),
            Facing::Rear => self.rear.into(),
        }
    }

    /// The most wounds a failed panic test costs.
    pub const fn most_panic_wounds(&self) -> u8 {
        self.panic_base + 3
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Edition::default().parameters()
    }
}

impl Edition {
    /// All of them, the oldest first.
    pub const ALL: [Self; 3] = [Self::V1_5, Self::V1_6, Self::V2021];

    /// Its name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_5 => "1.5",
            Self::V1_6 => "1.6",
            Self::V2021 => "2021",
        }
    }

    /// Its numbers.
    pub const fn parameters(self) -> Parameters {
        match self {
            Self::V1_5 | Self::V1_6 => Parameters::BOOK,
            Self::V2021 => Parameters { panic_base: 0, ..Parameters::BOOK },
        }
    }

    /// What is not certain about its numbers.
    pub const fn doubts(self) -> Option<&'static str> {
        match self {
            Self::V1_5 | Self::V1_6 => None,
            Self::V2021 => Some(
                "the rules of 2021 are not all verified: panic damage of D3 without the 1 is inferred; flank and rear values, the charge \
                 reroll, disorderly charges on 1 and the reroll of the D3 are taken from 1.6",
            ),
        }
    }

    /// Whether these rules are the ones that a card was written for.
    const fn fits(self, card: CardEdition) -> bool {
        match self {
            Self::V1_5 | Self::V1_6 => matches!(card, CardEdition::V1_5 | CardEdition::V1_6),
            Self::V2021 => matches!(card, CardEdition::V2021),
        }
    }

    /// What to say of a question under these rules about cards of other editions; `cards` by name.
    pub fn mixture<'a>(
        self,
        cards: impl IntoIterator<Item = (&'a str, CardEdition)>,
    ) -> Option<String> {
        let mut told: Vec<String> = Vec::new();
        let mut mixed = false;
        for (name, card) in cards {
            mixed |= !self.fits(card);
            let one = format!("{name} is a card of {}", card.name());
            if !told.contains(&one) {
                told.push(one);
            }
        }
        mixed.then(|| {
            format!(
                "editions are mixed: the rules are those of {}, {}",
                self.name(),
                told.join(", ")
            )
        })
    }
}

/// The edition of a card. Rules and cards were renewed at different times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardEdition {
    /// Cards of 2018 and 2019, before the update 1.5.
    V1_0,
    /// Cards of the update 1.5 (December 2019).
    V1_5,
    /// Cards of the time of the rulebook 1.6 (2020).
    V1_6,
    /// Cards of 2021 and of the seasons after it, up to season 5.
    V2021,
}

impl CardEdition {
    /// All of them, the oldest first.
    pub const ALL: [Self; 4] = [Self::V1_0, Self::V1_5, Self::V1_6, Self::V2021];

    /// Its name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_0 => "1.0",
            Self::V1_5 => "1.5",
            Self::V1_6 => "1.6",
            Self::V2021 => "2021",
        }
    }

    /// The edition as it stands after the name of an old card; nothing for the newest.
    pub fn suffix(self) -> String {
        if self == Self::V2021 { String::new() } else { format!(" (v{})", self.name()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures_name_rules_and_cards() {
        let swords = ("Swords", CardEdition::V2021);
        assert_eq!(Edition::V2021.mixture([swords]), None);
        assert_eq!(
            Edition::V1_6.mixture([("Guards", CardEdition::V1_5)]),
            None,
            "1.6 changed no rule of 1.5"
        );
        let told = Edition::V1_6.mixture([swords, ("Guards", CardEdition::V1_0), swords]);
        let expected = "editions are mixed: the rules are those of 1.6, Swords is a card of 2021, Guards is a card of 1.0";
        assert_eq!(told.as_deref(), Some(expected));
        assert_eq!(Edition::V1_6.mixture([]), None);
    }
}
