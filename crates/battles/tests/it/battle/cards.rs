//! Battles with tactics cards: hands and decks, cards in attacks, and their referee.

use crate::battle::{SHIPPED_LISTS, battle_with_cards, by};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};
use warodds_battles::battle::{Battle, Mode, TerrainSetup};
use warodds_battles::cards::{CardChoice, CardId, TacticsDeck};
use warodds_battles::choice::{PlayerChoice, TacticsZone};
use warodds_battles::field::{PlayerId, UnitId};
use warodds_battles::log::LogEntry;
use warodds_battles::outcomes::{
    CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
use warodds_battles::policy::{BattlePolicy, CardPolicy, PolicyKind, Weights};
use warodds_battles::referee::{check, check_with_cache};
use warodds_battles::run::{BattleRunSettings, BattleTally, DiceMode, replay, run};
use warodds_engine::run::StdControl;
use warodds_questions::catalogue::{Catalogue, TacticsCard};

const KINDS: [PolicyKind; 3] = [PolicyKind::Greedy, PolicyKind::Quick, PolicyKind::Random];

/// Two decks of cards that battles play outside of attacks.
fn decks_outside_attacks(number: usize) -> [TacticsDeck; 2] {
    let cards = Catalogue::shipped().tactics_cards().filter(|card| !card.battle.is_empty());
    let cards: Vec<&TacticsCard> = cards.collect();
    let all = cards.iter().cycle().copied();
    [0, 1].map(|army| {
        let first = 7 * number + 3 * army;
        TacticsDeck::new(&all.clone().skip(first).take(10).collect::<Vec<_>>()).unwrap()
    })
}

/// A battle of every mode, and the log of a game of it.
fn logs(games: u64) -> impl Iterator<Item = (Battle, Vec<LogEntry>)> {
    let modes = Mode::WITHOUT_MISSIONS.into_iter().cycle();
    (0..games).zip(modes).map(|(game, mode)| {
        let mut battle = battle_with_cards(mode, TerrainSetup::Random, SHIPPED_LISTS);
        // every other battle with cards that are played outside of attacks
        if game % 2 == 1 {
            battle.decks = Some(decks_outside_attacks(game as usize / 2));
        }
        let policies = [KINDS[game as usize % 3], KINDS[game as usize / 3 % 3]];
        let log = replay(&battle, policies.map(by), (17, game)).unwrap();
        (battle, log)
    })
}

/// Number of copies by card, of one player.
type Copies = BTreeMap<u8, i32>;

/// Counts cards by somebody who knows no rule but these: twenty cards, two of each kind; three drawn
/// before the first round; up to three between rounds; two for the Letters; what is played was
/// drawn.
fn cards_are_conserved(log: &[LogEntry]) -> [u32; 2] {
    let (mut drawn, mut held) = ([Copies::new(), Copies::new()], [Copies::new(), Copies::new()]);
    let (mut piled, mut from_either) = ([Copies::new(), Copies::new()], 0);
    let (mut played, mut discarded, mut round) = (0, 0, 0);
    let (mut staying, mut dead, mut by_letters) = (Vec::new(), None, 0);
    for (number, entry) in log.iter().enumerate() {
        match entry {
            LogEntry::Drew { player, card, rule } => {
                let copies = drawn[player.index()].entry(card.0).or_default();
                *copies += 1;
                assert!(*copies <= 2 && card.0 < 10);
                *held[player.index()].entry(card.0).or_default() += 1;
                let rules = ["A8.2", "A8.3", "A9.2", "A9.4", "A12.7"];
                assert!(rules.contains(&&**rule), "{rule:?}");
                if rule == "A9.2" {
                    assert!(by_letters > 0, "{:?}", &log[number.saturating_sub(9)..=number]);
                    by_letters -= 1;
                }
            }
            LogEntry::Zone { seat, .. } => {
                by_letters = if *seat == TacticsZone::Letters { 2 } else { 0 };
            }
            LogEntry::Discarded { player, card, rule } => {
                let copies = held[player.index()].entry(card.0).or_default();
                *copies -= 1;
                assert!(*copies >= 0);
                *piled[player.index()].entry(card.0).or_default() += 1;
                if rule == "A8.3" { played += 1 } else { discarded += 1 }
            }
            // out of the deck, or of the discard pile if that has one: the log does not say
            LogEntry::Fetched { player, card, .. } => {
                let pile = piled[player.index()].entry(card.0).or_default();
                let drawn = drawn[player.index()].entry(card.0).or_default();
                if *pile > 0 {
                    *pile -= 1;
                    from_either += i32::from(*drawn < 2);
                } else {
                    *drawn += 1;
                    assert!(*drawn <= 2);
                }
                *held[player.index()].entry(card.0).or_default() += 1;
            }
            LogEntry::CardTokens { player, card, unit, tokens, .. } => {
                assert!(staying.contains(&(*player, *card, *unit)) && *tokens <= 3);
            }
            LogEntry::Stays { player, card, unit, .. } => {
                let copies = held[player.index()].entry(card.0).or_default();
                *copies -= 1;
                assert!(*copies >= 0);
                staying.push((*player, *card, *unit));
                played += 1;
            }
            LogEntry::Left { player, card, unit, .. } => {
                let place = staying.iter().position(|one| *one == (*player, *card, *unit));
                staying.remove(place.unwrap());
                *piled[player.index()].entry(card.0).or_default() += 1;
            }
            LogEntry::Destroyed { unit } => {
                dead = Some(*unit);
                continue;
            }
            LogEntry::Round { round: next, .. } => {
                round = *next;
                for (held, drawn) in held.iter().zip(&drawn) {
                    let [held, drawn]: [i32; 2] = [held, drawn].map(|cards| cards.values().sum());
                    assert!(held >= 3 || drawn + from_either >= 20, "{held} {drawn}");
                    assert!(round > 1 || held == 3);
                }
            }
            _ => {}
        }
        // cards leave a destroyed unit at once
        if !matches!(entry, LogEntry::Left { .. })
            && let Some(dead) = dead.take()
        {
            assert!(staying.iter().all(|(.., unit)| *unit != dead));
        }
    }
    assert!(round > 0);
    [played, discarded]
}

fn logs_are_legal(games: u64) -> [u32; 2] {
    let mut sum = [0, 0];
    for (battle, log) in logs(games) {
        let [played, discarded] = cards_are_conserved(&log);
        sum = [sum[0] + played, sum[1] + discarded];
        check(&battle, &log).unwrap_or_else(|refused| panic!("{refused}"));
        let text = serde_json::to_string(&log).unwrap();
        assert_eq!(serde_json::from_str::<Vec<LogEntry>>(&text).unwrap(), log);
    }
    sum
}

#[test]
fn logs_with_cards_are_legal_and_conserve_cards() {
    let [played, discarded] = logs_are_legal(15);
    assert!(played > 20 && discarded > 20, "{played} {discarded}");
}

#[test]
#[ignore = "a minute: 300 logs"]
fn many_logs_with_cards_are_legal_and_conserve_cards() {
    let [played, discarded] = logs_are_legal(300);
    println!("300 logs: {played} cards played, {discarded} discarded in clean-up");
}

/// The number of kinds of faults of [`changed`].
const FAULTS: usize = 13;

/// A log with a fault about cards at a place or after it; `None` where there is none of the kind.
fn changed(
    (battle, log): (&Battle, &[LogEntry]),
    fault: usize,
    place: usize,
) -> Option<Vec<LogEntry>> {
    let mut all = log.to_vec();
    let next =
        |fits: &dyn Fn(&LogEntry) -> bool| Some(place + log.get(place..)?.iter().position(fits)?);
    let is_play = |entry: &LogEntry| {
        matches!(entry, LogEntry::Chose { choice: PlayerChoice::Card(Some(_)), .. })
    };
    let is_card_of_table = |entry: &LogEntry| {
        matches!(entry, LogEntry::Chose { choice: PlayerChoice::Play(Some(_)), .. })
    };
    let is_draw = |entry: &LogEntry| matches!(entry, LogEntry::Drew { .. });
    let is_discard = |entry: &LogEntry| matches!(entry, LogEntry::Discarded { .. });
    match fault {
        // a card that the hand does not hold
        0 => {
            let at = next(&is_play)?;
            let held = hand_at(log, at);
            let LogEntry::Chose { player, choice: PlayerChoice::Card(Some(choice)) } = &mut all[at]
            else {
                return None;
            };
            let absent = |card: &u8| held[player.index()].get(card).is_none_or(|count| *count == 0);
            choice.card = CardId((0..10).find(absent)?);
        }
        // a draw too many
        1 => {
            let at = next(&is_draw)?;
            let draw = all[at - 1..=at].to_vec();
            all.splice(at + 1..at + 1, draw);
        }
        // another card than the one on top
        2 => {
            let at = next(&is_draw)?;
            let LogEntry::Drew { card, .. } = &mut all[at] else { return None };
            card.0 = (card.0 + 1) % 10;
        }
        // a way of the card that there is not
        3 => {
            let at = next(&is_play)?;
            let LogEntry::Chose { choice: PlayerChoice::Card(Some(choice)), .. } = &mut all[at]
            else {
                return None;
            };
            choice.way = 3;
        }
        // a card that stays in the hand though it was played, or leaves it
        4 => {
            all.remove(next(&is_discard)?);
        }
        // a card discarded by nobody's choice
        5 => {
            let at = next(&is_discard)?;
            let again = all[at].clone();
            all.insert(at, again);
        }
        // a card that is held, and is for another event
        6 => {
            let at = next(&is_play)?;
            let held = hand_at(log, at);
            let decks = battle.decks.as_ref()?;
            let LogEntry::Chose { player, choice: PlayerChoice::Card(Some(choice)) } = &mut all[at]
            else {
                return None;
            };
            // both decks are tried, as the log does not say who sits where
            let window = |deck: usize, card: u8| {
                let way = decks[deck].way(CardChoice { card: CardId(card), way: 0 });
                way.and_then(|way| way.window)
            };
            let is_other = |card: &u8| {
                [0, 1].into_iter().all(|deck| {
                    let own = decks[deck].way(*choice).and_then(|way| way.window);
                    window(deck, *card) != own || own.is_none()
                })
            };
            let mut cards = held[player.index()].iter().filter(|(_, count)| **count > 0);
            choice.card = CardId(cards.find_map(|(card, _)| is_other(card).then_some(*card))?);
        }
        // a card outside of attacks that the hand does not hold
        7 => {
            let at = next(&is_card_of_table)?;
            let held = hand_at(log, at);
            let LogEntry::Chose { player, choice: PlayerChoice::Play(Some(played)) } = &mut all[at]
            else {
                return None;
            };
            let absent = |card: &u8| held[player.index()].get(card).is_none_or(|count| *count == 0);
            played.choice.card = CardId((0..10).find(absent)?);
        }
        // a card outside of attacks on a unit that it cannot name: of the wrong side
        8 => {
            let at = next(&is_card_of_table)?;
            let LogEntry::Chose { choice: PlayerChoice::Play(Some(played)), .. } = &mut all[at]
            else {
                return None;
            };
            (played.unit, played.enemy) = (played.enemy, played.unit);
            if played.unit == played.enemy {
                return None;
            }
        }
        // a card heals or wounds more than it says
        9 => {
            let by_card =
                |entry: &LogEntry| matches!(entry, LogEntry::Wounds { rule, .. } if rule == "A8.3");
            let LogEntry::Wounds { left, .. } = &mut all[next(&by_card)?] else { return None };
            *left += 1;
        }
        // a card leaves a unit before its end, or stays on another one
        10 => {
            let stays = |entry: &LogEntry| matches!(entry, LogEntry::Stays { .. });
            let LogEntry::Stays { unit, .. } = &mut all[next(&stays)?] else { return None };
            unit.0 ^= 1;
        }
        11 => {
            let leaves = |entry: &LogEntry| matches!(entry, LogEntry::Left { .. });
            all.remove(next(&leaves)?);
        }
        // a choice that was not asked for
        _ => {
            let at = next(&is_play)?;
            let again = all[at].clone();
            all.insert(at, again);
        }
    }
    Some(all)
}

/// The hands of both players before an entry.
fn hand_at(log: &[LogEntry], at: usize) -> [BTreeMap<u8, i32>; 2] {
    let mut held = [Copies::new(), Copies::new()];
    for entry in &log[..at] {
        match entry {
            LogEntry::Drew { player, card, .. } => {
                *held[player.index()].entry(card.0).or_default() += 1;
            }
            LogEntry::Discarded { player, card, .. } | LogEntry::Stays { player, card, .. } => {
                *held[player.index()].entry(card.0).or_default() -= 1;
            }
            _ => {}
        }
    }
    held
}

#[test]
fn changed_logs_with_cards_are_refused_with_the_rule() {
    let logs: Vec<_> = logs(6).collect();
    let caches: Vec<_> = logs.iter().map(|(battle, _)| battle.outcome_cache()).collect();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut refused, mut rules) = ([0; FAULTS], vec![BTreeSet::new(); FAULTS]);
    while refused.iter().sum::<u32>() < 240 {
        let number = generator.random_range(0..logs.len());
        let (battle, log) = &logs[number];
        let (fault, place) =
            (generator.random_range(0..FAULTS), generator.random_range(0..log.len()));
        let Some(changed) = changed((battle, log), fault, place) else { continue };
        let wrong = check_with_cache(battle, &caches[number], &changed).map(|_| ()).unwrap_err();
        rules[fault].insert(wrong.refusal.rule.to_string());
        refused[fault] += 1;
    }
    assert!(refused.iter().all(|count| *count > 0), "{refused:?}");
    assert_eq!(rules[0], ["A8.2".to_owned()].into(), "not in the hand");
    assert_eq!(rules[3], ["A8.3".to_owned()].into(), "no such way");
    assert_eq!(rules[7], ["A8.2".to_owned()].into(), "not in the hand");
    assert_eq!(rules[8], ["A8.3".to_owned()].into(), "units of the wrong side");
    assert_eq!(rules[6], ["A8.3".to_owned()].into(), "another event");
    assert!(rules.iter().flatten().all(|rule| rule.starts_with('A')), "{rules:?}");
}

