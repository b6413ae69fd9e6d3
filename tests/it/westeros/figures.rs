//! Figures derived by hand.

use warodds::games::westeros::values::{
    Attempts, Capture, Dice, Figures, Hexes, Level, Marker, OrderCount, OrderDice, Protection,
    RetreatWorth, Room, Rounds, Track,
};
use warodds::games::westeros::{
    AttackOptions, AttackRange, DogsOfWar, Exchange, Fire, FireGround, MoraleZone, Orders, Pursuit,
    PursuitTarget, Rank, Rout, RoutAction, RoutError, Symbol, TrackEnd, UnitClass, WesterosAttack,
    WesterosQuestion, WesterosSide, WesterosTerrain, WesterosUnit,
};
use warodds::study::Answer;

use super::{close, distribution, exact, mean};

/// An attack of green infantry with so many dice on infantry of a rank.
fn attack(dice: i64, rank: Rank) -> WesterosAttack {
    let attacker = WesterosUnit {
        dice: Dice::new(dice).expect("in range"),
        ..WesterosUnit::new(Rank::Green, UnitClass::Infantry)
    };
    WesterosAttack {
        attacker,
        target: WesterosUnit::new(rank, UnitClass::Infantry),
        options: AttackOptions::default(),
        counter: false,
    }
}

fn asked(attack: WesterosAttack) -> Answer {
    exact(&WesterosQuestion::Attack(Box::new(attack)))
}

#[test]
fn dice_hit_a_rank_with_its_faces_and_valor() {
    // B0, B2.2, B2.3: 3, 2 or 1 shields and 1 valor of 8 faces
    for (rank, faces) in [(Rank::Green, 4.0), (Rank::Blue, 3.0), (Rank::Red, 2.0)] {
        let answer = asked(attack(3, rank));
        close(mean(&answer, "hits"), 3.0 * faces / 8.0, "hits of three dice");
        let mut barred = attack(3, rank);
        barred.attacker.no_valor = true;
        close(mean(&asked(barred), "hits"), 3.0 * (faces - 1.0) / 8.0, "hits without valor");
        let mut mounted = attack(3, rank);
        mounted.target.class = UnitClass::Cavalry;
        close(mean(&asked(mounted), "hits"), 3.0 * (faces - 1.0) / 8.0, "hits on cavalry on foot");
        mounted.attacker.class = UnitClass::Cavalry;
        close(mean(&asked(mounted), "hits"), 3.0 * faces / 8.0, "hits of cavalry on cavalry");
        let mut armoured = attack(3, rank);
        armoured.target.heavy_armor = true;
        let rank_higher = [3.0, 2.0, 1.0][rank as usize];
        close(
            mean(&asked(armoured), "hits"),
            3.0 * rank_higher / 8.0,
            "hits on heavy armour (B2.4)",
        );
    }
}

#[test]
fn three_dice_on_a_green_unit() {
    // each die hits with 1/2: C(3,k)/8. Flags: one face of 8. Four figures stand three hits; so a
    // unit is never destroyed, and it is driven back unless no die shows a flag: 1 - (7/8)^3
    let answer = asked(attack(3, Rank::Green));
    for (count, expected) in [1.0, 3.0, 3.0, 1.0].into_iter().enumerate() {
        close(distribution(&answer, "figures_lost")[count], expected / 8.0, "figures lost");
    }
    close(mean(&answer, "destroyed"), 0.0, "destroyed");
    close(mean(&answer, "driven_back"), 1.0 - 343.0 / 512.0, "driven back");
    close(mean(&answer, "retreat"), 3.0 / 8.0, "hexes");
    close(mean(&answer, "counter_attacked"), 0.0, "only the Stalwart attack back");
}

