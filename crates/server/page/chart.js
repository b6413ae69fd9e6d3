// Charts of probabilities over counts, distances or rounds. SVG, so that text can be selected and
// read aloud and colours follow the page.

import { element, percent } from "./page.js";

const LEFT = 34;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 36;

const decimal = (value) => value.toFixed(1);

function svg(name, attributes = {}, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/// Draws a chart into a figure. `labels` are those of the columns; `bars` and `lines` are lists of
/// at most two series `{ name, values }`; `selected` is the marked column. `onSelect` is called
/// with the column that the user selects.
export function draw(
  figure,
  { labels, bars, lines, caption, title, description, selected, onSelect, selectedText },
) {
  figure.hidden = false;
  const width = Math.max(figure.clientWidth, 240);
  const height = figure.clientWidth > 520 ? 300 : 176;
  const [plotWidth, plotHeight] = [width - LEFT - RIGHT, height - TOP - BOTTOM];
  const column = plotWidth / labels.length;
  const x = (index) => LEFT + column * (index + 0.5);
  const y = (p) => TOP + plotHeight * (1 - Math.min(p, 1));

  const chart = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": `${title}. ${description}`,
  });
  if (selected !== undefined) {
    chart.append(
      svg("rect", {
        class: "chosen",
        x: decimal(LEFT + column * selected),
        y: TOP,
        width: decimal(column),
        height: plotHeight,
      }),
    );
  }
  for (const percents of [0, 25, 50, 75, 100]) {
    const at = decimal(y(percents / 100));
    chart.append(svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: at, y2: at }));
    chart.append(
      svg("text", { class: "axis end", x: LEFT - 6, y: decimal(y(percents / 100) + 4) }, percents),
    );
  }
  bars.forEach((series, which) => {
    const wide = (column * 0.8) / bars.length;
    series.values.forEach((p, index) => {
      if (p < 0.0005) return;
      chart.append(
        svg("rect", {
          class: `bar s${which}`,
          x: decimal(x(index) - column * 0.4 + wide * which),
          width: decimal(wide),
          y: decimal(y(p)),
          height: decimal(y(0) - y(p)),
        }),
      );
    });
  });
  lines.forEach((series, which) => {
    const points = series.values.map((p, index) => `${decimal(x(index))},${decimal(y(p))}`);
    chart.append(svg("polyline", { class: `line s${which}`, points: points.join(" ") }));
    series.values.forEach((p, index) => {
      const [cx, cy] = [x(index), y(p)];
      chart.append(
        which === 0
          ? svg("circle", { class: "dot s0", cx: decimal(cx), cy: decimal(cy), r: 3.2 })
          : svg("rect", {
              class: `dot s${which}`,
              x: decimal(cx - 3),
              y: decimal(cy - 3),
              width: 6,
              height: 6,
            }),
      );
    });
  });
  const each = [1, 2, 5, 10, 20].find((step) => column * step >= 20) ?? 50;
  labels.forEach((label, index) => {
    if (index % each && index !== selected) return;
    const isSelected = index === selected;
    chart.append(
      svg(
        "text",
        { class: isSelected ? "axis bold" : "axis", x: decimal(x(index)), y: height - BOTTOM + 17 },
        label,
      ),
    );
  });
  chart.append(svg("text", { class: "axis caption", x: LEFT, y: height - 4 }, caption));

  const slider = figure.querySelector("input");
  figure.querySelector("svg")?.remove();
  figure.prepend(chart);
  if (onSelect)
    addSlider(figure, slider, { labels, column, height, title, selected, onSelect, selectedText });
  else slider?.remove();
}

/// Puts a slider over the chart that selects a column by touch, mouse or keys.
function addSlider(
  figure,
  slider,
  { labels, column, height, title, selected, onSelect, selectedText },
) {
  const input = slider ?? element("input", { type: "range", step: 1, min: 0 });
  const thumb = 24;
  input.max = labels.length - 1;
  input.value = selected;
  input.style.left = `${LEFT + column / 2 - thumb / 2}px`;
  input.style.width = `${column * (labels.length - 1) + thumb}px`;
  input.style.height = `${height - BOTTOM / 2}px`;
  input.setAttribute("aria-label", title);
  input.setAttribute("aria-valuetext", selectedText);
  input.oninput = () => onSelect(Number(input.value));
  if (!slider) figure.append(input);
}

/// Returns a table of probabilities.
export function table(labels, columns, heading) {
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, heading),
    ...columns.map(({ name }) => element("th", { scope: "col" }, name)),
  );
  const rows = labels.map((label, index) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(label)),
      ...columns.map(({ values }) => element("td", {}, percent(values[index] ?? 0))),
    ),
  );
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}
