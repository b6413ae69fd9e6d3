//! Describes effects in words, for abilities without a summary.

use super::vocabulary::{EFFECT_KEYS, ValueShape};
use warodds_games::asoiaf::effect::{
    Action, Amount, Change, Choice, Conditions, CountRange, Effect, EffectTarget, Effects, Per,
    RankComparison, TestKind, TriggeredEffect, Zone, Zones,
};
use warodds_games::asoiaf::{Facing, Range, Token, Tokens, UnitType};

/// Describes the effects of an ability, one line for each moment and its conditions.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::{CardEdition, ModelStatus};
/// use warodds_questions::catalogue::{Catalogue, describe_effects};
///
/// let disrupt = Catalogue::shipped().ability("Disrupt", CardEdition::V2021).expect("a name");
/// let ModelStatus::Modelled(effects) = &disrupt.status else { panic!("it is modelled") };
/// assert_eq!(describe_effects(effects), ["while the bearer is attacked, in contact: to hit −1"]);
/// ```
pub fn describe_effects(effects: &Effects) -> Vec<String> {
    let mut lines = lines(&effects.fixed);
    lines.extend(effects.choice.as_ref().map(choice));
    let start = match (effects.of_weapon, effects.order.is_some()) {
        (true, _) => "with the weapon of its name, ",
        (false, true) => "as an order, ",
        (false, false) => "",
    };
    lines.into_iter().map(|line| format!("{start}{line}")).collect()
}

/// Describes effects; those of the same moment and conditions share a line.
fn lines(effects: &[Effect]) -> Vec<String> {
    let alike = |a: &Effect, b: &Effect| a.moment == b.moment && a.conditions == b.conditions;
    effects.chunk_by(alike).filter_map(line).collect()
}

fn line(effects: &[Effect]) -> Option<String> {
    let first = effects.first()?;
    // the part after a semicolon is for authors of abilities
    let moment = first.moment.words().split(';').next().unwrap_or_default().to_owned();
    let near = if first.needs_contact() { vec!["in contact".to_owned()] } else { Vec::new() };
    let when = [vec![moment], near, conditions(&first.conditions)].concat().join(", ");
    let what: Vec<String> = effects.iter().map(|effect| action(effect.action)).collect();
    Some(format!("{when}: {}", what.join(", ")))
}

fn choice(choice: &Choice) -> String {
    let option =
        |(name, effects): &(String, Vec<Effect>)| format!("{name} ({})", lines(effects).join("; "));
    let options: Vec<String> = choice.options.iter().map(option).collect();
    let fewer = if choice.optional { " or fewer" } else { "" };
    let more = choice.more.iter().map(|more| format!(", 1 more {}", conditions(more).join(", ")));
    let picks = format!("{}{}{fewer}", amount(choice.picks), more.collect::<String>());
    format!("the owner takes {picks} of: {}", options.join(", "))
}

/// Describes each condition in a few words.
pub(crate) fn conditions(conditions: &Conditions) -> Vec<String> {
    let Conditions {
        melee, short, charging, enemy_activated, activated, engaged_since_start, ..
    } = conditions;
    let Conditions { supported, enemy_supported, own_turn, dealt, rank_destroyed, .. } = conditions;
    let Conditions { commander_unit, near_commander, enemy_destroyed, .. } = conditions;
    let whether = [
        (melee, ["at range", "in contact"]),
        (short, ["beyond short range", "within short range"]),
        (charging, ["without a charge", "after a charge"]),
        (enemy_activated, ["the enemy not having activated", "the enemy having activated"]),
        (activated, ["not having activated", "having activated"]),
        (
            engaged_since_start,
            ["not in contact when the turn began", "in contact since the turn began"],
        ),
        (
            supported,
            [
                "without another friend in contact with the enemy",
                "with another friend in contact with the enemy",
            ],
        ),
        (
            enemy_supported,
            [
                "without another enemy in contact with the bearer",
                "with another enemy in contact with the bearer",
            ],
        ),
        (own_turn, ["in the enemy's turn", "in its own turn"]),
        (dealt, ["no wounds having been dealt", "wounds having been dealt"]),
        (rank_destroyed, ["no rank having been destroyed", "a rank having been destroyed"]),
        (enemy_destroyed, ["the enemy having survived", "the enemy having been destroyed"]),
        (commander_unit, ["without the commander", "with the commander"]),
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
        (own_ranks, ["rank left", "ranks left"]),
        (own_ranks_lost, ["rank lost", "ranks lost"]),
        (enemy_ranks, ["enemy rank left", "enemy ranks left"]),
        (enemy_ranks_lost, ["enemy rank lost", "enemy ranks lost"]),
        (enemy_tokens, ["condition token on the enemy", "condition tokens on the enemy"]),
        (resource, ["token of its own kind", "tokens of its own kind"]),
    ];
    let counts = all.into_iter().filter_map(|(range, [one, several])| {
        let what = if range.least == 1 && range.most == 1 { one } else { several };
        between(*range).map(|count| format!("{count} {what}"))
    });
    let cost = (*spends > 0).then(|| {
        let tokens = warodds_engine::counted::counted(u64::from(*spends), "token", "tokens");
        format!("spending {tokens} of its own kind")
    });
    counts.chain(cost).chain(between(*round).map(|count| format!("round {count}"))).collect()
}

