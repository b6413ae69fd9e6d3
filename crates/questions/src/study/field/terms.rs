//! Terms of all attacks of a question about a field.

use super::DuelSchedule;
use crate::study::Setting;
use warodds_games::asoiaf::{
    Attack, ChargeEffects, Combatant, Context, Duel, Edition, EngagementFilter, Facing, Modifiers,
    Opening, Spending, Token, Tokens, Unit, Weapon, WeaponFilter, best_duelists, with_best_weapon,
};

/// An attacker with one of its weapons, and how it attacks.
pub(in crate::study) type ArmedAttacker = (Combatant, Context);

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
    /// Requested use of abilities, for readers; the units carry it as well.
    pub usage: Vec<Setting>,
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
            usage: Vec::new(),
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
        let full = Combatant::full(unit, self.attacker_tokens, self.spending);
        let with = |full: &Combatant, weapon: &Weapon| {
            let engagement = self.engagement.with(weapon.reach).ok()?;
            let context = Context { facing: self.facing, engagement };
            let attacker = full.clone().attacking_with(weapon);
            Some((attacker.with_modifiers(self.attacking), context))
        };
        full.map_or_else(
            // not reached: a full unit has wounds left
            |_| Vec::new(),
            |full| self.weapons(unit).filter_map(|weapon| with(&full, weapon)).collect(),
        )
    }

    /// Builds the defender; `None` if its morale value is unknown.
    pub(in crate::study) fn defender(&self, unit: &Unit) -> Option<Combatant> {
        let full = Combatant::full(unit, self.defender_tokens, self.spending).ok()?;
        full.morale.is_some().then(|| full.with_modifiers(self.defending))
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
        let full = |unit, tokens| Combatant::full(unit, tokens, self.spending).ok();
        let own = full(a, self.attacker_tokens)?.with_modifiers(self.attacking);
        let other = full(b, self.defender_tokens)?.with_modifiers(self.defending);
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
