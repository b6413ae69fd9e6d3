//! A question with its name, its rules and its non-default settings.

use super::field::UnitSummary;
use warodds_games::Question;
use warodds_games::asoiaf::{CardEdition, Edition, ForeignAttachment, Unit, Weapon};

/// A setting and its value, e.g. `facing` = `flank`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its key.
    pub axis: String,
    /// Its value for readers.
    pub value: String,
    /// Its value as data: numbers as numbers, flags as booleans.
    pub data: serde_json::Value,
}

impl Setting {
    /// Creates a setting with a text as its value.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::Setting;
    ///
    /// let setting = Setting::text("facing", "flank");
    /// assert_eq!(setting.data, "flank");
    /// ```
    pub fn text(axis: impl Into<String>, value: impl Into<String>) -> Self {
        let value = value.into();
        Self { axis: axis.into(), data: value.clone().into(), value }
    }

    /// Returns the setting in words: `distance 8`, or the value alone where it speaks for itself.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::Setting;
    ///
    /// assert_eq!(Setting::text("facing", "flank").words(), "flank");
    /// assert_eq!(Setting::text("wounds_lost", "4").words(), "wounds lost 4");
    /// ```
    pub fn words(&self) -> String {
        match self.axis.as_str() {
            "facing" | "opening_facing" | "terrain" | "attack" | "attacker" | "defender" => {
                self.value.clone()
            }
            axis => format!("{} {}", axis.replace('_', " "), self.value),
        }
    }

    /// Creates a flag that is set.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::Setting;
    ///
    /// let charge = Setting::flag("charge");
    /// assert_eq!((charge.value.as_str(), charge.data), ("yes", true.into()));
    /// ```
    pub fn flag(axis: impl Into<String>) -> Self {
        Self { axis: axis.into(), value: "yes".to_owned(), data: true.into() }
    }
}

/// The editions of the rules and of the cards in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The edition of the rules.
    pub edition: Edition,
    /// The editions of the cards, each once, the oldest first; empty for plain numbers.
    pub cards: Vec<CardEdition>,
}

impl Rules {
    /// Returns the editions in a few words: `rules 1.6; cards of 2021`.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Edition;
    /// use warodds_questions::study::Rules;
    ///
    /// let plain_numbers = Rules { edition: Edition::default(), cards: Vec::new() };
    /// assert_eq!(plain_numbers.words(), "rules 1.6");
    /// ```
    pub fn words(&self) -> String {
        let cards: Vec<&str> = self.cards.iter().map(|card| card.name()).collect();
        let rules = format!("rules {}", self.edition.name());
        if cards.is_empty() { rules } else { format!("{rules}; cards of {}", cards.join(" and ")) }
    }
}

/// A question with its name and its notes.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuestion {
    /// Its name, different from all others of the same scenario.
    pub name: String,
    /// Who meets whom, e.g. `Lannister Guardsmen → Stark Sworn Swords`; the same for all cases of a
    /// sweep.
    pub subject: String,
    /// The names of sides `a` and `b`, the same for all cases of a sweep; `None` if the question
    /// has no sides.
    pub sides: Option<[String; 2]>,
    /// The settings that distinguish this case of a sweep; empty for a single question.
    pub case: Vec<Setting>,
    /// All non-default settings, those of `case` included.
    pub settings: Vec<Setting>,
    /// The requested number of attacks within which the unit is destroyed.
    pub within: Option<u8>,
    /// The question.
    pub question: Question,
    /// Editions of rules and cards; `None` if the game has no editions.
    pub rules: Option<Rules>,
    /// The abilities of its units that may change rolls and that no rule counts.
    pub not_modelled: Vec<NotModelled>,
    /// The attachments that may not be in an army with their units (A11.2); `notes` names them.
    pub foreign: Vec<ForeignAttachment>,
    /// Notes for the reader, e.g. that cards of different editions meet.
    pub notes: Vec<String>,
}

impl NamedQuestion {
    /// Creates a single question without settings, sides or notes.
    pub fn new(
        name: impl Into<String>,
        subject: impl Into<String>,
        question: impl Into<Question>,
    ) -> Self {
        Self {
            name: name.into(),
            subject: subject.into(),
            sides: None,
            case: Vec::new(),
            settings: Vec::new(),
            within: None,
            question: question.into(),
            rules: None,
            not_modelled: Vec::new(),
            foreign: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the question with names for its sides `a` and `b`; equal names get a suffix.
    #[must_use]
    pub fn with_sides(self, [a, b]: [&str; 2]) -> Self {
        let sides = if a == b {
            [format!("{a} (a)"), format!("{b} (b)")]
        } else {
            [a.to_owned(), b.to_owned()]
        };
        Self { sides: Some(sides), ..self }
    }

    /// Returns the question under the rules of `edition`, with the notes on these units: editions
    /// of cards, abilities that are not counted, and attachments that may not join them.
    #[must_use]
    pub fn about<'a>(
        self,
        edition: Edition,
        units: impl IntoIterator<Item = &'a Unit> + Clone,
    ) -> Self {
        // abilities of a weapon count only for attacks with it
        let in_hand = self.question.asoiaf().map_or_else(Vec::new, |question| question.in_hand());
        let weapon = |unit: &'a Unit| {
            unit.attacks.iter().find(|weapon| in_hand.contains(&weapon.name.as_str()))
        };
        let not_modelled =
            NotModelled::of(units.clone().into_iter().map(|unit| (unit, weapon(unit))));
        let foreign = foreign(units.clone());
        let cards: Vec<(&str, CardEdition)> = units
            .clone()
            .into_iter()
            .filter_map(|unit| Some((unit.name.as_str(), unit.edition?)))
            .collect();
        let mut editions: Vec<CardEdition> = cards.iter().map(|(_, edition)| *edition).collect();
        editions.sort();
        editions.dedup();
        let rules = Some(Rules { edition, cards: editions });
        let notes = CardEdition::mixture(&cards)
            .into_iter()
            .chain(edition.doubts().map(str::to_owned))
            .chain(foreign.iter().map(ForeignAttachment::to_string))
            .collect();
        Self { question: self.question.under(edition), rules, notes, not_modelled, foreign, ..self }
    }
}

/// Returns the attachments that may not be in an army with their units (A11.2), each once.
pub(super) fn foreign<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Vec<ForeignAttachment> {
    let mut all: Vec<ForeignAttachment> = Vec::new();
    for foreign in units.into_iter().filter_map(|unit| unit.foreign.as_ref()) {
        if !all.contains(foreign) {
            all.push(foreign.clone());
        }
    }
    all
}

/// An ability that may change rolls and that no rule counts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct NotModelled {
    /// The unit that has it.
    pub unit: String,
    /// Its name.
    pub ability: String,
}

impl NotModelled {
    /// Collects those of summarized units, each once.
    pub(super) fn of_field<'a>(units: impl IntoIterator<Item = &'a UnitSummary>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for unit in units {
            for ability in &unit.not_modelled {
                let one = Self { unit: unit.name.clone(), ability: ability.clone() };
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }

    /// Collects those of units with the weapons they use, each once.
    pub(super) fn of<'a>(
        units: impl IntoIterator<Item = (&'a Unit, Option<&'a Weapon>)>,
    ) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (unit, weapon) in units {
            let of_unit = unit
                .not_counted(weapon)
                .into_iter()
                .map(|ability| Self { unit: unit.name.clone(), ability });
            for one in of_unit {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }
}
