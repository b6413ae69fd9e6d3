//! `compare`: which of two attackers is better against each unit of a field, and how certainly.

use std::sync::LazyLock;

use super::choices::MeasureName;
use super::field::{self, TermsKeys};
use super::names;
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::{Catalogue, NamedUnit};
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::{
    EngineKeys, Key, Keys, ParsedFields, RequestError, TextValue, WhyFields, groups, keys,
};
use crate::study::field::{CompareQuestion, FieldQuestion, FieldSetup, FieldUnit};

keys! {
    /// The attackers, the field and the measure.
    pub struct ComparisonFields in Units {
        /// One unit: its name, the start of its name, some of its words, or its id (see `warodds
        /// units`).
        needed a: TextValue [Positional, Lists], "A";
        /// The other.
        needed b: TextValue [Positional, Lists], "B";
        /// Who is attacked.
        several against: TextValue [Lists] = TextValue("all".to_owned()), "FILTER";
        /// An attachment of A; its cost counts.
        maybe a_with: TextValue [Part("attachment", "a"), Mistaken("with-a")], "ATTACHMENT";
        /// An attachment of B; its cost counts.
        maybe b_with: TextValue [Part("attachment", "b"), Mistaken("with-b")], "ATTACHMENT";
        /// By what they are compared [default: per-point where both costs are known and not 0].
        maybe by: MeasureName, "MEASURE";
    }
}

groups! {
    /// The keys of a comparison.
    pub struct CompareKeys {
        /// The attackers, the field and the measure.
        pub compared: ComparisonFields,
        /// The terms of all attacks.
        pub terms: TermsKeys,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `compare`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "compare",
        about: "Which of two units is the better attacker, against whom, and how sure?",
        more: "Against every unit of --against (a FILTER as in `warodds matrix`) each makes the \
               legal attack of its card with the highest expected wounds, the first among equals; \
               --weapon melee and --weapon ranged narrow the choice. The exact \
               engine gives the exact difference of the means, and the chance that one attack of \
               A does more than one of B. A sampling engine adds a standard error to the \
               difference.",
        examples: &[
            "warodds compare \"stark sworn swords\" \"umber berserkers\"",
            "warodds compare \"stark sworn swords\" \"umber berserkers\" --against \"lannister, \
             infantry\" --charge --facing flank",
            "warodds compare \"sworn swords\" \"lannister guardsmen\" --a-with \"sworn sword \
             captain\" --by wounds --out out/compare",
            "warodds compare \"stark sworn swords\" \"umber berserkers\" --against \
             list=scenarios/lists/lannister-40.toml",
            "warodds compare \"stark bowmen\" neutral-stormcrow-archers --weapon ranged \
             --engine monte-carlo --trials 1e5",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
                [CompareKeys::keys(), WhyFields::keys(), EngineKeys::keys()].concat()
            });
            &KEYS
        },
        ask: |values, catalogue| CompareKeys::read(values)?.query(values, catalogue),
    }
}

/// Finds a unit by name and adds its attachment.
fn side(
    catalogue: &Catalogue,
    [id, with]: [&'static str; 2],
    name: &TextValue,
    attachment: Option<&TextValue>,
) -> Result<FieldUnit, RequestError> {
    let unit = names::unit(catalogue, (id, &name.0), (with, attachment))?;
    let named = catalogue.find_unit(&name.0).map_err(RequestError::refused)?;
    Ok(NamedUnit { unit, ..named }.into_parts().into())
}

impl CompareKeys {
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let ComparisonFields { a, b, against, a_with, b_with, by } = &self.compared;
        let mut attackers = [
            side(catalogue, ["a", "a_with"], a, a_with.as_ref())?,
            side(catalogue, ["b", "b_with"], b, b_with.as_ref())?,
        ];
        let name = attackers.each_ref().map(|member| member.unit.name.as_str()).join(" v ");
        let mut defenders = field::members(values, catalogue, ("against", against))?;
        self.terms.apply_usage(&mut attackers, &mut defenders)?;
        let edition = self.rules.rules.unwrap_or_default();
        let sides = FieldSetup { attackers, defenders, terms: self.terms.terms(values)?, edition };
        let asked = CompareQuestion::new(name, sides, *by).map_err(RequestError::refused)?;
        let asked = FieldQuestion::Compare(Box::new(asked));
        self.rules.check_field(&asked)?;
        Ok(Query::Field(Box::new(asked)))
    }
}
