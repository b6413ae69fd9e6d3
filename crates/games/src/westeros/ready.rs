//! Compilation of the questions of this game.

use warodds_engine::run::{CompiledRule, Resolve};

use super::Question;
use super::attack::WesterosAttackRule;
use super::dogs::DogsRule;
use super::exchange::ExchangeRule;
use super::fire::FireRule;
use super::orders::OrdersRule;
use super::pursuit::PursuitRule;
use super::rout::RoutRule;

/// Compiles the rule of a question.
pub fn ready(question: &Question) -> Box<dyn Resolve> {
    match question {
        Question::Attack(attack) => Box::new(CompiledRule::new(WesterosAttackRule::new(attack))),
        Question::Exchange(exchange) => Box::new(CompiledRule::new(ExchangeRule::new(exchange))),
        Question::Pursuit(pursuit) => Box::new(CompiledRule::new(PursuitRule::new(pursuit))),
        Question::DogsOfWar(dogs) => Box::new(CompiledRule::new(DogsRule::new(dogs))),
        Question::Rout(rout) => Box::new(CompiledRule::new(RoutRule::new(rout))),
        Question::Orders(orders) => Box::new(CompiledRule::new(OrdersRule::new(orders))),
        Question::Fire(fire) => Box::new(CompiledRule::new(FireRule::new(fire))),
    }
}
