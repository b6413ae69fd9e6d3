//! Describes effects in words: of cards, and of abilities without a summary.

use super::condition_words::{conditions, tokens};
use super::vocabulary::{EFFECT_KEYS, ValueShape};
use warodds_games::asoiaf::effect::{
    Action, Amount, Change, Choice, Effect, EffectTarget, Effects, Moment, Per, Trigger,
    TriggeredEffect,
};

/// Describes the effects of an ability, one line for each moment and its conditions.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::{Season, ModelStatus};
/// use warodds_questions::catalogue::{Catalogue, describe_effects};
///
/// let disrupt = Catalogue::shipped().ability("Disrupt", Season::V2021).expect("a name");
/// let ModelStatus::Modelled(effects) = &disrupt.status else { panic!("it is modelled") };
/// assert_eq!(describe_effects(effects), ["when the unit is attacked, in melee: −1 to hit"]);
/// ```
pub fn describe_effects(effects: &Effects) -> Vec<String> {
    let played = effects.card.as_ref().filter(|play| !play.stays);
    describe(effects, played.map(|play| play.trigger))
}

/// Describes effects that come at once: [`Moment::Activating`] goes without saying.
pub fn describe_immediate_effects(effects: &Effects) -> Vec<String> {
    describe(effects, Some(Trigger::Activation))
}

/// Describes effects; moments that `trigger` implies go without saying.
fn describe(effects: &Effects, trigger: Option<Trigger>) -> Vec<String> {
    let mut lines = lines(&effects.fixed, trigger);
    lines.extend(effects.choice.as_ref().map(|choice| describe_choice(choice, trigger)));
    let start = match (effects.of_weapon, effects.order.is_some()) {
        (true, _) => "with this weapon, ",
        (false, true) => "as an order, ",
        (false, false) => "",
    };
    lines.into_iter().map(|line| format!("{start}{line}")).collect()
}

/// Describes effects; those of the same moment and conditions share a line.
fn lines(effects: &[Effect], trigger: Option<Trigger>) -> Vec<String> {
    let alike = |a: &Effect, b: &Effect| a.moment == b.moment && a.conditions == b.conditions;
    let line = |chunk: &[Effect]| {
        let occasion = chunk.first().map_or_else(String::new, |effect| occasion(effect, trigger));
        if occasion.is_empty() { deeds(chunk) } else { format!("{occasion}: {}", deeds(chunk)) }
    };
    effects.chunk_by(alike).map(line).collect()
}

