// The answers of the tabs: numbers, charts, tables and notes.

import { draw as chart, table } from "./chart.js";
import { cost, nameOf } from "./cards.js";
import { atLeast, byId, element, percent } from "./page.js";

/// The default k of "k or more".
export const K = 4;

const decimal = (value) => value.toFixed(2);
const mean = (quantity) => decimal(quantity.mean);
const counts = (length) => Array.from({ length }, (_, count) => String(count));
const cumulative = (pmf) => pmf.map((_, k) => Math.min(atLeast(pmf, k), 1));

/// Returns how many counts get a column: all of a few, otherwise those that are not negligible.
function columns(pmfs) {
  const longest = Math.max(...pmfs.map((pmf) => pmf.length));
  const last = Math.max(...pmfs.map((pmf) => cumulative(pmf).findLastIndex((p) => p >= 0.0005)));
  return longest <= 14 ? longest : Math.max(last + 2, 8);
}

/// Shows the key numbers: each has a label and a value for each attacker.
function showNumbers(numbers) {
  byId("numbers").className = numbers.some(({ values }) => values.length > 1) ? "two" : "";
  byId("numbers").replaceChildren(
    ...numbers.map(({ values, label }) =>
      element(
        "div",
        {},
        ...values.map((value) => element("strong", {}, value)),
        element("span", {}, label),
      ),
    ),
  );
}

/// Shows the chart and the table of wounds. Returns the selected k; `onSelect` is called with
/// another one.
function showWounds(figure, attackers, selected, onSelect) {
  const pmfs = attackers.map(({ answer }) => answer.quantities.wounds.pmf);
  const length = columns(pmfs);
  const k = Math.min(selected ?? K, length - 1);
  const padded = (values) => counts(length).map((_, count) => values[count] ?? 0);
  const bars = attackers.map(({ name }, index) => ({ name, values: padded(pmfs[index]) }));
  const lines = attackers.map(({ name }, index) => ({
    name,
    values: padded(cumulative(pmfs[index])),
  }));
  const description = lines
    .map(({ name, values }) => `${name}: ${k} or more ${percent(values[k])}`)
    .join("; ");
  chart(figure, {
    labels: counts(length),
    bars,
    lines,
    caption: "wounds (line: at least, bars: exactly), %",
    title: "Probability of at least this many wounds",
    description,
    selected: k,
    onSelect,
    selectedText: `${k} or more: ${lines.map(({ values }) => percent(values[k])).join(" and ")}`,
  });
  const hasSeveral = attackers.length > 1;
  const tableColumns = attackers.flatMap(({ name }, index) => [
    { name: hasSeveral ? `${name}: exactly` : "exactly", values: bars[index].values },
    { name: hasSeveral ? `${name}: at least` : "at least", values: lines[index].values },
  ]);
  showTable(table(counts(length), tableColumns, "wounds"));
  return k;
}

function showTable(created) {
  byId("table").querySelector("div").replaceChildren(created);
  byId("table").hidden = false;
}

/// Returns the mean wounds for each point of an attacker, attachments included.
const perPoint = ({ answer, id, attached }) => {
  const points = cost(id, attached);
  return points ? decimal(answer.quantities.wounds.mean / points) : "–";
};

/// Returns whether a tab can draw an answer; others are shown as tables.
export function canDraw({ question: { tab }, answer }) {
  if (tab === "field") return answer.values !== undefined;
  if (tab === "duel") return answer.events?.a_destroyed !== undefined;
  return (
    answer.quantities?.wounds !== undefined &&
    (tab !== "charge" || answer.events.reached !== undefined)
  );
}

