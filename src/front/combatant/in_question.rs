//! How a combatant comes into a question: as it stands, strikes and is struck.

use super::{CombatantBuilder, Numbers, Source, WOUNDS};
use crate::catalogue::normalize_name;
use crate::front::Error;
use crate::games::asoiaf::values::{Morale, Speed};
use crate::games::asoiaf::{
    AnyCombatant, Attacker, Body, Combatant, Defender, DefenseChanges, DefenseProfile, Reach,
    Spending, Standing, Traits, Unit, Wanted, Weapon,
};

impl CombatantBuilder {
    /// What was wrong with a number that was said of it.
    fn sound(&self) -> Result<(), Error> {
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// Whether it can attack at all.
    pub(in crate::front) const fn is_armed(&self) -> bool {
        match &self.source {
            Source::Card(_) => true,
            Source::Numbers(Numbers { dice, hit, .. }) => dice.is_some() || hit.is_some(),
        }
    }

    /// The player's habit with the enemy's tokens.
    pub(in crate::front) const fn spends(&self) -> Spending {
        self.spending
    }

    /// What changes its saves and tests.
    pub(in crate::front) const fn defense_changes(&self) -> DefenseChanges {
        self.defending
    }

    /// What is left of it.
    pub(in crate::front) fn standing(&self) -> Result<Standing, Error> {
        self.sound()?;
        let body = match &self.source {
            Source::Card(unit) => unit.body,
            Source::Numbers(Numbers { body: Some(body), .. }) => *body,
            Source::Numbers(_) => Body::of_wounds(WOUNDS)?,
        };
        Ok(Standing::after(body, self.wounds_lost, self.tokens)?)
    }

    /// Its speed.
    pub(in crate::front) fn charging_speed(&self, who: &'static str) -> Result<Speed, Error> {
        self.sound()?;
        let speed = match &self.source {
            Source::Card(unit) => unit.speed,
            Source::Numbers(numbers) => numbers.speed,
        };
        speed.ok_or(Error::Missing { who, what: "a speed", method: "speed" })
    }

    /// Its morale, where it is known.
    pub(in crate::front) fn known_morale(&self) -> Option<Morale> {
        match &self.source {
            Source::Card(unit) => unit.morale,
            Source::Numbers(numbers) => numbers.morale,
        }
    }

    /// Its morale.
    pub(in crate::front) fn tested_morale(&self, who: &'static str) -> Result<Morale, Error> {
        self.sound()?;
        self.known_morale().ok_or(Error::Missing { who, what: "a morale", method: "morale" })
    }

    /// What it brings to a test of its own.
    pub(in crate::front) fn traits(&self) -> Traits {
        self.card().map_or_else(Traits::default, |unit| Traits::new(unit, ""))
    }

    /// The attack that is named, or else all those of its card that will do, in its order.
    pub(in crate::front) fn weapons(
        &self,
        wanted: Wanted,
        who: &'static str,
    ) -> Result<Vec<Weapon>, Error> {
        self.sound()?;
        match &self.source {
            Source::Card(unit) => weapons_of(unit, self.attack.as_deref(), wanted),
            Source::Numbers(_) if self.attack.is_some() => {
                Err(Error::NoCard { what: "attacks by name" })
            }
            Source::Numbers(numbers) => numbers.weapon(wanted, who).map(|weapon| vec![weapon]),
        }
    }

    /// The unit as it attacks, once for each attack that it may make.
    pub(in crate::front) fn attackers(
        &self,
        wanted: Wanted,
        who: &'static str,
    ) -> Result<Vec<Attacker>, Error> {
        self.weapons(wanted, who)?.iter().map(|weapon| self.attacker(weapon)).collect()
    }

    /// The unit as it stands, its defence and morale being known where they are told.
    fn combatant(&self) -> Result<AnyCombatant, Error> {
        let standing = self.standing()?;
        Ok(match &self.source {
            Source::Card(unit) => Combatant::of(unit, standing, self.spending),
            Source::Numbers(_) => Combatant::plain(standing, self.spending),
        })
    }

    /// The unit as it attacks.
    fn attacker(&self, weapon: &Weapon) -> Result<Attacker, Error> {
        Ok(self.combatant()?.attacking_with(weapon, self.attacking))
    }

    /// The unit as it is attacked.
    pub(in crate::front) fn defender(&self, who: &'static str) -> Result<Defender, Error> {
        Ok(self.combatant()?.with_defense(self.defense_profile(who)?))
    }

    /// The unit as it attacks in melee and is attacked, once for each melee attack.
    pub(in crate::front) fn dueling(&self, who: &'static str) -> Result<Vec<Combatant>, Error> {
        let profile = self.defense_profile(who)?;
        let attackers = self.attackers(Wanted::Melee, who)?.into_iter();
        Ok(attackers.map(|attacker| attacker.with_defense(profile)).collect())
    }

    fn defense_profile(&self, who: &'static str) -> Result<DefenseProfile, Error> {
        let morale = self.tested_morale(who)?;
        let defense = match &self.source {
            Source::Card(unit) => unit.defense,
            Source::Numbers(Numbers { defense, .. }) => {
                defense.ok_or(Error::Missing { who, what: "a defence", method: "defense" })?
            }
        };
        Ok(DefenseProfile { defense, morale, changes: self.defending })
    }
}

impl Numbers {
    fn weapon(&self, wanted: Wanted, who: &'static str) -> Result<Weapon, Error> {
        let missing = |what, method| Error::Missing { who, what, method };
        let dice = self.dice.ok_or_else(|| missing("attack dice", "dice"))?;
        let hit = self.hit.ok_or_else(|| missing("a hit value", "hit"))?;
        let reach = if wanted == Wanted::Ranged { Reach::Long } else { Reach::Melee };
        Ok(Weapon { name: String::new(), reach, hit, dice: vec![dice] })
    }
}

/// The attack of that name (or of its start), or all of a card that will do.
fn weapons_of(unit: &Unit, name: Option<&str>, wanted: Wanted) -> Result<Vec<Weapon>, Error> {
    let none = |wanted: String| Error::NoAttack {
        unit: unit.name.clone(),
        wanted,
        known: unit
            .attacks
            .iter()
            .map(|weapon| format!("`{}` ({})", weapon.name, weapon.reach.name()))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let Some(name) = name else {
        let all: Vec<Weapon> = wanted.of(&unit.attacks).cloned().collect();
        return if all.is_empty() { Err(none(wanted.words().to_owned())) } else { Ok(all) };
    };
    let given = normalize_name(name);
    let fits = |weapon: &&Weapon| wanted.fits(weapon) && !given.is_empty();
    let exact =
        unit.attacks.iter().find(|weapon| fits(weapon) && normalize_name(&weapon.name) == given);
    let start = || {
        let starts =
            |weapon: &&Weapon| fits(weapon) && normalize_name(&weapon.name).starts_with(&given);
        unit.attacks.iter().find(starts)
    };
    let named = exact.or_else(start).cloned().map(|weapon| vec![weapon]);
    named.ok_or_else(|| none(format!("{} `{name}`", wanted.words())))
}
