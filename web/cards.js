// The cards: all of them in short, and those in play in full.

import { ask } from "./engine.js";

const units = new Map();
const attachments = new Map();
const full = new Map();

/// Reads the lists.
export async function load() {
  const lists = await ask("api/cards");
  lists.units.forEach((card) => units.set(card.id, card));
  lists.attachments.forEach((one) => attachments.set(one.id, one));
}

/// A unit in short.
export const unit = (id) => units.get(id);
/// What a unit is called; a name that is no id stays as it is.
export const nameOf = (id) => {
  const card = units.get(id);
  return card ? card.name + (card.edition === "2021" ? "" : ` (${card.edition})`) : (id ?? "");
};
/// An attachment in short.
export const attachment = (id) => attachments.get(id);
/// The points of a unit with its attachments; undefined where one of them is not known.
export function cost(id, joined) {
  const all = [units.get(id), ...joined.map((name) => attachments.get(slug(name)))].map((one) => one?.cost ?? undefined);
  return all.includes(undefined) ? undefined : all.reduce((sum, one) => sum + one, 0);
}

/// A name as ids are written.
const slug = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

/// All factions.
export const factions = () => [...new Set([...units.values()].map((card) => card.faction))].sort();

/// The card of a unit in full; it is asked for once.
export function card(id) {
  if (!full.has(id)) {
    const asked = ask(`api/cards/${encodeURIComponent(id)}`);
    asked.catch(() => full.delete(id));
    full.set(id, asked);
  }
  return full.get(id);
}
