// The cards of the chosen units: crest, name, the values that the question reads, attachments, and
// the tray with the wounds that are left.

import { attachment, nameOf, unit } from "./cards.js";
import { keyOf } from "./keys.js";
import { byId, element } from "./page.js";
import { kind, set, sideOf, state, tab, texts } from "./state.js";

/// Crests: the ground, the colour and the shape of a faction. Divisions of the field, without
/// meaning for data.
const CRESTS = {
  Stark: ["#e8edf0", "#5b6c79", "M0 0h10v20H0z"],
  Lannister: ["#a31f2e", "#d9a531", "M0 0l20 20H0z"],
  Baratheon: ["#f0c419", "#20201f", "M0 20L10 6l10 14v-6L10 0 0 14z"],
  "Free Folk": ["#7a5a3a", "#d8c7a8", "M0 0h20v9H0z"],
  "Night's Watch": ["#1b1d20", "#8d959c", "M0 0h20v20H0zM4 4v12h12V4z"],
  Targaryen: ["#1f1a1c", "#c02f34", "M0 0l10 10L0 20zM20 0L10 10l10 10z"],
  Greyjoy: ["#1d2b33", "#7fb2b0", "M0 4h20v4H0zM0 12h20v4H0z"],
  Martell: ["#c8622a", "#f3d9a2", "M10 2l8 8-8 8-8-8z"],
  Bolton: ["#6d2233", "#e3cfd3", "M0 0l20 20h-8L0 8zM20 12V20z"],
  "Brotherhood Without Banners": ["#4a5a3c", "#d7dcc4", "M7 0h6v7h7v6h-7v7H7v-7H0V7h7z"],
  Neutral: ["#767d82", "#e4e6e4", "M10 0h10v10H10zM0 10h10v10H0z"],
};
/// The keys of each side: wounds left or lost, and the attachment.
const KEYS = {
  first: { lost: ["attacker_wounds_lost", "a_wounds_lost"], joined: ["attacker_with", "a_with"] },
  second: { lost: ["defender_wounds_lost", "b_wounds_lost"], joined: ["defender_with", "b_with"] },
};

