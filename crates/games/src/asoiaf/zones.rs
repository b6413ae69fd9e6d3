//! Effects of claiming a zone of the tactics board (A9.2), as abilities of the claiming player's
//! unit. They apply at the start of its activation, before its attack or charge.

use super::ability::ModelledAbility;
use super::condition::{Token, Tokens};
use super::effect::{
    Action, Amount, Conditions, CountRange, Effect, EffectTarget, Effects, Moment, TriggeredEffect,
};
use super::values::Restored;

/// Modifier of the panic test caused by the Crown.
pub const CROWN: i8 = -1;

/// Returns the Crown in these rounds: the enemy takes a panic test at −1.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::effect::{CountRange, Moment};
/// use warodds_games::asoiaf::zones::crown;
///
/// let ability = crown(CountRange::ANY);
/// assert_eq!(ability.effects.fixed[0].moment, Moment::Activating);
/// ```
pub fn crown(rounds: CountRange) -> ModelledAbility {
    let test = TriggeredEffect::Test(EffectTarget::Enemy, Amount::of(CROWN), Amount::default());
    claimed("Crown", rounds, vec![test])
}

/// Returns the Wealth in these rounds: the unit restores wounds (A1.5) and loses a token.
pub fn wealth(rounds: CountRange, restored: Restored, lost: Option<Token>) -> ModelledAbility {
    // restoring nothing would be an effect that is listed without doing anything
    let heals = (restored.get() > 0).then(|| {
        TriggeredEffect::Heal(EffectTarget::Bearer, Amount::of(restored.get().cast_signed()))
    });
    let loses =
        lost.map(|token| TriggeredEffect::Remove(EffectTarget::Bearer, Tokens::NONE.with(token)));
    claimed("Wealth", rounds, heals.into_iter().chain(loses).collect())
}

/// Returns an ability with these effects at the start of the bearer's activations in these rounds.
fn claimed(name: &str, round: CountRange, all: Vec<TriggeredEffect>) -> ModelledAbility {
    let effect = |triggered| Effect {
        moment: Moment::Activating,
        conditions: Conditions { round, ..Conditions::default() },
        action: Action::Triggered(triggered),
    };
    let fixed = all.into_iter().map(effect).collect();
    ModelledAbility::new(name, Effects { fixed, ..Effects::default() })
}

#[cfg(test)]
mod tests {
    use super::super::condition::Token;
    use super::*;

    /// Restoring nothing heals nobody.
    #[test]
    fn wealth_heals_at_most_the_wounds_lost() {
        let does = |restored, lost| {
            let restored = Restored::new(restored).expect("in range");
            wealth(CountRange::ANY, restored, lost).effects.fixed.len()
        };
        assert_eq!(does(0, None), 0);
        assert_eq!(does(0, Some(Token::Panicked)), 1);
        assert_eq!(does(2, Some(Token::Panicked)), 2);
        assert_eq!(does(3, None), 1);
    }
}
