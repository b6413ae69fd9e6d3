// The keys of questions, as the program describes them at /api. No key is known here by heart: what
// a question may be told, and in which order a link tells it, comes from there.

import { ask } from "./engine.js";

const kinds = new Map();
let view = [];

/// Reads the table of keys.
export async function load() {
  const described = await ask("api");
  for (const [path, { get }] of Object.entries(described.paths)) {
    if (get.parameters.some((key) => "x-id" in key)) {
      kinds.set(path.replace("/api/", ""), { about: get.summary, keys: get.parameters.map(read) });
    }
  }
  view = described["x-view"].map(read);
}

function read(key) {
  const isList = key.schema.type === "array";
  const one = isList ? key.schema.items : key.schema;
  const name = key.name.replaceAll(/[-_]/g, " ");
  return {
    id: key["x-id"],
    long: key.name,
    label: name[0].toUpperCase() + name.slice(1),
    words: key.description,
    heading: key["x-heading"],
    place: key["x-positional"],
    requires: key["x-requires"],
    conflicts: key["x-conflicts"],
    isFlag: key.allowEmptyValue === true,
    isList,
    isJoined: key.explode === false,
    choices: one.enum ?? [],
    meant: key["x-words"] ?? {},
    number: one.type === "integer" || one.type === "number" || Array.isArray(one.anyOf),
    least: one.minimum,
    most: one.maximum,
    usual: one.default === undefined ? undefined : String(one.default),
  };
}

/// The keys of a kind, in the order of links.
export const keysOf = (kind) => kinds.get(kind)?.keys ?? [];
/// A key of a kind.
export const keyOf = (kind, id) => keysOf(kind).find((key) => key.id === id);
/// What a kind asks.
export const about = (kind) => kinds.get(kind)?.about ?? "";

const escaped = (text) =>
  encodeURIComponent(text).replaceAll("%2C", ",").replaceAll(/[!'()*]/g, (sign) =>
    `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/// What is given for a key and not as usual anyway.
function said(key, given) {
  const texts = given.get(key.id) ?? [];
  return texts.length === 1 && texts[0] === key.usual ? [] : texts;
}

function parameters(keys, given) {
  return keys.flatMap((key) => {
    const texts = said(key, given);
    if (key.isFlag) return texts.length ? [key.long] : [];
    if (key.isJoined && texts.length) return [`${key.long}=${texts.map(escaped).join(",")}`];
    return texts.map((text) => `${key.long}=${escaped(text)}`);
  });
}

/// The address of a question.
export function address(kind, given, more = []) {
  const all = [...parameters(keysOf(kind), given), ...more];
  return `api/${kind}${all.length ? "?" : ""}${all.join("&")}`;
}

/// The link of a question and of what is shown beside it: the shortest form there is.
export function link(kind, given, shown) {
  const places = [];
  const rest = [];
  let isPlaced = true;
  for (const key of keysOf(kind)) {
    const texts = said(key, given);
    if (key.place && isPlaced && texts.length === 1) places.push(escaped(texts[0]));
    else {
      if (key.place) isPlaced = false;
      rest.push(key);
    }
  }
  const all = [...parameters(rest, given), ...parameters(view, shown)];
  return `${[kind, ...places].join("/")}${all.length ? "?" : ""}${all.join("&")}`;
}

const quoted = (text) => (/^[\w.,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/// The command that asks the question of a link.
export const commandOf = (link) => `warodds ask ${quoted(link)}`;

/// The command that asks a question.
export function command(kind, given) {
  const words = keysOf(kind).flatMap((key) => {
    const texts = said(key, given);
    if (key.place) return texts.map(quoted);
    if (key.isFlag) return texts.length ? [`--${key.long}`] : [];
    const values = key.isJoined && texts.length ? [texts.join(",")] : texts;
    return values.map((text) => `--${key.long} ${quoted(text)}`);
  });
  return ["warodds", kind, ...words].join(" ");
}
