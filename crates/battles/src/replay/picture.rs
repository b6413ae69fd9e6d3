//! SVG pictures of the table. Units carry the numbers by which logs and texts refer to them.

use super::snapshot::Snapshot;
use crate::battle::Battle;
use crate::field::UnitId;
use crate::geometry::{Point, Pose, Tray};
use crate::state::TOKEN_RADIUS;
use std::fmt::Write as _;

/// Colours of the armies.
pub(super) const COLOURS: [&str; 2] = ["#0c5c94", "#a84600"];
/// Upper bound for the average width of a letter, relative to the font size.
const LETTER: f64 = 0.62;
/// Height of a line, relative to the font size.
const LINE: f64 = 1.25;
/// Margin, and heights of the score, the caption and a row of the list of units, in thousandths of
/// an inch on the table.
const MARGIN: f64 = 300.0;
const SCORE: f64 = 1_600.0;
const CAPTION: f64 = 2_400.0;
const ROW: f64 = 1_150.0;

/// Escapes text for XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the largest font size up to `most` at which a text fits into the width `room`.
fn fitting(text: &str, most: f64, room: f64) -> f64 {
    (room / (text.chars().count().max(1) as f64 * LETTER)).min(most)
}

/// Breaks a text into lines that fit into the width `room`.
fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let letters = (room / (size * LETTER)) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Renders a snapshot as an SVG document: score and caption, the table, and the list of units.
///
/// # Examples
/// ```
/// # use std::path::Path;
/// # use warodds_battles::{file::load_text, replay::{snapshots, svg}, run::replay};
/// # use warodds_questions::catalogue::Catalogue;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let text = r#"
/// #     [battle]
/// #     mode = "fire-and-blood"
/// #     [a]
/// #     units = ["lannister guardsmen"]
/// #     [b]
/// #     units = ["stark sworn swords"]
/// # "#;
/// let file = load_text(Path::new("battle.toml"), text, Catalogue::shipped())?;
/// let log = replay(&file.battle, file.policies, (7, 0))?;
/// let last = snapshots(&file.battle, &log).pop().ok_or("no snapshot")?;
/// let picture = svg(&file.battle, &last);
/// assert!(picture.starts_with("<svg ") && picture.contains("1 Stark Sworn Swords"));
/// # Ok(())
/// # }
/// ```
pub fn svg(battle: &Battle, snapshot: &Snapshot) -> String {
    svg_with(battle, snapshot, "")
}

/// Renders a snapshot with more elements drawn on the table.
pub(super) fn svg_with(battle: &Battle, snapshot: &Snapshot, drawn: &str) -> String {
    let (width, depth) = (f64::from(battle.table.width()), f64::from(battle.table.depth()));
    let (left, top) = (-width / 2.0 - MARGIN, -depth / 2.0 - SCORE - CAPTION);
    let rows = battle.split.max(battle.units.len() - battle.split) as f64;
    let height = SCORE + CAPTION + depth + (rows + 1.0) * ROW;
    let mut out = opened([left, top, width + 2.0 * MARGIN, height], &snapshot.caption);
    score(&mut out, battle, snapshot, (-width / 2.0, top + 1_200.0));
    caption(&mut out, &snapshot.caption, (-width / 2.0, top + SCORE));
    draw_table(&mut out, battle, snapshot);
    out.push_str(drawn);
    for number in 0..battle.units.len() {
        let army = battle.army_of(number);
        let column = if army == 0 { -width / 2.0 } else { MARGIN };
        let row = number - if army == 0 { 0 } else { battle.split };
        let y = depth / 2.0 + (row as f64 + 1.0) * ROW;
        // an army that attacks has no wall
        let is_there = !battle.is_wall(UnitId(number as u8)) || snapshot.unit(number).is_some();
        if is_there {
            list_unit(&mut out, battle, (number, snapshot), (column, y));
        }
    }
    out.push_str("</svg>");
    out
}

/// Renders the table of a snapshot alone.
pub(super) fn table(battle: &Battle, snapshot: &Snapshot) -> String {
    let (width, depth) = (f64::from(battle.table.width()), f64::from(battle.table.depth()));
    let edge = 60.0;
    let shown = [-width / 2.0 - edge, -depth / 2.0 - edge, width + 2.0 * edge, depth + 2.0 * edge];
    let mut out = opened(shown, &snapshot.caption);
    draw_table(&mut out, battle, snapshot);
    out.push_str("</svg>");
    out
}

/// Formats a unit's wounds as "left/full", if it is on the table.
pub(super) fn wounds(battle: &Battle, number: usize, snapshot: &Snapshot) -> Option<String> {
    let (_, left) = snapshot.unit(number)?;
    Some(format!("{left}/{}", battle.full_wounds(UnitId(number as u8), left)))
}

/// The initial_state of a picture that shows so much.
fn opened([left, top, width, height]: [f64; 4], title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
         font-family=\"sans-serif\" role=\"img\"><title>{}</title>",
        escaped(title)
    )
}

