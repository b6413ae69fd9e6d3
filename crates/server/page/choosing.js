// What the buttons of unit cards and rows of tables open. Loaded with their first use.

import { keyOf } from "./keys.js";
import { pickAttachment, pickUnit } from "./picker.js";
import { keyInDuel } from "./related.js";
import { fields, kind, question, selectTab, selectUnit, set, state } from "./state.js";
import { keyOfSide } from "./units.js";

/// Opens the list of units for a role. Returns whether one was chosen.
export async function pick(role, label) {
  const chosen = await pickUnit(label, state[role]);
  if (!chosen) return false;
  selectUnit(role, chosen.id);
  const key = keyOfSide(role, "joined");
  if (chosen.joined && key) state.values.set(key, [chosen.joined]);
  return true;
}

/// Selects the question of a pair of a table, with the attachments of both: a charge where the table
/// has a distance.
export function selectPair(...pair) {
  const matrix = fields();
  const isDuel = keyOf("matrix", "duel") && matrix.has("duel");
  selectTab(isDuel ? "duel" : matrix.has("distance") ? "charge" : "attack");
  // a table has kinds of weapons, and an attack their names
  const [weapon] = matrix.get("weapon") ?? [];
  state.values.delete("weapon");
  if (keyOf(kind(), weapon)?.isFlag) set(weapon, [""]);
  for (const [id, texts] of isDuel ? matrix : [])
    if (keyOf("duel", keyInDuel(id))) set(keyInDuel(id), texts);
  ["first", "second"].forEach((role, place) => {
    const [id, ...joined] = pair[place].split("+");
    selectUnit(role, id);
    const key = keyOfSide(role, "joined");
    if (key) state.values.set(key, joined);
  });
}

/// Opens the list of attachments for a role. Returns whether one was chosen, or none.
export async function join(role, key) {
  const chosen = await pickAttachment(role, key);
  if (chosen === undefined) return false;
  state.values.set(key, chosen ? [chosen] : []);
  return true;
}

/// Opens a sequence of the attack and of another attacker after it.
export async function addStep() {
  const chosen = await pickUnit("Next attacker", state.first);
  if (!chosen) return;
  const { sequenceOf } = await import("./sequence.js");
  location.hash = `#${sequenceOf(question(), chosen)}`;
}
