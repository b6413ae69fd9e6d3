//! Keys of the game situation: what abilities depend on, and how players use them.

use crate::document::quoted;
use crate::document::schema::{Schema, line};
use crate::request::role::{ATTACKER, DEFENDER, of_two, side};
use crate::request::{BoundedInteger, RequestError, TextValue, Value, groups, keys};
use warodds_games::asoiaf::effect::Zones;
use warodds_games::asoiaf::{Circumstances, Fishing, OptionError, Unit, names_match};

keys! {
    /// The situation that the abilities of one unit depend on.
    pub struct Situation<ROLE> in Abilities {
        /// Zones of the tactics board controlled by the player of {role}, joined with `+`.
        usual zones: Zones [
            Part("situation", side(ROLE)),
            Mistaken(of_two(ROLE, "zones", "enemy-zones"))
        ] = Zones::default(), "ZONES";
        /// Faith, Pillage or order tokens on {role} or its tactics card.
        usual resource: BoundedInteger<0, 60> [
            Part("situation", side(ROLE)),
            Mistaken(of_two(ROLE, "resource", "enemy-resource"))
        ] = BoundedInteger::clamped(0), "N";
        /// State that {role} has yet to activate this round.
        flag not_activated [
            Part("situation", side(ROLE)),
            Mistaken(of_two(ROLE, "not-activated", "enemy-not-activated"))
        ];
        /// State that {role} has another friend in contact with {enemy}.
        flag supported [
            Part("situation", side(ROLE)),
            Mistaken(of_two(ROLE, "supported", "enemy-supported"))
        ];
        /// Place the army's commander near {role} without joining it, as some cards require.
        flag near_commander [
            Part("situation", side(ROLE)),
            Mistaken(of_two(ROLE, "near-commander", "enemy-near-commander"))
        ];
    }
}

keys! {
    /// The situation of both units, and how players use abilities.
    pub struct Policies in Abilities {
        /// The round of the game.
        usual round: BoundedInteger<1, 20> [
            Part("situation", "attacker")
        ] = BoundedInteger::clamped(1), "N";
        /// Both units were already in contact when the turn began.
        flag engaged [Part("situation", "attacker")];
        /// Give no orders (by default each is given whenever it helps).
        flag no_orders;
        /// Ignore this ability. May be given several times.
        several without: TextValue, "ABILITY";
        /// Take this option of an ability instead of the best one. May be given several times.
        several choose: ChosenOption, "ABILITY=OPTION";
        /// Which attack dice to reroll if natural 6s are worth more than other hits.
        usual fishing: Fishing = Fishing::WhenItHelps, "WHEN";
    }
}

groups! {
    /// The game situation. By default no zone is controlled, it is the first round, and both units
    /// have activated.
    pub struct Usage<ONE, OTHER> {
        /// The attacker, or `a`.
        pub one: Situation<ONE>,
        /// The other unit.
        pub other: Situation<OTHER>,
        /// Keys of both units.
        pub policies: Policies,
    }
}

/// The game situation of attacks.
pub type UsageKeys = Usage<ATTACKER, DEFENDER>;

/// An option of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenOption {
    /// The ability.
    pub ability: String,
    /// The chosen option.
    pub option: String,
}

impl Value for ChosenOption {
    fn read(text: &str) -> Result<Self, String> {
        let (ability, option) = text.split_once('=').ok_or_else(|| {
            "it must be ABILITY=OPTION, such as \"battle scars=vicious\"".to_owned()
        })?;
        Ok(Self { ability: ability.trim().to_owned(), option: option.trim().to_owned() })
    }

    fn show(&self) -> String {
        format!("{}={}", self.ability, self.option)
    }

    fn schema() -> Schema {
        line(400)
    }
}

impl<const ROLE: u8> Situation<ROLE> {
    fn circumstances(&self, policies: &Policies) -> Circumstances {
        Circumstances {
            zones: self.zones,
            round: policies.round.small(),
            activated: !self.not_activated,
            engaged_since_start: policies.engaged,
            resource: self.resource.small(),
            supported: self.supported,
            near_commander: self.near_commander,
        }
    }
}