/// Draws the score.
fn score(out: &mut String, battle: &Battle, snapshot: &Snapshot, (x, y): (f64, f64)) {
    let ([a, b], [for_a, for_b]) = (&battle.names, snapshot.score());
    let size =
        fitting(&format!("{a} {for_a} : {for_b} {b}"), 1_100.0, f64::from(battle.table.width()));
    let [blue, red] = COLOURS;
    let (a, b) = (escaped(a), escaped(b));
    // writing to a string never fails
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size:.0}\" font-weight=\"bold\">\
         <tspan fill=\"{blue}\">{a}</tspan> {for_a} : {for_b} <tspan fill=\"{red}\">{b}</tspan>\
         </text>"
    );
}

/// Draws the caption in the largest font that fits.
fn caption(out: &mut String, text: &str, (x, y): (f64, f64)) {
    let room = 2.0 * x.abs();
    // whole hundreds, so that captions of consecutive pictures mostly share a size
    let sizes = (4..=9).rev().map(|hundreds| f64::from(hundreds) * 100.0);
    let fits = |size: &f64| wrapped(text, *size, room).len() as f64 * size * LINE <= CAPTION;
    let size = sizes.into_iter().find(fits).unwrap_or(400.0);
    for (row, line) in wrapped(text, size, room).iter().enumerate() {
        let y = y + size + row as f64 * size * LINE;
        let line = escaped(line);
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{line}</text>");
    }
}

/// Draws a unit in the list below the table: number, name and wounds.
fn list_unit(
    out: &mut String,
    battle: &Battle,
    (number, snapshot): (usize, &Snapshot),
    (x, y): (f64, f64),
) {
    let Some(one) = battle.units.get(number) else { return };
    let width = f64::from(battle.table.width()) / 2.0 - MARGIN;
    let wounds = wounds(battle, number, snapshot);
    let colour = wounds.as_ref().map_or("#777", |_| COLOURS[battle.army_of(number)]);
    let status = wounds.unwrap_or_else(|| "off the table".to_owned());
    let name = format!("{number} {}", one.name);
    let behind = status.chars().count() as f64 * 800.0 * LETTER + MARGIN;
    let size = fitting(&name, 900.0, width - behind);
    let _ = write!(
        out,
        "<g fill=\"{colour}\"><text x=\"{x}\" y=\"{y}\" font-size=\"{size:.0}\">{}</text>\
         <text x=\"{}\" y=\"{y}\" font-size=\"800\" text-anchor=\"end\">{status}</text></g>",
        escaped(&name),
        x + width
    );
}

/// Draws the table with terrain, objectives and units.
fn draw_table(out: &mut String, battle: &Battle, snapshot: &Snapshot) {
    let (width, depth) = (battle.table.width(), battle.table.depth());
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{depth}\" fill=\"#e9e4d4\" \
         stroke=\"#555\" stroke-width=\"80\"/>",
        -width / 2,
        -depth / 2
    );
    // terrain first: it lies below everything else
    for (corners, kind) in snapshot.pieces.iter().flatten() {
        terrain(out, corners, kind, width);
    }
    // tokens under trays, so that names stay legible; rings on top show covered tokens
    for (number, (at, _)) in lying(snapshot) {
        let _ = write!(
            out,
            "<circle class=\"token\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"#e7b416\" \
             stroke=\"#7a5c00\" stroke-width=\"60\"><title>objective {number}</title></circle>\
             <text x=\"{x}\" y=\"{}\" font-size=\"900\" text-anchor=\"middle\">{number}</text>",
            TOKEN_RADIUS.thousandths(),
            -at.y() + 320,
            x = at.x(),
            y = -at.y()
        );
    }
    let trays =
        || (0..battle.units.len()).filter_map(|number| Some((number, snapshot.unit(number)?)));
    trays().for_each(|(number, (pose, left))| tray(out, battle, number, (pose, left)));
    for (_, (at, _)) in lying(snapshot) {
        let _ = write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"#e7b416\" \
             stroke-width=\"120\"/>",
            at.x(),
            -at.y(),
            TOKEN_RADIUS.thousandths()
        );
    }
    trays().for_each(|(number, (pose, left))| label(out, battle, number, (pose, left)));
    carried(out, battle, snapshot);
}

/// Lists the tokens that are not carried, with their numbers.
fn lying(
    snapshot: &Snapshot,
) -> impl Iterator<Item = (usize, &(Point, Option<crate::field::UnitId>))> {
    snapshot.tokens.iter().enumerate().filter(|(_, (_, holder))| holder.is_none())
}

/// Draws carried tokens at the rear of their carriers.
fn carried(out: &mut String, battle: &Battle, snapshot: &Snapshot) {
    for (number, (_, holder)) in snapshot.tokens.iter().enumerate() {
        let Some(unit) = holder.map(|unit| usize::from(unit.0)) else { continue };
        let (Some((pose, _)), Some(one)) = (snapshot.unit(unit), battle.units.get(unit)) else {
            continue;
        };
        let [x, y] = Tray::new(one.tray, pose).arrow();
        let (x, y) = (2 * pose.middle.x() - x, y - 2 * pose.middle.y());
        let _ = write!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"560\" fill=\"#e7b416\" stroke=\"#7a5c00\" \
             stroke-width=\"60\"><title>objective {number}</title></circle><text x=\"{x}\" \
             y=\"{}\" font-size=\"800\" text-anchor=\"middle\">{number}</text>",
            y + 280
        );
    }
}

