//! Several units, each against every unit of a field, as a question.

use super::compare::default_measure;
use super::matrix::{DuelSchedule, terms_of_duels};
use super::unit::{disambiguate_names, names, pairs};
use super::{FieldError, FieldSide, FieldTerms, FieldUnit, LeftOut, Measure, check_range};
use crate::study::{PointsBy, Setting};
use warodds_answer::WoundRange;
use warodds_games::asoiaf::{Edition, Unit, Weapon};

/// Units and terms of a ranking. Of each pair of lists the first is used where its units attack on
/// the terms, the second where they are attacked.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingSetup {
    /// The compared units.
    pub units: [Vec<FieldUnit>; 2],
    /// The field.
    pub field: [Vec<FieldUnit>; 2],
    /// The terms of the attacks.
    pub terms: FieldTerms,
    /// The edition of the rules.
    pub edition: Edition,
}

/// By what units are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankingTerms {
    /// The measure; `None` for the default.
    pub measure: Option<Measure>,
    /// The length of duels.
    pub schedule: DuelSchedule,
    /// When the points of a unit count as destroyed.
    pub points: PointsBy,
}

/// Several units, each against every unit of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingQuestion {
    /// Its name.
    pub name: String,
    /// The values of lists that distinguish it from other questions.
    pub case: Vec<Setting>,
    pub(in crate::study) units: [Vec<FieldUnit>; 2],
    pub(in crate::study) field: [Vec<FieldUnit>; 2],
    pub(in crate::study) terms: FieldTerms,
    pub(in crate::study) edition: Edition,
    pub(in crate::study) measure: Measure,
    pub(in crate::study) schedule: DuelSchedule,
    pub(in crate::study) points: PointsBy,
    pub(in crate::study) range: Option<WoundRange>,
    pub(in crate::study) left_out: Vec<LeftOut>,
}

/// What units of one side need to take part.
pub(super) struct Needs<'a> {
    /// The terms of attacks.
    pub terms: &'a FieldTerms,
    /// The side of the terms.
    pub side: FieldSide,
    /// An attack on the terms.
    pub attack: bool,
    /// Its morale value.
    pub morale: bool,
    /// Its cost.
    pub cost: bool,
}

impl Needs<'_> {
    /// Returns why a unit cannot take part; `None` if it can.
    pub(super) fn lacking(&self, unit: &Unit) -> Option<String> {
        if self.attack && !self.terms.arms(unit) {
            return Some(format!("no {}", self.terms.kind().words()));
        }
        let is_unknown = |is_needed: bool, is_known: bool| is_needed && !is_known;
        if is_unknown(self.morale, unit.morale.is_some()) {
            return Some("its morale is unknown".to_owned());
        }
        if is_unknown(self.cost, unit.cost.is_some()) {
            return Some("its cost is unknown".to_owned());
        }
        self.terms.lacks(unit, self.side)
    }
}

impl RankingQuestion {
    /// Creates a ranking. Units of the field that cannot take part are left out and named.
    ///
    /// # Errors
    /// If a compared unit cannot take part, if no unit of the field can, or if duels do not have a
    /// term.
    pub fn new(
        name: impl Into<String>,
        setup: RankingSetup,
        by: RankingTerms,
    ) -> Result<Self, FieldError> {
        let RankingSetup { mut units, mut field, terms, edition } = setup;
        for members in units.iter_mut().chain(&mut field) {
            disambiguate_names(members);
        }
        let measure = default_measure(by.measure, &units[0])?;
        let terms = if measure == Measure::Duel { terms_of_duels(terms)? } else { terms };
        let mut back = terms.reversed();
        if measure == Measure::Duel {
            back.engagement = terms.engagement;
        }
        if measure == Measure::Survive && terms.charge_roll.is_some() {
            return Err(FieldError::NotInSurvival("charge distance"));
        }
        let mut out_of_reach = Vec::new();
        if measure != Measure::Survive {
            (units, out_of_reach) = in_reach(units, &terms);
        }
        let [own, other] = needs(measure, &terms, &back);
        for FieldUnit { unit, .. } in &units[0] {
            if let Some(why) = own.lacking(unit) {
                return Err(FieldError::Unable { units: unit.name.clone(), why });
            }
        }
        let (field, mut left_out) = able(field, &other)?;
        left_out.extend(out_of_reach);
        let RankingTerms { schedule, points, .. } = by;
        Ok(Self {
            name: name.into(),
            case: Vec::new(),
            units,
            field,
            terms,
            edition,
            measure,
            schedule,
            points,
            range: None,
            left_out,
        })
    }

