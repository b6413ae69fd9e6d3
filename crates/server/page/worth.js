// What controls would change: the means of the same question with one of its keys set otherwise.

import { unit } from "./cards.js";
import { ask } from "./engine.js";
import { link as linkOf } from "./keys.js";
import { signed } from "./page.js";
import { NO_CHANGE } from "./situation.js";
import { linkWith, state } from "./state.js";

/// What is compared, by tab: the quantity or chance, and its factor and unit.
const LEADS = {
  duel: { name: "b_destroyed", factor: 100, digits: 0, unit: " %", least: 0.5 },
};
const WOUNDS = { name: "wounds", factor: 1, digits: 1, unit: "", least: NO_CHANGE };

/// Whether the program can be asked for many answers at once on a tab.
export const isKnown = (tab) => ["attack", "charge", "duel", "numbers"].includes(tab);

/// The keys of an attack and those of the duel in which it is the first attack.
const IN_DUEL = {
  attacker: "a",
  defender: "b",
  attacker_with: "a_with",
  defender_with: "b_with",
  weapon: "a_weapon",
  attacker_wounds_lost: "a_wounds_lost",
  defender_wounds_lost: "b_wounds_lost",
  attacker_tokens: "a_tokens",
  defender_tokens: "b_tokens",
  charge: "opening_charge",
  facing: "opening_facing",
  cards: "cards",
};

/// Returns the fields of a duel that begins with the attack of some fields.
export function duelFields(fields, rounds) {
  const known = [...fields].filter(([id, texts]) => IN_DUEL[id] && texts.length);
  return new Map([...known.map(([id, texts]) => [IN_DUEL[id], texts]), ["rounds", [rounds]]]);
}

/// Returns the wounds that the attacker takes when the defender strikes back: what it has less of
/// after one round than before; undefined if its wounds are unknown.
async function strikeBack(question, signal) {
  const card = unit(question.first);
  const lost = Number(question.fields.get("attacker_wounds_lost")?.[0] ?? 0);
  const duel = linkOf("duel", duelFields(question.fields, "1"), new Map());
  const [means] = await ask(`api/means?link=${encodeURIComponent(duel)}`, { signal });
  return card && means ? card.wounds - lost - means.a_left : undefined;
}

/// Shows the wounds that are taken when the defender strikes back, in the place that is free for
/// them.
export async function showStrikeBack(question, signal) {
  const place = document.getElementById("struck");
  if (!place) return;
  const taken = await strikeBack(question, signal);
  if (!signal.aborted && taken !== undefined) place.textContent = taken.toFixed(2);
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