/// Describes when an effect counts; empty if that goes without saying.
fn occasion(effect: &Effect, trigger: Option<Trigger>) -> String {
    let near = effect.needs_contact().then(|| "in contact".to_owned());
    let is_implied = trigger.is_some_and(|trigger| implies(trigger, effect.moment));
    let moment = (!is_implied).then(|| of_unit(effect.moment.words()));
    moment
        .into_iter()
        .chain(near)
        .chain(conditions(&effect.conditions))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns whether a card with this trigger has effects at this moment without saying so.
const fn implies(trigger: Trigger, moment: Moment) -> bool {
    use Moment::{Activating, AfterAttacked, AfterAttacking, Attacked, Attacking, BeforeAttacked};
    use Moment::{
        BeforeAttacking, Charging, EnemyActivating, EnemyCharging, EnemyTesting, Testing,
    };
    match trigger {
        Trigger::Turn | Trigger::Activation => matches!(moment, Activating),
        Trigger::EnemyActivation => matches!(moment, EnemyActivating),
        Trigger::Charge | Trigger::ChargeRolled => matches!(moment, Charging),
        Trigger::Charged => matches!(moment, EnemyCharging),
        Trigger::ChargeArrived | Trigger::BeforeAttacking | Trigger::AttackDice => {
            matches!(moment, Attacking | BeforeAttacking)
        }
        Trigger::BeforeAttacked | Trigger::AfterAttackDice | Trigger::AfterSaves => {
            matches!(moment, Attacked | BeforeAttacked)
        }
        Trigger::AfterAttacking => matches!(moment, AfterAttacking),
        Trigger::AfterAttacked => matches!(moment, AfterAttacked),
        Trigger::Testing => matches!(moment, Testing),
        Trigger::EnemyTesting => matches!(moment, EnemyTesting),
        Trigger::Passing | Trigger::Failing | Trigger::Dying | Trigger::Claim => false,
    }
}

/// Describes what effects of one occasion do.
fn deeds(effects: &[Effect]) -> String {
    effects.iter().map(|effect| action(effect.action)).collect::<Vec<_>>().join("; ")
}

/// Rewords a description of a key for players: authors of abilities call the unit the bearer, and
/// the part after a semicolon is for them.
fn of_unit(words: &str) -> String {
    words.split(';').next().unwrap_or_default().replace("the bearer", "the unit")
}

/// Describes a choice; options that all count on the same occasion name it once.
fn describe_choice(choice: &Choice, trigger: Option<Trigger>) -> String {
    let picks = picks(choice);
    let mut effects = choice.options.iter().flat_map(|(_, effects)| effects);
    let first = effects.next();
    let is_shared = |one: &Effect| {
        first.is_some_and(|first| first.moment == one.moment && first.conditions == one.conditions)
    };
    if let Some(first) = first.filter(|_| effects.all(is_shared)) {
        let options = choice.options.iter().map(|(name, effects)| (name, deeds(effects)));
        let choose = format!("choose {picks}: {}", named_options(options));
        let occasion = occasion(first, trigger);
        if occasion.is_empty() { choose } else { format!("{occasion}, {choose}") }
    } else {
        let options = choice.options.iter();
        let options = options.map(|(name, effects)| (name, lines(effects, trigger).join("; ")));
        format!("choose {picks}: {}", named_options(options))
    }
}

fn named_options<'o>(options: impl Iterator<Item = (&'o String, String)>) -> String {
    options.map(|(name, deeds)| format!("`{name}`: {deeds}")).collect::<Vec<_>>().join("; or ")
}

/// Says how many options are chosen, e.g. `one (two if you hold the Horse)`.
fn picks(choice: &Choice) -> String {
    let up_to = if choice.optional { "up to " } else { "" };
    let count = match choice.picks {
        Amount { base: 1, each: 0, d3: 0, .. } => "one".to_owned(),
        Amount { base: 2, each: 0, d3: 0, .. } => "two".to_owned(),
        picks => quantity(picks, ["option", "options"]),
    };
    let larger = match (&*count, choice.more.len()) {
        ("one", 1) => "two",
        ("two", 1) => "three",
        _ => "one more",
    };
    let more = choice.more.iter();
    let more: String =
        more.map(|more| format!(" ({larger} {})", conditions(more).join(", "))).collect();
    format!("{up_to}{count}{more}")
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
    word.map_or_else(String::new, |word| of_unit(word.words))
}

const WOUNDS: [&str; 2] = ["wound", "wounds"];
const HITS: [&str; 2] = ["hit", "hits"];

