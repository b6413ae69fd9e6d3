// Any answer as tables, for questions that no tab shows: headline, situation, quantities, events, distribution.

import { atLeast, element, percent } from "./page.js";

/// Counts less likely than this, at both ends, get no row.
const NEGLIGIBLE = 0.0005;
/// Which of a matrix's values leads, by the name of its metric.
const METRICS = {
  "wounds": "mean_wounds", "per-point": "wounds_per_point", "destroyed": "p_destroyed", "at-least": "p_at_least",
  "wins": "p_wins", "left": "mean_left", "enemy-left": "mean_enemy_left",
};

const words = (name) => name.replaceAll("_", " ");
const decimal = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
const signed = (value) => (value > 0 ? "+" : "") + decimal(value).replace("-", "−");
/// A number by the name that it has in the answer.
const number = (name, value) => (name.startsWith("p_") && typeof value === "number" ? percent(value) : decimal(value));

/// The shapes of answers: how each is recognised, headed and shown.
const SHAPES = [
  { is: (found) => Array.isArray(found), title: (found) => found[0]?.subject ?? "no answer", parts: several },
  { is: (found) => found.quantities, title: heading, parts: one },
  { is: (found) => found.matchups, title: ({ name }) => name, parts: compared },
  { is: (found) => found.values, title: ({ name }) => name, parts: matrix },
  { is: (found) => found.attachments, title: ({ name }) => name, parts: attachments },
  { is: () => true, title: ({ kind }) => kind ?? "answer", parts: (found) => [element("pre", {}, JSON.stringify(found, null, 1))] },
];
const shape = (found) => SHAPES.find(({ is }) => is(found));

function heading({ subject, situation }) {
  return subject.includes(" ") || !situation ? subject : situation;
}

/// What an answer is about.
export const title = (found) => shape(found).title(found);

/// Shows an answer in a place, and returns it as a line.
export function show(place, found) {
  place.hidden = false;
  place.replaceChildren(element("h2", {}, title(found)), ...shape(found).parts(found));
  const lead = found.quantities && leading(found);
  return lead ? `${decimal(found.quantities[lead].mean)} ${words(lead)} on average` : place.querySelector("p")?.textContent ?? "";
}

/// A table that scrolls by itself where it is wider than the page. Cells are texts, the first of a row its head.
function table(caption, head, rows) {
  const cells = (row) => row.map((text, place) => element(place ? "td" : "th", place ? {} : { scope: "row" }, text));
  const made = element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head.map((text) => (text ? element("th", { scope: "col" }, text) : element("td"))))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))));
  return element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": caption }, made);
}

const paragraphs = (...texts) => texts.filter(Boolean).map((text) => element("p", {}, text));

/// The settings of a question that are not the usual ones.
const settings = (all) => Object.entries(all ?? {}).map(([name, value]) => `${words(name)} ${value === true ? "" : [value].flat().join(", ")}`.trim());

// ---- one question ----

const leading = ({ quantities }) => ["wounds", "attacks"].find((name) => name in quantities) ?? Object.keys(quantities)[0];

function one(answer) {
  const { subject, situation, quantities, events } = answer;
  const lead = leading(answer);
  const told = situation === heading(answer) ? "" : situation || subject;
  const parts = paragraphs(told, settings(answer.case).join(", "));
  if (lead) parts.push(table("Quantities", ["", "mean", "sd", "median", "5–95%"], Object.entries(quantities).map(quantity)));
  if (Object.keys(events).length) parts.push(table("Events", ["", "chance"], Object.entries(events).map(([name, { p }]) => [words(name), percent(p)])));
  if (lead) parts.push(distribution(lead, quantities[lead].pmf));
  return parts;
}

/// The least count of which that share of the probability lies at it or below.
function quantile(pmf, share) {
  let sum = 0;
  const found = pmf.findIndex((p) => (sum += p) >= share);
  return String(found < 0 ? pmf.length - 1 : found);
}

