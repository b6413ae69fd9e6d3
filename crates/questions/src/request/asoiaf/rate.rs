//! `rate`: how strong each unit of a field is, and which are worth more than they cost.

use std::sync::LazyLock;

use super::field::{self, AttackDirection};
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::{
    BoundedInteger, EngineKeys, Key, Keys, ParsedFields, RequestError, TextValue, groups, keys,
};
use crate::study::field::{
    DuelSchedule, FieldQuestion, FieldSetup, FieldTerms, MatrixQuestion, Metric, Order,
};
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{Aim, ChargeEffects, DuelSide, EngagementFilter};

keys! {
    /// The units and their duels.
    pub struct RateFields in Units {
        /// Which units fight each other.
        several units: TextValue [
            Lists,
            Argument,
            Alias("faction")
        ] = TextValue("all".to_owned()), "FILTER";
        /// Rounds of the duels [default: 6].
        maybe rounds: BoundedInteger<1, 60>, "N";
        /// Number of attacks of both sides together, instead of rounds.
        maybe activations: Activations [Conflicts("rounds")], "N";
        /// The first attack of each duel is a charge.
        flag charge;
        /// What both players aim for with orders, options and tokens. `win` takes several times as
        /// long.
        usual aim: Aim = Aim::Wounds, "AIM";
    }
}

groups! {
    /// The keys of ratings.
    pub struct RateKeys {
        /// The units and their duels.
        pub field: RateFields,
        /// The arc of the first attack.
        pub from: AttackDirection,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `rate`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "rate",
        about: "How strong is each unit for its points?",
        more: "Each unit fights two duels in melee against each other one, one with either side \
               first. The answer has the share of duels won (a draw counts half), an Elo-style \
               rating (400 points more means ten wins for every loss), the rating above that of a \
               typical unit of the same cost, and a mix of units that no single unit beats. A \
               FILTER is as in `warodds matrix`.",
        examples: &[
            "warodds rate",
            "warodds rate --units \"infantry, 5..6\" --charge",
            "warodds rate --units list=scenarios/lists/stark-40.toml --units \
             list=scenarios/lists/lannister-40.toml --rounds 4",
            "warodds rate --units \"stark, lannister\" --out out/rate",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| [RateKeys::keys(), EngineKeys::keys()].concat());
            &KEYS
        },
        ask: |values, catalogue| RateKeys::read(values)?.query(values, catalogue),
    }
}

impl RateKeys {
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let RateFields { units, rounds, activations, charge, aim } = &self.field;
        let name = field::with_titles(values, catalogue, units)?;
        let units = field::members(values, catalogue, ("units", units))?;
        let charge = charge.then(ChargeEffects::default);
        let terms = FieldTerms {
            facing: self.from.facing,
            engagement: EngagementFilter::Melee { charge },
            ..FieldTerms::default()
        };
        let activations = field::activations(*rounds, *activations)?;
        let schedule = DuelSchedule { activations, first: DuelSide::A, aim: *aim };
        let edition = self.rules.rules.unwrap_or_default();
        let sides = FieldSetup { attackers: units.clone(), defenders: units, terms, edition };
        let asked = MatrixQuestion::duels(name, sides, schedule, Metric::Wins, Order::AsListed);
        let asked = FieldQuestion::Rate(asked.map_err(RequestError::refused)?);
        // two units fight four duels, each against itself among them
        if asked.attacks() < 4 {
            return Err(RequestError::Refused(
                "ratings need at least two units that can fight each other: name more".to_owned(),
            ));
        }
        self.rules.check_field(&asked)?;
        Ok(Query::Field(Box::new(asked)))
    }
}
