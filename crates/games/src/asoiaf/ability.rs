//! Abilities by name (A1.7, A1.8): the text of a card, apart from its numbers.
//!
//! Answers list every ability that the rules do not model.

use std::sync::Arc;

use super::effect::{CardPlay, Choice, Effect, Effects};

/// The effect of an ability on rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelStatus {
    /// None: the ability moves units, deals cards, or is already part of the card's numbers.
    NoDice,
    /// None in questions about two units: the ability affects other units, or triggers outside of
    /// attacks, charges and tests.
    Elsewhere,
    /// The listed effects, which answers include.
    Modelled(Arc<Effects>),
    /// Unknown: the ability may change rolls, but answers do not include it.
    NotModelled,
}

/// An ability of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Name of the ability.
    pub name: Arc<str>,
    /// Effect of the ability on rolls.
    pub status: ModelStatus,
    /// Whether an attachment provides the ability (A1.6).
    pub attached: bool,
}

impl Ability {
    /// Returns the names of the options the owner chooses from, or `None` if the ability has none.
    pub fn options(&self) -> Option<Vec<&str>> {
        let ModelStatus::Modelled(effects) = &self.status else { return None };
        effects
            .choice
            .as_ref()
            .map(|choice| choice.options.iter().map(|(name, _)| name.as_str()).collect())
    }

    /// Returns the maximum number of options, or `None` if that number depends on the situation.
    pub(crate) fn most_options(&self) -> Option<u8> {
        let ModelStatus::Modelled(effects) = &self.status else { return None };
        let Choice { picks, more, .. } = effects.choice.as_ref()?;
        let more = u8::try_from(more.len()).unwrap_or(u8::MAX);
        // a number that depends on dice or on ranks is unknown before the fight
        let is_plain = picks.d3 == 0 && (picks.per.is_none() || picks.each == 0);
        is_plain.then(|| picks.base.max(0).unsigned_abs().saturating_add(more))
    }

    /// Returns all modelled effects, including those of options.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let modelled =
            if let ModelStatus::Modelled(effects) = &self.status { Some(&**effects) } else { None };
        modelled.into_iter().flat_map(Effects::all)
    }

    /// Returns whether it is a tactics card that is played on the unit.
    pub fn is_card(&self) -> bool {
        self.card().is_some()
    }

    /// Returns how the ability is played, if it is a tactics card.
    pub fn card(&self) -> Option<&CardPlay> {
        let ModelStatus::Modelled(effects) = &self.status else { return None };
        effects.card.as_ref()
    }

    /// Returns the parts of the ability that answers do not include: its name, with a remark if
    /// only a part is missing. `None` if everything is included.
    pub fn uncounted(&self) -> Option<String> {
        match &self.status {
            ModelStatus::NoDice | ModelStatus::Elsewhere => None,
            ModelStatus::NotModelled => Some(self.name.to_string()),
            ModelStatus::Modelled(effects) => effects
                .left_out
                .as_ref()
                .map(|left_out| format!("{} (partly counted, without {left_out})", self.name)),
        }
    }
}

/// An ability whose effects are modelled. Copies share the effects: thousands of questions copy the
/// abilities of their units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelledAbility {
    /// Name of the ability.
    pub name: Arc<str>,
    /// Effects of the ability.
    pub effects: Arc<Effects>,
    /// Whether an attachment provides the ability (A1.6).
    pub attached: bool,
}

impl ModelledAbility {
    /// Creates an ability of the unit itself.
    pub fn new(name: &str, effects: Effects) -> Self {
        Self { name: name.into(), effects: Arc::new(effects), attached: false }
    }
}

#[cfg(test)]
mod tests {
    use super::super::effect::{Amount, Per};
    use super::*;

    fn most_of(picks: Amount) -> Option<u8> {
        let options = vec![("one".to_owned(), Vec::new()), ("other".to_owned(), Vec::new())];
        let choice = Some(Choice { picks, more: Vec::new(), optional: false, options });
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
