//! The keys of what lies around a fight: terrain that a unit stands in or near, and zones that are
//! claimed before it.

use super::combat::WoundsLeft;
use super::names;
use crate::catalogue::Catalogue;
use crate::document::schema::{Schema, line};
use crate::request::{Count, RequestError, Value, keys, numbers};
use warodds_games::asoiaf::effect::Between;
use warodds_games::asoiaf::values::{Modifier, Morale, Restored};
use warodds_games::asoiaf::{
    Active, Attack, Charge, Friends, GuardChanges, Panic, Presence, Rerolls, Spending, Standing,
    Surroundings, Token, Tokens, zones,
};

keys! {
    /// What lies around an attack.
    pub struct Battlefield in "The battlefield" {
        /// The attacker stands in dangerous terrain: D3+1 wounds after its action.
        flag in_dangerous [Part("terrain", "attacker")];
        /// Horrific terrain is within short range of the defender: −1 to its morale tests.
        flag horrific [Part("terrain", "defender")];
        /// Inspiring terrain is within short range of the defender: +1 to its morale tests.
        flag inspiring [Part("terrain", "defender")];
        /// The Crown is claimed first: the defender takes a panic test at −1 before all else.
        flag crown [Part("situation", "attacker")];
        /// The Wealth is claimed first: the attacker restores so many wounds before all else.
        maybe wealth: Whole3 [Part("situation", "attacker")], "N";
        /// The Wealth takes this token from the attacker.
        maybe wealth_removes: OneToken [Part("situation", "attacker")], "TOKEN";
    }
}

/// Wounds that the Wealth restores (A9.2).
pub type Whole3 = crate::request::Whole<0, 3>;

/// A token that is named alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneToken {
    /// Panicked.
    Panicked,
    /// Vulnerable.
    Vulnerable,
    /// Weakened.
    Weakened,
}

crate::request::choices!(OneToken {
    OneToken::Panicked => "panicked", "its panic tests may be rerolled by the enemy";
    OneToken::Vulnerable => "vulnerable", "its blocks may be";
    OneToken::Weakened => "weakened", "its hits may be";
});

impl From<OneToken> for Token {
    fn from(token: OneToken) -> Self {
        match token {
            OneToken::Panicked => Self::Panicked,
            OneToken::Vulnerable => Self::Vulnerable,
            OneToken::Weakened => Self::Weakened,
        }
    }
}

keys! {
    /// What lies around a charger.
    pub struct ChargersGround in "The battlefield" {
        /// Into or out of dangerous terrain without crossing it: D3+1 wounds to the charger after
        /// its action.
        flag dangerous_edge [Part("terrain", "attacker"), Conflicts("dangerous")];
        /// Horrific terrain is within short range of the charger: −1 to its morale tests.
        flag own_horrific [Part("terrain", "attacker")];
        /// Inspiring terrain is within short range of the charger: +1 to its morale tests.
        flag own_inspiring [Part("terrain", "attacker")];
    }
}

keys! {
    /// Friends of a shooter.
    pub struct FriendKeys in "The battlefield" {
        /// A friend of the attacker that is engaged with the defender, as the name of a unit or as
        /// MORALE:WOUNDS; a ranged attack makes it take a panic test. May be given several times.
        several friend: Friend, "FRIEND";
    }
}

/// A friend, by name or in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Friend {
    /// The name of its card.
    Named(String),
    /// Its morale, and the wounds it has left.
    Numbers(Morale, WoundsLeft),
}

impl Value for Friend {
    fn read(text: &str) -> Result<Self, String> {
        let Some((morale, wounds)) = text.split_once(':') else {
            return Ok(Self::Named(text.to_owned()));
        };
        Ok(Self::Numbers(numbers::card(morale)?, WoundsLeft::read(wounds)?))
    }

    fn show(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::Numbers(morale, wounds) => format!("{}:{}", morale.get(), wounds.get()),
        }
    }

    fn schema() -> Schema {
        line(400)
    }
}

impl Battlefield {
    /// The attack with it.
    ///
    /// # Errors
    /// Never: what the Wealth restores is within its range.
    pub fn on_attack(&self, attack: &mut Attack) -> Result<(), RequestError> {
        let [own, other] = &mut attack.presence;
        own.surroundings.dangerous |= self.in_dangerous;
        other.surroundings.horrific = self.horrific;
        other.surroundings.inspiring = self.inspiring;
        let presence = std::mem::take(own);
        *own = self.claimed(presence)?;
        Ok(())
    }

    /// What a unit brings, with the zones claimed for it.
    fn claimed(&self, presence: Presence) -> Result<Presence, RequestError> {
        let presence =
            if self.crown { presence.with(zones::crown(Between::ANY)) } else { presence };
        if self.wealth.is_none() && self.wealth_removes.is_none() {
            return Ok(presence);
        }
        let restored = Restored::new(self.wealth.map_or(0, Whole3::get));
        let restored = restored.map_err(RequestError::refused)?;
        let removed = self.wealth_removes.map(Token::from);
        Ok(presence.with(zones::wealth(Between::ANY, restored, removed)))
    }
}

impl ChargersGround {
    /// The charge with it.
    pub fn on_charge(&self, charge: &mut Charge) {
        let mark = |around: &mut Surroundings| {
            around.horrific = self.own_horrific;
            around.inspiring = self.own_inspiring;
        };
        if let Some(panic) = &mut charge.charger.panic {
            mark(&mut panic.presence.surroundings);
        }
        if let Some(attack) = &mut charge.attack {
            mark(&mut attack.presence[0].surroundings);
        }
    }
}

impl FriendKeys {
    /// The attack with them.
    ///
    /// # Errors
    /// When it is no ranged attack, a name means no unit, or there are too many.
    pub fn on_attack(
        &self,
        attack: &mut Attack,
        catalogue: &Catalogue,
    ) -> Result<(), RequestError> {
        if self.friend.is_empty() {
            return Ok(());
        }
        if !attack.attacker.reach.is_ranged() {
            return Err(RequestError::refused(
                "--friend is about shots into a melee (A6.14), and this is a melee attack: add \
                 --ranged",
            ));
        }
        let tests: Result<Vec<Panic>, _> =
            self.friend.iter().map(|friend| friend.test(catalogue)).collect();
        attack.friends = Friends::new(tests?).map_err(RequestError::refused)?;
        Ok(())
    }
}

impl Friend {
    /// The panic test it takes.
    fn test(&self, catalogue: &Catalogue) -> Result<Panic, RequestError> {
        let test = |morale, standing, presence| Panic {
            morale,
            modifier: Modifier::NONE,
            standing,
            rerolls: Rerolls::default(),
            active: Active::Own,
            spending: Spending::default(),
            presence,
        };
        match self {
            Self::Numbers(morale, wounds) => {
                let standing = super::combat::standing("friend", wounds.get(), Tokens::NONE)?;
                Ok(test(*morale, standing, Presence::default()))
            }
            Self::Named(name) => {
                let unit = names::unit(catalogue, name, None)?;
                let left = names::Left::Lost("friend", Count(0).0);
                let fielded = names::fielded(&unit, left, Tokens::NONE, Spending::default())?;
                let morale = names::struck(fielded, GuardChanges::NONE)?.morale;
                let standing: Standing = fielded.standing;
                Ok(test(morale, standing, Presence::new(&unit, "")))
            }
        }
    }
}
