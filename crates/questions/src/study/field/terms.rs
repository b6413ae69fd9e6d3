//! Terms of all attacks of a question about a field.

use super::{DuelSchedule, FieldError, UnplayedCards};
use crate::study::{Setting, registry};
use warodds_games as games;
use warodds_games::asoiaf::values::Inches;
use warodds_games::asoiaf::{
    Attack, Charge, ChargeEffects, Combatant, CombatantError, Context, Duel, Edition,
    EngagementFilter, Facing, Modifiers, Opening, Question, Spending, Terrain, Token, Tokens, Unit,
    UnitState, Weapon, WeaponFilter, best_duelists, with_best_weapon,
};

/// A charge whose distance is rolled, so that it may fail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChargeRoll {
    /// Distance to the target.
    pub distance: Inches,
    /// Terrain on the way.
    pub terrain: Terrain,
    /// Whether the charger may reroll the distance.
    pub reroll_distance: bool,
}

/// An attacker with one of its weapons, and how it attacks.
pub(in crate::study) type ArmedAttacker = (Combatant, Context);

/// A side of all attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldSide {
    /// The units that attack.
    Attacker,
    /// The units that are attacked.
    Defender,
}

/// Terms of all attacks.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldTerms {
    /// The defenders' arc the attackers are in.
    pub facing: Facing,
    /// The allowed attacks: each unit makes the best of them against each defender.
    pub engagement: EngagementFilter,
    /// Changes to the attackers' rolls.
    pub attacking: Modifiers,
    /// Changes to the defenders' rolls.
    pub defending: Modifiers,
    /// Tokens of every attacker.
    pub attacker_tokens: Tokens,
    /// Tokens of every defender.
    pub defender_tokens: Tokens,
    /// When players spend the tokens of enemy units.
    pub spending: Spending,
    /// Wounds that every attacker has lost, and every defender.
    pub wounds_lost: [u8; 2],
    /// The roll of the charge; `None` if the charge has arrived, or there is none.
    pub charge_roll: Option<ChargeRoll>,
    /// Requested use of abilities, attachments, wounds lost and the charge, for readers.
    pub usage: Vec<Setting>,
    /// Notes on the units for readers.
    pub notes: Vec<String>,
    /// The tactics cards that are not played in each pair of units.
    pub unplayed: UnplayedCards,
}

impl Default for FieldTerms {
    fn default() -> Self {
        Self {
            facing: Facing::Front,
            engagement: EngagementFilter::Any,
            attacking: Modifiers::NONE,
            defending: Modifiers::NONE,
            attacker_tokens: Tokens::NONE,
            defender_tokens: Tokens::NONE,
            spending: Spending::default(),
            wounds_lost: [0; 2],
            charge_roll: None,
            usage: Vec::new(),
            notes: Vec::new(),
            unplayed: UnplayedCards::default(),
        }
    }
}

