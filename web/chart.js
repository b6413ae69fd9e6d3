// Charts: bars and lines over counts, distances or rounds, in per cent. SVG, so that text is text and
// colours are the page's.

import { element, percent } from "./page.js";

const LEFT = 34;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 36;

const number = (value) => value.toFixed(1);

function svg(name, attributes = {}, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/// Draws into a figure. `labels` stand below the columns; `bars` and `lines` are lists of series,
/// `{ name, values }`, at most two each; `chosen` is the column that is marked, and `choose` is told
/// another one.
export function draw(figure, { labels, bars, lines, caption, title, description, chosen, choose, chosenText }) {
  figure.hidden = false;
  const width = Math.max(figure.clientWidth, 240);
  const height = figure.clientWidth > 520 ? 300 : 176;
  const [plotWidth, plotHeight] = [width - LEFT - RIGHT, height - TOP - BOTTOM];
  const column = plotWidth / labels.length;
  const x = (place) => LEFT + column * (place + 0.5);
  const y = (p) => TOP + plotHeight * (1 - Math.min(p, 1));

  const drawn = svg("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${title}. ${description}`,
  });
  if (chosen !== undefined) {
    drawn.append(svg("rect", {
      class: "chosen", x: number(LEFT + column * chosen), y: TOP, width: number(column), height: plotHeight,
    }));
  }
  for (const percents of [0, 25, 50, 75, 100]) {
    const at = number(y(percents / 100));
    drawn.append(svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: at, y2: at }));
    drawn.append(svg("text", { class: "axis end", x: LEFT - 6, y: number(y(percents / 100) + 4) }, percents));
  }
  bars.forEach((series, which) => {
    const wide = (column * 0.8) / bars.length;
    series.values.forEach((p, place) => {
      if (p < 0.0005) return;
      drawn.append(svg("rect", {
        class: `bar s${which}`, x: number(x(place) - column * 0.4 + wide * which), width: number(wide),
        y: number(y(p)), height: number(y(0) - y(p)),
      }));
    });
  });
  lines.forEach((series, which) => {
    const points = series.values.map((p, place) => `${number(x(place))},${number(y(p))}`);
    drawn.append(svg("polyline", { class: `line s${which}`, points: points.join(" ") }));
    series.values.forEach((p, place) => {
      const [cx, cy] = [x(place), y(p)];
      drawn.append(which === 0
        ? svg("circle", { class: "dot s0", cx: number(cx), cy: number(cy), r: 3.2 })
        : svg("rect", { class: `dot s${which}`, x: number(cx - 3), y: number(cy - 3), width: 6, height: 6 }));
    });
  });
  const each = [1, 2, 5, 10, 20].find((step) => column * step >= 20) ?? 50;
  labels.forEach((label, place) => {
    if (place % each && place !== chosen) return;
    const isChosen = place === chosen;
    drawn.append(svg("text", { class: isChosen ? "axis bold" : "axis", x: number(x(place)), y: height - BOTTOM + 17 }, label));
  });
  drawn.append(svg("text", { class: "axis caption", x: LEFT, y: height - 4 }, caption));

  const slider = figure.querySelector("input");
  figure.querySelector("svg")?.remove();
  figure.prepend(drawn);
  if (choose) slide(figure, slider, { labels, column, height, title, chosen, choose, chosenText });
  else slider?.remove();
}

/// The columns as a slider, over the chart: for fingers, mice and keys alike.
function slide(figure, slider, { labels, column, height, title, chosen, choose, chosenText }) {
  const input = slider ?? element("input", { type: "range", step: 1, min: 0 });
  const thumb = 24;
  input.max = labels.length - 1;
  input.value = chosen;
  input.style.left = `${LEFT + column / 2 - thumb / 2}px`;
  input.style.width = `${column * (labels.length - 1) + thumb}px`;
  input.style.height = `${height - BOTTOM / 2}px`;
  input.setAttribute("aria-label", title);
  input.setAttribute("aria-valuetext", chosenText);
  input.oninput = () => choose(Number(input.value));
  if (!slider) figure.append(input);
}

/// The same as a table.
export function table(labels, columns, what) {
  const head = element("tr", {}, element("th", { scope: "col" }, what),
    ...columns.map(({ name }) => element("th", { scope: "col" }, name)));
  const rows = labels.map((label, place) => element("tr", {}, element("th", { scope: "row" }, String(label)),
    ...columns.map(({ values }) => element("td", {}, percent(values[place] ?? 0)))));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}
