//! Units by name: what stands in a question instead of numbers.

use clap::Args;

use super::failure::Failure;
use super::given::{self, Given};
use super::numbers::count;
use super::options::{Changes, checked};
use super::rules::CatalogueOption;
use super::usage::UsageOptions;
use crate::catalogue::{Card, Catalogue, plain};
use crate::games::asoiaf::{
    Fielded, GuardChanges, NoMorale, Spending, Standing, Struck, Tokens, Unit, Wanted, Weapon,
};

/// Two units by name.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Units by name")]
pub struct Names {
    /// The attacker: the name of a unit, its start, some of its words, or its id (see `warodds
    /// units`).
    #[arg(value_name = "ATTACKER", requires = "defender_name")]
    pub attacker_name: Option<String>,
    /// The defender.
    #[arg(value_name = "DEFENDER")]
    pub defender_name: Option<String>,
    /// An attachment of the attacker.
    #[arg(long, value_name = "ATTACHMENT")]
    with: Option<String>,
    /// An attachment of the defender.
    #[arg(long, value_name = "ATTACHMENT")]
    defender_with: Option<String>,
    /// Which attack of the attacker's card [default: the first that fits].
    #[arg(long, value_name = "ATTACK")]
    pub attack_name: Option<String>,
    /// Wounds the attacker has lost.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    wounds_lost: i64,
    /// Wounds the defender has lost.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    defender_wounds_lost: i64,
    #[command(flatten)]
    pub catalogue: CatalogueOption,
    #[command(flatten)]
    usage: UsageOptions,
}

impl Names {
    /// Both units with their attachments; none where no names were given.
    pub fn units(&self) -> Result<Option<[Unit; 2]>, Failure> {
        let (Some(attacker), Some(defender)) = (&self.attacker_name, &self.defender_name) else {
            return Ok(None);
        };
        let catalogue = self.catalogue.open()?;
        let mut units = [
            field(&catalogue, attacker, self.with.as_deref())?,
            field(&catalogue, defender, self.defender_with.as_deref())?,
        ];
        self.usage.apply(&mut units)?;
        Ok(Some(units))
    }

    /// Attacker and defender as they stand, the attacker with `tokens`.
    pub fn fielded<'a>(
        &self,
        attacker: &'a Unit,
        defender: &'a Unit,
        changes: &Changes,
        tokens: Tokens,
    ) -> Result<[Fielded<'a>; 2], Failure> {
        let spending = changes.tokens.into();
        Ok([
            fielded(attacker, "wounds-lost", self.wounds_lost, tokens, spending)?,
            fielded(
                defender,
                "defender-wounds-lost",
                self.defender_wounds_lost,
                changes.defender_tokens(),
                spending,
            )?,
        ])
    }
}

/// Refuses numbers of a card, of these ids, beside units by name.
pub fn refuse_numbers(given: &Given, ids: &[&str]) -> Result<(), Failure> {
    given.refuse(ids, |id, option| {
        let instead = match id {
            "wounds" => "say --defender-wounds-lost, the wounds it has lost",
            "own_wounds" => "say --wounds-lost, the wounds it has lost",
            _ => {
                "leave it out, or change the card in a scenario (`use`) or a catalogue of your own"
            }
        };
        format!("{option} cannot be given beside units by name, whose cards have it: {instead}")
    })
}

/// Refuses what is said of units by name where there are only numbers.
pub fn refuse_names(given: &Given) -> Result<(), Failure> {
    given.refuse(&given::ids::<Names>(), |id, option| {
        let instead = match id {
            "defender_wounds_lost" => "say --wounds, what the defender has left",
            _ => "name an ATTACKER and a DEFENDER in place of the numbers, or leave it out",
        };
        format!("{option} is about units by name and has no effect on plain numbers: {instead}")
    })
}

/// Refuses to say when tokens are spent where no option of these ids gives one.
pub fn refuse_spending(given: &Given, tokens: &[&str]) -> Result<(), Failure> {
    if tokens.iter().any(|token| given.has(token)) {
        return Ok(());
    }
    given.refuse(&["tokens"], |_, option| {
        let give = tokens.iter().map(|id| format!("--{}", id.replace('_', "-")));
        let give: Vec<String> = give.collect();
        format!("{option} says when tokens are spent, and no unit holds one: add {}, or leave {option} out", give.join(" or "))
    })
}

/// The unit of a name with its attachment.
pub fn field(catalogue: &Catalogue, name: &str, attachment: Option<&str>) -> Result<Unit, Failure> {
    let unit = called(catalogue, catalogue.find(name).map_err(Failure::input)?);
    let Some(attachment) = attachment else { return Ok(unit) };
    let attachment = catalogue.find_attachment(attachment).map_err(Failure::input)?;
    catalogue.attach(unit, attachment).map_err(Failure::input)
}

/// The unit of a card; an old card has its edition in its name.
pub fn called(catalogue: &Catalogue, card: &Card) -> Unit {
    let unit = catalogue.unit(card);
    Unit { name: format!("{}{}", unit.name, card.origin.edition.suffix()), ..unit }
}

/// What is left of a unit after `wounds_lost` of `--option`.
pub fn fielded<'a>(
    unit: &'a Unit,
    option: &str,
    wounds_lost: i64,
    tokens: Tokens,
    spending: Spending,
) -> Result<Fielded<'a>, Failure> {
    Ok(Fielded {
        unit,
        standing: checked(option, Standing::after(unit.body, wounds_lost, tokens))?,
        spending,
    })
}

/// A unit that is struck; a card may be without the morale it needs.
pub fn struck(fielded: Fielded<'_>, changes: GuardChanges) -> Result<Struck<'_>, Failure> {
    fielded.struck(changes).map_err(no_morale)
}

/// The way out where nobody knows a unit's morale.
pub fn no_morale(missing: NoMorale) -> Failure {
    Failure::input(format!(
        "{missing}: say it in a scenario (`use` and `morale`) or in a catalogue of your own"
    ))
}

/// The attack of a name (or its start), or the first of the card that will do.
pub fn weapon<'a>(
    unit: &'a Unit,
    named: Option<&str>,
    wanted: Wanted,
) -> Result<&'a Weapon, Failure> {
    let known = || {
        unit.attacks
            .iter()
            .map(|weapon| format!("`{}` ({})", weapon.name, weapon.reach.name()))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let Some(name) = named else {
        let none = || {
            Failure::input(format!(
                "{} has no {}; its attacks are {}",
                unit.name,
                wanted.words(),
                known()
            ))
        };
        return wanted.first(unit).ok_or_else(none);
    };
    let (given, plain) = (plain(name), |weapon: &&Weapon| plain(&weapon.name));
    let exact = unit.attacks.iter().find(|weapon| plain(weapon) == given);
    let start = || {
        unit.attacks.iter().find(|weapon| !given.is_empty() && plain(weapon).starts_with(&given))
    };
    let weapon = exact.or_else(start);
    let weapon = weapon.ok_or_else(|| {
        Failure::input(format!("{} has no attack `{name}`; its attacks are {}", unit.name, known()))
    })?;
    let wrong =
        || Failure::input(format!("`{}` of {} is no {}", weapon.name, unit.name, wanted.words()));
    if wanted.fits(weapon) { Ok(weapon) } else { Err(wrong()) }
}
