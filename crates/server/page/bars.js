// Columns and bars of charts. Loaded with the first chart that has them.

import { LINE, ROW, minus, wholePercent, widthOf, wrap } from "./drawing.js";

export const sum = (values) => values.reduce((total, value) => total + value, 0);
export const widest = (texts, bold) => Math.max(0, ...texts.map((text) => widthOf(text, bold)));
const TEXT_ON = {
  a: "on-a",
  b: "b",
  a_pale: "ink",
  b_pale: "ink",
  missing: "ink",
  neither: "quiet",
};

/// Writes rows of numbers below places. Returns where they end.
export function numberRows(drawing, rows, places, y, left, room) {
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
  // on a phone the rows below stay in sight
  const tall = isNarrow ? 150 : 200;
  const [ceiling, floor] = [top + 16, top + 16 + tall];
  const places = all.map((_, place) => lead + (place + 0.5) * slot);
  const half = Math.min(slot * 0.46, 70);
  const bounds = all.map((column) => {
    let below = floor;
    return column.parts.map(([share]) => [(below -= share * tall), share * tall]);
  });
  all.forEach((column, place) =>
    column.parts.forEach(([share], part) => {
      const [y, height] = bounds[place][part];
      if (share > 0) drawing.bar(parts[part][0], places[place] - half, y, 2 * half, height);
    }),
  );
  // a label that has no room in its part lies above it, and above the label below
  all.forEach((column, place) => {
    let lowest = floor;
    column.parts.forEach(([, label], part) => {
      const [[fill], [y, height], x] = [parts[part], bounds[place][part], places[place]];
      if (!label || (fill === "neither" && height < 17)) return;
      if (fill === "b")
        return drawing.text(label, x, ceiling - 8, { tone: "b", bold: true, at: "middle" });
      const wanted = height < 13 ? y - 8 : y + Math.min(height / 2, 10);
      const at = Math.min(wanted, lowest);
      const tone = at > y ? `${TEXT_ON[fill]} on` : "ink";
      drawing.text(label, x, at, { tone, bold: fill !== "neither", at: "middle" });
      lowest = at - 14;
    });
  });
  drawing.line(
    [
      [lead, floor],
      [width, floor],
    ],
    "frame",
  );
  if (!isNarrow) partNames(drawing, all, parts, bounds, ceiling, floor);
  // inches say by themselves what they are
  const isNamed = !isNarrow || all.some(({ name }) => !name.endsWith("″"));
  if (isNamed) drawing.text(across, 0, floor + ROW * 0.7);
  const below = isNarrow && isNamed ? floor + LINE : floor;
  all.forEach(({ name }, place) =>
    drawing.text(name, places[place], below + ROW * 0.7, { tone: "ink", bold: true, at: "middle" }),
  );
  return { end: numberRows(drawing, rows, places, below + ROW * 1.3, 0, Math.max(lead - 16, 60)) };
}

/// Names the parts in rows above narrow columns.
function firstRow(drawing, parts, top) {
  let [x, y] = [0, top + 8];
  for (const [fill, name] of parts) {
    const lines = wrap(name, drawing.width - 16);
    const wide = 16 + widest(lines) + 12;
    if (x > 0 && x + wide - 12 > drawing.width) [x, y] = [0, y + LINE + 2];
    drawing.bar(fill, x, y - 5, 11, 11);
    drawing.text(lines, x + 16, y);
    x += wide;
    y += (lines.length - 1) * LINE;
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
  // nothing is even at a half where most are undecided
  const hasEven = all.every(
    ({ parts }) =>
      sum(parts.filter(([fill]) => ["a", "b"].includes(fill)).map(([, part]) => part)) > 0.5,
  );
  if (hasEven) drawing.text("even", middle, top + 6, { at: "middle" });
  let y = top + (hasEven ? 16 : 4);
  for (const { name, parts, interval } of all) {
    if (name) {
      const lines = wrap(name, drawing.width);
      drawing.text(lines, 0, y + 7, { tone: "ink" });
      y += lines.length * LINE + 2;
    }
    let left = 0;
    const labels = [];
    for (const [fill, part] of parts) {
      const wide = part * drawing.width;
      // a gap separates adjacent parts in print
      if (part > 0) drawing.bar(fill, left, y, Math.max(wide - 1.5, 0.5), height);
      const size = height > 24 ? 17 : 12;
      const text = `${wholePercent(part)} %`;
      const long = widthOf(text, true, size);
      const style = { bold: true, size };
      const at = y + height / 2;
      if (wide > long + 14) {
        const start = { a: left + 10, b: left + wide - 20 - long }[fill];
        const from = start ?? left + (wide - long) / 2;
        labels.push([from, from + long + (fill === "b" ? 13 : 0)]);
        if (fill === "a") drawing.text(text, left + 10, at, { ...style, tone: "on-a on" });
        else if (fill === "b") {
          drawing.rect(left + wide - 20 - long, y + 4, long + 13, height - 8, { class: "surface" });
          drawing.text(text, left + wide - 13, at, { ...style, tone: "b", at: "end" });
        } else
          drawing.text(text, left + wide / 2, at, {
            ...style,
            tone: `${TEXT_ON[fill]} on`,
            at: "middle",
          });
      }
      left += wide;
    }
    // never through a label
    if (hasEven && !labels.some(([from, to]) => from < middle && middle < to))
      drawing.line(
        [
          [middle, y - 3],
          [middle, y + height + 3],
        ],
        "ink dash",
      );
    if (interval) {
      const [low, high] = interval.map((part) => part * drawing.width);
      drawing.whisker([low, y + height + 7], [high, y + height + 7], "a");
      drawing.diamond(parts[0][1] * drawing.width, y + height + 7, "a");
    }
    y += height + (interval ? 16 : 8);
  }
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
    const tall = Math.max(row.bars.length, 1) * 19;
    const text = lines.length * LINE + 4;
    const height = isNarrow ? text + tall : Math.max(text, tall);
    const first = isNarrow ? y + 8 : y + height / 2 - ((lines.length - 1) / 2) * LINE;
    drawing.text(lines, 0, first, { tone: "ink" });
    const from = isNarrow ? y + text : y + (height - tall) / 2;
    row.bars.forEach((bar, index) => drawBar(drawing, bar, at, from + index * 19 + 2));
    for (const value of row.strokes ?? [])
      drawing.rect(at(value) - 0.5, from + 3, 1, 12, { class: `bar ${value < 0 ? "b" : "a"}` });
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
  const [low, high] = ends(bar).map(at);
  // the text begins after the diamond
  const [from, to] = exact === null ? [low, high] : [at(exact) - 6, at(exact) + 6];
  const style = { tone: "ink", bold: true };
  if (value < 0)
    drawing.text(text, Math.min(low, from) - 6, y + 7.5, { ...style, at: "end" });
  else drawing.text(text, Math.max(high, to) + 6, y + 7.5, style);
}
