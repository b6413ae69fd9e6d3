//! Pictures of a battle: how the table stands after each turn.

use crate::battle::Battle;
use crate::choice::Choice;
use crate::field::UnitId;
use crate::geometry::{Point, Pose, Tray};
use crate::log::Entry;
use crate::state::TOKEN_RADIUS;
use std::fmt::Write as _;

/// How the table stands.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// What happened, in words.
    pub caption: String,
    /// Units on the table: which, where, wounds left.
    units: Vec<Option<(Pose, u8)>>,
    /// Terrain that lies there: corners and name.
    pieces: Vec<Option<(Vec<[i32; 2]>, String)>>,
    /// Objective tokens that lie there.
    tokens: Vec<(Point, Option<UnitId>)>,
    points: [u8; 2],
    a_is_south: bool,
}

/// The table after each turn of a battle, with what was done in it.
pub fn snapshots(battle: &Battle, entries: &[Entry]) -> Vec<Snapshot> {
    let full = |number: usize| battle.units.get(number).map_or(0, |one| one.wounds());
    let mut wounds: Vec<u8> = (0..battle.units.len()).map(full).collect();
    let mut now = Snapshot {
        units: vec![None; battle.units.len()],
        a_is_south: true,
        caption: "the battle is set up".to_owned(),
        ..Snapshot::default()
    };
    let (mut all, mut round) = (Vec::new(), 0);
    for entry in entries {
        match entry {
            Entry::Chose { choice: Choice::Turn(_), .. } | Entry::Ended { .. } => {
                all.push(now.clone());
                let line = super::text(battle, std::slice::from_ref(entry));
                let said = line.trim().trim_start_matches("0.1 ").to_owned();
                // whose turn it is stands in the picture; names depend on who sits where
                let told = said.split_once(": ").map_or(said.clone(), |(_, told)| told.to_owned());
                now.caption = format!("round {round}: {told}");
            }
            Entry::Round { round: number, .. } => round = *number,
            other => now.apply(battle, &mut wounds, other),
        }
    }
    all.push(now);
    all
}

impl Snapshot {
    fn apply(&mut self, battle: &Battle, wounds: &mut [u8], entry: &Entry) {
        match entry {
            Entry::Chose { player, choice: Choice::Edge(edge) } => {
                self.a_is_south = edge == player;
            }
            Entry::Moved { unit, pose, .. } => self.stand(*unit, *pose, wounds),
            Entry::Aligned { contact, pose } => self.stand(contact.by, *pose, wounds),
            Entry::Wounds { unit, left, .. } => {
                if let Some(held) = wounds.get_mut(usize::from(unit.0)) {
                    *held = *left;
                }
                if let Some(Some((_, held))) = self.units.get_mut(usize::from(unit.0)) {
                    *held = *left;
                }
            }
            Entry::Destroyed { unit } => self.remove(battle, wounds, *unit),
            Entry::Piece { kind, pose, .. } => {
                let found = battle.kinds.iter().find(|one| one.name() == kind);
                let corners = found.map(|kind| kind.at(*pose).shape().corners().collect());
                self.pieces.push(corners.map(|corners| (corners, kind.clone())));
            }
            Entry::Cleared { piece } => {
                if let Some(held) = self.pieces.get_mut(usize::from(*piece)) {
                    *held = None;
                }
            }
            Entry::Objective { number, at, holder, .. } => {
                let number = usize::from(*number);
                if self.tokens.len() <= number {
                    self.tokens.resize(number + 1, (*at, None));
                }
                if let Some(held) = self.tokens.get_mut(number) {
                    *held = (*at, *holder);
                }
            }
            Entry::Scored { player, points, .. } => {
                let held = &mut self.points[player.index()];
                *held = held.saturating_add(*points);
            }
            _ => {}
        }
    }

    /// Takes a unit from the table; where a mode brings it back it is whole.
    fn remove(&mut self, battle: &Battle, wounds: &mut [u8], unit: UnitId) {
        let number = usize::from(unit.0);
        if let Some(held) = self.units.get_mut(number) {
            *held = None;
        }
        if let (Some(held), Some(one)) = (wounds.get_mut(number), battle.units.get(number)) {
            *held = one.wounds();
        }
    }