const quantity = ([name, { mean, sd, pmf }]) =>
  [words(name), decimal(mean), decimal(sd), quantile(pmf, 0.5), `${quantile(pmf, 0.05)}–${quantile(pmf, 0.95)}`];

function distribution(name, pmf) {
  const seen = pmf.map((p, count) => ({ p, count })).filter(({ p }) => p >= NEGLIGIBLE);
  const rows = seen.map(({ p, count }) => [String(count), percent(p), percent(Math.min(atLeast(pmf, count), 1))]);
  return table(`Distribution of ${words(name)}`, [words(name), "exactly", "at least"], rows);
}

// ---- several questions ----

function several(answers) {
  const quantities = [...new Set(answers.flatMap((answer) => Object.keys(answer.quantities)))];
  const events = [...new Set(answers.flatMap((answer) => Object.keys(answer.events)))];
  const rows = answers.map((answer) => [
    answer.option ?? varied(answer, answers) ?? answer.name,
    ...quantities.map((name) => decimal(answer.quantities[name]?.mean)),
    ...events.map((name) => (answer.events[name] ? percent(answer.events[name].p) : "–")),
  ]);
  const shared = settings(answers[0]?.case).filter((text) => answers.every((answer) => settings(answer.case).includes(text)));
  return [...paragraphs(shared.join(", ")), table("Means and chances", ["", ...[...quantities, ...events].map(words)], rows)];
}

/// What sets one answer apart from the others.
function varied(answer, answers) {
  const own = settings(answer.case).filter((text) => !answers.every((other) => settings(other.case).includes(text)));
  return own.join(", ") || undefined;
}

// ---- whole fields ----

/// How a field was asked.
const terms = ({ weapons, duel, terms: all }) => [
  weapons, duel && `duels of ${duel.rounds} rounds, the ${duel.first === "a" ? "attacker" : "defender"} strikes first`, ...settings(all),
].filter(Boolean).join("; ");

function matrix(found) {
  const name = METRICS[found.metric] ?? Object.keys(found.values)[0];
  const rows = found.attackers.map((attacker, row) =>
    [attacker.name, ...found.values[name][row].map((value) => number(name, value))]);
  const caption = `${words(name).replace(/^p /, "chance: ")}, a row for each attacker`;
  return [...paragraphs(terms(found)), table(caption, ["attacker", ...found.defenders.map((defender) => defender.name)], rows)];
}

function compared(found) {
  const [a, b] = found.attackers.map(({ name }) => name);
  const { better, measure, mean_difference: difference } = found;
  const value = (side) => side[measure === "per-point" ? "wounds_per_point" : "mean_wounds"];
  const odds = (matchup) => (measure === "per-point" ? matchup.odds_per_point : undefined) ?? matchup.odds;
  const rows = found.matchups.map((one) => [
    one.defender.name, decimal(value(one.a)), decimal(value(one.b)), signed(one.difference),
    ...["more", "same", "less"].map((name) => percent(odds(one)[name])),
  ]);
  const score = better && `Better: ${a} against ${better.a}, ${b} against ${better.b}, neither against ${better.neither}; mean difference ${signed(difference)}`;
  return [
    ...paragraphs(score, terms(found)),
    table(`Wounds${measure === "per-point" ? " per point" : ""}`, ["defender", a, b, "difference", `${a} does more`, "the same", `${b} does more`], rows),
  ];
}

function attachments(found) {
  const rows = found.attachments.map(({ name, cost, adds, per_point: each }) =>
    [name, cost === null ? "–" : String(cost), signed(adds.dealt), signed(adds.suffered), signed(adds.net), signed(each)]);
  const alone = `Alone it deals ${decimal(found.alone.dealt)} and suffers ${decimal(found.alone.suffered)} wounds`;
  return [...paragraphs(alone, terms(found)), table("What each adds", ["attachment", "cost", "dealt", "suffered", "adds", "per point"], rows)];
}
