// Tables for answers that have no tab: title, situation, quantities, events, distribution.

import { draw, framed } from "./chart.js";
import { valuesOf } from "./heat.js";
import { atLeast, element, percent } from "./page.js";
import { numbers as stripNumbers, strips } from "./strips.js";
import { showNumbers } from "./views.js";

/// Counts at both ends with a probability below this get no row.
const NEGLIGIBLE = 0.0005;
/// Whether a panel fits the page: its numbers would be too small in a larger table of colours.
const isReadable = ({ heat }) => !heat || heat.columns.length <= 30;

const words = (name) => name.replaceAll("_", " ");
const decimal = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
const signed = (value) => (value > 0 ? "+" : "") + decimal(value).replace("-", "−");
/// Formats a value by its name in the answer.
const formatted = (name, value) =>
  name.startsWith("p_") && typeof value === "number" ? percent(value) : decimal(value);

/// The shapes of answers, each with a test, a title and its parts.
const SHAPES = [
  {
    is: (answer) => Array.isArray(answer) && answer.some(({ quantities }) => !quantities),
    title: (answers) => `${answers[0].kind}: ${answers.length} cases`,
    parts: (answers) =>
      answers.flatMap((one) => [element("h3", {}, title(one)), ...shape(one).parts(one)]),
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
    parts: strips,
    numbers: stripNumbers,
  },
  { is: (answer) => answer.quantities, title: heading, parts: singleAnswer },
  { is: (answer) => answer.matchups, title: ({ name }) => name, parts: comparison },
  { is: (answer) => answer.values, title: ({ name }) => name, parts: matrix },
  { is: (answer) => answer.steps, title: ({ subject }) => subject, parts: resolution },
  { is: (answer) => answer.rolls, title: () => "Luck", parts: luck },
  { is: (answer) => answer.attachments, title: ({ name }) => name, parts: attachments },
  { is: (answer) => answer.against, title: ({ name }) => name, parts: ranking },
  { is: (answer) => answer.parts, title: ({ name }) => name, parts: army },
  { is: (answer) => answer.units, title: () => "Ratings", parts: ratings },
  {
    is: () => true,
    title: ({ kind }) => kind ?? "answer",
    parts: (answer) => [element("pre", {}, JSON.stringify(answer, null, 1))],
  },
];
const shape = (answer) => SHAPES.find(({ is }) => is(answer));

function heading({ subject, situation }) {
  return subject.includes(" ") || !situation ? subject : situation;
}

/// Returns the title of an answer.
export const title = (answer) => shape(answer).title(answer);

/// Shows an answer in a container, after its charts. Returns its summary in one line.
export function show(container, answer, charts) {
  container.hidden = false;
  const drawn = charts.filter(({ panels }) => panels.every(isReadable));
  // what leads comes before the charts
  const isFirst = shape(answer).numbers !== undefined;
  const figures = drawn.map((_, index) => element("figure", { id: `chart-of-${index}` }));
  container.replaceChildren(
    element("h2", {}, title(answer)),
    ...(isFirst ? [] : figures),
    ...shape(answer).parts(answer),
    ...(isFirst ? figures : []),
  );
  // once they are in the page: they fill its width
  figures.forEach((figure, index) => draw(figure, drawn[index]));
  const single = drawn.length && drawn[0].panels.length === 1 && drawn[0].panels[0].counts;
  if (single && framed(drawn[0]) !== undefined) selectable(figures[0], drawn[0], answer);
  const lead = answer.quantities && leading(answer);
  const { numbers } = shape(answer);
  if (numbers) numbers(answer);
  else if (lead) showNumbers(keyNumbers(lead, answer, drawn[0] && framed(drawn[0])));
  return lead
    ? `${decimal(answer.quantities[lead].mean)} ${words(lead)} on average`
    : (container.querySelector(":scope > p")?.textContent ?? "");
}

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

/// Returns a table that scrolls if it is wider than the page. The first cell of a row is its
/// heading.
function table(caption, head, rows) {
  const cells = (row) =>
    row.map((text, index) => element(index ? "td" : "th", index ? {} : { scope: "row" }, text));
  const created = element(
    "table",
    {},
    element("caption", {}, caption),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...head.map((text) => (text ? element("th", { scope: "col" }, text) : element("td"))),
      ),
    ),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
  );
  return element(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": caption },
    created,
  );
}

