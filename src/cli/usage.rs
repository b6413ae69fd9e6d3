//! What the abilities of units by name hang on, and how their players use them.

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::numbers::within;
use crate::games::asoiaf::effect::{Zone, Zones};
use crate::games::asoiaf::{Circumstances, Fishing, NoWish, Unit, is_called};

/// A zone of the tactics board by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ZoneName {
    /// The crown.
    Crown,
    /// The wealth.
    Wealth,
    /// The letters.
    Letters,
    /// The swords, or combat.
    #[value(alias = "swords")]
    Combat,
    /// The horse, or maneuver.
    #[value(alias = "horse")]
    Maneuver,
}

impl From<ZoneName> for Zone {
    fn from(name: ZoneName) -> Self {
        match name {
            ZoneName::Crown => Self::Crown,
            ZoneName::Wealth => Self::Wealth,
            ZoneName::Letters => Self::Letters,
            ZoneName::Combat => Self::Combat,
            ZoneName::Maneuver => Self::Maneuver,
        }
    }
}

/// Which attack dice are rerolled, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FishingName {
    /// All but 6s where that is worth more, in expectation.
    #[default]
    WhenItHelps,
    /// Misses alone.
    Never,
    /// All but 6s.
    Always,
}

/// The game around a fight. Unless told otherwise nothing helps: no zone is held, it is the first
/// round, both units have activated.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Abilities")]
pub struct UsageOptions {
    /// Zones that the first unit's player holds, with commas between them.
    #[arg(long, value_enum, value_name = "ZONES", value_delimiter = ',')]
    zones: Vec<ZoneName>,
    /// Zones that the other unit's player holds.
    #[arg(long, value_enum, value_name = "ZONES", value_delimiter = ',')]
    enemy_zones: Vec<ZoneName>,
    /// The round of the game.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u8, 1, 20>)]
    round: u8,
    /// The other unit has not activated this round.
    #[arg(long)]
    enemy_not_activated: bool,
    /// Both units were in contact when the turn began.
    #[arg(long)]
    engaged: bool,
    /// Faith, Pillage or order tokens of the first unit.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u8, 0, 60>)]
    resource: u8,
    /// Those of the other unit.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u8, 0, 60>)]
    enemy_resource: u8,
    /// Another friend of the first unit is in contact with the other one.
    #[arg(long)]
    supported: bool,
    /// No orders are given: else each is where that is best.
    #[arg(long)]
    no_orders: bool,
    /// An ability that is left aside. May be given several times.
    #[arg(long, value_name = "ABILITY")]
    without: Vec<String>,
    /// An option that is taken in place of the best one. May be given several times.
    #[arg(long = "choose", value_name = "ABILITY=OPTION", value_parser = choice)]
    chosen: Vec<(String, String)>,
    /// Which attack dice are rerolled where natural 6s are worth more.
    #[arg(long, value_enum, default_value = "when-it-helps", value_name = "WHEN")]
    fishing: FishingName,
}

fn choice(text: &str) -> Result<(String, String), String> {
    let (ability, option) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is no ABILITY=OPTION"))?;
    Ok((ability.trim().to_owned(), option.trim().to_owned()))
}

impl UsageOptions {
    /// Both units as they are used: the first one attacks, or is `a`.
    pub fn apply(&self, units: &mut [Unit; 2]) -> Result<(), Failure> {
        self.check(units)?;
        let [first, second] = units;
        self.set(first, true);
        self.set(second, false);
        Ok(())
    }

    /// A unit as it is used.
    pub fn set(&self, unit: &mut Unit, is_first: bool) {
        unit.usage.circumstances = self.circumstances(is_first);
        let policy = &mut unit.usage.policy;
        policy.orders = !self.no_orders;
        policy.fishing = match self.fishing {
            FishingName::WhenItHelps => Fishing::WhenItHelps,
            FishingName::Never => Fishing::Never,
            FishingName::Always => Fishing::Always,
        };
        policy.without.clone_from(&self.without);
        for (ability, option) in &self.chosen {
            // `check` refuses what no unit has; the other unit may well not have it
            unit.choose(ability, option).ok();
        }
    }