const svg = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/// Returns the crest of a faction.
export function crest(faction, size = 22) {
  const [ground, colour, d] = CRESTS[faction] ?? CRESTS.Neutral;
  return svg(
    "svg",
    { class: "crest", viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" },
    svg("path", { fill: ground, d: "M0 0h20v20H0z" }),
    svg("path", { fill: colour, d, "fill-rule": "evenodd" }),
  );
}

/// Returns a picture of lines.
export const icon = (d, size = 20) =>
  svg(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" },
    svg("path", { d }),
  );

/// Returns the id of the key that the current question has.
export const keyOfSide = (role, what) =>
  KEYS[sideOf(role)]?.[what].find((id) => keyOf(kind(), id) !== undefined);

/// Returns the key that the tray of a unit shows.
export const keyOfTray = (role) =>
  role === "second" && keyOf(kind(), "defender_wounds") && !texts("defender_wounds_lost").length
    ? "defender_wounds"
    : keyOfSide(role, "lost");

/// Whether the cards of units are in sight.
export const isInSight = () => state.tab !== "field" || state.group === undefined;
/// Whether a unit has a tray.
export const hasTray = (role) => keyOfSide(role, "lost") && unit(state[role]) && tab().names[1];

/// Returns the values of a card, of the attacker, the defender or both; `left` are the wounds that it
/// has left.
export function stats(card, reads = "both", left = card.wounds) {
  const inches = card.speed === null ? [] : [["Speed", `${card.speed}″`]];
  const attack = card.hit
    ? [
        ["Hits", `${card.hit}+`],
        ["Dice", card.dice.join("·")],
      ]
    : [];
  const guard = [
    ["Defence", `${card.defense}+`],
    ["Morale", `${card.morale ?? "–"}+`],
  ];
  return [
    [card.cost ?? "–", "pts"],
    ...(reads === "defender" ? [] : attack),
    ...(reads === "attacker" ? [] : guard),
    ...(reads === "defender" ? [] : inches),
    ...(left !== card.wounds ? [["Wounds", `${left} of ${card.wounds}`]] : []),
    ...(reads === "defender" && left === card.wounds ? [["Wounds", card.wounds]] : []),
  ].map(([label, value]) => {
    const isCost = value === "pts";
    const number = element("b", {}, String(isCost ? label : value));
    return element("span", {}, ...(isCost ? [number, " pts"] : [`${label} `, number]));
  });
}

/// Draws the cards of the units of the tab. `act` has what their buttons do: `pick(role)`,
/// `join(role)`, `swap()`, `drop()` and `change()`.
export function draw(act) {
  const [first, second] = tab().names;
  const container = byId("names");
  const focused = container.contains(document.activeElement) && document.activeElement.id;
  container.hidden = !first || !isInSight();
  const reads =
    state.tab === "duel" || state.tab === "field" ? ["both", "both"] : ["attacker", "defender"];
  const rows = [unitCard("first", first, "a", reads[0], act)];
  if (state.tab === "attack" && state.or !== undefined)
    rows.push(unitCard("or", "or", "b", reads[0], act));
  if (second) rows.push(unitCard("second", second, rows.length > 1 ? "" : "b", reads[1], act));
  container.replaceChildren(...rows);
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

function unitCard(role, label, side, reads, act) {
  const id = state[role];
  const card = unit(id);
  const name = element(
    "button",
    { type: "button", class: "name", id: role, "aria-haspopup": "dialog" },
    element("span", { class: "hidden" }, `${label}: `),
    element("b", {}, nameOf(id) || "choose a unit"),
    element(
      "span",
      { class: "stats" },
      ...(card ? stats(card, reads, shownWounds(role, card)) : []),
    ),
  );
  name.addEventListener("click", () => act.pick(role, label));
  const joined = keyOfSide(role, "joined");
  return element(
    "div",
    { class: "unit" },
    card ? crest(card.faction) : element("span"),
    name,
    hasTray(role) ? tray(role, card, side, act) : "",
    ...(joined && card ? [chips(role, joined, act)] : []),
    ...(role === "second"
      ? [
          small(
            "swap",
            "Swap the two units",
            icon("M6 3v12M3 12l3 3.5L9 12M14 17V5M11 8l3-3.5L17 8", 16),
            act.swap,
          ),
        ]
      : []),
    ...(role === "or" ? [small("no-or", "Remove the second attacker", "✕", act.drop)] : []),
  );
}

function small(id, label, sign, onClick) {
  const attributes = {
    type: "button",
    id,
    "aria-label": label,
    class: id === "swap" ? "" : "remove",
  };
  const button = element("button", attributes, element("span", {}, sign));
  button.addEventListener("click", onClick);
  return button;
}

/// Returns the attachments of a unit, or what adds one.
function chips(role, key, act) {
  const named = texts(key).map((text) => {
    const one = attachment(text);
    return [one ? `${one.name} · ${one.cost}` : text, "att"];
  });
  const all = named.length ? named : [["+ attachment", "att add"]];
  return element(
    "div",
    { class: "chips" },
    ...all.map(([text, name], index) => {
      const id = `${role}-with-${index}`;
      const button = element(
        "button",
        { type: "button", class: name, id },
        element("span", {}, text),
      );
      button.addEventListener("click", () => act.join(role, key));
      return button;
    }),
  );
}

/// Returns the wounds that a unit has left.
function woundsLeft(role, { wounds }) {
  const key = keyOfTray(role);
  const [text] = texts(key);
  if (text === undefined) return wounds;
  return key === "defender_wounds" ? Number(text) : wounds - Number(text);
}

const shownWounds = (role, card) => (hasTray(role) ? woundsLeft(role, card) : undefined);

function setWounds(role, { wounds }, left) {
  const hasLeft = role === "second" && keyOf(kind(), "defender_wounds");
  if (hasLeft) {
    set("defender_wounds_lost", []);
    set("defender_wounds", left === wounds ? [] : [String(left)]);
  } else set(keyOfSide(role, "lost"), left === wounds ? [] : [String(wounds - left)]);
}

/// Returns the tray of a unit: a tap, a drag or the arrow keys set the wounds that are left.
function tray(role, card, side, act) {
  const { wounds, ranks } = card;
  const columns =
    ranks > 1 ? Math.round(wounds / ranks) : Math.ceil(wounds / Math.ceil(wounds / 5));
  const left = woundsLeft(role, card);
  const pips = Array.from({ length: wounds }, (_, pip) =>
    element("i", pip < left ? {} : { class: "lost" }),
  );
  const attributes = {
    class: `tray ${side}`,
    id: `${role}-tray`,
    role: "slider",
    tabindex: 0,
    "aria-label": `Wounds left of ${card.name}`,
    "aria-valuemin": 1,
    "aria-valuemax": wounds,
    "aria-valuenow": left,
    "aria-valuetext": `${left} of ${wounds}`,
    title: "Tap a wound to set how many are left",
  };
  const created = element("div", attributes, ...pips);
  created.style.gridTemplateColumns = `repeat(${columns}, 9px)`;
  const choose = (value) => {
    const next = Math.min(Math.max(value, 1), wounds);
    if (next === woundsLeft(role, card)) return;
    setWounds(role, card, next);
    act.change();
  };
  created.addEventListener("keydown", (event) => {
    const steps = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -columns,
      PageUp: columns,
      Home: -wounds,
      End: wounds,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    choose(woundsLeft(role, card) + steps[event.key]);
  });
  created.addEventListener("click", (event) => choose(nearestPip(pips, event) + 1));
  return created;
}

/// Returns the place of the pip that is nearest to a point.
function nearestPip(pips, { clientX, clientY }) {
  const distances = pips.map((pip) => {
    const { x, y, width, height } = pip.getBoundingClientRect();
    return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
  });
  return distances.indexOf(Math.min(...distances));
}
