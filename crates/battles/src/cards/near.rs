//! Conditions of cards on the distance of the commander, which battles measure (A1.2).

use super::CardWay;
use warodds_games::asoiaf::effect::{Choice, Conditions, Effect, Effects};
use warodds_games::asoiaf::{ModelledAbility, Range};

/// Returns conditions without that on the commander, who is within a range of their unit, in it, or
/// farther away (`None`); `None` if that condition does not hold.
pub(crate) fn near_commander(conditions: &Conditions, at: Option<Range>) -> Option<Conditions> {
    let Some(asked) = conditions.near_commander else { return Some(conditions.clone()) };
    let is_near = match (at, conditions.commander_range) {
        (Some(Range::Short), _) | (Some(Range::Long), Some(Range::Long)) => true,
        (Some(Range::Long), _) | (None, _) => false,
    };
    let (near_commander, commander_range) = (None, None);
    (asked == is_near).then(|| Conditions { near_commander, commander_range, ..conditions.clone() })
}

impl CardWay {
    /// Returns the card as an ability of a unit within a range of the commander.
    pub(crate) fn ability_at(&self, commander: Option<Range>) -> ModelledAbility {
        if !self.condition_usage.commander {
            return self.ability.clone();
        }
        let Effects { fixed, choice, .. } = &*self.ability.effects;
        let holding = |effects: &[Effect]| {
            let effect = |one: &Effect| {
                let conditions = near_commander(&one.conditions, commander)?;
                Some(Effect { conditions, ..one.clone() })
            };
            effects.iter().filter_map(effect).collect::<Vec<Effect>>()
        };
        let choice = choice.as_ref().map(|choice| {
            let more = choice.more.iter().filter_map(|more| near_commander(more, commander));
            let options = choice.options.iter();
            let options = options.map(|(name, effects)| (name.clone(), holding(effects)));
            Choice { more: more.collect(), options: options.collect(), ..choice.clone() }
        });
        let effects = Effects { fixed: holding(fixed), choice, ..(*self.ability.effects).clone() };
        ModelledAbility { effects: effects.into(), ..self.ability.clone() }
    }
}
