//! The keys that attacks, charges and duels share: who fights, how it strikes and how it is struck.

use super::super::sweep::{FieldValues, Located, SweepCase};
use super::form::Form;
use super::keys::{AttackerKeys, DefenderKeys, Side};
use crate::document::schema::Schema;
use crate::document::{
    Draft, KeyedValue, Name, Readable, Report, Span, WoundsLost, name_help, quoted,
};
use warodds_engine::counted::counted;
use warodds_games::asoiaf::values::{AutoHits, Modifier, Morale};
use warodds_games::asoiaf::{
    AnyCombatant, Attacker, Combatant, Defender, Modifiers, Rerolls, Spending, Tokens, Unit,
    UnitState, Weapon, WeaponFilter,
};

/// A unit as it comes to the fight.
#[derive(Debug)]
pub(super) struct FighterForm<'t> {
    keys: Side,
    pub unit: FieldValues<&'t Unit>,
    wounds_lost: FieldValues<WoundsLost>,
    tokens: FieldValues<Tokens>,
    pub spending: FieldValues<Spending>,
}

impl<'t> FighterForm<'t> {
    pub(super) fn read(form: &mut Form<'_, 't, '_>, keys: Side) -> Self {
        Self {
            keys,
            unit: form.unit(keys.unit),
            wounds_lost: form.sweep(keys.wounds_lost, WoundsLost(0)),
            tokens: form.sweep(keys.tokens, Tokens::NONE),
            spending: form.sweep(keys.spending, Spending::default()),
        }
    }

    /// Whether it comes with no token and no unit's abilities could give it one.
    fn holds_nothing(&self) -> bool {
        self.tokens.is_known()
            && self.tokens.all().all(|tokens| *tokens == Tokens::NONE)
            && self.unit.is_known()
            && self.unit.all().all(|unit| unit.abilities.is_empty())
    }

    /// Refuses `key`, which says when this unit's tokens are spent, where it never holds one while
    /// it fights `enemy`.
    pub(super) fn refuse_spending(
        &self,
        form: &mut Form<'_, 't, '_>,
        key: &'static str,
        enemy: Option<&Self>,
    ) {
        let Some(item) = form.section.peek(key) else { return };
        let gives_none = |enemy: &Self| {
            enemy.unit.is_known() && enemy.unit.all().all(|unit| unit.abilities.is_empty())
        };
        if self.holds_nothing() && enemy.is_none_or(gives_none) {
            let message = format!("`{key}` says when tokens are spent, and there are none");
            let help = format!("give `{}`, or leave `{key}` out", self.keys.tokens.id);
            form.report.add(|| Draft::new(&item.span, message).help(help));
        }
    }

    /// The card.
    pub(super) fn card(&self, case: &SweepCase) -> Option<&'t Unit> {
        self.unit.value(case)
    }

    /// Its morale; a card may be without one.
    pub(super) fn morale(&self, case: &SweepCase, report: &mut Report) -> Option<Morale> {
        let unit = self.unit.at(case)?;
        if unit.value.morale.is_none() {
            report.add_once("no morale", &unit.span, || {
                let message = format!(
                    "the morale of {} is not known, and this question needs it",
                    quoted(&unit.value.name)
                );
                Draft::new(&unit.span, message).help("add `morale = …` to the unit")
            });
        }
        unit.value.morale
    }

    /// Returns the state of the unit: its remaining wounds and its tokens.
    pub(super) fn unit_state(&self, case: &SweepCase, report: &mut Report) -> Option<UnitState> {
        let (unit, lost) = (self.card(case)?, self.wounds_lost.at(case)?);
        let state = UnitState::after(unit.body, lost.value.0, self.tokens.value(case)?);
        let wrong = |error: warodds_games::asoiaf::values::OutOfRange| {
            report.add_once("wounds", &lost.span, || {
                let help = format!(
                    "{} has {}, and at least 1 must be left",
                    quoted(&unit.name),
                    counted(unit.body.wounds().into(), "wound", "wounds")
                );
                Draft::new(&lost.span, error.to_string()).label("too many").help(help)
            });
        };
        state.map_err(wrong).ok()
    }

    /// Returns the unit in its state.
    fn combatant(&self, case: &SweepCase, report: &mut Report) -> Option<AnyCombatant> {
        let state = self.unit_state(case, report)?;
        Some(Combatant::of(self.card(case)?, state, self.spending.value(case)?))
    }
}

/// The name of an attack; `None` for the best one of the card.
#[derive(Clone, Debug)]
pub(super) struct WeaponName(Option<String>);

impl Readable for WeaponName {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        Name::read(item).map(|name| Self(Some(name.0)))
    }

    fn show(&self) -> String {
        self.0.clone().unwrap_or_default()
    }

    fn schema() -> Schema {
        Name::schema()
    }
}

/// An attack of a card and the place that a fault of it points at.
pub(super) type Chosen<'t> = Located<&'t Weapon>;

/// How a side strikes.
#[derive(Debug)]
pub(super) struct Strike {
    attack: FieldValues<WeaponName>,
    hit_modifier: FieldValues<Modifier>,
    auto_hits: FieldValues<AutoHits>,
    own: FieldValues<bool>,
    forced: FieldValues<bool>,
}

impl Strike {
    pub(super) fn read(form: &mut Form<'_, '_, '_>, keys: AttackerKeys) -> Self {
        Self {
            attack: form.sweep(keys.attack, WeaponName(None)),
            hit_modifier: form.sweep(keys.hit_modifier, Modifier::NONE),
            auto_hits: form.sweep(keys.auto_hits, AutoHits::NONE),
            own: form.sweep(keys.reroll_attacks, false),
            forced: form.sweep(keys.force_reroll_attacks, false),
        }
    }

