// What controls would change: the means of the same question with one of its keys set otherwise.

import { unit } from "./cards.js";
import { ask } from "./engine.js";
import { asKind, link as linkOf } from "./keys.js";
import { signed } from "./page.js";
import { NO_CHANGE } from "./situation.js";
import { linkWith, state } from "./state.js";
import { replaceStruck } from "./views.js";

/// What is compared, by tab: the quantity or chance, and its factor and unit.
const LEADS = {
  duel: { name: "b_destroyed", factor: 100, digits: 0, unit: " %", least: 0.5 },
};
const WOUNDS = { name: "wounds", factor: 1, digits: 1, unit: "", least: NO_CHANGE };

/// Whether the program can be asked for many answers at once on a tab.
export const isKnown = (tab) => ["attack", "charge", "duel", "numbers"].includes(tab);

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

/// Returns the means of the current question with each of some changes, in one request: the
/// difference to its own, or undefined where a change is not allowed.
export async function differences(changes, signal) {
  const { name, factor, least, digits, unit } = LEADS[state.tab] ?? WOUNDS;
  const links = [[], ...changes.map((change) => change.set)].map(linkWith);
  const query = links.map((link) => `link=${encodeURIComponent(link)}`).join("&");
  const [base, ...all] = await ask(`api/means?${query}`, { signal });
  return changes.map((change, place) => {
    const by = base && all[place] ? factor * (all[place][name] - base[name]) : undefined;
    const isSame = by !== undefined && Math.abs(by) < least;
    return { ...change, by, isSame, text: by === undefined ? "" : signed(by, digits) + unit };
  });
}

/// Returns what stands below the label of a control.
export function words({ by, isOn, isSame, text }) {
  if (by === undefined) return "";
  if (isSame) return "no change";
  return isOn ? `off ${text}` : text;
}
