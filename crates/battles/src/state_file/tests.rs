//! Positions that are written and read again, and positions that cannot be.

use super::*;
use crate::battle::Mode;
use crate::field::{Field, PlacedUnit, UnitId};
use crate::file::load_text;
use crate::policy::{BattlePolicy, PolicyKind};
use crate::run::replay;
use crate::state::UnitPlace;

const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");

/// Lists of the ladder, with NCUs and cards of several factions.
const LISTS: [&str; 6] = [
    "01-stark-mormont",
    "02-lannister-mountain",
    "03-nights-watch-thorne",
    "04-free-folk-tormund",
    "05-baratheon-estermont",
    "06-targaryen-grey-worm",
];

/// The policies of both armies in a battle of [`played`].
pub(crate) fn policies(game: usize) -> [PolicyKind; 2] {
    let kinds = [PolicyKind::Greedy, PolicyKind::Quick, PolicyKind::Random];
    [game, game / 3].map(|number| kinds[number % 3])
}

/// A battle with everything that its mode has.
pub(crate) fn played(mode: Mode, game: usize) -> (Battle, LogFile) {
    let [a, b] = [2 * game, 2 * game + 1].map(|number| LISTS[number % LISTS.len()]);
    let file = match mode {
        _ if mode.has_missions() => "missions = \"../../missions/invented.toml\"",
        _ if mode.has_siege() => "siege = \"../../sieges/invented.toml\"",
        _ => "",
    };
    let text = format!(
        "a = {{ list = \"{a}.toml\" }}\nb = {{ list = \"{b}.toml\" }}\n\
         [battle]\nmode = \"{}\"\nterrain = \"random\"\ncards = true\n{file}\n",
        mode.id()
    );
    let path = Path::new(SCENARIOS).join("lists/ladder/b.toml");
    let file = load_text(&path, &text, Catalogue::shipped());
    let file = file.unwrap_or_else(|error| panic!("{mode:?}: {error}"));
    let policies = policies(game).map(|kind| BattlePolicy::new(kind, mode));
    let entries = replay(&file.battle, policies, (31, game as u64)).unwrap();
    let log = LogFile::new(&file.battle, file.armies.clone(), entries);
    (file.battle, log)
}

/// Compares everything on two tables but how many ids they have room for.
fn assert_same_table(read: &Field, written: &Field, moment: &str) {
    let units = |field: &Field| -> Vec<(UnitId, PlacedUnit)> {
        field.units().map(|(unit, at)| (unit, *at)).collect()
    };
    assert_eq!(units(read), units(written), "{moment}");
    assert_eq!(read.pieces(), written.pieces(), "{moment}");
    assert_eq!(read.contacts(), written.contacts(), "{moment}");
    let is_same = |unit: &UnitId| read.is_sure_footed(*unit) == written.is_sure_footed(*unit);
    assert!((0..32).map(UnitId).all(|unit| is_same(&unit)), "{moment}");
}

/// Every turn of battles of each mode: what the player sees is written and read without loss.
#[test]
fn what_is_written_is_read_again() {
    for (game, mode) in Mode::ALL.into_iter().cycle().take(16).enumerate() {
        let (battle, log) = played(mode, game);
        let seen = check_and_watch(&battle, &battle.outcome_cache(), &log.entries).unwrap().1;
        for (turn, seen) in seen.iter().enumerate() {
            let text = text_of(&battle, &log, seen).unwrap();
            let read = StateFile::parse(Path::new("state.toml"), &text, Catalogue::shipped());
            let read = read.unwrap_or_else(|error| panic!("{game}@{turn}: {error}\n{text}")).seen;
            let mut expected = SeenTurn { turn: None, ..seen.clone() };
            assert_same_table(&read.state.field, &expected.state.field, &format!("{game}@{turn}"));
            expected.state.field = read.state.field.clone();
            assert_eq!(read, expected, "{game}@{turn}\n{text}");
        }
    }
}

/// The position of the documentation.
fn by_hand() -> &'static str {
    let page = include_str!("../../../../docs/battle-state.md");
    let (_, example) = page.split_once("```toml\n").unwrap();
    example.split_once("```").unwrap().0
}

fn read(text: &str) -> Result<StateFile, FileError> {
    StateFile::parse(Path::new("state.toml"), text, Catalogue::shipped())
}

