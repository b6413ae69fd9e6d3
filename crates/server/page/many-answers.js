// Tables of several questions, and of questions about many units.

import { words, decimal, signed, formatted, table, paragraphs, settings } from "./cells.js";
import { valuesOf } from "./heat.js";
import { percent } from "./page.js";

export function severalAnswers(answers) {
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

export function matrix(answer) {
  const name = valuesOf(answer);
  const rows = answer.attackers.map((attacker, row) => [
    attacker.out_of_reach ? `${attacker.name} (out of reach)` : attacker.name,
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

export function comparison(answer) {
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
    `One attack each: ${a} better in ${better.a} matchups, ${b} in ${better.b}, ` +
      `about equal in ${better.about_equal}, too close to call in ${better.neither}; ` +
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
  trade: "Points destroyed minus points lost",
};

export function ranking(answer) {
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

export function army({ parts, measure }) {
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

export function ratings({ units }) {
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
      "Units by strength in melee",
      ["", "cost", "wins", "rating", "above its cost", "in the mix"],
      rows,
    ),
  ];
}

export function attachments(answer) {
  const chances = requested(answer);
  // those that add nothing in this situation say in which they count
  const elsewhere = answer.attachments.some(({ counts }) => counts.length) ? ["counts"] : [];
  const rows = answer.attachments.map(({ name, cost, adds, per_point: each, with: own, counts }) => [
    name,
    cost === null ? "–" : String(cost),
    signed(adds.dealt),
    signed(adds.suffered),
    signed(adds.net),
    signed(each),
    ...chances.map(() => percent(own.chance)),
    ...elsewhere.map(() => counts.join(", ")),
  ]);
  const { dealt, suffered } = answer.alone;
  const baseline = `Without attachments: ${decimal(dealt)} wounds dealt, ${decimal(suffered)} suffered`;
  return [
    ...paragraphs(baseline, terms(answer)),
    table(
      "What each attachment adds",
      ["attachment", "cost", "dealt", "suffered", "net", "per point", ...chances, ...elsewhere],
      rows,
    ),
  ];
}
