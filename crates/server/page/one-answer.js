// Tables of the answer to one question.

import { words, decimal, signed, table, paragraphs, settings } from "./cells.js";
import { atLeast, element, percent } from "./page.js";

/// Counts at both ends with a probability below this get no row.
const NEGLIGIBLE = 0.0005;

/// Returns the name of the quantity that leads an answer: the first that is not certain, those that
/// charts lead with before others; undefined if a run was stopped at once.
export const leading = ({ leads, quantities }) => {
  const names = [...leads, ...Object.keys(quantities)].filter((name) => name in quantities);
  return names.find((name) => quantities[name].sd > 0) ?? names[0];
};

export function singleAnswer(answer) {
  const { subject, situation, quantities, events, given } = answer;
  const lead = leading(answer);
  const description = situation === heading(answer) ? "" : situation || subject;
  const parts = paragraphs(description, settings(answer.case).join(", "), condition(answer));
  if (given?.changes.length) parts.push(changeTable(given.changes));
  if (lead)
    parts.push(
      table(
        "Quantities",
        ["", "mean", "median", "90% interval"],
        Object.entries(quantities).map(quantity),
      ),
    );
  if (Object.keys(events).length) parts.push(eventTable(events));
  if (lead) {
    const summary = element("summary", {}, "Table of all probabilities");
    parts.push(element("details", {}, summary, distribution(lead, quantities[lead].pmf)));
  }
  return parts;
}

/// Shows the changes that reach a needed chance.
export function need({ need: { what, wanted, now, reached_by: reached, best } }) {
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
    ["", "usually", "given", "change, in standard deviations"],
    changes.map(({ result, without, given, standardized }) => [
      words(result),
      decimal(without),
      decimal(given),
      signed(standardized),
    ]),
  );

export function battle({ mode, games, quantities, events }) {
  const rows = Object.entries(quantities).map(([name, { mean, sd }]) => [
    words(name),
    decimal(mean),
    decimal(sd),
  ]);
  return [
    ...paragraphs(`${mode.replaceAll("-", " ")}, ${games} battles`),
    eventTable(events),
    table("Quantities", ["", "mean", "standard deviation"], rows),
  ];
}

const resultRow = ({ label, value, is_event: isEvent }) => [
  label,
  isEvent ? (value ? "yes" : "no") : String(value),
];

/// Shows one resolution; dice that succeed are in brackets.
export function resolution({ seed, steps, results, ...trace }) {
  const die = (needed) => (face) => (needed && face >= needed ? `[${face}]` : face);
  const rows = steps.map(({ rule, step, dice, needed, symbols, value }) => [
    rule,
    needed ? `${step} on ${needed}+` : step,
    dice ? dice.map(die(needed)).join(" ") : (symbols?.join(", ") ?? String(value)),
  ]);
  return [
    ...paragraphs(condition(trace)),
    table(`One resolution, seed ${seed}`, ["rule", "step", "result"], rows),
    table("Result", ["", ""], results.map(resultRow)),
  ];
}

/// Shows how lucky each roll of a game was, and all that count the same together.
export function luck({ rolls, totals }) {
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

const quantity = ([name, { mean, pmf }]) => [
  words(name),
  decimal(mean),
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

/// Returns the title of one question.
export function heading({ subject, situation }) {
  return subject.includes(" ") || !situation ? subject : situation;
}