impl<const ONE: u8, const OTHER: u8> Usage<ONE, OTHER> {
    /// Applies the keys to both units; the first one attacks, or is `a`.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn apply(&self, units: &mut [Unit; 2]) -> Result<(), RequestError> {
        self.check(units.iter())?;
        let [first, second] = units;
        self.apply_to(first, true);
        self.apply_to(second, false);
        Ok(())
    }

    /// Applies the keys to one unit.
    pub fn apply_to(&self, unit: &mut Unit, is_first: bool) {
        unit.circumstances = self.circumstances(is_first);
        let policy = &mut unit.policy;
        policy.orders = !self.policies.no_orders;
        policy.fishing = self.policies.fishing;
        policy.without = self.policies.without.iter().map(|name| name.0.clone()).collect();
        for ChosenOption { ability, option } in &self.policies.choose {
            // `check` refuses options that neither unit has; one of the two may lack it
            unit.choose(ability, option).ok();
        }
    }

    /// Returns the circumstances of the first unit or of the other.
    fn circumstances(&self, is_first: bool) -> Circumstances {
        if is_first {
            self.one.circumstances(&self.policies)
        } else {
            self.other.circumstances(&self.policies)
        }
    }

    /// Checks that some unit has each named ability and option, and that no zone has two owners.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for the first invalid name, with the valid ones.
    pub fn check<'u>(
        &self,
        units: impl Iterator<Item = &'u Unit> + Clone,
    ) -> Result<(), RequestError> {
        if let Some(zone) = self.circumstances(true).contested(&self.circumstances(false)) {
            return Err(RequestError::Refused(format!(
                "--{}-zones and --{}-zones both name {zone}: only one player controls a zone, so \
                 leave it out of one of them",
                side(ONE),
                side(OTHER)
            )));
        }
        let without = self.policies.without.iter().map(|name| &name.0);
        for name in without.chain(self.policies.choose.iter().map(|chosen| &chosen.ability)) {
            if !units.clone().any(|unit| unit.ability(name).is_some()) {
                return Err(unknown_ability(name, units));
            }
        }
        self.check_without()?;
        units.clone().try_for_each(|unit| self.check_chosen(unit))?;
        let is_an_option = |chosen: &&ChosenOption| {
            units.clone().any(|unit| unit.wish(&chosen.ability, &chosen.option).is_ok())
        };
        match self.policies.choose.iter().find(|chosen| !is_an_option(chosen)) {
            Some(chosen) => Err(unknown_option(chosen, units)),
            None => Ok(()),
        }
    }

    /// Refuses repeated `--without` and options of abilities that `--without` disables.
    fn check_without(&self) -> Result<(), RequestError> {
        for (place, TextValue(name)) in self.policies.without.iter().enumerate() {
            if self.policies.without.iter().take(place).any(|other| names_match(&other.0, name)) {
                return Err(RequestError::Refused(format!(
                    "--without {name} is given twice: give it once"
                )));
            }
            if self.policies.choose.iter().any(|chosen| names_match(&chosen.ability, name)) {
                return Err(RequestError::Refused(format!(
                    "--choose takes an option of {name}, which --without leaves out: leave out one \
                     of them"
                )));
            }
        }
        Ok(())
    }

    /// Checks that the options chosen for a unit are allowed together.
    fn check_chosen(&self, unit: &Unit) -> Result<(), RequestError> {
        if self.policies.choose.is_empty() {
            return Ok(());
        }
        let mut unit = unit.clone();
        for ChosenOption { ability, option } in &self.policies.choose {
            match unit.choose(ability, option) {
                Ok(()) | Err(OptionError::NoAbility { .. } | OptionError::NoOption { .. }) => {}
                Err(wrong @ (OptionError::Twice { .. } | OptionError::TooMany { .. })) => {
                    return Err(RequestError::Refused(format!("--choose: {wrong}")));
                }
            }
        }
        Ok(())
    }
}

/// Returns the error of an ability that no unit has.
fn unknown_ability<'u>(name: &str, units: impl Iterator<Item = &'u Unit>) -> RequestError {
    const NAMED: usize = 20;
    let known = units.flat_map(|unit| {
        unit.abilities.iter().map(|one| format!("\n  {} of {}", one.name, unit.name))
    });
    let abilities: String = known.take(NAMED).collect();
    let name = quoted(name);
    RequestError::Refused(format!("no unit here has an ability {name}; they have{abilities}"))
}

/// Returns the error of an option that an ability lacks.
fn unknown_option<'u>(
    ChosenOption { ability, option }: &ChosenOption,
    units: impl Iterator<Item = &'u Unit>,
) -> RequestError {
    let options: Vec<&str> =
        units.filter_map(|unit| unit.ability(ability)?.options()).flatten().collect();
    let help = if options.is_empty() {
        "it has no options to choose from".to_owned()
    } else {
        format!("its options are {}", options.join(", "))
    };
    let [ability, option] = [ability, option].map(|text| quoted(text.as_str()));
    RequestError::Refused(format!("{ability} has no option {option}: {help}"))
}