const paragraphs = (...texts) => texts.filter(Boolean).map((text) => element("p", {}, text));

/// Describes the non-default settings of a question.
const settings = (values) =>
  Object.entries(values ?? {}).map(([name, value]) =>
    `${words(name)} ${value === true ? "" : [value].flat().join(", ")}`.trim(),
  );

// ---- one question ----

/// Quantities that lead an answer.
const LEADS = ["wounds", "figures_lost", "damage", "attacks"];
/// Returns the name of the quantity that leads.
export const leadOf = (quantities) =>
  LEADS.find((name) => name in quantities) ?? Object.keys(quantities)[0];
const leading = ({ quantities }) => leadOf(quantities);

function singleAnswer(answer) {
  const { subject, situation, quantities, events, given } = answer;
  const lead = leading(answer);
  const description = situation === heading(answer) ? "" : situation || subject;
  const parts = paragraphs(description, settings(answer.case).join(", "), condition(answer));
  if (given?.changes.length) parts.push(changeTable(given.changes));
  if (lead)
    parts.push(
      table(
        "Quantities",
        ["", "mean", "sd", "median", "90% interval"],
        Object.entries(quantities).map(quantity),
      ),
    );
  if (Object.keys(events).length) parts.push(eventTable(events));
  if (answer.need) parts.push(...need(answer.need));
  if (lead) {
    const summary = element("summary", {}, "Table of all probabilities");
    parts.push(element("details", {}, summary, distribution(lead, quantities[lead].pmf)));
  }
  return parts;
}

/// Shows the changes that reach a needed chance.
function need({ what, wanted, now, reached_by: reached, best }) {
  const rows = [...reached, ...(best ? [best] : [])].map(({ changes, points, p }) => [
    changes.join(", and "),
    String(points),
    percent(p),
  ]);
  const described = `Needed: ${percent(wanted)} for ${what}, now ${percent(now)}`;
  if (!rows.length) return paragraphs(described);
  const title = best ? `${described}; out of reach, at best` : described;
  return [table(title, ["change", "points", "chance"], rows)];
}

const eventTable = (events) =>
  table(
    "Events",
    ["", "probability"],
    Object.entries(events).map(([name, { p }]) => [words(name), percent(p)]),
  );

/// Describes the condition of an answer.
const condition = ({ given }) =>
  given && `The condition ${given.condition} has a probability of ${percent(given.p)}.`;

/// Shows the steps that a condition changes.
const changeTable = (changes) =>
  table(
    "What did it",
    ["", "usually", "given", "change in sd"],
    changes.map(({ result, without, given, standardized }) => [
      words(result),
      decimal(without),
      decimal(given),
      signed(standardized),
    ]),
  );

function battle({ mode, games, quantities, events }) {
  const rows = Object.entries(quantities).map(([name, { mean, sd }]) => [
    words(name),
    decimal(mean),
    decimal(sd),
  ]);
  return [
    ...paragraphs(`${mode.replaceAll("-", " ")}, ${games} battles`),
    eventTable(events),
    table("Quantities", ["", "mean", "sd"], rows),
  ];
}

/// Shows one resolution; dice that succeed are in brackets.
function resolution({ seed, steps, ...trace }) {
  const die = (needed) => (face) => (needed && face >= needed ? `[${face}]` : face);
  const rows = steps.map(({ rule, step, dice, needed, symbols, value }) => [
    rule,
    needed ? `${step} on ${needed}+` : step,
    dice ? dice.map(die(needed)).join(" ") : (symbols?.join(", ") ?? String(value)),
  ]);
  return [
    ...paragraphs(condition(trace)),
    table(`One resolution, seed ${seed}`, ["rule", "step", "result"], rows),
  ];
}

/// Shows how lucky each roll of a game was, and all that count the same together.
function luck({ rolls, totals }) {
  const rows = rolls.map(({ by_enemy: enemy, kind, subject, quantity, ...roll }) => [
    `${enemy ? "enemy " : ""}${kind}: ${subject}, ${words(quantity)}`,
    String(roll.rolled),
    decimal(roll.expected),
    percent(roll.percentile),
  ]);
  const sums = totals.map(({ unit, gained, percentile }) => [
    `all ${unit}`,
    signed(gained),
    "–",
    percent(percentile),
  ]);
  return [table("Rolls", ["", "rolled", "expected", "luckier than"], [...sums, ...rows])];
}

