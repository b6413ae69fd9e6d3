//! Compilation of the questions of this game.

use warodds_engine::run::{CompiledRule, Resolve};

use super::WesterosQuestion;
use super::attack::WesterosAttackRule;
use super::dogs::DogsRule;
use super::exchange::ExchangeRule;
use super::fire::FireRule;
use super::orders::OrdersRule;
use super::pursuit::PursuitRule;
use super::rout::RoutRule;

/// Compiles the rule of a question.
pub fn ready(question: &WesterosQuestion) -> Box<dyn Resolve> {
    match question {
        WesterosQuestion::Attack(attack) => {
            Box::new(CompiledRule::new(WesterosAttackRule::new(attack)))
        }
        WesterosQuestion::Exchange(exchange) => {
            Box::new(CompiledRule::new(ExchangeRule::new(exchange)))
        }
        WesterosQuestion::Pursuit(pursuit) => {
            Box::new(CompiledRule::new(PursuitRule::new(pursuit)))
        }
        WesterosQuestion::DogsOfWar(dogs) => Box::new(CompiledRule::new(DogsRule::new(dogs))),
        WesterosQuestion::Rout(rout) => Box::new(CompiledRule::new(RoutRule::new(rout))),
        WesterosQuestion::Orders(orders) => Box::new(CompiledRule::new(OrdersRule::new(orders))),
        WesterosQuestion::Fire(fire) => Box::new(CompiledRule::new(FireRule::new(fire))),
    }
}
