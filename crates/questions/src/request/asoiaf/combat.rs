//! Keys of attacks that several questions share: plain numbers, charge and cover, changes to rolls.

use super::card_numbers::CardNumbers;
use super::choices::WeaponKind;
use crate::request::role::{ATTACKER, DEFENDER, STRIKING, STRUCK, enemy, side};
use crate::request::{BoundedInteger, RequestError, groups, keys};
use warodds_games::asoiaf::values::{
    AutoHits, Defense, DiceCount, Hit, Modifier, Morale, OutOfRange,
};
use warodds_games::asoiaf::{
    Body, ChargeEffects, Combatant, EngagementError, EngagementFilter, Facing, Modifiers, Reach,
    Rerolls, Spending, Tokens, Unit, UnitState, Weapon, WeaponFilter,
};
use warodds_games::bounded::allowed;

/// Default wounds in plain numbers: those of a full infantry unit.
pub(crate) const WOUNDS: i64 = 12;

/// The wounds that a unit has left.
pub(crate) type WoundsLeft = BoundedInteger<1, { Body::MOST_WOUNDS }>;

keys! {
    /// An attack in plain numbers, or numbers in place of those on the cards of units by name.
    pub struct AttackNumbers in Dice {
        /// Attack dice.
        maybe dice: DiceCount, "N";
        /// The attacker's hit value: 4 and 4+ mean the same.
        maybe hit: Hit, "N";
        /// The defender's defence value.
        maybe defense: Defense, "N";
        /// The defender's morale value.
        maybe morale: Morale, "N";
        /// Wounds the defender has left [default: 12].
        maybe defender_wounds: WoundsLeft [Alias("wounds")], "N";
        /// The defender's arc in which the attacker stands.
        usual facing: Facing [
            Part("bonus", "attacker"),
            Short("flank", "flank"),
            Short("rear", "rear")
        ] = Facing::Front, "FACING";
    }
}

