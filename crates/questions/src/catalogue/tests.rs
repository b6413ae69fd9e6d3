use super::outline::outlines;
use super::shipped::{FILES, TACTICS};
use super::*;
use warodds_games::asoiaf::UnitType;

fn id(given: &str) -> String {
    Catalogue::shipped().find(given).map_or_else(|error| panic!("{error}"), |card| card.id.clone())
}

fn wrong(given: &str) -> String {
    Catalogue::shipped()
        .find(given)
        .map_or_else(|error| error.to_string(), |card| panic!("{} is found", card.id))
}

/// Reads the shipped files up to a season whole and returns their faults.
fn read_whole(season: Season) -> (Catalogue, Vec<Faults>) {
    let mut catalogue = Catalogue { season, ..Catalogue::default() };
    let files = FILES.iter().filter(|file| file.since <= season);
    let faults = files.filter_map(|file| catalogue.add_text(file.name, file.text).err()).collect();
    (catalogue, faults)
}

#[test]
fn lazily_read_entries_equal_fully_read_files() {
    assert!(FILES.iter().all(|file| outlines(file.text).is_some()), "each has an outline");
    // each of these seasons has whole files
    [Season::S05, Season::S06, Season::S07].into_iter().for_each(are_lazily_read_alike);
}

fn are_lazily_read_alike(season: Season) {
    let (alone, (whole, _)) = (Catalogue::shipped().of_season(season), read_whole(season));
    assert!(alone.cards().eq(whole.cards()));
    assert!(alone.attachments().eq(whole.attachments()));
    assert!(alone.ncus().eq(whole.ncus()));
    assert!(alone.abilities().eq(whole.abilities()));
    // and they are found by the same names
    let keys = |catalogue: &Catalogue| {
        let cards = catalogue.cards.values().map(|card| format!("{:?}", card.key()));
        let attachments = catalogue.attachments.values().map(|one| format!("{:?}", one.key()));
        cards.chain(attachments).collect::<Vec<_>>()
    };
    assert_eq!(keys(&alone), keys(&whole));
    assert!(alone.ability_index().names().eq(whole.ability_index().names()));
}

#[test]
fn shipped_files_have_no_faults_and_every_table_is_read() {
    let (catalogue, faults) = read_whole(Season::NEWEST);
    assert!(
        faults.is_empty(),
        "{}",
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    );
    let of_season = |season| Catalogue::shipped().of_season(season);
    let counts = |season| {
        let cards = of_season(season);
        [cards.cards().count(), cards.attachments().count(), cards.ncus().count()]
    };
    assert_eq!(counts(Season::V1_6), [28, 0, 0]);
    assert_eq!(counts(Season::S05), [176, 278, 95]);
    assert_eq!(counts(Season::S07), [178, 283, 95]);
    let is_commander = |attachment: &&Attachment| attachment.price == Price::Commander;
    assert_eq!(of_season(Season::S05).attachments().filter(is_commander).count(), 81);
    // the entries of a file, counted as lines: none is lost to another of its id
    for file in FILES {
        let mut alone =
            Catalogue { abilities: catalogue.abilities.clone(), ..Catalogue::default() };
        let counts = alone.add_text(file.name, file.text).expect("no faults");
        let tables = |start| file.text.lines().filter(|line| line.starts_with(start)).count();
        let lines = ["[units.", "[attachments.", "[ncus.", "[[ability]]"].map(tables);
        let read = [counts.units, counts.attachments, counts.ncus, counts.abilities];
        assert_eq!(read, lines, "{}", file.name);
    }
}

#[test]
fn cards_have_dice_for_each_rank_and_match_their_type() {
    for card in Catalogue::shipped().cards() {
        let unit = &card.unit;
        assert!(
            !unit.attacks.is_empty() && unit.speed.is_some() && unit.cost.is_some(),
            "{}",
            card.id
        );
        assert!(
            unit.attacks.iter().all(|attack| attack.dice.len() == usize::from(unit.body.ranks())),
            "{}",
            card.id
        );
        assert!(!card.origin.source.is_empty() && !card.origin.faction.is_empty(), "{}", card.id);
        let monster = matches!(unit.kind, UnitType::Monster | UnitType::WarMachine);
        assert!(!monster || unit.is_solo(), "{}", card.id);
    }
    let without: Vec<&str> = Catalogue::shipped()
        .cards()
        .filter(|card| card.unit.morale.is_none())
        .map(|card| card.id.as_str())
        .collect();
    assert_eq!(without, ["builder-scorpion-crew-v1-0"], "the one card whose morale is not known");
}

