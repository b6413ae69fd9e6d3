//! Describes conditions of effects in words, as phrases that follow an occasion.

use warodds_games::asoiaf::effect::{
    Conditions, CountRange, RankComparison, TestKind, Zone, Zones,
};
use warodds_games::asoiaf::{Facing, Range, Token, Tokens, UnitType};

/// Describes each condition as a phrase that follows an occasion.
pub(crate) fn conditions(conditions: &Conditions) -> Vec<String> {
    let Conditions {
        melee, short, charging, enemy_activated, activated, engaged_since_start, ..
    } = conditions;
    let Conditions { supported, enemy_supported, own_turn, dealt, rank_destroyed, .. } = conditions;
    let Conditions { commander_unit, near_commander, enemy_destroyed, .. } = conditions;
    let whether = [
        (melee, ["at range", "in melee"]),
        (short, ["beyond short range", "within short range"]),
        (charging, ["without a charge", "after a charge"]),
        (
            enemy_activated,
            ["if the enemy has not activated yet", "if the enemy has already activated"],
        ),
        (activated, ["if the unit has not activated yet", "if the unit has already activated"]),
        (
            engaged_since_start,
            ["if not in contact when the turn began", "if in contact since the turn began"],
        ),
        (
            supported,
            [
                "if no other friend is in contact with the enemy",
                "if another friend is in contact with the enemy",
            ],
        ),
        (
            enemy_supported,
            [
                "if no other enemy is in contact with the unit",
                "if another enemy is in contact with the unit",
            ],
        ),
        (own_turn, ["in the enemy's turn", "in its own turn"]),
        (dealt, ["if the attack dealt no wounds", "if the attack dealt wounds"]),
        (rank_destroyed, ["if the attack destroyed no rank", "if the attack destroyed a rank"]),
        (enemy_destroyed, ["if the enemy survives", "if the enemy is destroyed"]),
        (commander_unit, ["without the commander in the unit", "with the commander in the unit"]),
        (near_commander, ["far from the commander", "near the commander or with it"]),
    ];
    let whether = whether.into_iter().filter_map(|(holds, [no, yes])| {
        holds.map(|holds| if holds { yes } else { no }.to_owned())
    });
    let range = conditions.commander_range.map(|range| match range {
        Range::Short => "within short range".to_owned(),
        Range::Long => "within long range".to_owned(),
    });
    whether.chain(range).chain(counted(conditions)).chain(named(conditions)).collect()
}

/// Describes conditions on numbers.
fn counted(conditions: &Conditions) -> Vec<String> {
    let Conditions {
        own_ranks,
        own_ranks_lost,
        enemy_ranks,
        enemy_ranks_lost,
        enemy_tokens,
        round,
        resource,
        spends,
        ..
    } = conditions;
    let all = [
        (own_ranks, ["with", "rank left", "ranks left"]),
        (own_ranks_lost, ["with", "rank lost", "ranks lost"]),
        (enemy_ranks, ["if the enemy has", "rank left", "ranks left"]),
        (enemy_ranks_lost, ["if the enemy has", "rank lost", "ranks lost"]),
        (enemy_tokens, ["if the enemy has", "condition token", "condition tokens"]),
        (resource, ["with", "token of its own", "tokens of its own"]),
    ];
    let counts = all.into_iter().filter_map(|(range, [start, one, several])| {
        let named = if range.most == u8::MAX { range.least } else { range.most };
        let what = if named == 1 { one } else { several };
        between(*range).map(|count| format!("{start} {count} {what}"))
    });
    let cost = (*spends > 0).then(|| {
        let tokens = warodds_engine::counted::counted(u64::from(*spends), "token", "tokens");
        format!("for {tokens} of its own")
    });
    counts.chain(cost).chain(rounds(*round)).collect()
}

/// Describes a range of rounds; `None` for all rounds.
fn rounds(rounds: CountRange) -> Option<String> {
    let CountRange { least, most } = rounds;
    match (least, most) {
        (0, u8::MAX) => None,
        (_, u8::MAX) => Some(format!("from round {least} on")),
        _ if least == most => Some(format!("in round {least}")),
        (0, _) => Some(format!("up to round {most}")),
        _ => Some(format!("in rounds {least} to {most}")),
    }
}

