//! Compilation of the questions of this game.

use warodds_engine::run::{CompiledRule, Resolve};

use super::attack::AttackRule;
use super::charge::ChargeRule;
use super::deck::DeckRule;
use super::duel::DuelRule;
use super::panic::PanicRule;
use super::retreat::RetreatRule;
use super::sequence::SequenceRule;
use super::survive::SurviveRule;
use super::{Edition, Question};

/// Compiles the rule of a question in an edition.
pub fn ready(question: &Question, edition: Edition) -> Box<dyn Resolve> {
    let parameters = edition.parameters();
    match question {
        Question::Attack(attack) => {
            Box::new(CompiledRule::new(AttackRule::under(&parameters, attack)))
        }
        Question::Charge(charge) => {
            Box::new(CompiledRule::new(ChargeRule::under(&parameters, charge)))
        }
        Question::Panic(panic) => Box::new(CompiledRule::new(PanicRule::under(&parameters, panic))),
        Question::Survive(all) => Box::new(CompiledRule::new(SurviveRule::under(&parameters, all))),
        Question::Sequence(all) => {
            Box::new(CompiledRule::new(SequenceRule::under(&parameters, all)))
        }
        Question::Deck(deck) => Box::new(CompiledRule::new(DeckRule::new(deck))),
        Question::Retreat(retreat) => Box::new(CompiledRule::new(RetreatRule::new(retreat))),
        Question::Duel(duel) => Box::new(CompiledRule::new(DuelRule::under(&parameters, duel))),
    }
}
