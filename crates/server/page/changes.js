// What would change the answer: each control and rank by the difference that it makes, and the
// attachments by what they add. Loaded when it comes into view.

import { unit } from "./cards.js";
import { draw, prepare } from "./chart.js";
import { ask } from "./engine.js";
import { address, keysOf } from "./keys.js";
import { element, signed } from "./page.js";
import { asKind, duelOf } from "./related.js";
import { fields, kind, question, state, tab, texts } from "./state.js";
import { differences } from "./worth.js";

/// The width of a bar, in pixels.
const WIDTH = 88;
/// The most attachments that are listed.
const LISTED = 8;

/// Returns a row: a name with a quiet text, a number, and its bar; negative ones go left and are
/// hatched.
export function bar(name, quiet, number, share, isBoth = false) {
  const space = isBoth ? WIDTH / 2 : WIDTH;
  const width = Math.max(Math.abs(share) * space, 1);
  const from = isBoth ? (share < 0 ? space - width : space) : 0;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} 10`);
  svg.setAttribute("aria-hidden", "true");
  const part = (attributes) => {
    const rect = document.createElementNS(svg.namespaceURI, "rect");
    for (const [key, value] of Object.entries(attributes)) rect.setAttribute(key, value);
    svg.append(rect);
  };
  part({ x: from, y: 1, width, height: 8, rx: 2, class: `band-bar ${share < 0 ? "b" : "a"}` });
  if (isBoth) part({ x: space, y: 0, width: 1, height: 10, class: "dot quiet" });
  return element(
    "li",
    {},
    element("span", {}, name, ...(quiet ? [" ", element("small", {}, quiet)] : [])),
    element("b", {}, number),
    svg,
  );
}

/// The names of controls in sentences, by the key and value that they set.
const NAMES = {
  "facing:front": "Into the front",
  "facing:flank": "Into the flank",
  "facing:rear": "Into the rear",
  "opening_facing:front": "First attack into the front",
  "opening_facing:flank": "First attack into the flank",
  "opening_facing:rear": "First attack into the rear",
};

function nameOf({ name, isOn }) {
  const [id, value] = name.split(":");
  const label = NAMES[name] ?? (value || id.replaceAll("_", " "));
  const text = isOn ? `without ${label}` : label;
  return text[0].toUpperCase() + text.slice(1);
}

/// Returns the ranks that the attacker may have lost.
function ranks() {
  const card = unit(state.first);
  const key = ["attacker_wounds_lost", "a_wounds_lost"].find((id) =>
    keysOf(kind()).some((one) => one.id === id),
  );
  if (!card || !key || !tab().names[1] || card.ranks < 2) return [];
  const lost = Number(texts(key)[0] ?? 0);
  return Array.from({ length: card.ranks }, (_, gone) => ({
    name: `With ${card.ranks - gone} ${card.ranks - gone > 1 ? "ranks" : "rank"} left`,
    quiet: `dice ${card.dice[gone] ?? card.dice.at(-1) ?? "–"}`,
    wounds: Math.round((gone * card.wounds) / card.ranks),
  }))
    .filter(({ wounds }) => wounds !== lost)
    .map((one) => ({ ...one, set: [[key, one.wounds ? [String(one.wounds)] : []]] }));
}

/// Draws the lists in a container.
export async function show(container, changes, signal) {
  const named = changes.map((one) => ({ ...one, name: nameOf(one) }));
  const found = await differences([...named, ...ranks()], signal);
  if (signal.aborted) return;
  const known = found.filter(({ by }) => by !== undefined);
  const highest = Math.max(...known.map(({ by }) => Math.abs(by)), 1e-9);
  const changed = known.filter(({ isSame }) => !isSame).sort((one, other) => other.by - one.by);
  const rows = changed.map(({ name, quiet, by, text }) =>
    bar(name, quiet, text, by / highest, true),
  );
  const same = known.filter(({ isSame }) => isSame).map(({ name }) => name.toLowerCase());
  const unitName = state.tab === "duel" ? "A wins" : "wounds";
  const card = element(
    "section",
    { class: "card" },
    element("h3", {}, "What would change it", element("span", {}, unitName)),
    element("ul", { class: "bars" }, ...rows),
    ...(same.length ? [element("p", { class: "label" }, `No change: ${same.join(", ")}.`)] : []),
  );
  container.replaceChildren(card);
  if (!["attack", "charge"].includes(state.tab)) return;
  const attached = await attachments(signal);
  if (!signal.aborted && attached) container.append(attached);
  const rounds = state.tab === "attack" && (await engaged(signal));
  if (signal.aborted || !rounds) return;
  const figure = element("figure", { id: "chart-rounds" });
  container.append(
    element("section", { class: "card" }, element("h3", {}, "If they stay engaged"), figure),
  );
  draw(figure, rounds);
}

/// Lists what the attacker deals to each unit of the defender's faction in the same situation.
export async function showOthers(container, signal) {
  const faction = unit(state.second)?.faction;
  if (!faction || !container.checkVisibility() || state.tab !== "attack") return;
  const all = asKind("attack", "matrix", withoutUnits());
  if (!all) return container.replaceChildren();
  const known = [...all];
  const mean = async (attacker) => {
    const sides = [
      ["attackers", [attacker]],
      ["defenders", [faction.toLowerCase()]],
    ];
    const shared =
      attacker === state.first ? known : known.filter(([id]) => id !== "attacker_with");
    const answer = await ask(address("matrix", new Map([...shared, ...sides])), { signal });
    return answer.defenders.map(({ name }, place) => ({
      name,
      mean: answer.values.mean_wounds[0][place],
    }));
  };
  const [own, other] = await Promise.all([state.first, state.or].filter(Boolean).map(mean));
  if (signal.aborted) return;
  const highest = Math.max(...own.map((one) => one.mean), 1e-9);
  const by = (one) =>
    other ? one.mean - other.find(({ name }) => name === one.name).mean : undefined;
  const rows = own
    .filter((one) => one.mean !== null)
    .sort((one, more) => more.mean - one.mean)
    .map((one) => bar(one.name, other && signed(by(one)), one.mean.toFixed(1), one.mean / highest));
  container.replaceChildren(
    element(
      "h3",
      {},
      `The same attack into every ${faction} unit`,
      element(
        "span",
        {},
        other ? "wounds, and more than the second attacker" : "wounds, on average",
      ),
    ),
    element("ul", { class: "bars" }, ...rows),
  );
}

/// Returns the fields of the current question without its units.
const withoutUnits = () =>
  new Map([...fields()].filter(([id]) => !["attacker", "defender"].includes(id)));

/// Requests who has won by each round if the two units stay in contact, as a chart; undefined if no
/// duel begins with this attack.
async function engaged(signal) {
  const duel = await duelOf(question(), signal);
  if (!duel) return undefined;
  const { charts } = await ask(address("duel", duel.fields, ["charts"]), { signal });
  await prepare(charts);
  return charts.find(({ name }) => name === "rounds");
}

/// Requests what each attachment adds to a unit here, the most first; undefined if the situation is
/// one that cannot be asked with each of them. That of the attacker is not the defender's.
export async function requestAttachments(role, signal) {
  const [own, other] = role === "second" ? ["second", "first"] : ["first", "second"];
  const situation = withoutUnits();
  // each takes the place of the one that is joined
  situation.delete(role === "second" ? "defender_with" : "attacker_with");
  const isOfSide = (id) => /^(attacker|defender)_/.test(id);
  // arc and charge are those of the attack, in which the defender has no part of its own
  if (role === "second" && ![...situation.keys()].every(isOfSide)) return undefined;
  // the unit with the attachments is the attacker of this question
  const sides = role === "second" ? { attacker: "defender", defender: "attacker" } : {};
  const swapped = (id) => id.replace(/^(attacker|defender)(?=_)/, (side) => sides[side] ?? side);
  const shared = asKind(kind(), "attachments", situation, swapped);
  if (!shared) return undefined;
  const all = new Map([...shared, ["unit", [state[own]]], ["against", [state[other]]]]);
  return (await ask(address("attachments", all), { signal })).attachments;
}

async function attachments(signal) {
  const found = await requestAttachments("first", signal);
  const all = (found ?? []).filter(({ adds }) => adds.dealt > 0.005);
  if (!all.length) return undefined;
  const highest = Math.max(...all.map(({ adds }) => adds.dealt));
  const rows = all
    .slice(0, LISTED)
    .map(({ name, cost, adds }) =>
      bar(name, String(cost ?? 0), signed(adds.dealt), adds.dealt / highest),
    );
  return element(
    "section",
    { class: "card" },
    element(
      "h3",
      {},
      `Attachments for ${unit(state.first)?.name ?? "the attacker"}`,
      element("span", {}, "wounds added"),
    ),
    element("ul", { class: "bars" }, ...rows),
  );
}