    /// Requests the chance of some numbers of wounds.
    ///
    /// # Errors
    /// [`FieldError::TooManyWounds`] if no unit of the field has as many.
    pub fn counting(self, range: Option<WoundRange>) -> Result<Self, FieldError> {
        check_range(range, &self.field[0], self.terms.wounds_lost[1])?;
        Ok(Self { range, ..self })
    }

    /// Returns the compared units and those of the field in the roles of the terms: the ones attack
    /// the others.
    pub(in crate::study) fn roles(&self) -> [&[FieldUnit]; 2] {
        let ([attacking, attacked], [enemies, targets]) = (&self.units, &self.field);
        match self.measure {
            Measure::Survive => [attacked, enemies],
            _ => [attacking, targets],
        }
    }

    /// Returns attacker and defender of each pair, by the compared unit.
    pub(in crate::study) fn pairs(&self) -> Vec<[&Unit; 2]> {
        let [units, field] = self.roles();
        let mut all = pairs(units, field);
        if self.measure == Measure::Survive {
            all.iter_mut().for_each(|pair| pair.reverse());
        }
        all
    }

    /// Returns all units.
    pub(in crate::study) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        let [units, field] = self.roles();
        units.iter().chain(field).map(|member| &member.unit)
    }

    /// Returns all units with each weapon that they may use.
    pub(in crate::study) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        self.units().flat_map(|unit| {
            let all: Vec<_> = self.terms.armed(unit).collect();
            if all.is_empty() { vec![(unit, unit.answers_with())] } else { all }
        })
    }

    /// Returns the number of attacks or duels in the question.
    pub fn attacks(&self) -> u64 {
        let each = match self.measure {
            Measure::Duel | Measure::Trade => 2,
            Measure::Wounds | Measure::PerPoint | Measure::Survive => 1,
        };
        let [units, _] = &self.units;
        let [field, _] = &self.field;
        each * units.len() as u64 * field.len() as u64
    }
}

/// Returns what the compared units need, and what the units of the field do. `back` are the terms
/// of attacks by the field.
fn needs<'a>(measure: Measure, terms: &'a FieldTerms, back: &'a FieldTerms) -> [Needs<'a>; 2] {
    let needs = |terms, side, attack| Needs { terms, side, attack, morale: false, cost: false };
    let attacker = needs(terms, FieldSide::Attacker, true);
    let defender = Needs { morale: true, ..needs(terms, FieldSide::Defender, false) };
    let cost = measure == Measure::Trade;
    match measure {
        Measure::Wounds | Measure::PerPoint => [attacker, defender],
        // the field attacks the compared units
        Measure::Survive => [defender, attacker],
        Measure::Duel | Measure::Trade => [
            Needs { morale: true, cost, ..attacker },
            Needs { morale: true, cost, ..needs(back, FieldSide::Attacker, true) },
        ],
    }
}

/// Keeps the compared units that can charge from the distance of the terms, and names the others.
fn in_reach(units: [Vec<FieldUnit>; 2], terms: &FieldTerms) -> ([Vec<FieldUnit>; 2], Vec<LeftOut>) {
    let why = |member: &FieldUnit| terms.out_of_reach(&member.unit);
    let left_out = units[0]
        .iter()
        .filter_map(|member| Some(LeftOut { unit: member.unit.name.clone(), why: why(member)? }));
    let left_out = left_out.collect();
    let kept = units.map(|members| members.into_iter().filter(|one| why(one).is_none()).collect());
    (kept, left_out)
}

/// Keeps the units of a field that can take part, and names the others.
pub(super) fn able(
    field: [Vec<FieldUnit>; 2],
    needs: &Needs<'_>,
) -> Result<([Vec<FieldUnit>; 2], Vec<LeftOut>), FieldError> {
    let lacking: Vec<Option<String>> =
        field[0].iter().map(|member| needs.lacking(&member.unit)).collect();
    let named = names(&field[0]);
    let left_out: Vec<LeftOut> = field[0]
        .iter()
        .zip(&lacking)
        .filter_map(|(member, why)| {
            Some(LeftOut { unit: member.unit.name.clone(), why: why.clone()? })
        })
        .collect();
    let kept = field.map(|members| {
        let each = members.into_iter().zip(&lacking);
        each.filter(|(_, why)| why.is_none()).map(|(member, _)| member).collect::<Vec<_>>()
    });
    match (kept[0].is_empty(), left_out.first()) {
        (true, Some(LeftOut { why, .. })) => {
            Err(FieldError::Unable { units: named, why: why.clone() })
        }
        _ => Ok((kept, left_out)),
    }
}