impl FieldTerms {
    /// Returns the attacks that a unit may make, in the order of its card.
    pub fn weapons<'a>(
        &self,
        unit: &'a Unit,
    ) -> impl Iterator<Item = &'a Weapon> + Clone + use<'a> {
        let filter = self.engagement.in_contact(unit.circumstances.engaged_since_start);
        filter.into_iter().flat_map(|filter| filter.weapons().of(&unit.attacks))
    }

    /// Pairs a unit with each attack that it may make.
    pub(in crate::study) fn armed<'a>(
        &self,
        unit: &'a Unit,
    ) -> impl Iterator<Item = (&'a Unit, Option<&'a Weapon>)> + use<'a> {
        self.weapons(unit).map(move |weapon| (unit, Some(weapon)))
    }

    /// Returns whether a unit has an attack that it may make.
    pub fn arms(&self, unit: &Unit) -> bool {
        self.weapons(unit).next().is_some()
    }

    /// Returns which attacks are legal for units that are not engaged.
    pub fn kind(&self) -> WeaponFilter {
        self.engagement.weapons()
    }

    /// Builds the attacker once for each attack that the unit may make.
    pub(in crate::study) fn attackers(&self, unit: &Unit) -> Vec<ArmedAttacker> {
        let with = |fresh: &Combatant, weapon: &Weapon| {
            let engagement = self.engagement.with(weapon.reach).ok()?;
            let context = Context { facing: self.facing, engagement };
            let attacker = fresh.clone().attacking_with(weapon);
            Some((attacker.with_modifiers(self.attacking), context))
        };
        self.combatant(unit, FieldSide::Attacker).map_or_else(Vec::new, |fresh| {
            self.weapons(unit).filter_map(|weapon| with(&fresh, weapon)).collect()
        })
    }

    /// Builds a unit with the wounds and tokens of its side; `None` if it has lost all wounds.
    fn combatant(&self, unit: &Unit, side: FieldSide) -> Option<Combatant> {
        let (lost, tokens) = self.state(side);
        let state = UnitState::after(unit.body, lost.into(), tokens).ok()?;
        Some(Combatant::of(unit, state, self.spending))
    }

    /// Returns the wounds lost and the tokens of a side.
    const fn state(&self, side: FieldSide) -> (u8, Tokens) {
        let [attackers, defenders] = self.wounds_lost;
        match side {
            FieldSide::Attacker => (attackers, self.attacker_tokens),
            FieldSide::Defender => (defenders, self.defender_tokens),
        }
    }

    /// Returns why a unit cannot be on a side in the state that the terms give it; `None` if it can.
    pub(super) fn lacks(&self, unit: &Unit, side: FieldSide) -> Option<String> {
        let (lost, _) = self.state(side);
        let wounds = unit.body.wounds();
        if lost >= wounds {
            let wounds =
                if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") };
            return Some(format!("it has {wounds} and cannot lose {lost}"));
        }
        let combatant = self.combatant(unit, side);
        if let Some(wrong) = combatant.and_then(|combatant| combatant.check_choices().err()) {
            return Some(wrong.to_string());
        }
        let charges = side == FieldSide::Attacker && self.charge_roll.is_some();
        let is_unknown = |is_known: bool| charges && !is_known;
        if is_unknown(unit.speed.is_some()) {
            return Some("its speed is unknown".to_owned());
        }
        is_unknown(unit.morale.is_some()).then(|| "its morale is unknown".to_owned())
    }

    /// Returns why a unit cannot charge from the distance of the terms (A5.1); `None` if it can, or
    /// no charge is rolled.
    pub(crate) fn out_of_reach(&self, unit: &Unit) -> Option<String> {
        let roll = self.charge_roll?;
        let charger = self.combatant(unit, FieldSide::Attacker)?;
        let mut charge = Charge::new(charger, None, roll.distance).ok()?;
        charge.terrain = roll.terrain;
        // the edition does not change how far a unit may charge
        registry::note(&games::Question::Asoiaf(
            Box::new(Question::Charge(charge)),
            Edition::default(),
        ))
    }

    /// Checks that an attacker can be in the state that the terms give it.
    ///
    /// # Errors
    /// [`FieldError::Unable`] otherwise.
    pub(super) fn check_attacker(&self, unit: &Unit) -> Result<(), FieldError> {
        match self.lacks(unit, FieldSide::Attacker) {
            Some(why) => Err(FieldError::Unable { units: unit.name.clone(), why }),
            None => Ok(()),
        }
    }

    /// Returns the terms of the answer to an attack: the defender, as it is, attacks from the front.
    pub(in crate::study) fn reversed(&self) -> Self {
        let [attackers, defenders] = self.wounds_lost;
        Self {
            attacker_tokens: self.defender_tokens,
            defender_tokens: self.attacker_tokens,
            spending: self.spending,
            wounds_lost: [defenders, attackers],
            ..Self::default()
        }
    }

    /// Builds the defender; `None` if its morale value is unknown.
    pub(in crate::study) fn defender(&self, unit: &Unit) -> Option<Combatant> {
        let combatant = self.combatant(unit, FieldSide::Defender)?;
        combatant.morale.is_some().then(|| combatant.with_modifiers(self.defending))
    }

    /// Returns the attack, or the charge whose distance is rolled, with the best of the attacker's
    /// weapons, and the name of the weapon; otherwise as [`attack`](Self::attack).
    pub(in crate::study) fn action(
        &self,
        [attacker, defender]: [&Unit; 2],
        edition: Edition,
    ) -> Option<(String, Box<Question>)> {
        self.action_of(&self.attackers(attacker), &self.defender(defender)?, edition)
    }

    /// Returns the action of [`action`](Self::action) for a unit with each of its weapons.
    pub(in crate::study) fn action_of(
        &self,
        attackers: &[ArmedAttacker],
        defender: &Combatant,
        edition: Edition,
    ) -> Option<(String, Box<Question>)> {
        let Some(roll) = self.charge_roll else {
            let attack = self.attack(attackers, defender, edition)?;
            let weapon = attack.attacker().weapon_name().to_owned();
            return Some((weapon, Box::new(Question::Attack(attack))));
        };
        let charge = |(attacker, context): &ArmedAttacker| {
            let target = Some((defender.clone(), *context));
            let mut charge = Charge::new(attacker.clone(), target, roll.distance)?;
            (charge.terrain, charge.reroll_distance) = (roll.terrain, roll.reroll_distance);
            charge.spending = self.spending;
            Ok::<Charge, CombatantError>(charge)
        };
        let charges: Result<Vec<Charge>, _> = attackers.iter().map(charge).collect();
        let charge = with_best_weapon(charges.ok()?, edition)?;
        let weapon = charge.attack()?.attacker().weapon_name().to_owned();
        Some((weapon, Box::new(Question::Charge(charge))))
    }

    /// Returns the attack with the best of the attacker's weapons; `attackers` holds the attacker
    /// once for each weapon. `None` without attackers, or if a unit lacks a value.
    pub(in crate::study) fn attack(
        &self,
        attackers: &[ArmedAttacker],
        defender: &Combatant,
        edition: Edition,
    ) -> Option<Attack> {
        let attack = |(attacker, context): &ArmedAttacker| {
            Attack::new(attacker.clone(), defender.clone(), *context)
        };
        let attacks: Result<Vec<Attack>, _> = attackers.iter().map(attack).collect();
        with_best_weapon(attacks.ok()?, edition)
    }

    /// Returns the duel of two units, each with its best melee weapon against the other. Changes
    /// apply to the attacks of the first and to the saves and tests of the second. `None` if one of
    /// them cannot fight.
    pub(in crate::study) fn duel(
        &self,
        [a, b]: [&Unit; 2],
        schedule: &DuelSchedule,
        edition: Edition,
    ) -> Option<Duel> {
        let own = self.combatant(a, FieldSide::Attacker)?.with_modifiers(self.attacking);
        let other = self.combatant(b, FieldSide::Defender)?.with_modifiers(self.defending);
        let armed = |unit: &Unit, one: &Combatant| {
            // units in a duel are engaged, and engaged units do not shoot (A6.3)
            let melee = WeaponFilter::Melee.of(&unit.attacks);
            melee.map(|weapon| one.clone().attacking_with(weapon)).collect()
        };
        let sides = [armed(a, &own), armed(b, &other)];
        // arc and charge are of the opening attack alone (A5.9)
        let opening = Opening { first: schedule.first, facing: self.facing, charge: self.charge() };
        let [a, b] = best_duelists(sides, opening, edition).ok()??;
        let mut duel = Duel::new(a, b, schedule.activations, opening).ok()?;
        duel.aim = schedule.aim;
        Some(duel)
    }

    /// Returns the charge that leads to the attacks, if any.
    pub(in crate::study) const fn charge(&self) -> Option<ChargeEffects> {
        match self.engagement {
            EngagementFilter::Melee { charge } => charge,
            EngagementFilter::Any | EngagementFilter::Ranged { .. } => None,
        }
    }

    /// Lists the non-default settings: `facing` = `flank`, `charge` = `yes`.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::field::FieldTerms;
    ///
    /// assert!(FieldTerms::default().settings().is_empty());
    /// ```
    pub fn settings(&self) -> Vec<Setting> {
        let Self { attacking, defending, .. } = self;
        let charge = self.charge();
        let flag = |name: &str, holds: bool| holds.then(|| Setting::flag(name));
        let number = |name: &str, n: i64| (n != 0).then(|| Setting::text(name, format!("{n:+}")));
        let tokens = |name: &str, tokens: Tokens| {
            let held: Vec<&str> = Token::ALL
                .into_iter()
                .filter(|token| tokens.holds(*token))
                .map(Token::name)
                .collect();
            (!held.is_empty()).then(|| Setting::text(name, held.join(", ")))
        };
        let settings = [
            (self.facing != Facing::Front).then(|| Setting::text("facing", self.facing.name())),
            flag("charge", charge.is_some()),
            flag("disorderly", charge.is_some_and(|charge| charge.disorderly)),
            flag("fortified", charge.is_some_and(|charge| charge.fortified)),
            flag("cover", self.engagement == EngagementFilter::Ranged { cover: true }),
            tokens("attacker_tokens", self.attacker_tokens),
            tokens("defender_tokens", self.defender_tokens),
            (self.spending != Spending::default())
                .then(|| Setting::text("spending", self.spending.name())),
            number("hit_modifier", attacking.hit_modifier.get().into()),
            number("auto_hits", attacking.auto_hits.get().into()),
            flag("reroll_attacks", attacking.attack_rerolls.roller),
            flag("force_reroll_attacks", attacking.attack_rerolls.enemy),
            number("save_modifier", defending.save_modifier.get().into()),
            number("panic_modifier", defending.panic_modifier.get().into()),
            flag("reroll_saves", defending.save_rerolls.roller),
            flag("force_reroll_saves", defending.save_rerolls.enemy),
            flag("reroll_morale", defending.morale_rerolls.roller),
            flag("force_reroll_morale", defending.morale_rerolls.enemy),
        ];
        settings.into_iter().flatten().chain(self.usage.iter().cloned()).collect()
    }
}