/// Describes a morale test without wounds.
fn morale_test(whom: EffectTarget, roll: Amount) -> String {
    let roll =
        if roll == Amount::default() { String::new() } else { format!(" (roll {})", signed(roll)) };
    format!("{} takes a morale test without wounds{roll}", side(whom))
}

/// Describes a range; `None` for the range of all counts.
fn between(CountRange { least, most }: CountRange) -> Option<String> {
    match (least, most) {
        (0, u8::MAX) => None,
        (_, u8::MAX) => Some(format!("{least} or more")),
        _ if least == most => Some(least.to_string()),
        (0, _) => Some(format!("{most} or fewer")),
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
        TestKind::Panic => "a panic test",
        TestKind::Attack => "the panic test of an attack",
        TestKind::Called => "called for by this",
        TestKind::Plain => "a test without wounds",
    });
    let compared = |compared: &RankComparison| match compared {
        RankComparison::Fewer => "fewer",
        RankComparison::Equal => "as many",
        RankComparison::More => "more",
    };
    let compared = |ranks: &[RankComparison]| ranks.iter().map(compared).collect();
    let one_of = |start: &str, names: Vec<&str>, end: &str| {
        (!names.is_empty()).then(|| format!("{start}{}{end}", names.join(" or ")))
    };
    let all = [
        one_of("from the ", facings.iter().copied().map(Facing::name).collect(), ""),
        one_of("", compared(ranks_against_enemy), " ranks left compared with the enemy"),
        one_of("", compared(lost_ranks_against_enemy), " ranks lost compared with the enemy"),
        (*enemy_holds != Tokens::NONE).then(|| format!("the enemy being {}", tokens(*enemy_holds))),
        one_of("of type ", own_types.iter().copied().map(UnitType::name).collect(), ""),
        (!affiliations.is_empty()).then(|| format!("of {}", names(affiliations))),
        (!not_affiliations.is_empty()).then(|| format!("not of {}", names(not_affiliations))),
        one_of("against ", enemy_types.iter().copied().map(UnitType::name).collect(), ""),
        (*zones != Zones::default()).then(|| format!("controlling {}", zone_names(*zones))),
        (*not_zones != Zones::default()).then(|| {
            format!("not controlling {}", zone_names(*not_zones).replace(" and ", " or "))
        }),
        test.map(str::to_owned),
        (*enemy_zones != Zones::default())
            .then(|| format!("the enemy controlling {}", zone_names(*enemy_zones))),
        (*not_enemy_zones != Zones::default())
            .then(|| format!("the enemy not controlling {}", zone_names(*not_enemy_zones))),
    ];
    all.into_iter().flatten().collect()
}

fn zone_names(zones: Zones) -> String {
    Zone::ALL
        .iter()
        .filter(|(zone, _)| zones.has(*zone))
        .map(|(_, name)| *name)
        .collect::<Vec<_>>()
        .join(" and ")
}

fn tokens(tokens: Tokens) -> String {
    Token::ALL
        .into_iter()
        .filter(|token| tokens.holds(*token))
        .map(Token::name)
        .collect::<Vec<_>>()
        .join(" and ")
}

/// Describes an action.
fn action(action: Action) -> String {
    match action {
        Action::Change(change) => change_with_value(change).unwrap_or_else(|| from_table(action)),
        Action::Triggered(triggered) => triggered_words(triggered),
    }
}

/// Returns the words that the table of keys has for a flag.
fn from_table(action: Action) -> String {
    let word = EFFECT_KEYS
        .iter()
        .find(|word| matches!(word.shape, ValueShape::Flag(flag) if flag == action));
    // the part after a semicolon is for authors of abilities
    word.and_then(|word| word.words.split(';').next()).unwrap_or_default().to_owned()
}

