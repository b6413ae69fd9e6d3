// What controls would change: the means of the same question with one of its keys set otherwise.

import { ask } from "./engine.js";
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
