// Charts that the program describes as data: the finding, the question, panels of values, marks and
// labels. They are drawn by the rules of the program's own charts. SVG, so that text can be selected
// and colours follow the page.

import { element } from "./page.js";

/// Height of a row of numbers.
export const ROW = 18;
/// Height of a line of text.
export const LINE = 15;
/// Space between panels.
const BETWEEN = 22;
/// Narrower charts have the words of rows above their numbers, not at the left.
const NARROW = 560;
const HATCHED = ["b", "b_pale", "missing"];
const OF_SIDES = ["a", "b"];

/// Panels by kind; those that the first chart rarely needs are loaded with `prepare`.
let panels = { counts };

/// Loads what draws the panels of charts.
export async function prepare(charts) {
  const kinds = charts.flatMap((chart) => chart.panels.flatMap(Object.keys));
  if (kinds.every((kind) => panels[kind])) return;
  const [{ columns, shares, bars }, { heat, lines, scatter, map }] = await Promise.all([
    import("./bars.js"),
    import("./plots.js"),
  ]);
  panels = { counts, columns, shares, bars, heat, lines, scatter, map };
}

/// Formats a number; exact halves go to the even digit, as in the program.
export function fixed(value, decimals) {
  const scaled = value * 10 ** decimals;
  const isHalf = Number.isInteger(value * 2 ** (decimals + 1)) && Math.abs(scaled % 1) === 0.5;
  return (isHalf ? (2 * Math.round(scaled / 2)) / 10 ** decimals : value).toFixed(decimals);
}

/// Formats a probability in whole percents without their sign; only certain ones are 0 and 100.
export function wholePercent(p) {
  if (p <= 0) return "0";
  if (p >= 1) return "100";
  if (p < 0.0005) return "<0.1";
  if (p < 0.0095) return fixed(100 * p, 1);
  return p >= 0.995 ? ">99" : fixed(100 * p, 0);
}

export const minus = (text) => String(text).replace("-", "−");

const context = document.createElement("canvas").getContext("2d");
/// Returns the width of a text.
export function widthOf(text, bold, size = 12) {
  context.font = `${bold ? 700 : 400} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

/// Breaks a text into lines between words.
export function wrap(text, width, bold) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && widthOf(longer, bold) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/// An SVG that grows downwards.
export class Drawing {
  constructor(id, width) {
    Object.assign(this, { id, width, isNarrow: width < NARROW });
    this.svg = this.create("svg", { role: "img" });
    const patterns = HATCHED.map((kind) => {
      const size = { width: 6, height: 6 };
      const pattern = this.create("pattern", {
        id: `${id}-${kind}`,
        patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)",
        ...size,
      });
      pattern.append(
        this.create("rect", { ...size, class: `ground ${kind}` }),
        this.create("rect", { width: 2, height: 6, class: `lines ${kind}` }),
      );
      return pattern;
    });
    const defs = this.create("defs");
    defs.append(...patterns);
    this.svg.append(defs);
  }

  create(name, attributes = {}, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes))
      made.setAttribute(key, typeof value === "number" ? Number(value.toFixed(2)) : value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  add(...parts) {
    const made = this.create(...parts);
    this.svg.append(made);
    return made;
  }

  rect(x, y, width, height, attributes) {
    return this.add("rect", {
      x,
      y,
      width: Math.max(width, 0),
      height: Math.max(height, 0),
      ...attributes,
    });
  }

  /// Fills a bar.
  bar(kind, ...box) {
    const hatched = HATCHED.includes(kind) && { fill: `url(#${this.id}-${kind})` };
    return this.rect(...box, { class: `bar ${kind}`, rx: 1, ...hatched });
  }

  line(points, kind = "quiet") {
    const path = points.map((point) => point.map((number) => number.toFixed(1)).join(","));
    return this.add("polyline", { points: path.join(" "), class: `line ${kind}` });
  }

  /// Writes a text with its middle at `y`; lines below each other.
  text(words, x, y, { tone = "quiet", bold, at = "start", size } = {}) {
    [words].flat().forEach((line, index) =>
      this.add(
        "text",
        {
          x,
          y: y + 4 + index * LINE,
          class: `${tone}${bold ? " bold" : ""} ${at}`,
          ...(size && { "font-size": size }),
        },
        line,
      ),
    );
  }

  /// Draws an interval, upright or level, with a stroke at each end.
  whisker([x, y], [toX, toY], tone) {
    const [dx, dy] = x === toX ? [3, 0] : [0, 3];
    this.line(
      [
        [x, y],
        [toX, toY],
      ],
      tone,
    );
    for (const [endX, endY] of [
      [x, y],
      [toX, toY],
    ])
      this.line(
        [
          [endX - dx, endY - dy],
          [endX + dx, endY + dy],
        ],
        tone,
      );
  }

  diamond(x, y, tone) {
    const points = [
      [x - 5, y],
      [x, y - 5],
      [x + 5, y],
      [x, y + 5],
    ];
    this.add("polygon", { points: points.join(" "), class: `dot ${tone}` });
  }

  finish(height, label) {
    const attributes = {
      viewBox: `0 0 ${this.width} ${Math.ceil(height)}`,
      width: this.width,
      height: Math.ceil(height),
      "aria-label": label,
    };
    for (const [key, value] of Object.entries(attributes)) this.svg.setAttribute(key, value);
    return this.svg;
  }
}

