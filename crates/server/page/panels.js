// The panels of charts besides distributions of counts: columns, shares, bars, tables of colours,
// lines, points and maps. Loaded with the first chart that has one.

import { LINE, ROW, minus, wholePercent, widthOf, wrap } from "./chart.js";

const sum = (values) => values.reduce((total, value) => total + value, 0);
const widest = (texts, bold) => Math.max(0, ...texts.map((text) => widthOf(text, bold)));
const TEXT_ON = {
  a: "on-a",
  b: "b",
  a_pale: "ink",
  b_pale: "ink",
  missing: "ink",
  neither: "quiet",
};

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
  return minus((scale * value + 0).toFixed(decimals)) + (isChance ? " %" : "");
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

/// Writes rows of numbers below places. Returns where they end.
function numberRows(drawing, rows, places, y, left, room) {
  for (const { words, tone, cells } of rows) {
    const lines = wrap(words, drawing.isNarrow ? drawing.width : room);
    drawing.text(lines, drawing.isNarrow ? 0 : left, y + ROW / 2, { tone });
    const at = drawing.isNarrow ? y + lines.length * LINE : y;
    cells.forEach((cell, index) =>
      drawing.text(cell, places[index], at + ROW / 2, { tone, bold: true, at: "middle" }),
    );
    y = drawing.isNarrow ? at + ROW : y + ROW + (lines.length - 1) * LINE;
  }
  return y;
}

// ---- columns and bars of 100 % ----

export function columns(drawing, { across, parts, columns: all, rows }, top) {
  const { width, isNarrow } = drawing;
  const words = [across, ...parts.map(([, name]) => name), ...rows.map((row) => row.words)];
  const lead = isNarrow ? 0 : Math.min(widest(words, true), 230) + 12;
  if (isNarrow) top = firstRow(drawing, parts, top);
  const slot = (width - lead) / all.length;
  const [ceiling, floor] = [top + 16, top + 216];
  const places = all.map((_, place) => lead + (place + 0.5) * slot);
  const half = Math.min(slot * 0.46, 70);
  const bounds = all.map((column) => {
    let below = floor;
    return column.parts.map(([share]) => [(below -= share * 200), share * 200]);
  });
  all.forEach((column, place) =>
    column.parts.forEach(([share], part) => {
      const [y, height] = bounds[place][part];
      if (share > 0) drawing.bar(parts[part][0], places[place] - half, y, 2 * half, height);
    }),
  );
  // labels may lie on the part above theirs
  all.forEach((column, place) =>
    column.parts.forEach(([, label], part) => {
      const [[fill], [y, height], x] = [parts[part], bounds[place][part], places[place]];
      if (!label) return;
      if (fill === "b")
        drawing.text(label, x, ceiling - 8, { tone: "b", bold: true, at: "middle" });
      else if (height >= 17)
        drawing.text(label, x, y + 10, {
          tone: `${TEXT_ON[fill]} on`,
          bold: fill !== "neither",
          at: "middle",
        });
      else if (fill !== "neither")
        drawing.text(label, x, y - 8, { tone: "ink", bold: true, at: "middle" });
    }),
  );
  drawing.line(
    [
      [lead, floor],
      [width, floor],
    ],
    "frame",
  );
  if (!isNarrow) partNames(drawing, all, parts, bounds, ceiling, floor);
  if (!isNarrow) drawing.text(across, 0, floor + ROW * 0.7);
  all.forEach(({ name }, place) =>
    drawing.text(name, places[place], floor + ROW * 0.7, { tone: "ink", bold: true, at: "middle" }),
  );
  return { end: numberRows(drawing, rows, places, floor + ROW * 1.3, 0, Math.max(lead - 16, 60)) };
}

/// Names the parts in rows above narrow columns.
function firstRow(drawing, parts, top) {
  let [x, y] = [0, top + 8];
  for (const [fill, name] of parts) {
    const wide = 16 + widthOf(name) + 12;
    if (x > 0 && x + wide > drawing.width) [x, y] = [0, y + LINE + 2];
    drawing.bar(fill, x, y - 5, 11, 11);
    drawing.text(name, x + 16, y);
    x += wide;
  }
  return y + LINE;
}

/// Names the parts at the left, each beside its part of the first column that has it.
function partNames(drawing, all, parts, bounds, ceiling, floor) {
  let last = floor + 14;
  parts.forEach(([fill, name], part) => {
    const place = all.findIndex((column) => column.parts[part][0] > 0);
    if (place < 0) return;
    const [top, height] = bounds[place][part];
    const isB = fill === "b";
    const y = isB ? ceiling - 8 : Math.min(Math.max(top + height / 2, ceiling + 6), floor - 8);
    const isSide = isB || fill === "a";
    const lines = wrap(name, 230, isSide);
    const tall = lines.length * LINE;
    const start = isB ? y - LINE / 2 : Math.min(y + tall / 2, last - 2) - tall;
    drawing.text(lines, 0, start + LINE / 2, isSide ? { tone: fill, bold: true } : {});
    last = start;
  });
}