#[test]
fn terrain_caps_the_dice_before_modifiers() {
    // B2.1: expected hits on green are half the dice
    let dice = |change: &dyn Fn(&mut WesterosAttack)| {
        let mut question = attack(4, Rank::Green);
        change(&mut question);
        (2.0 * mean(&asked(question), "hits")).round() as u8
    };
    assert_eq!(dice(&|_| ()), 4);
    assert_eq!(
        (
            dice(&|a| a.target.terrain = WesterosTerrain::Forest),
            dice(&|a| a.attacker.terrain = WesterosTerrain::Forest)
        ),
        (2, 2)
    );
    assert_eq!(dice(&|a| a.target.terrain = WesterosTerrain::Hill), 3);
    assert_eq!(
        dice(&|a| (a.target.terrain, a.attacker.terrain) =
            (WesterosTerrain::Hill, WesterosTerrain::Hill)),
        4
    );
    assert_eq!(
        dice(&|a| (a.attacker.terrain, a.attacker.class) =
            (WesterosTerrain::Building, UnitClass::Archers)),
        2
    );
    assert_eq!(
        (
            dice(&|a| a.attacker.terrain = WesterosTerrain::Building),
            dice(&|a| a.attacker.terrain = WesterosTerrain::Ford)
        ),
        (4, 4)
    );
    assert_eq!(
        dice(&|a| (a.target.terrain, a.options.moved) = (WesterosTerrain::Forest, true)),
        1,
        "caps come first"
    );
    assert_eq!(
        dice(&|a| a.options.modifier =
            warodds::games::westeros::values::DiceModifier::new(2).expect("in range")),
        6
    );
}

#[test]
fn cover_and_toughness_ignore_hits() {
    // B2.6: of two dice on green, hits are 0, 1, 2 with 1/4, 1/2, 1/4; one is ignored
    let mut covered = attack(2, Rank::Green);
    covered.target.terrain = WesterosTerrain::Building;
    close(mean(&asked(covered), "figures_lost"), 0.25, "a building covers");
    covered.options.engaged = true;
    close(mean(&asked(covered), "figures_lost"), 1.0, "not who is engaged through its own token");
    covered.target.toughness = Protection::new(2).expect("in range");
    close(mean(&asked(covered), "figures_lost"), 0.0, "two hits of toughness");
}

#[test]
fn flags_without_room_are_hits() {
    // B2.7: two dice on red: 2 faces hit, 1 is a flag; without room a flag is a hit as well: 3 of 8
    let mut cornered = attack(2, Rank::Red);
    cornered.target.room = Some(Room::new(0).expect("in range"));
    let answer = asked(cornered);
    close(mean(&answer, "figures_lost"), 2.0 * 3.0 / 8.0, "figures lost");
    close(mean(&answer, "hits"), 2.0 * 2.0 / 8.0, "blocked hexes are no hits of the dice");
    close(mean(&answer, "driven_back"), 0.0, "nobody moves");
    // with room for one hex only the second flag is a hit: 2 · 2/8 + (1/8)^2
    cornered.target.room = Some(Room::new(1).expect("in range"));
    let answer = asked(cornered);
    close(mean(&answer, "figures_lost"), 0.5 + 1.0 / 64.0, "figures lost");
    close(mean(&answer, "driven_back"), 15.0 / 64.0, "driven back unless no die shows a flag");
    // the Stalwart ignore one of them
    cornered.target.stalwart = true;
    close(mean(&asked(cornered), "driven_back"), 1.0 / 64.0, "two flags of which one is ignored");
    // parting blows know no flags
    cornered.options.parting_blow = true;
    let parting = asked(cornered);
    close(mean(&parting, "retreat") + mean(&parting, "counter_attacked"), 0.0, "B2.9");
}

#[test]
fn the_stalwart_attack_back_unless_driven_off() {
    // two dice on Stalwart green infantry: never destroyed by two hits of four figures; it retreats
    // only of two flags
    let mut stalwart = attack(2, Rank::Green);
    (stalwart.target.stalwart, stalwart.counter) = (true, true);
    let answer = asked(stalwart);
    close(mean(&answer, "counter_attacked"), 63.0 / 64.0, "B2.8");
    // its two dice then hit green with 1/2 each
    close(mean(&answer, "own_figures_lost"), 63.0 / 64.0, "63/64 of one figure");
    // from afar there is nothing to counter
    stalwart.options.reach = AttackRange::Ranged;
    close(mean(&asked(stalwart), "counter_attacked"), 0.0, "from afar");
    // the attacker's own building covers it from afar only: its token is down beside the target
    let mut housed = attack(2, Rank::Green);
    (housed.target.stalwart, housed.counter, housed.attacker.terrain) =
        (true, true, WesterosTerrain::Building);
    close(mean(&asked(housed), "own_figures_lost"), 63.0 / 64.0, "no cover");
    // a flank attack puts no token down, and rolls nothing again that is worth it: its cover stays
    housed.options.flanking = true;
    let flanking = asked(housed);
    close(
        mean(&flanking, "own_figures_lost"),
        mean(&flanking, "counter_attacked") * 0.25,
        "covered: both of two dice must hit for one",
    );
}

