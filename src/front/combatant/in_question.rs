//! Combatants of the games crate, built from a [`CombatantBuilder`].

use super::{CombatantBuilder, CombatantSource, DEFAULT_WOUNDS, PlainValues};
use crate::catalogue::normalize_name;
use crate::front::Error;
use crate::games::asoiaf::values::{Morale, Speed};
use crate::games::asoiaf::{
    AnyCombatant, Attacker, Body, Combatant, Defender, DefenseProfile, Modifiers, Reach, Spending,
    Traits, Unit, UnitState, Weapon, WeaponFilter,
};

impl CombatantBuilder {
    /// Returns the first error of the chained calls.
    fn check(&self) -> Result<(), Error> {
        self.error.clone().map_or(Ok(()), Err)
    }

    /// Returns whether it can attack: plain numbers without dice and hit value cannot.
    pub(in crate::front) const fn is_armed(&self) -> bool {
        match &self.source {
            CombatantSource::Card(_) => true,
            CombatantSource::Numbers(PlainValues { dice, hit, .. }) => {
                dice.is_some() || hit.is_some()
            }
        }
    }

    /// Returns when its player spends tokens on enemy units.
    pub(in crate::front) const fn token_spending(&self) -> Spending {
        self.spending
    }

    /// Returns the changes to its saves and morale tests.
    pub(in crate::front) const fn defense_changes(&self) -> Modifiers {
        self.defending
    }

    /// Returns its wounds left and its tokens.
    pub(in crate::front) fn unit_state(&self) -> Result<UnitState, Error> {
        self.check()?;
        let body = match &self.source {
            CombatantSource::Card(unit) => unit.body,
            CombatantSource::Numbers(PlainValues { body: Some(body), .. }) => *body,
            CombatantSource::Numbers(_) => Body::of_wounds(DEFAULT_WOUNDS)?,
        };
        Ok(UnitState::after(body, self.wounds_lost, self.tokens)?)
    }

    /// Returns its speed; `who` names the combatant in the error message.
    pub(in crate::front) fn charging_speed(&self, who: &'static str) -> Result<Speed, Error> {
        self.check()?;
        let speed = match &self.source {
            CombatantSource::Card(unit) => unit.speed,
            CombatantSource::Numbers(numbers) => numbers.speed,
        };
        speed.ok_or(Error::Missing { who, what: "a speed", method: "speed" })
    }

    /// Returns its morale; some cards have none.
    pub(in crate::front) fn known_morale(&self) -> Option<Morale> {
        match &self.source {
            CombatantSource::Card(unit) => unit.morale,
            CombatantSource::Numbers(numbers) => numbers.morale,
        }
    }

    /// Returns its morale; `who` names the combatant in the error message.
    pub(in crate::front) fn tested_morale(&self, who: &'static str) -> Result<Morale, Error> {
        self.check()?;
        self.known_morale().ok_or(Error::Missing { who, what: "a morale", method: "morale" })
    }

    /// Returns the abilities that change its own tests.
    pub(in crate::front) fn traits(&self) -> Traits {
        self.card().map_or_else(Traits::default, |unit| Traits::new(unit, ""))
    }

    /// Returns the named attack, or all attacks of its card that pass the filter, in card order.
    pub(in crate::front) fn weapons(
        &self,
        filter: WeaponFilter,
        who: &'static str,
    ) -> Result<Vec<Weapon>, Error> {
        self.check()?;
        match &self.source {
            CombatantSource::Card(unit) => weapons_of(unit, self.attack.as_deref(), filter),
            CombatantSource::Numbers(_) if self.attack.is_some() => {
                Err(Error::NoCard { what: "attacks by name" })
            }
            CombatantSource::Numbers(numbers) => {
                numbers.weapon(filter, who).map(|weapon| vec![weapon])
            }
        }
    }

    /// Returns an attacker for each of its [`weapons`](Self::weapons).
    pub(in crate::front) fn attackers(
        &self,
        filter: WeaponFilter,
        who: &'static str,
    ) -> Result<Vec<Attacker>, Error> {
        self.weapons(filter, who)?.iter().map(|weapon| self.attacker(weapon)).collect()
    }

