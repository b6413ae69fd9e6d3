// An SVG that grows downwards, and the numbers and texts in it.

/// Height of a row of numbers.
export const ROW = 18;
/// Height of a line of text.
export const LINE = 15;
/// Narrower charts have the words of rows above their numbers, not at the left.
const NARROW = 560;
const HATCHED = ["b", "b_pale", "missing"];

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

/// Formats a mean for a sentence: one decimal from 1 on, otherwise two.
export const rounded = (value) => minus(fixed(value, Math.abs(value) < 1 ? 2 : 1));

/// Breaks a text into lines between words; a percent sign stays with its number.
export function wrap(text, width, bold) {
  const lines = [];
  for (const word of text.split(/ (?!%)/)) {
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
