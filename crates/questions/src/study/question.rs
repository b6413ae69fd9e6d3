//! A question with its name, its rules and its non-default settings.

use std::collections::BTreeMap;

use super::points::PointsTerms;
use warodds_answer::{NotModelled, Rules, Setting, UnitSummary};
use warodds_games::Question;
use warodds_games::asoiaf::{DuelSide, Edition, ForeignAttachment, Season, Unit, Weapon};

/// A question with its name and its notes.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuestion {
    /// Its name, different from all others of the same scenario.
    pub name: String,
    /// The units, e.g. `Lannister Guardsmen → Stark Sworn Swords`; the same for all cases of a
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
    /// How points count, for questions that ask for them.
    pub points: Option<PointsTerms>,
    /// The question.
    pub question: Question,
    /// Editions of rules and cards; `None` if the game has no editions.
    pub rules: Option<Rules>,
    /// The abilities of its units that may change rolls but are not modelled.
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
            points: None,
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

    /// Returns the question of the same duel in which the other side attacks first; `None` for any
    /// other question.
    pub fn with_other_first(&self) -> Option<Self> {
        let mut other = self.clone();
        let Question::Asoiaf(asked, _) = &mut other.question else { return None };
        let warodds_games::asoiaf::Question::Duel(duel) = &mut **asked else { return None };
        duel.opening.first = match duel.opening.first {
            DuelSide::A => DuelSide::B,
            DuelSide::B => DuelSide::A,
        };
        Some(other)
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
        let not_modelled = not_modelled(units.clone().into_iter().map(|unit| (unit, weapon(unit))));
        let foreign = foreign(units.clone());
        let cards: Vec<(&str, Season)> = units
            .clone()
            .into_iter()
            .filter_map(|unit| Some((unit.name.as_str(), unit.season?)))
            .collect();
        let mut seasons: Vec<Season> = cards.iter().map(|(_, season)| *season).collect();
        seasons.sort();
        seasons.dedup();
        let names = seasons.iter().map(|card| card.name()).collect();
        let rules = Some(Rules { edition: edition.name(), cards: names });
        let notes = Season::mixture(&cards)
            .into_iter()
            .chain(edition.doubts().map(str::to_owned))
            .chain(foreign.iter().map(ForeignAttachment::to_string))
            .chain(doubts(units))
            .collect();
        Self { question: self.question.under(edition), rules, notes, not_modelled, foreign, ..self }
    }
}

/// Returns the notes about cards whose numbers are uncertain, each once.
pub(super) fn doubts<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Vec<String> {
    let mut cards: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for unit in units {
        if let Some(doubt) = unit.doubt.as_deref() {
            let names = cards.entry(doubt).or_default();
            if !names.contains(&&*unit.name) {
                names.push(&unit.name);
            }
        }
    }
    let note = |(doubt, names): (&str, Vec<&str>)| {
        format!("{}: uncertain numbers, as {doubt}", names.join(", "))
    };
    cards.into_iter().map(note).collect()
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

/// Collects the uncounted abilities of summarized units, each once.
pub(super) fn not_modelled_of_field<'a>(
    units: impl IntoIterator<Item = &'a UnitSummary>,
) -> Vec<NotModelled> {
    let mut all: Vec<NotModelled> = Vec::new();
    for unit in units {
        for ability in &unit.not_modelled {
            let (unit, ability) = (unit.name.clone(), ability.clone());
            let one = NotModelled { unit, ability, is_card: false };
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}

/// Collects the uncounted abilities of units with the weapons they use, each once.
pub(super) fn not_modelled<'a>(
    units: impl IntoIterator<Item = (&'a Unit, Option<&'a Weapon>)>,
) -> Vec<NotModelled> {
    let mut all: Vec<NotModelled> = Vec::new();
    for (unit, weapon) in units {
        let is_card = |name: &String| {
            let mut cards = unit.abilities.iter().filter(|ability| ability.is_card());
            cards.any(|card| card.uncounted().as_ref() == Some(name))
        };
        let of_unit = unit.not_counted(weapon).into_iter().map(|ability| NotModelled {
            unit: unit.name.clone(),
            is_card: is_card(&ability),
            ability,
        });
        for one in of_unit {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}
