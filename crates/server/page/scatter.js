// Points with names. Loaded with the first chart that has them.

import { LINE, ROW, minus, widthOf } from "./drawing.js";
import { grid, ticks } from "./plots.js";

const box = (x, y, width, height) => [x - width / 2, y - height / 2, x + width / 2, y + height / 2];

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
  const along = [];
  if (all.line) {
    const end = (at) => [
      x(at),
      Math.min(Math.max(y(all.line[0] + all.line[1] * at), plot.top), plot.floor),
    ];
    const [from, to] = across.map(end);
    drawing.line([from, to], "quiet dash");
    // names do not cover the line
    const steps = Math.max(Math.ceil((to[0] - from[0]) / 4), 1);
    for (let step = 0; step <= steps; step++) {
      const at = [0, 1].map((axis) => from[axis] + (step / steps) * (to[axis] - from[axis]));
      along.push(box(...at, 4, 4));
    }
  }
  const taken = [];
  const places = all.points.map((point) => aside(x(point.x), y(point.y), taken));
  const boxes = [...places.map(([at, height]) => box(at, height, 10, 10)), ...along];
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
