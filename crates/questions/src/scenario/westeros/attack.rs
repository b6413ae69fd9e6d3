//! `[[attack]]`, `[[pursuit]]` and `[[dogs-of-war]]`: one unit attacks another (B2).

use super::Form;
use super::unit::{UnitForm, UnitKeys};
use crate::document::{Draft, Report};
use crate::scenario::blocks::Pose;
use crate::scenario::sweep::{Case, Swept};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::{DiceModifier, Hexes, Worth};
use warodds_games::westeros::{
    Attack, DogsOfWar, Manner, MannerError, Pursuit, Question, Reach, Then,
};

/// The keys of an attack.
#[derive(Debug)]
pub(super) struct AttackForm {
    attacker: UnitForm,
    target: UnitForm,
    manner: MannerForm,
    counter: Swept<bool>,
}

/// How it is made.
#[derive(Debug)]
struct MannerForm {
    reach: Swept<Reach>,
    flanking: Swept<bool>,
    retreat_worth: Swept<Worth>,
    parting_blow: Swept<bool>,
    moved: Swept<bool>,
    modifier: Swept<DiceModifier>,
    engaged: Swept<bool>,
}

impl MannerForm {
    fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            reach: form.sweep("reach", Reach::default()),
            flanking: form.sweep("flanking", false),
            retreat_worth: form.sweep("retreat_worth", Worth::default()),
            parting_blow: form.sweep("parting_blow", false),
            moved: form.sweep("moved", false),
            modifier: form.sweep("modifier", DiceModifier::NONE),
            engaged: form.sweep("engaged", false),
        }
    }

    fn manner(&self, case: &Case) -> Option<Manner> {
        Some(Manner {
            reach: self.reach.value(case)?,
            flanking: self.flanking.value(case)?,
            retreat_worth: self.retreat_worth.value(case)?,
            parting_blow: self.parting_blow.value(case)?,
            moved: self.moved.value(case)?,
            modifier: self.modifier.value(case)?,
            engaged: self.engaged.value(case)?,
        })
    }
}

impl AttackForm {
    pub fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            attacker: UnitForm::read(form, UnitKeys::ATTACKER),
            target: UnitForm::read(form, UnitKeys::TARGET),
            manner: MannerForm::read(form),
            counter: form.sweep("counter", false),
        }
    }

    /// The attack of a case, unless its keys contradict each other.
    fn attack(&self, case: &Case, report: &mut Report) -> Option<Attack> {
        let attack = Attack {
            attacker: self.attacker.unit(case)?,
            target: self.target.unit(case)?,
            manner: self.manner.manner(case)?,
            counter: self.counter.value(case)?,
        };
        let Err(error) = attack.manner.check(attack.attacker.class) else { return Some(attack) };
        let parting = || self.manner.parting_blow.at(case).map(|spot| spot.span.clone());
        let flanking = || self.manner.flanking.at(case).map(|spot| spot.span.clone());
        let span = if error == MannerError::PartingFromAfar { parting() } else { flanking() }?;
        report.once("manner", &span, || {
            Draft::new(&span, error.to_string())
                .help("cases of other kinds belong in a table of their own")
        });
        None
    }

    fn words(&self, verb: &str, case: &Case) -> String {
        format!("{} {verb} {}", self.attacker.words(case), self.target.words(case))
    }
}

impl Pose for AttackForm {
    fn asked(&self, case: &Case, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        Some(NamedQuestion::new("", "", Question::Attack(Box::new(self.attack(case, report)?))))
    }

    fn sentence(&self, case: &Case) -> String {
        self.words("attack", case)
    }
}

/// The keys of a pursuit.
#[derive(Debug)]
pub(super) struct PursuitForm {
    attack: AttackForm,
    hexes: Swept<Hexes>,
    off_balance: Swept<bool>,
    other: Option<UnitForm>,
}

impl PursuitForm {
    pub fn read(form: &mut Form<'_, '_>) -> Self {
        let attack = AttackForm::read(form);
        let hexes = form.sweep("hexes", Hexes::ONE);
        let off_balance = form.sweep("off_balance", false);
        let other =
            form.section.item(UnitKeys::OTHER.rank).map(|_| UnitForm::read(form, UnitKeys::OTHER));
        Self { attack, hexes, off_balance, other }
    }
}

impl Pose for PursuitForm {
    fn asked(&self, case: &Case, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let then = match &self.other {
            Some(other) => Then::Other(other.unit(case)?),
            None => Then::Same,
        };
        let pursuit = Pursuit {
            attack: self.attack.attack(case, report)?,
            hexes: self.hexes.value(case)?,
            off_balance: self.off_balance.value(case)?,
            then,
        };
        Some(NamedQuestion::new("", "", Question::Pursuit(Box::new(pursuit))))
    }

    fn sentence(&self, case: &Case) -> String {
        self.attack.words("pursue", case)
    }
}

/// The keys of Dogs of War.
#[derive(Debug)]
pub(super) struct DogsForm {
    attacker: UnitForm,
    target: UnitForm,
    modifier: Swept<DiceModifier>,
}

impl DogsForm {
    pub fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            attacker: UnitForm::read(form, UnitKeys::ATTACKER),
            target: UnitForm::read(form, UnitKeys::TARGET),
            modifier: form.sweep("modifier", DiceModifier::NONE),
        }
    }
}

impl Pose for DogsForm {
    fn asked(&self, case: &Case, _alone: bool, _report: &mut Report) -> Option<NamedQuestion> {
        let dogs = DogsOfWar {
            attacker: self.attacker.unit(case)?,
            target: self.target.unit(case)?,
            modifier: self.modifier.value(case)?,
        };
        Some(NamedQuestion::new("", "", Question::DogsOfWar(Box::new(dogs))))
    }

    fn sentence(&self, case: &Case) -> String {
        format!("dogs of war on {}", self.target.words(case))
    }
}