#[test]
fn abilities_of_cards_are_of_the_season_of_the_card() {
    let catalogue = Catalogue::shipped();
    let of_cards = catalogue.cards().map(|card| (&card.abilities, card.origin.season));
    let of_attachments =
        catalogue.attachments().map(|attachment| (&attachment.abilities, attachment.origin.season));
    for (names, season) in of_cards.chain(of_attachments) {
        for name in names {
            let entry = catalogue.ability(name, season);
            assert!(entry.is_some_and(|entry| entry.season.plays_with(season)), "{name}");
        }
    }
    let lance = |season| catalogue.ability("lance", season).map(|entry| entry.codes.clone());
    assert_eq!(lance(Season::V2021), Some(vec!["A1", "D1"]));
    assert_eq!(lance(Season::V1_0), Some(vec!["A1", "A6", "D1"]));
    // what stands on no older card is that of the next later one
    assert_eq!(
        catalogue.ability("Disrupt", Season::V1_5).map(|entry| entry.season),
        Some(Season::V2021)
    );
}

#[test]
fn abilities_that_change_rolls_have_codes_and_summary() {
    for entry in Catalogue::shipped().abilities() {
        let known = !entry.codes.is_empty();
        match &entry.status {
            ModelStatus::NoDice => assert!(!known, "{}", entry.name),
            ModelStatus::Elsewhere | ModelStatus::Modelled(_) => {
                assert!(known && entry.summary.is_some(), "{}", entry.name)
            }
            ModelStatus::NotModelled => {
                assert_eq!(known, entry.summary.is_some(), "{}", entry.name)
            }
        }
    }
}

#[test]
fn weapon_abilities_are_on_cards_with_the_weapon() {
    let catalogue = Catalogue::shipped();
    let of_weapon = |ability: &Ability| matches!(&ability.status, ModelStatus::Modelled(effects) if effects.of_weapon);
    for card in catalogue.cards() {
        for ability in catalogue.unit(card).abilities.iter().filter(|ability| of_weapon(ability)) {
            let named = card
                .unit
                .attacks
                .iter()
                .any(|attack| normalize_name(&attack.name) == normalize_name(&ability.name));
            assert!(
                named,
                "{} has no attack {}: the ability would never count",
                card.id, ability.name
            );
        }
    }
    for attachment in catalogue.attachments() {
        let abilities =
            catalogue.resolve_abilities(&attachment.abilities, attachment.origin.season);
        assert!(
            !abilities.iter().any(of_weapon),
            "{}: an attachment brings no attack",
            attachment.id
        );
    }
}

/// Keys whose kind is not among the codes of their ability.
fn uncoded<'a>(effect: &toml::Table, codes: &[&str]) -> Vec<&'a str> {
    // an attack may be made before the attacker's (E2) or as the last (E3)
    let is_coded = |code: &str| {
        codes.contains(&code)
            || (code == "E1" && ["E2", "E3"].iter().any(|other| codes.contains(other)))
    };
    let keys = vocabulary::EFFECT_KEYS
        .iter()
        .filter(|word| effect.contains_key(word.key) && !is_coded(word.code))
        .map(|word| word.key);
    let moment = effect.get("when").and_then(toml::Value::as_str).unwrap_or_default();
    let moments = vocabulary::MOMENT_CODES
        .iter()
        .filter(|(code, names)| names.contains(&moment) && !is_coded(code));
    keys.chain(moments.map(|(code, _)| *code)).collect()
}

#[test]
fn keys_of_an_ability_match_its_codes() {
    let tables = |value: Option<&toml::Value>| -> Vec<toml::Table> {
        value.and_then(toml::Value::as_array).map_or_else(Vec::new, |all| {
            all.iter().filter_map(|one| one.as_table().cloned()).collect()
        })
    };
    let files = FILES.iter().map(|file| file.text.parse::<toml::Table>().expect("a file"));
    for ability in files.flat_map(|file| tables(file.get("ability"))) {
        let codes: Vec<&str> = ability
            .get("codes")
            .and_then(toml::Value::as_array)
            .map_or_else(Vec::new, |all| all.iter().filter_map(toml::Value::as_str).collect());
        let options = tables(ability.get("choose").and_then(|choose| choose.get("options")));
        let of_options = options.iter().flat_map(|option| tables(option.get("effects")));
        for effect in tables(ability.get("effects")).into_iter().chain(of_options) {
            assert_eq!(
                uncoded(&effect, &codes),
                Vec::<&str>::new(),
                "{:?} has codes {codes:?}",
                ability.get("name")
            );
        }
    }
}

