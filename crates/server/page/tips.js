// What the rule of a switch says: as a tip of the mouse, and below the switch after a long press.
// Loaded with the first of them.

import { describe, keyOf } from "./keys.js";
import { byId, element, style } from "./page.js";
import { kind, state } from "./state.js";

await style("more.css");

/// Shows the description of a switch.
export async function show(chip, event) {
  const isPress = event.type === "contextmenu" && event.pointerType !== "mouse";
  // the menu of a phone would cover it
  if (isPress) event.preventDefault();
  const name = state.link === undefined ? kind() : state.parsed?.kind;
  if (state.link === undefined) await describe();
  const [id, value] = chip.dataset.change.split(":");
  const key = keyOf(name, id);
  const text = key?.choiceDescriptions[value] || key?.description;
  if (!text) return;
  chip.title = text;
  if (!isPress) return;
  byId("tip")?.remove();
  const tip = element("p", { id: "tip", role: "status" }, text);
  chip.closest("section").prepend(tip);
  setTimeout(() => tip.remove(), 6000);
}
