//! `compare`: which of two attackers is better against each unit of a field, and how certainly; or
//! the best of several units.

use std::sync::LazyLock;

use super::cards::PlayedCards;
use super::choices::MeasureName;
use super::field::{self, TermsKeys};
use super::list_files::files_named;
use super::matrix;
use super::names;
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::{Catalogue, NamedUnit};
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{
    BoundedInteger, EngineKeys, Key, Keys, ParsedFields, RawFields, RequestError, TextValue,
    WhyFields, WoundKeys, groups, keys,
};
use crate::study::field::{
    CompareQuestion, DuelSchedule, FieldQuestion, FieldSetup, FieldTerms, FieldUnit, Measure,
    RankingQuestion, RankingSetup, RankingTerms,
};
use crate::study::{EngineKind, PointsBy};
use warodds_games::asoiaf::{Aim, DuelSide};

keys! {
    /// The attackers, the field and the measure.
    pub struct ComparisonFields in Units {
        /// The first unit: its name, or some words of it (see `warodds units`).
        needed a: TextValue [Positional, Lists], "A";
        /// The second unit.
        needed b: TextValue [Positional, Lists], "B";
        /// A third unit, with an attachment as in "UNIT + ATTACHMENT".
        maybe c: TextValue [Positional, Lists], "C";
        /// A fourth unit.
        maybe d: TextValue [Positional, Lists, Requires("c")], "D";
        /// A fifth unit.
        maybe e: TextValue [Positional, Lists, Requires("d")], "E";
        /// A sixth unit.
        maybe f: TextValue [Positional, Lists, Requires("e")], "F";
        /// A seventh unit.
        maybe g: TextValue [Positional, Lists, Requires("f")], "G";
        /// An eighth unit.
        maybe h: TextValue [Positional, Lists, Requires("g")], "H";
        /// Who is attacked.
        several against: TextValue [
            Lists,
            Mistaken("faction"),
            Mistaken("defenders")
        ] = TextValue("all".to_owned()), "FILTER";
        /// An attachment of A; its cost counts.
        maybe a_with: TextValue [Part("attachment", "a"), Mistaken("with-a")], "ATTACHMENT";
        /// An attachment of B; its cost counts.
        maybe b_with: TextValue [Part("attachment", "b"), Mistaken("with-b")], "ATTACHMENT";
        /// Compare units by this measure [default: per-point if both costs are known and not 0].
        maybe by: MeasureName, "MEASURE";
        /// Rounds of the duels of --by duel [default: 6].
        maybe rounds: BoundedInteger<1, 60> [Requires("by")], "N";
        /// When points count as destroyed, for --by trade [default: by-wounds].
        maybe points: PointsBy [Single, Requires("by")], "WHEN";
    }
}

