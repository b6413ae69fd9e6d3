// The state of the page: the question and the view of its answer. Everything is drawn from it.

import { isShown, keyOf, keysOf, link as linkOf } from "./keys.js";

/// The tabs: the kind of question, the keys of its units, and the labels.
export const TABS = {
  attack: {
    kind: "attack",
    label: "Attack",
    units: ["attacker", "defender"],
    names: ["Attacker", "Defender"],
    icon: "M3 17V11M7.5 17V6M12 17V3M16.5 17v-7",
  },
  charge: {
    kind: "charge",
    label: "Charge",
    units: ["attacker", "defender"],
    names: ["Charger", "Target"],
    icon: "M2.5 14h15M2.5 11v6M17.5 11v6M6 14v-2M10 14v-3M14 14v-2M3 6h11M11 3l3 3-3 3",
  },
  duel: {
    kind: "duel",
    label: "Duel",
    units: ["a", "b"],
    names: ["A", "B"],
    icon: "M4 17V8M8 17V5M12 3v9M16 3v5",
  },
  options: {
    kind: "options",
    label: "Options",
    units: ["a", "b"],
    names: ["Unit", "Target"],
    icon: "M3 4h14M3 8.7h10M3 13.3h7M3 18h4",
  },
  field: {
    kind: "matrix",
    label: "Lists",
    units: [],
    names: ["Unit", ""],
    icon: "M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h5v5h-5z",
  },
  // reached from the menu
  numbers: { kind: "attack", label: "By numbers", units: [], names: ["", ""] },
};

/// Keys of values that cards define.
const OF_CARDS = ["dice", "hit", "defense", "morale", "speed", "attacker_morale"];
/// Groups of keys for units by name.
const BY_NAME = ["Units", "Abilities and zones"];

/// Keys that belong to a unit and are cleared when another one is selected.
const OF_UNIT = {
  first: [
    "attacker_with",
    "weapon",
    "attacker_wounds_lost",
    "a_with",
    "a_weapon",
    "a_wounds_lost",
    "without",
    "choose",
  ],
  second: [
    "defender_with",
    "defender_wounds",
    "defender_wounds_lost",
    "b_with",
    "b_weapon",
    "b_wounds_lost",
    "without",
    "choose",
  ],
};

export const state = {
  tab: "attack",
  first: "stark-sworn-swords",
  second: "lannister-guardsmen",
  /// On the tab "Lists": the side of the unit, a group in its place, and the filter of the others.
  side: "attackers",
  group: undefined,
  opponents: "all",
  /// Values by key id, shared by all tabs: they stay when the tab changes.
  values: new Map([
    ["distance", ["8"]],
    ["dice", ["8"]],
    ["hit", ["4"]],
    ["defense", ["4"]],
    ["morale", ["6"]],
  ]),
  /// The tab on which each value was set.
  origins: new Map(),
  /// A link that no tab can show; its answer is shown as tables.
  link: undefined,
  /// What the program reads in that link; undefined if it is none.
  parsed: undefined,
  k: undefined,
  or: undefined,
};

export const tab = () => TABS[state.tab];
export const kind = () => tab().kind;

/// Returns whether a key has a control on this tab; units are selected elsewhere.
export function hasControl(key) {
  if (key.isPositional || !isShown(key)) return false;
  if (state.tab === "field" && ["attackers", "defenders"].includes(key.id)) return false;
  if (state.tab === "numbers") return !BY_NAME.includes(key.heading);
  return !OF_CARDS.includes(key.id) || kind() === "panic";
}

/// The longest text of a filter.
const LONGEST = 400;
/// Returns a filter as texts of its units, each short enough.
function inParts(filter) {
  const parts = [];
  for (const name of filter.split(",")) {
    const longer = parts.length ? `${parts.at(-1)},${name}` : name;
    if (parts.length && longer.length <= LONGEST) parts[parts.length - 1] = longer;
    else parts.push(name);
  }
  return parts;
}

/// Returns the fields of the question: values by key id.
export function fields() {
  const all = new Map();
  tab().units.forEach((id, index) => all.set(id, [index ? state.second : state.first]));
  if (state.tab === "field") {
    all.set(state.side, inParts(state.group ?? state.first));
    all.set(state.side === "attackers" ? "defenders" : "attackers", inParts(state.opponents));
  }
  for (const key of keysOf(kind()).filter(hasControl)) {
    if (has(key.id) && isUsed(key)) all.set(key.id, texts(key.id));
  }
  return all;
}

/// Returns whether a value is part of the question. Those of other tabs stay, but one that depends on
/// a flag here is another question: the distance of a charge does not follow to lists of attacks.
function isUsed({ id, requires }) {
  const isFree = requires.every((other) => has(other) || !keyOf(kind(), other)?.isFlag);
  return isFree && (!requires.length || state.origins.get(id) === state.tab);
}

/// Returns the fields of the view of an answer: `k` and the second attacker.
export function viewFields({ tab, k, or }) {
  const all = new Map();
  if (k !== undefined) all.set("k", [String(k)]);
  if (or && tab === "attack") all.set("or", [or]);
  return all;
}

/// Returns the current question. An answer keeps its question, so that it is drawn and shared
/// correctly while the next one is computed.
export function question() {
  if (state.link !== undefined) return { tab: "link", link: state.link };
  const { tab, first, second, side, group, opponents, or, k } = state;
  const all = fields();
  return {
    tab,
    first,
    second,
    side,
    group,
    opponents,
    or,
    k,
    kind: kind(),
    fields: all,
    link: linkOf(kind(), all, viewFields(state)),
  };
}

export const has = (id) => (state.values.get(id)?.length ?? 0) > 0;
export const texts = (id) => state.values.get(id) ?? [];