#[test]
fn a_flanking_attacker_rolls_misses_again() {
    // B2.5, one die on green: 4 of 8 faces hit. Anything else is rolled again: 1/2 + 1/2 · 1/2
    let mut flank = attack(1, Rank::Green);
    flank.options.flanking = true;
    close(mean(&asked(flank), "figures_lost"), 0.75, "one die");
    // a flag worth a figure is kept: 1/2 hit, 1/8 flag kept, 3/8 rolled again for 1/2 hits
    flank.options.retreat_worth = RetreatWorth::new(1.0).expect("in range");
    let answer = asked(flank);
    close(mean(&answer, "figures_lost"), 0.5 + 3.0 / 16.0, "one die with flags kept");
    close(mean(&answer, "retreat"), 1.0 / 8.0 + 3.0 / 64.0, "hexes");
    // two dice on green: both of one missing symbol are rolled again together, of two different
    // ones only one die is. Misses: blue 2, red 1, flag 1 of 8. Two hits (1/4): 2. One (1/2): 1 +
    // 1/2. None (1/4): of the 16 pairs of missing faces 4 + 1 + 1 = 6 are alike and worth 1, the
    // other 10 are worth 1/2
    flank = attack(2, Rank::Green);
    flank.options.flanking = true;
    let expected = 0.25 * 2.0 + 0.5 * 1.5 + 0.25 * (6.0 + 5.0) / 16.0;
    close(mean(&asked(flank), "figures_lost"), expected, "two dice");
}

#[test]
fn a_lone_commander_is_captured_by_enough_hits_at_once() {
    // B2.11: three dice on a lone green commander of capture rating 2: two or three hits, 1/2
    let mut lone = attack(3, Rank::Green);
    (lone.target.figures, lone.target.commander) =
        (Figures::new(1).expect("in range"), Some(Capture::new(2).expect("in range")));
    let answer = asked(lone);
    close(mean(&answer, "captured"), 0.5, "captured");
    close(mean(&answer, "figures_lost"), 0.5, "he is the only figure");
    // with one figure beside him he is not, and only that one falls: 7/8
    lone.target.figures = Figures::new(2).expect("in range");
    let answer = asked(lone);
    close(mean(&answer, "captured") + mean(&answer, "destroyed"), 0.0, "not alone");
    close(mean(&answer, "figures_lost"), 7.0 / 8.0, "one figure falls");
}

#[test]
fn dogs_bite_in_two_stages() {
    // B2.12 on green infantry: 3/8 · 2 dice, 2/8 · 3, 1/8 · 4 at 1/2 hits, valor 1/8 · 1 hit
    let dogs = |target: WesterosUnit| {
        let attacker = WesterosUnit::new(Rank::Blue, UnitClass::Infantry);
        let modifier = warodds::games::westeros::values::DiceModifier::NONE;
        exact(&WesterosQuestion::DogsOfWar(Box::new(DogsOfWar { attacker, target, modifier })))
    };
    let answer = dogs(WesterosUnit::new(Rank::Green, UnitClass::Infantry));
    close(mean(&answer, "hits"), (3.0 * 1.0 + 2.0 * 1.5 + 2.0) / 8.0 + 1.0 / 8.0, "hits");
    close(mean(&answer, "attacked"), 6.0 / 8.0, "a shield");
    // nothing ignores valor and flag of the first die: toughness 6 leaves 1/8 of a figure, the
    // Stalwart go a hex in 1/8 and otherwise with two flags or more: all but no and one flag of 2,
    // 3, 4 dice
    let tough = dogs(WesterosUnit {
        toughness: Protection::new(6).expect("in range"),
        stalwart: true,
        ..WesterosUnit::new(Rank::Green, UnitClass::Infantry)
    });
    close(mean(&tough, "figures_lost"), 1.0 / 8.0, "bitten");
    let two_flags =
        |dice: i32| 1.0 - 0.875_f64.powi(dice) - f64::from(dice) * 0.125 * 0.875_f64.powi(dice - 1);
    let driven = 1.0 / 8.0 + (3.0 * two_flags(2) + 2.0 * two_flags(3) + two_flags(4)) / 8.0;
    close(mean(&tough, "driven_back"), driven, "driven back");
}

