//! `[[attack]]`: one attack (A2, A3).

use super::super::blocks::asked;
use super::super::keyed::Keyed;
use super::super::sweep::{FieldValues, SweepCase};
use super::combat::{DefenseForm, FighterForm, Strike};
use super::form::Form;
use super::keys::{AttackerKeys, DefenderKeys, Side};
use super::meeting::{Ask, QuestionUnits};
use crate::document::{Draft, Report, Span, TableArray, key};
use crate::request::asoiaf::battlefield::Battlefield;
use crate::request::asoiaf::combat::WeaponFlags;
use warodds_games::asoiaf::{
    Attack, ChargeEffects, Context, Edition, EngagementError, EngagementFilter, Facing, Question,
    WeaponFilter, with_best_weapon,
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
        let weapons = self.weapon.at(case, report)?.wanted();
        let engaged = self.attacker.card(case)?.usage.circumstances.engaged_since_start;
        let filter = self.manner.filter(case, weapons, engaged, report)?;
        let facing = self.manner.facing.value(case)?;
        let weapons = self.strike.weapons(&self.attacker, filter.weapons(), case, report);
        let defender = self.guard.defender(&self.defender, case, report);
        let around = self.battlefield.at(case, report);
        let (weapons, defender, around) = (weapons?, defender?, around?);
        let mut attacks = Vec::new();
        for weapon in weapons {
            let attacker = self.strike.attacker(&self.attacker, weapon.value, case, report)?;
            let engagement = self.manner.checked(filter.with(weapon.value.reach), case, report)?;
            let context = Context { facing, engagement };
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
    /// Returns the allowed engagements of a case, unless its keys contradict each other.
    fn filter(
        &self,
        case: &SweepCase,
        weapons: WeaponFilter,
        is_in_contact: bool,
        report: &mut Report,
    ) -> Option<EngagementFilter> {
        let charge = self.charge.value(case)?;
        let mut needs_charge = |key: &FieldValues<bool>, name: &str| {
            if let Some(spot) = key.at(case).filter(|spot| spot.value && !charge) {
                report.add_once("no charge", &spot.span, || without_charge(name, &spot.span));
            }
        };
        needs_charge(&self.disorderly, "disorderly");
        needs_charge(&self.fortified, "fortified");
        let (disorderly, fortified) = (self.disorderly.value(case)?, self.fortified.value(case)?);
        let charge = charge.then_some(ChargeEffects { disorderly, fortified });
        let filter = EngagementFilter::new(weapons, charge, self.cover.value(case)?);
        self.checked(filter.and_then(|filter| filter.in_contact(is_in_contact)), case, report)
    }

    /// Reports a contradiction at the key that causes it.
    fn checked<T>(
        &self,
        made: Result<T, EngagementError>,
        case: &SweepCase,
        report: &mut Report,
    ) -> Option<T> {
        let add = |error: EngagementError| {
            let key = match error {
                EngagementError::RangedCharge => &self.charge,
                EngagementError::MeleeInCover => &self.cover,
            };
            if let Some(spot) = key.at(case) {
                report.add_once("engagement", &spot.span, || {
                    Draft::new(&spot.span, error.to_string())
                        .help("other cases belong in an [[attack]] of their own")
                });
            }
        };
        made.map_err(add).ok()
    }
}

fn without_charge(name: &str, span: &Span) -> Draft {
    let message = format!("`{name} = true` is about a charge, but this attack is made without one");
    Draft::new(span, message)
        .help("set `charge = true`; cases without a charge belong in an [[attack]] of their own")
}
