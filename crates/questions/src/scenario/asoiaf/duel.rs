//! `[[duel]]`: two engaged units striking in turn.

use super::super::blocks::asked;
use super::super::keyed::Keyed;
use super::super::sweep::{FieldValues, SweepCase};
use super::combat::{Chosen, DefenseForm, FighterForm, Strike};
use super::form::Form;
use super::keys::{AttackerKeys, DefenderKeys, Side};
use super::meeting::{Ask, QuestionUnits};
use crate::document::{Draft, Report, TableArray, key};
use crate::request::asoiaf::battlefield::Claims;
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{
    ChargeEffects, Combatant, Duel, DuelSide, Edition, Facing, Opening, Question, best_duelists,
};

/// The keys of a duel.
#[derive(Debug)]
pub(super) struct DuelForm<'t> {
    a: SideForm<'t>,
    b: SideForm<'t>,
    activations: FieldValues<Activations>,
    first: FieldValues<DuelSide>,
    facing: FieldValues<Facing>,
    charge: FieldValues<bool>,
    disorderly: FieldValues<bool>,
    claims: Keyed<Claims>,
}

/// The keys of one side.
#[derive(Debug)]
struct SideForm<'t> {
    fighter: FighterForm<'t>,
    strike: Strike,
    guard: DefenseForm,
}

impl<'t> SideForm<'t> {
    fn read(
        form: &mut Form<'_, 't, '_>,
        side: Side,
        striking: AttackerKeys,
        guarding: DefenderKeys,
    ) -> Self {
        Self {
            fighter: FighterForm::read(form, side),
            strike: Strike::read(form, striking),
            guard: DefenseForm::read(form, guarding),
        }
    }

    /// The side, once for each melee weapon that it may use.
    fn combatants(&self, case: &SweepCase, report: &mut Report) -> Option<Vec<Combatant>> {
        let weapons = self.strike.melee(&self.fighter, case, report);
        let attacked = self.guard.defender(&self.fighter, case, report)?;
        let modifiers = self.strike.changes(case)?.with_defense_of(attacked.modifiers);
        let attacked = attacked.with_modifiers(modifiers);
        let with = |weapon: &Chosen<'_>| attacked.clone().attacking_with(weapon.value);
        Some(weapons?.iter().map(with).collect())
    }
}

impl<'t> DuelForm<'t> {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = asked(
        "duel",
        "who is left when two units strike in turn",
        "Two engaged units striking in turn.",
    );

    pub(super) fn read(form: &mut Form<'_, 't, '_>) -> Self {
        let (a, b) = (
            SideForm::read(form, Side::A, AttackerKeys::A, DefenderKeys::A),
            SideForm::read(form, Side::B, AttackerKeys::B, DefenderKeys::B),
        );
        let activations = form.sweep(
            key("activations", "attacks of both sides together, alternating; 12 if left out"),
            Activations::USUAL,
        );
        let first =
            form.sweep(key("first", "who strikes first; a if left out"), DuelSide::default());
        let opening = "arc the first attack comes from; later ones come from the front";
        let facing = form.sweep(key("opening_facing", opening), Facing::default());
        let charge = form.sweep(key("opening_charge", "a charge led to the first attack"), false);
        let disorderly = form.sweep(key("opening_disorderly", "that charge was disorderly"), false);
        b.fighter.refuse_spending(form, Side::A.spending.id, Some(&a.fighter));
        a.fighter.refuse_spending(form, Side::B.spending.id, Some(&b.fighter));
        Self { a, b, activations, first, facing, charge, disorderly, claims: form.keyed() }
    }

    fn opening(&self, case: &SweepCase, report: &mut Report) -> Option<Opening> {
        let disorderly = self.disorderly.at(case)?;
        let charge = match (self.charge.value(case)?, disorderly.value) {
            (true, disorderly) => Some(ChargeEffects { disorderly, fortified: false }),
            (false, false) => None,
            (false, true) => {
                let message = "`opening_disorderly = true` is about a charge, but the opening \
                               attack is made without one";
                report.add_once("no charge", &disorderly.span, || {
                    Draft::new(&disorderly.span, message).help("set `opening_charge = true`")
                });
                return None;
            }
        };
        Some(Opening { first: self.first.value(case)?, facing: self.facing.value(case)?, charge })
    }
}

impl Ask for DuelForm<'_> {
    fn question(
        &self,
        case: &SweepCase,
        (edition, _): (Edition, bool),
        report: &mut Report,
    ) -> Option<Question> {
        let (a, b) = (self.a.combatants(case, report), self.b.combatants(case, report));
        let opening = self.opening(case, report);
        let activations = self.activations.value(case)?;
        let claims = self.claims.at(case, report);
        let opening = opening?;
        let [a, b] = best_duelists([a?, b?], opening, edition)?;
        let mut duel = Duel { a, b, activations, opening };
        self.claims.told(claims?.on_duel(&mut duel), report)?;
        Some(Question::Duel(Box::new(duel)))
    }

    fn meeting(&self) -> QuestionUnits<'_> {
        QuestionUnits::Against(&self.a.fighter.unit, "duel", &self.b.fighter.unit)
    }
}
