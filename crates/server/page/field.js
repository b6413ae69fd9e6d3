// The tabs of lists: one unit against all others, groups against groups, and the options of a unit.
// Loaded with their first answer.

import { draw } from "./chart.js";
import { byId, element, percent, signed } from "./page.js";
import { showNumbers } from "./views.js";

const decimal = (value) => value.toFixed(2);

/// Lists one unit against all others, the highest value first. `onOpen` is called with the id of a
/// row.
export function field({ question, answer, charts }, onOpen) {
  if (question.group) return table(answer, charts);
  const isAttacker = question.side === "attackers";
  const isDuel = "p_wins" in answer.values;
  const metric = isDuel ? (isAttacker ? "p_wins" : "p_loses") : "mean_wounds";
  const [values, destroyed] = [metric, "p_destroyed"].map((name) =>
    isAttacker ? answer.values[name][0] : answer.values[name].map((row) => row[0]),
  );
  const formatted = (value) =>
    value === undefined ? "–" : isDuel ? percent(value) : decimal(value);
  const heading = isDuel ? "Duels won" : "Mean wounds";
  const units = (isAttacker ? answer.defenders : answer.attackers).map((unit, index) => ({
    ...unit,
    value: values[index],
    destroyed: destroyed[index],
  }));
  const sorted = units.filter(({ value }) => value !== null).sort((a, b) => b.value - a.value);
  const highest = sorted[0]?.value || 1;
  const rows = sorted.map((unit) => {
    const button = element(
      "button",
      { type: "button" },
      element("span", {}, unit.name, element("small", {}, `${unit.faction} · ${unit.cost ?? "–"}`)),
      element("b", {}, formatted(unit.value)),
      element("i", {}, percent(unit.destroyed)),
    );
    button.style.setProperty("--share", `${((100 * unit.value) / highest).toFixed(1)}%`);
    button.addEventListener("click", () => onOpen(unit.id));
    return element("li", {}, button);
  });
  const head = element(
    "p",
    { class: "label" },
    `${heading}, and chance to destroy the defender. Tap a row for the attack.`,
  );
  byId("field").hidden = false;
  byId("field").replaceChildren(head, element("ul", { class: "fields" }, ...rows));
  const average = sorted.reduce((sum, { value }) => sum + value, 0) / Math.max(sorted.length, 1);
  showNumbers([
    { values: [formatted(average)], label: `${heading.toLowerCase()}, all units` },
    { values: [formatted(sorted[0]?.value)], label: `highest: ${sorted[0]?.name ?? "none"}` },
    {
      values: [formatted(sorted.at(-1)?.value)],
      label: `lowest: ${sorted.at(-1)?.name ?? "none"}`,
    },
  ]);
  return `${heading.toLowerCase()} over ${sorted.length} units: ${formatted(average)}`;
}

/// Draws groups against groups as a table of colours.
function table(answer, charts) {
  const chart = charts.find(({ panels }) => panels.some(({ heat }) => heat));
  if (chart) draw(byId("chart"), chart);
  const name = ["mean_wounds", "p_wins"].find((name) => name in answer.values);
  const formatted = (value) => (name === "p_wins" ? percent(value) : decimal(value));
  const cells = answer.values[name].flatMap((row, attacker) =>
    row.map((value, defender) => ({ value, attacker, defender })),
  );
  const known = cells.filter(({ value }) => value !== null).sort((a, b) => b.value - a.value);
  const pairing = ({ attacker, defender }) =>
    `${answer.attackers[attacker].name} into ${answer.defenders[defender].name}`;
  const mean = known.reduce((sum, { value }) => sum + value, 0) / Math.max(known.length, 1);
  const unit = name === "p_wins" ? "duels won" : "wounds";
  const [best, worst] = [known[0], known.at(-1)];
  showNumbers([
    { values: [formatted(mean)], label: `${unit}, mean of all ${known.length} pairings` },
    { values: [formatted(best.value)], label: `best: ${pairing(best)}`, side: "a" },
    { values: [formatted(worst.value)], label: `least: ${pairing(worst)}` },
  ]);
  return `${unit} over ${known.length} pairings: ${formatted(mean)}`;
}

/// Lists the options of a unit, the best first. Returns its summary in one line.
export function options({ answer, charts }) {
  if (charts[0]) draw(byId("chart"), charts[0]);
  const [best] = answer;
  const means = ({ quantities }) => [
    quantities.wounds?.mean ?? 0,
    quantities.own_wounds?.mean ?? 0,
  ];
  const [dealt, suffered] = means(best);
  const name = best.option[0].toUpperCase() + best.option.slice(1);
  showNumbers(
    [
      { values: [name], label: "best now" },
      {
        values: [decimal(dealt)],
        label: suffered ? `dealt, ${decimal(suffered)} suffered` : "wounds dealt, none suffered",
        side: "a",
      },
    ],
    "words",
  );
  return `${best.option}: ${signed(dealt - suffered, 2)} wounds net`;
}
