//! `survive`: how many attacks a unit stands, each by a fresh attacker.

use super::attack::{Posed, Subject, posed};
use super::combat::{Changes, Manner, WoundsLeft};
use super::names::{self, Left};
use super::rules::{CatalogueKey, RulesKeys};
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::request::kind::Kind;
use crate::request::{Count, EngineKeys, Keys, RequestError, Text, groups, keys};
use warodds_games::asoiaf::{
    Attack, Bonus, Context, Facing, Fielded, Question, Survive, Unit, Wanted, matchup,
};

keys! {
    /// Who is attacked, and by whom.
    pub struct Attacked in "The attacks" {
        /// The unit: its name, the start of its name, some of its words, or its id (see `warodds
        /// units`).
        needed unit: Text [Positional], "UNIT";
        /// An attachment of the unit.
        maybe with: Text, "ATTACHMENT";
        /// Wounds the unit has lost.
        usual wounds_lost: Count = Count(0), "N";
        /// Wounds the unit has left.
        maybe wounds: WoundsLeft [Conflicts("wounds_lost")], "N";
        /// Who attacks. May be given several times: they attack in this order, over and over, each
        /// time by a fresh unit.
        several by: Text, "ATTACKER";
        /// The unit's arc in which the attackers stand.
        usual facing: Facing = Facing::Front, "FACING";
    }
}

groups! {
    /// The keys of a unit under attack.
    pub struct SurviveKeys {
        /// Who.
        pub attacked: Attacked,
        /// How the attacks are made.
        pub manner: Manner,
        /// What changes their rolls.
        pub changes: Changes,
        /// Which cards.
        pub catalogue: CatalogueKey,
        /// How the units are used.
        pub usage: UsageKeys,
        /// Which rules.
        pub rules: RulesKeys,
    }
}

/// The question.
pub(super) fn kind() -> Kind {
    Kind {
        name: "survive",
        about: "How many attacks does a unit stand?",
        more: "Each is made by a fresh attacker, the first melee attack of its card or with \
               --ranged the first ranged one, until the unit is destroyed. What it loses stays \
               lost; the game around it stays as it is.",
        examples: &[
            "warodds survive \"lannister guardsmen\" --by \"stark sworn swords\"",
            "warodds survive \"lannister guardsmen\" --by \"stark bowmen\" --ranged",
            "warodds survive pit-fighters --by \"stark sworn swords\" --by \"umber berserkers\" \
             --facing flank --json",
        ],
        keys: || [SurviveKeys::keys(), EngineKeys::keys()].concat(),
        ask: |values, catalogue| {
            names::refuse_spending(values, &Changes::TOKENS)?;
            SurviveKeys::read(values)?.asked(catalogue).map(Posed::alone)
        },
    }
}

impl SurviveKeys {
    fn asked(&self, catalogue: &Catalogue) -> Result<Posed, RequestError> {
        let Attacked { unit, with, by, .. } = &self.attacked;
        if by.is_empty() {
            return Err(RequestError::refused("nobody attacks: say who, with --by ATTACKER"));
        }
        let unit = names::unit(catalogue, &unit.0, with.as_ref())?;
        let attackers: Result<Vec<Unit>, _> =
            by.iter().map(|name| names::unit(catalogue, &name.0, None)).collect();
        let mut all = attackers?;
        all.push(unit);
        self.usage.check(&all)?;
        let last = all.len() - 1;
        for (number, unit) in all.iter_mut().enumerate() {
            self.usage.set(unit, number != last);
        }
        let Some((unit, attackers)) = all.split_last() else {
            return Err(RequestError::refused("nobody is attacked"));
        };
        let attacks: Result<Vec<Attack>, _> =
            attackers.iter().map(|attacker| self.attack(attacker, unit)).collect();
        let question = Survive::new(attacks?).map_err(RequestError::refused)?;
        let by: Vec<&str> = attackers.iter().map(|unit| unit.name.as_str()).collect();
        let subject = Subject::By(unit.clone(), by.join(", then "), attackers.to_vec());
        posed("survive", subject, Question::Survive(Box::new(question)), &self.rules)
    }

    fn attack(&self, attacker: &Unit, unit: &Unit) -> Result<Attack, RequestError> {
        let wanted = match (self.manner.bonus(), self.manner.ranged) {
            (Bonus::None, true) => Wanted::Ranged,
            _ => Wanted::Melee,
        };
        let weapon = names::weapon(attacker, None, wanted)?;
        let facing = self.attacked.facing;
        let context = Context { facing, ..self.manner.context(weapon.reach)? };
        let Attacked { wounds, wounds_lost, .. } = self.attacked;
        let left = wounds.map_or(Left::Lost("wounds-lost", wounds_lost.0), |wounds| {
            Left::Wounds("wounds", wounds.get())
        });
        let changes = &self.changes;
        let struck = names::fielded(unit, left, changes.defender_tokens(), changes.tokens)?;
        let struck = names::struck(struck, changes.guard())?;
        let full = Fielded::full(attacker, changes.attacker_tokens(), changes.tokens);
        let full = full.map_err(RequestError::refused)?;
        Ok(matchup::attack(&full.striker(weapon, changes.strike()), &struck, context))
    }
}
