//! The keys that several questions share: an attack in plain numbers, how it is made, and what
//! changes its rolls.

use super::choices::WeaponKind;
use crate::request::{BoundedInteger, RequestError, keys};
use warodds_games::asoiaf::values::{
    AutoHits, Defense, DiceCount, Hit, Modifier, Morale, OutOfRange,
};
use warodds_games::asoiaf::{
    Attack, Body, ChargeEffects, Combatant, Context, DefenseProfile, Engagement, EngagementFilter,
    Facing, Modifiers, Rerolls, Spending, Token, Tokens, UnitState, Weapon, WeaponFilter,
};
use warodds_games::bounded::allowed;

/// Wounds of a full infantry unit, where nothing else is said.
pub(crate) const WOUNDS: i64 = 12;

/// Wounds that a unit has left.
pub(crate) type WoundsLeft = BoundedInteger<1, { Body::MOST_WOUNDS }>;

keys! {
    /// What an attack is about: dice, hit, defence and morale go together, in place of units by
    /// name.
    pub struct AttackNumbers in Dice {
        /// Attack dice.
        maybe dice: DiceCount, "N";
        /// The attacker's hit value, e.g. 4 or 4+.
        maybe hit: Hit, "N";
        /// The defender's defence value.
        maybe defense: Defense, "N";
        /// The defender's morale value.
        maybe morale: Morale, "N";
        /// Wounds the defender has left [default: 12].
        maybe defender_wounds: WoundsLeft [Alias("wounds")], "N";
        /// The defender's arc in which the attacker stands.
        usual facing: Facing [Part("bonus", "attacker"), Short("flank", "flank"), Short("rear", "rear")] = Facing::Front, "FACING";
    }
}

keys! {
    /// How an attack is made.
    pub struct AttackManner in Situation {
        /// A charge led to it: misses may be rerolled.
        flag charge [Part("bonus", "attacker")];
        /// The charge was disorderly: no charge bonus.
        flag disorderly [Part("bonus", "attacker"), Requires("charge")];
        /// The charge crossed fortified terrain: no charge bonus, +1 to saves.
        flag fortified [Part("terrain", "defender"), Requires("charge")];
        /// The defender is in cover from ranged attacks: −1 to hit rolls.
        flag cover [Part("terrain", "defender"), Conflicts("charge")];
    }
}

keys! {
    /// Which attacks of one card will do.
    pub struct WeaponFlags in Situation {
        /// It is a ranged attack.
        flag ranged [Conflicts("charge")];
        /// It is a melee attack.
        flag melee [Conflicts("ranged"), Conflicts("cover")];
    }
}

keys! {
    /// Which attacks of all cards will do.
    pub struct Weapons in Situation {
        /// Which attack each unit makes against each other: of those that are legal the one with
        /// the highest expected wounds, the first of its card among equals.
        usual weapon: WeaponKind [Mistaken("ranged")] = WeaponKind::Any, "KIND";
    }
}

impl WeaponFlags {
    /// Which attacks will do.
    pub const fn wanted(&self) -> WeaponFilter {
        match (self.melee, self.ranged) {
            (true, _) => WeaponFilter::Melee,
            (false, true) => WeaponFilter::Ranged,
            (false, false) => WeaponFilter::Any,
        }
    }
}

impl AttackManner {
    /// Returns the allowed engagements of a unit that is or is not in contact with an enemy, with
    /// weapons of one kind.
    ///
    /// # Errors
    /// For a ranged attack after a charge, and for cover from melee attacks.
    pub fn engagement(
        &self,
        weapons: WeaponFilter,
        is_in_contact: bool,
    ) -> Result<EngagementFilter, RequestError> {
        let charge = charge_effects(self.charge, self.disorderly, self.fortified);
        EngagementFilter::new(weapons, charge, self.cover)
            .and_then(|filter| filter.in_contact(is_in_contact))
            .map_err(RequestError::refused)
    }
}

keys! {
    /// What changes the rolls of an attack.
    pub struct RollChanges in Dice {
        /// Added to hit rolls.
        usual hit_modifier: Modifier [Part("modifier", "attacker"), Mistaken("hit-mod")] = Modifier::NONE, "N";
        /// Added to the defender's saves.
        usual save_modifier: Modifier [Part("modifier", "defender"), Mistaken("save-mod")] = Modifier::NONE, "N";
        /// Added to the defender's panic test.
        usual panic_modifier: Modifier [Part("modifier", "defender"), Mistaken("panic-mod")] = Modifier::NONE, "N";
        /// Hits beside those of the dice; saves are rolled for them.
        usual auto_hits: AutoHits [Part("modifier", "attacker")] = AutoHits::NONE, "N";
        /// The attacker holds a Weakened token.
        flag weakened [Part("token", "attacker")];
        /// The defender holds a Vulnerable token.
        flag vulnerable [Part("token", "defender")];
        /// The defender holds a Panicked token.
        flag panicked [Part("token", "defender")];
        /// When players spend the tokens of enemy units.
        usual spending: Spending [Mistaken("tokens")] = Spending::WhenItHelps, "WHEN";
        /// The attacker may reroll misses.
        flag reroll_attacks [Part("reroll", "attacker")];
        /// The defender may reroll failed saves.
        flag reroll_saves [Part("reroll", "defender")];
        /// The defender may reroll its panic test.
        flag reroll_morale [Part("reroll", "defender")];
        /// The defender may make the attacker reroll hits.
        flag force_reroll_attacks [Part("reroll", "defender")];
        /// The attacker may make the defender reroll blocks.
        flag force_reroll_saves [Part("reroll", "attacker")];
        /// The attacker may make the defender reroll its panic test.
        flag force_reroll_morale [Part("reroll", "attacker")];
    }
}

