// The tab of one unit against all others. Loaded with its first answer.

import { byId, element, percent } from "./page.js";
import { showNumbers } from "./views.js";

const decimal = (value) => value.toFixed(2);

/// Lists one unit against all others, the highest value first. `onOpen` is called with the id of a
/// row.
export function field({ question, answer }, onOpen) {
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
    `${heading}, and probability to destroy the defender. Tap a row for the attack.`,
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