/// Cards that gather tokens, ask for further units and let the enemy take options.
const TOKENS_AND_TARGETS: [&str; 10] = [
    "neutral-spoils-of-war",
    "brotherhood-without-banners-but-the-realm-remains",
    "bolton-ramsay-snow-skin-collection",
    "martell-rhoynish-vengeance",
    "bolton-roose-bolton-whispered-threats",
    "bolton-sadistic-games",
    "free-folk-mance-rayder-wildling-diplomacy",
    "targaryen-marselen-supply-aid",
    "lannister-bribery",
    "neutral-surprise-strategy",
];

/// The entry with another number of tokens, unit or option; `None` for other entries.
fn faulty(entry: &LogEntry) -> Option<LogEntry> {
    let mut entry = entry.clone();
    match &mut entry {
        LogEntry::CardTokens { tokens, .. } => *tokens += 1,
        LogEntry::Chose { choice: PlayerChoice::Target(Some(unit)), .. } => unit.0 = 31 - unit.0,
        LogEntry::Chose { choice: PlayerChoice::Options(options), .. } => options.push(7),
        _ => return None,
    }
    Some(entry)
}

#[test]
fn tokens_further_units_and_options_are_checked() {
    let cards = TOKENS_AND_TARGETS.map(|id| Catalogue::shipped().find_tactics(id).unwrap());
    let deck = TacticsDeck::new(&cards).unwrap();
    let (mut found, mut rules) = ([0; 3], BTreeSet::new());
    for (game, mode) in (0..12).zip(Mode::WITHOUT_MISSIONS.into_iter().cycle()) {
        let mut battle = battle_with_cards(mode, TerrainSetup::None, SHIPPED_LISTS);
        battle.decks = Some([deck.clone(), deck.clone()]);
        let kinds = [PolicyKind::Random, KINDS[game as usize % 3]];
        let log = replay(&battle, kinds.map(by), (5, game)).unwrap();
        check(&battle, &log).unwrap_or_else(|refused| panic!("{refused}"));
        cards_are_conserved(&log);
        let mut tried = [0; 3];
        let faults = log.iter().enumerate().filter_map(|(at, one)| Some((at, faulty(one)?)));
        for (at, fault) in faults {
            let kind = match &fault {
                LogEntry::CardTokens { .. } => 0,
                LogEntry::Chose { choice: PlayerChoice::Target(_), .. } => 1,
                _ => 2,
            };
            // two of each kind
            tried[kind] += 1;
            if tried[kind] > 2 {
                continue;
            }
            found[kind] += 1;
            let mut changed = log.clone();
            changed[at] = fault;
            let wrong = check(&battle, &changed).unwrap_err();
            rules.insert(wrong.refusal.rule.to_string());
        }
    }
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
    assert!(rules.contains("A8.3"), "{rules:?}");
}

