//! `[[charge]]`: a charge and the attack it leads to (A5).

use super::super::blocks::asked;
use super::super::keyed::Keyed;
use super::super::sweep::{FieldValues, SweepCase};
use super::combat::{DefenseForm, FighterForm, Strike, rerolls};
use super::form::Form;
use super::keys::{AttackerKeys, DefenderKeys, Side};
use super::meeting::{Ask, QuestionUnits};
use crate::document::{Draft, Report, TableArray, key, quoted};
use crate::request::Keys;
use crate::request::asoiaf::battlefield::{Battlefield, ChargerTerrain};
use warodds_games::asoiaf::values::{Inches, Modifier, Speed};
use warodds_games::asoiaf::{
    ActivePlayer, Attack, Attacker, Charge, Charger, Context, Edition, Facing, Panic, Question,
    Terrain, Traits, with_best_weapon,
};

/// The keys of a charge.
#[derive(Debug)]
pub(super) struct ChargeForm<'t> {
    attacker: FighterForm<'t>,
    strike: Strike,
    defender: FighterForm<'t>,
    guard: DefenseForm,
    distance: FieldValues<Inches>,
    terrain: FieldValues<Terrain>,
    facing: FieldValues<Facing>,
    reroll_distance: FieldValues<bool>,
    own_panic: OwnPanic,
    battlefield: Keyed<Battlefield>,
    ground: Keyed<ChargerTerrain>,
}

/// The keys that say something of the attack, and nothing of the charge to it.
const OF_THE_ATTACK: [&str; 15] = [
    "weapon",
    "hit_modifier",
    "auto_hits",
    "reroll_attacks",
    "force_reroll_attacks",
    "attacker_spending",
    "defender_wounds_lost",
    "defender_tokens",
    "save_modifier",
    "panic_modifier",
    "reroll_saves",
    "force_reroll_saves",
    "reroll_morale",
    "force_reroll_morale",
    "facing",
];

/// The charger's own panic test, when the charge fails (A5.6).
#[derive(Debug)]
struct OwnPanic {
    modifier: FieldValues<Modifier>,
    own: FieldValues<bool>,
    forced: FieldValues<bool>,
}

impl OwnPanic {
    fn read(form: &mut Form<'_, '_, '_>) -> Self {
        let fails = "added to the charger's own panic test when the charge fails";
        let forced = "the enemy may make the charger reroll its own panic test";
        Self {
            modifier: form.sweep(key("attacker_panic_modifier", fails), Modifier::NONE),
            own: form.sweep(
                key("attacker_reroll_morale", "the charger may reroll its own panic test"),
                false,
            ),
            forced: form.sweep(key("attacker_force_reroll_morale", forced), false),
        }
    }
}

/// What may stand between them.
const TERRAIN: &str =
    "what lies between; a list asks about each, a list in it is one set of keywords";

impl<'t> ChargeForm<'t> {
    /// Where it stands in a file.
    pub(super) const ASKED: TableArray = asked(
        "charge",
        "whether a charge arrives, and what it does",
        "A charge and the attack it leads to (A5).",
    );

    pub(super) fn read(form: &mut Form<'_, 't, '_>) -> Self {
        let read = Self::all(form);
        let units = &read.attacker.unit;
        if units.is_known() && units.all().all(|unit| unit.attacks.is_empty()) {
            read.refuse_attack(form);
        } else {
            read.defender.refuse_spending(form, Side::ATTACKER.spending.id, Some(&read.attacker));
        }
        read.attacker.refuse_spending(form, Side::DEFENDER.spending.id, Some(&read.defender));
        read
    }

    /// Refuses the keys of an attack where the attacker has none, so that the charge alone is asked
    /// about.
    fn refuse_attack(&self, form: &mut Form<'_, 't, '_>) {
        let Some(unit) = self.attacker.unit.all().next() else { return };
        for key in OF_THE_ATTACK.into_iter().chain(Battlefield::ids()) {
            let Some(item) = form.section.peek(key) else { continue };
            let message =
                format!("`{key}` is about the attack, and {} has none", quoted(&unit.name));
            form.report.add(|| {
                Draft::new(&item.span, message).help(
                    "give the unit `attacks`, or leave the key out: the charge is asked alone",
                )
            });
        }
    }

