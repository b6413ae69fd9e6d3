//! `battle`: whole battles of two armies, from a file or from two lists.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use super::rules::CatalogueKey;
use crate::catalogue::Catalogue;
use crate::request::battle_reader::{BattleQuestion, BattleTexts, NamedText};
use crate::request::kind::QuestionKind;
use crate::request::value::choices;
use crate::request::{
    BATTLE, CardSource, FileContents, Key, Keys, ParsedFields, Query, RequestError, Trials, Value,
    groups, keys,
};
use crate::study::{EngineKind, Goal, Isa, Plan};

/// Declares an enum whose values are written in battle files as they are named here.
macro_rules! file_words {
    ($(#[doc = $about:literal])* $name:ident { $($value:ident => $word:literal, $words:literal;)* }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $(#[doc = $words] $value,)*
        }

        choices!($name, start: name_by_start { $($name::$value => $word, $words;)* });
    };
}

file_words! {
    /// The modes that are played.
    BattleMode {
        AGameOfThrones => "a-game-of-thrones", "five objectives, with the cards of 2021 (A13.1)";
        AClashOfKings => "a-clash-of-kings", "three objectives, reserves (A13.2)";
        AStormOfSwords => "a-storm-of-swords", "a siege, with the wall from --siege (A13.3)";
        AFeastForCrows => "a-feast-for-crows", "tokens on corpse piles (A13.4)";
        ADanceWithDragons => "a-dance-with-dragons", "three objectives that are carried (A13.5)";
        FireAndBlood => "fire-and-blood", "marked units, and points on enemies (A13.7)";
        TheWindsOfWinter => "the-winds-of-winter", "secret missions, from --missions (A13.6)";
        DarkWingsDarkWords => "dark-wings-dark-words", "open missions, from --missions (A13.8)";
    }
}

file_words! {
    /// The terrain of a battle without a file.
    BattleTerrain {
        None => "none", "an empty table";
        Random => "random", "other pieces in each battle";
    }
}

file_words! {
    /// Who plays an army.
    BattlePolicyName {
        Random => "random", "any turn";
        Quick => "quick", "the best of few turns";
        Greedy => "greedy", "the best of many turns";
        RollOut => "roll-out", "what comes out best at the end of the round";
    }
}

file_words! {
    /// The rulebooks with rules of battles.
    BattleRules {
        Second => "1.6", "the rulebook of 2020";
        First => "1.5", "the update of December 2019";
    }
}

keys! {
    /// The armies.
    pub struct BattleArmies in Units {
        /// A battle file, or the list of army a if that of army b follows; or its text; `-` for
        /// standard input. Links and HTTP take the text, and those of the lists in --a and --b.
        maybe file: FileContents [Positional, Words, Single, Contents], "FILE";
        /// The list of army a, instead of that of the battle file.
        maybe a: FileContents [Single, Contents], "LIST";
        /// The list of army b, instead of that of the battle file.
        maybe b: FileContents [Single, Contents, Argument], "LIST";
    }
}

keys! {
    /// How the armies meet, where no file says it.
    pub struct BattleSituation in Situation {
        /// The mode of play.
        maybe mode: BattleMode [Single, Conflicts("file")], "MODE";
        /// The deck of missions, instead of that of the battle file.
        maybe missions: FileContents [Single, Contents], "FILE";
        /// The wall and the siege decks, instead of those of the battle file.
        maybe siege: FileContents [Single, Contents], "FILE";
        /// The terrain [default: none].
        maybe terrain: BattleTerrain [Single, Conflicts("file")], "TERRAIN";
        /// Who plays army a [default: greedy].
        maybe a_policy: BattlePolicyName [Single, Conflicts("file")], "POLICY";
        /// Who plays army b [default: greedy].
        maybe b_policy: BattlePolicyName [Single, Conflicts("file")], "POLICY";
    }
}

keys! {
    /// The rules, where no file says them.
    pub struct BattleRulesKey in Rules {
        /// The edition of the rules [default: 1.6].
        maybe rules: BattleRules [Single, Conflicts("file")], "RULES";
    }
}

keys! {
    /// The cards that the lists name.
    pub struct BattleCards in Rules {
        /// Add cards of your own: a file, a directory of files, or the text of a file. A card with
        /// the id of a built-in one replaces it. Links and HTTP take only the text. May be given
        /// several times.
        several catalogue: CardSource [Local], "FILE_OR_DIR";
    }
}

impl BattleCards {
    /// Returns the catalogue with the cards of the files.
    ///
    /// # Errors
    /// [`RequestError::Cards`] with all errors in the files.
    pub fn open<'a>(&self, catalogue: &'a Catalogue) -> Result<Cow<'a, Catalogue>, RequestError> {
        CatalogueKey { catalogue: self.catalogue.clone(), cards: None }.open(catalogue)
    }
}

keys! {
    /// How often the battle is played.
    pub struct BattleEngineKeys in Engine {
        /// Number of battles [default: the file's, or 2000].
        maybe games: Trials, "N";
        /// Seed [default: the file's, or 0].
        maybe seed: u64, "S";
        /// Roll every die. By default the results of frequent attacks are drawn from their exact
        /// distributions.
        flag dice;
    }
}

