//! `matrix`: every attacker against every defender.

use std::sync::LazyLock;

use super::card_numbers::ReplacedNumbers;
use super::cards::PlayedCards;
use super::choices::{MetricName, OrderName};
use super::field::{self, TermsKeys};
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::query::Query;
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{
    BoundedInteger, EngineKeys, Key, Keys, ParsedFields, RequestError, TextValue, groups, keys,
};
use crate::study::PointsBy;
use crate::study::field::{
    DuelSchedule, FieldQuestion, FieldSetup, FieldTerms, MatrixQuestion, Metric,
};
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{Aim, DuelSide};

keys! {
    /// The units and the metric.
    pub struct MatrixFields in Units {
        /// Who attacks.
        several attackers: TextValue [Lists, Argument] = TextValue("all".to_owned()), "FILTER";
        /// Who is attacked.
        several defenders: TextValue [Lists, Argument] = TextValue("all".to_owned()), "FILTER";
        /// What a cell shows [default: wounds, or wins with --duel].
        maybe metric: MetricName, "METRIC";
        /// When points count as destroyed, for --metric points [default: by-destruction].
        maybe points: PointsBy [Single, Requires("metric")], "WHEN";
        /// Show the chance of at least K wounds.
        maybe at_least: BoundedInteger<1, 120> [Conflicts("metric"), Conflicts("duel")], "K";
        /// Let each pair fight a duel instead of making one attack. A charge and an arc are those
        /// of the first attack.
        flag duel;
        /// Rounds of the duels [default: 6].
        maybe rounds: BoundedInteger<1, 60> [Requires("duel")], "N";
        /// Number of attacks of both sides together, instead of rounds.
        maybe activations: Activations [Requires("duel"), Conflicts("rounds")], "N";
        /// Who attacks first in the duels: a is the attackers [default: a].
        maybe first: DuelSide [Requires("duel")], "WHO";
        /// What both players aim for in the duels with orders, options and tokens [default: win].
        maybe aim: Aim [Requires("duel")], "AIM";
        /// How attackers and defenders are ordered.
        usual sort: OrderName = OrderName::Faction, "KEY";
    }
}

groups! {
    /// The keys of a matrix.
    pub struct MatrixKeys {
        /// The units and the metric.
        pub matrix: MatrixFields,
        /// The terms of all attacks.
        pub terms: TermsKeys,
        /// Numbers in place of those on the cards.
        pub numbers: ReplacedNumbers,
        /// Tactics cards, each played where it can be.
        pub cards: PlayedCards<ATTACKER, DEFENDER>,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `matrix`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "matrix",
        about: "What does every attacker do to every defender?",
        more: "Each unit makes the legal attack of its card with the highest expected wounds \
               against each defender; --weapon melee and --weapon ranged narrow the choice. Units \
               without such an attack and defenders of unknown morale are left out and named. A \
               FILTER is a list of terms separated by commas: `all`, the start of a faction's \
               name, a type (infantry, cavalry, monster, war-machine, solo), a cost or a range of \
               costs, names of units, or `list=FILE` for the units of an army list with their \
               attachments. If an option is given several times, the units of all its FILTERs take \
               part. Cards of older editions take part only if they are named or `cards=1.0` is a \
               term. With --duel the units fight on, and a cell shows the chance that the attacker \
               wins. --attacker-with and --defender-with give an attachment to every unit that may \
               have it, and the answer names the others; a FILTER may name one unit with its own: \
               \"UNIT + ATTACHMENT\". With --charge --distance the charge is rolled and may fail.",
        examples: &[
            "warodds matrix",
            "warodds matrix --attackers stark --defenders lannister --charge --facing flank",
            "warodds matrix --attackers \"stark, infantry\" --defenders \"lannister, infantry\" \
             --facing front,flank,rear",
            "warodds matrix --attackers \"infantry, 5..6\" --defenders cavalry --metric per-point \
             --out out/matrix",
            "warodds matrix --attackers list=scenarios/lists/stark-40.toml --defenders \
             list=scenarios/lists/lannister-40.toml",
            "warodds matrix --attackers \"stark, infantry\" --defenders lannister --with \"sworn \
             sword captain\" --charge --distance 8 --metric points --points by-wounds",
            "warodds matrix --duel --attackers \"greyjoy, 5..6\" --defenders \"stark, infantry\" \
             --charge",
            "warodds matrix --attackers \"stark bowmen, neutral-stormcrow-archers\" --weapon \
             ranged --at-least 3 --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| [MatrixKeys::keys(), EngineKeys::keys()].concat());
            &KEYS
        },
        ask: |values, catalogue| MatrixKeys::read(values)?.query(values, catalogue),
    }
}

impl MatrixKeys {
    fn metric(&self) -> Metric {
        let MatrixFields { metric, at_least, duel, .. } = &self.matrix;
        let metric = metric.map_or(Metric::default_for(*duel), Metric::from);
        at_least.map_or(metric, |k| Metric::AtLeast(k.small()))
    }

    /// Returns the schedule of the duels; `None` for single attacks.
    fn schedule(&self) -> Result<Option<DuelSchedule>, RequestError> {
        let MatrixFields { duel, rounds, activations, first, aim, .. } = &self.matrix;
        let activations = field::activations(*rounds, *activations)?;
        let (first, aim) = (first.unwrap_or(DuelSide::A), aim.unwrap_or_default());
        Ok(duel.then_some(DuelSchedule { activations, first, aim }))
    }

    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        let MatrixFields { attackers: attacking, defenders: defending, sort, .. } = &self.matrix;
        if self.metric() != Metric::Points {
            values.refuse(&["points"], |_, option| {
                format!("{option} applies to --metric points: add that, or leave {option} out")
            })?;
        }
        let mut attackers = field::members(values, catalogue, ("attackers", attacking))?;
        let mut defenders = field::members(values, catalogue, ("defenders", defending))?;
        let mut notes = self.terms.situation.attach(catalogue, [&mut attackers, &mut defenders])?;
        self.cards.deal_to_field(catalogue, [&mut attackers, &mut defenders])?;
        self.terms.apply_usage(&mut attackers, &mut defenders)?;
        notes.extend(self.numbers.replace_on_field([&mut attackers, &mut defenders], values));
        let edition = self.rules.rules.unwrap_or_default();
        let mut terms = FieldTerms { notes, ..self.terms.terms(values)? };
        let replaced = ReplacedNumbers::ids();
        terms
            .usage
            .extend(values.settings().into_iter().filter(|own| replaced.contains(&&*own.axis)));
        let sides = FieldSetup { attackers, defenders, terms, edition };
        let [attacking, defending] =
            [attacking, defending].map(|filters| field::with_titles(values, catalogue, filters));
        let name = format!("{} → {}", attacking?, defending?);
        let asked = match self.schedule()? {
            Some(schedule) => MatrixQuestion::duels(name, sides, schedule, self.metric(), *sort),
            None => MatrixQuestion::new(name, sides, self.metric(), *sort),
        };
        let asked = asked.map_err(RequestError::refused)?;
        let asked = asked.counting(self.matrix.points.unwrap_or_default());
        let mut asked = FieldQuestion::Matrix(asked);
        self.cards.play(&mut asked, values.is_only_case())?;
        self.rules.check_field(&asked)?;
        Ok(Query::Field(Box::new(asked)))
    }
}