/// Returns the smallest count k with P(at most k) ≥ share.
function quantile(pmf, share) {
  let sum = 0;
  const count = pmf.findIndex((p) => (sum += p) >= share);
  return String(count < 0 ? pmf.length - 1 : count);
}

const quantity = ([name, { mean, sd, pmf }]) => [
  words(name),
  decimal(mean),
  decimal(sd),
  quantile(pmf, 0.5),
  `${quantile(pmf, 0.05)}–${quantile(pmf, 0.95)}`,
];

function distribution(name, pmf) {
  const shown = pmf.map((p, count) => ({ p, count })).filter(({ p }) => p >= NEGLIGIBLE);
  const rows = shown.map(({ p, count }) => [
    String(count),
    percent(p),
    percent(Math.min(atLeast(pmf, count), 1)),
  ]);
  return table(`Distribution of ${words(name)}`, [words(name), "exactly", "at least"], rows);
}

// ---- several questions ----

function severalAnswers(answers) {
  const quantities = [...new Set(answers.flatMap((answer) => Object.keys(answer.quantities)))];
  const events = [...new Set(answers.flatMap((answer) => Object.keys(answer.events)))];
  const points = answers.some((answer) => answer.points) ? ["destroyed", "lost"] : [];
  const changes = answers.some((answer) => answer.card) ? ["wounds", "own_wounds"] : [];
  const rows = answers.map((answer) => [
    answer.option ?? differences(answer, answers) ?? answer.name,
    ...points.map((side) => decimal(answer.points?.[side])),
    ...changes.map((name) => (answer.card ? signed(answer.card[name]) : "")),
    ...quantities.map((name) => decimal(answer.quantities[name]?.mean)),
    ...events.map((name) => (answer.events[name] ? percent(answer.events[name].p) : "–")),
  ]);
  const shared = settings(answers[0]?.case).filter((text) =>
    answers.every((answer) => settings(answer.case).includes(text)),
  );
  return [
    ...paragraphs(shared.join(", ")),
    table(
      "Means and probabilities",
      [
        "",
        ...points.map((side) => `points ${side}`),
        ...changes.map((name) => `± ${words(name)}`),
        ...[...quantities, ...events].map(words),
      ],
      rows,
    ),
  ];
}

/// Describes the settings in which an answer differs from the others.
function differences(answer, answers) {
  const different = settings(answer.case).filter(
    (text) => !answers.every((other) => settings(other.case).includes(text)),
  );
  return different.join(", ") || undefined;
}

// ---- many units ----

/// Describes the length of duels; an odd number of attacks ends within a round.
const duels = ({ rounds, activations }) =>
  activations % 2 ? `duels of ${activations} attacks` : `duels of ${rounds} rounds`;

/// Describes the terms of a question about many units.
const terms = ({ weapons, duel, terms: values }) =>
  [
    weapons,
    duel && `${duels(duel)}, ${duel.first === "a" ? "attacker" : "defender"} goes first`,
    ...settings(values),
  ]
    .filter(Boolean)
    .join("; ");

function matrix(answer) {
  const name = valuesOf(answer);
  const rows = answer.attackers.map((attacker, row) => [
    attacker.name,
    ...answer.values[name][row].map((value) => formatted(name, value)),
  ]);
  const metric = words(name).replace(/^p /, "probability: ");
  const caption = `${metric}; rows are attackers, columns defenders`;
  return [
    ...paragraphs(terms(answer)),
    table(caption, ["attacker", ...answer.defenders.map((defender) => defender.name)], rows),
  ];
}

/// Returns the heading of the chance of the requested numbers of wounds, alone in a list; an empty
/// list if none are requested.
function requested({ at_least: low, at_most: high }) {
  if (low === undefined && high === undefined) return [];
  if (high === undefined) return [`at least ${low}`];
  return [low === undefined ? `at most ${high}` : `${low} to ${high}`];
}