/// Sets a key. Clears keys that contradict it, and sets flags that it requires.
export function set(id, values) {
  state.values.set(id, values);
  state.origins.set(id, state.tab);
  const key = keyOf(kind(), id);
  if (!key) return;
  if (values.length) {
    const clashes = (other) => key.conflicts.includes(other.id) || other.conflicts.includes(id);
    keysOf(kind())
      .filter(clashes)
      .forEach((other) => state.values.delete(other.id));
    key.requires
      .filter((other) => keyOf(kind(), other)?.isFlag && !has(other))
      .forEach((other) => set(other, [""]));
  } else {
    keysOf(kind())
      .filter((other) => other.requires.includes(id))
      .forEach((other) => state.values.delete(other.id));
  }
}

/// Selects a tab. Where the new one takes a single facing, the first of several stays.
export function selectTab(name) {
  state.tab = name;
  state.link = undefined;
  const [facing] = texts("facing");
  if (facing?.includes(",") && kind() !== "options")
    state.values.set("facing", [facing.split(",")[0]]);
}

/// Returns the fields of the current question with some keys set otherwise.
export function fieldsWith(changes) {
  const { values: before, origins } = state;
  Object.assign(state, { values: new Map(before), origins: new Map(origins) });
  for (const [id, values] of changes) set(id, values);
  const changed = fields();
  Object.assign(state, { values: before, origins });
  return changed;
}

/// Returns the link of the current question with some keys set otherwise, without its view.
export const linkWith = (changes) => linkOf(kind(), fieldsWith(changes), new Map());

/// Selects a unit. The situation stays, except for keys of the previous unit.
export function selectUnit(role, id) {
  if (state[role] === id) return;
  state[role] = id;
  OF_UNIT[sideOf(role)]?.forEach((key) => state.values.delete(key));
}

/// Returns the side of a unit: on the tab "Lists" the first is the defender where all others attack.
export const sideOf = (role) =>
  role === "first" && state.tab === "field" && state.side === "defenders" ? "second" : role;

/// Loads a parsed link into the tab that can show all of it. Returns whether there is one.
export function load(parsed, isUnit) {
  const before = { ...state, values: new Map(state.values), origins: new Map(state.origins) };
  state.link = undefined;
  const given = withAttachmentsApart(parsed);
  const link =
    given === parsed.given
      ? parsed.link
      : linkOf(parsed.kind, byKey(given), byKey(parsed.view));
  const isLoaded =
    parsed.link !== null && fill({ ...parsed, given }, isUnit) && question().link === link;
  if (!isLoaded) Object.assign(state, before);
  return isLoaded;
}

/// Returns the values of a link with `UNIT+ATTACHMENT` as a unit and its attachments, which have
/// controls of their own.
function withAttachmentsApart({ kind: name, given }) {
  const isJoined = ([id, text]) => text.includes("+") && keyOf(name, `${id}_with`);
  if (!given.some(isJoined)) return given;
  return given.flatMap((pair) => {
    if (!isJoined(pair)) return [pair];
    const [unit, ...joined] = pair[1].split("+").map((part) => part.trim());
    return [[pair[0], unit], ...joined.map((one) => [`${pair[0]}_with`, one])];
  });
}

/// Returns pairs as lists of values by key.
function byKey(pairs) {
  const all = new Map();
  for (const [id, text] of pairs) all.set(id, [...(all.get(id) ?? []), text]);
  return all;
}

/// Fills the tab of a kind with the fields of a link. Returns whether that is possible.
function fill({ kind: name, given: pairs, view }, isUnit) {
  const all = new Map();
  for (const [id, text] of pairs) {
    const key = keyOf(name, id);
    // what reaches a needed chance is a table
    if (id === "need") return false;
    // a list or a range is several questions, and a tab shows one
    if (!key || (key.isNumber && !Number.isFinite(Number(text)))) return false;
    if (key.takesList && text.includes(",")) return false;
    const parts = key.isSet ? text.split(/[+ ]+/) : [text];
    all.set(id, [...(all.get(id) ?? []), ...parts]);
  }
  const isByName = name !== "attack" || all.has("attacker");
  const entry = Object.entries(TABS).find(
    ([tab, { kind }]) => kind === name && (tab === "numbers") === !isByName,
  );
  if (!entry) return false;
  state.tab = entry[0];
  const viewed = new Map(view);
  state.k = viewed.has("k") ? Number(viewed.get("k")) : undefined;
  state.or = viewed.get("or");
  keysOf(name)
    .filter(hasControl)
    .forEach((key) => state.values.delete(key.id));
  if (state.tab === "field" && !fillField(all, isUnit)) return false;
  const [first, second] = tab().units;
  if (first) {
    selectUnit("first", all.get(first)?.[0] ?? state.first);
    selectUnit("second", all.get(second)?.[0] ?? state.second);
  }
  for (const [id, values] of all) {
    if (!hasControl(keyOf(name, id))) continue;
    state.values.set(id, values);
    state.origins.set(id, state.tab);
  }
  return true;
}

/// Fills the tab "Lists". Returns whether it can show both sides: a unit or a group each.
function fillField(all, isUnit) {
  const sides = ["attackers", "defenders"];
  if ([...all].some(([id, texts]) => texts.length > 1 && !sides.includes(id))) return false;
  const [attackers, defenders] = sides.map((id) => all.get(id)?.join() ?? "all");
  const isAttacker = isUnit(attackers);
  const isSingle = isAttacker || isUnit(defenders);
  state.side = isAttacker || !isSingle ? "attackers" : "defenders";
  state.group = isSingle ? undefined : attackers;
  if (isSingle) selectUnit("first", isAttacker ? attackers : defenders);
  state.opponents = state.side === "attackers" ? defenders : attackers;
  return true;
}
