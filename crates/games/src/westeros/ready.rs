//! The rules of the questions of this game, made ready for the engines.

use warodds_engine::run::{Ready, Resolve};

use super::Question;
use super::attack::AttackRule;
use super::dogs::DogsRule;
use super::exchange::ExchangeRule;
use super::fire::FireRule;
use super::orders::OrdersRule;
use super::pursuit::PursuitRule;
use super::rout::RoutRule;

/// The question's rule, made ready.
pub fn ready(question: &Question) -> Box<dyn Resolve> {
    match question {
        Question::Attack(attack) => Box::new(Ready::new(AttackRule::new(attack))),
        Question::Exchange(exchange) => Box::new(Ready::new(ExchangeRule::new(exchange))),
        Question::Pursuit(pursuit) => Box::new(Ready::new(PursuitRule::new(pursuit))),
        Question::DogsOfWar(dogs) => Box::new(Ready::new(DogsRule::new(dogs))),
        Question::Rout(rout) => Box::new(Ready::new(RoutRule::new(rout))),
        Question::Orders(orders) => Box::new(Ready::new(OrdersRule::new(orders))),
        Question::Fire(fire) => Box::new(Ready::new(FireRule::new(fire))),
    }
}
