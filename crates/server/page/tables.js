// Tables for answers that have no tab: title, situation, quantities, events, distribution.

import { decimal, words } from "./cells.js";
import { draw, framed } from "./chart.js";
import * as leads from "./leads.js";
import {
  army,
  attachments,
  comparison,
  matrix,
  ranking,
  ratings,
  severalAnswers,
} from "./many-answers.js";
import { battle, heading, leading, luck, need, resolution, singleAnswer } from "./one-answer.js";
import { atLeast, element, percent } from "./page.js";
import { numbers as stripNumbers, strips } from "./strips.js";
import { showNumbers } from "./views.js";

/// Whether a panel fits the page: its numbers would be too small in a larger table of colours.
const isReadable = ({ heat }) => !heat || heat.columns.length <= 30;

/// The shapes of answers, each with a test, a title, what comes before its charts, and its parts
/// after them.
const SHAPES = [
  {
    is: (answer) => Array.isArray(answer) && answer.some(({ quantities }) => !quantities),
    title: (answers) => `${answers[0].kind}: ${answers.length} cases`,
    parts: (answers) =>
      answers.flatMap((one) => [element("h3", {}, title(one)), ...first(one), ...shape(one).parts(one)]),
  },
  {
    is: (answer) => Array.isArray(answer),
    title: (answer) => answer[0]?.subject ?? "no answer",
    parts: severalAnswers,
  },
  { is: (answer) => answer.armies, title: ({ armies }) => armies.join(" v "), parts: battle },
  {
    is: (answer) => answer.kind === "sequence",
    title: ({ subject }) => subject,
    first: strips,
    parts: () => [],
    numbers: stripNumbers,
  },
  {
    is: (answer) => answer.need,
    title: heading,
    first: need,
    parts: singleAnswer,
    lead: leads.needed,
  },
  { is: (answer) => answer.quantities, title: heading, parts: singleAnswer },
  { is: (answer) => answer.matchups, title: ({ name }) => name, parts: comparison, lead: leads.comparison },
  { is: (answer) => answer.values, title: ({ name }) => name, parts: matrix },
  { is: (answer) => answer.steps, title: ({ subject }) => subject, parts: resolution, lead: leads.resolution },
  { is: (answer) => answer.rolls, title: () => "Luck", parts: luck, lead: leads.luck },
  { is: (answer) => answer.attachments, title: ({ name }) => name, parts: attachments, lead: leads.attachments },
  { is: (answer) => answer.against, title: ({ name }) => name, parts: ranking },
  { is: (answer) => answer.parts, title: ({ name }) => name, parts: army, lead: leads.army },
  { is: (answer) => answer.units, title: () => "Ratings", parts: ratings, lead: leads.ratings },
  {
    is: () => true,
    title: ({ kind }) => kind ?? "answer",
    parts: (answer) => [element("pre", {}, JSON.stringify(answer, null, 1))],
  },
];
const shape = (answer) => SHAPES.find(({ is }) => is(answer));
/// Returns what comes before the charts of an answer.
const first = (answer) => shape(answer).first?.(answer) ?? [];

/// Returns the title of an answer.
export const title = (answer) => shape(answer).title(answer);

/// Shows an answer in a container, after its charts. Returns its summary in one line.
export function show(container, answer, charts) {
  container.hidden = false;
  const drawn = charts.filter(({ panels }) => panels.every(isReadable));
  const figures = drawn.map((_, index) => element("figure", { id: `chart-of-${index}` }));
  container.replaceChildren(
    element("h2", {}, title(answer)),
    ...first(answer),
    ...figures,
    ...shape(answer).parts(answer),
  );
  // once they are in the page: they fill its width
  figures.forEach((figure, index) => draw(figure, drawn[index]));
  const lead = answer.quantities && leading(answer);
  const { numbers, lead: leadOf } = shape(answer);
  const single = drawn.length && drawn[0].panels.length === 1 && drawn[0].panels[0].counts;
  if (single && !leadOf && framed(drawn[0]) !== undefined) selectable(figures[0], drawn[0], answer);
  if (numbers) numbers(answer);
  else if (leadOf) showLead(leadOf(answer));
  else if (lead) showNumbers(keyNumbers(lead, answer, drawn[0] && framed(drawn[0])));
  return lead
    ? `${decimal(answer.quantities[lead].mean)} ${words(lead)} on average`
    : (container.querySelector(":scope > p")?.textContent ?? "");
}

/// Shows the numbers that lead, names among them in a smaller size.
const showLead = (numbers) =>
  showNumbers(numbers, /^[a-z]/i.test(numbers[0]?.values[0]) ? "words" : "");

/// Lets a chart select the count of "k or more", which is one of the numbers.
function selectable(figure, chart, answer, selected = framed(chart)) {
  const lead = answer.quantities && leading(answer);
  const onSelect = (k) => {
    selectable(figure, chart, answer, k);
    if (lead) showNumbers(keyNumbers(lead, answer, k));
  };
  draw(figure, chart, { selected, onSelect });
}

/// Returns the mean of the leading quantity and the first chances of an answer.
const keyNumbers = (lead, { quantities, events }, k) => [
  { values: [decimal(quantities[lead].mean)], label: `${words(lead)}, on average` },
  ...(k === undefined
    ? []
    : [{ values: [percent(atLeast(quantities[lead].pmf, k))], label: `${k} or more`, side: "a" }]),
  ...Object.entries(events)
    .slice(0, 2)
    .map(([name, { p }], place) => ({
      values: [percent(p)],
      label: words(name),
      side: place || k !== undefined ? undefined : "a",
    })),
];
