//! Units: their cards and their state (A1).

use thiserror::Error;

use super::ability::Ability;
use super::allegiance::Allegiance;
use super::army::ForeignAttachment;
use super::condition::{MOST_USES, Tokens};
use super::effect::{Action, Effect, TriggeredEffect};
use super::season::Season;
pub use super::unit_type::UnitType;
use super::usage::{Circumstances, OptionError, Policy, RequestedOption, is_weapon, names_match};
use super::values::{Cost, Defense, Morale, OutOfRange, Speed};
pub use super::weapon::{Range, Reach, Weapon, WeaponFilter};

/// The models of a full unit (A1.1, A1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    models: u8,
    ranks: u8,
    wounds_per_model: u8,
    /// Precomputed: engines need it in every attack.
    wounds_per_rank: u8,
}

/// An impossible set of models.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BodyError {
    /// A number is out of range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// The models do not fill the ranks equally.
    #[error("{models} models do not fill {ranks} equal ranks: models must be a multiple of ranks")]
    Unequal {
        /// Number of models.
        models: i64,
        /// Number of ranks.
        ranks: i64,
    },
}

impl Body {
    /// Largest number of wounds of a unit: two counts must fit in a byte.
    pub const MOST_WOUNDS: i64 = 120;
    /// Largest number of models.
    pub const MOST_MODELS: i64 = 40;
    /// Largest number of ranks.
    pub const MOST_RANKS: i64 = 3;
    /// Largest number of wounds of a model.
    pub const MOST_WOUNDS_PER_MODEL: i64 = 20;

    /// Creates a body of `models` (1–40) in `ranks` (1–3) equal ranks, each model with
    /// `wounds_per_model` (1–20) wounds.
    ///
    /// # Errors
    /// [`BodyError`] for numbers out of range, unequal ranks, or more than 120 wounds in total.
    pub fn new(models: i64, ranks: i64, wounds_per_model: i64) -> Result<Self, BodyError> {
        let within = |what, given, least, most| {
            if (least..=most).contains(&given) {
                Ok(given as u8)
            } else {
                Err(OutOfRange { what, given, least, most })
            }
        };
        let (of_unit, in_ranks) = (
            within("models", models, 1, Self::MOST_MODELS)?,
            within("ranks", ranks, 1, Self::MOST_RANKS)?,
        );
        let each = within("wounds_per_model", wounds_per_model, 1, Self::MOST_WOUNDS_PER_MODEL)?;
        // losses are counted by full ranks (A1.3)
        if models % ranks != 0 {
            return Err(BodyError::Unequal { models, ranks });
        }
        let wounds = within(
            "wounds of the whole unit (models × wounds_per_model)",
            models * wounds_per_model,
            1,
            Self::MOST_WOUNDS,
        )?;
        Ok(Self {
            models: of_unit,
            ranks: in_ranks,
            wounds_per_model: each,
            wounds_per_rank: wounds / in_ranks,
        })
    }

    /// Creates a body with all wounds in one rank, as in a question in plain numbers.
    ///
    /// # Errors
    /// [`OutOfRange`] unless `wounds` is from 1 to 120.
    pub fn of_wounds(wounds: i64) -> Result<Self, OutOfRange> {
        if (1..=Self::MOST_WOUNDS).contains(&wounds) {
            Ok(Self {
                models: wounds as u8,
                ranks: 1,
                wounds_per_model: 1,
                wounds_per_rank: wounds as u8,
            })
        } else {
            Err(OutOfRange { what: "wounds", given: wounds, least: 1, most: Self::MOST_WOUNDS })
        }
    }

