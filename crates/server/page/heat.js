// Lists against lists as a table of colours: sorted, with the value in each cell, and what the cell
// under the pointer means. A tap opens the question of its pair. Loaded with the first table.

import { radios } from "./controls.js";
import { minus } from "./drawing.js";
import { element, percent, style } from "./page.js";
import { formatHeat, heatOf } from "./colours.js";
import { setting } from "./situation.js";
import { set } from "./state.js";
import { showNumbers } from "./views.js";

await style("more.css");

/// The values that a matrix shows, by metric, and what they are.
const METRICS = {
  wounds: ["mean_wounds", "wounds"],
  "per-point": ["wounds_per_point", "wounds per point"],
  destroyed: ["p_destroyed", "destroyed"],
  points: ["points", "points destroyed minus points lost"],
  "at-least": ["p_at_least", "that many wounds"],
  wins: ["p_wins", "duels won"],
  left: ["mean_left", "wounds left"],
  "enemy-left": ["mean_enemy_left", "wounds left to the enemy"],
};
const ORDERS = { mean: "Mean", points: "Points", name: "Name" };
/// How rows and columns are sorted: it stays for the next answer.
let order = "mean";

/// Returns the name of the values that a matrix shows.
export const valuesOf = ({ metric, values }) => METRICS[metric]?.[0] ?? Object.keys(values)[0];

/// Draws a matrix in a container. `onOpen` is called with the ids of the pair of a cell. Returns its
/// summary in one line.
export function heat(container, answer, onOpen) {
  const all = cellsOf(answer);
  container.hidden = false;
  const redraw = () => {
    const choices = Object.entries(ORDERS).map(([value, label]) => ({ value, label }));
    const sort = radios("Sort by", choices, order, (value) => {
      order = value;
      redraw();
      container.querySelector(".sort input:checked").focus();
    });
    const detail = element(
      "p",
      { class: "detail", role: "status" },
      "Tap a cell for the question of its pair.",
    );
    const head = element(
      "div",
      { class: "row sort" },
      element("span", { class: "label" }, "Sort by"),
      sort,
    );
    container.replaceChildren(metrics(), head, table(all, detail, onOpen), legend(all), detail);
  };
  redraw();
  return numbers(all);
}

/// Returns what the cells of a table show.
function metrics() {
  const isDuel = setting.has("duel");
  const all = isDuel
    ? { "": "Wins", left: "Left", "enemy-left": "Enemy left" }
    : {
        "": "Wounds",
        "per-point": "Per point",
        4: "4 or more",
        destroyed: "Destroyed",
        points: "Points",
      };
  const choices = Object.entries(all)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => (one.value === "" ? -1 : other.value === "" ? 1 : 0));
  const [metric, least] = [setting.texts("metric")[0] ?? "", setting.texts("at_least")[0]];
  return radios("Cells show", choices, least ?? metric, (value) => {
    set("metric", []);
    set("at_least", []);
    const isCount = value === "4";
    setting.set(isCount ? "at_least" : "metric", value ? [value] : []);
  });
}

/// Returns the units and values of a matrix, with means and the formats of cells.
function cellsOf(answer) {
  const name = valuesOf(answer);
  const values = answer.values[name];
  const isChance = name.startsWith("p_");
  const known = values.flat().filter((value) => value !== null);
  const range = [Math.min(...known), Math.max(...known)];
  const ofSides = name === "points";
  const most = Math.max(...known.map(Math.abs));
  return {
    answer,
    values,
    known,
    what: METRICS[answer.metric]?.[1] ?? name.replaceAll("_", " "),
    scale: ofSides ? [-most, most] : range,
    range,
    ofSides,
    format: (value) => formatHeat({ is_chance: isChance, range }, value) + (isChance ? " %" : ""),
    short: (value) => formatHeat({ is_chance: isChance, range }, value),
  };
}

const meanOf = (values) => {
  const known = values.filter((value) => value !== null);
  return known.reduce((sum, value) => sum + value, 0) / Math.max(known.length, 1);
};

/// Returns the places of units in the selected order; `sign` is -1 where less is better.
function sorted(units, means) {
  const by = {
    mean: (one, other) => means[other] - means[one],
    points: (one, other) => (units[other].cost ?? 0) - (units[one].cost ?? 0),
    name: (one, other) => units[one].name.localeCompare(units[other].name),
  };
  return units.map((_, place) => place).sort(by[order]);
}

