//! One page that plays a battle, and needs nothing else.

use super::snapshot::{escaped, snapshots, svg};
use crate::battle::Battle;
use crate::log::Entry;
use std::fmt::Write as _;

/// A page with a picture of every turn, buttons to go through them, and the whole text.
pub fn page(title: &str, battle: &Battle, entries: &[Entry]) -> String {
    let snapshots = snapshots(battle, entries);
    let mut out = String::new();
    // writing to a text never fails
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n\
         <style>{STYLE}</style></head><body>\n<h1>{0}</h1>\n<p>{1}</p>\n\
         <p><button id=\"back\">◀</button> <button id=\"play\">play</button> \
         <button id=\"on\">▶</button> <input id=\"at\" type=\"range\" min=\"0\" max=\"{2}\" \
         value=\"0\" aria-label=\"turn\"> <span id=\"which\"></span></p>\n",
        escaped(title),
        escaped(battle.mode.name()),
        snapshots.len().saturating_sub(1)
    );
    out.push_str("<div id=\"snapshots\">\n");
    for (number, snapshot) in snapshots.iter().enumerate() {
        let hidden = if number == 0 { "" } else { " hidden" };
        let _ = writeln!(out, "<figure{hidden}>{}</figure>", svg(battle, snapshot));
    }
    let told = super::text(battle, entries);
    let _ = write!(
        out,
        "</div>\n<details><summary>every step with its dice</summary><pre>{}</pre></details>\n\
         <script>{SCRIPT}</script>\n</body></html>\n",
        escaped(&told)
    );
    out
}

const STYLE: &str = "body{font-family:sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}\
figure{margin:0}svg{width:100%;max-height:85vh}#at{width:50%}pre{overflow-x:auto}";

const SCRIPT: &str = "\
const all=[...document.querySelectorAll('figure')],at=document.getElementById('at');\
let timer=null;\
function show(n){n=Math.max(0,Math.min(all.length-1,n));at.value=n;\
all.forEach((f,i)=>f.hidden=i!==n);\
document.getElementById('which').textContent=(n+1)+' of '+all.length;}\
function stop(){clearInterval(timer);timer=null;\
document.getElementById('play').textContent='play';}\
document.getElementById('back').onclick=()=>{stop();show(+at.value-1)};\
document.getElementById('on').onclick=()=>{stop();show(+at.value+1)};\
at.oninput=()=>{stop();show(+at.value)};\
document.getElementById('play').onclick=()=>{if(timer){stop();return}\
document.getElementById('play').textContent='stop';\
timer=setInterval(()=>{if(+at.value>=all.length-1)stop();else show(+at.value+1)},900)};\
show(0);";