export function shares(drawing, all, top) {
  const height = all.length === 1 ? 40 : 24;
  const middle = drawing.width / 2;
  drawing.text("even", middle, top + 6, { at: "middle" });
  let y = top + 16;
  for (const { name, parts, interval } of all) {
    if (name) {
      const lines = wrap(name, drawing.width);
      drawing.text(lines, 0, y + 7, { tone: "ink" });
      y += lines.length * LINE + 2;
    }
    let left = 0;
    for (const [fill, part] of parts) {
      const wide = part * drawing.width;
      // a gap tells neighbours apart in print
      if (part > 0) drawing.bar(fill, left, y, Math.max(wide - 1.5, 0.5), height);
      const size = height > 24 ? 17 : 12;
      const text = `${wholePercent(part)} %`;
      const long = widthOf(text, true, size);
      const style = { bold: true, size };
      const at = y + height / 2;
      if (wide > long + 14) {
        if (fill === "a") drawing.text(text, left + 10, at, { ...style, tone: "on-a on" });
        else if (fill === "b") {
          drawing.rect(left + wide - 20 - long, y + 4, long + 13, height - 8, { class: "surface" });
          drawing.text(text, left + wide - 13, at, { ...style, tone: "b", at: "end" });
        } else
          drawing.text(text, left + wide / 2, at, { ...style, tone: "quiet on", at: "middle" });
      }
      left += wide;
    }
    if (interval) {
      const [low, high] = interval.map((part) => part * drawing.width);
      drawing.whisker([low, y + height + 7], [high, y + height + 7], "a");
      drawing.diamond(parts[0][1] * drawing.width, y + height + 7, "a");
    }
    y += height + (interval ? 16 : 8);
  }
  drawing.line(
    [
      [middle, top + 13],
      [middle, y - 4],
    ],
    "ink dash",
  );
  return { end: y };
}

// ---- bars from zero ----

const ends = ({ value, interval }) => {
  const [low, high] = interval ?? [value, value];
  return [Math.min(low, value, 0), Math.max(high, value, 0)];
};

export function bars(drawing, { measure, heads, reach: [low, high], rows }, top) {
  const { width, isNarrow } = drawing;
  const names = rows.map(({ name }) => wrap(name, isNarrow ? width : 300));
  const lead = isNarrow ? 0 : widest(names.flat()) + 12;
  const numbered = heads.map(
    (head, place) => widest([head, ...rows.map(({ numbers }) => numbers[place] ?? "")]) + 14,
  );
  const all = rows.flatMap((row) => row.bars);
  const room = (isLeft) =>
    Math.max(
      0,
      ...all
        .filter(({ value }) => value < 0 === isLeft)
        .map(({ text }) => widthOf(text, true) + 10),
    );
  const [before, after] = [room(true), room(false)];
  const unit =
    Math.max(width - lead - sum(numbered) - before - after, 40) / Math.max(high - low, 1e-9);
  const zero = lead + before - low * unit;
  const at = (value) => zero + value * unit;
  const numbers = (texts, y, tone) => {
    let x = width - sum(numbered);
    texts.forEach((text, place) => {
      x += numbered[place] ?? 0;
      drawing.text(text, x, y, { tone, at: "end" });
    });
  };
  const title = wrap(measure, Math.max(width - lead - sum(numbered), 120));
  drawing.text(title, lead, top + 9);
  numbers(heads, top + 9 + (title.length - 1) * LINE, "quiet");
  let y = top + 20 + (title.length - 1) * LINE;
  const start = y;
  rows.forEach((row, place) => {
    const lines = names[place];
    const tall = row.bars.length * 19;
    const text = lines.length * LINE + 4;
    const height = isNarrow ? text + tall : Math.max(text, tall);
    const first = isNarrow ? y + 8 : y + height / 2 - ((lines.length - 1) / 2) * LINE;
    drawing.text(lines, 0, first, { tone: "ink" });
    const from = isNarrow ? y + text : y + (height - tall) / 2;
    row.bars.forEach((bar, index) => drawBar(drawing, bar, at, from + index * 19 + 2));
    numbers(row.numbers, isNarrow ? from + tall / 2 : y + height / 2, "ink");
    y += height;
  });
  drawing.line(
    [
      [zero, start],
      [zero, y],
    ],
    "frame",
  );
  return { end: y };
}

function drawBar(drawing, bar, at, y) {
  const { value, text, exact, interval } = bar;
  const fill = bar.fill ?? (value < 0 ? "b" : "a");
  const [left, right] = [Math.min(at(value), at(0)), Math.max(at(value), at(0))];
  if (value !== 0) drawing.bar(fill, left, y, right - left, 15);
  if (exact !== null) drawing.diamond(at(exact), y + 7.5, "quiet");
  if (interval) drawing.whisker([at(interval[0]), y + 7.5], [at(interval[1]), y + 7.5], "ink");
  const [low, high] = ends(bar);
  const style = { tone: "ink", bold: true };
  if (value < 0) drawing.text(text, at(low) - 6, y + 7.5, { ...style, at: "end" });
  else drawing.text(text, at(high) + 6, y + 7.5, style);
}

// ---- tables of colours ----

/// Returns the colour at a part of a range, and whether text on it is light. The page mixes the stops
/// of its scheme.
function heatOf(part, ofSides) {
  const place = Math.min(Math.max(part, 0), 1) * 4;
  const [low, high] = [Math.floor(place), Math.ceil(place)];
  const stop = (index) => `var(--${ofSides ? "sides" : "heat"}-${index})`;
  const share = Math.round(100 * (place - low));
  const depth = ofSides ? Math.abs(part - 0.5) * 2 : part;
  const tone =
    depth < (ofSides ? 0.3 : 0.47)
      ? "on-low"
      : depth < (ofSides ? 0.77 : 0.63)
        ? "on-mid"
        : "on-high";
  return { fill: `color-mix(in srgb, ${stop(high)} ${share}%, ${stop(low)})`, tone };
}

function formatHeat({ is_chance: isChance, range }, value) {
  if (value === null || value === undefined) return "–";
  if (isChance) return wholePercent(value);
  return minus(value.toFixed(range[1] < 1 ? 2 : 1));
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