/// The number of a card in the deck of an army.
fn card(battle: &Battle, army: usize, id: &str) -> CardChoice {
    let deck = &battle.decks.as_ref().unwrap()[army];
    let card = deck.kinds.iter().position(|card| card.id == id).unwrap();
    CardChoice { card: CardId(card as u8), way: 0 }
}

/// A melee attack of unit `a` of the first army on unit `b` of the second, both whole.
fn melee(battle: &Battle, [a, b]: [u8; 2]) -> EncounterSpec {
    let units = [UnitId(a), UnitId(b)];
    let conditions = units.map(|unit| CombatConditions {
        left: battle.fighter(unit).unwrap().wounds(),
        ..CombatConditions::default()
    });
    EncounterSpec {
        kind: EncounterKind::Attack {
            weapon: 0,
            facing: warodds_games::asoiaf::Facing::Front,
            cover: false,
        },
        units,
        conditions,
        setting: EncounterSetting { round: 1, engaged: false },
        cards: Default::default(),
    }
}

/// Winter's Might is Sundering for a unit with all its ranks and without the Swords; Northern
/// Ferocity is Vicious.
#[test]
fn cards_change_attacks_like_the_bonuses_they_consist_of() {
    let battle = battle_with_cards(Mode::AClashOfKings, TerrainSetup::None, SHIPPED_LISTS);
    let outcomes = battle.outcome_cache();
    let plain = melee(&battle, [2, 6]);
    let expected = |spec: &EncounterSpec| outcomes.get(spec).unwrap().expected().unwrap();
    let cards = [
        ("stark-winters-might", ObjectiveBonuses::SUNDERING),
        ("stark-northern-ferocity", ObjectiveBonuses::VICIOUS),
    ];
    for (id, bonuses) in cards {
        let mut by_card = plain;
        by_card.cards[0] = by_card.cards[0].declaring(0, card(&battle, 0, id));
        let mut by_bonus = plain;
        by_bonus.conditions[0].bonuses = bonuses;
        assert_eq!(expected(&by_card), expected(&by_bonus), "{id}");
        assert_ne!(expected(&by_card), expected(&plain), "{id}");
    }
}

