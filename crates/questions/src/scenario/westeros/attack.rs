//! `[[attack]]`, `[[pursuit]]` and `[[dogs-of-war]]`: one unit attacks another (B2).

use super::Form;
use super::unit::{UnitForm, UnitKeys};
use crate::document::{Draft, FileKey, Report, TableArray, key};
use crate::scenario::blocks::{BuildCases, asked};
use crate::scenario::sweep::{FieldValues, SweepCase};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::{DiceModifier, Hexes, RetreatWorth};
use warodds_games::westeros::{
    AttackOptions, AttackOptionsError, AttackRange, DogsOfWar, Pursuit, PursuitTarget,
    WesterosAttack, WesterosQuestion,
};

/// The keys of an attack.
#[derive(Debug)]
pub(super) struct AttackForm {
    attacker: UnitForm,
    target: UnitForm,
    options: MannerForm,
    counter: FieldValues<bool>,
}

/// What changes its dice.
const MODIFIER: FileKey = key("modifier", "added to the dice after terrain");

/// How it is made.
#[derive(Debug)]
struct MannerForm {
    reach: FieldValues<AttackRange>,
    flanking: FieldValues<bool>,
    retreat_worth: FieldValues<RetreatWorth>,
    parting_blow: FieldValues<bool>,
    moved: FieldValues<bool>,
    modifier: FieldValues<DiceModifier>,
    engaged: FieldValues<bool>,
}

impl MannerForm {
    fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            reach: form.sweep(key("reach", "melee if left out"), AttackRange::default()),
            flanking: form.sweep(
                key("flanking", "the target is engaged by a friend, the attacker by nobody"),
                false,
            ),
            retreat_worth: form.sweep(
                key(
                    "retreat_worth",
                    "what a hex of retreat is worth to a flanking attacker, in figures",
                ),
                RetreatWorth::default(),
            ),
            parting_blow: form
                .sweep(key("parting_blow", "it is made on a unit that leaves; melee"), false),
            moved: form.sweep(key("moved", "the attacker is Off-Balance and has moved"), false),
            modifier: form.sweep(MODIFIER, DiceModifier::NONE),
            engaged: form.sweep(
                key("engaged", "the target is engaged through its own house's token"),
                false,
            ),
        }
    }

    fn options(&self, case: &SweepCase) -> Option<AttackOptions> {
        Some(AttackOptions {
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
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = TableArray {
        definition: "westeros-attack",
        ..asked("attack", "one unit attacks another", "An attack (B2).")
    };

    pub(super) fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            attacker: UnitForm::read(form, UnitKeys::ATTACKER),
            target: UnitForm::read(form, UnitKeys::TARGET),
            options: MannerForm::read(form),
            counter: form.sweep(
                key("counter", "the counter-attack is rolled, and what it costs counted"),
                false,
            ),
        }
    }

    /// The attack of a case, unless its keys contradict each other.
    fn attack(&self, case: &SweepCase, report: &mut Report) -> Option<WesterosAttack> {
        let attack = WesterosAttack {
            attacker: self.attacker.unit(case)?,
            target: self.target.unit(case)?,
            options: self.options.options(case)?,
            counter: self.counter.value(case)?,
        };
        let Err(error) = attack.options.check(attack.attacker.class) else { return Some(attack) };
        let parting = || self.options.parting_blow.at(case).map(|spot| spot.span.clone());
        let flanking = || self.options.flanking.at(case).map(|spot| spot.span.clone());
        let span =
            if error == AttackOptionsError::RangedPartingBlow { parting() } else { flanking() }?;
        report.add_once("manner", &span, || {
            Draft::new(&span, error.to_string())
                .help("cases of other kinds belong in a table of their own")
        });
        None
    }

    fn words(&self, verb: &str, case: &SweepCase) -> String {
        format!("{} {verb} {}", self.attacker.words(case), self.target.words(case))
    }
}

impl BuildCases for AttackForm {
    fn asked(&self, case: &SweepCase, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        Some(NamedQuestion::new(
            "",
            "",
            WesterosQuestion::Attack(Box::new(self.attack(case, report)?)),
        ))
    }

    fn sentence(&self, case: &SweepCase) -> String {
        self.words("attack", case)
    }
}

/// The keys of a pursuit.
#[derive(Debug)]
pub(super) struct PursuitForm {
    attack: AttackForm,
    hexes: FieldValues<Hexes>,
    off_balance: FieldValues<bool>,
    other: Option<UnitForm>,
}

impl PursuitForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = TableArray {
        definition: "westeros-pursuit",
        ..asked(
            "pursuit",
            "an attack that cavalry follows up",
            "An attack and its pursuit (B2.10).",
        )
    };

    pub(super) fn read(form: &mut Form<'_, '_>) -> Self {
        let attack = AttackForm::read(form);
        let hexes = form.sweep(key("hexes", "how far it may go; 1 if left out"), Hexes::ONE);
        let off_balance = form.sweep(
            key(
                "off_balance",
                "the attacker is Off-Balance: its second attack, after moving, has a die less",
            ),
            false,
        );
        let rank = form.given(UnitKeys::OTHER.rank);
        let other = form.section.has_group(UnitKeys::OTHER.rank.id);
        let other = other.then(|| UnitForm::of(rank, form, UnitKeys::OTHER));
        Self { attack, hexes, off_balance, other }
    }
}

impl BuildCases for PursuitForm {
    fn asked(&self, case: &SweepCase, _alone: bool, report: &mut Report) -> Option<NamedQuestion> {
        let then = match &self.other {
            Some(other) => PursuitTarget::Other(other.unit(case)?),
            None => PursuitTarget::Same,
        };
        let pursuit = Pursuit {
            attack: self.attack.attack(case, report)?,
            hexes: self.hexes.value(case)?,
            off_balance: self.off_balance.value(case)?,
            then,
        };
        Some(NamedQuestion::new("", "", WesterosQuestion::Pursuit(Box::new(pursuit))))
    }

    fn sentence(&self, case: &SweepCase) -> String {
        self.attack.words("pursue", case)
    }
}

/// The keys of Dogs of War.
#[derive(Debug)]
pub(super) struct DogsForm {
    attacker: UnitForm,
    target: UnitForm,
    modifier: FieldValues<DiceModifier>,
}

impl DogsForm {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = TableArray {
        definition: "westeros-dogs-of-war",
        ..asked(
            "dogs-of-war",
            "an attack whose dice come from its first die",
            "An attack by the Dogs of War (B2).",
        )
    };

    pub(super) fn read(form: &mut Form<'_, '_>) -> Self {
        Self {
            attacker: UnitForm::read(form, UnitKeys::ATTACKER),
            target: UnitForm::read(form, UnitKeys::TARGET),
            modifier: form.sweep(MODIFIER, DiceModifier::NONE),
        }
    }
}

impl BuildCases for DogsForm {
    fn asked(&self, case: &SweepCase, _alone: bool, _report: &mut Report) -> Option<NamedQuestion> {
        let dogs = DogsOfWar {
            attacker: self.attacker.unit(case)?,
            target: self.target.unit(case)?,
            modifier: self.modifier.value(case)?,
        };
        Some(NamedQuestion::new("", "", WesterosQuestion::DogsOfWar(Box::new(dogs))))
    }

    fn sentence(&self, case: &SweepCase) -> String {
        format!("dogs of war on {}", self.target.words(case))
    }
}
