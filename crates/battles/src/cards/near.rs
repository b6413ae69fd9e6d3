//! Conditions of cards on the distance of the commander, which battles measure (A1.2).

use super::CardWay;
use super::friends::FriendCounts;
use warodds_games::asoiaf::effect::{Choice, Conditions, CountRange, Effect, Effects};
use warodds_games::asoiaf::{ModelledAbility, Range};

/// What battles measure for a card of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardCircumstances {
    /// The range within which the commander is.
    pub commander: Option<Range>,
    /// The tokens on the card.
    pub tokens: u8,
    /// The friends of the unit.
    pub friends: FriendCounts,
}

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

/// Returns conditions without that on the tokens of a card, which has this many; `None` if that
/// condition does not hold.
pub(crate) fn with_card_tokens(conditions: &Conditions, tokens: u8) -> Option<Conditions> {
    let resource = CountRange::ANY;
    conditions.resource.has(tokens).then(|| Conditions { resource, ..conditions.clone() })
}

impl CardWay {
    /// Returns whether the card gathers tokens while it stays.
    fn gathers(&self) -> bool {
        let stays = self.battle.as_ref().and_then(|play| play.stays.as_ref());
        stays.is_some_and(|stays| stays.gathers.is_some())
    }

    /// Returns the card, with these tokens on it, as an ability of a unit in these circumstances.
    pub(crate) fn ability_at(&self, at: CardCircumstances) -> ModelledAbility {
        let CardCircumstances { commander, tokens, friends } = at;
        let gathers = self.gathers();
        let usage = self.condition_usage;
        if !usage.commander && !usage.friends && !gathers {
            return self.ability.clone();
        }
        let Effects { fixed, choice, .. } = &*self.ability.effects;
        let holding = |effects: &[Effect]| {
            let effect = |one: &Effect| {
                let conditions = near_commander(&one.conditions, commander)?;
                let conditions =
                    if gathers { with_card_tokens(&conditions, tokens)? } else { conditions };
                let action = friends.counted(one.action);
                Some(Effect { conditions, action, ..one.clone() })
            };
            effects.iter().filter_map(effect).collect::<Vec<Effect>>()
        };
        let choice = choice.as_ref().map(|choice| {
            let more = choice.more.iter().filter_map(|more| near_commander(more, commander));
            let options = choice.options.iter();
            let options = options.map(|(name, effects)| (name.clone(), holding(effects)));
            let picks = friends.count(choice.picks);
            Choice { picks, more: more.collect(), options: options.collect(), ..choice.clone() }
        });
        let effects = Effects { fixed: holding(fixed), choice, ..(*self.ability.effects).clone() };
        ModelledAbility { effects: effects.into(), ..self.ability.clone() }
    }
}