/// Formats the points of a polygon. SVG's y axis points down, so y changes its sign.
pub(super) fn points(corners: impl Iterator<Item = [i32; 2]>) -> String {
    corners.map(|[x, y]| format!("{x},{}", -y)).collect::<Vec<_>>().join(" ")
}

/// Draws a piece of terrain with its name, which is moved inward near the edges of the table.
fn terrain(out: &mut String, corners: &[[i32; 2]], kind: &str, width: i32) {
    let count = corners.len().max(1) as f64;
    let [x, y] =
        [0, 1].map(|axis| corners.iter().map(|one| f64::from(one[axis])).sum::<f64>() / count);
    let room = f64::from(width) / 2.0 - kind.chars().count() as f64 * 600.0 * LETTER / 2.0;
    let _ = write!(
        out,
        "<polygon points=\"{}\" fill=\"#9db58a\" stroke=\"#5c7148\" stroke-width=\"60\">\
         <title>{name}</title></polygon><text x=\"{:.0}\" y=\"{:.0}\" font-size=\"600\" \
         fill=\"#2f3b22\" text-anchor=\"middle\">{name}</text>",
        points(corners.iter().copied()),
        x.clamp(-room, room),
        200.0 - y,
        name = escaped(kind)
    );
}

/// Draws a tray with a wedge at its front.
fn tray(out: &mut String, battle: &Battle, number: usize, (pose, left): (Pose, u8)) {
    let Some(one) = battle.units.get(number) else { return };
    let tray = Tray::new(one.tray, pose);
    let colour = COLOURS[battle.army_of(number)];
    let full = battle.full_wounds(UnitId(number as u8), left);
    // a destroyed wall stays on the table (A13.3.6)
    let opacity = if left == 0 { "0.3" } else { "0.85" };
    let _ = write!(
        out,
        "<polygon class=\"tray\" points=\"{}\" fill=\"{colour}\" fill-opacity=\"{opacity}\" \
         stroke=\"#222\" stroke-width=\"60\"><title>{} ({number}), {left} of {full} left</title>\
         </polygon><polygon points=\"{}\" fill=\"#fff\"/>",
        points(tray.shape().corners()),
        escaped(&one.name),
        wedge(tray.arrow(), pose, f64::from(one.tray.width().min(one.tray.depth())))
    );
}

/// Draws a unit's number and wounds on its tray, and its name if there is room.
fn label(out: &mut String, battle: &Battle, number: usize, (pose, left): (Pose, u8)) {
    let Some(one) = battle.units.get(number) else { return };
    let full = battle.full_wounds(UnitId(number as u8), left);
    let (x, y) = (pose.middle.x(), -pose.middle.y());
    let _ = write!(
        out,
        "<g fill=\"#fff\" stroke=\"#222\" stroke-width=\"110\" paint-order=\"stroke\" \
         text-anchor=\"middle\">"
    );
    let mut line = |down: i32, size: f64, text: &str| {
        let (y, text) = (y + down, escaped(text));
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size:.0}\">{text}</text>");
    };
    let side = one.tray.width().min(one.tray.depth());
    if side < ROOMY {
        line(0, 1_200.0, &number.to_string());
        line(720, 700.0, &format!("{left}/{full}"));
    } else {
        line(-650, 1_500.0, &number.to_string());
        let name = short(&one.unit.name);
        for (row, word) in name.iter().enumerate() {
            line(60 + 680 * row as i32, fitting(word, 700.0, 0.88 * f64::from(side)), word);
        }
        line(1_580, 820.0, &format!("{left}/{full}"));
    }
    out.push_str("</g>");
}

/// The narrowest tray with room for a name, in thousandths of an inch.
const ROOMY: i32 = 4_000;

/// Returns the last two words of a card's name.
fn short(name: &str) -> Vec<&str> {
    // attachments follow a plus sign
    let card = name.split(" + ").next().unwrap_or(name);
    let words: Vec<&str> = card.split_whitespace().collect();
    words.iter().skip(words.len().saturating_sub(2)).copied().collect()
}

/// Returns the points of the wedge at the front of a tray. `side` is the shorter side of the tray.
fn wedge([x, y]: [i32; 2], pose: Pose, side: f64) -> String {
    let (mx, my) = (f64::from(pose.middle.x()), f64::from(pose.middle.y()));
    let (x, y) = (f64::from(x), f64::from(y));
    let far = (x - mx).hypot(y - my).max(1.0);
    let (dx, dy) = ((x - mx) / far, (y - my) / far);
    let corner = |back: f64, aside: f64| {
        let (back, aside) = (back * side, aside * side);
        let (x, y) = (x - back * dx - aside * dy, y - back * dy + aside * dx);
        format!("{x:.0},{:.0}", -y)
    };
    [corner(0.012, 0.0), corner(0.13, 0.05), corner(0.13, -0.05)].join(" ")
}
