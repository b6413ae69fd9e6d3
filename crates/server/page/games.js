// The controls of other kinds of questions: which of their keys come first, and how. Loaded with the
// first question without a tab.

import { nameOf, unit } from "./cards.js";
import { control, radios, row, select } from "./controls.js";
import { element } from "./page.js";
import { crest, stats } from "./units.js";

const RANKS = { green: "▲ Green", blue: "■ Blue", red: "● Red" };
/// The keys that name a unit of Ice and Fire, of kinds that have one in its place.
const UNITS = ["unit", "attacker", "defender", "a", "b", "c", "d", "e", "f", "g", "h", "for"];

/// The keys that come first, by kind: those with `:` are a unit of Westeros and its options; `chips`
/// are switches.
const LAYOUTS = {
  "westeros/attack": {
    rows: ["attacker:", "target:"],
    chips: [
      "flanking",
      "target_stalwart",
      "target_heavy_armor",
      "counter",
      "ranged",
      "parting_blow",
    ],
  },
  "westeros/exchange": {
    rows: ["a:", "b:", "rounds", "first"],
    chips: ["press_on", "b_stalwart", "b_heavy_armor"],
  },
  "westeros/pursuit": {
    rows: ["attacker:", "target:", "hexes"],
    chips: ["flanking", "off_balance", "target_stalwart", "target_heavy_armor"],
  },
  "westeros/dogs-of-war": { rows: ["target:"], chips: [] },
  "warmachine/damage": {
    rows: ["skill", "def", "pow", "arm", "boxes", "attacks"],
    chips: ["boost_attack", "boost_damage"],
  },
  "warmachine/boost-or-buy": {
    rows: ["skill", "def", "pow", "arm", "boxes", "points", "plan"],
    chips: [],
  },
  panic: {
    rows: ["unit", "with", "wounds_lost", "active"],
    chips: ["tokens", "horrific", "inspiring", "crown"],
  },
  survive: {
    rows: ["unit", "by", "facing"],
    chips: ["charge", "defender_tokens", "attacker_tokens", "cover"],
  },
  deck: { rows: ["copies", "cards", "round", "discard"], chips: [] },
};

/// Returns the controls of a kind: what comes first, and the ids of the keys that it has.
export function layout(kind, all, setting) {
  const keyOf = (id) => all.find((key) => key.id === id);
  const { rows, chips } = LAYOUTS[kind] ?? general(all, setting);
  const isWesteros = kind.startsWith("westeros/");
  const shown = rows.map((id) => {
    const key = keyOf(id.replace(":", ""));
    if (!key) return "";
    if (id.endsWith(":") && isWesteros) return westerosUnit(key, all, setting);
    return isUnit(key, kind, setting)
      ? unitCard(key, setting)
      : row(key.label, control(key, setting));
  });
  const sets = chips.filter((id) => keyOf(id)?.isSet).length;
  const switches = chips
    .map(keyOf)
    .filter(Boolean)
    .flatMap((key) => {
      // sets of both sides have the same elements
      const side = key.isSet && sets > 1 ? key.label.split(" ")[0] : undefined;
      const one = control({ ...key, side }, setting);
      return one.matches("button") ? [one] : [...one.children];
    });
  const ids = [...rows.map((id) => id.replace(":", "")), ...chips];
  const owned = rows
    .filter((id) => id.endsWith(":"))
    .flatMap((id) => ["class", "terrain"].map((part) => `${id.slice(0, -1)}_${part}`));
  const group = { class: "chosen", role: "group", "aria-label": "Situation" };
  return {
    parts: [...shown, ...(switches.length ? [element("div", group, ...switches)] : [])],
    ids: [...ids, ...owned],
  };
}

/// Returns what comes first of a kind without a layout: what a question needs and what is set, and
/// its first switches.
function general(all, setting) {
  // of those that may be left out, the next one can be filled in
  const next = all.find((key) => key.isPositional && !key.isNeeded && !setting.has(key.id));
  const isFirst = (key) => key.isNeeded || key === next || (setting.has(key.id) && !key.isFlag);
  const chips = all.filter(
    (key) => key.isFlag && (key.heading === "Situation" || setting.has(key.id)),
  );
  return {
    rows: all.filter((key) => isFirst(key) && !key.isText).map((key) => key.id),
    chips: chips.slice(0, 8).map((key) => key.id),
  };
}

const isUnit = (key, kind, setting) =>
  !kind.includes("/") &&
  UNITS.includes(key.id) &&
  (unit(setting.texts(key.id)[0]) || key.isPositional) &&
  !setting.texts(key.id)[1];

/// Returns the card of a unit of Ice and Fire, which opens the list of units.
function unitCard(key, setting) {
  const [id] = setting.texts(key.id);
  const card = unit(id);
  const lines = [element("b", {}, id ? nameOf(id) : "choose a unit")];
  if (card) lines.push(element("span", { class: "stats" }, ...stats(card)));
  const name = element("button", { type: "button", class: "name", "aria-haspopup": "dialog" });
  name.append(element("span", { class: "hidden" }, `${key.label}: `), ...lines);
  name.addEventListener("click", async () => {
    const { pickUnit } = await import("./picker.js");
    const chosen = await pickUnit(key.label, card ? id : "stark-sworn-swords");
    if (chosen) setting.set(key.id, [chosen.id]);
  });
  return element("div", { class: "unit" }, card ? crest(card.faction) : element("span"), name);
}

/// Returns the card of a unit of Westeros: its rank, its class and its ground.
function westerosUnit(key, all, setting) {
  const [text = ""] = setting.texts(key.id);
  const rank = Object.keys(RANKS).find((one) => text.split(/\s+/).includes(one)) ?? "";
  const choices = Object.entries(RANKS).map(([value, label]) => ({
    value,
    label,
    change: `${key.id}:${value}`,
  }));
  const change = (value) =>
    setting.set(key.id, [
      rank
        ? text
            .split(/\s+/)
            .map((one) => (one === rank ? value : one))
            .join(" ")
        : value,
    ]);
  const more = ["class", "terrain"].flatMap((part) => {
    const one = all.find(({ id }) => id === `${key.id}_${part}`);
    if (!one) return [];
    const options = [
      { value: "", label: part === "class" ? "Class" : "Ground" },
      ...one.choices.map((value) => ({ value, label: value })),
    ];
    return [
      select(one.label, options, setting.texts(one.id)[0] ?? "", (value) =>
        setting.set(one.id, value ? [value] : []),
      ),
    ];
  });
  return element(
    "div",
    { class: "rank", role: "group", "aria-label": key.label },
    element("b", {}, `${key.label}: `, element("span", { class: "label" }, text)),
    radios(`Rank of ${key.label}`, choices, rank, change),
    ...(more.length ? [element("div", { class: "controls" }, ...more)] : []),
  );
}
