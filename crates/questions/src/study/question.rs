//! What is asked: a question with its name, by which rules, and what is not as usual in it.

use super::field::UnitSummary;
use super::registry;
use warodds_games::Question;
use warodds_games::asoiaf::{CardEdition, Edition, ForeignAttachment, Unit, Weapon};

/// One value of what is set, or of what a sweep varies, e.g. `facing` = `flank`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What varies.
    pub axis: String,
    /// Its value here, for people.
    pub value: String,
    /// The same as data: numbers as numbers, flags as true or false.
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

/// By which rules a question is answered, and of which editions the cards in it are.
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

/// A question with its name, ready to be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuestion {
    /// Its name, different from all others of the same scenario.
    pub name: String,
    /// Who meets whom, e.g. `Lannister Guardsmen → Stark Sworn Swords`; the same for all cases of a
    /// sweep.
    pub subject: String,
    /// What the sides `a` and `b` are called, where the question has sides; the same for all cases
    /// of a sweep.
    pub sides: Option<[String; 2]>,
    /// What sets this case of a sweep apart; empty for a single question.
    pub case: Vec<Setting>,
    /// All that is not as usual, what sets the case apart included.
    pub settings: Vec<Setting>,
    /// The number of attacks within which a unit under attack may be destroyed, where it was given.
    pub within: Option<u8>,
    /// The question.
    pub question: Question,
    /// By which rules and with which cards; none where the game has no editions.
    pub rules: Option<Rules>,
    /// The abilities of the units in it that may change rolls and that no rule counts.
    pub not_modelled: Vec<NotModelled>,
    /// The units in it with an attachment that no army may have in them (A11.2); the notes tell of
    /// them too.
    pub foreign: Vec<ForeignAttachment>,
    /// What a reader must know beside the answer, e.g. that editions are mixed.
    pub notes: Vec<String>,
}

impl NamedQuestion {
    /// A question of its own, by the rules of the book, about units without abilities.
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

    /// What is given in it where it is answered conditionally, e.g. `the hits`; none where the
    /// conditional engine has nothing to go by.
    pub const fn conditioned_on(&self) -> Option<&'static str> {
        registry::conditioned_on(&self.question)
    }

    /// The same with names for its sides `a` and `b`, told apart where they are the same.
    #[must_use]
    pub fn with_sides(self, [a, b]: [&str; 2]) -> Self {
        let sides = if a == b {
            [format!("{a} (a)"), format!("{b} (b)")]
        } else {
            [a.to_owned(), b.to_owned()]
        };
        Self { sides: Some(sides), ..self }
    }

    /// The same under the rules of `edition` and about these units, by what they are called: what
    /// must be said of them is noted.
    #[must_use]
    pub fn about<'a>(
        self,
        edition: Edition,
        units: impl IntoIterator<Item = &'a Unit> + Clone,
    ) -> Self {
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

/// The attachments that no army may have in these units, each once.
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
    /// Who has it.
    pub unit: String,
    /// Its name.
    pub ability: String,
}

impl NotModelled {
    /// Those of units that are summed up with the weapons they use, each once.
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

    /// All of these units with the weapons they use, each once.
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