/// Describes a change with an amount or tokens; `None` for flags.
fn change_with_value(change: Change) -> Option<String> {
    Some(match change {
        Change::Dice(more) => signed(more, ["attack die", "attack dice"]),
        Change::Ranks(more) => format!("ranks counted for attack dice: {}", signed(more, [""; 2])),
        Change::ToHit(more) => signed(more, ["to hit"; 2]),
        Change::Critical(Amount { base: 1, each: 0, d3: 0, .. }) => {
            "natural 6s count as two hits".to_owned()
        }
        Change::Critical(hits) => format!("each natural 6 makes {} more", quantity(hits, HITS)),
        Change::OnesWound(wounds) => {
            format!("{} to the attacker for each attack die of 1", quantity(wounds, WOUNDS))
        }
        Change::HitsEach(hits) => format!("each success makes {}", quantity(hits, HITS)),
        Change::Hits(hits) => signed(hits, HITS),
        Change::Saves(more) => signed(more, ["to the defender's saves"; 2]),
        Change::Block(hits) => format!("blocks {} after the saves", quantity(hits, HITS)),
        Change::SaveOneGives(set) => {
            format!("a save of 1 makes the defender {}", tokens(set))
        }
        Change::SaveSixWounds(wounds) => {
            format!("{} to the attacker for each save of 6", quantity(wounds, WOUNDS))
        }
        Change::FixedWounds(wounds) => {
            format!("if it hits at all, {} instead of saves", quantity(wounds, WOUNDS))
        }
        Change::FixedD3 => "and D3 more".to_owned(),
        Change::Wounds(wounds) => format!("{} if it hits at all", signed(wounds, WOUNDS)),
        Change::MoraleRoll(more) => signed(more, ["to the morale roll"; 2]),
        Change::PanicWounds(more) => format!("{} from a failed panic test", signed(more, WOUNDS)),
        Change::PanicCap(most) => {
            format!("at most {} from a failed panic test", quantity(most, WOUNDS))
        }
        Change::MoraleIs(morale) => format!("morale {morale}+ if that is better"),
        Change::Unspent(set) => format!("{} tokens cannot be spent on the unit", tokens(set)),
        Change::Immune(set) => format!("the unit cannot become {}", tokens(set)),
        Change::ChargeDistance(inches) => signed(inches, ["inch of charge", "inches of charge"]),
        Change::DisorderlyTo(Amount { base: 0, each: 0, d3: 0, .. }) => {
            "the charge is never disorderly".to_owned()
        }
        Change::DisorderlyTo(face) => {
            format!("the charge is disorderly on a roll of {} or less", quantity(face, [""; 2]))
        }
        _ => return None,
    })
}

/// Describes what happens at a point in time.
fn triggered_words(triggered: TriggeredEffect) -> String {
    match triggered {
        TriggeredEffect::Wounds(whom, wounds) => {
            format!("{} takes {}", side(whom), quantity(wounds, WOUNDS))
        }
        TriggeredEffect::Hits(whom, hits, saves) => {
            let saves = (saves != 0)
                .then(|| format!(", {}", signed(Amount::of(saves), ["to its saves"; 2])));
            format!("{} takes {}{}", side(whom), quantity(hits, HITS), saves.unwrap_or_default())
        }
        TriggeredEffect::Heal(whom, wounds) => {
            format!("{} heals {}", side(whom), quantity(wounds, WOUNDS))
        }
        TriggeredEffect::Give(whom, set) => format!("{} becomes {}", side(whom), tokens(set)),
        TriggeredEffect::Remove(whom, taken) => {
            format!("{} is no longer {}", side(whom), tokens(taken))
        }
        TriggeredEffect::Swap(from, to) => {
            format!("if the enemy is {}, it becomes {} instead", tokens(from), tokens(to))
        }
        TriggeredEffect::Test(whom, roll, wounds) => test(whom, roll, wounds),
        TriggeredEffect::Morale(whom, roll) => {
            format!("{} takes a morale test{} that costs no wounds", side(whom), at(roll))
        }
        TriggeredEffect::KillAttachment(face) => {
            format!("on a {face} or more the enemy's attachment dies")
        }
        TriggeredEffect::Attack => "the unit makes a melee attack".to_owned(),
        TriggeredEffect::Survive { uses, test } => {
            let test = if test { " if it passes a morale test" } else { "" };
            let times = if uses == 1 { "once" } else { "twice" };
            format!("the unit survives with one wound{test}, {times} a game")
        }
    }
}

/// Describes a panic test that an effect calls for.
fn test(whom: EffectTarget, roll: Amount, wounds: Amount) -> String {
    let costs = if wounds == Amount::default() {
        String::new()
    } else {
        format!(", {} if it fails", signed(wounds, WOUNDS))
    };
    format!("{} takes a panic test{}{costs}", side(whom), at(roll))
}

/// Describes a modifier of a test, e.g. ` at −2`.
fn at(roll: Amount) -> String {
    if roll == Amount::default() { String::new() } else { format!(" at {}", signed(roll, [""; 2])) }
}

const fn side(whom: EffectTarget) -> &'static str {
    match whom {
        EffectTarget::Bearer => "the unit",
        EffectTarget::Enemy => "the enemy",
    }
}

/// Shows an amount with its sign and its noun, e.g. `+1 attack die`.
fn signed(added: Amount, noun: [&str; 2]) -> String {
    let plain = quantity(added, noun);
    // a negative amount has its sign already
    if plain.starts_with('−') { plain } else { format!("+{plain}") }
}