/// Returns a chart in which the bars from `k` on are dark and their chance is framed.
function mark(chart, k) {
  const marked = ({ counts, ...other }) => {
    if (!counts) return other;
    const series = counts.series.map((one) => ({
      ...one,
      framed: k,
      dark: { within: { start: k, end: Infinity } },
    }));
    return { counts: { ...counts, series } };
  };
  const [first] = chart.panels;
  const { series, counts } = first.counts;
  const key =
    chart.panels.length > 1 || series.length > 1
      ? chart.key
      : [
          {
            text: `Dark bars: ${k} or more, ${wholePercent(series[0].reached[k - counts.start])} %.`,
            tone: "a",
          },
          ...chart.key.slice(1),
        ];
  return { ...chart, key, panels: chart.panels.map(marked) };
}

/// Returns the count that a chart frames.
export const framed = (chart) => chart.panels[0]?.counts?.series[0]?.framed ?? undefined;

/// Draws a chart into a figure. `selected` is the count to mark instead of the one that the chart
/// marks; `onSelect` is called with the count that the user selects.
export function draw(figure, chart, { selected, onSelect } = {}) {
  figure.hidden = false;
  const shown =
    selected === undefined || selected === framed(chart) ? chart : mark(chart, selected);
  const drawing = new Drawing(figure.id, Math.max(figure.clientWidth, 240));
  let height = 0;
  let slots;
  for (const panel of shown.panels) {
    const [[kind, data]] = Object.entries(panel);
    const { end, ...more } = panels[kind](drawing, data, height);
    slots ??= more;
    height = end + BETWEEN;
  }
  const phrase = ({ text, tone, swatch }) =>
    element(
      "span",
      { class: tone },
      ...(swatch ? [element("i", { class: `swatch ${swatch}` })] : []),
      `${text} `,
    );
  const caption = element(
    "figcaption",
    {},
    element("strong", {}, shown.title),
    ...shown.question.split("\n").map((line) => element("p", {}, line)),
    element("p", { class: "key" }, ...shown.key.map(phrase)),
  );
  const label = [shown.title, ...shown.key.map(({ text }) => text)].join(". ");
  const slider = figure.querySelector("input");
  const plot = figure.querySelector(".plot") ?? element("div", { class: "plot" });
  plot.querySelector("svg")?.remove();
  plot.prepend(drawing.finish(height - BETWEEN, label));
  // a wide table of colours scrolls, also by keys
  if (drawing.width > figure.clientWidth) plot.tabIndex = 0;
  // the slider keeps the focus
  figure.querySelector("figcaption")?.remove();
  figure.prepend(caption);
  if (!plot.parentNode) figure.append(plot);
  if (onSelect && slots?.slot) {
    addSlider(plot, slider, { ...slots, label, selected: framed(shown), onSelect });
    addGrip(drawing, slots, framed(shown));
  } else slider?.remove();
}

/// Puts a slider over the bars that selects a count by touch, mouse or keys.
function addSlider(plot, slider, { counts, left, slot, floor, label, selected, onSelect }) {
  const input = slider ?? element("input", { type: "range", step: 1 });
  const thumb = 24;
  Object.assign(input, { min: counts.start, max: counts.end, value: selected });
  Object.assign(input.style, {
    left: `${left + slot / 2 - thumb / 2}px`,
    width: `${slot * (counts.end - counts.start) + thumb}px`,
    height: `${floor + ROW}px`,
  });
  input.setAttribute("aria-label", "At least");
  input.setAttribute("aria-valuetext", label);
  input.oninput = () => onSelect(Number(input.value));
  if (!slider) plot.append(input);
}

/// Draws the grip that shows where the dark bars begin.
function addGrip(drawing, { counts, left, slot, floor }, selected) {
  const x = left + (selected - counts.start) * slot;
  drawing.rect(x - 1, floor - 118, 2, 122, { class: "grip" });
  drawing.rect(x - 6.5, floor + 2, 13, 20, { class: "grip", rx: 6.5 });
  drawing.add("path", { d: `M${x - 2} ${floor + 8}v8M${x + 2} ${floor + 8}v8` });
}

// ---- distributions of counts ----

/// Returns the filling of a bar.
function filling({ dark }, place, count) {
  if (dark === "sign") return count > 0 ? "a" : count < 0 ? "b" : "neither";
  const isDark = count >= dark.within.start && count <= dark.within.end;
  return OF_SIDES[place] + (isDark ? "" : "_pale");
}

function counts(drawing, { name, counted, counts: range, series, marks, side = 0 }, top) {
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
  const height = name ? 96 : drawing.isNarrow ? 140 : 190;
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