#[test]
fn a_pursuer_attacks_once_more() {
    // one die on green infantry of four: driven back with 1/8, by one hex: one hex of pursuit is
    // enough
    let pursuit = Pursuit {
        attack: attack(1, Rank::Green),
        hexes: Hexes::ONE,
        off_balance: false,
        then: PursuitTarget::Same,
    };
    let answer = exact(&WesterosQuestion::Pursuit(Box::new(pursuit)));
    close(mean(&answer, "pursued"), 1.0 / 8.0, "attacked again");
    close(mean(&answer, "figures_lost"), 0.5 + 1.0 / 16.0, "figures lost");
    // two dice of which both show flags go two hexes: out of reach of one, within reach of two
    let far = |hexes: i64| {
        let pursuit = Pursuit {
            attack: attack(2, Rank::Green),
            hexes: Hexes::new(hexes).expect("in range"),
            off_balance: false,
            then: PursuitTarget::Same,
        };
        mean(&exact(&WesterosQuestion::Pursuit(Box::new(pursuit))), "pursued")
    };
    close(far(1), 14.0 / 64.0, "one flag of two dice");
    close(far(2), 15.0 / 64.0, "one or two");
}

#[test]
fn a_pursuer_off_balance_has_moved_when_it_attacks_again() {
    // B2.10, B2.1: two dice on green infantry, each hit 1/2, each flag 1/8. All of the first attack
    // are rolled: one figure. The second is made with one die less, after 14/64 of one flag
    let usual = Pursuit {
        attack: attack(2, Rank::Green),
        hexes: Hexes::ONE,
        off_balance: true,
        then: PursuitTarget::Same,
    };
    let lost = |pursuit: Pursuit| {
        mean(&exact(&WesterosQuestion::Pursuit(Box::new(pursuit))), "figures_lost")
    };
    close(lost(usual), 1.0 + 14.0 / 64.0 * 0.5, "off balance in the second attack");
    close(lost(Pursuit { off_balance: false, ..usual }), 1.0 + 14.0 / 64.0, "steady");
    // who has moved before as well has a die less in both: one die, then one die after 1/8
    let mut moved = usual;
    moved.attack.options.moved = true;
    close(lost(moved), 0.5 + 1.0 / 8.0 * 0.5, "moved before both");
    close(
        lost(Pursuit { off_balance: false, ..moved }),
        0.5 + 1.0 / 8.0 * 0.5,
        "it is off balance",
    );
}

#[test]
fn an_exchange_of_one_round() {
    // two dice each on green infantry of four, a first. a drives b back with 15/64 and it ends
    // there; else b strikes too
    let unit = WesterosUnit::new(Rank::Green, UnitClass::Infantry);
    let exchange = Exchange {
        a: unit,
        b: unit,
        rounds: Rounds::new(1).expect("in range"),
        first: WesterosSide::A,
        press_on: false,
    };
    let answer = exact(&WesterosQuestion::Exchange(Box::new(exchange)));
    close(mean(&answer, "b_driven_back"), 15.0 / 64.0, "b driven back");
    close(mean(&answer, "a_driven_back"), 49.0 / 64.0 * 15.0 / 64.0, "a driven back");
    close(mean(&answer, "b_left"), 3.0, "b loses one figure");
    close(mean(&answer, "a_left"), 4.0 - 49.0 / 64.0, "a loses one where b strikes");
    let pressed =
        exact(&WesterosQuestion::Exchange(Box::new(Exchange { press_on: true, ..exchange })));
    close(mean(&pressed, "a_left"), 3.0, "who is followed strikes back");
}

