// The situation: toggles for the most frequent keys, and a folded form with all others.

import { unit } from "./cards.js";
import { control, radios, row, select, stepper } from "./controls.js";
import { keyOf } from "./keys.js";
import { byId, element } from "./page.js";
import { has, kind, set, state, texts } from "./state.js";

/// The rows of toggles of each tab: a label and its keys; of a set the elements behind a colon.
const ROWS = {
  attack: [
    ["Into the", "facing"],
    ["Attacker", "charge", "attacker_tokens:weakened"],
    ["Defender", "defender_tokens:vulnerable,panicked"],
    ["Ranks", "attacker_wounds_lost"],
    ["Wounds left", "defender_wounds"],
  ],
  charge: [
    ["Inches", "distance"],
    ["Into the", "facing"],
    ["Terrain", "terrain:hindering,rough"],
    ["Charger", "attacker_tokens:weakened,panicked"],
    ["Target", "defender_tokens:vulnerable,panicked"],
    ["Wounds left", "defender_wounds"],
  ],
  duel: [
    ["Rounds", "rounds"],
    ["Goes first", "first"],
    ["Opening", "opening_charge"],
    ["Into the", "opening_facing"],
    ["Tokens on A", "a_tokens"],
    ["Tokens on B", "b_tokens"],
  ],
  field: [
    ["Into the", "facing"],
    ["Attackers", "charge", "attacker_tokens:weakened"],
    ["Defenders", "defender_tokens:vulnerable,panicked"],
  ],
  numbers: [
    ["Dice", "dice"],
    ["To hit", "hit"],
    ["Defence", "defense"],
    ["Morale", "morale"],
    ["Into the", "facing"],
    ["Attacker", "charge", "attacker_tokens:weakened"],
    ["Defender", "defender_tokens:vulnerable,panicked"],
    ["Wounds left", "defender_wounds"],
  ],
};

let changed = () => {};
const setting = {
  has,
  texts,
  set: (id, values) => {
    set(id, values);
    changed();
  },
};

/// Sets the listener for changes.
export const onChange = (listener) => (changed = listener);

/// Draws it.
export function draw() {
  const rows = ROWS[state.tab].map(toggleRow).filter(Boolean);
  if (state.tab === "field") rows.unshift(...fieldRows());
  redraw(byId("toggles"), rows);
  drawForm();
}

/// Draws the form only while it is open: it is most of the page, and each tap draws it again.
async function drawForm() {
  const container = byId("folded");
  const isOpen = () => container.querySelector("details")?.open;
  const folded = (...groups) =>
    element(
      "details",
      { class: "card", "data-heading": "" },
      element("summary", {}, "Attachments, abilities, zones, rerolls, …"),
      ...groups,
    );
  if (isOpen()) {
    const { fillCardChoices, groups } = await import("./form.js");
    if (!isOpen()) return;
    redraw(container, [folded(...groups(new Set(ROWS[state.tab].flat()), setting))]);
    fillCardChoices(setting);
    return;
  }
  const closed = folded();
  closed.addEventListener("toggle", () => closed.open && drawForm());
  redraw(container, [closed]);
}

function toggleRow([label, ...ids]) {
  if (ids[0] === "attacker_wounds_lost") return ranks(label);
  const keys = ids.map(shownKey).filter(Boolean);
  if (!keys.length) return undefined;
  if (ids[0] === "defender_wounds") return row(label, wounds(keys[0]));
  if (ids[0] === "distance")
    return row(label, stepper(keys[0], setting, { minimum: 1, maximum: 20 }));
  // the label of the row names the side already
  const short = (key) => ({
    ...key,
    label: key.label.replace(/^(?:Own|Attacker) (.)/, (_, first) => first.toUpperCase()),
  });
  return row(label, ...keys.map((key) => control(short(key), setting)));
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

/// Returns the row for the ranks the attacker has left. A lost rank is set as its wounds.
function ranks(label) {
  const body = unit(state.first);
  if (!body || body.ranks < 2) return undefined;
  const perRank = body.wounds / body.ranks;
  const lost = Number(texts("attacker_wounds_lost")[0] ?? 0);
  const left = Math.ceil((body.wounds - lost) / perRank);
  const choices = Array.from({ length: body.ranks }, (_, lostRanks) =>
    String(body.ranks - lostRanks),
  );
  return row(
    label,
    radios(
      "Ranks of the attacker",
      choices.map((value) => ({ value, label: value })),
      String(left),
      (value) => {
        const newLost = Math.round((body.ranks - Number(value)) * perRank);
        setting.set("attacker_wounds_lost", newLost ? [String(newLost)] : []);
      },
    ),
  );
}

function fieldRows() {
  const change = (name) => (value) => {
    state[name] = value;
    changed();
  };
  const sides = [
    { value: "attackers", label: "Attacks" },
    { value: "defenders", label: "Defends" },
  ];
  const filters = [
    "all",
    "infantry",
    "cavalry",
    "monster",
    "war-machine",
    "solo",
    ...byId("toggles")
      .dataset.factions.split("|")
      .map((name) => name.toLowerCase()),
  ];
  const choices = [...new Set([...filters, state.opponents])].map((value) => ({
    value,
    label: value,
  }));
  return [
    row("Role", radios("Role of the unit", sides, state.side, change("side"))),
    row("Against", select("Opponents", choices, state.opponents, change("opponents"))),
  ];
}

/// Headings of the open groups.
const openGroups = new Set();

/// Replaces the children of a container; keeps open groups open and the focus where it is.
function redraw(container, children) {
  for (const { dataset, open: isOpen } of container.querySelectorAll("details"))
    openGroups[isOpen ? "add" : "delete"](dataset.heading);
  const focused = container.contains(document.activeElement)
    ? identity(document.activeElement)
    : undefined;
  container.replaceChildren(...children);
  container
    .querySelectorAll("details")
    .forEach((details) => (details.open = openGroups.has(details.dataset.heading)));
  if (focused)
    [...container.querySelectorAll("button, input, select, summary")]
      .find((one) => identity(one) === focused)
      ?.focus({ preventScroll: true });
}

/// Identifies a control before and after it is drawn again.
const identity = (one) =>
  [
    one.tagName,
    one.closest("[role]")?.getAttribute("aria-label") ?? "",
    one.getAttribute("aria-label") ?? one.textContent,
    one.type === "radio" ? one.value : "",
  ].join("|");