/// Draws an attack, and that of a second attacker for comparison. Returns its summary in one line.
export function attack({ question, answer, other, odds }, onSelect) {
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
  const k = showWounds(byId("chart"), attackers, question.k, onSelect);
  const chance = (answer) => percent(atLeast(answer.quantities.wounds.pmf, k));
  const hasPanic = "panic_failed" in answer.events;
  showNumbers([
    { values: attackers.map(({ answer }) => mean(answer.quantities.wounds)), label: "mean wounds" },
    ...ownWoundsNumber(attackers.map(({ answer }) => answer)),
    { values: attackers.map(({ answer }) => chance(answer)), label: `${k} or more` },
    other
      ? { values: attackers.map(perPoint), label: "wounds per point" }
      : {
          values: [
            percent((hasPanic ? answer.events.panic_failed : answer.events.destroyed)?.p ?? 0),
          ],
          label: hasPanic ? "fails panic" : "destroyed",
        },
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
    ? [{ values: answers.map((answer) => decimal(ownWounds(answer))), label: "own wounds" }]
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

/// Draws a charge over the distances around the selected one. Returns its summary in one line.
export function charge({ question, answer, range = [answer] }, onSelect) {
  const distances = range.map((one) => one.case.distance);
  const reached = range.map((one) => one.events.reached.p);
  const current = distances.indexOf(answer.case.distance);
  // from the last distance that is certain to the first that is impossible
  const start = Math.max(reached.findLastIndex((p) => p >= 1) - 1, 0);
  const end = Math.max(reached.findLastIndex((p) => p > 0) + 2, current + 1);
  const shown = range.slice(Math.min(start, Math.max(current, 0)), end);
  const k = showWounds(
    byId("chart-2"),
    [{ name: firstName(question), answer }],
    question.k,
    onSelect,
  );
  const chance = (one) => atLeast(one.quantities.wounds.pmf, k);
  const selected = shown.findIndex((one) => one.case.distance === answer.case.distance);
  chart(byId("chart"), {
    labels: shown.map((one) => `${one.case.distance}`),
    bars: [{ name: "wounds", values: shown.map(chance) }],
    lines: [{ name: "arrives", values: shown.map((one) => one.events.reached.p) }],
    caption: `inches (line: arrives, bars: ${k} or more wounds), %`,
    title: "Probability to arrive by distance",
    description: shown
      .map((one) => `${one.case.distance} inches: ${percent(one.events.reached.p)}`)
      .join(", "),
    selected: selected < 0 ? undefined : selected,
  });
  showNumbers([
    { values: [percent(answer.events.reached.p)], label: "arrives" },
    { values: [mean(answer.quantities.wounds)], label: "mean wounds" },
    ...ownWoundsNumber([answer]),
    { values: [percent(chance(answer))], label: `${k} or more` },
  ]);
  showOwnWounds({ question, answer });
  const arrives = percent(answer.events.reached.p);
  return `arrives ${arrives}, ${summary(answer, k, percent(chance(answer)))}`;
}

/// Draws who has won by each round of a duel. Returns its summary in one line.
export function duel({ question, answer, rounds = [] }) {
  const labels = rounds.map((_, round) => String(round + 1));
  const sides = [
    ["b_destroyed", nameOf(question.first)],
    ["a_destroyed", nameOf(question.second)],
  ];
  const series = sides.map(([event, name]) => ({
    name,
    values: rounds.map((one) => one.events[event].p),
  }));
  const wins = sides
    .map(([event, name]) => `${name} ${percent(answer.events[event].p)}`)
    .join(", ");
  if (rounds.length)
    chart(byId("chart"), {
      labels,
      bars: [],
      lines: series,
      caption: "round (line: has won by then), %",
      title: "Probability to have won by round",
      description: wins,
    });
  const { a_destroyed: a, b_destroyed: b, both_stand: both } = answer.events;
  showNumbers([
    { values: [percent(b.p)], label: "● A wins" },
    { values: [percent(a.p)], label: "■ B wins" },
    { values: [percent(both?.p ?? 0)], label: "both survive" },
  ]);
  showTable(table(labels, series, "round"));
  return `wins: ${wins}; both survive ${percent(both?.p ?? 0)}`;
}

/// Lists one unit against all others, the highest value first. `onOpen` is called with the id of a
/// row.
export function field({ question, answer }, onOpen) {
  const isAttacker = question.side === "attackers";
  const isDuel = "p_wins" in answer.values;
  const metric = isDuel ? (isAttacker ? "p_wins" : "p_loses") : "mean_wounds";
  const [values, destroyed] = [metric, "p_destroyed"].map((name) =>
    isAttacker ? answer.values[name][0] : answer.values[name].map((row) => row[0]),
  );
  const formatted = (value) =>
    value === undefined ? "–" : isDuel ? percent(value) : decimal(value);
  const heading = isDuel ? "Duels won" : "Mean wounds";
  const units = (isAttacker ? answer.defenders : answer.attackers).map((unit, index) => ({
    ...unit,
    value: values[index],
    destroyed: destroyed[index],
  }));
  const sorted = units.filter(({ value }) => value !== null).sort((a, b) => b.value - a.value);
  const highest = sorted[0]?.value || 1;
  const rows = sorted.map((unit) => {
    const button = element(
      "button",
      { type: "button" },
      element("span", {}, unit.name, element("small", {}, `${unit.faction} · ${unit.cost ?? "–"}`)),
      element("b", {}, formatted(unit.value)),
      element("i", {}, percent(unit.destroyed)),
    );
    button.style.setProperty("--share", `${((100 * unit.value) / highest).toFixed(1)}%`);
    button.addEventListener("click", () => onOpen(unit.id));
    return element("li", {}, button);
  });
  const head = element(
    "p",
    { class: "label" },
    `${heading}, and probability to destroy the defender. Tap a row for the attack.`,
  );
  byId("field").hidden = false;
  byId("field").replaceChildren(head, element("ul", { class: "fields" }, ...rows));
  const average = sorted.reduce((sum, { value }) => sum + value, 0) / Math.max(sorted.length, 1);
  showNumbers([
    { values: [formatted(average)], label: `${heading.toLowerCase()}, all units` },
    { values: [formatted(sorted[0]?.value)], label: `highest: ${sorted[0]?.name ?? "none"}` },
    {
      values: [formatted(sorted.at(-1)?.value)],
      label: `lowest: ${sorted.at(-1)?.name ?? "none"}`,
    },
  ]);
  return `${heading.toLowerCase()} over ${sorted.length} units: ${formatted(average)}`;
}

/// Shows the contributions and sensitivities of an answer that has them.
export function showContributions({ contributions, sensitivity }) {
  const signed = (value) =>
    value === undefined ? "" : `${value < 0 ? "−" : "+"}${decimal(Math.abs(value))}`;
  const rows = [
    ...(contributions ?? []).map((part) => [`${part.what} (${part.side})`, part]),
    ...(sensitivity ?? []).map((part) => [
      `${part.what} ${part.from} → ${part.to} (${part.side})`,
      part,
    ]),
  ];
  byId("contributions").hidden = !rows.length;
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

const EVENTS = {
  destroyed: "Defender destroyed",
  own_destroyed: "Attacker destroyed",
  disorderly: "Disorderly charge",
  failed: "Charge fails",
};

/// Shows method, situation, events, abilities that are not counted, and notes. Tables of an answer
/// that no tab draws have its situation and events already.
export function showNotes(answers, version, isDrawn) {
  const answer = answers[0] ?? {};
  const events = Object.entries(answer.events ?? {})
    .filter(([name]) => name in EVENTS)
    .map(([name, { p }]) => `${EVENTS[name]}: ${percent(p)}.`);
  const lines = [
    (isDrawn ? [answer.situation, method(answer), ...events] : [method(answer)])
      .filter(Boolean)
      .join(". ")
      .replaceAll("..", "."),
    `Not counted: ${notCounted(answers)}.`,
    ...new Set(answers.flatMap((one) => one.notes ?? [])),
  ];
  byId("notes").replaceChildren(
    ...lines.map((line) => element("p", {}, line)),
    element("p", {}, `${rules(answer)} warodds ${version}. `, element("a", { href: "api" }, "API")),
  );
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