function comparison(answer) {
  const [a, b] = answer.attackers.map(({ name }) => name);
  const { better, measure, mean_difference: difference } = answer;
  const value = (side) => side[measure === "per-point" ? "wounds_per_point" : "mean_wounds"];
  const odds = (matchup) =>
    (measure === "per-point" ? matchup.odds_per_point : undefined) ?? matchup.odds;
  const chances = requested(answer);
  const rows = answer.matchups.map((matchup) => [
    matchup.defender.name,
    decimal(value(matchup.a)),
    decimal(value(matchup.b)),
    signed(matchup.difference),
    ...["more", "same", "less"].map((name) => percent(odds(matchup)[name])),
    ...chances.flatMap(() => [matchup.a, matchup.b].map(({ chance }) => percent(chance))),
  ]);
  const score =
    better &&
    `Better against: ${a} ${better.a}, ${b} ${better.b}, about equal ${better.about_equal}, ` +
      `undecided ${better.neither}; ` +
      `mean difference ${signed(difference)}`;
  return [
    ...paragraphs(score, terms(answer)),
    table(
      `Wounds${measure === "per-point" ? " per point" : ""}`,
      ["defender", a, b, "difference", `more by ${a}`, "equal", `more by ${b}`].concat(
        chances.flatMap((counts) => [`${counts} by ${a}`, `${counts} by ${b}`]),
      ),
      rows,
    ),
  ];
}

/// The measures of a comparison of several units.
const MEASURES = {
  wounds: "Expected wounds",
  "per-point": "Expected wounds per point",
  duel: "Share of duels won",
  survive: "Expected attacks withstood",
  trade: "Points destroyed less points lost",
};

function ranking(answer) {
  const { units, against, measure } = answer;
  const chances = requested(answer);
  const format = measure === "duel" ? percent : measure === "trade" ? signed : decimal;
  const rows = units.map(({ name, cost, value, best_against: best, chance }) => [
    name,
    String(cost ?? "–"),
    format(value),
    `${best} of ${against.length}`,
    ...chances.map(() => percent(chance)),
  ]);
  return [table(MEASURES[measure], ["", "cost", "mean", "best against", ...chances], rows)];
}

function army({ parts, measure }) {
  const named = ({ name, unit }) => (unit ? `${name} of ${unit}` : name);
  const rows = parts.map((one) => [
    named(one),
    String(one.cost),
    signed(one.points),
    one.per_point === null ? "–" : signed(one.per_point),
  ]);
  const swaps = parts
    .flatMap((one) => one.swaps.better.map((swap) => [one, swap]))
    .sort(([, one], [, other]) => other.gain - one.gain)
    .slice(0, 10)
    .map(([one, { name, gain }]) => [named(one), name ?? "no attachment", signed(gain)]);
  const tables = [table(measure, ["", "cost", "points", "per point"], rows)];
  if (swaps.length)
    tables.push(table("The swaps that gain most", ["in place of", "take", "gain"], swaps));
  return tables;
}

function ratings({ units }) {
  const rating = (value) => (value === null ? "–" : signed(Math.round(value)).replace(".00", ""));
  const rows = units.map(({ name, cost, wins, rating: own, above_cost: above, share }) => [
    name,
    String(cost ?? "–"),
    percent(wins),
    rating(own),
    rating(above),
    share ? percent(share) : "–",
  ]);
  return [
    table(
      "Units by strength",
      ["", "cost", "wins", "rating", "above its cost", "in the mix"],
      rows,
    ),
  ];
}

function attachments(answer) {
  const chances = requested(answer);
  const rows = answer.attachments.map(({ name, cost, adds, per_point: each, with: own }) => [
    name,
    cost === null ? "–" : String(cost),
    signed(adds.dealt),
    signed(adds.suffered),
    signed(adds.net),
    signed(each),
    ...chances.map(() => percent(own.chance)),
  ]);
  const { dealt, suffered } = answer.alone;
  const baseline = `Without attachments: ${decimal(dealt)} wounds dealt, ${decimal(suffered)} suffered`;
  return [
    ...paragraphs(baseline, terms(answer)),
    table(
      "What each attachment adds",
      ["attachment", "cost", "dealt", "suffered", "net", "per point", ...chances],
      rows,
    ),
  ];
}