groups! {
    /// The keys of a battle.
    pub struct BattleKeys {
        /// The armies.
        pub armies: BattleArmies,
        /// How they meet.
        pub situation: BattleSituation,
        /// The rules.
        pub rules: BattleRulesKey,
        /// The cards.
        pub cards: BattleCards,
        /// How often it is played.
        pub engine: BattleEngineKeys,
    }
}

/// Returns the kind `battle`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: BATTLE,
        about: "Who wins a whole battle, and by how many points?",
        more: "A battle file names two army lists, a mode, the terrain and the policies that play; \
               docs/battles.md has an example. Two lists do as well. The answer has the chance of \
               each list to win, its points, and what each unit contributes. Tactics cards and \
               abilities of NCUs are played only if the file says so, and not all of them, so the \
               odds are those of a reduced game between these policies. The answer lists what is \
               left out.",
        examples: &[
            "warodds battle scenarios/battles/clash-of-kings.toml --games 100",
            "warodds battle scenarios/lists/stark-40.toml scenarios/lists/lannister-40.toml \
             --mode fire-and-blood --games 50",
        ],
        takes_lists: false,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(BattleKeys::keys);
            &KEYS
        },
        ask: |values, catalogue| {
            let reader = values.battles().ok_or_else(|| {
                RequestError::refused(
                    "this program does not play battles: use `warodds battle`, or `warodds serve` \
                     on your own machine",
                )
            })?;
            let texts = BattleKeys::read(values)?.texts(values)?;
            reader.read(&texts, catalogue).map(Query::Battle)
        },
    }
}

impl BattleKeys {
    /// Returns the texts of the battle; those of a file are written if there is none.
    fn texts(self, values: &ParsedFields<'_>) -> Result<BattleTexts, RequestError> {
        let named = |contents: &FileContents, other: &str| {
            let name = values.given().file_name(&contents.0).unwrap_or(other).to_owned();
            NamedText { name, text: contents.0.clone() }
        };
        let BattleArmies { file, a, b } = &self.armies;
        let lists = [(a, "a"), (b, "b")]
            .map(|(list, id)| list.as_ref().map(|list| named(list, &format!("the list of {id}"))));
        let file = match file {
            Some(file) => named(file, BATTLE),
            None => NamedText { name: BATTLE.to_owned(), text: self.written(values)? },
        };
        let missions = self.situation.missions.as_ref();
        let missions = missions.map(|missions| named(missions, "missions"));
        let siege = self.situation.siege.as_ref().map(|siege| named(siege, "siege"));
        Ok(BattleTexts { file, lists, missions, siege })
    }

    /// Writes a battle file of the fields.
    fn written(&self, values: &ParsedFields<'_>) -> Result<String, RequestError> {
        if self.armies.a.is_none() && self.armies.b.is_none() {
            return Err(RequestError::Missing {
                key: values.display_name("file"),
                words: "a battle file; or two lists, as --a and --b, in its place".to_owned(),
            });
        }
        for id in ["a", "b"] {
            values.needed::<FileContents>(id)?;
        }
        let mode = self.situation.mode.unwrap_or(BattleMode::AGameOfThrones);
        let word = |key: &str, word: Option<String>| {
            word.map_or_else(String::new, |word| format!("{key} = \"{word}\"\n"))
        };
        let policy = |policy: Option<BattlePolicyName>| {
            let policy = policy.unwrap_or(BattlePolicyName::Greedy);
            format!("policy = {{ kind = \"{}\" }}\n", policy.show())
        };
        let BattleSituation { terrain, a_policy, b_policy, .. } = &self.situation;
        Ok([
            format!("[battle]\nmode = \"{}\"\n", mode.show()),
            word("missions", self.situation.missions.as_ref().map(|_| "missions".to_owned())),
            word("siege", self.situation.siege.as_ref().map(|_| "siege".to_owned())),
            word("terrain", terrain.map(|terrain| terrain.show())),
            word("rules", self.rules.rules.map(|rules| rules.show())),
            format!("[a]\nlist = \"a\"\n{}", policy(*a_policy)),
            format!("[b]\nlist = \"b\"\n{}", policy(*b_policy)),
        ]
        .concat())
    }
}

/// Returns the plan of a battle: the games and the seed of the request, then those of the file.
///
/// # Errors
/// [`RequestError::Value`] for invalid values.
pub(in crate::request) fn plan(
    values: &ParsedFields<'_>,
    question: &Arc<dyn BattleQuestion>,
    isa: Isa,
) -> Result<Plan, RequestError> {
    let BattleEngineKeys { games, seed, dice } = BattleEngineKeys::read(values)?;
    let own = question.goal();
    let goal = Goal {
        trials: games.map_or(own.trials, |games| games.0),
        seed: seed.unwrap_or(own.seed),
        precision: None,
    };
    let engine = if dice { EngineKind::Dice } else { EngineKind::MonteCarlo };
    Ok(Plan { engine, goal, isa, compare: false, fractions: false })
}
