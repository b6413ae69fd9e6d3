//! The leading numbers of an answer and their names.

use warodds_engine::chance::{EventName, QuantityName};

use crate::{FirstSide, VerbNumber};

/// Name of a result for readers, with and without the names of the sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultLabel {
    /// Words that hold for all questions of the kind; sides are called `a` and `b`.
    pub plain: &'static str,
    /// The same with the sides' names.
    pub named: String,
}

impl ResultLabel {
    /// Creates a label that names no side.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::ResultLabel;
    ///
    /// assert_eq!(ResultLabel::plain("wounds").named, "wounds");
    /// ```
    pub fn plain(plain: &'static str) -> Self {
        Self { plain, named: plain.to_owned() }
    }

    /// Creates a label in which the words `a` and `b` are replaced by the names of the sides.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::ResultLabel;
    ///
    /// let sides = ["Greataxes".to_owned(), "Blackguards".to_owned()];
    /// let label = ResultLabel::of_sides("wounds left to a", Some(&sides));
    /// assert_eq!(label.named, "wounds left to Greataxes");
    /// assert_eq!(label.plain, "wounds left to a");
    /// ```
    pub fn of_sides(plain: &'static str, sides: Option<&[String; 2]>) -> Self {
        let Some([a, b]) = sides else { return Self::plain(plain) };
        let name = |word| match word {
            "a" => a.as_str(),
            "b" => b.as_str(),
            other => other,
        };
        // labels have no article, so a lone `a` is always the side
        Self { plain, named: plain.split(' ').map(name).collect::<Vec<_>>().join(" ") }
    }

    /// Returns words that fit all labels: with names if they are the same; empty without labels.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::ResultLabel;
    ///
    /// let label = |name: &str| ResultLabel { plain: "a wins", named: format!("{name} wins") };
    /// let (axes, guards) = (label("Greataxes"), label("Blackguards"));
    /// assert_eq!(ResultLabel::shared([&axes, &axes]), "Greataxes wins");
    /// assert_eq!(ResultLabel::shared([&axes, &guards]), "a wins");
    /// ```
    pub fn shared<'a>(labels: impl IntoIterator<Item = &'a Self>) -> &'a str {
        let mut labels = labels.into_iter();
        let Some(first) = labels.next() else { return "" };
        if labels.all(|other| other.named == first.named) { &first.named } else { first.plain }
    }
}

/// A quantity that an answer leads with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The quantity's name in data.
    pub quantity: QuantityName,
    /// Words for its mean, e.g. `expected wounds`.
    pub words: ResultLabel,
}

/// An event worth a curve over a numeric axis of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The axis, e.g. `distance`.
    pub axis: &'static str,
    /// What its bare numbers count, e.g. `inches`; empty for nothing.
    pub unit: &'static str,
    /// The event, e.g. `reached`.
    pub event: EventName,
}

/// The chance that a sentence states; without it the chance of a count near the mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedChance {
    /// An event of the answer, in words such as `to arrive`.
    Event(EventName, String),
    /// Destruction within a number of attacks; `None` for about the expected number.
    Within(Option<u8>),
}

/// A count of the leading quantity that matters, such as the wounds that destroy a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriticalCount {
    /// The count.
    pub count: u8,
    /// What at least this many mean, e.g. `a rank lost`.
    pub words: &'static str,
    /// The event that means the same, if any.
    pub event: Option<EventName>,
}

/// The sides of a duel, as its verdict names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelWords {
    /// Sides `a` and `b`.
    pub sides: [DuelistWords; 2],
    /// The side that attacks first.
    pub first: FirstSide,
}

/// Subjects and verbs of a side of a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelistWords {
    /// Its victory, e.g. `Lannister Guardsmen win`.
    pub wins: String,
    /// Its first attack, e.g. `Lannister Guardsmen strike first`.
    pub strikes_first: String,
    /// Its first attack in a sentence about its victory, e.g. `they strike first`.
    pub winner_strikes_first: String,
    /// Its first attack after the enemy's, e.g. `Lannister Guardsmen do`.
    pub does: String,
    /// The same in a sentence about its victory, e.g. `they do`.
    pub winner_does: String,
}

/// A result and the sentence that states it, without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The event.
    pub event: EventName,
    /// What happens, e.g. `blue infantry drives red cavalry back`.
    pub words: String,
}

/// The numbers of an answer that charts and tables lead with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// What all leading quantities count, e.g. `wounds left`.
    pub what: &'static str,
    /// The quantities, all with the same unit; at least one. If there are several, events matter
    /// more than the chance of at least k.
    pub leads: Vec<Lead>,
    /// The event to draw as a curve, if any.
    pub curve: Option<Curve>,
    /// Whether the two quantities are the negative and the positive part of one number.
    pub signed: bool,
    /// The chance that follows the mean in a sentence.
    pub requested: Option<RequestedChance>,
    /// The counts of the only leading quantity that matter; empty for about its mean.
    pub critical: Vec<CriticalCount>,
    /// The numbers of verbs about the attacker and the defender, or about sides `a` and `b`. Both
    /// are that of the only unit if there is one.
    pub numbers: [VerbNumber; 2],
    /// Subject and verb of the attacker's own losses, e.g. `Stark Sworn Swords lose`.
    pub loses: String,
    /// The sides of a duel; `None` in other questions.
    pub duel: Option<DuelWords>,
    /// Results of which the likeliest is the verdict; empty without a verdict.
    pub outcomes: Vec<Outcome>,
}

impl Headline {
    /// Creates a headline of one quantity.
    pub fn one(quantity: QuantityName, what: &'static str, words: &'static str) -> Self {
        Self::several(what, vec![Lead { quantity, words: ResultLabel::plain(words) }])
    }

    /// Creates a headline of several quantities that count the same.
    pub fn several(what: &'static str, leads: Vec<Lead>) -> Self {
        let loses = "The attacker loses".to_owned();
        Self {
            what,
            leads,
            curve: None,
            signed: false,
            requested: None,
            critical: Vec::new(),
            numbers: [VerbNumber::Singular; 2],
            loses,
            duel: None,
            outcomes: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_the_sides_unless_others_differ() {
        let sides = |a: &str| [a.to_owned(), "Bolton Blackguards".to_owned()];
        let named = ResultLabel::of_sides("wounds left to a", Some(&sides("Umber Greataxes")));
        assert_eq!(named.named, "wounds left to Umber Greataxes");
        assert_eq!(ResultLabel::shared([&named, &named]), "wounds left to Umber Greataxes");
        let other = ResultLabel::of_sides("wounds left to a", Some(&sides("Freefolk Raiders")));
        assert_eq!(ResultLabel::shared([&named, &other]), "wounds left to a");
        assert_eq!(
            (ResultLabel::of_sides("b wins", None).named.as_str(), ResultLabel::shared([])),
            ("b wins", "")
        );
    }
}
