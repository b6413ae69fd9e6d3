// Distributions of counts: bars, marks, and the rows below the axis.

import { LINE, ROW, minus, wholePercent, widthOf, wrap } from "./drawing.js";

const OF_SIDES = ["a", "b"];

/// Returns the filling of a bar.
function filling({ dark }, place, count) {
  if (dark === "sign") return count > 0 ? "a" : count < 0 ? "b" : "neither";
  const isDark = count >= dark.within.start && count <= dark.within.end;
  return OF_SIDES[place] + (isDark ? "" : "_pale");
}

/// Draws the distributions of a panel on one axis.
export function counts(drawing, { name, counted, counts: range, series, marks, side = 0 }, top) {
  const all = Array.from(
    { length: range.end - range.start + 1 },
    (_, place) => range.start + place,
  );
  const left = drawing.isNarrow ? 0 : 84;
  const slot = (drawing.width - left) / all.length;
  const axis = {
    left,
    slot,
    all,
    series,
    side,
    every: Math.max(Math.ceil(26 / slot), 1),
    at: (count) => left + (count - range.start + 0.5) * slot,
    tone: (place) => (series.length > 1 || side ? OF_SIDES[place + side] : "ink"),
  };
  if (name) {
    const lines = wrap(name, drawing.width, true);
    drawing.text(lines, 0, top + 8, { tone: side ? "b" : "ink", bold: true });
    top += lines.length * LINE + 4;
  }
  const placed = placeMarks(drawing, axis, marks);
  // narrow charts have no room beside the bars: before the first mark, or above
  if (drawing.isNarrow && !(placed[0]?.x > 80)) top += LINE;
  const height = name ? 96 : drawing.isNarrow ? 112 : 190;
  const floor = top + 29 * Math.max(0, ...placed.map(({ level }) => level + 1)) + height;
  placed.forEach((one) => drawMark(drawing, one, top, floor));
  const above = placed[0]?.x > 80 ? 7 : 7 - LINE;
  drawing.text("exactly, %", 0, drawing.isNarrow ? top + above : floor - height + 14);
  drawBars(drawing, axis, floor, height - 18);
  drawing.line(
    [
      [left, floor],
      [drawing.width, floor],
    ],
    "frame",
  );
  return { end: drawRows(drawing, axis, counted, floor), counts: range, left, slot, floor };
}

function drawBars(drawing, { series, side, all, slot, at, tone }, floor, height) {
  const ends = series.flatMap(({ exactly, intervals }) => [
    ...exactly,
    ...intervals.map((one) => one?.[1] ?? 0),
  ]);
  const scale = height / Math.max(...ends, 1e-9);
  const width = (slot * 0.92) / series.length;
  series.forEach((one, place) =>
    all.forEach((count, index) => {
      const p = one.exactly[index];
      if (p <= 0) return;
      const left = at(count) - slot * 0.46 + place * width;
      const middle = left + width / 2;
      drawing.bar(
        filling(one, place + side, count),
        left + width * 0.03,
        floor - p * scale,
        width * 0.94,
        p * scale,
      );
      const [low, high] = one.intervals[index] ?? [p, p];
      if (one.intervals[index])
        drawing.whisker([middle, floor - low * scale], [middle, floor - high * scale], "ink");
      const size = width < 24 ? 11 : 12;
      const text = wholePercent(p);
      if (p >= 0.005 && widthOf(text, false, size) <= slot / series.length + 2)
        drawing.text(text, middle, floor - high * scale - 8, {
          tone: series.length > 1 ? tone(place) : "quiet",
          at: "middle",
          size,
        });
    }),
  );
}

/// Returns each mark with its level and its side, so that texts do not overlap.
function placeMarks({ width }, { at }, marks) {
  const taken = [-Infinity, -Infinity, -Infinity];
  return marks.map((mark) => {
    const x = at(mark.count - 0.5);
    const wide = Math.max(widthOf(mark.chances.join(" · "), true), widthOf(mark.words)) + 4;
    const isLeft = x + wide > width;
    const [from, to] = isLeft ? [x - wide, x] : [x, x + wide];
    const free = taken.findIndex((end) => end <= from - 8);
    const level = free < 0 ? taken.length - 1 : free;
    taken[level] = to;
    return { ...mark, x, level, isLeft };
  });
}