/// The kinds of effects that an effect of a file makes.
fn coded(effect: &toml::Table) -> Vec<&'static str> {
    let own = vocabulary::EFFECT_KEYS
        .iter()
        .filter(|word| effect.contains_key(word.key))
        .map(|word| word.code);
    let also = vocabulary::EXTRA_CODES
        .iter()
        .filter(|(key, _)| effect.contains_key(*key))
        .flat_map(|(_, codes)| codes.iter().copied());
    let moment = effect.get("when").and_then(toml::Value::as_str).unwrap_or_default();
    let at = vocabulary::MOMENT_CODES
        .iter()
        .filter(|(_, names)| names.contains(&moment))
        .map(|(code, _)| *code);
    let also_at = vocabulary::EXTRA_MOMENT_CODES
        .iter()
        .filter(|(name, _)| *name == moment)
        .flat_map(|(_, codes)| codes.iter().copied());
    own.chain(also).chain(at).chain(also_at).collect()
}

#[test]
fn codes_of_an_ability_have_an_effect() {
    let tables = |value: Option<&toml::Value>| -> Vec<toml::Table> {
        value.and_then(toml::Value::as_array).map_or_else(Vec::new, |all| {
            all.iter().filter_map(|one| one.as_table().cloned()).collect()
        })
    };
    let files = FILES.iter().map(|file| file.text.parse::<toml::Table>().expect("a file"));
    for ability in files.flat_map(|file| tables(file.get("ability"))) {
        let options = tables(ability.get("choose").and_then(|choose| choose.get("options")));
        let effects: Vec<toml::Table> = tables(ability.get("effects"))
            .into_iter()
            .chain(options.iter().flat_map(|option| tables(option.get("effects"))))
            .collect();
        if effects.is_empty() || ability.contains_key("left_out") {
            continue;
        }
        let done: Vec<&str> = effects.iter().flat_map(coded).collect();
        let codes = ability
            .get("codes")
            .and_then(toml::Value::as_array)
            .map_or_else(Vec::new, |all| all.iter().filter_map(toml::Value::as_str).collect());
        let undone: Vec<&&str> = codes.iter().filter(|code| !done.contains(code)).collect();
        assert!(
            undone.is_empty(),
            "{:?} has codes {undone:?} that nothing in it does",
            ability.get("name")
        );
    }
}

#[test]
fn every_kind_of_effect_but_one_has_a_key() {
    let with_keys = |code: &str| {
        vocabulary::EFFECT_KEYS.iter().any(|word| word.code == code)
            || vocabulary::MOMENT_CODES.iter().any(|(moment, _)| *moment == code)
            || vocabulary::EXTRA_CODES.iter().any(|(_, codes)| codes.contains(&code))
    };
    let without: Vec<&str> =
        EFFECT_KINDS.iter().map(|(code, _)| *code).filter(|code| !with_keys(code)).collect();
    assert_eq!(without, ["S2"], "effects cancelled");
}

/// The share of places for abilities that are modelled; it may rise and must not fall.
const MODELLED: f64 = 0.88;

#[test]
fn the_share_of_abilities_modelled_does_not_fall() {
    let coverage = Catalogue::shipped().coverage();
    println!("{:.1}% of ability slots are modelled: {coverage:?}", coverage.share() * 100.0);
    assert!(coverage.share() >= MODELLED);
    assert!(
        coverage.modelled > 570 && coverage.elsewhere < 90 && coverage.no_dice > 150,
        "{coverage:?}"
    );
}

