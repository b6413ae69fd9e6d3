//! Abilities by name (A1.7, A1.8): what a card says beside its numbers.
//!
//! An ability that is not modelled is never passed over in silence: whoever answers a question
//! lists it.

use std::sync::Arc;

use super::effect::{Effect, Effects};

/// What an ability does to questions about dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelStatus {
    /// Nothing: it moves units, deals cards, or is counted in the numbers of the card already.
    NoDice,
    /// Nothing to questions about two units: it befalls others, or comes when neither attacks,
    /// charges nor tests.
    Elsewhere,
    /// Its effects are counted.
    Modelled(Arc<Effects>),
    /// It may change rolls, but its effects are not written down: answers do not count it.
    NotModelled,
}

/// An ability that a unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Its name.
    pub name: Arc<str>,
    /// What it does to dice.
    pub status: ModelStatus,
    /// Whether an attachment brings it (A1.6).
    pub attached: bool,
}

impl Ability {
    /// The names of the options its owner chooses among; none where there is nothing to choose.
    pub fn options(&self) -> Option<Vec<&str>> {
        let ModelStatus::Modelled(effects) = &self.status else { return None };
        effects
            .choice
            .as_ref()
            .map(|choice| choice.options.iter().map(|(name, _)| name.as_str()).collect())
    }

    /// How many of its options may be taken at most, where that is a plain number.
    pub fn most_options(&self) -> Option<u8> {
        let ModelStatus::Modelled(effects) = &self.status else { return None };
        let picks = effects.choice.as_ref()?.picks;
        let is_plain = picks.d3 == 0 && (picks.per.is_none() || picks.each == 0);
        is_plain.then(|| picks.base.max(0).unsigned_abs())
    }

    /// All its effects that are counted, those of options among them.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let modelled =
            if let ModelStatus::Modelled(effects) = &self.status { Some(&**effects) } else { None };
        modelled.into_iter().flat_map(Effects::all)
    }

    /// What of it answers do not count, by its name: all of it, a part, or nothing.
    pub fn uncounted(&self) -> Option<String> {
        match &self.status {
            ModelStatus::NoDice | ModelStatus::Elsewhere => None,
            ModelStatus::NotModelled => Some(self.name.to_string()),
            ModelStatus::Modelled(effects) => effects
                .left_out
                .as_ref()
                .map(|left_out| format!("{} (in part: {left_out})", self.name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::effect::{Amount, Choice, Per};
    use super::*;

    fn most_of(picks: Amount) -> Option<u8> {
        let options = vec![("one".to_owned(), Vec::new()), ("other".to_owned(), Vec::new())];
        let choice = Some(Choice { picks, optional: false, options });
        let status = ModelStatus::Modelled(Arc::new(Effects { choice, ..Effects::default() }));
        Ability { name: "an ability".into(), status, attached: false }.most_options()
    }

    #[test]
    fn options_have_a_most_where_it_is_a_plain_number() {
        assert_eq!(most_of(Amount::of(2)), Some(2));
        assert_eq!(most_of(Amount::of(-1)), Some(0));
        assert_eq!(most_of(Amount { d3: 1, ..Amount::of(0) }), None);
        let counted = Amount { each: 1, per: Some(Per::OwnWoundsLost), ..Amount::of(1) };
        assert_eq!(most_of(counted), None);
        assert_eq!(most_of(Amount { each: 0, ..counted }), Some(1));
    }
}