function drawMark(drawing, { x, level, isLeft, words, chances }, top, floor) {
  const y = top + level * 29;
  const [edge, at] = isLeft ? [x - 4, "end"] : [x + 4, "start"];
  drawing.line(
    [
      [x, y + 2],
      [x, floor],
    ],
    "quiet dash",
  );
  drawing.text(words, edge, y + 7, { at });
  if (chances.length === 1)
    return drawing.text(chances[0], edge, y + 7 + LINE, { tone: "ink", bold: true, at });
  const widths = chances.map((chance) => widthOf(chance, true) + 12);
  let start = isLeft ? edge - widths[0] - widths[1] : edge;
  chances.forEach((chance, place) => {
    drawing.text(chance, start, y + 7 + LINE, { tone: OF_SIDES[place], bold: true });
    start += widths[place];
  });
}

/// Draws the counts, the intervals and the chances of at least k. Returns where they end.
function drawRows(drawing, axis, counted, floor) {
  const { series, side, all, at, left, slot, every, tone } = axis;
  const { width, isNarrow } = drawing;
  let y = floor + ROW * 0.6;
  if (!isNarrow) drawing.text(wrap(counted, 78), 0, y);
  const marked = series.map(({ framed }) => framed);
  all
    .filter((count) => count % every === 0)
    .forEach((count) =>
      drawing.text(minus(count), at(count), y, {
        tone: "ink",
        bold: marked.includes(count),
        at: "middle",
      }),
    );
  y += ROW;
  if (!isNarrow) drawing.text("90 % interval", 0, y + (series.length - 1) * 7);
  series.forEach(({ middle: [low, high], mean, mean_words: words }, place) => {
    const [from, middle, to] = [at(low), at(mean), at(high)];
    drawing.whisker([from, y], [to, y], place ? "b dash" : tone(place));
    drawing.diamond(middle, y, tone(place));
    const text = `mean ${words}`;
    const long = widthOf(text, true);
    const style = { tone: tone(place), bold: true };
    if (to + 8 + long <= width) drawing.text(text, to + 8, y, style);
    else if (from - 8 - long >= left) drawing.text(text, from - 8, y, { ...style, at: "end" });
    else {
      // no room at either end: on the line, beside the mean
      const start = middle + 10 + long < to ? middle + 8 : middle - 10 - long;
      drawing.rect(start, y - 6, long + 2, 12, { class: "surface" });
      drawing.text(text, start + 1, y, style);
    }
    y += 14;
  });
  y -= 3;
  series.forEach(({ reached, row, framed }, place) => {
    const words = isNarrow ? `${row}, % (90 % interval above)` : `${row}, %`;
    const height = isNarrow ? ROW + LINE : ROW;
    drawing.rect(0, y, width, height, { class: "sunk" });
    drawing.text(words, 5, y + 9, { tone: tone(place) });
    if (isNarrow) y += LINE;
    const middle = y + ROW / 2;
    if (all.includes(framed)) {
      const half = Math.max(slot / 2 - 1, 13);
      drawing.rect(at(framed) - half, y, 2 * half, ROW, {
        class: `box ${OF_SIDES[place + side]}`,
        rx: 4,
      });
    }
    const isFar = (count) => framed === null || Math.abs(framed - count) * slot >= 24;
    all.forEach((count, index) => {
      const isFramed = count === framed;
      if (!isFramed && !(count % every === 0 && isFar(count))) return;
      drawing.text(wholePercent(reached[index]), at(count), middle, {
        tone: isFramed ? OF_SIDES[place + side] : tone(place),
        bold: isFramed,
        at: "middle",
      });
    });
    y += ROW + 3;
  });
  return y;
}