/// Describes a change with an amount or tokens; `None` for flags.
fn change_with_value(change: Change) -> Option<String> {
    Some(match change {
        Change::Dice(more) => format!("attack dice {}", signed(more)),
        Change::Ranks(more) => format!("ranks for attack dice {}", signed(more)),
        Change::ToHit(more) => format!("to hit {}", signed(more)),
        Change::Critical(hits) => format!("hits for each natural 6 {}", signed(hits)),
        Change::OnesWound(wounds) => {
            format!("wounds to the attacker for each natural 1: {}", amount(wounds))
        }
        Change::HitsEach(hits) => format!("hits of each successful die: {}", amount(hits)),
        Change::Hits(hits) => format!("hits {}", signed(hits)),
        Change::Saves(more) => format!("saves {}", signed(more)),
        Change::Block(hits) => format!("blocked hits {}", signed(hits)),
        Change::SaveOneGives(set) => {
            format!("a natural 1 among the saves makes the defender {}", tokens(set))
        }
        Change::SaveSixWounds(wounds) => {
            format!("wounds to the attacker for each natural 6 among the saves: {}", amount(wounds))
        }
        Change::FixedWounds(wounds) => {
            format!("wounds of any hit, without saves: {}", amount(wounds))
        }
        Change::Wounds(wounds) => format!("wounds {}", signed(wounds)),
        Change::MoraleRoll(more) => format!("morale roll {}", signed(more)),
        Change::PanicWounds(more) => format!("wounds of a failed panic test {}", signed(more)),
        Change::PanicCap(most) => format!("wounds of a failed panic test at most {}", amount(most)),
        Change::MoraleIs(morale) => format!("morale {morale}+ if that is better"),
        Change::Unspent(set) => format!("{} tokens cannot be spent on the bearer", tokens(set)),
        Change::Immune(set) => format!("the bearer cannot become {}", tokens(set)),
        Change::ChargeDistance(inches) => format!("charge distance {}", signed(inches)),
        Change::DisorderlyTo(face) => format!("disorderly on a natural {} or less", amount(face)),
        _ => return None,
    })
}

/// Describes what happens at a point in time.
fn triggered_words(triggered: TriggeredEffect) -> String {
    match triggered {
        TriggeredEffect::Wounds(whom, wounds) => {
            format!("wounds to {}: {}", side(whom), amount(wounds))
        }
        TriggeredEffect::Hits(whom, hits, saves) => {
            let saves = if saves == 0 {
                String::new()
            } else {
                format!(" (saves {})", signed(Amount::of(saves)))
            };
            format!("hits on {}{saves}: {}", side(whom), amount(hits))
        }
        TriggeredEffect::Heal(whom, wounds) => {
            format!("wounds healed on {}: {}", side(whom), amount(wounds))
        }
        TriggeredEffect::Give(whom, set) => format!("{} becomes {}", side(whom), tokens(set)),
        TriggeredEffect::Remove(whom, taken) => {
            format!("{} is no longer {}", side(whom), tokens(taken))
        }
        TriggeredEffect::Swap(from, to) => {
            format!("the enemy, if {}, becomes {} instead", tokens(from), tokens(to))
        }
        TriggeredEffect::Test(whom, roll, wounds) => test(whom, roll, wounds),
        TriggeredEffect::Morale(whom, roll) => morale_test(whom, roll),
        TriggeredEffect::KillAttachment(face) => format!("the enemy's attachment dies on {face}+"),
        TriggeredEffect::Attack => "the bearer makes a melee attack".to_owned(),
        TriggeredEffect::Survive { uses, test } => {
            let test = if test { " if it passes a morale test" } else { "" };
            let times = if uses == 1 { "once".to_owned() } else { format!("{uses} times") };
            format!("the bearer stays with one wound{test}, {times} a game")
        }
    }
}

fn test(whom: EffectTarget, roll: Amount, wounds: Amount) -> String {
    let changed = |what: &str, more: Amount| {
        (more != Amount::default()).then(|| format!("{what} {}", signed(more)))
    };
    let changes: Vec<String> =
        [changed("roll", roll), changed("wounds", wounds)].into_iter().flatten().collect();
    let changes =
        if changes.is_empty() { String::new() } else { format!(" ({})", changes.join(", ")) };
    format!("{} takes a panic test{changes}", side(whom))
}

const fn side(whom: EffectTarget) -> &'static str {
    match whom {
        EffectTarget::Bearer => "the bearer",
        EffectTarget::Enemy => "the enemy",
    }
}

/// Shows an amount with its sign.
fn signed(added: Amount) -> String {
    let plain = amount(added);
    // a negative amount has its sign already
    if plain.starts_with('−') { plain } else { format!("+{plain}") }
}

