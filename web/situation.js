// The situation: toggles for thumbs, and folded below them all else that the question may be told.

import { attachment, card, unit } from "./cards.js";
import { control, radios, row, select, stepper } from "./controls.js";
import { keyOf, keysOf } from "./keys.js";
import { at, element } from "./page.js";
import { has, isAsked, kind, set, state, texts } from "./state.js";

/// The toggles of each tab: what a row is called, and its keys.
const ROWS = {
  attack: [["Into the", "facing"], ["Attacker", "charge", "weakened"], ["Defender", "vulnerable", "panicked"], ["Ranks", "wounds_lost"], ["Wounds left", "wounds"]],
  charge: [["Inches", "distance"], ["Into the", "facing"], ["Terrain", "hindering", "rough"], ["Charger", "weakened", "own_panicked"], ["Target", "vulnerable", "panicked"], ["Wounds left", "wounds"]],
  duel: [["Rounds", "rounds"], ["First", "first"], ["A opens", "opening_charge"], ["Into the", "opening_facing"], ["A holds", "a_tokens"], ["B holds", "b_tokens"]],
  field: [["Into the", "facing"], ["Attackers", "charge", "weakened"], ["Defenders", "vulnerable", "panicked"]],
  numbers: [["Dice", "dice"], ["To hit", "hit"], ["Defence", "defense"], ["Morale", "morale"], ["Into the", "facing"], ["Attacker", "charge", "weakened"], ["Defender", "vulnerable", "panicked"], ["Wounds left", "wounds"]],
};

/// Groups that stay folded at the end.
const LAST = ["Cards and rules", "How to answer"];

let changed = () => {};
const setting = { has, texts, set: (id, values) => { set(id, values); changed(); } };

/// Says whom to tell of changes.
export const onChange = (listener) => (changed = listener);

/// Draws it.
export function draw() {
  const rows = ROWS[state.tab].map(toggleRow).filter(Boolean);
  if (state.tab === "field") rows.unshift(...fieldRows());
  redraw(at("toggles"), rows);
  fold();
}

/// Draws what is folded as far as it is to be seen: it is most of the page, and a tap waits for all that is drawn.
function fold() {
  const place = at("folded");
  if (place.querySelector("details")?.open) {
    redraw(place, [unfolded()]);
    cardRows();
    return;
  }
  const folded = element("details", { class: "card", "data-heading": "" }, summary());
  folded.addEventListener("toggle", () => folded.open && fold());
  redraw(place, [folded]);
}

const summary = () => element("summary", {}, "Attachments, abilities, zones, rerolls, …");

function toggleRow([label, ...ids]) {
  if (ids[0] === "wounds_lost") return ranks(label);
  const keys = ids.map((id) => keyOf(kind(), id)).filter(Boolean);
  if (!keys.length) return undefined;
  if (ids[0] === "wounds") return row(label, wounds(keys[0]));
  if (ids[0] === "distance") return row(label, stepper(keys[0], setting, { least: 1, most: 20 }));
  // whose it is says the row
  const short = (key) => ({ ...key, label: key.label.replace(/^Own (.)/, (_, first) => first.toUpperCase()) });
  return row(label, ...keys.map((key) => control(short(key), setting)));
}

/// Wounds that the defender has left: all that its card has, where nothing is said.
function wounds(key) {
  const all = (state.tab === "numbers" ? undefined : unit(state.second)?.wounds) ?? 12;
  return stepper(key, setting, { least: 1, most: state.tab === "numbers" ? key.most : all, usual: String(all) });
}

/// Ranks that the attacker has left: wounds lost, a rank at a time.
function ranks(label) {
  const body = unit(state.first);
  if (!body || body.ranks < 2) return undefined;
  const each = body.wounds / body.ranks;
  const lost = Number(texts("wounds_lost")[0] ?? 0);
  const left = Math.ceil((body.wounds - lost) / each);
  const choices = Array.from({ length: body.ranks }, (_, place) => String(body.ranks - place));
  return row(label, radios("Ranks of the attacker", choices.map((value) => ({ value, label: value })), String(left), (value) => {
    const wanted = Math.round((body.ranks - Number(value)) * each);
    setting.set("wounds_lost", wanted ? [String(wanted)] : []);
  }));
}

function fieldRows() {
  const change = (name) => (value) => { state[name] = value; changed(); };
  const sides = [{ value: "attackers", label: "It attacks" }, { value: "defenders", label: "It is attacked" }];
  const all = ["all", "infantry", "cavalry", "monster", "war-machine", "solo", ...at("toggles").dataset.factions.split("|").map((name) => name.toLowerCase())];
  const choices = [...new Set([...all, state.all])].map((value) => ({ value, label: value }));
  return [
    row("Which way", radios("Which way", sides, state.side, change("side"))),
    row("All", select("Who all are", choices, state.all, change("all"))),
  ];
}