function table({ answer, values, range, short, format, scale, ofSides, what }, detail, onOpen) {
  const { attackers, defenders } = answer;
  const [rowMeans, columnMeans] = [
    values.map(meanOf),
    defenders.map((_, column) => meanOf(values.map((row) => row[column]))),
  ];
  const [rows, columns] = [sorted(attackers, rowMeans), sorted(defenders, columnMeans)];
  const label = ({ name, cost }) => [name, " ", element("small", {}, String(cost ?? "–"))];
  const cell = (row, column) => {
    const value = values[row][column];
    if (value === null) return element("td", {}, "–");
    const [from, to] = [attackers[row], defenders[column]];
    const pair = `${from.name} into ${to.name}`;
    const label = `${pair}: ${format(value)}`;
    const cell = element(
      "td",
      { "data-pair": true, tabindex: -1, "aria-label": label },
      short(value),
    );
    const part = (value - scale[0]) / Math.max(scale[1] - scale[0], 1e-9);
    const { fill, tone } = heatOf(part, ofSides);
    cell.style.background = fill;
    cell.className = `${tone}${value === range[1] ? " best" : ""}`;
    const tell = () =>
      (detail.textContent = describe(answer, [row, column], `${pair}: ${format(value)} ${what}`));
    cell.addEventListener("focus", tell);
    cell.addEventListener("pointerenter", tell);
    cell.addEventListener("click", () => onOpen(from.id, to.id));
    return cell;
  };
  const head = columns.map((column) =>
    element("th", { scope: "col" }, element("span", {}, ...label(defenders[column]))),
  );
  const body = rows.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, ...label(attackers[row])),
      ...columns.map((column) => cell(row, column)),
      element("td", { class: "mean" }, short(rowMeans[row])),
    ),
  );
  const means = element(
    "tr",
    {},
    element("th", { scope: "row" }, "mean"),
    ...columns.map((column) => element("td", { class: "mean" }, short(columnMeans[column]))),
    element("td"),
  );
  const corner = element("td", {}, "attacks ↓ is attacked →");
  const created = element(
    "table",
    { class: "heat", role: "grid", "aria-label": "Table of all pairs" },
    element(
      "thead",
      {},
      element("tr", {}, corner, ...head, element("th", { scope: "col" }, "mean")),
    ),
    element("tbody", {}, ...body, means),
  );
  created.addEventListener("keydown", move);
  // one stop of the tab key: arrow keys move within
  created.querySelector("[data-pair]")?.setAttribute("tabindex", 0);
  return element("div", { class: "wide" }, created);
}

/// Moves between cells by arrow keys; Enter opens one.
function move(event) {
  const cell = event.target.closest("[data-pair]");
  if (event.key === "Enter" && cell) return cell.click();
  const [down, right] =
    { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ??
    [];
  if (down === undefined || !cell) return undefined;
  const row = cell.parentNode.parentNode.rows[cell.parentNode.sectionRowIndex + down];
  const next = row?.cells[cell.cellIndex + right];
  if (!next?.matches("[data-pair]")) return undefined;
  event.preventDefault();
  cell.tabIndex = -1;
  next.tabIndex = 0;
  return next.focus();
}

/// Says what is known of a pair.
function describe({ values, attackers, metric }, [row, column], text) {
  const at = (name) => values[name]?.[row]?.[column] ?? undefined;
  const more = [
    metric !== "wounds" &&
      at("mean_wounds") !== undefined &&
      `${at("mean_wounds").toFixed(1)} wounds`,
    metric !== "per-point" &&
      at("wounds_per_point") !== undefined &&
      `${at("wounds_per_point").toFixed(2)} per point`,
    metric !== "destroyed" &&
      at("p_destroyed") !== undefined &&
      `destroyed ${percent(at("p_destroyed"))}`,
  ].filter(Boolean);
  const own = attackers[row].attack;
  return [text, ...more].join(" · ") + (own ? ` · ${own}` : "");
}

/// Returns the colours with both ends of their values.
function legend({ scale, format, ofSides, what }) {
  const stripes = Array.from({ length: 24 }, (_, place) => {
    const stripe = element("i");
    stripe.style.background = heatOf(place / 23, ofSides).fill;
    return stripe;
  });
  const [low, high] = scale.map(format);
  return element(
    "p",
    { class: "legend" },
    low,
    element("span", { "aria-hidden": "true" }, ...stripes),
    `${high} ${what}`,
  );
}

/// Shows the mean, the best and the lowest pair. Returns a summary in one line.
function numbers({ answer, values, known, format, what }) {
  const pairing = (wanted) => {
    const row = values.findIndex((one) => one.includes(wanted));
    return `${answer.attackers[row]?.name} into ${answer.defenders[values[row]?.indexOf(wanted)]?.name}`;
  };
  const [best, least] = [Math.max(...known), Math.min(...known)];
  const mean = meanOf(known);
  // the names of two pairs would fill a phone
  const isNarrow = innerWidth < 700;
  showNumbers([
    { values: [format(mean)], label: `${what}, mean of all ${known.length} pairs` },
    {
      values: [format(best)],
      label: isNarrow ? "best pair, framed" : `best: ${pairing(best)}`,
      side: "a",
    },
    { values: [format(least)], label: isNarrow ? "lowest pair" : `lowest: ${pairing(least)}` },
  ]);
  return `${what} over ${known.length} pairs: ${minus(format(mean))}`;
}