#[test]
fn first_player_draws_the_first_hand() {
    let (_, log) = logs(1).next().unwrap();
    // the first hands are drawn by the first player first
    let first = log.iter().find_map(|entry| match entry {
        LogEntry::Round { first, .. } => Some(*first),
        _ => None,
    });
    let drawn = log.iter().filter_map(|entry| match entry {
        LogEntry::Drew { player, .. } => Some(*player),
        _ => None,
    });
    let first: PlayerId = first.unwrap();
    let expected = [[first; 3], [first.opponent(); 3]].concat();
    assert_eq!(drawn.take(6).collect::<Vec<_>>(), expected);
}

/// Counts the decided battles that the first of two policies wins, and all decided ones: half of the
/// battles with either list.
fn wins(mode: Mode, policies: [BattlePolicy; 2], games: u64) -> [u64; 2] {
    let mut sum = [0, 0];
    for lists in [SHIPPED_LISTS, ["lannister-40", "stark-40"]] {
        let battle = battle_with_cards(mode, TerrainSetup::Random, lists);
        let settings =
            BattleRunSettings { games: games / 2, seed: 23, policies, source: DiceMode::Sampled };
        let BattleTally { won: [won, lost, _], .. } = run(&battle, &settings, &StdControl).unwrap();
        sum = [sum[0] + won, sum[1] + won + lost];
    }
    sum
}

