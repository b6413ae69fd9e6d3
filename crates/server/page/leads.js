// The numbers that lead answers about many units. Loaded with the first of them.

import { signed, words } from "./cells.js";
import { percent } from "./page.js";

/// Returns against how many units of the field each of two is better, and the mean difference.
export function comparison({ attackers, better, matchups, measure, mean_difference: mean }) {
  if (!better) return [];
  const [a, b] = attackers.map(({ name }) => name);
  const unit = measure === "per-point" ? "wounds per point" : "wounds";
  return [
    { values: [`${better.a}`], unit: ` of ${matchups.length}`, label: `better: ${a}`, side: "a" },
    { values: [`${better.b}`], label: `better: ${b}`, side: "b" },
    { values: [signed(mean)], label: `${unit}, mean difference` },
  ];
}

/// Returns the attachment that adds most for its points.
export function attachments({ attachments: all }) {
  const [best] = all.filter((one) => one.per_point !== null);
  if (!best) return [];
  return [
    { values: [best.name], label: "adds most for its points" },
    { values: [signed(best.per_point)], label: "wounds a point", side: "a" },
  ];
}

/// Returns the unit that is strongest for its cost.
export function ratings({ units }) {
  const above = (one) => one.above_cost ?? -Infinity;
  const best = units.reduce((found, one) => (above(one) > above(found) ? one : found), units[0]);
  if (!best) return [];
  return [
    { values: [best.name], label: "strongest for its cost" },
    { values: [percent(best.wins)], label: "duels won", side: "a" },
  ];
}

/// Returns what an army is worth in an exchange of attacks, and the best part for its cost.
export function army({ parts, total }) {
  const perPoint = (one) => one.per_point ?? -Infinity;
  const best = parts.reduce((one, other) => (perPoint(other) > perPoint(one) ? other : one));
  return [
    { values: [signed(total)], label: "points, all units" },
    { values: [signed(best.per_point)], label: `a point: ${best.name}`, side: "a" },
  ];
}

/// Returns the leading result of a resolution.
export function resolution({ results: [lead] }) {
  if (!lead) return [];
  const cost = lead.cost ? ` (${lead.cost})` : "";
  return [{ values: [String(lead.value)], label: lead.label + cost }];
}

/// Returns how lucky the first total was.
export function luck({ totals: [first] }) {
  if (!first) return [];
  return [
    { values: [percent(first.percentile)], label: "of such games have less luck", side: "a" },
    {
      values: [signed(first.gained)],
      label: `${words(first.unit)} above expectation, rolls: ${first.rolls}`,
    },
  ];
}

/// Returns the chance that the cheapest changes reach, the chance now and the needed one.
export function needed({ need: { what, wanted, now, reached_by: [reached], best } }) {
  const found = reached ?? best;
  const changes = found?.changes.join(", and ");
  const label = `${reached ? "with" : "at best, with"} ${changes}`;
  return [
    ...(found ? [{ values: [percent(found.p)], label, side: "a" }] : []),
    { values: [percent(now)], label: `now, for ${what}` },
    { values: [percent(wanted)], label: "needed" },
  ];
}
