// The form of the keys that have no toggle. Loaded when it is first opened.

import { attachment, card } from "./cards.js";
import { control, row, select } from "./controls.js";
import { keyOf, keysOf } from "./keys.js";
import { element } from "./page.js";
import { has, hasControl, kind, set, state, texts } from "./state.js";
import { differences, isKnown, words } from "./worth.js";

/// The most switches whose worth is asked for at once.
const MOST = 60;

/// The groups of the form, in order.
const HEADINGS = [
  "Units",
  "Situation",
  "Dice and modifiers",
  "Abilities and zones",
  "Rules and cards",
  "Engine",
];

/// Returns the groups of the form: all keys but those that are shown as toggles.
export function groups(shown, setting) {
  const headings = new Map();
  for (const key of keysOf(kind())) {
    if (!hasControl(key) || shown.has(key.id)) continue;
    headings.set(key.heading, [...(headings.get(key.heading) ?? []), key]);
  }
  const place = ([heading]) => HEADINGS.indexOf(heading);
  const sorted = [...headings].sort((one, other) => place(one) - place(other));
  return sorted.map(([heading, keys]) => {
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
}

/// Offers the attachments, attacks and abilities of the selected cards once they are loaded.
export async function fillCardChoices(setting) {
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
  if (container) container.replaceChildren(abilities(cards.filter(Boolean), setting));
  document.querySelector("#folded [data-key='without']")?.remove();
}

/// Returns a row for each modelled ability: its best option, a fixed option, or ignored.
function abilities(cards, setting) {
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

/// Sorts the switches of the form by what they would change: those that do nothing for these two
/// cards go into a folded list with a search.
export async function showMatters() {
  const container = document.querySelector("#folded details");
  if (!container || !isKnown(state.tab)) return;
  const switches = [...container.querySelectorAll("[data-key] .toggle[data-change]")].slice(
    0,
    MOST,
  );
  const changes = switches.map((one) => {
    const [id, value] = one.dataset.change.split(":");
    const isOn = one.getAttribute("aria-pressed") === "true";
    const others = texts(id).filter((other) => other !== value);
    return { isOn, set: [[id, isOn ? others : [...others, value]]] };
  });
  const found = await differences(changes).catch(() => undefined);
  if (!found || !container.isConnected) return;
  found.forEach((one, place) => {
    const text = words(one);
    switches[place].querySelector(".worth").textContent = text;
    switches[place].classList.toggle("same", text === "no change");
  });
  foldUnchanged(container);
}

/// Moves the rows whose switches change nothing into a list of their own.
function foldUnchanged(container) {
  const rows = [...container.querySelectorAll("[data-key]")].filter((row) => {
    const all = [...row.querySelectorAll(".toggle[data-change]")];
    return all.length && all.every((one) => one.matches(".same:not([aria-pressed=true])"));
  });
  if (!rows.length) return;
  const input = element("input", { type: "search", "aria-label": "Search these options" });
  input.placeholder = "Search";
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  const summary = element("summary", {}, `No change for these two cards (${rows.length})`);
  container.append(element("details", { "data-heading": "none" }, summary, input, ...rows));
}
