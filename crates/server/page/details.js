// What few answers need: two distributions on one axis, the table of a chart, what parts of a
// question are worth, and notes of answers without charts. Loaded with its first use.

import { wholePercent } from "./drawing.js";
import { byId, element, percent } from "./page.js";

/// Joins the distributions of two answers on one axis, below each other.
export function join(charts, names) {
  const all = charts.map(({ panels }) => panels[0].counts);
  const start = Math.min(...all.map(({ counts }) => counts.start));
  const end = Math.max(...all.map(({ counts }) => counts.end));
  const panels = all.map((one, index) => {
    const { counts } = one;
    const padded = (values, before, after) => [
      ...Array(counts.start - start).fill(before),
      ...values,
      ...Array(end - counts.end).fill(after),
    ];
    const series = one.series.map((each) => ({
      ...each,
      exactly: padded(each.exactly, 0, 0),
      intervals: padded(each.intervals, null, null),
      reached: padded(each.reached, ...(each.row === "at most" ? [0, 1] : [1, 0])),
    }));
    return { counts: { ...one, name: names[index], counts: { start, end }, series, side: index } };
  });
  const [first, second] = charts;
  const key = [{ text: "Strong bars together: the framed chance.", tone: "quiet" }];
  const foot = [...new Set(charts.map((chart) => chart.foot))].join(" ");
  const [title, question] = ["title", "question"].map((part) => [first[part], second[part]]);
  return { title: title.join("; "), question: question.join("\n"), key, panels, foot };
}

/// Returns a table of the counts of a chart.
export function table(chart) {
  const shown = chart.panels.flatMap(({ counts }) => (counts ? [counts] : []));
  const columns = shown.flatMap(({ name, series }) =>
    series.flatMap(({ exactly, reached, row }) => [
      [name, "exactly", exactly],
      [name, row, reached],
    ]),
  );
  const [{ counted, counts }] = shown;
  const cells = (kind, scope, texts) =>
    texts.map((text) => element(kind, scope && { scope }, text));
  const head = columns.map(([name, what]) => (name ? `${name}: ${what}` : what));
  const rows = columns[0][2].map((_, index) =>
    element(
      "tr",
      {},
      ...cells("th", "row", [String(counts.start + index)]),
      ...cells(
        "td",
        undefined,
        columns.map(([, , values]) => `${wholePercent(values[index])} %`),
      ),
    ),
  );
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...cells("th", "col", [counted, ...head]))),
    element("tbody", {}, ...rows),
  );
}

/// Shows the contributions and sensitivities of an answer that has them.
export function showContributions({ contributions, sensitivity }) {
  const signed = (value) =>
    value === undefined ? "" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
  const rows = [
    ...(contributions ?? []).map((part) => [`${part.what} (${part.side})`, part]),
    ...(sensitivity ?? []).map((part) => [
      `${part.what} ${part.from} → ${part.to} (${part.side})`,
      part,
    ]),
  ];
  byId("contributions")
    .querySelector("div")
    .replaceChildren(
      element(
        "table",
        { class: "texts" },
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ...["part", "wounds", "own wounds"].map((name) =>
              element("th", { scope: "col" }, name),
            ),
          ),
        ),
        element(
          "tbody",
          {},
          ...rows.map(([name, part]) =>
            element(
              "tr",
              {},
              element("th", { scope: "row" }, name),
              element("td", {}, signed(part.wounds)),
              element("td", {}, signed(part.own_wounds)),
            ),
          ),
        ),
      ),
    );
}

/// Returns the notes of answers: the method, the rules, and abilities that are not counted.
export function notes(answers) {
  const answer = answers[0] ?? {};
  return [
    [method(answer), rules(answer)].filter(Boolean).join(" "),
    `Not counted: ${notCounted(answers)}.`,
    ...new Set(answers.flatMap((one) => one.notes ?? [])),
  ];
}

function method({ engine, trials }) {
  if (engine === undefined) return "";
  return engine === "exact" ? "Computed exactly." : `Rolled ${trials} times (${engine}).`;
}

function rules({ rules, edition }) {
  if (!rules) return edition ? `Rules ${edition}.` : "";
  const cards = rules.cards.length ? `, cards of ${rules.cards.join(" and ")}` : "";
  return `Rules ${rules.edition}${cards}.`;
}

function notCounted(answers) {
  const abilities = answers
    .flatMap((one) => one.not_modelled ?? [])
    .map((one) => (one.ability ? `${one.ability} (${one.unit})` : String(one)));
  const unique = [...new Set(abilities)];
  if (!unique.length) return "nothing";
  return (
    unique.slice(0, 12).join(", ") + (unique.length > 12 ? `, and ${unique.length - 12} more` : "")
  );
}

/// Returns under which condition an answer holds, and how lucky a roll was.
export function terms(answer) {
  const { given, luck = [] } = [answer].flat()[0];
  return [
    ...(given ? [`Given ${inWords(given.condition)} (${percent(given.p)})`] : []),
    ...luck.map(
      ({ rolled, unit, expected, percentile }) =>
        `Rolled ${rolled} ${inWords(unit)}: luckier than ${percent(percentile)} of such rolls, ` +
        `${expected.toFixed(2)} expected`,
    ),
  ];
}

const SIGNS = { ">=": "≥", "<=": "≤" };
/// Writes a condition or the name of a result in words: "wounds ≥ 6", "panic failed = 1".
const inWords = (text) =>
  text
    .replaceAll("_", " ")
    .replaceAll(/\s*(>=|<=|[<>=])\s*/g, (_, sign) => ` ${SIGNS[sign] ?? sign} `);
