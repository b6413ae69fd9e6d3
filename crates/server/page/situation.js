// The situation: toggles for the most frequent keys, and a folded form with all others.

import { unit } from "./cards.js";
import { bare, control, radios, row, stepper, toggle } from "./controls.js";
import { describe, keyOf } from "./keys.js";
import { byId, element } from "./page.js";
import { redraw } from "./redraw.js";
import { fields, has, kind, set, state, tab, texts } from "./state.js";

/// The rows of toggles of each tab: a label and its keys; of a set the elements behind a colon. Rows
/// without a label stand for themselves.
const ROWS = {
  attack: [
    ["", "facing"],
    ["", "charge", "defender_tokens:panicked,vulnerable", "attacker_tokens:weakened"],
  ],
  charge: [
    ["", "distance"],
    ["", "facing"],
    ["", "defender_tokens:panicked,vulnerable", "attacker_tokens:weakened", "terrain:rough"],
  ],
  duel: [
    ["Goes first", "first"],
    ["", "opening_facing"],
    ["", "opening_charge", "b_tokens:panicked", "a_tokens:weakened"],
  ],
  options: [
    ["Inches", "distance"],
    ["", "defender_tokens:panicked,vulnerable", "attacker_tokens:weakened", "cover"],
  ],
  field: [
    ["", "facing"],
    ["", "charge", "defender_tokens:panicked,vulnerable", "attacker_tokens:weakened"],
  ],
  numbers: [
    ["Dice", "dice"],
    ["To hit", "hit"],
    ["Defence", "defense"],
    ["Morale", "morale"],
    ["Wounds left", "defender_wounds"],
    ["", "facing"],
    ["", "charge", "defender_tokens:panicked,vulnerable", "attacker_tokens:weakened"],
  ],
};
/// Short names of keys in the dock.
const SHORT = { opening_charge: "Charge" };
/// Differences below this are no change.
export const NO_CHANGE = 0.05;

let changed = () => {};
/// The values of keys, and what sets them and asks again.
export const setting = {
  has,
  texts,
  set: (id, values) => {
    set(id, values);
    changed();
  },
};

/// Sets the listener for changes.
export const onChange = (listener) => (changed = listener);

let add = {};
/// Sets what `+ or another` and `+ then another` do.
export const onAdd = (listeners) => (add = listeners);

/// Draws it.
export function draw() {
  const rows = ROWS[state.tab].map(toggleRow).filter(Boolean);
  if (state.tab === "field") rows.unshift(...sideRows());
  if (state.tab === "options") rows.unshift(row("Into the", arcs()));
  if (state.tab === "attack") rows.push(pills());
  redraw(byId("toggles"), rows);
  drawSettings();
}

let chips; // the module of what is set out of sight, loaded with the first setting
async function drawSettings() {
  const all = fields();
  // without settings there are two units or lists
  const made = all.size > 2 ? settingsIn(all, (chips ??= await import("./chips.js"))) : [];
  byId("settings").hidden = !made.length;
  redraw(byId("settings"), made);
  drawForm(made.length);
}

function settingsIn(all, { outOfSight, settingChips, shownKeys }) {
  const units = state.tab === "field" ? ["attackers", "defenders"] : tab().units;
  const shown = [...ROWS[state.tab].flat(), ...units, ...shownKeys()];
  return settingChips(outOfSight(kind(), all, shown), setting);
}

let sides; // the module of the tab of lists, loaded with it
function sideRows() {
  if (sides) return sides.sides(changed, draw);
  import("./sides.js").then((module) => {
    sides = module;
    if (state.tab === "field") draw();
  });
  return [];
}

/// Returns what opens more: a second attacker, and the form of all options.
function pills() {
  const pill = (label, attributes, onClick) => {
    const button = element("button", { type: "button", ...attributes }, element("span", {}, label));
    button.addEventListener("click", onClick);
    return button;
  };
  const canCompare = state.tab === "attack" && state.or === undefined;
  return element(
    "div",
    { class: "pills" },
    ...(canCompare ? [pill("+ or another", { id: "compare", class: "pill" }, () => add.or())] : []),
    pill("+ then another", { id: "then", class: "pill" }, () => add.then()),
    pill("More ›", { class: "pill flat", id: "unfold", "aria-label": "More options" }, () => {
      const details = byId("folded").querySelector("details");
      details.open = true;
      details.querySelector("summary").focus();
    }),
  );
}

/// The differences that controls make are known once the answer is shown: see `worth.js`.
let worths = new Map();

