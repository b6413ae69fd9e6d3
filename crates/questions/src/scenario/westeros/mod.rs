//! The tables of *Battles of Westeros*.
//!
//! ```toml
//! game = "westeros"
//!
//! [[attack]]
//! attacker = "blue"                     # its rank
//! target = ["green", "blue", "red"]     # a list where one value may stand asks one question per value
//! flanking = [false, true]
//! ```
//!
//! A unit is a rank with what else matters of it. In a question the keys have the unit's name
//! before them (`target_figures`); the rank is the name itself (`target = "green"`).
//!
//! In a pursuit the `other` unit may be left out; dice of the attacker of dogs of war come from the
//! first die. `docs/keys.md` lists all keys, written by these readers.

mod attack;
mod exchange;
mod fire;
mod order;
mod orders;
mod rout;
mod unit;

pub use order::{OrderError, action};

use attack::{AttackForm, DogsForm, PursuitForm};
use exchange::ExchangeForm;
use fire::FireForm;
use orders::OrdersForm;
use rout::RoutForm;

use super::blocks::{Block, BuildCases, kind};
use crate::document::{Report, Section, TableArray};

/// A form of this game: its keys name nothing of the file.
type Form<'s, 'r> = super::form::Form<'s, 'static, 'r, ()>;

/// Reads the tables of all questions.
pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Vec<Block<'static>> {
    let mut blocks = one(root, AttackForm::ASKED, report, AttackForm::read);
    blocks.extend(one(root, PursuitForm::ASKED, report, PursuitForm::read));
    blocks.extend(one(root, DogsForm::ASKED, report, DogsForm::read));
    blocks.extend(one(root, ExchangeForm::ASKED, report, ExchangeForm::read));
    blocks.extend(one(root, RoutForm::ASKED, report, RoutForm::read));
    blocks.extend(one(root, OrdersForm::ASKED, report, OrdersForm::read));
    blocks.extend(one(root, FireForm::ASKED, report, FireForm::read));
    blocks
}

/// Reads the tables of one kind of question.
fn one<P: BuildCases + 'static>(
    root: &mut Section<'_>,
    of: TableArray,
    report: &mut Report,
    read: impl Fn(&mut Form<'_, '_>) -> P,
) -> Vec<Block<'static>> {
    kind(root, of, &(), report, |form| Box::new(read(form)))
}
