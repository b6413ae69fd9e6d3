// What is asked, and what is shown of it: one state, from which everything is drawn.

import { keyOf, keysOf, link as linkOf } from "./keys.js";

/// The tabs: which kind of question each asks, and where its units stand.
export const TABS = {
  attack: { kind: "attack", label: "Attack", units: ["attacker", "defender"], names: ["Attacker", "Defender"] },
  charge: { kind: "charge", label: "Charge", units: ["attacker", "defender"], names: ["Charger", "Target"] },
  duel: { kind: "duel", label: "Duel", units: ["a", "b"], names: ["A", "B"] },
  field: { kind: "matrix", label: "All", units: [], names: ["Unit", ""], title: "One against all" },
  numbers: { kind: "attack", label: "Own", units: [], names: ["", ""], title: "Own numbers" },
};

/// Numbers that cards bring where units are named.
const OF_CARDS = ["dice", "hit", "defense", "morale", "speed", "own_morale"];
/// Groups of keys that are about units by name.
const BY_NAME = ["Units by name", "Abilities"];

/// What is about a unit itself, and means nothing to another one.
const OF_UNIT = {
  first: ["with", "attack_name", "wounds_lost", "a_with", "a_attack", "a_wounds_lost", "without", "choose"],
  second: ["defender_with", "wounds", "defender_wounds_lost", "b_with", "b_attack", "b_wounds_lost", "without", "choose"],
};

export const state = {
  tab: "attack",
  first: "stark-sworn-swords",
  second: "lannister-guardsmen",
  /// Of one against all: on which side the one stands, and who all are.
  side: "attackers",
  all: "all",
  /// Texts by the id of their key, for all tabs: what was set stays when the question changes.
  values: new Map([["distance", ["8"]], ["dice", ["8"]], ["hit", ["4"]], ["defense", ["4"]], ["morale", ["6"]]]),
  /// A link that no tab can show as it is: its answer stands alone.
  link: undefined,
  k: undefined,
  or: undefined,
};

export const tab = () => TABS[state.tab];
export const kind = () => tab().kind;

/// Whether a key is asked for on this tab, beside the units.
export function isAsked(key) {
  if (key.place || key.heading === "On the page") return false;
  if (state.tab === "field" && ["attackers", "defenders"].includes(key.id)) return false;
  if (state.tab === "numbers") return !BY_NAME.includes(key.heading);
  return !OF_CARDS.includes(key.id) || kind() === "panic";
}

/// What is given for the keys of the question.
export function given() {
  const all = new Map();
  tab().units.forEach((id, which) => all.set(id, [which ? state.second : state.first]));
  if (state.tab === "field") {
    all.set(state.side, [state.first]);
    all.set(state.side === "attackers" ? "defenders" : "attackers", [state.all]);
  }
  for (const key of keysOf(kind()).filter(isAsked)) {
    if (state.values.get(key.id)?.length) all.set(key.id, state.values.get(key.id));
  }
  return all;
}

/// What is shown beside the answer.
export function shown({ tab, k, or }) {
  const all = new Map();
  if (k !== undefined) all.set("k", [String(k)]);
  if (or && tab === "attack") all.set("or", [or]);
  return all;
}

/// The question as it stands now. What is drawn or shared of an answer is drawn and shared by the
/// question that it answers, whatever was set since.
export function question() {
  if (state.link !== undefined) return { tab: "link", link: state.link };
  const { tab, first, second, side, or, k } = state;
  const all = given();
  return { tab, first, second, side, or, k, kind: kind(), given: all, link: linkOf(kind(), all, shown(state)) };
}

export const has = (id) => (state.values.get(id)?.length ?? 0) > 0;
export const texts = (id) => state.values.get(id) ?? [];

/// Sets a key; what contradicts it is taken back, and what it says nothing without is set.
export function set(id, values) {
  state.values.set(id, values);
  const key = keyOf(kind(), id);
  if (!key) return;
  if (values.length) {
    const clashes = (other) => key.conflicts.includes(other.id) || other.conflicts.includes(id);
    keysOf(kind()).filter(clashes).forEach((other) => state.values.delete(other.id));
    key.requires.filter((other) => keyOf(kind(), other)?.isFlag && !has(other)).forEach((other) => set(other, [""]));
  } else {
    keysOf(kind()).filter((other) => other.requires.includes(id)).forEach((other) => state.values.delete(other.id));
  }
}

/// Puts another unit in the place of one; the situation stays as it is.
export function place(which, id) {
  if (state[which] === id) return;
  state[which] = id;
  OF_UNIT[which]?.forEach((key) => state.values.delete(key));
}

/// Takes over a link that was taken apart, where a tab shows all that it says; whether one does.
export function take(found, isUnit) {
  const before = { ...state, values: new Map(state.values) };
  state.link = undefined;
  const isTaken = found.link !== null && fill(found, isUnit) && question().link === found.link;
  if (!isTaken) Object.assign(state, before);
  return isTaken;
}

/// Fills the tab of a kind with what is given; what has no place there is left out.
function fill({ kind: name, given: pairs, view }, isUnit) {
  const all = new Map();
  for (const [id, text] of pairs) {
    const key = keyOf(name, id);
    // a range of numbers asks several questions, and tabs ask one
    if (!key || (key.number && !Number.isFinite(Number(text)))) return false;
    const parts = key.isJoined ? text.split(",") : [text];
    all.set(id, [...(all.get(id) ?? []), ...parts]);
  }
  const isByName = name !== "attack" || all.has("attacker");
  const found = Object.entries(TABS).find(([tab, one]) => one.kind === name && (tab === "numbers") === !isByName);
  if (!found) return false;
  state.tab = found[0];
  const seen = new Map(view);
  state.k = seen.has("k") ? Number(seen.get("k")) : undefined;
  state.or = seen.get("or");
  keysOf(name).filter(isAsked).forEach((key) => state.values.delete(key.id));
  if (state.tab === "field" && !fillField(all, isUnit)) return false;
  const [first, second] = tab().units;
  if (first) {
    place("first", all.get(first)?.[0] ?? state.first);
    place("second", all.get(second)?.[0] ?? state.second);
  }
  for (const [id, values] of all) {
    if (isAsked(keyOf(name, id))) state.values.set(id, values);
  }
  return true;
}

/// Fills one against all; whether there is one.
function fillField(all, isUnit) {
  const [attackers, defenders] = ["attackers", "defenders"].map((id) => all.get(id)?.[0] ?? "all");
  const isOut = isUnit(attackers);
  if (!isOut && !isUnit(defenders)) return false;
  state.side = isOut ? "attackers" : "defenders";
  place("first", isOut ? attackers : defenders);
  state.all = isOut ? defenders : attackers;
  return true;
}
