//! A self-contained HTML page that steps through a battle.

use super::OddsDocument;
use super::curve::{curve, win_odds};
use super::picture::{COLOURS, escaped, table, wounds};
use super::snapshot::{Snapshot, snapshots};
use crate::battle::Battle;
use crate::log::LogEntry;
use std::fmt::Write as _;

/// Renders a page with a picture of every turn, buttons to step through them, and the whole text.
/// `about` describes the players and what is not played. With `odds` a curve shows them.
pub fn page(
    title: &str,
    about: &str,
    (battle, entries): (&Battle, &[LogEntry]),
    odds: Option<&OddsDocument>,
) -> String {
    let snapshots = snapshots(battle, entries);
    let [blue, red] = COLOURS;
    let mut out = String::new();
    // writing to a string never fails
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0}</title>\n<style>{STYLE}.a{{color:{blue}}}.b{{color:{red}}}</style></head>\
         <body>\n<h1>{0}</h1>\n<p class=\"about\">{1}. {2}</p>\n\
         <nav><button id=\"back\" aria-label=\"back\">◀</button>\
         <button id=\"play\">play</button><button id=\"on\" aria-label=\"on\">▶</button>\
         <input id=\"at\" type=\"range\" min=\"0\" max=\"{3}\" value=\"0\" aria-label=\"turn\">\
         <span id=\"which\"></span></nav>\n",
        escaped(title),
        escaped(battle.mode.name()),
        escaped(about),
        snapshots.len().saturating_sub(1)
    );
    out.push_str(&odds.map_or_else(String::new, curve));
    let course: Vec<_> = odds.into_iter().flat_map(OddsDocument::course).collect();
    for (number, snapshot) in snapshots.iter().enumerate() {
        let odds = course.get(number).map_or_else(String::new, |odds| win_odds(odds.p));
        figure(&mut out, battle, (snapshot, &odds), if number == 0 { "" } else { " hidden" });
    }
    let text = super::text_with_odds(battle, entries, &course);
    let _ = write!(
        out,
        "<details><summary>Every step with its dice</summary><pre>{}</pre></details>\n\
         <script>{SCRIPT}</script>\n</body></html>\n",
        escaped(&text)
    );
    out
}

/// Renders one turn: the caption, the table and the units.
fn figure(out: &mut String, battle: &Battle, (snapshot, odds): (&Snapshot, &str), hidden: &str) {
    let ([a, b], [for_a, for_b]) = (&battle.names, snapshot.score());
    let _ = writeln!(
        out,
        "<figure{hidden}><figcaption><p><b class=\"a\">{}</b> {for_a} : {for_b} \
         <b class=\"b\">{}</b></p>{odds}<p>{}</p></figcaption>\n{}\n<div class=\"armies\">",
        escaped(a),
        escaped(b),
        escaped(&snapshot.caption),
        table(battle, snapshot)
    );
    for (army, letter) in [(0, "a"), (1, "b")] {
        let _ = write!(out, "<table class=\"{letter}\">");
        let walls = battle.walls_of(army).filter(|wall| snapshot.unit(wall.0.into()).is_some());
        for unit in battle.units_of(army).chain(walls) {
            let number = usize::from(unit.0);
            let name = battle.fighter(unit).map_or("", |one| one.name.as_str());
            let (class, wounds) = match wounds(battle, number, snapshot) {
                Some(wounds) => ("", wounds),
                None => (" class=\"off\"", "–".to_owned()),
            };
            let name = escaped(name);
            let _ = write!(out, "<tr{class}><td>{number}<td>{name}<td>{wounds}</tr>");
        }
        out.push_str("</table>");
        if battle.decks.is_some() {
            let hand = snapshot.hand(battle, army);
            let hand = if hand.is_empty() { "–".to_owned() } else { hand.join(" · ") };
            let _ = write!(out, "<p class=\"{letter}\">Hand: {}</p>", escaped(&hand));
        }
    }
    out.push_str("</div></figure>\n");
}

// inlined, so that the page works as a single file and offline
const STYLE: &str = "\
body{font-family:sans-serif;max-width:80rem;margin:0 auto;padding:0 .7rem;line-height:1.35}\
h1{font-size:1.4rem;margin:.6rem 0 .2rem}p{margin:.2rem 0}.about{color:#555;font-size:.9rem}\
nav{position:sticky;top:0;background:#fff;display:flex;gap:.4rem;align-items:center;padding:.4rem 0}\
button{min-width:2.8rem;min-height:2.8rem;font-size:1rem}#at{flex:1;min-width:4rem}\
#which{white-space:nowrap}\
figure{margin:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem}\
figure[hidden]{display:none}figcaption{min-height:5.6em}svg{width:100%;display:block}\
.armies{display:grid;gap:.5rem}table{border-collapse:collapse;width:100%;font-size:.9rem}\
td{padding:.1rem .3rem;vertical-align:top;border-top:1px solid #ddd}\
td:first-child,td:last-child{text-align:right;white-space:nowrap;width:2.5em}\
.odds svg{height:7rem;background:#f6f6f6}.odds li{cursor:pointer}.odds ol{margin:.2rem 0}\
.off{color:#888}pre{white-space:pre-wrap}\
@media(min-width:56rem){figure{grid-template-columns:minmax(0,1fr) 23rem;\
grid-template-rows:auto 1fr}svg{grid-column:1;grid-row:1/3;max-height:calc(100vh - 9.5rem)}\
figcaption,.armies{grid-column:2}.armies{align-content:start}}";

const SCRIPT: &str = "\
const all=[...document.querySelectorAll('figure')],at=document.getElementById('at'),\
now=document.getElementById('now');\
let timer=null;\
function show(n){n=Math.max(0,Math.min(all.length-1,n));at.value=n;\
all.forEach((f,i)=>f.hidden=i!==n);\
if(now)now.setAttribute('transform','translate('+10*Math.min(n,now.dataset.last)+')');\
document.getElementById('which').textContent=(n+1)+' of '+all.length;}\
function stop(){clearInterval(timer);timer=null;\
document.getElementById('play').textContent='play';}\
function step(by){stop();show(+at.value+by)}\
document.getElementById('back').onclick=()=>step(-1);\
document.getElementById('on').onclick=()=>step(1);\
document.onkeydown=e=>{if(e.target!==at&&e.key==='ArrowLeft')step(-1);\
if(e.target!==at&&e.key==='ArrowRight')step(1)};\
at.oninput=()=>{stop();show(+at.value)};\
document.getElementById('play').onclick=()=>{if(timer){stop();return}\
document.getElementById('play').textContent='stop';\
timer=setInterval(()=>{if(+at.value>=all.length-1)stop();else show(+at.value+1)},900)};\
document.querySelectorAll('[data-turn]').forEach(e=>e.onclick=()=>{stop();show(+e.dataset.turn)});\
show(Math.max(0,(+location.hash.slice(1)||1)-1));";