#[test]
fn both_stand_where_neither_is_destroyed() {
    // nobody is destroyed by two dice on four figures, driven back or not
    let unit = WesterosUnit::new(Rank::Green, UnitClass::Infantry);
    let exchange = Exchange {
        a: unit,
        b: unit,
        rounds: Rounds::new(1).expect("in range"),
        first: WesterosSide::A,
        press_on: true,
    };
    let stand = |exchange: Exchange| {
        let answer = exact(&WesterosQuestion::Exchange(Box::new(exchange)));
        let destroyed = mean(&answer, "a_destroyed") + mean(&answer, "b_destroyed");
        let stand = mean(&answer, "both_stand");
        close(stand + destroyed, 1.0, "one of three must be");
        stand
    };
    close(stand(exchange), 1.0, "followed");
    close(stand(Exchange { press_on: false, ..exchange }), 1.0, "parted");
    // one figure each and one die: a hits with 1/2, else b does with 1/2; flags destroy nobody
    let lone = WesterosUnit {
        dice: Dice::new(1).expect("in range"),
        figures: Figures::new(1).expect("in range"),
        ..unit
    };
    close(stand(Exchange { a: lone, b: lone, ..exchange }), 0.25, "followed to the end");
    // parted by a flag of the first (1/8), else both must miss: 1/8 + 3/8 · 1/2
    let parted = Exchange { a: lone, b: lone, press_on: false, ..exchange };
    close(stand(parted), 1.0 / 8.0 + 3.0 / 16.0, "parted at a flag");
}

#[test]
fn archers_in_a_building_attack_back_with_two_dice() {
    // B2.1: two dice on a red Stalwart unit in a building: never driven back but by two flags
    // (1/64), and never destroyed, so it counters with 63/64: its four dice, or the two of archers
    let mut housed = attack(2, Rank::Red);
    (housed.counter, housed.target.stalwart) = (true, true);
    housed.target.terrain = WesterosTerrain::Building;
    close(mean(&asked(housed), "own_figures_lost"), 63.0 / 64.0 * 2.0, "four dice");
    housed.target.class = UnitClass::Archers;
    close(mean(&asked(housed), "own_figures_lost"), 63.0 / 64.0, "two dice of 1/2");
}

#[test]
fn morale_is_lost_with_units_and_recovered_at_breaks() {
    // a's three dice on b's lone green figure: destroyed unless all miss, 7/8, and the marker moves
    // one space to b's end
    let lone = WesterosUnit {
        figures: Figures::new(1).expect("in range"),
        ..WesterosUnit::new(Rank::Green, UnitClass::Infantry)
    };
    let units = vec![
        (WesterosSide::A, WesterosUnit::new(Rank::Blue, UnitClass::Infantry)),
        (WesterosSide::B, lone),
    ];
    let strike = RoutAction::Attack { by: 0, on: 1, options: AttackOptions::default() };
    let rout =
        |order: Vec<RoutAction>, track: i64, marker: i64, zones: Vec<MoraleZone>, end: TrackEnd| {
            Rout {
                units: units.clone(),
                order,
                track: Track::new(track).expect("in range"),
                marker: Marker::new(marker).expect("in range"),
                ends: [TrackEnd::Rout, end],
                zones,
            }
        };
    let race =
        |rout: Rout| exact(&WesterosQuestion::Rout(Box::new(rout.checked().expect("a race"))));
    let answer = race(rout(vec![strike], 3, 2, Vec::new(), TrackEnd::Rout));
    close(mean(&answer, "b_routs"), 7.0 / 8.0, "b routs");
    close(
        mean(&race(rout(vec![strike], 3, 2, Vec::new(), TrackEnd::Stop)), "b_routs"),
        0.0,
        "where b's end does not rout",
    );
    // twice: 1 - 1/8 · 1/8
    close(
        mean(&race(rout(vec![strike, strike], 3, 2, Vec::new(), TrackEnd::Rout)), "b_routs"),
        63.0 / 64.0,
        "two attacks",
    );
    // at 5 of 7 b recovers to its break at 4, then loses one: 4 and 5 with 1/8 and 7/8
    let zone = MoraleZone { brk: 4, last: 6 };
    let answer = race(rout(vec![RoutAction::Regroup, strike], 7, 5, vec![zone], TrackEnd::Rout));
    close(mean(&answer, "b_shaken"), 4.0 + 7.0 / 8.0, "recovered");
    // a token each way
    let tokens = vec![
        RoutAction::Raise(WesterosSide::A),
        RoutAction::Rally(WesterosSide::B),
        RoutAction::Raise(WesterosSide::B),
    ];
    close(mean(&race(rout(tokens, 7, 0, Vec::new(), TrackEnd::Rout)), "b_shaken"), 1.0, "tokens");
    let wrong = rout(
        vec![RoutAction::Attack { by: 0, on: 0, options: AttackOptions::default() }],
        7,
        0,
        Vec::new(),
        TrackEnd::Rout,
    )
    .checked();
    assert_eq!(wrong, Err(RoutError::InvalidAttack(1)));
    // nor may it attack a friend
    let mut friends = rout(
        vec![RoutAction::Attack { by: 0, on: 1, options: AttackOptions::default() }],
        7,
        0,
        Vec::new(),
        TrackEnd::Rout,
    );
    friends.units = vec![(WesterosSide::A, lone); 2];
    assert_eq!(friends.checked(), Err(RoutError::InvalidAttack(1)));
    // as many actions as can be followed, and one more
    let raised = |count| {
        rout(vec![RoutAction::Raise(WesterosSide::A); count], 7, 0, Vec::new(), TrackEnd::Rout)
            .checked()
    };
    assert!(raised(Rout::MOST_ACTIONS).is_ok());
    let given = Rout::MOST_ACTIONS + 1;
    assert_eq!(raised(given), Err(RoutError::TooManyActions { count: given }));
    let mut crowd = rout(Vec::new(), 3, 0, Vec::new(), TrackEnd::Rout);
    crowd.units = vec![
        (
            WesterosSide::A,
            WesterosUnit { figures: Figures::new(12).expect("in range"), ..lone }
        );
        5
    ];
    assert_eq!(crowd.checked(), Err(RoutError::TooManyFigures { count: 371_293 }));
    assert_eq!(
        rout(Vec::new(), 3, 3, Vec::new(), TrackEnd::Rout).checked(),
        Err(RoutError::MarkerOutOfRange(3, 3))
    );
}

