//! How an attacker meets its target: in melee, perhaps after a charge, or at range.

use thiserror::Error;

use super::weapon::{Range, Reach, WeaponFilter};

/// A charge that led to a melee attack (A5). By default it is orderly and in open terrain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChargeEffects {
    /// Whether the charge is disorderly: no charge bonus (A5.5).
    pub disorderly: bool,
    /// Whether the charge crossed fortified terrain: no charge bonus, +1 to saves (A5.7).
    pub fortified: bool,
}

/// How an attacker meets its target. Charges lead to melee attacks (A5.4), and cover hides from
/// ranged attacks only (A10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engagement {
    /// A melee attack.
    Melee {
        /// The charge that led to the attack, if any (A3.1).
        charge: Option<ChargeEffects>,
    },
    /// A ranged attack.
    Ranged {
        /// Range of the attack.
        range: Range,
        /// Whether cover hides most of the defender: −1 to hit rolls (A10).
        cover: bool,
    },
}

impl Engagement {
    /// A melee attack without a charge.
    pub const MELEE: Self = Self::Melee { charge: None };
    /// A melee attack after an orderly charge in open terrain.
    pub const CHARGE: Self =
        Self::Melee { charge: Some(ChargeEffects { disorderly: false, fortified: false }) };

    /// Returns the engagement with a weapon, without a charge and without cover.
    pub const fn of(reach: Reach) -> Self {
        match reach {
            Reach::Melee => Self::MELEE,
            Reach::Ranged(range) => Self::Ranged { range, cover: false },
        }
    }

    /// Returns the charge that led to the attack, if any.
    pub const fn charge(self) -> Option<ChargeEffects> {
        match self {
            Self::Melee { charge } => charge,
            Self::Ranged { .. } => None,
        }
    }

    /// Returns the range of the weapon.
    pub const fn reach(self) -> Reach {
        match self {
            Self::Melee { .. } => Reach::Melee,
            Self::Ranged { range, .. } => Reach::Ranged(range),
        }
    }

    /// Returns whether the attack is ranged (A6.3).
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Ranged { .. })
    }

    /// Returns whether an orderly charge led to the attack (A5.5).
    pub(super) fn is_orderly_charge(self) -> bool {
        self.charge().is_some_and(|charge| !charge.disorderly)
    }

    /// Returns whether a charge over fortified terrain led to the attack (A5.7).
    pub(super) fn is_fortified(self) -> bool {
        self.charge().is_some_and(|charge| charge.fortified)
    }
}

impl Default for Engagement {
    fn default() -> Self {
        Self::MELEE
    }
}

/// A contradiction between a charge, cover and the kind of attack.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum EngagementError {
    /// A ranged attack after a charge.
    #[error(
        "a charge leads to a melee attack (A5.4): make a melee attack, or leave out the charge"
    )]
    RangedCharge,
    /// Cover from a melee attack.
    #[error("cover hides from ranged attacks only (A10): make a ranged attack, or leave out cover")]
    MeleeInCover,
}

/// The engagements allowed before a weapon is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngagementFilter {
    /// All attacks, without a charge and without cover.
    #[default]
    Any,
    /// Melee attacks.
    Melee {
        /// The charge that led to the attack, if any.
        charge: Option<ChargeEffects>,
    },
    /// Ranged attacks.
    Ranged {
        /// Whether cover hides most of the defender.
        cover: bool,
    },
}

impl EngagementFilter {
    /// Creates the filter of attacks of one kind with this charge and this cover. Among all
    /// attacks, a charge selects those in melee and cover those at range.
    ///
    /// # Errors
    /// [`EngagementError`] for a ranged attack after a charge and for cover from melee attacks.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::{ChargeEffects, EngagementError, EngagementFilter, WeaponFilter};
    ///
    /// let charge = Some(ChargeEffects::default());
    /// let charged = EngagementFilter::new(WeaponFilter::Any, charge, false);
    /// assert_eq!(charged, Ok(EngagementFilter::Melee { charge }));
    /// let shot = EngagementFilter::new(WeaponFilter::Ranged, charge, false);
    /// assert_eq!(shot, Err(EngagementError::RangedCharge));
    /// ```
    pub const fn new(
        weapons: WeaponFilter,
        charge: Option<ChargeEffects>,
        cover: bool,
    ) -> Result<Self, EngagementError> {
        match (weapons, charge, cover) {
            (WeaponFilter::Ranged, Some(_), _) => Err(EngagementError::RangedCharge),
            (WeaponFilter::Melee, _, true) | (_, Some(_), true) => {
                Err(EngagementError::MeleeInCover)
            }
            (WeaponFilter::Any, None, false) => Ok(Self::Any),
            (WeaponFilter::Melee | WeaponFilter::Any, charge, false) => Ok(Self::Melee { charge }),
            (WeaponFilter::Any | WeaponFilter::Ranged, None, cover) => Ok(Self::Ranged { cover }),
        }
    }

    /// Returns the filter for a unit that is or is not in contact with an enemy: a unit in contact
    /// makes melee attacks (A6.13), unless a ranged attack is requested.
    ///
    /// # Errors
    /// [`EngagementError::MeleeInCover`] for a unit in contact whose target is in cover.
    pub const fn in_contact(self, is_in_contact: bool) -> Result<Self, EngagementError> {
        match self {
            Self::Any if is_in_contact => Ok(Self::Melee { charge: None }),
            Self::Ranged { cover: true } if is_in_contact => Err(EngagementError::MeleeInCover),
            other => Ok(other),
        }
    }

    /// Returns the filter of the weapons.
    pub const fn weapons(self) -> WeaponFilter {
        match self {
            Self::Any => WeaponFilter::Any,
            Self::Melee { .. } => WeaponFilter::Melee,
            Self::Ranged { .. } => WeaponFilter::Ranged,
        }
    }

    /// Returns the engagement with a weapon of this range.
    ///
    /// # Errors
    /// [`EngagementError`] for a weapon that the charge or the cover does not allow.
    pub const fn with(self, reach: Reach) -> Result<Engagement, EngagementError> {
        match (self, reach) {
            (Self::Melee { charge }, Reach::Melee) => Ok(Engagement::Melee { charge }),
            (Self::Ranged { cover }, Reach::Ranged(range)) => {
                Ok(Engagement::Ranged { range, cover })
            }
            (Self::Melee { charge: Some(_) }, Reach::Ranged(_)) => {
                Err(EngagementError::RangedCharge)
            }
            (Self::Ranged { cover: true }, Reach::Melee) => Err(EngagementError::MeleeInCover),
            // a weapon that was named is used, whatever the other terms ask for
            _ => Ok(Engagement::of(reach)),
        }
    }
}
