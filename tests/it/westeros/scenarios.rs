//! Scenarios of this game: every key reaches its question, every fault is told at its place.

use warodds::games::Question as Any;
use warodds::games::westeros::values::{
    Attempts, Capture, Dice, DiceModifier, Figures, Hexes, Level, Marker, OrderCount, OrderDice,
    Protection, RetreatWorth, Room, Rounds, Track,
};
use warodds::games::westeros::{
    AttackOptions, AttackRange, DogsOfWar, Exchange, Fire, FireGround, MoraleZone, Orders, Pursuit,
    PursuitTarget, Rank, Rout, RoutAction, Symbol, TrackEnd, UnitClass, WesterosAttack,
    WesterosQuestion, WesterosSide, WesterosTerrain, WesterosUnit,
};
use warodds::scenario::{Scenario, parse};

fn valid(text: &str) -> Scenario {
    parse("test.toml", text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The only question of a scenario.
fn only(text: &str) -> WesterosQuestion {
    match valid(text).asked.as_slice() {
        [one] => match &one.question {
            Any::Westeros(question) => question.clone(),
            other => panic!("another game: {other:?}"),
        },
        several => panic!("{} questions", several.len()),
    }
}

macro_rules! of {
    ($value:ident, $number:expr) => {
        $value::new($number).expect("in range")
    };
}

/// A unit with every key, under a prefix.
fn keys(prefix: &str) -> String {
    let lines = "class = 'cavalry'\ndice = 5\nno_valor = true\nheavy_armor = true\ntoughness = \
                 1\ncover = 2\nstalwart = true\nfigures = 6\ncommander = 3\nterrain = \
                 'forest'\nroom = 4";
    lines.lines().map(|line| format!("{prefix}{line}\n")).collect()
}

/// That unit.
fn busy(rank: Rank) -> WesterosUnit {
    WesterosUnit {
        rank,
        class: UnitClass::Cavalry,
        dice: of!(Dice, 5),
        no_valor: true,
        heavy_armor: true,
        toughness: of!(Protection, 1),
        cover: of!(Protection, 2),
        stalwart: true,
        figures: of!(Figures, 6),
        commander: Some(of!(Capture, 3)),
        terrain: WesterosTerrain::Forest,
        room: Some(of!(Room, 4)),
    }
}

#[test]
fn each_key_of_an_attack_reaches_its_question() {
    let options = "flanking = true\nretreat_worth = 0.5\nmoved = true\nmodifier = -2\nengaged = \
                  true\n";
    let units =
        format!("attacker = 'blue'\ntarget = 'red'\n{}{}", keys("attacker_"), keys("target_"));
    let attack = WesterosAttack {
        attacker: busy(Rank::Blue),
        target: busy(Rank::Red),
        options: AttackOptions {
            reach: AttackRange::Melee,
            flanking: true,
            parting_blow: false,
            moved: true,
            modifier: of!(DiceModifier, -2),
            engaged: true,
            retreat_worth: of!(RetreatWorth, 0.5),
        },
        counter: true,
    };
    assert_eq!(
        only(&format!("[[westeros.attack]]\n{units}{options}counter = true\n")),
        WesterosQuestion::Attack(Box::new(attack))
    );
    let pursuit = Pursuit {
        attack: WesterosAttack { counter: false, ..attack },
        hexes: of!(Hexes, 2),
        off_balance: true,
        then: PursuitTarget::Other(busy(Rank::Green)),
    };
    // of all words of units, those without a key of their own here change nothing
    let words = "cavalry dice=5 no-valor heavy-armor toughness=1 cover=2 stalwart figures=6 \
                 commander=3 forest room=4";
    let text = format!(
        "[[westeros.pursuit]]\nattacker = 'blue {words}'\ntarget = 'red {words}'\n{options}hexes = \
         2\noff_balance = true\nother = 'green {words}'"
    );
    assert_eq!(only(&text), WesterosQuestion::Pursuit(Box::new(pursuit)));
    let dogs = DogsOfWar {
        attacker: WesterosUnit {
            terrain: WesterosTerrain::Forest,
            no_valor: true,
            ..WesterosUnit::new(Rank::Blue, UnitClass::Infantry)
        },
        target: busy(Rank::Red),
        modifier: of!(DiceModifier, 1),
    };
    let text = format!(
        "[[westeros.dogs-of-war]]\ntarget = 'red {words}'\nattacker_terrain = 'forest'\nattacker_no_valor \
         = true\nmodifier = 1"
    );
    assert_eq!(only(&text), WesterosQuestion::DogsOfWar(Box::new(dogs)));
    let parting = only(
        "[[westeros.attack]]\nattacker = 'green'\ntarget = 'green'\nparting_blow = true\nranged = false",
    );
    assert!(matches!(parting, WesterosQuestion::Attack(attack) if attack.options.parting_blow));
}

#[test]
fn what_is_left_out_is_as_in_the_core_game() {
    let usual = |rank, class| WesterosUnit::new(rank, class);
    let WesterosQuestion::Attack(attack) =
        only("[[westeros.attack]]\nattacker = 'red'\ntarget = 'green'\ntarget_class = 'cavalry'")
    else {
        panic!("an attack")
    };
    assert_eq!(
        (attack.attacker, attack.target),
        (usual(Rank::Red, UnitClass::Infantry), usual(Rank::Green, UnitClass::Cavalry))
    );
    assert_eq!((attack.options, attack.counter), (AttackOptions::default(), false));
    assert_eq!((attack.attacker.dice.get(), attack.target.figures.get()), (4, 3));
}

#[test]
fn the_other_tables_reach_their_questions() {
    let text = format!(
        "[[westeros.exchange]]\na = 'green'\nb = 'red'\n{}{}rounds = 5\nfirst = 'b'\npress_on = true",
        keys("a_"),
        keys("b_")
    );
    let exchange = Exchange {
        a: busy(Rank::Green),
        b: busy(Rank::Red),
        rounds: of!(Rounds, 5),
        first: WesterosSide::B,
        press_on: true,
    };
    assert_eq!(only(&text), WesterosQuestion::Exchange(Box::new(exchange)));
    let orders = Orders {
        dice: of!(OrderDice, 6),
        requested: [of!(OrderCount, 1), of!(OrderCount, 2), of!(OrderCount, 3)],
        flags: of!(OrderCount, 1),
        kept: Some(Symbol::Valor),
    };
    assert_eq!(
        only(
            "[[westeros.orders]]\ndice = 6\ngreen = 1\nblue = 2\nred = 3\nflags = 1\nkept = 'valor'"
        ),
        WesterosQuestion::Orders(orders)
    );
    let fire = Fire {
        ground: FireGround::Forest,
        level: of!(Level, 2),
        around: FireGround::Bare,
        rounds: of!(Rounds, 4),
        scorch: of!(Attempts, 3),
        scorched: of!(Rounds, 2),
        put_out: of!(Attempts, 1),
        order_inside: Some(of!(Rounds, 3)),
        figures: Some(of!(Figures, 4)),
    };
    let text = "[[westeros.fire]]\nground = 'forest'\nlevel = 2\naround = 'bare'\nrounds = 4\nscorch = \
                3\nscorch_rounds = 2\nput_out = 1\norder_inside = 3\nfigures = 4";
    assert_eq!(only(text), WesterosQuestion::Fire(fire));
    let road = Fire { ground: FireGround::ForestRoad, ..fire };
    assert_eq!(only(&text.replace("'forest'", "'forest-road'")), WesterosQuestion::Fire(road));
}

#[test]
fn a_rout_names_its_units_in_its_order() {
    let words = "cavalry dice=5 no-valor heavy-armor toughness=1 cover=2 stalwart figures=6 \
                 commander=3 forest room=4";
    let text = format!(
        "[[westeros.rout]]\na = 'Stark'\nb = 'Lannister'\nunits = ['grey wind: a green {words}', {{ name = \
         'guards', side = 'b', rank = 'red', {} }}]\norder = ['grey wind flanks guards', 'guards shoots grey wind', \
         'a raises', 'b rallies', 'regroup']\ntrack = 9\nmarker = -3\na_end = 'stop'\nzones = \
         ['4-6']",
        keys("").trim().replace('\n', ", ")
    );
    let options = AttackOptions::default();
    let rout = Rout {
        units: vec![(WesterosSide::A, busy(Rank::Green)), (WesterosSide::B, busy(Rank::Red))],
        order: vec![
            RoutAction::Attack {
                by: 0,
                on: 1,
                options: AttackOptions { flanking: true, ..options },
            },
            RoutAction::Attack {
                by: 1,
                on: 0,
                options: AttackOptions { reach: AttackRange::Ranged, ..options },
            },
            RoutAction::Raise(WesterosSide::A),
            RoutAction::Rally(WesterosSide::B),
            RoutAction::Regroup,
        ],
        track: of!(Track, 9),
        marker: of!(Marker, -3),
        ends: [TrackEnd::Stop, TrackEnd::Rout],
        zones: vec![MoraleZone { brk: 4, last: 6 }],
    };
    assert_eq!(only(&text), WesterosQuestion::Rout(Box::new(rout)));
    // a list of lists asks about each order
    let orders = text
        .replace("order = [", "order = [['grey wind attacks guards'], [")
        .replace("'regroup']", "'regroup']]");
    assert_eq!(valid(&orders).asked.len(), 2);
    assert_eq!(valid(&text).asked[0].sides, Some(["Stark".to_owned(), "Lannister".to_owned()]));
}

#[test]
fn lists_ask_about_every_combination() {
    let scenario = valid(
        "[[westeros.attack]]\nattacker = ['green', 'blue']\ntarget = 'red'\ntarget_figures = [1, 2, \
         3]\nflanking = [false, true]",
    );
    let names: Vec<&str> = scenario.asked.iter().map(|asked| asked.name.as_str()).collect();
    assert_eq!(names.len(), 12);
    assert_eq!(names[0], "attack 2 dice → red infantry: green, target figures 1, flanking no");
    assert_eq!(names[11], "attack 3 dice → red infantry: blue, target figures 3, flanking yes");
}

#[test]
fn faults_are_told_at_their_places() {
    let attack =
        |keys: &str| format!("[[westeros.attack]]\nattacker = 'green'\ntarget = 'green'\n{keys}");
    let rout = |order: &str| {
        format!("[[westeros.rout]]\nunits = ['x: a blue',\n'y: b red']\norder = {order}")
    };
    for (text, told) in [
        (String::new(), "the scenario has no question"),
        (
            "[[westeros.attack]]\nattacker = 'green'".to_owned(),
            "[[westeros.attack]] needs `target`",
        ),
        (
            attack("target_figures = 13"),
            "4:18: `target_figures` cannot be `13`: it must be a whole number from 1 to 12",
        ),
        (attack("reach = 'far'"), "[[westeros.attack]] has no key `reach`"),
        (
            attack("flanking = true\nranged = true"),
            "4:12: only an attack from an adjacent hex can flank",
        ),
        (
            attack("parting_blow = true\nranged = true"),
            "4:16: a parting blow is made from an adjacent hex",
        ),
        (attack("flanking = true\nattacker_class = 'archers'"), "archers never flank"),
        (attack("flanking = true\nretreat_worth = 11"), "from 0 to 10 figures, not 11"),
        (attack("retreat_worth = 1"), "4:17: `retreat_worth` has no effect without `flanking`"),
        (attack("counter = true"), "4:11: only a Stalwart target counter-attacks"),
        (attack("toughness = 1"), "[[westeros.attack]] has no key `toughness`"),
        (attack("targt_figures = 1"), "[[westeros.attack]] has no key `targt_figures`"),
        (attack("edition = '1.5'"), "[[westeros.attack]] has no key `edition`"),
        ("edition = '1.5'".to_owned() + "\n" + &attack(""), "the file has no key `edition`"),
        ("[[westeros.duel]]\na = 'x'".to_owned(), "[westeros] has no key `duel`"),
        ("[[westeros.orders]]\ndice = 3".to_owned(), "ask for at least one order or morale token"),
        (
            "[[westeros.fire]]\nground = 'tent'\nlevel = [0, 1, 2]".to_owned(),
            "3:16: a fire in tent burns up to level 1, not 2",
        ),
        (
            "[[westeros.fire]]\norder_inside = 1".to_owned(),
            "`order_inside` has no effect without `figures`",
        ),
        ("[[westeros.fire]]\nground = 'bare'".to_owned(), "do not burn"),
        (rout("['x attacks z']"), "4:10: there is no unit `z`"),
        (
            rout("['x attacks y', 'y attacks y']"),
            "4:25: action 2 must be an attack on a unit of the other side",
        ),
        (rout("['x hugs y']"), "4:10: `order` cannot be `x hugs y`: actions are"),
        (rout("1"), "4:9: `order` cannot be `1`: actions are"),
        (
            rout("['regroup']\nmarker = 11"),
            "5:10: the marker must lie between the ends of the track",
        ),
        (rout("['regroup']\nzones = '3'"), "write BREAK-LAST, two spaces"),
        (rout("['regroup']\nzones = '3-12'"), "a zone must reach from its break outwards"),
        (rout("['regroup']").replace("y: b", "x: b"), "3:1: two units are called `x`"),
        (
            rout("['regroup']").replace("y: b red", "red"),
            "3:1: `units` cannot be `red`: write NAME: SIDE UNIT",
        ),
        (
            rout("['regroup']").replace("'y: b red'", "{ name = 'y', side = 'b' }"),
            "a unit needs `rank`",
        ),
        ("[[westeros.rout]]\norder = ['regroup']".to_owned(), "`units` is missing"),
    ] {
        let faults = parse("bad.toml", &text)
            .map(|scenario| format!("{scenario:?}"))
            .expect_err("it is faulty");
        let all = faults.to_string();
        assert!(all.contains(told), "{told} is not told of:\n{text}\n\n{all}");
        assert_eq!(faults.count(), 1, "one fault is told once: {all}");
    }
}
