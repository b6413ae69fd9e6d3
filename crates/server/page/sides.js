// Who attacks whom on the tab of lists. Loaded with it.

import { factions, nameOf } from "./cards.js";
import { nameOfGroup } from "./field.js";
import { bare, radios, select } from "./controls.js";
import { element } from "./page.js";
import { state } from "./state.js";

/// Returns who attacks whom: a unit or a group on each side. `changed` is called after a change,
/// `draw` where the controls are to be as before.
export function sides(changed, draw) {
  const change = (name) => (value) => {
    state[name] = value || undefined;
    changed();
  };
  const named = (label) => ({ value: label.toLowerCase(), label });
  const pick = (name) => async (value) => {
    if (value !== PASTE) return change(name)(value);
    const { pickList } = await import("./lists.js");
    const filter = await pickList();
    return filter ? change(name)(filter) : draw();
  };
  const groups = [
    "All",
    "Infantry",
    "Cavalry",
    "Monster",
    "War-machine",
    "Solo",
    ...factions(),
  ].map(named);
  groups.push(...savedLists(), { value: PASTE, label: "Paste or open a list …" });
  const withText = (text) =>
    !text || groups.some(({ value }) => value === text)
      ? groups
      : [...groups, { value: text, label: nameOfGroup(text) }];
  const unitItself = { value: "", label: nameOf(state.first) };
  const own = select(
    "A unit or a list",
    [unitItself, ...withText(state.group)],
    state.group ?? "",
    pick("group"),
  );
  const others = select("Opponents", withText(state.opponents), state.opponents, pick("opponents"));
  const roles = [
    { value: "attackers", label: "Attacks" },
    { value: "defenders", label: "Is attacked" },
  ];
  if (state.group === undefined) {
    const into = state.side === "attackers" ? "into" : "by";
    return [
      element(
        "div",
        { class: "controls" },
        own,
        element("span", { class: "label into" }, into),
        others,
      ),
      bare(radios("Role of the unit", roles, state.side, change("side"))),
    ];
  }
  const swap = element(
    "button",
    { type: "button", class: "toggle into", id: "swap-lists" },
    "into ⇄",
  );
  swap.setAttribute("aria-label", "Swap both sides");
  swap.addEventListener("click", () => {
    [state.group, state.opponents] = [state.opponents, state.group];
    changed();
  });
  return [element("div", { class: "controls" }, own, swap, others)];
}

/// What the choice of a list opens, in place of a filter.
const PASTE = "paste";

/// Returns the lists that are saved on this device, by their filters.
function savedLists() {
  try {
    const saved = JSON.parse(localStorage.getItem("warodds-lists") ?? "[]");
    return saved.map(({ filter, name }) => ({ value: filter, label: name }));
  } catch {
    return [];
  }
}