    fn all(form: &mut Form<'_, 't, '_>) -> Self {
        Self {
            attacker: FighterForm::read(form, Side::ATTACKER),
            strike: Strike::read(form, AttackerKeys::ATTACKER),
            defender: FighterForm::read(form, Side::DEFENDER),
            guard: DefenseForm::read(form, DefenderKeys::DEFENDER),
            distance: form.required(key("distance", "inches to go")),
            terrain: form.sweep(key("terrain", TERRAIN), Terrain::OPEN),
            facing: form
                .sweep(key("facing", "arc of the defender it arrives in"), Facing::default()),
            reroll_distance: form
                .sweep(key("reroll_distance", "the charger may reroll the distance"), false),
            own_panic: OwnPanic::read(form),
            battlefield: form.keyed(),
            ground: form.keyed(),
        }
    }

    fn charger(&self, case: &SweepCase, report: &mut Report) -> Option<Charger> {
        let speed = self.speed(case, report);
        let state = self.attacker.unit_state(case, report)?;
        let panic = Panic {
            morale: self.attacker.morale(case, report)?,
            modifier: self.own_panic.modifier.value(case)?,
            state,
            rerolls: rerolls(&self.own_panic.own, &self.own_panic.forced, case)?,
            active: ActivePlayer::Own,
            spending: self.defender.spending.value(case)?,
            traits: Traits::new(self.attacker.card(case)?, ""),
        };
        Some(Charger {
            speed: speed?,
            state,
            reroll_distance: self.reroll_distance.value(case)?,
            panic: Some(panic),
        })
    }

    fn speed(&self, case: &SweepCase, report: &mut Report) -> Option<Speed> {
        let unit = self.attacker.unit.at(case)?;
        if unit.value.speed.is_none() {
            report.add_once("no speed", &unit.span, || {
                let message =
                    format!("{} cannot charge: its `speed` is missing", quoted(&unit.value.name));
                Draft::new(&unit.span, message).help("add `speed = …` (inches) to the unit")
            });
        }
        unit.value.speed
    }

    /// The attack of a charge that arrives, with each weapon; none inside for a card without
    /// attacks, which asks about the charge alone.
    fn attacks(&self, case: &SweepCase, report: &mut Report) -> Option<Vec<Option<Attack>>> {
        let defender = self.guard.defender(&self.defender, case, report);
        if self.attacker.card(case)?.attacks.is_empty() {
            return defender.map(|_| vec![None]);
        }
        let attackers = self.charging(case, report);
        let context = Context { facing: self.facing.value(case)?, ..Context::CHARGE };
        let (attackers, defender) = (attackers?, defender?);
        let attack = |attacker| Some(Attack::new(attacker, defender.clone(), context));
        Some(attackers.into_iter().map(attack).collect())
    }

    /// The charger, once for each melee weapon that it may use.
    fn charging(&self, case: &SweepCase, report: &mut Report) -> Option<Vec<Attacker>> {
        let weapons = self.strike.melee(&self.attacker, case, report)?;
        let each = weapons.into_iter();
        each.map(|weapon| self.strike.attacker(&self.attacker, weapon.value, case, report))
            .collect()
    }
}

impl Ask for ChargeForm<'_> {
    fn question(
        &self,
        case: &SweepCase,
        (edition, alone): (Edition, bool),
        report: &mut Report,
    ) -> Option<Question> {
        let charger = self.charger(case, report);
        let attacks = self.attacks(case, report);
        let distance = self.distance.at(case)?;
        let (around, ground) = (self.battlefield.at(case, report), self.ground.at(case, report));
        let (charger, around, ground) = (charger?, around, ground?);
        let terrain = self.terrain.value(case)?;
        let mut charges = Vec::new();
        for attack in attacks? {
            let (charger, distance) = (charger.clone(), distance.value);
            let mut charge = Charge { charger, distance, terrain, attack };
            if let (Some(attack), Some(around)) = (&mut charge.attack, &around) {
                self.battlefield.told(around.on_attack(attack), report)?;
            }
            ground.on_charge(&mut charge);
            charges.push(charge);
        }
        let charge = with_best_weapon(charges, edition)?;
        // among others an unreachable distance is an answer; alone it is a mistake
        if alone && !charge.in_reach() {
            report.add_once("too far", &distance.span, || {
                let message = format!(
                    "{}\" is out of reach: this charge goes {}\" at most (A5.1)",
                    distance.value,
                    charge.longest()
                );
                Draft::new(&distance.span, message)
                    .label("too far")
                    .help("the longest charge is speed + 6, less 1 in rough terrain")
            });
            return None;
        }
        Some(Question::Charge(charge))
    }

    fn meeting(&self) -> QuestionUnits<'_> {
        QuestionUnits::Against(&self.attacker.unit, "charge", &self.defender.unit)
    }
}