groups! {
    /// The keys of a comparison.
    pub struct CompareKeys {
        /// The attackers, the field and the measure.
        pub compared: ComparisonFields,
        /// The terms of all attacks.
        pub terms: TermsKeys,
        /// Tactics cards, each played where it can be.
        pub cards: PlayedCards<ATTACKER, DEFENDER>,
        /// The numbers of wounds whose chance is requested.
        pub wounds: WoundKeys,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// The name of the kind.
const COMPARE: &str = "compare";

/// Returns the kind `compare`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: COMPARE,
        about: "Which of two to eight units is better, and against whom?",
        more: "By default two units are compared by one attack at full strength on every unit of \
               --against (a FILTER as in `warodds matrix`). Each unit makes the legal attack of \
               its card with the highest expected wounds; --weapon melee and --weapon ranged \
               narrow the choice. The answer has the difference of the means, and the chance that \
               one attack of A does more than one of B; a sampling engine adds a standard error. \
               More than two units, and units compared --by duel, survive or trade, are ranked by \
               the exact mean over the field. --by duel is the share of duels won: two against \
               each unit, one with either side first, where a draw counts half. --by survive is \
               the number of attacks survived, each by a unit at full strength. --by trade is \
               points destroyed minus points lost in an exchange: an attack, then one by the enemy \
               from the front. The options apply to the attacks of the compared units (with --by \
               survive, to those of the field).",
        examples: &[
            "warodds compare \"stark sworn swords\" \"umber berserkers\"",
            "warodds compare \"stark sworn swords\" \"umber berserkers\" --against \"lannister, \
             infantry\" --charge --facing flank",
            "warodds compare \"sworn swords\" \"lannister guardsmen\" --a-with \"sworn sword \
             captain\" --by wounds --out out/compare",
            "warodds compare \"stark sworn swords\" \"umber berserkers\" \"stark outriders\" \
             --by duel --against lannister",
            "warodds compare \"sworn swords\" \"sworn swords + sworn sword captain\" --by trade",
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

/// Fields of a comparison that a matrix lacks.
const WITHOUT_MATRIX: [&str; 13] =
    ["c", "d", "e", "f", "g", "h", "against", "a_with", "b_with", "by", "rounds", "points", "why"];

/// Returns the question that a comparison of two lists, or of a list and a unit, is: the matrix of
/// their units, with the same options. A list and a unit with options of comparisons alone remain a
/// comparison of each of its units.
pub(in crate::request) fn matrix_of_lists(
    kind: &QuestionKind,
    given: &RawFields,
) -> Option<(QuestionKind, RawFields)> {
    let is_list = |id: &str| given.of(id).any(|text| files_named(text).next().is_some());
    let is_matrix = match [is_list("a"), is_list("b")] {
        [true, true] => true,
        [false, false] => false,
        _ => WITHOUT_MATRIX.iter().all(|id| given.of(id).next().is_none()),
    };
    if kind.name != COMPARE || !is_matrix {
        return None;
    }
    let mut fields = given.clone();
    for (id, side) in [("a", "attackers"), ("b", "defenders")] {
        given.of(id).for_each(|text| fields.push(side, text));
        fields.remove(id);
    }
    Some((matrix::kind(), fields))
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
        let ComparisonFields { a, b, against, a_with, b_with, by, .. } = &self.compared;
        let mut attackers = [
            side(catalogue, ["a", "a_with"], a, a_with.as_ref())?,
            side(catalogue, ["b", "b_with"], b, b_with.as_ref())?,
        ];
        self.refuse_without_effect(values)?;
        if self.is_ranking() {
            return self.ranking(attackers.to_vec(), values, catalogue);
        }
        let name = attackers.each_ref().map(|member| member.unit.name.as_str()).join(" v ");
        let mut defenders = field::members(values, catalogue, ("against", against))?;
        let notes = self.terms.situation.attach(catalogue, [&mut attackers, &mut defenders])?;
        self.cards.deal_to_field(catalogue, [&mut attackers, &mut defenders])?;
        self.terms.apply_usage(&mut attackers, &mut defenders)?;
        let edition = self.rules.rules.unwrap_or_default();
        let terms = FieldTerms { notes, ..self.terms.terms(values)? };
        field::check_reach(values, &terms, &attackers)?;
        let sides = FieldSetup { attackers, defenders, terms, edition };
        let range = self.wounds.range()?;
        let asked = CompareQuestion::new(name, sides, *by).and_then(|asked| asked.counting(range));
        let asked = asked.map_err(RequestError::refused)?;
        let mut asked = FieldQuestion::Compare(Box::new(asked));
        self.cards.play(&mut asked, values.is_only_case())?;
        self.rules.check_field(&asked)?;
        Ok(Query::Field(Box::new(asked)))
    }

    /// Returns the units in addition to the first two, with the ids of their keys.
    fn others(&self) -> impl Iterator<Item = (&'static str, &TextValue)> {
        let ComparisonFields { c, d, e, f, g, h, .. } = &self.compared;
        let all = [("c", c), ("d", d), ("e", e), ("f", f), ("g", g), ("h", h)];
        all.into_iter().filter_map(|(id, name)| Some((id, name.as_ref()?)))
    }

    /// Returns whether units are ranked by a mean; otherwise two are compared attack by attack.
    fn is_ranking(&self) -> bool {
        !self.is_of_attacks() || self.others().next().is_some()
    }

    /// Returns whether units are compared by the wounds of an attack.
    const fn is_of_attacks(&self) -> bool {
        matches!(self.compared.by, None | Some(Measure::Wounds | Measure::PerPoint))
    }

    /// Refuses options that are not about the comparison that is asked for.
    fn refuse_without_effect(&self, values: &ParsedFields<'_>) -> Result<(), RequestError> {
        let by = self.compared.by;
        let of_measure = [("rounds", Measure::Duel), ("points", Measure::Trade)];
        for (id, measure) in of_measure.into_iter().filter(|(_, measure)| by != Some(*measure)) {
            values.refuse(&[id], |_, option| {
                format!(
                    "{option} applies to --by {}: add that, or leave {option} out",
                    measure.name()
                )
            })?;
        }
        if !self.is_ranking() {
            return Ok(());
        }
        if !self.is_of_attacks() {
            values.refuse(&WoundKeys::ids(), |_, option| {
                format!(
                    "{option} applies to the wounds of an attack: compare --by wounds, or leave \
                     {option} out"
                )
            })?;
        }
        values.refuse(&["why"], |_, option| {
            format!("{option} applies only to two units with one attack each: leave it out")
        })?;
        match values.one::<EngineKind>("engine")? {
            None | Some(EngineKind::Exact) => Ok(()),
            Some(_) => Err(RequestError::refused(
                "units are ranked exactly: use --engine exact, or leave --engine out",
            )),
        }
    }

    /// Builds the question about several units, or one by another measure than attacks.
    fn ranking(
        &self,
        mut units: Vec<FieldUnit>,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        for (id, name) in self.others() {
            units.push(side(catalogue, [id, id], name, None)?);
        }
        let names: Vec<&str> = units.iter().map(|member| member.unit.name.as_str()).collect();
        let name = names.join(" v ");
        let mut field = field::members(values, catalogue, ("against", &self.compared.against))?;
        let notes = self.terms.situation.attach(catalogue, [&mut units, &mut field])?;
        let usage = &self.terms.usage;
        let is_attacked = self.compared.by == Some(Measure::Survive);
        // of each list, the units as they attack and as they are attacked
        let [mut units, mut field] = [units, field].map(|members| [members.clone(), members]);
        let ([attacking, attacked], [enemies, targets]) = (&mut units, &mut field);
        let dealt = if is_attacked { [enemies, attacked] } else { [attacking, targets] };
        self.cards.deal_to_field(catalogue, dealt.map(Vec::as_mut_slice))?;
        usage.check(units.iter().chain(&field).flatten().map(|member| &member.unit))?;
        // in an exchange the players keep their zones when the other unit attacks
        let is_exchange = self.compared.by == Some(Measure::Trade);
        let forms = |[attacking, attacked]: [Vec<FieldUnit>; 2], is_first: [bool; 2]| {
            let [attacks, defends] = is_first;
            [
                field::with_usage(usage, &attacking, attacks),
                field::with_usage(usage, &attacked, defends),
            ]
        };
        let units = forms(units, [true, is_exchange]);
        let field = forms(field, [!is_exchange, false]);
        let edition = self.rules.rules.unwrap_or_default();
        let terms = FieldTerms { notes, ..self.terms.terms(values)? };
        if !is_attacked {
            field::check_reach(values, &terms, &units[0])?;
        }
        let setup = RankingSetup { units, field, terms, edition };
        let ComparisonFields { by, rounds, points, .. } = &self.compared;
        let by = RankingTerms {
            measure: *by,
            schedule: DuelSchedule {
                activations: field::activations(*rounds, None)?,
                first: DuelSide::A,
                aim: Aim::Win,
            },
            points: points.unwrap_or(PointsBy::Wounds),
        };
        let range = self.wounds.range()?;
        let asked = RankingQuestion::new(name, setup, by).and_then(|asked| asked.counting(range));
        let asked = asked.map_err(RequestError::refused)?;
        let mut asked = FieldQuestion::Ranking(Box::new(asked));
        self.cards.play(&mut asked, values.is_only_case())?;
        self.rules.check_field(&asked)?;
        Ok(Query::Field(Box::new(asked)))
    }
}
