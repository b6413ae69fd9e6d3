// What is asked beside an attack, with the keys of it: the duel that begins with it, a second attacker,
// and many units. Loaded with the first of them.

import { without } from "./answers.js";
import { card, unit } from "./cards.js";
import { ask } from "./engine.js";
import { keyOf, link as linkOf } from "./keys.js";
import { failure } from "./views.js";

/// The one key of engines and analyses that changes what is asked.
const CONDITION = "given";

/// Returns the fields of a question of a kind as those of another kind, whose ids `rename` returns;
/// undefined if it lacks one of them: its answer would be about another question.
export function asKind(kind, other, fields, rename = (id) => id) {
  const isAsked = ([id, texts]) =>
    texts.length && (keyOf(kind, id)?.heading !== "Engine" || id === CONDITION);
  const all = [...fields].filter(isAsked).map(([id, texts]) => [keyOf(other, rename(id)), texts]);
  const has = ([key, texts]) =>
    key && (!key.choices.length || texts.every((text) => key.choices.includes(text)));
  return all.every(has) ? new Map(all.map(([key, texts]) => [key.id, texts])) : undefined;
}

/// The keys of a duel by those of its first attack, where the name of a side does not tell.
const IN_DUEL = {
  charge: "opening_charge",
  disorderly: "opening_disorderly",
  facing: "opening_facing",
  ...Object.fromEntries(
    ["weapon", "hit_modifier", "auto_hits", "reroll_attacks", "force_reroll_attacks"]
      .concat(["crown", "wealth", "wealth_removes"])
      .map((id) => [id, `a_${id}`]),
  ),
  ...Object.fromEntries(
    ["save_modifier", "panic_modifier", "reroll_saves", "force_reroll_saves"]
      .concat(["reroll_morale", "force_reroll_morale", "horrific", "inspiring"])
      .map((id) => [id, `b_${id}`]),
  ),
};
/// Returns the key of a duel for a key of its first attack.
export const keyInDuel = (id) =>
  IN_DUEL[id] ?? id.replace(/^attacker(?=_|$)/, "a").replace(/^defender(?=_|$)/, "b");

/// Returns the fields of a duel that begins with an attack; undefined if a duel lacks one of its keys.
function duelFields({ first, second, fields }) {
  const [attacker, defender] = [first, second].map(unit);
  if (!attacker || !defender) return undefined;
  // a duel has the wounds that are lost, not those that are left
  const { defender_wounds: left, ...others } = Object.fromEntries(fields);
  const lost = left && defender.wounds - Number(left[0]);
  const all = Object.entries({ ...others, ...(lost > 0 && { defender_wounds_lost: [String(lost)] }) });
  return lost < 0 ? undefined : asKind("attack", "duel", new Map(all), keyInDuel);
}

/// The most by which equal means differ.
const ROUNDING = 1e-6;

/// Returns the fields of the duel that begins with the attack of a question, and the mean wounds that
/// the attacker takes in its first round; undefined if no duel begins so. A ranged attack does not, as
/// the melee attack in its place deals other wounds.
export async function duelOf(question, signal) {
  const fields = question.tab === "attack" && duelFields(question);
  if (!fields) return undefined;
  const after = (id, count) => linkOf("duel", new Map([...fields, [id, [count]]]), new Map());
  const attack = linkOf("attack", asKind("attack", "attack", question.fields), new Map());
  const links = [attack, after("activations", "1"), after("rounds", "1")];
  const query = links.map((link) => `link=${encodeURIComponent(link)}`).join("&");
  const [alone, opening, round] = await ask(`api/means?${query}`, { signal });
  const left = (id, role) => unit(question[role]).wounds - Number(fields.get(id)?.[0] ?? 0);
  const dealt = opening && left("b_wounds_lost", "second") - opening.b_left;
  if (!alone || !round || Math.abs(dealt - alone.wounds) > ROUNDING) return undefined;
  return { fields, taken: left("a_wounds_lost", "first") - round.a_left };
}

/// Shows the wounds that are taken when the defender strikes back, in the place that is free for
/// them; without such a duel what else the answer says.
export async function showStrikeBack({ question, answer }, signal) {
  const place = document.getElementById("struck");
  if (!place) return;
  const duel = await duelOf(question, signal);
  if (signal.aborted) return;
  if (duel) place.textContent = duel.taken.toFixed(2);
  else replaceStruck(place, answer);
}

/// Shows another number in the place of what the defender deals.
function replaceStruck(place, answer) {
  const { values, label } = failure(answer);
  place.removeAttribute("class");
  place.textContent = values[0];
  place.nextElementSibling.textContent = label;
}

// ---- a second attacker ----

/// Keys of the first attacker, which do not apply to a second one.
const OF_FIRST = [
  "attacker_with",
  "weapon",
  "attacker_wounds_lost",
  "why",
  "sensitivity",
];
/// Keys that name abilities.
const OF_ABILITIES = ["without", "choose"];

/// Returns the fields of the question about the second attacker. What is said of abilities holds for
/// those that it or the defender has.
export async function fieldsOfSecond({ fields, second, or }) {
  const all = new Map([...without(fields, OF_FIRST), ["attacker", [or]]]);
  if (!OF_ABILITIES.some((id) => all.has(id))) return all;
  const cards = await Promise.all([or, second].map(card));
  const names = cards.flatMap(({ abilities }) => abilities.map(({ name }) => name.toLowerCase()));
  const isThere = (text) => names.some((name) => name.endsWith(text.split("=")[0].toLowerCase()));
  for (const id of OF_ABILITIES) all.set(id, (all.get(id) ?? []).filter(isThere));
  return all;
}

/// Requests how often each attacker deals more wounds; undefined if a comparison does not have all
/// keys of the question.
export async function odds({ fields, first, second, or }, get) {
  if ([...OF_FIRST, ...OF_ABILITIES].some((id) => fields.has(id))) return undefined;
  const shared = asKind("attack", "compare", without(fields, ["attacker", "defender"]));
  if (!shared) return undefined;
  const compared = new Map([...shared, ["a", [first]], ["b", [or]], ["against", [second]]]);
  return (await get("compare", compared)).matchups[0]?.odds;
}