/// Prints the share of decided battles that one policy for cards wins against another, by mode.
#[test]
#[ignore = "a figure: minutes"]
fn print_ladder_of_card_policies() {
    let text = |name: &str| std::env::var(name).unwrap_or_default();
    let games: u64 = text("GAMES").parse().unwrap_or(400);
    let number = |name: &str, default: f64| text(name).parse().unwrap_or(default);
    let weights = Weights::default();
    let weights = Weights {
        card: number("CARD", weights.card),
        card_by_round: number("BY_ROUND", weights.card_by_round),
        ..weights
    };
    let kind = if text("KIND") == "quick" { PolicyKind::Quick } else { PolicyKind::Greedy };
    let policy = |cards| BattlePolicy { kind, cards, weights };
    let known = CardPolicy::ALL.into_iter().find(|(_, name)| *name == text("ONE"));
    let one = known.map_or(CardPolicy::Priced, |(policy, _)| policy);
    let others = CardPolicy::ALL.into_iter().filter(|(other, _)| *other != one);
    for (other, name) in others.filter(|(_, name)| name.contains(&text("OTHER"))) {
        let mut all = [0, 0];
        for mode in Mode::WITHOUT_MISSIONS {
            let [won, decided] = wins(mode, [policy(one), policy(other)], games);
            all = [all[0] + won, all[1] + decided];
            let share = won as f64 / decided as f64;
            println!("{one:?} against {name}, {:20} {share:.3} of {decided}", mode.id());
        }
        let (share, decided) = (all[0] as f64 / all[1] as f64, all[1] as f64);
        let wide = 1.96 * (share * (1.0 - share) / decided).sqrt();
        println!("{one:?} against {name}, all modes: {share:.3} ± {wide:.3} of {}", all[1]);
    }
}

/// A policy that plays cards beats one that never does: more than three standard deviations over all
/// modes.
#[test]
#[ignore = "two minutes: 5,000 battles"]
fn playing_cards_beats_holding_them() {
    let policy = |cards| BattlePolicy { cards, ..by(PolicyKind::Greedy) };
    let policies = [CardPolicy::Priced, CardPolicy::Never].map(policy);
    let of_modes = Mode::WITHOUT_MISSIONS.map(|mode| wins(mode, policies, 1_000));
    let [won, decided] = [0, 1].map(|which| of_modes.iter().map(|one| one[which]).sum::<u64>());
    let least = 0.5 * decided as f64 + 1.5 * (decided as f64).sqrt();
    assert!(won as f64 > least, "{won} of {decided}");
}