/// Shows an amount with its noun, e.g. `D3+1 wounds` or `2 hits for each rank the enemy has lost`.
/// The nouns are for one and for several, and may be empty.
fn quantity(Amount { base, each, per, d3, most }: Amount, [one, several]: [&str; 2]) -> String {
    let grows = per.filter(|_| each != 0).map(|per: Per| (each, of_unit(per.words())));
    let dice = match d3 {
        0 => String::new(),
        1 => "D3".to_owned(),
        _ => format!("{d3}D3"),
    };
    let fixed = match (base, d3, &grows) {
        (0, 0, Some(_)) => None,
        (_, 0, _) => Some(number(base)),
        (0, ..) => Some(dice),
        _ => Some(format!("{dice}{}{}", if base > 0 { "+" } else { "" }, number(base))),
    };
    let is_one = |count: i8| count.abs() == 1;
    let with_noun = |count: String, is_one: bool| {
        let noun = if is_one { one } else { several };
        if noun.is_empty() { count } else { format!("{count} {noun}") }
    };
    let text = match (fixed, grows) {
        (Some(fixed), None) => with_noun(fixed, is_one(base) && d3 == 0),
        (None, Some((each, per))) => {
            format!("{} for each {per}", with_noun(number(each), is_one(each)))
        }
        (Some(fixed), Some((each, per))) => {
            let more = if (each > 0) == (base >= 0) { "more" } else { "fewer" };
            let fixed = with_noun(fixed, is_one(base) && d3 == 0);
            format!("{fixed}, and {} {more} for each {per}", each.unsigned_abs())
        }
        (None, None) => String::new(),
    };
    most.map_or_else(|| text.clone(), |most| format!("{text} ({most} at most)"))
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
                "when the unit attacks, in melee, after a charge: −1 to the defender's saves",
            ),
            (
                r#"effects = [{ when = "attacked", own_ranks_lost = { least = 1 }, block = { base = 1, per = "enemy-ranks-lost", most = 3 } }]"#,
                "when the unit is attacked, with at least 1 rank lost: blocks 1 hit, and 1 more for \
                 each rank the enemy has lost (3 at most) after the saves",
            ),
            (
                r#"effects = [{ when = "after-attacking", dealt = true, test_enemy = { morale = -2 }, give_enemy = ["panicked", "weakened"] }]"#,
                "after an attack of the unit, if the attack dealt wounds: the enemy takes a panic \
                 test at −2; the enemy becomes panicked and weakened",
            ),
            (
                r#"effects = [{ when = "passing", zone = ["crown", "wealth"], wound_enemy = { d3 = 1 } }]"#,
                "when the unit passes a morale test, if you hold the Crown and the Wealth: the enemy \
                 takes D3 wounds",
            ),
            (
                r#"effects = [{ when = "attacking", facing = ["flank", "rear"], precision = true }]"#,
                "when the unit attacks, from the flank or rear: hits from natural 6s cannot be \
                 blocked",
            ),
            (
                r#"effects = [{ when = "enemy-testing", enemy_zone = "letters", morale = -1 }]"#,
                "in morale tests of an enemy, in contact, if the enemy holds the Letters: −1 to the \
                 morale roll",
            ),
            (
                r#"effects = [{ when = "enemy-failing", short = true, enemy_supported = false, heal = 1 }]"#,
                "when an enemy fails a morale test, within short range, if no other enemy is in \
                 contact with the unit: the unit heals 1 wound",
            ),
            (
                r#"effects = [{ when = "dying", survive = { uses = 2, test = true } }]"#,
                "when the unit would be destroyed: the unit survives with one wound if it passes a \
                 morale test, twice a game",
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
        let words_of_choice = "when the unit attacks, choose up to one: `sharp`: +1 to hit; \
                               or `heavy`: natural 6s count as two hits";
        assert_eq!(words("Order: Strike", toml), [format!("as an order, {words_of_choice}")]);
        assert_eq!(
            words("Axe", &format!("weapon = true\n{toml}")),
            [format!("with this weapon, {words_of_choice}")]
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