    /// The attack that is named, or else all those of the card that will do, in its order.
    pub(super) fn weapons<'t>(
        &self,
        fighter: &FighterForm<'t>,
        wanted: WeaponFilter,
        case: &SweepCase,
        report: &mut Report,
    ) -> Option<Vec<Chosen<'t>>> {
        let (unit, named) = (fighter.unit.at(case)?, self.attack.at(case)?);
        let weapons = &unit.value.attacks;
        let Some(name) = &named.value.0 else {
            let all = wanted.of(weapons).map(|value| Located { value, span: unit.span.clone() });
            let all: Vec<Chosen<'t>> = all.collect();
            if all.is_empty() {
                report.add_once("unarmed", &unit.span, || unarmed(unit.value, wanted, &unit.span));
                return None;
            }
            return Some(all);
        };
        let found = weapons.iter().find(|weapon| weapon.name == *name);
        if found.is_none() {
            report.add_once("unknown", &named.span, || unknown(unit.value, name, &named.span));
        }
        found.map(|value| vec![Located { value, span: named.span.clone() }])
    }

    /// The attacks for a fight in contact: a ranged one that is named is a fault.
    pub(super) fn melee<'t>(
        &self,
        fighter: &FighterForm<'t>,
        case: &SweepCase,
        report: &mut Report,
    ) -> Option<Vec<Chosen<'t>>> {
        let all = self.weapons(fighter, WeaponFilter::Melee, case, report)?;
        if let Some(chosen) = all.iter().find(|chosen| chosen.value.reach.is_ranged()) {
            report.add_once("ranged", &chosen.span, || {
                let message = format!(
                    "{} is made from afar; this needs a melee attack",
                    quoted(&chosen.value.name)
                );
                Draft::new(&chosen.span, message)
                    .label(format!("{} range", chosen.value.reach.name()))
            });
            return None;
        }
        Some(all)
    }

    /// The unit when it attacks with `weapon`.
    pub(super) fn attacker(
        &self,
        fighter: &FighterForm<'_>,
        weapon: &Weapon,
        case: &SweepCase,
        report: &mut Report,
    ) -> Option<Attacker> {
        let modifiers = self.changes(case)?;
        Some(fighter.combatant(case, report)?.attacking_with(weapon).with_modifiers(modifiers))
    }

    /// What changes its rolls.
    pub(super) fn changes(&self, case: &SweepCase) -> Option<Modifiers> {
        Some(Modifiers {
            hit_modifier: self.hit_modifier.value(case)?,
            auto_hits: self.auto_hits.value(case)?,
            attack_rerolls: rerolls(&self.own, &self.forced, case)?,
            ..Modifiers::NONE
        })
    }
}

/// How a side is struck.
#[derive(Debug)]
pub(super) struct DefenseForm {
    save_modifier: FieldValues<Modifier>,
    panic_modifier: FieldValues<Modifier>,
    own_saves: FieldValues<bool>,
    forced_saves: FieldValues<bool>,
    own_morale: FieldValues<bool>,
    forced_morale: FieldValues<bool>,
}

impl DefenseForm {
    pub(super) fn read(form: &mut Form<'_, '_, '_>, keys: DefenderKeys) -> Self {
        Self {
            save_modifier: form.sweep(keys.save_modifier, Modifier::NONE),
            panic_modifier: form.sweep(keys.panic_modifier, Modifier::NONE),
            own_saves: form.sweep(keys.reroll_saves, false),
            forced_saves: form.sweep(keys.force_reroll_saves, false),
            own_morale: form.sweep(keys.reroll_morale, false),
            forced_morale: form.sweep(keys.force_reroll_morale, false),
        }
    }

    /// The unit when it is attacked.
    pub(super) fn defender(
        &self,
        fighter: &FighterForm<'_>,
        case: &SweepCase,
        report: &mut Report,
    ) -> Option<Defender> {
        // a missing morale is told at its place
        let known = fighter.morale(case, report).is_some();
        let modifiers = Modifiers {
            save_modifier: self.save_modifier.value(case)?,
            panic_modifier: self.panic_modifier.value(case)?,
            save_rerolls: rerolls(&self.own_saves, &self.forced_saves, case)?,
            morale_rerolls: rerolls(&self.own_morale, &self.forced_morale, case)?,
            ..Modifiers::NONE
        };
        let combatant = fighter.combatant(case, report).filter(|_| known)?;
        combatant.with_modifiers(modifiers).attacked().ok()
    }
}

/// Who may reroll, from the two keys that say so.
pub(super) fn rerolls(
    own: &FieldValues<bool>,
    forced: &FieldValues<bool>,
    case: &SweepCase,
) -> Option<Rerolls> {
    Some(Rerolls { roller: own.value(case)?, enemy: forced.value(case)? })
}

fn unarmed(unit: &Unit, wanted: WeaponFilter, span: &Span) -> Draft {
    Draft::new(span, format!("{} has no {}", quoted(&unit.name), wanted.words()))
        .help("add one as [[units.….attacks]]")
}

fn unknown(unit: &Unit, name: &str, span: &Span) -> Draft {
    let known = unit.attacks.iter().map(|weapon| weapon.name.as_str());
    let message = format!("{} has no attack {}", quoted(&unit.name), quoted(name));
    Draft::new(span, message).label("not known").help(name_help(name, known, "its attacks are"))
}