/// Shows what each control would change: texts by the key and value of the control.
export function showWorth(all) {
  worths = all;
  for (const one of byId("toggles").querySelectorAll("[data-change]")) {
    const isNow = worths.size && one.querySelector(":checked");
    const text = isNow ? "now" : (worths.get(one.dataset.change) ?? "");
    one.querySelector(".worth").textContent = text;
    one.classList.toggle("same", text === "no change");
  }
}

/// Returns what the controls that are shown would change: a name, and the keys with their values.
export function changes() {
  return [...byId("toggles").querySelectorAll("[data-change]")].flatMap((one) => {
    const [id, value] = one.dataset.change.split(":");
    const isOn = one.matches("[aria-pressed=true], :has(:checked)");
    if (one.matches(".choice"))
      return isOn ? [] : [{ name: one.dataset.change, isOn, set: [[id, defaultless(id, value)]] }];
    const others = texts(id).filter((other) => other !== value);
    return [{ name: one.dataset.change, isOn, set: [[id, isOn ? others : [...others, value]]] }];
  });
}

const defaultless = (id, value) => (value === keyOf(kind(), id)?.defaultValue ? [] : [value]);

/// Draws the form only while it is open: it is most of the page, and each tap draws it again. `count` is
/// the number of chips of what is set there.
async function drawForm(count) {
  const container = byId("folded");
  const isOpen = () => container.querySelector("details")?.open;
  const folded = (...groups) =>
    element(
      "details",
      { class: "card", "data-heading": "" },
      element("summary", {}, "More options" + (count ? ` (${count} set)` : "")),
      ...groups,
    );
  if (isOpen()) {
    const { fillCardChoices, groups, showMatters } = await import("./form.js");
    await describe();
    if (!isOpen()) return;
    redraw(container, [folded(...groups(new Set(ROWS[state.tab].flat()), setting))]);
    fillCardChoices(setting);
    showMatters();
    return;
  }
  const closed = folded();
  closed.addEventListener("toggle", () => closed.open && drawForm(count));
  redraw(container, [closed]);
}

function toggleRow([label, ...ids]) {
  const keys = ids.map(shownKey).filter(Boolean);
  if (!keys.length) return undefined;
  if (ids[0] === "defender_wounds") return row(label, wounds(keys[0]));
  if (ids[0] === "distance" && state.tab === "charge") return bare(distances(keys[0]));
  if (ids[0] === "distance")
    return row(label, stepper(keys[0], setting, { minimum: 1, maximum: 20 }));
  if (label) return row(label, ...keys.map((key) => control(key, setting)));
  if (keys[0].choices.length && !keys[0].isSet) return bare(control(keys[0], setting));
  const controls = keys.map((key) =>
    control({ ...key, label: SHORT[key.id] ?? key.label }, setting),
  );
  const buttons = controls.flatMap((one) => (one.matches("button") ? [one] : [...one.children]));
  return bare(
    element("div", { class: "chosen", role: "group", "aria-label": "Situation" }, ...buttons),
  );
}

/// Returns the distances from which a charge may fail, and the one that is selected.
function distances(key) {
  const speed = unit(state.first)?.speed ?? 5;
  const [selected] = texts("distance");
  const all = [
    ...new Set([...Array.from({ length: 7 }, (_, inch) => speed + inch), Number(selected)]),
  ];
  const choices = all
    .filter((inches) => inches > 0)
    .sort((one, other) => one - other)
    .map((inches) => ({ value: String(inches), label: `${inches}″` }));
  return radios("Distance", choices, selected, (value) => setting.set(key.id, [value]));
}

/// Returns the arcs that a unit may reach: each on or off.
function arcs() {
  const selected = (texts("facing")[0] ?? "front").split(",");
  const all = ["front", "flank", "rear"];
  const buttons = all.map((arc) =>
    toggle(arc[0].toUpperCase() + arc.slice(1), undefined, selected.includes(arc), (on) => {
      const next = all.filter((one) => (one === arc ? on : selected.includes(one)));
      setting.set("facing", next.length && next.join() !== "front" ? [next.join()] : []);
    }),
  );
  return element("div", { class: "choices", role: "group", "aria-label": "Arcs" }, ...buttons);
}

/// Returns a key, with only some elements of a set.
function shownKey(text) {
  const [id, elements] = text.split(":");
  const key = keyOf(kind(), id);
  return key && { ...key, shown: elements?.split(",") };
}

/// Returns the control for the wounds the defender has left, by default all of its card.
function wounds(key) {
  const full = (state.tab === "numbers" ? undefined : unit(state.second)?.wounds) ?? 12;
  return stepper(key, setting, {
    minimum: 1,
    maximum: state.tab === "numbers" ? key.maximum : full,
    defaultValue: String(full),
  });
}