/// Describes a range; `None` for the range of all counts.
fn between(CountRange { least, most }: CountRange) -> Option<String> {
    match (least, most) {
        (0, u8::MAX) => None,
        (_, u8::MAX) => Some(format!("at least {least}")),
        _ if least == most => Some(least.to_string()),
        (0, _) => Some(format!("at most {most}")),
        _ => Some(format!("{least} to {most}")),
    }
}

/// Describes conditions on arcs, tokens, types, zones and tests.
fn named(conditions: &Conditions) -> Vec<String> {
    let Conditions {
        facings,
        ranks_against_enemy,
        lost_ranks_against_enemy,
        enemy_holds,
        enemy_types,
        zones,
        not_zones,
        enemy_zones,
        not_enemy_zones,
        test,
        own_types,
        affiliations,
        not_affiliations,
        ..
    } = conditions;
    let names = |names: &'_ [String]| names.join(" or ");
    let test = test.map(|which| match which {
        TestKind::Panic => "if it is a panic test",
        TestKind::Attack => "if it is the panic test of an attack",
        TestKind::Called => "if it is the test called for by this",
        TestKind::Plain => "if it is a test without wounds",
    });
    let compared = |ranks: &[RankComparison], what: &str| {
        let phrase = |compared: &RankComparison| match compared {
            RankComparison::Fewer => format!("fewer {what} than the enemy"),
            RankComparison::Equal => format!("as many {what} as the enemy"),
            RankComparison::More => format!("more {what} than the enemy"),
        };
        let phrases: Vec<String> = ranks.iter().map(phrase).collect();
        (!phrases.is_empty()).then(|| format!("with {}", phrases.join(" or ")))
    };
    let one_of = |start: &str, names: Vec<&str>| {
        (!names.is_empty()).then(|| format!("{start}{}", names.join(" or ")))
    };
    let holding = |who: &str, set: &Zones, and: &str| {
        (*set != Zones::default()).then(|| format!("if {who} {}", zone_names(*set, and)))
    };
    let all = [
        one_of("from the ", facings.iter().copied().map(Facing::name).collect()),
        compared(ranks_against_enemy, "ranks left"),
        compared(lost_ranks_against_enemy, "ranks lost"),
        (*enemy_holds != Tokens::NONE).then(|| format!("if the enemy is {}", tokens(*enemy_holds))),
        one_of("if the unit is of type ", own_types.iter().copied().map(UnitType::name).collect()),
        (!affiliations.is_empty()).then(|| format!("if the unit is of {}", names(affiliations))),
        (!not_affiliations.is_empty())
            .then(|| format!("if the unit is not of {}", names(not_affiliations))),
        one_of("against ", enemy_types.iter().copied().map(UnitType::name).collect()),
        holding("you hold", zones, " and "),
        holding("you do not hold", not_zones, " or "),
        test.map(str::to_owned),
        holding("the enemy holds", enemy_zones, " and "),
        holding("the enemy does not hold", not_enemy_zones, " and "),
    ];
    all.into_iter().flatten().collect()
}

fn zone_names(zones: Zones, and: &str) -> String {
    let held = Zone::ALL.iter().filter(|(zone, _)| zones.has(*zone));
    held.map(|(zone, _)| describe_zone(*zone)).collect::<Vec<_>>().join(and)
}

/// Names a zone by the symbol that players know.
pub(crate) const fn describe_zone(zone: Zone) -> &'static str {
    match zone {
        Zone::Crown => "the Crown",
        Zone::Wealth => "the Wealth",
        Zone::Letters => "the Letters",
        Zone::Combat => "the Swords",
        Zone::Maneuver => "the Horse",
    }
}

/// Joins the names of tokens.
pub(super) fn tokens(tokens: Tokens) -> String {
    Token::ALL
        .into_iter()
        .filter(|token| tokens.holds(*token))
        .map(Token::name)
        .collect::<Vec<_>>()
        .join(" and ")
}
