// The answers of the tabs: numbers, charts, tables and notes.

import { draw, framed } from "./chart.js";
import { cost, nameOf } from "./cards.js";
import { atLeast, byId, element, percent } from "./page.js";

/// The k of "k or more" for an answer that no chart shows.
const K = 4;

const decimal = (value) => value.toFixed(2);
const mean = (quantity) => decimal(quantity.mean);

/// Shows the key numbers, the first of which leads: each has a label and a value for each attacker;
/// `side` colours a single value.
export function showNumbers(numbers, kind = "") {
  const isTwo = numbers.some(({ values }) => values.length > 1);
  byId("numbers").dataset.kind = isTwo ? "two" : numbers.length > 3 ? "four" : kind;
  byId("numbers").replaceChildren(
    ...numbers.map(({ values, label, side, unit, id }) =>
      element(
        "div",
        {},
        ...values.map((value, place) => {
          const colour = isTwo ? ["a", "b"][place] : side;
          return element(
            "strong",
            { class: colour, id },
            value,
            ...(unit ? [element("small", {}, unit)] : []),
          );
        }),
        element("span", {}, label),
      ),
    ),
  );
}

/// Draws a distribution, if there is one, with its table. Returns the selected k; `onSelect` is
/// called with another one.
export function showCounts(figure, chart, selected, onSelect) {
  const k = selected ?? (chart && framed(chart)) ?? K;
  if (chart?.panels[0].counts) {
    draw(figure, chart, { selected, onSelect });
    byId("table").hidden = false;
    byId("table").ontoggle = () => showTable(chart);
    showTable(chart);
  }
  return k;
}

/// Fills the table of a chart once it is open.
async function showTable(chart) {
  const { open } = byId("table");
  if (open)
    byId("table")
      .querySelector("div")
      .replaceChildren((await import("./details.js")).table(chart));
}

/// Returns the mean wounds for each point of an attacker, attachments included.
const perPoint = ({ answer, id, attached }) => {
  const points = cost(id, attached);
  return points ? decimal(answer.quantities.wounds.mean / points) : "–";
};

/// The numbers of a larger table of colours would be too small.
const MAX_COLUMNS = 30;

/// Returns whether a tab can draw an answer; others are shown as tables.
export function canDraw({ question: { tab, group }, answer }) {
  const columns = group ? MAX_COLUMNS : Infinity;
  if (tab === "field") return answer.values !== undefined && answer.defenders.length <= columns;
  if (tab === "options") return Array.isArray(answer) && answer.every((one) => one.option);
  if (tab === "duel") return answer.events?.a_destroyed !== undefined;
  return (
    answer.quantities?.wounds !== undefined &&
    (tab !== "charge" || answer.events.reached !== undefined)
  );
}

/// Draws an attack, and that of a second attacker for comparison. Returns its summary in one line.
export function attack({ question, answer, charts, other, odds }, onSelect) {
  const attackers = [
    {
      name: firstName(question),
      answer,
      id: question.first,
      attached: question.fields.get("attacker_with") ?? [],
    },
  ];
  if (other)
    attackers.push({ name: nameOf(question.or), answer: other, id: question.or, attached: [] });
  const k = showCounts(byId("chart"), charts[0], question.k, onSelect);
  const chance = (answer) => percent(atLeast(answer.quantities.wounds.pmf, k));
  const answers = attackers.map(({ answer }) => answer);
  showNumbers([
    {
      values: answers.map((one) => mean(one.quantities.wounds)),
      label: "wounds dealt, on average",
    },
    { values: answers.map(chance), label: `${k} or more`, side: "a" },
    ...ownWoundsNumber(answers),
    ...(other ? [{ values: attackers.map(perPoint), label: "wounds per point" }] : []),
    ...(other || answers.some(ownWounds)
      ? []
      : [question.tab === "attack" ? STRUCK : failure(answer)]),
  ]);
  showOwnWounds({ question, answer, other });
  byId("odds").hidden = !odds;
  if (odds)
    byId("odds").textContent =
      `${attackers[0].name}: more wounds in ${percent(odds.more)}, ` +
      `as many in ${percent(odds.same)}, fewer in ${percent(odds.less)}`;
  return attackers
    .map(({ name, answer }) => (other ? `${name}: ` : "") + summary(answer, k, chance(answer)))
    .join("; ");
}

/// The place of what the defender deals in the same round: it is asked for after the answer.
const STRUCK = { values: ["–"], label: "taken when they strike back", side: "b", id: "struck" };

/// Returns the chance to fail the panic test, or without one to be destroyed.
export function failure({ events }) {
  const hasPanic = "panic_failed" in events;
  const { p } = (hasPanic ? events.panic_failed : events.destroyed) ?? { p: 0 };
  return { values: [percent(p)], label: hasPanic ? "fails the panic test" : "destroyed" };
}

