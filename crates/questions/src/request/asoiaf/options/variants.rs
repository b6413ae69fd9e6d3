//! Variants of an action: tokens kept, and no orders given.

use crate::request::query::QueryCase;
use crate::study::NamedQuestion;
use warodds_games::Question;
use warodds_games::asoiaf::{Spending, Tokens};

/// Returns the question and its variants without spent tokens and without orders.
pub(super) fn variants(words: &str, question: NamedQuestion) -> Vec<QueryCase> {
    let mut all = vec![QueryCase::new(words.to_owned(), question.clone())];
    if let Some(unspent) = without_spending(&question) {
        all.push(QueryCase::new(format!("{words}, keeping tokens"), unspent));
    }
    if let Some(without) = without_orders(&question) {
        all.push(QueryCase::new(format!("{words}, without orders"), without));
    }
    all
}

/// Returns the question with the target's tokens unspent; `None` if there are none to spend.
fn without_spending(question: &NamedQuestion) -> Option<NamedQuestion> {
    use warodds_games::asoiaf::Question as Of;
    let mut unspent = question.clone();
    let Question::Asoiaf(asked, _) = &mut unspent.question else { return None };
    let attack = match &**asked {
        Of::Attack(attack) => attack,
        Of::Charge(charge) => charge.attack()?,
        _ => return None,
    };
    let spends = attack.attacker().policy.spending != Spending::Never;
    let holds = attack.defender().state.tokens != Tokens::NONE;
    asked.edit_side(0, |attacker| attacker.policy.spending = Spending::Never).ok()?;
    (spends && holds).then_some(unspent)
}

/// Returns the question without the attacker's orders; `None` if the attacker has none.
fn without_orders(question: &NamedQuestion) -> Option<NamedQuestion> {
    let mut without = question.clone();
    let Question::Asoiaf(asked, _) = &mut without.question else { return None };
    let sides = asked.sides();
    let (_, attacker) = sides.first()?;
    let gives = attacker.counted().any(|ability| ability.effects.order.is_some());
    asked.edit_side(0, |attacker| attacker.policy.orders = false).ok()?;
    gives.then_some(without)
}
