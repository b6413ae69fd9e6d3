//! `[players.ID]`: the players and their policies.

use serde_json::json;

use super::areas::{Areas, table_schema};
use super::read::{chosen, factor, factor_schema, number};
use crate::document::schema::{Schema, any_of, one_of, set_of, up_to};
use crate::document::{
    Draft, FileKey, KeyedValue, Name, Readable, Report, Section, Span, choose, describe_table, key,
    name_help, quoted,
};
use warodds_games::warmachine::campaign::{
    AreaId, AttackPolicy, CampaignSide, Factor, MOST_DETACHMENTS, MOST_MEMBERS, MOST_SIDES,
    OrderPolicy, Purchase, RaisePolicy, SideId, SidePolicy, Size, SizePolicy,
};

/// The players of a file, in file order.
#[derive(Debug, Default)]
pub(super) struct Players {
    ids: Vec<String>,
    sides: Vec<CampaignSide>,
}

impl Players {
    /// Reads all players and checks that each area has exactly one owner.
    pub(super) fn read(root: &mut Section<'_>, areas: &Areas, report: &mut Report) -> Self {
        let schema = || {
            let read = |section: Section<'_>, report: &mut Report| {
                side("", section, areas, &mut Vec::new(), report);
            };
            table_schema(&describe_table("A player.", read).object(), MOST_SIDES)
        };
        let item = root.required_item(key("players", "who plays, by IDs"), schema, report);
        let Some(item) = item else { return Self::default() };
        let Some(section) = Section::of("[players]".to_owned(), &item, report) else {
            return Self::default();
        };
        let mut entries: Vec<_> = section.entries().collect();
        entries.sort_by_key(|(.., span)| span.start);
        let span = entries.first().map_or(item.span, |(.., span)| span.clone());
        if !(2..=MOST_SIDES).contains(&entries.len()) {
            report.add(|| {
                Draft::new(
                    &span,
                    format!("a campaign has 2 to {MOST_SIDES} players, not {}", entries.len()),
                )
            });
        }
        let (mut players, mut owned) = (Self::default(), Vec::new());
        for (id, value, span) in entries {
            let item = KeyedValue { key: "players", value, span };
            let what = format!("[players.{}]", quoted(id).trim_matches('`'));
            let Some(section) = Section::of(what, &item, report) else { continue };
            players.add(id, side(id, section, areas, &mut owned, report), &item.span, report);
        }
        check_owned(areas, &owned, &span, report);
        players
    }

    fn add(&mut self, id: &str, side: CampaignSide, span: &Span, report: &mut Report) {
        if self.sides.iter().any(|other| other.name == side.name) {
            let message = format!("two players are named {}", quoted(&side.name));
            report.add(|| Draft::new(span, message).help("give one of them another `name`"));
        }
        self.ids.push(id.to_owned());
        self.sides.push(side);
    }

    /// Finds the player named by a required key.
    pub(super) fn find(
        &self,
        section: &mut Section<'_>,
        key: FileKey,
        report: &mut Report,
    ) -> Option<SideId> {
        let item = section.required_item(key, Name::schema, report)?;
        let id = report.ok_or_add(item.text("the ID of a player"))?;
        let place = self.ids.iter().position(|held| held == id).and_then(SideId::of);
        if place.is_none() {
            let known = name_help(id, self.ids.iter().map(String::as_str), "players are");
            report.add(|| {
                Draft::new(&item.span, format!("there is no player {}", quoted(id)))
                    .label("not known")
                    .help(known)
            });
        }
        place
    }

    /// Returns whether any player has objectives.
    pub(super) fn have_objectives(&self) -> bool {
        self.sides.iter().any(|side| !side.objectives.is_empty())
    }

    /// Returns the name of a player who starts with at least `areas` areas.
    pub(super) fn with_at_least(&self, areas: usize) -> Option<&str> {
        self.sides.iter().find(|side| side.areas.len() >= areas).map(|side| side.name.as_str())
    }

    /// Returns the sides.
    pub(super) fn sides(self) -> Vec<CampaignSide> {
        self.sides
    }
}

/// Checks that every area has an owner.
fn check_owned(areas: &Areas, owned: &[AreaId], span: &Span, report: &mut Report) {
    let free: Vec<String> = areas
        .all()
        .filter(|area| !owned.contains(area))
        .map(|area| quoted(areas.name(area)))
        .collect();
    if !free.is_empty() && report.count() == 0 {
        let message = format!("no player starts with {}", free.join(", "));
        report.add(|| {
            Draft::new(span, message).help("list every area under the `areas` of one player")
        });
    }
}

/// Reads a player.
fn side(
    id: &str,
    mut section: Section<'_>,
    areas: &Areas,
    owned: &mut Vec<AreaId>,
    report: &mut Report,
) -> CampaignSide {
    let own_name = || id.chars().filter(|c| !c.is_control()).take(80).collect();
    let name = section
        .optional(key("name", "the ID if left out"), report)
        .map_or_else(own_name, |Name(name)| name);
    let own = owned_areas(&mut section, areas, owned, report);
    let objectives = objectives(&mut section, areas, &own, report);
    let border = "the areas next to its raid border (W2.5); those it starts with if left out";
    let detachments = key("detachments", "of 750 points (W2.1); 3 if left out");
    let side = CampaignSide {
        name,
        strengths: strengths(&mut section, report),
        border: areas
            .list(&mut section, key("border", border), report)
            .filter(|border| !border.is_empty())
            .unwrap_or_else(|| own.clone()),
        areas: own,
        objectives,
        detachments: number(&mut section, detachments, 1..=MOST_DETACHMENTS as i64, 3, report)
            as u8,
        policy: policy(&mut section, report),
    };
    section.finish(report);
    side
}