/// What `--option` was given, or why it can not be.
///
/// # Errors
/// When it is out of the range that another option leaves.
pub(crate) fn checked<T>(option: &str, made: Result<T, OutOfRange>) -> Result<T, RequestError> {
    made.map_err(|wrong| {
        let OutOfRange { given, least, most, .. } = wrong;
        let allowed = allowed(least.into(), most.into());
        RequestError::Refused(format!("--{option} must be {allowed}, not {given}"))
    })
}

/// A unit of so many wounds without ranks.
///
/// # Errors
/// When no unit has so many.
pub(crate) fn standing(
    option: &str,
    wounds: i64,
    tokens: Tokens,
) -> Result<UnitState, RequestError> {
    let body = checked(option, Body::of_wounds(wounds))?;
    checked(option, UnitState::after(body, 0, tokens))
}

/// `token` if it is held.
pub(crate) fn held(is_held: bool, token: Token) -> Option<Token> {
    is_held.then_some(token)
}

impl AttackNumbers {
    /// The ids of the keys that are numbers of a card, which units by name bring themselves.
    pub const OF_A_CARD: [&'static str; 5] =
        ["dice", "hit", "defense", "morale", "defender_wounds"];

    /// The attack these keys and `changes` describe, by an attacker that stands as `own`; none
    /// where none of its numbers was given.
    ///
    /// # Errors
    /// When some of its numbers are missing.
    pub fn attack(
        &self,
        changes: &RollChanges,
        engagement: Engagement,
        own: UnitState,
    ) -> Result<Option<Attack>, RequestError> {
        let Some((dice, hit, defense, morale)) = self.numbers()? else { return Ok(None) };
        let weapon =
            Weapon { name: String::new(), reach: engagement.reach(), hit, dice: vec![dice] };
        let attacker = Combatant::plain(own, changes.spending)
            .attacking_with(&weapon)
            .with_modifiers(changes.of_attack());
        let wounds = self.defender_wounds.map_or(WOUNDS, WoundsLeft::get);
        let other = standing("defender-wounds", wounds, changes.defender_tokens())?;
        let defender = Combatant::plain(other, changes.spending)
            .with_defense(DefenseProfile { defense, morale })
            .with_modifiers(changes.of_defense());
        let context = Context { facing: self.facing, engagement };
        Ok(Some(Attack::new(attacker, defender, context)))
    }

    /// Whether an attack is asked for.
    pub const fn is_given(&self) -> bool {
        self.dice.is_some()
    }

    /// The four numbers of an attack; none where none was given.
    fn numbers(&self) -> Result<Option<(DiceCount, Hit, Defense, Morale)>, RequestError> {
        let Self { dice, hit, defense, morale, .. } = *self;
        if let (Some(dice), Some(hit), Some(defense), Some(morale)) = (dice, hit, defense, morale) {
            return Ok(Some((dice, hit, defense, morale)));
        }
        let given = [
            ("--dice", dice.is_some()),
            ("--hit", hit.is_some()),
            ("--defense", defense.is_some()),
            ("--morale", morale.is_some()),
        ];
        if self.defender_wounds.is_none() && given.iter().all(|(_, is_given)| !is_given) {
            return Ok(None);
        }
        let missing = given.iter().filter(|(_, is_given)| !is_given).map(|(name, _)| *name);
        Err(RequestError::Refused(format!(
            "an attack in plain numbers needs --dice, --hit, --defense and --morale: add {}",
            missing.collect::<Vec<_>>().join(", ")
        )))
    }
}

impl RollChanges {
    /// The ids of the keys that give tokens.
    pub const TOKENS: [&'static str; 3] = ["weakened", "vulnerable", "panicked"];

    /// The tokens the attacker holds.
    pub fn attacker_tokens(&self) -> Tokens {
        held(self.weakened, Token::Weakened).into_iter().collect()
    }

    /// The tokens the defender holds.
    pub fn defender_tokens(&self) -> Tokens {
        held(self.vulnerable, Token::Vulnerable)
            .into_iter()
            .chain(held(self.panicked, Token::Panicked))
            .collect()
    }

    /// What they change of the attacker's rolls.
    pub const fn of_attack(&self) -> Modifiers {
        Modifiers {
            hit_modifier: self.hit_modifier,
            auto_hits: self.auto_hits,
            attack_rerolls: Rerolls {
                roller: self.reroll_attacks,
                enemy: self.force_reroll_attacks,
            },
            ..Modifiers::NONE
        }
    }

    /// What they change of the defender's rolls.
    pub const fn of_defense(&self) -> Modifiers {
        Modifiers {
            save_modifier: self.save_modifier,
            panic_modifier: self.panic_modifier,
            save_rerolls: Rerolls { roller: self.reroll_saves, enemy: self.force_reroll_saves },
            morale_rerolls: Rerolls { roller: self.reroll_morale, enemy: self.force_reroll_morale },
            ..Modifiers::NONE
        }
    }
}

/// Returns the charge that led to an attack, if any.
pub(crate) fn charge_effects(
    charge: bool,
    disorderly: bool,
    fortified: bool,
) -> Option<ChargeEffects> {
    charge.then_some(ChargeEffects { disorderly, fortified })
}