    /// Returns the number of models of the full unit.
    pub const fn models(self) -> u8 {
        self.models
    }
    /// Returns the number of ranks of the full unit.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }
    /// Returns the wounds of each model.
    pub const fn wounds_per_model(self) -> u8 {
        self.wounds_per_model
    }
    /// Returns the wounds of the full unit.
    pub const fn wounds(self) -> u8 {
        self.models * self.wounds_per_model
    }
    /// Returns the wounds of one rank: a rank is lost with its last model (A1.3).
    pub const fn wounds_per_rank(self) -> u8 {
        self.wounds_per_rank
    }
    /// Returns the ranks left with `wounds_left`: models are removed from the last rank, one at a
    /// time (A1.3).
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::Body;
    ///
    /// // twelve models in three ranks of four
    /// let body = Body::new(12, 3, 1)?;
    /// assert_eq!([12, 9, 8, 4, 1, 0].map(|wounds| body.ranks_left(wounds)), [3, 3, 2, 1, 1, 0]);
    /// # Ok::<(), warodds_games::asoiaf::BodyError>(())
    /// ```
    pub const fn ranks_left(self, wounds_left: u8) -> u8 {
        wounds_left.div_ceil(self.wounds_per_rank())
    }
}

/// The state of a unit in a fight: its wounds left and its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitState {
    body: Body,
    wounds_left: u8,
    /// Condition tokens.
    pub tokens: Tokens,
}

impl UnitState {
    /// Creates the state after losing `wounds_lost` wounds.
    ///
    /// # Errors
    /// [`OutOfRange`] unless at least one wound is left and none is gained.
    ///
    /// # Examples
    /// ```
    /// use warodds_games::asoiaf::{Body, Tokens, UnitState};
    ///
    /// let body = Body::new(12, 3, 1)?;
    /// assert_eq!(UnitState::after(body, 5, Tokens::NONE)?.wounds_left(), 7);
    /// assert!(UnitState::after(body, 12, Tokens::NONE).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(body: Body, wounds_lost: i64, tokens: Tokens) -> Result<Self, OutOfRange> {
        // at least one wound is left: a destroyed unit has no state
        let most = i64::from(body.wounds()) - 1;
        if (0..=most).contains(&wounds_lost) {
            Ok(Self { body, wounds_left: body.wounds() - wounds_lost as u8, tokens })
        } else {
            Err(OutOfRange { what: "wounds lost", given: wounds_lost, least: 0, most })
        }
    }

    /// Returns the full unit.
    pub const fn body(self) -> Body {
        self.body
    }
    /// Returns the wounds left; at least 1.
    pub const fn wounds_left(self) -> u8 {
        self.wounds_left
    }
}

/// A unit's card (A1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Name.
    pub name: String,
    /// Faction, if known.
    pub faction: Option<String>,
    /// Type.
    pub kind: UnitType,
    /// Cost in points, if known.
    pub cost: Option<Cost>,
    /// Speed in inches; required to charge.
    pub speed: Option<Speed>,
    /// Defense value.
    pub defense: Defense,
    /// Morale value; required to be attacked, to charge and to be tested.
    pub morale: Option<Morale>,
    /// Models of the full unit.
    pub body: Body,
    /// Attacks; each has one number of dice per rank.
    pub attacks: Vec<Weapon>,
    /// Abilities, including those of an attachment.
    pub abilities: Vec<Ability>,
    /// Its faction and affiliations, and the commander in it.
    pub allegiance: Allegiance,
    /// An attachment that no army may field in this unit, if any (A11.2).
    pub foreign: Option<ForeignAttachment>,
    /// The season whose cards are played, if it is a card.
    pub season: Option<Season>,
    /// Why the numbers of the card are uncertain, if they are.
    pub doubt: Option<String>,
    /// State of the game around the unit in a question; not part of the card.
    pub circumstances: Circumstances,
    /// Decisions of the player in a question; not part of the card.
    pub policy: Policy,
}

impl Unit {
    /// Returns whether the unit is a single model (A1.1): a solo takes no attachment (A1.6).
    pub const fn is_solo(&self) -> bool {
        self.body.models() == 1
    }

    /// Returns the ability with this name: see [`names_match`].
    pub fn ability(&self, name: &str) -> Option<&Ability> {
        self.abilities.iter().find(|ability| names_match(&ability.name, name))
    }

