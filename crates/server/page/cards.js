// The cards: a summary of each, and the details of those in use.

import { ask } from "./engine.js";

const byId = new Map();
const attachments = new Map();
const details = new Map();

/// The text that defines a card of one's own, by the id of the card.
export const own = new Map();
export const SAVED = "warodds-cards";

/// The maps that have something of a card.
export const PARTS = [byId, attachments, details, own];

/// Loads the summaries, and the cards of one's own.
export async function load() {
  take(await ask("api/cards"));
  const { [SAVED]: saved } = globalThis.localStorage ?? {};
  if (saved) await (await import("./own-cards.js")).load();
}

function take({ units, attachments: joining }) {
  units.forEach((card) => byId.set(card.id, card));
  joining.forEach((one) => attachments.set(one.id, one));
}

/// Adds the cards of a text in the format of the catalogue. Returns them.
export async function addOwn(text) {
  const added = await ask(`api/catalogue?text=${encodeURIComponent(text)}`);
  put(added, text);
  return added;
}

/// Adds cards that the program has read in a text.
export function put(added, text) {
  take(added);
  added.cards.forEach((card) => details.set(card.id, Promise.resolve(card)));
  [...added.units, ...added.attachments].forEach(({ id }) => own.set(id, text));
}

/// Returns the texts of the cards of one's own that some values name: by their ids, lists of armies
/// also by their names.
export function ownTexts(values) {
  const lists = values.filter((text) => text.includes("\n")).map((text) => `-${slug(text)}-`);
  const ids = values.flatMap((text) => text.split(/[,+:]/)).map((id) => id.trim());
  const isNamed = (id) => [id, slug((byId.get(id) ?? attachments.get(id)).name)].some((name) =>
    lists.some((list) => list.includes(`-${name}-`)));
  const named = lists.length ? [...own.keys()].filter(isNamed) : [];
  return [...new Set([...ids, ...named].flatMap((id) => own.get(id) ?? []))];
}
/// Returns the cards of one's own.
export const ownUnits = () => units().filter(({ id }) => own.has(id));

/// Returns the summaries of all units.
export const units = () => [...byId.values()];
/// Returns the summary of a unit.
export const unit = (id) => byId.get(id);
/// Returns the name of a unit, or the text itself if it is not an id.
export const nameOf = (id) => {
  const card = byId.get(id);
  return card ? card.name + (card.season ? ` (${card.season})` : "") : (id ?? "");
};
/// Returns the summary of an attachment.
export const attachment = (id) => attachments.get(id);
/// Returns the cost of a unit with its attachments; undefined if the cost of one of them is
/// unknown.
export function cost(id, attached) {
  const cards = [byId.get(id), ...attached.map((name) => attachments.get(slug(name)))];
  const costs = cards.map((card) => card?.cost ?? undefined);
  return costs.includes(undefined) ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}

/// Whether a season is before 2021, when cards had other ids; only such cards have a season here.
const isOld = (season) => season?.startsWith("1.");
/// Returns the id of the same unit among the cards of a season, as the program resolves it: the
/// only card with the name, otherwise the id itself.
export function idInSeason(id, season) {
  if (!isOld(season) || byId.get(id)?.season) return id;
  const cards = [...byId.values()].filter((card) => card.season && slug(card.name) === id);
  return cards.length === 1 ? cards[0].id : id;
}

/// Returns a name in the form of ids.
const slug = (name) =>
  name
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/// Returns all factions.
export const factions = () => [...new Set([...byId.values()].map((card) => card.faction))].sort();

/// Returns the details of a unit, which are loaded once.
export function card(id) {
  if (!details.has(id)) {
    const loading = ask(`api/cards/${encodeURIComponent(id)}`);
    loading.catch(() => details.delete(id));
    details.set(id, loading);
  }
  return details.get(id);
}