#[test]
fn order_dice_by_hand() {
    let orders = |dice: i64, wanted: [i64; 3], flags: i64, kept: Option<Symbol>| {
        let count = |count: i64| OrderCount::new(count).expect("in range");
        let orders = Orders {
            dice: OrderDice::new(dice).expect("in range"),
            requested: wanted.map(count),
            flags: count(flags),
            kept,
        };
        exact(&WesterosQuestion::Orders(orders))
    };
    // one die for one blue unit: blue or valor, 3/8
    close(mean(&orders(1, [0, 1, 0], 0, None), "enough"), 3.0 / 8.0, "one die");
    // two dice for one red unit: a red or a valor, or two alike: 1 - (6/8)^2 + (3² + 2² + 1²)/64
    close(
        mean(&orders(2, [0, 0, 1], 0, None), "enough"),
        (64.0 - 36.0 + 9.0 + 4.0 + 1.0) / 64.0,
        "two dice",
    );
    // with a blue one kept a second blue or any red or valor does: 4/8
    close(mean(&orders(1, [0, 0, 1], 0, Some(Symbol::Blue)), "enough"), 4.0 / 8.0, "a token kept");
    // a flag wanted for morale
    close(mean(&orders(1, [0, 0, 0], 1, None), "enough"), 1.0 / 8.0, "a flag");
}

