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
        /// Rounds of the duels [default: 6]: in each both units strike once.
        maybe rounds: BoundedInteger<1, 60>, "N";
        /// Attacks of both sides together, in turn; in place of rounds.
        maybe activations: Activations [Conflicts("rounds")], "N";
        /// The first attack of each duel is a charge.
        flag charge;
        /// What both players choose orders, options and tokens for; to win takes several times as
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
        about: "How strong is each unit, and which are worth more than they cost?",
        more: "Each unit fights a duel with each other one, once with either side first, and the \
               results are condensed: the share of duels won (one without a winner counts half), \
               a rating (Bradley and Terry, most likely, on the scale of Elo: 400 more win ten \
               times as often as they lose), the rating less that of a unit of its cost, and a mix \
               of the units that wins at least half of its duels against each of them. A FILTER is \
               that of `warodds matrix`.",
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