const summary = (answer, k, chance) => {
  const own = ownWounds(answer);
  const text = `${mean(answer.quantities.wounds)} wounds on average, ${k} or more ${chance}`;
  return own ? `${text}, ${decimal(own)} own wounds` : text;
};

/// Returns the mean wounds of the attacker itself; 0 if they would round to 0.00.
export function ownWounds({ quantities }) {
  const own = quantities?.own_wounds?.mean ?? 0;
  return own < 0.005 ? 0 : own;
}

/// Returns the attackers' own wounds as a number, or none if there are none.
const ownWoundsNumber = (answers) =>
  answers.some(ownWounds)
    ? [{ values: answers.map((one) => decimal(ownWounds(one))), label: "own wounds", side: "b" }]
    : [];

/// Shows each attacker's own wounds, with their causes once `causes` has the contributions.
export function showOwnWounds({ question, answer, other, causes = [] }) {
  const attackers = [
    [firstName(question), answer, causes[0]],
    [nameOf(question.or), other, causes[1]],
  ];
  const lines = attackers
    .filter(([, answer]) => answer && ownWounds(answer))
    .map(([name, answer, contributions]) => {
      const shares = contributions ? ownWoundsShares(contributions) : [];
      const total = `${name}: ${decimal(ownWounds(answer))} own wounds`;
      return element("p", {}, shares.length ? `${total}, from ${shares.join(", ")}` : total);
    });
  byId("own-wounds").hidden = !lines.length;
  byId("own-wounds").replaceChildren(...lines);
}

/// Describes the causes of own wounds, the largest first; their shares sum to the total.
function ownWoundsShares(contributions) {
  const causes = contributions.filter((cause) => cause.own_wounds_share);
  causes.sort((a, b) => b.own_wounds_share - a.own_wounds_share);
  const side = (cause) => (cause.kind === "rule" ? "" : ` (${cause.side})`);
  return causes.map((cause) => `${cause.what}${side(cause)} ${decimal(cause.own_wounds_share)}`);
}

const firstName = ({ tab, first }) => (tab === "numbers" ? "The attacker" : nameOf(first));

/// Draws a charge, and those from other distances. Returns its summary in one line.
export function charge({ question, answer, charts, range = [] }, onSelect) {
  const distances = range.find(({ panels }) => panels[0].columns);
  if (distances) draw(byId("chart"), distances);
  const k = showCounts(byId("chart-2"), charts[0], question.k, onSelect);
  const chance = percent(atLeast(answer.quantities.wounds.pmf, k));
  showNumbers([
    {
      values: [percent(answer.events.reached.p)],
      label: `arrives from ${question.fields.get("distance")?.[0] ?? ""}″`,
    },
    { values: [chance], label: `arrives and deals ${k} or more`, side: "a" },
    {
      values: [mean(answer.quantities.wounds)],
      label: "wounds dealt, on average",
    },
    ...ownWoundsNumber([answer]),
  ]);
  showOwnWounds({ question, answer });
  const arrives = percent(answer.events.reached.p);
  return `arrives ${arrives}, ${summary(answer, k, chance)}`;
}

/// Shows the contributions and sensitivities of an answer that has them.
export async function showContributions(answer) {
  const has = [answer.contributions, answer.sensitivity].some((all) => all?.length);
  const part = byId("contributions");
  // it was asked for: open, until it is closed
  if (has && part.hidden) part.open = true;
  part.hidden = !has;
  if (has) (await import("./details.js")).showContributions(answer);
}

let details; // the module for answers without charts
const hasTerms = (answer) => [answer].flat().some(({ given, luck }) => given || luck);

/// Loads what the notes and the terms of an answer need.
export async function loadNotes(answer, charts = []) {
  if (!charts.length || hasTerms(answer)) details ??= await import("./details.js");
}

/// Shows beside the numbers under which condition they hold, and how lucky a roll was. Returns that.
export function showTerms(answer) {
  const lines = hasTerms(answer) ? details.terms(answer) : [];
  byId("terms").hidden = !lines.length;
  byId("terms").textContent = lines.join(". ");
  return lines;
}

/// Shows what the charts say below: the method, the rules, and abilities that are not counted;
/// without charts the answers' own notes, which `loadNotes` prepares.
export function showNotes(answers, charts = [], version) {
  const feet = new Set(charts.map(({ foot }) => foot));
  const lines = charts.length ? [...feet] : details.notes(answers);
  byId("notes").replaceChildren(
    ...lines.map((line) => element("p", {}, line)),
    element("p", {}, `warodds ${version}. `, element("a", { href: "api" }, "API")),
  );
}
