// Values over a number, as lines. Loaded with the first chart that has them.

import { numberRows, sum, widest } from "./bars.js";
import { LINE, ROW, fixed, minus, rounded, wholePercent, widthOf, wrap } from "./drawing.js";

/// Returns round numbers in a range, at most about `most`.
export function ticks([low, high], most) {
  const raw = Math.max(high - low, 1e-9) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? 10 * power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(Math.floor(high / step + 1e-9) - first + 1, 0);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/// Formats a value of an axis with the decimals that tell neighbours apart.
function formatTick(value, step, isChance) {
  const scale = isChance ? 100 : 1;
  const decimals = Math.min(Math.max(-Math.floor(Math.log10(Math.max(scale * step, 1e-9))), 0), 6);
  return minus(fixed(scale * value + 0, decimals)) + (isChance ? " %" : "");
}

/// Draws lines across a plot with their values at the left.
export function grid(drawing, all, at, [left, right], isChance) {
  const step = all.length > 1 ? all[1] - all[0] : 1;
  for (const tick of all) {
    drawing.line(
      [
        [left, at(tick)],
        [right, at(tick)],
      ],
      "grid",
    );
    drawing.text(formatTick(tick, step, isChance), left - 6, at(tick), { at: "end", size: 11 });
  }
}

const STYLES = ["a", "b dash", "ink short", "frame", "a_pale dash", "quiet short"];

/// Returns the least and the greatest value, with 0 if asked.
function extent(values, withZero) {
  const [low, high] = [
    Math.min(...values, ...(withZero ? [0] : [])),
    Math.max(...values, ...(withZero ? [0] : [])),
  ];
  return high > low ? [low, high] : [Math.min(low, 0), Math.max(high, 0) + 1];
}

export function lines(drawing, all, top) {
  const { width, isNarrow } = drawing;
  const toned = all.lines.map((one, place) => ({ ...one, style: STYLES[place % STYLES.length] }));
  const names = toned.map(({ name }) => wrap(name, isNarrow ? 90 : 190, true));
  const lead = Math.max(widest(names.flat(), true), isNarrow ? 0 : widthOf(all.across) + 14) + 14;
  for (const [text, style] of [
    [all.name, { tone: "ink", bold: true }],
    [all.measure, {}],
  ]) {
    if (!text) continue;
    const broken = wrap(text, width, style.bold);
    drawing.text(broken, 0, top + 7, style);
    top += broken.length * LINE + 2;
  }
  const plot = { left: 40, right: width - lead, top: top + 6, floor: top + 216 };
  const points = toned.flatMap((line) => line.points);
  const across = extent(points.map(([x]) => x));
  const [low, high] = extent(
    [
      ...points.flatMap(([, y, interval]) => [y, ...(interval ?? [])]),
      ...toned.flatMap(({ band }) => band.flat()),
    ],
    true,
  );
  const values = all.is_chance ? [0, Math.max(Math.ceil(high * 10 - 1e-9) / 10, 0.1)] : [low, high];
  const part = (value, [from, to]) => (value - from) / Math.max(to - from, 1e-9);
  const x = (value) => plot.left + part(value, across) * (plot.right - plot.left);
  const y = (value) => plot.floor - part(value, values) * (plot.floor - plot.top);
  grid(drawing, ticks(values, 6), y, [plot.left, plot.right], all.is_chance);
  for (const { band, points: places, style } of toned) {
    if (!band.length) continue;
    const edge = (end) => places.map(([at], index) => [x(at), y(band[index][end])]);
    if (style.includes(" "))
      [0, 1].forEach((end) => drawing.line(edge(end), `${style.split(" ")[0]} short`));
    else
      drawing.add("polygon", {
        points: [...edge(0), ...edge(1).reverse()].join(" "),
        class: `band ${style}`,
      });
  }
  for (const { points: places, style } of toned) {
    const at = places.map(([across, value]) => [x(across), y(value)]);
    const corners = all.steps
      ? at.flatMap((one, index) => (index ? [[at[index - 1][0], one[1]], one] : [one]))
      : at;
    drawing.line(corners, `thick ${style}`);
    const tone = style.split(" ")[0];
    places.forEach(
      ([across, , interval]) =>
        interval && drawing.whisker([x(across), y(interval[0])], [x(across), y(interval[1])], tone),
    );
    if (places.length > 30) continue;
    for (const [cx, cy] of at) {
      if (tone === "b") drawing.rect(cx - 3, cy - 3, 6, 6, { class: "dot b" });
      else drawing.add("circle", { cx, cy, r: 3.2, class: `dot ${tone}` });
    }
  }
  drawing.line(
    [
      [plot.left, plot.floor],
      [plot.right, plot.floor],
    ],
    "frame",
  );
  lineNames(drawing, all, toned, names, plot, y);
  return { end: acrossNumbers(drawing, all, points, x, plot) };
}

/// Writes each name with its last value beside the end of its line, from top to bottom.
function lineNames(drawing, all, toned, names, plot, y) {
  const placed = toned
    .map(({ points, style }, place) => ({
      value: points.at(-1)?.[1],
      tone: style.split(" ")[0],
      words: names[place],
    }))
    .filter(({ value }) => value !== undefined)
    .sort((one, other) => y(one.value) - y(other.value));
  const height = ({ words }) => (words.length + 1) * LINE;
  let below = sum(placed.map(height));
  let next = -Infinity;
  for (const one of placed) {
    // no lower than leaves room for the names below
    const lowest = plot.floor - below + LINE / 2;
    const at = Math.max(Math.min(y(one.value) - height(one) / 2 + LINE / 2, lowest), next);
    below -= height(one);
    drawing.text(one.words, plot.right + 10, at, { tone: one.tone, bold: true });
    drawing.text(
      // as the title says it
      all.is_chance ? `${wholePercent(one.value)} %` : rounded(one.value),
      plot.right + 10,
      at + one.words.length * LINE,
      { tone: one.tone },
    );
    next = at + height(one);
  }
}

/// Writes the numbers across and the rows below. Returns where they end.
function acrossNumbers(drawing, all, points, x, { left, right, floor }) {
  const across = [...new Set(points.map(([at]) => at))].sort((a, b) => a - b);
  const every = Math.max(Math.ceil((across.length * 24) / (right - left)), 1);
  const step = across.every(Number.isInteger) ? 1 : 0.01;
  const y = floor + ROW * 0.7;
  across
    .filter((_, index) => index % every === 0)
    .forEach((one) =>
      drawing.text(formatTick(one, step), x(one), y, { tone: "ink", bold: true, at: "middle" }),
    );
  const narrow = drawing.isNarrow ? ROW : 0;
  if (narrow) drawing.text(all.across, left, y + narrow);
  else drawing.text(all.across, right + 24, y);
  return numberRows(drawing, all.rows, across.map(x), floor + ROW * 1.3 + narrow, right + 24, 190);
}
