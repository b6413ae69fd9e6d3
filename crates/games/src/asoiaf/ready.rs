//! The rules of the questions of this game, made ready for the engines.

use warodds_engine::run::{Ready, Resolve};

use super::attack::AttackRule;
use super::charge::ChargeRule;
use super::deck::DeckRule;
use super::duel::DuelRule;
use super::panic::PanicRule;
use super::retreat::RetreatRule;
use super::survive::SurviveRule;
use super::{Edition, Question};

/// The question's rule by an edition, made ready.
pub fn ready(question: &Question, edition: Edition) -> Box<dyn Resolve> {
    let parameters = edition.parameters();
    match question {
        Question::Attack(attack) => Box::new(Ready::given(AttackRule::under(&parameters, attack))),
        Question::Charge(charge) => Box::new(Ready::given(ChargeRule::under(&parameters, charge))),
        Question::Panic(panic) => Box::new(Ready::new(PanicRule::under(&parameters, panic))),
        Question::Survive(all) => Box::new(Ready::new(SurviveRule::under(&parameters, all))),
        Question::Deck(deck) => Box::new(Ready::new(DeckRule::new(deck))),
        Question::Retreat(retreat) => Box::new(Ready::new(RetreatRule::new(retreat))),
        Question::Duel(duel) => Box::new(Ready::new(DuelRule::under(&parameters, duel))),
    }
}
