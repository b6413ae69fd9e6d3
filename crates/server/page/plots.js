// Tables of colours, lines, points and maps of charts. Loaded with the first chart that has them.

import { numberRows, sum, widest } from "./bars.js";
import { LINE, ROW, fixed, minus, wholePercent, widthOf, wrap } from "./drawing.js";

/// Returns round numbers in a range, at most about `most`.
function ticks([low, high], most) {
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
function grid(drawing, all, at, [left, right], isChance) {
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

// ---- tables of colours ----

/// Returns the colour at a part of a range, and whether text on it is light. The page mixes the stops
/// of its scheme.
export function heatOf(part, ofSides) {
  const place = Math.min(Math.max(part, 0), 1) * 4;
  const [low, high] = [Math.floor(place), Math.ceil(place)];
  const stop = (index) => `var(--${ofSides ? "sides" : "heat"}-${index})`;
  const share = Math.round(100 * (place - low));
  const depth = ofSides ? Math.abs(part - 0.5) * 2 : part;
  // where white and black have the same contrast: in the dark scheme, and in the light one
  const [dark, light] = !ofSides ? [0.48, 0.64] : part < 0.5 ? [0.42, 0.87] : [0.48, 0.78];
  const tone = depth < dark ? "on-low" : depth < light ? "on-mid" : "on-high";
  return { fill: `color-mix(in srgb, ${stop(high)} ${share}%, ${stop(low)})`, tone };
}

export function formatHeat({ is_chance: isChance, range }, value) {
  if (value === null || value === undefined) return "–";
  if (isChance) return wholePercent(value);
  return minus(fixed(value, range[1] < 1 ? 2 : 1));
}

export function heat(drawing, table, top) {
  const { rows, columns: heads, values, means, measure, range, of_sides: ofSides } = table;
  const full = ({ name, note }) => `${name} ${note}`.trim();
  const isNumbered = heads.length <= 30;
  const isLevel = heads.length <= 8 && !drawing.isNarrow;
  const lead = Math.min(widest(rows.map(full)), drawing.isNarrow ? 140 : 420) + 8;
  const small = isNumbered ? [34, 22] : [12, 12];
  const free = (drawing.width - lead - 60) / heads.length;
  const cell = isLevel
    ? [Math.min(Math.max(free, 44), 90), 30]
    : [Math.min(Math.max(free, small[0]), isNumbered ? 60 : 12), small[1]];
  const names = rows.map((row) => wrap(full(row), lead - 8));
  const above = isLevel
    ? heads.map((head) => wrap(full(head), cell[0] - 4).length * LINE + 6)
    : heads.map((head) => widthOf(full(head)) + 8);
  drawing.width = Math.max(drawing.width, lead + heads.length * cell[0] + 60);
  // the ends of the colours, and what values are
  const text = range.map((end) => formatHeat(table, end));
  drawing.text(text[0], 0, top + 6, { size: 11 });
  const start = widthOf(text[0]) + 5;
  for (let stripe = 0; stripe < 48; stripe++)
    drawing.rect(start + stripe * 2, top + 1, 2.2, 10, {
      fill: heatOf(stripe / 47, ofSides).fill,
    });
  drawing.text(wrap(`${text[1]} ${measure}`, drawing.width - start - 105), start + 101, top + 6, {
    size: 11,
  });
  const corner = top + 24 + LINE + Math.max(0, ...above);
  const heights = names.map((lines) => Math.max(cell[1], lines.length * LINE + 2));
  let y = corner;
  const end = lead + heads.length * cell[0];
  drawing.text("mean", end + 48, corner - 8, { at: "end" });
  rows.forEach((_, row) => {
    const middle = y + heights[row] / 2;
    drawing.text(names[row], 0, middle - ((names[row].length - 1) / 2) * LINE, { tone: "ink" });
    values[row].forEach((value, column) => {
      const part = (value - range[0]) / Math.max(range[1] - range[0], 1e-9);
      const { fill, tone } =
        value === null ? { fill: "var(--chosen)", tone: "ink" } : heatOf(part, ofSides);
      const x = lead + column * cell[0];
      drawing.rect(x, y, cell[0] - 1, heights[row] - 1, { fill });
      if (isNumbered)
        drawing.text(formatHeat(table, value), x + cell[0] / 2, middle, {
          tone: `${tone} on`,
          bold: true,
          at: "middle",
          size: 11,
        });
    });
    drawing.text(formatHeat(table, means[0][row]), end + 48, middle, {
      tone: "ink",
      bold: true,
      at: "end",
    });
    y += heights[row];
  });
  heads.forEach((head, column) => {
    const x = lead + (column + 0.5) * cell[0];
    if (isLevel) {
      const lines = wrap(full(head), cell[0] - 4);
      drawing.text(lines, x, corner - lines.length * LINE, { tone: "ink", at: "middle" });
    } else
      drawing.add(
        "text",
        { transform: `translate(${x + 4} ${corner - 5}) rotate(-90)`, class: "ink" },
        full(head),
      );
    if (isNumbered)
      drawing.text(formatHeat(table, means[1][column]), x, y + 12, {
        tone: "ink",
        bold: true,
        at: "middle",
      });
  });
  if (isNumbered) drawing.text("mean", lead - 8, y + 12, { at: "end" });
  return { end: y + 24 };
}

// ---- values over a number ----

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
  lineNames(drawing, all, toned, names, plot, y, values);
  return { end: acrossNumbers(drawing, all, points, x, plot) };
}

/// Writes each name with its last value beside the end of its line, from top to bottom.
function lineNames(drawing, all, toned, names, plot, y, values) {
  const step = all.is_chance ? 0.01 : Math.min(Math.max(0.01 * (values[1] - values[0]), 0.01), 0.1);
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
      formatTick(one.value, step, all.is_chance),
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

// ---- points with names ----

export function scatter(drawing, all, top) {
  drawing.text(all.measure, 0, top + 7);
  const plot = { left: 44, right: drawing.width, top: top + LINE + 6, floor: top + LINE + 406 };
  const range = (values, least) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = Math.max(least, 0.04 * (high - low), 1e-6);
    return [low - room, high + room];
  };
  const across = range(
    all.points.map(({ x }) => x),
    0.6,
  );
  const values = range(
    all.points.map(({ y }) => y),
    0,
  );
  const part = (value, [from, to]) => (value - from) / (to - from);
  const x = (value) => plot.left + part(value, across) * (plot.right - plot.left);
  const y = (value) => plot.floor - part(value, values) * (plot.floor - plot.top);
  grid(drawing, ticks(values, 8), y, [plot.left, plot.right]);
  drawing.line(
    [
      [plot.left, plot.floor],
      [plot.right, plot.floor],
    ],
    "frame",
  );
  const below = plot.floor + ROW * 0.7;
  ticks(across, 14)
    .filter(Number.isInteger)
    .forEach((tick) =>
      drawing.text(minus(tick), x(tick), below, { tone: "ink", bold: true, at: "middle" }),
    );
  drawing.text(all.across, 0, below);
  if (all.line) {
    const end = (at) => [
      x(at),
      Math.min(Math.max(y(all.line[0] + all.line[1] * at), plot.top), plot.floor),
    ];
    drawing.line(across.map(end), "quiet dash");
  }
  const taken = [];
  const places = all.points.map((point) => aside(x(point.x), y(point.y), taken));
  const boxes = places.map(([at, height]) => box(at, height, 10, 10));
  all.points.forEach(({ name }, index) => {
    const [cx, cy] = places[index];
    const tone = name?.[1] ?? "frame";
    if (tone === "b") drawing.rect(cx - 3, cy - 3, 6, 6, { class: "dot b" });
    else drawing.add("circle", { cx, cy, r: 3.2, class: `dot ${tone}` });
  });
  all.points.forEach(
    ({ name }, index) => name && pointName(drawing, name, places[index], boxes, plot),
  );
  return { end: plot.floor + ROW * 1.4 };
}

/// Moves a point aside until it covers no other.
function aside(x, y, taken) {
  const steps = Array.from({ length: 40 }, (_, step) => [
    x + (step % 2 ? -1 : 1) * Math.floor((step + 1) / 2) * 10,
    y,
  ]);
  const isFree = ([cx, cy]) => taken.every(([ox, oy]) => Math.hypot(cx - ox, cy - oy) >= 10);
  const place = steps.find(isFree) ?? [x, y];
  taken.push(place);
  return place;
}

const box = (x, y, width, height) => [x - width / 2, y - height / 2, x + width / 2, y + height / 2];

/// Writes a name beside its point, where it covers nothing; one without room is in the words above.
function pointName(drawing, [name, tone], [x, y], boxes, plot) {
  const width = widthOf(name);
  const places = [0, -1, 1, -2, 2, -3, 3].flatMap((shift) =>
    [1, -1].map((side) => [x + side * (8 + width / 2), y + shift * LINE]),
  );
  const isFree = ([cx, cy]) => {
    const [left, top, right, bottom] = box(cx, cy, width, LINE);
    const isInside =
      left > plot.left && right < plot.right && top > plot.top && bottom < plot.floor;
    return (
      isInside &&
      !boxes.some(
        (other) => left < other[2] && other[0] < right && top < other[3] && other[1] < bottom,
      )
    );
  };
  const place = places.find(isFree);
  if (!place) return;
  const [cx, cy] = place;
  boxes.push(box(cx, cy, width, LINE));
  if (cy !== y)
    drawing.line(
      [
        [x, y],
        [cx > x ? cx - width / 2 : cx + width / 2, cy],
      ],
      tone,
    );
  drawing.text(name, cx - width / 2, cy, { tone });
}

// ---- maps ----

export function map(drawing, { names, squares, inches, shares: all }, top) {
  const [across, deep] = squares;
  const room = (drawing.width - 26) / 2 - 30;
  const step = room / Math.max(across, 1);
  const lines = names.map((name) => wrap(name, room, true));
  const start = top + Math.max(...lines.map((one) => one.length)) * LINE + 6;
  const highest = Math.max(...all.flat(), 1e-9);
  const every = Math.max(Math.floor(12 / Math.max(inches, 1)), 1);
  const labels = (count) =>
    Array.from({ length: count + 1 }, (_, square) => square).filter(
      (square) => square % every === 0,
    );
  all.forEach((side, place) => {
    const left = 30 + place * (room + 56);
    drawing.text(lines[place], left, top + 7, { tone: place ? "b" : "a", bold: true });
    side.forEach((share, square) => {
      // units crowd on objectives: on a linear scale the rest would look empty
      const { fill } = heatOf(Math.sqrt(share / highest), false);
      drawing.rect(
        left + (square % across) * step,
        start + (deep - 1 - Math.floor(square / across)) * step,
        step + 0.3,
        step + 0.3,
        { fill },
      );
    });
    const bottom = start + deep * step;
    for (const square of labels(across))
      drawing.text(`${square * inches}″`, left + square * step, bottom + 9, {
        at: "middle",
        size: 11,
      });
    for (const square of labels(deep))
      drawing.text(`${square * inches}″`, left - 4, bottom - square * step, {
        at: "end",
        size: 11,
      });
    drawing.text("own edge", left + (across * step) / 2, bottom + 24, { at: "middle", size: 11 });
  });
  return { end: start + deep * step + 34 };
}