/// Shows an amount, e.g. `1 + D3` or `−1 for each rank the enemy has lost`.
fn amount(Amount { base, each, per, d3, most }: Amount) -> String {
    let dice = (d3 > 0).then(|| if d3 == 1 { "D3".to_owned() } else { format!("{d3} D3") });
    let grows = per.filter(|_| each != 0).map(|per: Per| {
        // the part after a semicolon is for authors of abilities
        let what = per.words().split(';').next().unwrap_or_default();
        format!("{} for each {what}", number(each))
    });
    let bare = dice.is_none() && grows.is_none();
    let base = (base != 0 || bare).then(|| number(base));
    let sum: Vec<String> = [base, dice, grows].into_iter().flatten().collect();
    let most = most.map_or_else(String::new, |most| format!(", {most} at most"));
    format!("{}{most}", sum.join(" + "))
}

/// Shows a number with a true minus sign.
fn number(number: i8) -> String {
    number.to_string().replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::effects;
    use crate::document;

    /// Describes the effects of an ability that is written in TOML.
    fn words(name: &str, toml: &str) -> Vec<String> {
        let read = document::read("ability", toml, |mut section, report| {
            let effects = effects::read(&mut section, name, report);
            section.finish(report);
            effects
        });
        read.map(|effects| describe_effects(&effects.unwrap_or_default()))
            .unwrap_or_else(|(_, faults)| panic!("{faults}"))
    }

    #[test]
    fn describe_effects_words_moments_conditions_and_amounts() {
        for (toml, expected) in [
            (
                r#"effects = [{ when = "attacking", melee = true, charge = true, saves = -1 }]"#,
                "while the bearer makes an attack, in contact, after a charge: saves −1",
            ),
            (
                r#"effects = [{ when = "attacked", own_ranks_lost = { least = 1 }, block = { base = 1, per = "enemy-ranks-lost", most = 3 } }]"#,
                "while the bearer is attacked, 1 or more ranks lost: blocked hits +1 + 1 for each \
                 rank the enemy has lost, 3 at most",
            ),
            (
                r#"effects = [{ when = "after-attacking", dealt = true, test_enemy = { morale = -2 }, give_enemy = ["panicked", "weakened"] }]"#,
                "after an attack of the bearer, wounds having been dealt: the enemy takes a panic \
                 test (roll −2), the enemy becomes panicked and weakened",
            ),
            (
                r#"effects = [{ when = "passing", zone = ["crown", "wealth"], wound_enemy = { d3 = 1 } }]"#,
                "when the bearer passes a morale test, controlling crown and wealth: wounds to \
                 the enemy: D3",
            ),
            (
                r#"effects = [{ when = "attacking", facing = ["flank", "rear"], precision = true }]"#,
                "while the bearer makes an attack, from the flank or rear: a hit from a natural 6 \
                 cannot be blocked",
            ),
            (
                r#"effects = [{ when = "enemy-testing", enemy_zone = "letters", morale = -1 }]"#,
                "in morale tests of an enemy, in contact, the enemy controlling letters: morale \
                 roll −1",
            ),
            (
                r#"effects = [{ when = "enemy-failing", short = true, enemy_supported = false, heal = 1 }]"#,
                "when an enemy fails a morale test, within short range, without another enemy in \
                 contact with the bearer: wounds healed on the bearer: 1",
            ),
            (
                r#"effects = [{ when = "dying", survive = { uses = 2, test = true } }]"#,
                "when the bearer would be destroyed: the bearer stays with one wound if it passes \
                 a morale test, 2 times a game",
            ),
        ] {
            assert!(
                words("Fury", toml).contains(&expected.to_owned()),
                "{toml}: {:?}",
                words("Fury", toml)
            );
        }
    }

    #[test]
    fn describe_effects_names_choices_orders_and_weapons() {
        let toml = r#"choose = { optional = true, options = [
            { name = "sharp", effects = [{ when = "attacking", to_hit = 1 }] },
            { name = "heavy", effects = [{ when = "attacking", critical = 1 }] },
        ] }"#;
        let words_of_choice = "the owner takes 1 or fewer of: sharp (while the bearer makes an \
                    attack: to \
                    hit +1), heavy (while the bearer makes an attack: hits for each natural 6 +1)";
        assert_eq!(words("Order: Strike", toml), [format!("as an order, {words_of_choice}")]);
        assert_eq!(
            words("Axe", &format!("weapon = true\n{toml}")),
            [format!("with the weapon of its name, {words_of_choice}")]
        );
    }

    #[test]
    fn every_flag_has_a_description() {
        for word in EFFECT_KEYS {
            if let ValueShape::Flag(flag) = word.shape {
                assert!(action(flag).len() > 10, "{} is described as {:?}", word.key, action(flag));
            }
        }
    }
}