keys! {
    /// The charge that led to an attack, and cover from it.
    pub struct AttackManner in Situation {
        /// The attack is a charge: misses may be rerolled.
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
    /// The kind of attack of one unit.
    pub struct WeaponFlags in Situation {
        /// Make a ranged attack.
        flag ranged [Conflicts("charge")];
        /// Make a melee attack.
        flag melee [Conflicts("ranged"), Conflicts("cover")];
    }
}

keys! {
    /// The kind of attacks of all units.
    pub struct Weapons in Situation {
        /// Which kind of attack units make. Of those that are legal, each makes the one with the
        /// highest expected wounds.
        usual weapon: WeaponKind [Mistaken("ranged")] = WeaponKind::Any, "KIND";
    }
}

impl WeaponFlags {
    /// Returns the filter of the attacker's weapons.
    pub const fn filter(&self) -> WeaponFilter {
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
            .map_err(no_engagement)
    }
}

/// Returns the error of an attack that cannot be made, about the key that forbids it.
pub(super) fn no_engagement(wrong: EngagementError) -> RequestError {
    let id = match wrong {
        EngagementError::RangedCharge => "charge",
        EngagementError::MeleeInCover => "cover",
    };
    RequestError::contradiction(id, wrong)
}

keys! {
    /// Changes to the rolls of a side when it attacks.
    pub struct AttackChanges<ROLE> in Dice {
        /// Added to hit rolls of {role}.
        usual hit_modifier: Modifier [Part("modifier", side(ROLE))] = Modifier::NONE, "N";
        /// Extra hits of {role} without a roll; saves are rolled for them.
        usual auto_hits: AutoHits [Part("modifier", side(ROLE))] = AutoHits::NONE, "N";
        /// Let {role} reroll misses.
        flag reroll_attacks [Part("reroll", side(ROLE))];
        /// Let {enemy} make {role} reroll hits.
        flag force_reroll_attacks [Part("reroll", side(enemy(ROLE)))];
    }
}

keys! {
    /// Changes to the rolls of a side when it is attacked.
    pub struct DefenseChanges<ROLE> in Dice {
        /// Added to saves of {role}.
        usual save_modifier: Modifier [Part("modifier", side(ROLE))] = Modifier::NONE, "N";
        /// Added to panic tests of {role}.
        usual panic_modifier: Modifier [Part("modifier", side(ROLE))] = Modifier::NONE, "N";
        /// Let {role} reroll failed saves.
        flag reroll_saves [Part("reroll", side(ROLE))];
        /// Let {enemy} make {role} reroll successful saves.
        flag force_reroll_saves [Part("reroll", side(enemy(ROLE)))];
        /// Let {role} reroll panic tests.
        flag reroll_morale [Part("reroll", side(ROLE))];
        /// Let {enemy} make {role} reroll panic tests.
        flag force_reroll_morale [Part("reroll", side(enemy(ROLE)))];
    }
}

keys! {
    /// Condition tokens of both sides.
    pub struct TokenKeys in Dice {
        /// Tokens that the attacker holds, joined with `+`.
        usual attacker_tokens: Tokens [
            Part("token", "attacker"),
            Short("weakened", "weakened"),
            Short("attacker_panicked", "panicked")
        ] = Tokens::NONE, "TOKENS";
        /// Tokens that the defender holds, joined with `+`.
        usual defender_tokens: Tokens [
            Part("token", "defender"),
            Short("vulnerable", "vulnerable"),
            Short("panicked", "panicked")
        ] = Tokens::NONE, "TOKENS";
        /// When players spend the tokens on enemy units.
        usual spending: Spending = Spending::WhenItHelps, "WHEN";
    }
}

keys! {
    /// When one player spends tokens.
    pub struct OwnSpending<ROLE> in Dice {
        /// When {role} spends the tokens on {enemy} [default: as --spending].
        maybe spending: Spending, "WHEN";
    }
}

groups! {
    /// When each player spends tokens.
    pub struct SpendingKeys<ONE, OTHER> {
        /// The first player.
        pub one: OwnSpending<ONE>,
        /// The second player.
        pub other: OwnSpending<OTHER>,
    }
}

/// When attacker and defender spend tokens.
pub(super) type AttackSpending = SpendingKeys<ATTACKER, DEFENDER>;

impl<const ONE: u8, const OTHER: u8> SpendingKeys<ONE, OTHER> {
    /// Returns when each player spends tokens; `both` is the default.
    pub fn or(&self, both: Spending) -> [Spending; 2] {
        [self.one.spending, self.other.spending].map(|own| own.unwrap_or(both))
    }
}

groups! {
    /// Changes to the rolls of an attack.
    pub struct RollChanges {
        /// Tokens of both units.
        pub tokens: TokenKeys,
        /// Changes to the attacker's rolls.
        pub attacking: AttackChanges<STRIKING>,
        /// Changes to the defender's rolls.
        pub defending: DefenseChanges<STRUCK>,
    }
}

/// Converts a range error into one that names `--option`.
///
/// # Errors
/// [`RequestError::Refused`] if the value is out of range.
pub(crate) fn checked<T>(option: &str, made: Result<T, OutOfRange>) -> Result<T, RequestError> {
    made.map_err(|wrong| {
        let OutOfRange { given, least, most, .. } = wrong;
        let allowed = allowed(least.into(), most.into());
        RequestError::Refused(format!("--{option} must be {allowed}, not {given}"))
    })
}

/// Returns the state of a unit of plain numbers: `wounds` wounds left and no ranks.
///
/// # Errors
/// [`RequestError::Refused`] if no unit has this many wounds.
pub(crate) fn plain_state(
    option: &str,
    wounds: i64,
    tokens: Tokens,
) -> Result<UnitState, RequestError> {
    let body = checked(option, Body::of_wounds(wounds))?;
    checked(option, UnitState::after(body, 0, tokens))
}

impl AttackNumbers {
    /// Replaces numbers on the cards of attacker and defender.
    pub(super) fn replace_on_cards(
        &self,
        [attacker, defender]: &mut [Unit; 2],
        replaced: &mut CardNumbers,
    ) {
        replaced.replace_attack(attacker, self.dice, self.hit);
        replaced.replace_defense(defender, self.defense);
        replaced.replace_morale(defender, self.morale);
    }

    /// Builds an attacker in the state `own` and its defender; `None` if no number is given.
    ///
    /// # Errors
    /// [`RequestError::Refused`] if some of the numbers are missing.
    pub fn combatants(
        &self,
        changes: &RollChanges,
        [own_spending, other_spending]: [Spending; 2],
        reach: Reach,
        own: UnitState,
    ) -> Result<Option<[Combatant; 2]>, RequestError> {
        let Some((dice, hit, defense, morale)) = self.numbers()? else { return Ok(None) };
        let weapon = Weapon { name: String::new(), reach, hit, dice: vec![dice] };
        let attacker = Combatant::plain(own, own_spending)
            .attacking_with(&weapon)
            .with_modifiers(changes.attacking.modifiers());
        let wounds = self.defender_wounds.map_or(WOUNDS, WoundsLeft::get);
        let other = plain_state("defender-wounds", wounds, changes.tokens.defender_tokens)?;
        let defender = Combatant::plain(other, other_spending)
            .with_defense(defense, morale)
            .with_modifiers(changes.defending.modifiers());
        Ok(Some([attacker, defender]))
    }

    /// Returns whether the keys describe an attack.
    pub const fn is_given(&self) -> bool {
        self.dice.is_some()
    }

    /// Returns the numbers of the attack; `None` if no number is given.
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

impl TokenKeys {
    /// The ids of the keys for tokens.
    pub const HELD: [&'static str; 2] = ["attacker_tokens", "defender_tokens"];
}

impl<const ROLE: u8> AttackChanges<ROLE> {
    /// Returns the changes as modifiers.
    pub const fn modifiers(&self) -> Modifiers {
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
}

impl<const ROLE: u8> DefenseChanges<ROLE> {
    /// Returns the changes as modifiers.
    pub const fn modifiers(&self) -> Modifiers {
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