    /// Returns the unit with its wounds and tokens, without an attack.
    fn combatant(&self) -> Result<AnyCombatant, Error> {
        let state = self.unit_state()?;
        Ok(match &self.source {
            CombatantSource::Card(unit) => Combatant::of(unit, state, self.spending),
            CombatantSource::Numbers(_) => Combatant::plain(state, self.spending),
        })
    }

    /// Returns the unit as the attacker with this weapon.
    pub(in crate::front) fn attacker(&self, weapon: &Weapon) -> Result<Attacker, Error> {
        Ok(self.combatant()?.attacking_with(weapon).with_modifiers(self.attacking))
    }

    /// Returns the unit as the defender.
    pub(in crate::front) fn defender(&self, who: &'static str) -> Result<Defender, Error> {
        let combatant = self.combatant()?.with_modifiers(self.defending);
        Ok(combatant.with_defense(self.defense_profile(who)?))
    }

    /// Returns the unit as attacker and defender in one, for each melee attack.
    pub(in crate::front) fn duelists(&self, who: &'static str) -> Result<Vec<Combatant>, Error> {
        let profile = self.defense_profile(who)?;
        let attackers = self.attackers(WeaponFilter::Melee, who)?.into_iter();
        let modifiers = self.attacking.with_defense_of(self.defending);
        let with = |attacker: Attacker| attacker.with_defense(profile).with_modifiers(modifiers);
        Ok(attackers.map(with).collect())
    }

    fn defense_profile(&self, who: &'static str) -> Result<DefenseProfile, Error> {
        let morale = self.tested_morale(who)?;
        let defense = match &self.source {
            CombatantSource::Card(unit) => unit.defense,
            CombatantSource::Numbers(PlainValues { defense, .. }) => {
                defense.ok_or(Error::Missing { who, what: "a defence", method: "defense" })?
            }
        };
        Ok(DefenseProfile { defense, morale })
    }
}

impl PlainValues {
    fn weapon(&self, filter: WeaponFilter, who: &'static str) -> Result<Weapon, Error> {
        let missing = |what, method| Error::Missing { who, what, method };
        let dice = self.dice.ok_or_else(|| missing("attack dice", "dice"))?;
        let hit = self.hit.ok_or_else(|| missing("a hit value", "hit"))?;
        // without a card there is no range; the longest one fits every situation
        let reach = if filter == WeaponFilter::Ranged { Reach::LONG } else { Reach::Melee };
        Ok(Weapon { name: String::new(), reach, hit, dice: vec![dice] })
    }
}

/// Returns the attack with this name (or a name that starts so), or all that pass the filter.
fn weapons_of(unit: &Unit, name: Option<&str>, filter: WeaponFilter) -> Result<Vec<Weapon>, Error> {
    let none = |requested: String| Error::NoAttack {
        unit: unit.name.clone(),
        requested,
        known: unit
            .attacks
            .iter()
            .map(|weapon| format!("`{}` ({})", weapon.name, weapon.reach.name()))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let Some(name) = name else {
        let all: Vec<Weapon> = filter.of(&unit.attacks).cloned().collect();
        return if all.is_empty() { Err(none(filter.words().to_owned())) } else { Ok(all) };
    };
    let query = normalize_name(name);
    let fits = |weapon: &&Weapon| filter.fits(weapon) && !query.is_empty();
    // an exact name first: it may be the start of another name
    let exact =
        unit.attacks.iter().find(|weapon| fits(weapon) && normalize_name(&weapon.name) == query);
    let start = || {
        let starts =
            |weapon: &&Weapon| fits(weapon) && normalize_name(&weapon.name).starts_with(&query);
        unit.attacks.iter().find(starts)
    };
    let named = exact.or_else(start).cloned().map(|weapon| vec![weapon]);
    named.ok_or_else(|| none(format!("{} `{name}`", filter.words())))
}
