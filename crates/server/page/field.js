// The tabs of lists: one unit against all others, groups against groups, and the options of a unit.
// Loaded with their first answer.

import { attachment, factions, nameOf, unit } from "./cards.js";
import { decimal as cellOf, table } from "./cells.js";
import { draw } from "./chart.js";
import { heat } from "./heat.js";
import { byId, element, percent, signed } from "./page.js";
import { showNumbers } from "./views.js";

const decimal = (value) => value.toFixed(2);

/// Returns the title of a list: who attacks whom.
export function title({ side, group, first, opponents }) {
  const arrow = side === "attackers" ? "→" : "←";
  return `${nameOfGroup(group ?? first)} ${arrow} ${nameOfGroup(opponents)}`;
}

/// Returns the name of a unit or a group of units: a faction, a type, or units by their ids.
export function nameOfGroup(text) {
  const names = text.split(",");
  if (names.length > 2) return `${names.length} units`;
  const faction = factions().find((name) => name.toLowerCase() === text);
  const isUnits = names.some((id) => unit(id.split("+")[0]));
  if (isUnits) return names.map((name) => name.split("+").map(nameOfPart).join(" + ")).join(", ");
  return faction ?? text[0].toUpperCase() + text.slice(1);
}

const nameOfPart = (id) => attachment(id.trim())?.name ?? nameOf(id.trim());

/// Lists one unit against all others, the highest value first. `onOpen` is called with the ids of the
/// attacker and the defender of a row.
export function field({ question, answer }, onOpen) {
  if (question.group) return heat(byId("field"), answer, onOpen);
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
    const pair = isAttacker ? [question.first, unit.id] : [unit.id, question.first];
    button.addEventListener("click", () => onOpen(...pair));
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
    { values: [formatted(average)], label: `${heading.toLowerCase()}, ${sorted.length} units` },
    { values: [formatted(sorted[0]?.value)], label: `highest: ${sorted[0]?.name ?? "none"}` },
    {
      values: [formatted(sorted.at(-1)?.value)],
      label: `lowest: ${sorted.at(-1)?.name ?? "none"}`,
    },
  ]);
  return `${heading.toLowerCase()} over ${sorted.length} units: ${formatted(average)}`;
}

/// Returns a table of options, of which a chart needs two.
const numbersOf = (answer) =>
  table(
    "Options",
    ["", "dealt", "suffered", "arrives", "destroys"],
    answer.map(({ option, quantities: { wounds, own_wounds: own }, events }) => [
      option,
      cellOf(wounds?.mean),
      cellOf(own?.mean),
      events.reached ? percent(events.reached.p) : "–",
      events.destroyed ? percent(events.destroyed.p) : "–",
    ]),
  );

/// Lists the options of a unit, the best first. Returns its summary in one line.
export function options({ answer, charts }) {
  if (charts[0]) draw(byId("chart"), charts[0]);
  else byId("tables").replaceChildren(numbersOf(answer));
  byId("tables").hidden = Boolean(charts[0]);
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