    /// Returns the request to take an option of an ability instead of the best one.
    ///
    /// # Errors
    /// [`OptionError`] if the unit has no such ability, or the ability no such option.
    pub fn wish(&self, ability: &str, option: &str) -> Result<RequestedOption, OptionError> {
        let found = self.ability(ability).ok_or_else(|| OptionError::NoAbility {
            unit: self.name.clone(),
            ability: ability.to_owned(),
        })?;
        let known = found.options().unwrap_or_default();
        if known.iter().any(|known| names_match(known, option)) {
            return Ok(RequestedOption { ability: ability.to_owned(), option: option.to_owned() });
        }
        let known = known.into_iter().map(str::to_owned).collect();
        Err(OptionError::NoOption { ability: ability.to_owned(), option: option.to_owned(), known })
    }

    /// Requests an option of an ability instead of the best one.
    ///
    /// # Errors
    /// [`OptionError`] if the unit has no such ability, the ability no such option, the option is
    /// already requested, or as many as allowed are.
    pub fn choose(&mut self, ability: &str, option: &str) -> Result<(), OptionError> {
        let wish = self.wish(ability, option)?;
        let wishes = &self.policy.chosen;
        let of_it = wishes.iter().filter(|other| other.is_of(ability)).count();
        if wishes.iter().any(|other| other.is_of(ability) && other.wants(option)) {
            return Err(OptionError::Twice {
                ability: ability.to_owned(),
                option: option.to_owned(),
            });
        }
        let most = self.ability(ability).and_then(Ability::most_options);
        if let Some(most) = most.filter(|most| of_it >= usize::from(*most)) {
            return Err(OptionError::TooMany { ability: ability.to_owned(), most });
        }
        self.policy.chosen.push(wish);
        Ok(())
    }

    /// Returns the names of abilities that may change rolls but are not modelled, for a unit using
    /// the weapon `in_hand` (or none). Abilities of its other weapons are irrelevant.
    pub fn not_counted(&self, in_hand: Option<&Weapon>) -> Vec<String> {
        let of_another = |name: &str| {
            let is_of = |weapon: &&Weapon| is_weapon(name, &weapon.name);
            self.attacks.iter().any(|weapon| is_of(&weapon))
                && !in_hand.is_some_and(|weapon| is_of(&weapon))
        };
        let mut names = self.not_modelled();
        for ability in self.abilities.iter().filter(|ability| of_another(&ability.name)) {
            // abilities of weapons not in use cannot matter
            names.retain(|name| Some(name) != ability.uncounted().as_ref());
        }
        names
    }

    /// Returns the survival abilities whose uses exceed the bits that count them.
    fn survivals_beyond(&self) -> impl Iterator<Item = String> {
        let uses = |ability: &Ability| -> u8 {
            let of = |effect: &Effect| {
                if let Action::Triggered(TriggeredEffect::Survive { uses, .. }) = effect.action {
                    uses
                } else {
                    0
                }
            };
            ability.effects().map(of).fold(0, u8::saturating_add)
        };
        let counted = self.abilities.iter().scan(0_u8, move |sum, ability| {
            let more = uses(ability);
            *sum = sum.saturating_add(more);
            Some((ability, more > 0 && *sum > MOST_USES))
        });
        counted.filter(|(_, beyond)| *beyond).map(|(ability, _)| {
            format!("{} (partly counted, without uses beyond {MOST_USES})", ability.name)
        })
    }

    /// Returns the weapon of a counter-attack, or `None` if no ability allows one.
    pub fn answers_with(&self) -> Option<&Weapon> {
        let attacks = |ability: &Ability| {
            ability
                .effects()
                .any(|effect| effect.action == Action::Triggered(TriggeredEffect::Attack))
        };
        let weapon = self.attacks.iter().find(|weapon| !weapon.reach.is_ranged());
        weapon.filter(|_| self.abilities.iter().any(attacks))
    }

    /// Returns the names of abilities that may change rolls but are not modelled, or only in part,
    /// without duplicates (A0.8).
    pub fn not_modelled(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in
            self.abilities.iter().filter_map(Ability::uncounted).chain(self.survivals_beyond())
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests;