    fn stand(&mut self, unit: UnitId, pose: Pose, wounds: &[u8]) {
        let number = usize::from(unit.0);
        let left = wounds.get(number).copied().unwrap_or_default();
        if let Some(held) = self.units.get_mut(number) {
            *held = Some((pose, left));
        }
    }
}

/// Text that stands in XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Units in the picture by army.
const COLOURS: [&str; 2] = ["#3b6ea5", "#b5483a"];

/// A snapshot as a picture of its own.
pub fn svg(battle: &Battle, snapshot: &Snapshot) -> String {
    let (width, depth) = (battle.table.width(), battle.table.depth());
    let mut out = String::new();
    // writing to a text never fails
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {width} {}\" \
         font-family=\"sans-serif\" role=\"img\"><title>{}</title>",
        -width / 2,
        -depth / 2 - 2_400,
        depth + 2_400,
        escaped(&snapshot.caption)
    );
    let [south, north] = snapshot.points;
    let [a, b] = if snapshot.a_is_south { [south, north] } else { [north, south] };
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"1000\">{} {a} : {b} {} — {}</text>",
        -width / 2 + 300,
        -depth / 2 - 900,
        escaped(&battle.names[0]),
        escaped(&battle.names[1]),
        escaped(&snapshot.caption)
    );
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{depth}\" fill=\"#e9e4d4\" \
         stroke=\"#555\" stroke-width=\"80\"/>",
        -width / 2,
        -depth / 2
    );
    terrain(&mut out, snapshot);
    for (number, unit) in snapshot.units.iter().enumerate() {
        if let Some((pose, left)) = unit {
            tray(&mut out, battle, number, (*pose, *left));
        }
    }
    tokens(&mut out, snapshot);
    out.push_str("</svg>");
    out
}

/// Points of a polygon; north is up.
fn points(corners: impl Iterator<Item = [i32; 2]>) -> String {
    corners.map(|[x, y]| format!("{x},{}", -y)).collect::<Vec<_>>().join(" ")
}

fn terrain(out: &mut String, snapshot: &Snapshot) {
    for (corners, kind) in snapshot.pieces.iter().flatten() {
        let _ = write!(
            out,
            "<polygon points=\"{}\" fill=\"#9db58a\" stroke=\"#5c7148\" stroke-width=\"60\">\
             <title>{}</title></polygon>",
            points(corners.iter().copied()),
            escaped(kind)
        );
        if let Some([x, y]) = corners.first() {
            let _ = write!(
                out,
                "<text x=\"{x}\" y=\"{}\" font-size=\"600\" fill=\"#445533\">{}</text>",
                -y,
                escaped(kind)
            );
        }
    }
}

fn tray(out: &mut String, battle: &Battle, number: usize, (pose, left): (Pose, u8)) {
    let Some(one) = battle.units.get(number) else { return };
    let tray = Tray::new(one.tray, pose);
    let colour = COLOURS[battle.army_of(number)];
    let _ = write!(
        out,
        "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.8\" stroke=\"#222\" \
         stroke-width=\"60\"><title>{} ({number}), {left} left</title></polygon>",
        points(tray.shape().corners()),
        escaped(&one.name)
    );
    // a notch where it faces
    let [x, y] = tray.arrow();
    let _ = write!(out, "<circle cx=\"{x}\" cy=\"{}\" r=\"260\" fill=\"#fff\"/>", -y);
    let (x, y) = (pose.middle.x(), -pose.middle.y());
    let short: String =
        one.name.split_whitespace().next_back().unwrap_or("").chars().take(9).collect();
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{}\" font-size=\"780\" fill=\"#fff\" text-anchor=\"middle\">{}</text>\
         <text x=\"{x}\" y=\"{}\" font-size=\"900\" fill=\"#fff\" text-anchor=\"middle\">{left}</text>",
        y - 100,
        escaped(&short),
        y + 900
    );
}

fn tokens(out: &mut String, snapshot: &Snapshot) {
    for (at, holder) in &snapshot.tokens {
        let carried =
            holder.and_then(|unit| snapshot.units.get(usize::from(unit.0)).copied().flatten());
        let at = carried.map_or(*at, |(pose, _)| pose.middle);
        let _ = write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#e7b416\" fill-opacity=\"0.9\" \
             stroke=\"#7a5c00\" stroke-width=\"60\"/>",
            at.x(),
            -at.y(),
            TOKEN_RADIUS.thousandths()
        );
    }
}