/// The tray of the Sworn Swords is 5.5" wide and that of the Guardsmen 4.8" deep: the centre of the
/// Guardsmen is 2.75" + 2.4" to the east, and they face west (A18.2).
#[test]
fn a_unit_in_contact_needs_no_place() {
    let state = read(by_hand()).unwrap().seen.state;
    let pose = state.field.unit(UnitId(0)).unwrap().tray.pose();
    assert_eq!(<[i32; 3]>::from(pose), [5_150, 0, 2_700]);
    assert!(state.field.is_engaged(UnitId(2)));
    let [guardsmen, brigands, swords, outriders] = state.units.as_slice() else { panic!("units") };
    // bit 1 for Panicked and 4 for Weakened
    assert_eq!((guardsmen.tokens, guardsmen.left, swords.left), (5, 12, 5));
    assert_eq!((brigands.place, outriders.place), (UnitPlace::Reserve(3), UnitPlace::Gone));
    assert_eq!((state.points, state.ncus, state.round), ([2, 1], [1, 0], 3));
    assert_eq!((state.active, state.first), (PlayerId::South, PlayerId::North));
}

const SIEGE: &str =
    "siege = { defender = \"b\", attacker_cards = [], defender_cards = [], walls = [] }";

/// Changes one thing of the position each.
#[test]
fn positions_that_cannot_be_are_refused() {
    let faults = [
        ("round = 3", "round = 7", "from 1 to 6"),
        ("turn = \"a\"", "turn = \"b\"", "no unit or NCU left to activate (A12.6)"),
        ("turn = \"a\"", "turn = \"c\"", "there is no value `c` here"),
        ("wounds = 5", "wounds = 13", "from 1 to 12 wounds left, not 13"),
        ("wounds = 5", "wounds = 0", "from 1 to 12 wounds left"),
        ("\"weakened\"", "\"panicked\"", "has a token twice (A7)"),
        ("\"weakened\"", "\"afraid\"", "values are: `panicked`"),
        (
            "reserve = 3",
            "at = [9, 0]",
            "Lannister Guardsmen overlaps a: House Clegane Brigands (A17.1)",
        ),
        ("reserve = 3", "at = [23, 0]", "has no room there"),
        ("reserve = 3", "", "has no position: add `at`"),
        ("reserve = 3", "reserve = 3\ndestroyed = true", "more than one of"),
        ("reserve = 3", "reserve = 3\nbounty = 1", "only Fire & Blood"),
        ("a-clash-of-kings", "fire-and-blood", "is in reserve, which this mode does not have"),
        (
            "name = \"Stark Outriders\"",
            "name = \"Stark Sworn Swords\"",
            "b: Stark Sworn Swords 2 times",
        ),
        ("name = \"Stark Outriders\"", "name = \"Outriders\"", "use one of a: Lannister Guardsmen"),
        ("on = \"b: Stark Sworn Swords\"", "on = \"a: House Clegane Brigands\"", "are friends"),
        ("on = \"b: Stark Sworn Swords\"", "on = \"b: Stark Outriders\"", "has no position"),
        (
            "tokens = [\"panicked\"",
            "at = [6, 0]\nheading = 270\ntokens = [\"panicked\"",
            "leave out its `at`",
        ),
        ("card = \"plain\"", "card = \"deck-11\"", "deck-10"),
        (
            "card = \"plain\"",
            "card = \"plain\"\nholder = \"a: Lannister Guardsmen\"",
            "in this mode",
        ),
        ("card = \"plain\"", "card = \"plain\"\npiece = 2", "piece 2, which is not in"),
        ("crown", "cup", "values are: `crown`"),
        (
            "first = \"b\"",
            "first = \"b\"\na.ncus_left = 2",
            "at most 1, the number of its NCUs, not 2",
        ),
        (
            "[[state.a.units]]\nname = \"H",
            "[state.a.x]\n[[state.a.units]]\nname = \"H",
            "there is no key `x` here",
        ),
        ("\"hedge\"", "\"forum\"", "has no kind \"forum\""),
        ("mode", "cards = true\nmode", "no tactics deck"),
        ("[state]", "[other]", "`state`"),
        ("a-clash-of-kings", "a-storm-of-swords", "needs a wall and siege decks"),
        ("points = [2, 1]", &format!("points = [2, 1]\n{SIEGE}"), "belongs to A Storm of Swords"),
    ];
    let missed = faults.iter().filter_map(|(from, to, fault)| {
        assert!(by_hand().contains(from), "{from}");
        let error =
            read(&by_hand().replacen(from, to, 1)).map(|_| ()).map_err(|error| error.to_string());
        let is_named = error.as_ref().is_err_and(|error| error.contains(fault));
        (!is_named).then(|| format!("{to}: {error:?}"))
    });
    assert_eq!(missed.collect::<Vec<_>>(), Vec::<String>::new());
    let error = load_text(Path::new("state.toml"), by_hand(), Catalogue::shipped()).unwrap_err();
    assert!(error.to_string().contains("`warodds battle advise`"), "{error}");
}