#[test]
fn fire_by_hand() {
    let usual = Fire {
        ground: FireGround::Plains,
        level: Level::new(4).expect("in range"),
        around: FireGround::Plains,
        rounds: Rounds::new(1).expect("in range"),
        scorch: Attempts::NONE,
        scorched: Rounds::new(1).expect("in range"),
        put_out: Attempts::NONE,
        order_inside: None,
        figures: None,
    };
    let fire = |fire: Fire| exact(&WesterosQuestion::Fire(fire));
    // level 4 spreads to one of six hexes a round: a given one burns after n rounds with 1 -
    // (5/6)^n
    for rounds in 1..=4 {
        let answer = fire(Fire { rounds: Rounds::new(rounds).expect("in range"), ..usual });
        close(
            mean(&answer, "neighbour_burns"),
            1.0 - (5.0_f64 / 6.0).powi(rounds as i32),
            "a given neighbour",
        );
    }
    // one attempt on each level: green 3/8, blue 2/8, red 1/8, valor 1/8
    for (level, faces) in [(1, 3.0), (2, 2.0), (3, 1.0), (4, 1.0)] {
        let attempt = Fire {
            level: Level::new(level).expect("in range"),
            put_out: Attempts::new(1).expect("in range"),
            ..usual
        };
        close(mean(&fire(attempt), "out"), faces / 8.0, "put out");
    }
    // three dice scorch a forest: greens of 3/8; at 3 it is destroyed: (3/8)^3
    let forest = Fire {
        ground: FireGround::Forest,
        level: Level::NONE,
        scorch: Attempts::new(3).expect("in range"),
        ..usual
    };
    close(mean(&fire(forest), "level"), 9.0 / 8.0, "level");
    close(mean(&fire(forest), "destroyed"), 27.0 / 512.0, "destroyed");
    // a bridge takes its fire with it
    let bridge = fire(Fire {
        ground: FireGround::WoodenBridge,
        level: Level::new(3).expect("in range"),
        ..usual
    });
    close(mean(&bridge, "out") * mean(&bridge, "destroyed"), 1.0, "a burnt bridge");
    // a unit loses a figure for each level, until it is ordered to put the fire out
    let inside = Fire {
        level: Level::new(2).expect("in range"),
        figures: Some(Figures::new(4).expect("in range")),
        ..usual
    };
    close(mean(&fire(inside), "figures_lost"), 2.0, "one round");
    let ordered = Fire {
        rounds: Rounds::new(3).expect("in range"),
        order_inside: Some(Rounds::new(2).expect("in range")),
        ..inside
    };
    close(mean(&fire(ordered), "figures_lost"), 2.0, "put out in the second");
}

#[test]
fn terrain_is_destroyed_as_soon_as_its_fire_reaches_the_limit() {
    // the book's FAQ: a forest that burns at 2 and goes up by 2 is plains at 3, and the fire goes
    // on to 4. Four dice of 3/8 green: none 625, one 1500, so two or more 1971 of 4096
    let usual = Fire {
        ground: FireGround::Forest,
        level: Level::new(2).expect("in range"),
        around: FireGround::Plains,
        rounds: Rounds::new(1).expect("in range"),
        scorch: Attempts::new(4).expect("in range"),
        scorched: Rounds::new(1).expect("in range"),
        put_out: Attempts::NONE,
        order_inside: None,
        figures: Some(Figures::new(4).expect("in range")),
    };
    let fire = |fire: Fire| exact(&WesterosQuestion::Fire(fire));
    for ground in [FireGround::Forest, FireGround::ForestRoad] {
        let answer = fire(Fire { ground, ..usual });
        close(mean(&answer, "unit_destroyed"), 1971.0 / 4096.0, "four figures at level 4");
        let level = (2.0 * 625.0 + 3.0 * 1500.0 + 4.0 * 1971.0) / 4096.0;
        close(mean(&answer, "level"), level, "level");
        close(mean(&answer, "destroyed"), 1.0 - 625.0 / 4096.0, "devastated");
    }
    // one given at 3 is plains from the start: any green makes it 4, and putting it out (a valor at
    // 4, else a red) comes too late for it
    let late = Fire {
        level: Level::new(3).expect("in range"),
        scorch: Attempts::new(1).expect("in range"),
        put_out: Attempts::new(1).expect("in range"),
        ..usual
    };
    let answer = fire(late);
    close(mean(&answer, "destroyed"), 1.0, "devastated when the round begins");
    close(distribution(&answer, "level")[4], 3.0 / 8.0 * 7.0 / 8.0, "a green, and no valor");
    // a bridge is gone with its fire, and what is scorched then is a river
    let bridge = fire(Fire { ground: FireGround::WoodenBridge, ..usual });
    close(mean(&bridge, "destroyed"), 1.0 - 625.0 / 4096.0, "any green");
    close(mean(&bridge, "figures_lost"), 2.0 * 625.0 / 4096.0, "level 2, or no fire");
    // a tent is plains at 1: two greens of two dice make 2
    let tent = Fire { ground: FireGround::Tent, level: Level::NONE, ..usual };
    let tent = fire(Fire { scorch: Attempts::new(2).expect("in range"), ..tent });
    close(distribution(&tent, "level")[2], 9.0 / 64.0, "the fire burns on");
}
