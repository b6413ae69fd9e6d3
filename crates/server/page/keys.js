// The keys of questions, as the program describes them at /api/keys. The page defines no keys itself:
// which keys a question has, and their order in a link, comes from there.

import { idInSeason, ownTexts } from "./cards.js";
import { ask } from "./engine.js";

const kinds = new Map();
let viewKeys = [];

/// Loads the keys of the questions that have a tab. Questions of other games have none: their links
/// are answered as tables.
export async function load() {
  const described = await ask("api/keys?game=asoiaf");
  for (const [kind, names] of Object.entries(described.kinds))
    kinds.set(kind, { keys: names.map((name) => parseKey(described.parameters[name])) });
  viewKeys = described.view.map(parseKey);
}

let all;
/// Loads the keys of a question that has no tab, of any game.
export async function loadKind(kind) {
  if (kinds.has(kind)) return;
  all ??= ask("api");
  const { paths, components } = await all;
  const keyOfReference = ({ $ref: reference }) => {
    const key = components.parameters[reference.split("/").at(-1)];
    const words = { description: key.description, choiceDescriptions: key["x-words"] ?? {} };
    return { ...parseKey(key), ...words, isNeeded: key.required === true };
  };
  const parameters = paths[`/api/${kind}`]?.get.parameters ?? [];
  kinds.set(kind, { keys: parameters.map(keyOfReference) });
}

let described;
/// Loads what keys and their choices mean, for the form of all keys.
export function describe() {
  described ??= ask("api?game=asoiaf").then(({ paths, components }) => {
    for (const [kind, { keys }] of kinds)
      paths[`/api/${kind}`]?.get.parameters.forEach(({ $ref: reference }, place) => {
        const key = components.parameters[reference.split("/").at(-1)];
        keys[place].description = key.description;
        keys[place].choiceDescriptions = key["x-words"] ?? {};
      });
  });
  return described;
}

function parseKey(key) {
  const isList = key.schema.type === "array";
  const schema = isList ? key.schema.items : key.schema;
  const name = key.name.replaceAll(/[-_]/g, " ");
  return {
    id: key["x-id"],
    long: key.name,
    label: name[0].toUpperCase() + name.slice(1),
    description: undefined,
    heading: key["x-heading"],
    isPositional: key["x-positional"] === true,
    requires: key["x-requires"] ?? [],
    conflicts: key["x-conflicts"] ?? [],
    isFlag: key.allowEmptyValue === true,
    isList,
    isSet: key.style === "spaceDelimited",
    takesList: key["x-list"] === true,
    choices: schema.enum ?? [],
    choiceDescriptions: {},
    /// Whether it is a text of several lines, as of a file.
    isText: schema.maxLength > 100_000,
    isNumber: schema.type === "integer" || schema.type === "number" || Array.isArray(schema.anyOf),
    minimum: schema.minimum,
    maximum: schema.maximum,
    defaultValue: schema.default === undefined ? undefined : String(schema.default),
  };
}

/// Returns the keys of a kind, in the order of links.
export const keysOf = (kind) => kinds.get(kind)?.keys ?? [];
/// Returns a key of a kind.
export const keyOf = (kind, id) => keysOf(kind).find((key) => key.id === id);
/// Whether a key has a control: the texts of cards are part of the cards.
export const isShown = (key) => key.heading !== "Output" && key.id !== TEXTS;
const escape = (text) =>
  encodeURIComponent(text)
    .replaceAll("%2C", ",")
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/// Returns the values of a key; none if it has its default.
export function nonDefault(key, fields) {
  const texts = fields.get(key.id) ?? [];
  // the elements of a set in their own order
  if (key.isSet) return key.choices.filter((choice) => texts.includes(choice));
  return texts.length === 1 && texts[0] === key.defaultValue ? [] : texts;
}

function parameters(keys, fields) {
  return keys.flatMap((key) => {
    const texts = nonDefault(key, fields);
    if (key.isFlag) return texts.length ? [key.long] : [];
    if (key.isSet && texts.length) return [`${key.long}=${texts.join("+")}`];
    return texts.map((text) => `${key.long}=${escape(text)}`);
  });
}

/// The key of the texts of cards, which are part of the question.
const TEXTS = "catalogue";
/// Returns fields with the texts of the cards of one's own that they or others name.
function withOwn(kind, fields, others = new Map()) {
  const texts = keyOf(kind, TEXTS) ? ownTexts([...fields.values(), ...others.values()].flat()) : [];
  return texts.length ? new Map([...fields, [TEXTS, texts]]) : fields;
}

/// Returns the API address of a question.
export function address(kind, fields, more = []) {
  const query = [...parameters(keysOf(kind), withOwn(kind, fields)), ...more];
  return `api/${kind}${query.length ? "?" : ""}${query.join("&")}`;
}

/// Returns the canonical link of a question and of the view of its answer.
export function link(kind, given, view) {
  const fields = withOwn(kind, given, view);
  const [season] = fields.get("cards") ?? [];
  const positional = [];
  const rest = [];
  // after a positional value that is missing, the others are named
  let canBePositional = true;
  for (const key of keysOf(kind)) {
    const texts = nonDefault(key, fields);
    if (key.isPositional && canBePositional && texts.length === 1)
      positional.push(escape(idInSeason(texts[0], season)));
    else {
      if (key.isPositional) canBePositional = false;
      rest.push(key);
    }
  }
  const query = [...parameters(rest, fields), ...parameters(viewKeys, view)];
  return `${[kind, ...positional].join("/")}${query.length ? "?" : ""}${query.join("&")}`;
}

const shellQuote = (text) =>
  /^[\w.,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/// Returns the command for a link.
export const commandOf = (link) => `warodds ask ${shellQuote(link)}`;

/// Returns the command for a question.
export function command(kind, fields) {
  const all = withOwn(kind, fields);
  const words = keysOf(kind).flatMap((key) => {
    const texts = nonDefault(key, all);
    if (key.isPositional) return texts.map(shellQuote);
    if (key.isFlag) return texts.length ? [`--${key.long}`] : [];
    const values = key.isSet && texts.length ? [texts.join("+")] : texts;
    return values.map((text) => `--${key.long} ${shellQuote(text)}`);
  });
  return ["warodds", kind, ...words].join(" ");
}
