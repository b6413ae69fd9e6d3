// Cards of one's own: kept on this device as texts in the format of the catalogue. Loaded when there
// are some.

import { PARTS, SAVED, addOwn, nameOf, own, ownTexts, put, unit, units } from "./cards.js";
import { ApiError, ask } from "./engine.js";
import { state } from "./state.js";

/// The season of the cards that are written here.
const SEASON = "S05";
/// The source of their numbers.
const SOURCE = "my own card";

/// Returns the texts that are kept.
export function saved() {
  try {
    return JSON.parse(localStorage.getItem(SAVED) ?? "[]");
  } catch {
    // storage is disabled
    return [];
  }
}

function keep(texts) {
  try {
    if (texts.length) localStorage.setItem(SAVED, JSON.stringify(texts));
    else localStorage.removeItem(SAVED);
  } catch {
    // storage is disabled: they stay until the page is left
  }
}

/// Adds the cards that are kept. A text that the program refuses by now stays, and its cards are not
/// in the lists.
export async function load() {
  await Promise.all(saved().map((text) => addOwn(text).catch(ignoreFault)));
}

/// Adds the cards of a link. Faults of their text are those of the answer.
export async function addOfLink({ given }) {
  const texts = given.filter(([id]) => id === "catalogue").map(([, text]) => text);
  await Promise.all(texts.map((text) => addLinked(text).catch(ignoreFault)));
}

/// What the cards of the link that is shown took the place of, by the id of the card.
const replaced = new Map();

/// Adds the cards of the text of a link, until `retainLinked` forgets them.
async function addLinked(text) {
  const added = await ask(`api/catalogue?text=${encodeURIComponent(text)}`);
  for (const { id } of [...added.units, ...added.attachments])
    if (!replaced.has(id)) replaced.set(id, PARTS.map((part) => part.get(id)));
  put(added, text);
}

/// Forgets the cards of links that the state does not name any more: printed cards are in their
/// places again.
export function retainLinked() {
  const { first, second, or, group, opponents, values } = state;
  const texts = [first, second, or, group, opponents, ...values.values()].flat();
  const named = ownTexts(texts.filter((text) => text !== undefined));
  for (const id of replaced.keys()) if (!named.includes(own.get(id))) forget(id);
}

/// Forgets all cards of links.
export const forgetLinked = () => [...replaced.keys()].forEach(forget);

/// Puts what a card of a link replaced in its place again.
function forget(id) {
  const before = replaced.get(id);
  if (!before) return;
  replaced.delete(id);
  PARTS.forEach((part, place) =>
    before[place] === undefined ? part.delete(id) : part.set(id, before[place]),
  );
}

function ignoreFault(error) {
  if (!(error instanceof ApiError)) throw error;
}

/// Returns the headings of the cards of a text.
const headings = (text) => text.match(/^\s*\[(units|attachments)\.[^\]]+\]/gm) ?? [];

/// Checks and keeps a text, in the place of those with the same cards. Returns its cards.
export async function save(text) {
  const added = await addOwn(text);
  [...added.units, ...added.attachments].forEach(({ id }) => replaced.delete(id));
  const all = headings(text);
  const others = saved().filter((one) => !headings(one).some((heading) => all.includes(heading)));
  keep([...others, text]);
  return added;
}

/// Removes a text from this device. Its cards stay in the lists until the page is left.
export const remove = (text) => keep(saved().filter((one) => one !== text));

/// Returns the name for a copy of a card: that of no other card.
export function nameOfCopy(card) {
  const names = new Set(units().map(({ id }) => nameOf(id)));
  for (let number = 1; ; number++) {
    const name = `My ${card.name}${number > 1 ? ` ${number}` : ""}`;
    if (!names.has(name)) return name;
  }
}

/// Returns an id for a name: that of no printed card.
export function idOf(name, isOwn) {
  const slug = name
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return unit(slug) && !isOwn(slug) ? `my-${slug}` : slug || "my-card";
}

// ---- the text of a card ----

/// A text of TOML is one of JSON as well.
const text = JSON.stringify;
const number = (value) => (/^\s*-?\d+\s*$/.test(value) ? value.trim() : text(value));

/// Writes a card in the format of the catalogue, each key in a line of its own. `card` has the texts
/// of its fields, `attacks` with `name`, `kind`, `hit` and `dice`, and `abilities`.
export function textOf(card) {
  const line = (key, value) => (value === "" ? [] : [`${key} = ${value}`]);
  const attack = ({ name, kind, hit, dice }) =>
    `  { name = ${text(name)}, kind = ${text(kind)}, hit = ${number(hit)}, dice = [${dice
      .split(/[\s,·]+/)
      .filter(Boolean)
      .map(number)
      .join(", ")}] },`;
  const [type, solo] = card.type.split(" ");
  return [
    `faction = ${text(card.faction)}`,
    "",
    `[units.${card.id}]`,
    `name = ${text(card.name)}`,
    `type = ${text(type)}`,
    ...(solo ? ["solo = true"] : []),
    ...["cost", "speed", "defense", "morale", "wounds_per_model"].flatMap((key) =>
      line(key, card[key] === "" ? "" : number(card[key])),
    ),
    ...(card.more ?? []),
    ...(card.attacks.length ? ["attacks = [", ...card.attacks.map(attack), "]"] : []),
    "abilities = [",
    ...card.abilities.map((name) => `  ${text(name)},`),
    "]",
    `season = ${text(SEASON)}`,
    `source = ${text(SOURCE)}`,
    "",
  ].join("\n");
}

/// Returns the fields of a card that the program has read, as texts.
export function fieldsOf(card) {
  const shown = (value) => (value === null || value === undefined ? "" : String(value));
  // by type: 12 models in 3 ranks, 4 in 2, or a single one
  const usual = { infantry: [12, 3], cavalry: [4, 2] }[card.type] ?? [1, 1];
  const isUsual = card.solo || (card.models === usual[0] && card.ranks === usual[1]);
  return {
    id: card.id,
    name: card.name,
    faction: card.faction,
    type: card.solo ? `${card.type} solo` : card.type,
    cost: shown(card.cost),
    speed: shown(card.speed),
    defense: shown(card.defense),
    morale: shown(card.morale),
    wounds_per_model: shown(card.wounds_per_model),
    more: isUsual ? [] : [`models = ${card.models}`, `ranks = ${card.ranks}`],
    attacks: card.attacks.map(({ name, kind, hit, dice }) => ({
      name,
      kind,
      hit: shown(hit),
      dice: dice.join(" "),
    })),
    abilities: card.abilities.map(({ name }) => name),
  };
}

/// Returns the faults of a message, each with the line that it is about.
export const faultsOf = (message) =>
  [...message.matchAll(/^catalogue:(\d+):\d+: (.*(?:\n {2}.*)*)/gm)].map(([, line, words]) => ({
    line: Number(line),
    words: words.replaceAll(/\n\s*(help: )?/g, "; "),
  }));