#[test]
fn find_accepts_id_name_and_beginnings() {
    assert_eq!(id("stark sworn swords"), "stark-sworn-swords");
    assert_eq!(id("lannister guardsmen"), "lannister-guardsmen");
    assert_eq!(id("STARK-SWORN-SWORDS"), "stark-sworn-swords");
    assert_eq!(id("stark sw"), "stark-sworn-swords");
    assert_eq!(id("sworn swords"), "stark-sworn-swords");
    assert_eq!(id("greyjoy silenced"), "silenced-men");
    for rhllor in
        ["R'hllor Faithful", "rhllor faithful", "R’hllor Fäithful", "  r'HLLOR   faithful "]
    {
        assert_eq!(id(rhllor), "rhllor-faithful");
    }
    assert_eq!(id("Mag the Mighty"), "mag-the-mighty");
    assert_eq!(id("neutral stone crows"), "neutral-stone-crows");
}

#[test]
fn find_prefers_the_newest_card_unless_the_season_is_named() {
    assert_eq!(id("pyromancers"), "pyromancers");
    assert_eq!(id("pyromancers 1.0"), "pyromancers-v1-0");
    assert_eq!(id("umber greataxes"), "house-umber-greataxes");
    assert_eq!(id("umber greataxes (v1.0)"), "umber-greataxes-v1-0");
    assert!(wrong("the mountain").contains("`Gregor Clegane, The Mountain`"));
    assert!(wrong("greataxes 1.0").contains("there is no unit"), "not its whole name");
    let old = Catalogue::shipped().of_season(Season::V1_0);
    let greataxes = old.find("greataxes").map(|card| card.id.clone());
    assert_eq!(greataxes, Ok("umber-greataxes-v1-0".to_owned()));
    assert_eq!(id("Pyromancers v1.0"), "pyromancers-v1-0");
    assert_eq!(id("pyromancers 2021"), "pyromancers");
    assert_eq!(id("pyromancers-v1-0"), "pyromancers-v1-0");
    assert_eq!(id("house umber greataxes"), "house-umber-greataxes");
}

#[test]
fn find_refuses_unknown_and_ambiguous_names_with_help() {
    assert!(
        wrong("stone crows").contains("lannister-stone-crows (Stone Crows, Lannister, 2021)"),
        "{}",
        wrong("stone crows")
    );
    assert!(wrong("stone crows").contains("neutral-stone-crows"));
    assert_eq!(
        wrong("stark sworn sowrds"),
        "there is no unit `stark sworn sowrds`; did you mean `Stark Sworn Swords`?"
    );
    assert_eq!(wrong("xyzzy"), "there is no unit `xyzzy`");
    assert_eq!(wrong("  '' "), "there is no unit `  '' `");
    assert!(wrong("s").contains("more"), "a letter finds too much: {}", wrong("s"));
    assert!(wrong(&"stark ".repeat(10_000)).len() < 2000);
}

#[test]
fn find_reports_all_current_cards_of_a_name() {
    let catalogue = Catalogue::shipped();
    for (given, some) in [
        ("knights", ["hedge-knights", "knights-of-casterly-rock"]),
        ("dragon", ["dragonstone-noble", "daenerys-targaryen-mother-of-dragons"]),
        ("sworn", ["stark-sworn-swords", "sworn-brothers"]),
    ] {
        let error = catalogue.find(given).expect_err("several cards fit");
        let FindError::Ambiguous { candidates, .. } = error else { panic!("{given}: {error}") };
        for id in some {
            assert!(candidates.iter().any(|one| one.starts_with(id)), "{given}: {candidates:?}");
        }
    }
}

#[test]
fn find_unit_finds_every_printed_unit_with_attachment() {
    let catalogue = Catalogue::shipped();
    for card in catalogue.cards().filter(|card| card.origin.season == Season::V2021) {
        for attachment in catalogue.fitting_attachments(card) {
            let unit = catalogue.attach(catalogue.named_unit(card), attachment).expect("it fits");
            let own = format!("{} {}", card.origin.faction, unit.name);
            let found = catalogue.find_unit(&unit.name).or_else(|_| catalogue.find_unit(&own));
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", unit.name));
            assert_eq!(found.unit.name, unit.name);
            assert_eq!(found.card.id, card.id, "{}", unit.name);
            let same = found.attachments.first().map(|one| one.full_name());
            assert_eq!(same, Some(attachment.full_name()), "{}", unit.name);
            let id = found.id();
            assert_eq!(catalogue.find_unit(&id).map(|unit| unit.id()), Ok(id));
        }
    }
}

