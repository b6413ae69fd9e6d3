// Tables and maps of colours. Loaded with the first chart that has them.

import { widest } from "./bars.js";
import { LINE, fixed, minus, wholePercent, widthOf, wrap } from "./drawing.js";

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
