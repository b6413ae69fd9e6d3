//! `[[attack]]`: one attack (A2, A3).

use super::super::blocks::asked;
use super::super::keyed::Keyed;
use super::super::sweep::{FieldValues, SweepCase};
use super::combat::{Chosen, DefenseForm, FighterForm, Strike};
use super::form::Form;
use super::keys::{AttackerKeys, DefenderKeys, Side};
use super::meeting::{Ask, QuestionUnits};
use crate::document::{Draft, Report, Span, TableArray, key, quoted};
use crate::request::asoiaf::battlefield::Battlefield;
use crate::request::asoiaf::combat::WeaponFlags;
use warodds_games::asoiaf::{
    Attack, Bonus, Context, Edition, Facing, Question, WeaponFilter, with_best_weapon,
};

/// The keys of an attack.
#[derive(Debug)]
pub(super) struct AttackForm<'t> {
    attacker: FighterForm<'t>,
    strike: Strike,
    defender: FighterForm<'t>,
    guard: DefenseForm,
    manner: Manner,
    weapon: Keyed<WeaponFlags>,
    battlefield: Keyed<Battlefield>,
}

/// How the attack is made.
#[derive(Debug)]
struct Manner {
    facing: FieldValues<Facing>,
    charge: FieldValues<bool>,
    disorderly: FieldValues<bool>,
    cover: FieldValues<bool>,
    fortified: FieldValues<bool>,
}

impl<'t> AttackForm<'t> {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray =
        asked("attack", "what an attack does", "An attack (A2, A3).");

    pub(super) fn read(form: &mut Form<'_, 't, '_>) -> Self {
        let read = Self {
            attacker: FighterForm::read(form, Side::ATTACKER),
            strike: Strike::read(form, AttackerKeys::ATTACKER),
            defender: FighterForm::read(form, Side::DEFENDER),
            guard: DefenseForm::read(form, DefenderKeys::DEFENDER),
            manner: Manner {
                facing: form
                    .sweep(key("facing", "arc of the defender it comes from"), Facing::default()),
                charge: form.sweep(key("charge", "a charge led to it; melee only"), false),
                disorderly: form.sweep(key("disorderly", "that charge was disorderly"), false),
                cover: form.sweep(
                    key("cover", "the defender is in cover; short and long attacks only"),
                    false,
                ),
                fortified: form
                    .sweep(key("fortified", "that charge crossed fortified terrain"), false),
            },
            weapon: form.keyed(),
            battlefield: form.keyed(),
        };
        read.defender.refuse_spending(form, Side::ATTACKER.spending.id, Some(&read.attacker));
        read.attacker.refuse_spending(form, Side::DEFENDER.spending.id, Some(&read.defender));
        read
    }
}

impl Ask for AttackForm<'_> {
    fn question(
        &self,
        case: &SweepCase,
        (edition, _): (Edition, bool),
        report: &mut Report,
    ) -> Option<Question> {
        let context = self.manner.context(case, report);
        let flags = self.weapon.at(case, report);
        let (context, wanted) = (context?, flags?.wanted());
        self.manner.check_kind(case, wanted, report)?;
        let engaged = self.attacker.card(case)?.usage.circumstances.engaged_since_start;
        let wanted = wanted.in_situation(&context, engaged);
        let weapons = self.strike.weapons(&self.attacker, wanted, case, report);
        for weapon in weapons.iter().flatten() {
            self.manner.check_reach(case, weapon, report);
        }
        let defender = self.guard.defender(&self.defender, case, report);
        let around = self.battlefield.at(case, report);
        let (weapons, defender, around) = (weapons?, defender?, around?);
        let mut attacks = Vec::new();
        for weapon in weapons {
            let attacker = self.strike.attacker(&self.attacker, weapon.value, case, report)?;
            let mut attack = Attack::new(attacker, defender.clone(), context);
            self.battlefield.told(around.on_attack(&mut attack), report)?;
            attacks.push(attack);
        }
        with_best_weapon(attacks, edition).map(Question::Attack)
    }

    fn meeting(&self) -> QuestionUnits<'_> {
        QuestionUnits::Against(&self.attacker.unit, "attack", &self.defender.unit)
    }
}

impl Manner {
    /// The context of a case, unless its keys contradict each other.
    fn context(&self, case: &SweepCase, report: &mut Report) -> Option<Context> {
        let charge = self.charge.at(case)?;
        let mut needs_charge = |key: &FieldValues<bool>, name: &str| {
            if let Some(spot) = key.at(case).filter(|spot| spot.value && !charge.value) {
                report.add_once("no charge", &spot.span, || without_charge(name, &spot.span));
            }
        };
        needs_charge(&self.disorderly, "disorderly");
        needs_charge(&self.fortified, "fortified");
        let bonus = match (charge.value, self.disorderly.value(case)?) {
            (false, _) => Bonus::None,
            (true, false) => Bonus::Charge,
            (true, true) => Bonus::Disorderly,
        };
        let (cover, fortified) = (self.cover.value(case)?, self.fortified.value(case)?);
        Some(Context { facing: self.facing.value(case)?, charge: bonus, cover, fortified })
    }

    /// Refuses a ranged attack after a charge (A5.4), and cover from a melee attack (A10).
    fn check_kind(
        &self,
        case: &SweepCase,
        wanted: WeaponFilter,
        report: &mut Report,
    ) -> Option<()> {
        let (key, message, kind) = match wanted {
            WeaponFilter::Ranged => {
                (&self.charge, "`charge = true` leads to a melee attack (A5.4)", "ranged")
            }
            WeaponFilter::Melee => {
                (&self.cover, "`cover = true` hides from ranged attacks (A10)", "melee")
            }
            WeaponFilter::Any => return Some(()),
        };
        let spot = key.at(case)?;
        if !spot.value {
            return Some(());
        }
        report.add_once("kind", &spot.span, || {
            Draft::new(&spot.span, format!("{message}, but this attack is `{kind} = true`"))
                .help("leave out one of them; other cases belong in an [[attack]] of their own")
        });
        None
    }

    /// Cover is for attacks from afar (A10), charges are for the others (A5.4).
    fn check_reach(&self, case: &SweepCase, weapon: &Chosen<'_>, report: &mut Report) {
        let (name, ranged) = (&weapon.value.name, weapon.value.reach.is_ranged());
        if let Some(charge) = self.charge.at(case).filter(|charge| charge.value && ranged) {
            report.add_once("ranged", &charge.span, || {
                let message = format!(
                    "a charge leads to a melee attack, but {} is made from afar",
                    quoted(name)
                );
                Draft::new(&charge.span, message).help("name a melee attack, or leave out `charge`")
            });
        }
        if let Some(cover) = self.cover.at(case).filter(|cover| cover.value && !ranged) {
            report.add_once("melee", &cover.span, || {
                let message = format!(
                    "cover hides from attacks made from afar (A10), but {} is a melee attack",
                    quoted(name)
                );
                Draft::new(&cover.span, message)
                    .help("name a short or long attack, or leave out `cover`")
            });
        }
    }
}

fn without_charge(name: &str, span: &Span) -> Draft {
    let message = format!("`{name} = true` is about a charge, but this attack is made without one");
    Draft::new(span, message)
        .help("set `charge = true`; cases without a charge belong in an [[attack]] of their own")
}