/// Reads the areas a player starts with and checks that no other player owns them.
fn owned_areas(
    section: &mut Section<'_>,
    areas: &Areas,
    owned: &mut Vec<AreaId>,
    report: &mut Report,
) -> Vec<AreaId> {
    let own = areas.required_list(section, key("areas", "the areas it starts with"), report);
    let Some(own) = own else { return Vec::new() };
    for area in own.iter().filter(|area| owned.contains(area)) {
        let message =
            format!("{} gives {} to a second player", section.what, quoted(areas.name(*area)));
        report.add(|| Draft::new(&section.span, message).help("an area belongs to one player"));
    }
    owned.extend(&own);
    own
}

/// Reads the areas of a player's objectives, which other players own: objectives are won by attacks
/// (W2.9).
fn objectives(
    section: &mut Section<'_>,
    areas: &Areas,
    own: &[AreaId],
    report: &mut Report,
) -> Vec<AreaId> {
    let words = "the areas that hold its objectives, in order (W2.9)";
    let list = areas.list(section, key("objectives", words), report).unwrap_or_default();
    if let Some(area) = list.iter().find(|area| own.contains(area)) {
        let message =
            format!("{} has its objective {} already", section.what, quoted(areas.name(*area)));
        report.add(|| {
            Draft::new(&section.span, message)
                .help("objectives are won by attacking: name areas of other players")
        });
    }
    list
}

/// Reads the strength of a player, or of each member of a team.
fn strengths(section: &mut Section<'_>, report: &mut Report) -> Vec<Factor> {
    let words = "how strong it is, or each member of a team; 1 if left out";
    let schema = || up_to(MOST_MEMBERS, factor_schema());
    let Some(item) = section.item(key("strength", words), schema) else {
        return vec![Factor::ONE];
    };
    let elements = item.as_list();
    if elements.is_empty() || elements.len() > MOST_MEMBERS {
        report.add(|| {
            Draft::new(
                &item.span,
                format!("a team has 1 to {MOST_MEMBERS} members, not {}", elements.len()),
            )
        });
        return vec![Factor::ONE];
    }
    elements
        .iter()
        .map(|element| report.ok_or_add(factor(element)).unwrap_or(Factor::ONE))
        .collect()
}

fn policy(section: &mut Section<'_>, report: &mut Report) -> SidePolicy {
    use {AttackPolicy as A, OrderPolicy as O, RaisePolicy as R};
    let plain = SidePolicy::PLAIN;
    let attacks = [
        ("strongest", A::Strongest),
        ("weakest-neighbour", A::WeakestNeighbour),
        ("objective-first", A::ObjectiveFirst),
    ];
    let orders = [("declared", O::Declared), ("surest", O::Surest), ("hardest", O::Hardest)];
    let raises = [("never", R::Never), ("when-it-helps", R::WhenItHelps)];
    let most = key("attacks", "how many attacks it declares in a round at most; 4 if left out");
    let order = key("order", "which of its battles it fights first");
    let of_size = key("size", "the size of the battles in which it attacks; 750 if left out");
    let raise = key("raise", "whether it raises the size as a defender");
    SidePolicy {
        attack: chosen(
            section,
            key("attack", "whom it attacks first"),
            &attacks,
            plain.attack,
            report,
        ),
        most_attacks: number(section, most, 0..=4, 4, report) as u8,
        order: chosen(section, order, &orders, plain.order, report),
        size: section
            .item(of_size, size_schema)
            .and_then(|item| report.ok_or_add(size(&item)))
            .unwrap_or(plain.size),
        raise: chosen(section, raise, &raises, plain.raise, report),
        buys: buys(section, report),
    }
}

/// Names of policies for the size of battles.
const SIZES: [(&str, SizePolicy); 2] =
    [("largest", SizePolicy::Largest), ("best", SizePolicy::Best)];

fn size_schema() -> Schema {
    let points = json!({ "enum": Size::ALL.map(|size| i64::from(size.points())) });
    any_of([points, one_of(SIZES.map(|(name, _)| name))])
}

/// Parses a size of battles: points, or the name of a policy.
fn size(item: &KeyedValue<'_>) -> Result<SizePolicy, Draft> {
    if item.value.as_str().is_some() {
        return choose(item, &SIZES);
    }
    let points = item.whole(0, i64::from(u16::MAX))?;
    let found = Size::ALL
        .into_iter()
        .find(|size| i64::from(size.points()) == points)
        .map(SizePolicy::Fixed);
    found.ok_or_else(|| {
        Draft::new(&item.span, format!("a battle is of 500, 750 or 1000 points, not {points}"))
            .label("no such size")
    })
}

fn buys(section: &mut Section<'_>, report: &mut Report) -> Vec<Purchase> {
    use Purchase as P;
    let known = [
        ("detachment", P::Detachment),
        ("mercenaries", P::Mercenaries),
        ("epic", P::Epic),
        ("advantage", P::Advantage),
    ];
    let schema = || set_of(&one_of(known.map(|(name, _)| name)));
    let item = section.item(key("buys", "what it buys, in order (W2.8)"), schema);
    let mut purchases = Vec::new();
    for element in item.iter().flat_map(KeyedValue::as_list) {
        match report.ok_or_add(choose(&element, &known)) {
            Some(purchase) if purchases.contains(&purchase) => {
                report.add(|| {
                    Draft::new(&element.span, "`buys` lists this twice").label("the second time")
                });
            }
            purchase => purchases.extend(purchase),
        }
    }
    purchases
}
