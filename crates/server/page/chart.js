// Charts that the program describes as data: the finding, the question, panels of values, marks and
// labels. They are drawn by the rules of the program's own charts. SVG, so that text can be selected
// and colours follow the page.

import { counts } from "./counts.js";
import { Drawing, ROW, wholePercent } from "./drawing.js";
import { element } from "./page.js";

/// Space between panels.
const BETWEEN = 22;
/// Panels by kind; those that the first chart rarely needs are loaded with `prepare`.
let panels = { counts };

/// Loads what draws the panels of charts.
export async function prepare(charts) {
  const kinds = charts.flatMap((chart) => chart.panels.flatMap(Object.keys));
  if (kinds.every((kind) => panels[kind])) return;
  const [{ columns, shares, bars }, { lines }, { heat, map }, { scatter }] = await Promise.all([
    import("./bars.js"),
    import("./plots.js"),
    import("./colours.js"),
    import("./scatter.js"),
  ]);
  panels = { counts, columns, shares, bars, heat, lines, scatter, map };
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
            text: `Strong bars: ${k} or more, ${wholePercent(series[0].reached[k - counts.start])} %.`,
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
