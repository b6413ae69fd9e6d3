// The situation: toggles for the most frequent keys, and a folded form with all others.

import { attachment, card, unit } from "./cards.js";
import { control, radios, row, select, stepper } from "./controls.js";
import { keyOf, keysOf } from "./keys.js";
import { byId, element } from "./page.js";
import { has, hasControl, kind, set, state, texts } from "./state.js";

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

/// The groups of the form, in order.
const HEADINGS = [
  "Units",
  "Situation",
  "Dice and modifiers",
  "Abilities and zones",
  "Rules and cards",
  "Engine",
];

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
function drawForm() {
  const container = byId("folded");
  if (container.querySelector("details")?.open) {
    redraw(container, [form()]);
    fillCardChoices();
    return;
  }
  const folded = element("details", { class: "card", "data-heading": "" }, summary());
  folded.addEventListener("toggle", () => folded.open && drawForm());
  redraw(container, [folded]);
}

const summary = () => element("summary", {}, "Attachments, abilities, zones, rerolls, …");

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

/// Returns the form of all keys without a toggle, in groups.
function form() {
  const shown = new Set(ROWS[state.tab].flat());
  const headings = new Map();
  for (const key of keysOf(kind())) {
    if (!hasControl(key) || shown.has(key.id)) continue;
    headings.set(key.heading, [...(headings.get(key.heading) ?? []), key]);
  }
  const place = ([heading]) => HEADINGS.indexOf(heading);
  const sorted = [...headings].sort((one, other) => place(one) - place(other));
  const groups = sorted.map(([heading, keys]) => {
    const count = keys.filter((key) => has(key.id)).length;
    const rows = keys.map((key) => {
      // the button of a flag shows its name, so the label describes it
      const created = row(key.isFlag ? key.description : key.label, control(key, setting));
      created.dataset.key = key.id;
      return created;
    });
    return element(
      "details",
      { "data-heading": heading },
      element("summary", {}, heading + (count ? ` (${count})` : "")),
      ...rows,
    );
  });
  return element("details", { class: "card", "data-heading": "" }, summary(), ...groups);
}

/// Offers the attachments, attacks and abilities of the selected cards once they are loaded.
async function fillCardChoices() {
  if (!["attack", "charge", "duel"].includes(state.tab)) return;
  const ids = [state.first, state.second];
  const cards = await Promise.all(ids.map((id) => card(id).catch(() => undefined)));
  if (ids.join() !== [state.first, state.second].join()) return;
  const controlsOf = (id) => document.querySelector(`#folded [data-key="${id}"] .controls`);
  const offer = (id, choices) => {
    const [container, key] = [controlsOf(id), keyOf(kind(), id)];
    if (!container || !key) return;
    const selected = texts(id)[0] ?? "";
    const isOffered = choices.some((choice) => choice.value === selected) || !selected;
    const all = [
      { value: "", label: "–" },
      ...choices,
      ...(isOffered ? [] : [{ value: selected, label: selected }]),
    ];
    container.replaceChildren(
      select(key.label, all, selected, (value) => setting.set(id, value ? [value] : [])),
    );
  };
  const sides =
    kind() === "duel"
      ? [
          ["a_with", "a_weapon"],
          ["b_with", "b_weapon"],
        ]
      : [
          ["attacker_with", "weapon"],
          ["defender_with", ""],
        ];
  cards.forEach((card, side) => {
    const [attachmentKey, attackKey] = sides[side];
    offer(
      attachmentKey,
      (card?.attachments ?? []).map((id) => ({ value: id, label: attachment(id)?.name ?? id })),
    );
    if (attackKey)
      offer(
        attackKey,
        (card?.attacks ?? []).map(({ name }) => ({ value: name, label: name })),
      );
  });
  const container = controlsOf("choose");
  if (container) container.replaceChildren(abilities(cards.filter(Boolean)));
  document.querySelector("#folded [data-key='without']")?.remove();
}

/// Returns a row for each modelled ability: its best option, a fixed option, or ignored.
function abilities(cards) {
  const modelled = cards
    .flatMap((card) => card.abilities)
    .filter((ability) => ability.status.startsWith("modelled"));
  const byName = new Map(modelled.map((ability) => [ability.name, ability]));
  const rows = [...byName.values()].map(({ name, options = [], summary }) => {
    const option = texts("choose").find((text) => text.startsWith(`${name}=`));
    const selected = texts("without").includes(name) ? "without" : (option ?? "");
    const choices = [
      { value: "", label: options.length ? "best option" : "used" },
      ...options.map((option) => ({ value: `${name}=${option}`, label: option })),
      { value: "without", label: "ignored" },
    ];
    const change = (value) => {
      set("without", [
        ...texts("without").filter((other) => other !== name),
        ...(value === "without" ? [name] : []),
      ]);
      setting.set("choose", [
        ...texts("choose").filter((text) => !text.startsWith(`${name}=`)),
        ...(value.includes("=") ? [value] : []),
      ]);
    };
    const label = element(
      "div",
      {},
      element("strong", {}, name),
      element("small", { class: "label" }, ` ${summary ?? ""}`),
    );
    return element("div", { class: "ability" }, label, select(name, choices, selected, change));
  });
  return element("div", {}, ...(rows.length ? rows : ["no ability of these units is modelled"]));
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