    /// The game as the first unit's player sees it, or the other's.
    fn circumstances(&self, is_first: bool) -> Circumstances {
        let zones = if is_first { &self.zones } else { &self.enemy_zones };
        Circumstances {
            zones: zones.iter().copied().map(Zone::from).collect::<Zones>(),
            round: self.round,
            activated: is_first || !self.enemy_not_activated,
            engaged_since_start: self.engaged,
            resource: if is_first { self.resource } else { self.enemy_resource },
            supported: is_first && self.supported,
        }
    }

    /// Names that no unit knows are slips, and no zone is held by both sides.
    pub fn check(&self, units: &[Unit]) -> Result<(), Failure> {
        if let Some(zone) = self.circumstances(true).contested(&self.circumstances(false)) {
            return Err(Failure::input(format!(
                "--zones and --enemy-zones both name {zone}: one player controls a zone, so leave it out of one of them"
            )));
        }
        for name in self.without.iter().chain(self.chosen.iter().map(|(ability, _)| ability)) {
            if !units.iter().any(|unit| unit.ability(name).is_some()) {
                return Err(no_ability(name, units));
            }
        }
        self.check_without()?;
        units.iter().cloned().try_for_each(|unit| self.check_chosen(unit))?;
        let is_an_option = |(ability, option): &&(String, String)| {
            units.iter().any(|unit| unit.wish(ability, option).is_ok())
        };
        match self.chosen.iter().find(|chosen| !is_an_option(chosen)) {
            Some((ability, option)) => Err(no_option(ability, option, units)),
            None => Ok(()),
        }
    }

    /// Abilities are left aside once, and nothing is chosen for them.
    fn check_without(&self) -> Result<(), Failure> {
        for (place, name) in self.without.iter().enumerate() {
            if self.without.iter().take(place).any(|other| is_called(other, name)) {
                return Err(Failure::input(format!(
                    "--without {name} is given twice: once will do"
                )));
            }
            if self.chosen.iter().any(|(ability, _)| is_called(ability, name)) {
                return Err(Failure::input(format!(
                    "--choose takes an option of {name}, which --without leaves aside: leave out one of them"
                )));
            }
        }
        Ok(())
    }

    /// What is chosen for a unit may be chosen together.
    fn check_chosen(&self, mut unit: Unit) -> Result<(), Failure> {
        for (ability, option) in &self.chosen {
            match unit.choose(ability, option) {
                Ok(()) | Err(NoWish::NoAbility { .. } | NoWish::NoOption { .. }) => {}
                Err(wrong @ (NoWish::Twice { .. } | NoWish::TooMany { .. })) => {
                    return Err(Failure::input(format!("--choose: {wrong}")));
                }
            }
        }
        Ok(())
    }
}

/// The way out where no unit has an ability.
fn no_ability(name: &str, units: &[Unit]) -> Failure {
    const NAMED: usize = 20;
    let known = units.iter().flat_map(|unit| {
        unit.abilities.iter().map(|one| format!("\n  {} of {}", one.name, unit.name))
    });
    let abilities: String = known.take(NAMED).collect();
    Failure::input(format!("no unit here has an ability `{name}`; there are{abilities}"))
}

/// The way out where an ability has no such option.
fn no_option(ability: &str, option: &str, units: &[Unit]) -> Failure {
    let options: Vec<&str> =
        units.iter().filter_map(|unit| unit.ability(ability)?.options()).flatten().collect();
    let told = if options.is_empty() {
        "it leaves nothing to choose".to_owned()
    } else {
        format!("its options are {}", options.join(", "))
    };
    Failure::input(format!("`{ability}` has no option `{option}`: {told}"))
}