/// The groups of keys that no toggle is for.
function unfolded() {
  const shown = new Set(ROWS[state.tab].flat());
  const headings = new Map();
  for (const key of keysOf(kind())) {
    if (!isAsked(key) || shown.has(key.id)) continue;
    headings.set(key.heading, [...(headings.get(key.heading) ?? []), key]);
  }
  const sorted = [...headings].sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other));
  const inside = sorted.map(([heading, keys]) => {
    const given = keys.filter((key) => has(key.id)).length;
    const rows = keys.map((key) => {
      // a button says what it is called: beside it stands what it means
      const made = row(key.isFlag ? key.words : key.label, control(key, setting));
      made.dataset.key = key.id;
      return made;
    });
    return element("details", { "data-heading": heading }, element("summary", {}, heading + (given ? ` (${given})` : "")), ...rows);
  });
  return element("details", { class: "card", "data-heading": "" }, summary(), ...inside);
}

/// What the cards in play have to choose of: attachments, attacks and abilities, when they are known.
async function cardRows() {
  if (!["attack", "charge", "duel"].includes(state.tab)) return;
  const asked = [state.first, state.second];
  const cards = await Promise.all(asked.map((id) => card(id).catch(() => undefined)));
  if (asked.join() !== [state.first, state.second].join()) return;
  const is = (id) => document.querySelector(`#folded [data-key="${id}"] .controls`);
  const offer = (id, choices) => {
    const [place, key] = [is(id), keyOf(kind(), id)];
    if (!place || !key) return;
    const chosen = texts(id)[0] ?? "";
    const known = choices.some((choice) => choice.value === chosen) || !chosen;
    const all = [{ value: "", label: "–" }, ...choices, ...(known ? [] : [{ value: chosen, label: chosen }])];
    place.replaceChildren(select(key.label, all, chosen, (value) => setting.set(id, value ? [value] : [])));
  };
  const sides = kind() === "duel" ? [["a_with", "a_attack"], ["b_with", "b_attack"]] : [["with", "attack_name"], ["defender_with", ""]];
  cards.forEach((one, which) => {
    const [joined, attack] = sides[which];
    offer(joined, (one?.attachments ?? []).map((id) => ({ value: id, label: attachment(id)?.name ?? id })));
    if (attack) offer(attack, (one?.attacks ?? []).map(({ name }) => ({ value: name, label: name })));
  });
  const place = is("choose");
  if (place) place.replaceChildren(abilities(cards.filter(Boolean)));
  document.querySelector("#folded [data-key='without']")?.remove();
}

/// Each ability that counts: as is best, left aside, or one of its options.
function abilities(cards) {
  const names = new Map(cards.flatMap((one) => one.abilities).filter((one) => one.status.startsWith("modelled")).map((one) => [one.name, one]));
  const rows = [...names.values()].map(({ name, options = [], summary }) => {
    const wanted = texts("choose").find((text) => text.startsWith(`${name}=`));
    const chosen = texts("without").includes(name) ? "without" : (wanted ?? "");
    const choices = [
      { value: "", label: options.length ? "the best option" : "counts" },
      ...options.map((option) => ({ value: `${name}=${option}`, label: option })),
      { value: "without", label: "left aside" },
    ];
    const change = (value) => {
      set("without", [...texts("without").filter((one) => one !== name), ...(value === "without" ? [name] : [])]);
      setting.set("choose", [...texts("choose").filter((text) => !text.startsWith(`${name}=`)), ...(value.includes("=") ? [value] : [])]);
    };
    const label = element("div", {}, element("strong", {}, name), element("small", { class: "label" }, ` ${summary ?? ""}`));
    return element("div", { class: "ability" }, label, select(name, choices, chosen, change));
  });
  return element("div", {}, ...(rows.length ? rows : ["none that counts"]));
}

/// The groups that are open.
const open = new Set();

/// Puts new elements in place of old ones; what was open stays open, and the focus where it was.
function redraw(place, made) {
  for (const { dataset, open: isOpen } of place.querySelectorAll("details")) open[isOpen ? "add" : "delete"](dataset.heading);
  const focused = place.contains(document.activeElement) ? name(document.activeElement) : undefined;
  place.replaceChildren(...made);
  place.querySelectorAll("details").forEach((one) => (one.open = open.has(one.dataset.heading)));
  if (focused) [...place.querySelectorAll("button, input, select, summary")].find((one) => name(one) === focused)?.focus({ preventScroll: true });
}

const name = (one) => [one.tagName, one.closest("[role]")?.getAttribute("aria-label") ?? "", one.getAttribute("aria-label") ?? one.textContent, one.type === "radio" ? one.value : ""].join("|");
