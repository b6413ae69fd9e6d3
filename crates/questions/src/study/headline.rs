//! What matters most of an answer, and the words for it.

use warodds_engine::chance::{EventName, QuantityName};

/// Words for a result: with the names of the sides, and without where other sides stand beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultLabel {
    /// Words that hold for all questions of the kind; sides are called `a` and `b`.
    pub plain: &'static str,
    /// The same with the sides' names.
    pub named: String,
}

impl ResultLabel {
    /// Words that name no side.
    pub fn plain(plain: &'static str) -> Self {
        Self { plain, named: plain.to_owned() }
    }

    /// Words in which `a` and `b`, where they stand alone, are the sides of those names.
    pub fn of_sides(plain: &'static str, sides: Option<&[String; 2]>) -> Self {
        let Some([a, b]) = sides else { return Self::plain(plain) };
        let name = |word| match word {
            "a" => a.as_str(),
            "b" => b.as_str(),
            other => other,
        };
        Self { plain, named: plain.split(' ').map(name).collect::<Vec<_>>().join(" ") }
    }

    /// Words that fit all of these: with names if those are the same, empty for none.
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

/// The chance that a question asks for, in place of that of a count near the mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedChance {
    /// An event of the answer, in words such as `Arrives`.
    Event(EventName, String),
    /// Destroyed within so many attacks; within about the expected number if left out.
    Within(Option<u8>),
}

/// Which numbers of an answer its charts and tables lead with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// What all leading quantities count, e.g. `wounds left`.
    pub what: &'static str,
    /// The quantities, all with the same unit; at least one. Of several the answer's events are
    /// worth more than any chance of so many or more.
    pub leads: Vec<Lead>,
    /// What is worth a curve.
    pub curve: Option<Curve>,
    /// Whether its two quantities are one number with a sign: the first counts how far it is below
    /// 0, the second how far above.
    pub signed: bool,
    /// The chance that a sentence states after the mean.
    pub requested: Option<RequestedChance>,
    /// Subject and verb of the attacker's own losses, e.g. `They lose`.
    pub loses: String,
}

impl Headline {
    /// A single quantity.
    pub fn one(quantity: QuantityName, what: &'static str, words: &'static str) -> Self {
        Self::several(what, vec![Lead { quantity, words: ResultLabel::plain(words) }])
    }

    /// Creates a headline of several quantities that count the same.
    pub fn several(what: &'static str, leads: Vec<Lead>) -> Self {
        let loses = "The attacker loses".to_owned();
        Self { what, leads, curve: None, signed: false, requested: None, loses }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_get_their_names_unless_others_stand_beside() {
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