#[test]
fn filter_terms_keep_commas_in_names_of_attachments() {
    let catalogue = Catalogue::shipped();
    let terms = catalogue.terms("stark, Stark Sworn Swords + Robb Stark, The Wolf Lord, 5..6");
    assert_eq!(terms, ["stark", "Stark Sworn Swords + Robb Stark, The Wolf Lord", "5..6"]);
}

#[test]
fn find_explains_an_attachment_named_as_a_unit() {
    let message = wrong("Jaime Lannister");
    for part in ["`Jaime Lannister, The Kingslayer`", "--with", "`UNIT + Jaime Lannister"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn find_attachment_accepts_name_and_title() {
    let find =
        |given: &str| Catalogue::shipped().find_attachment(given).map(|found| found.id.clone());
    assert_eq!(find("the wolf lord"), Ok("robb-stark-the-wolf-lord".to_owned()));
    assert_eq!(find("Robb Stark, The Young Wolf"), Ok("robb-stark-the-young-wolf".to_owned()));
    assert_eq!(find("sworn sword captain"), Ok("sworn-sword-captain".to_owned()));
    assert!(
        matches!(find("Robb Stark"), Err(FindError::Ambiguous { candidates, .. }) if candidates.len() == 2)
    );
}

#[test]
fn attach_refuses_other_types_and_solos() {
    let catalogue = Catalogue::shipped();
    let join = |unit: &str, attachment: &str| {
        let (card, attachment) = (
            catalogue.find(unit).expect("a card"),
            catalogue.find_attachment(attachment).expect("an attachment"),
        );
        catalogue.attach(catalogue.unit(card), attachment)
    };
    let joined = join("stark sworn swords", "sworn sword captain").expect("they join");
    assert_eq!(
        (joined.name.as_str(), joined.cost.map(|cost| cost.get())),
        ("Stark Sworn Swords + Sworn Sword Captain", Some(6))
    );
    assert_eq!(joined.not_modelled(), [""; 0]);
    let led = join("stark sworn swords", "the wolf lord").expect("they join");
    assert_eq!(led.cost.map(|cost| cost.get()), Some(5), "a commander is free (A11.1)");
    assert!(matches!(
        join("stark outriders", "sworn sword captain"),
        Err(AttachError::Type { .. })
    ));
    assert!(matches!(join("grey wind", "sworn sword captain"), Err(AttachError::Solo { .. })));
    assert!(matches!(join("stark sworn swords", "wolf"), Err(AttachError::NoUnit { .. })));
    assert!(join("builder scorpion crew", "scorpion-modifications-builder").is_ok());
}

#[test]
fn add_text_adds_and_replaces_entries() {
    let mut catalogue = Catalogue::shipped().clone();
    let text = r#"
        faction = "Stark"
        [units.stark-sworn-swords]
        name = "Stark Sworn Swords"
        defense = 3
        morale = 6
        abilities = ["Home Rule", "gang up"]
        season = "1.6"
        source = "house rules"
        [[ability]]
        name = "Home Rule"
        season = "1.6"
        dice = false
    "#;
    catalogue.add_text("mine.toml", text).unwrap_or_else(|faults| panic!("{faults}"));
    let card = catalogue.find("stark sworn swords").expect("it is found");
    assert_eq!(
        (card.unit.defense.get(), catalogue.cards().count()),
        (3, Catalogue::shipped().cards().count())
    );
    assert_eq!(catalogue.unit(card).not_modelled(), [""; 0]);
}

#[test]
fn add_text_reports_faults_with_their_positions() {
    let text = "faction = 'X'\n[units.Bad_Id]\ndefense = 9\nabilities = ['Disrubt']\nseason = \
                '3'\n[[ability]]\nname = 'A'\nseason = '2021'\ncodes = ['Z9']\n";
    let faults = Catalogue::shipped()
        .clone()
        .add_text("mine.toml", text)
        .expect_err("it is full of faults")
        .to_string();
    for message in [
        "mine.toml:2:1: `Bad_Id` is not an id",
        "3:11: `defense` must be",
        "4:14: there is no ability `Disrubt`\n  help: did you mean `Disrupt`?",
        "5:10: `season` cannot be `3`",
        "9:10: there is no kind of effect `Z9`",
    ] {
        assert!(faults.contains(message), "{message} in\n{faults}");
    }
}

#[test]
fn find_accepts_plurals_word_order_and_run_together_names() {
    let catalogue = Catalogue::shipped();
    let id = |given: &str| catalogue.find(given).map(|card| card.id.clone());
    let guardsmen = Ok("lannister-guardsmen".to_owned());
    for given in ["lannister guardsman", "guardsmen lannister", "lannisterguardsmen"] {
        assert_eq!(id(given), guardsmen, "{given}");
    }
    assert_eq!(id("stark sworn sword"), Ok("stark-sworn-swords".to_owned()));
    let she_bears = catalogue.find("she-bears").expect("they are there").id.clone();
    assert_eq!(id("shebears"), Ok(she_bears));
    // initials of the name with its faction, where they are nobody else's
    assert!(id("lg").is_ok_and(|id| id.starts_with("lannister-g")) || id("lg").is_err());
}

#[test]
fn find_suggests_misspelt_names_and_never_guesses() {
    let catalogue = Catalogue::shipped();
    for (given, part) in [
        ("swron swords", "Stark Sworn Swords"),
        ("umber berzerkers", "Berserkers"),
        ("lannister gaurdsmen", "Lannister Guardsmen"),
    ] {
        let message = catalogue.find(given).expect_err("it is misspelt").to_string();
        assert!(message.contains("did you mean") && message.contains(part), "{given}: {message}");
    }
    let message = catalogue.find("sworn sword captain").expect_err("no unit").to_string();
    assert!(message.contains("is an attachment") && message.contains("--with"), "{message}");
}

#[test]
fn shipped_tactics_cards_have_no_faults_and_equal_lazily_read_ones() {
    let newest = Catalogue::shipped().of_season(Season::NEWEST);
    let mut whole = Catalogue { season: Season::NEWEST, ..Catalogue::default() };
    let faults: Vec<String> = TACTICS
        .iter()
        .filter_map(|file| whole.add_text(file.name, file.text).err())
        .map(|faults| faults.to_string())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(TACTICS.iter().all(|file| outlines(file.text).is_some()));
    assert!(newest.tactics_cards().eq(whole.tactics_cards()));
    assert_eq!(Catalogue::shipped().tactics_cards().count(), 344);
    assert_eq!(newest.tactics_cards().count(), 347);
}

#[test]
fn commanders_of_tactics_cards_are_in_the_catalogue() {
    let catalogue = Catalogue::shipped();
    let attachments = catalogue.attachments().filter(|one| one.price == Price::Commander);
    let units = catalogue.cards().filter(|card| card.commander).map(|one| one.unit.name.clone());
    let ncus = catalogue.ncus().filter(|ncu| ncu.commander).map(Ncu::full_name);
    let known: std::collections::BTreeSet<String> = attachments
        .map(Attachment::full_name)
        .chain(units)
        .chain(ncus)
        .map(|name| normalize_name(&name))
        .collect();
    let commanders = catalogue.tactics_cards().filter_map(|card| card.commander.as_deref());
    let mut unknown: Vec<&str> =
        commanders.filter(|name| !known.contains(&normalize_name(name))).collect();
    unknown.dedup();
    // cards whose commander no card of a unit, attachment or NCU names
    assert_eq!(
        unknown,
        [
            "Renly Baratheon, Lord Paramount",
            "Mag the Mighty, Mag Mar Tun Doh Weg",
            "Varamyr Sixskins, Master Skinchanger",
        ]
    );
}

/// Names with their season tell all cards of a kind apart, so that none is ambiguous with itself.
#[test]
fn no_two_cards_of_a_season_share_their_name() {
    let catalogue = Catalogue::shipped();
    let key = |name: String, origin: &CardOrigin| {
        (normalize_name(&name), origin.faction.clone(), origin.season)
    };
    let cards: Vec<_> =
        catalogue.cards().map(|one| key(one.unit.name.clone(), &one.origin)).collect();
    let attachments: Vec<_> =
        catalogue.attachments().map(|one| key(one.full_name(), &one.origin)).collect();
    for kind in [cards, attachments] {
        let distinct: std::collections::BTreeSet<_> = kind.iter().collect();
        assert_eq!(distinct.len(), kind.len(), "{kind:?}");
    }
    let old = catalogue.of_season(Season::V1_0);
    let found = old.find("stark sworn swords").expect("one card");
    assert_eq!(found.id, "stark-sworn-swords-v1-0");
    let found = catalogue.find("Stark Sworn Swords (v1.0)").expect("one card");
    assert_eq!(found.id, "stark-sworn-swords-v1-0");
}
