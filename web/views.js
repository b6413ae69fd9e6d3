// Answers: numbers, charts and words of each tab.

import { draw as chart, table } from "./chart.js";
import { cost, nameOf } from "./cards.js";
import { at, atLeast, element, percent } from "./page.js";

/// The count of "so many or more" where nobody chose one.
export const K = 4;

const mean = (quantity) => quantity.mean.toFixed(2);
const counts = (length) => Array.from({ length }, (_, count) => String(count));
const cumulative = (pmf) => pmf.map((_, k) => Math.min(atLeast(pmf, k), 1));

/// The last count that is worth a column.
function columns(pmfs) {
  const longest = Math.max(...pmfs.map((pmf) => pmf.length));
  const last = Math.max(...pmfs.map((pmf) => cumulative(pmf).findLastIndex((p) => p >= 0.0005)));
  return longest <= 14 ? longest : Math.max(last + 2, 8);
}

/// Three numbers: each has values, one for each attacker, and what they are.
function numbers(all) {
  at("numbers").className = all.some(({ values }) => values.length > 1) ? "two" : "";
  at("numbers").replaceChildren(...all.map(({ values, label }) =>
    element("div", {}, ...values.map((value) => element("strong", {}, value)), element("span", {}, label))));
}

/// A chart of how many wounds; `choose` is told another k.
function wounds(figure, answers, chosen, choose) {
  const series = answers.map(({ name, answer }) => ({ name, pmf: answer.quantities.wounds.pmf }));
  const length = columns(series.map(({ pmf }) => pmf));
  const k = Math.min(chosen ?? K, length - 1);
  const padded = (values) => counts(length).map((_, place) => values[place] ?? 0);
  const bars = series.map(({ name, pmf }) => ({ name, values: padded(pmf) }));
  const lines = series.map(({ name, pmf }) => ({ name, values: padded(cumulative(pmf)) }));
  const told = lines.map(({ name, values }) => `${name}: ${k} or more ${percent(values[k])}`).join("; ");
  chart(figure, {
    labels: counts(length), bars, lines, caption: "wounds: line at least, bars exactly, %",
    title: "Wounds, the chance of so many or more", description: told, chosen: k, choose, chosenText: `${k} or more: ${lines.map(({ values }) => percent(values[k])).join(" and ")}`,
  });
  const many = series.length > 1;
  const columns_ = series.flatMap((_, which) => [
    { name: many ? `${bars[which].name}: exactly` : "exactly", values: bars[which].values },
    { name: many ? "or more" : "or more", values: lines[which].values },
  ]);
  tableOf(table(counts(length), columns_, "wounds"));
  return k;
}

function tableOf(made) {
  at("table").querySelector("div").replaceChildren(made);
  at("table").hidden = false;
}

/// Wounds for each point of an attacker, its attachments included.
const perPoint = ({ answer, id, joined }) => {
  const points = cost(id, joined);
  return points ? (answer.quantities.wounds.mean / points).toFixed(2) : "–";
};

/// Whether the views below show an answer: what has another shape is shown as tables.
export function canDraw({ asked: { tab }, answer }) {
  if (tab === "field") return answer.values !== undefined;
  if (tab === "duel") return answer.events?.a_destroyed !== undefined;
  return answer.quantities?.wounds !== undefined && (tab !== "charge" || answer.events.reached !== undefined);
}

/// An attack, with a second attacker beside the first.
export function attack({ asked, answer, other, odds }, choose) {
  const both = [{ name: first(asked), answer, id: asked.first, joined: asked.given.get("with") ?? [] }];
  if (other) both.push({ name: nameOf(asked.or), answer: other, id: asked.or, joined: [] });
  const k = wounds(at("chart"), both, asked.k, choose);
  const each = (of) => both.map(of);
  const panic = "panic_failed" in answer.events;
  numbers([
    { values: each(({ answer: one }) => mean(one.quantities.wounds)), label: "wounds, mean" },
    ...lost(both),
    { values: each(({ answer: one }) => percent(atLeast(one.quantities.wounds.pmf, k))), label: `${k} or more` },
    other
      ? { values: each(perPoint), label: "per point" }
      : { values: [panic ? percent(answer.events.panic_failed.p) : percent(answer.events.destroyed?.p ?? 0)], label: panic ? "fails panic" : "destroyed" },
  ]);
  costs({ asked, answer, other });
  at("odds").hidden = !odds;
  if (odds) at("odds").textContent = `${both[0].name} does more in ${percent(odds.more)}, as much in ${percent(odds.same)}, less in ${percent(odds.less)}`;
  return both.map(({ name, answer: one }) => `${other ? `${name}: ` : ""}${mean(one.quantities.wounds)} wounds on average, ${k} or more ${percent(atLeast(one.quantities.wounds.pmf, k))}${costing(one)}`).join("; ");
}

/// Wounds that the attacker suffers on average; 0 where they are too few to be told.
export function losses({ quantities }) {
  const suffered = quantities?.own_wounds?.mean ?? 0;
  return suffered < 0.005 ? 0 : suffered;
}

/// The losses of each attacker as a number beside the others, where there are any.
const lost = (all) => (all.some(({ answer }) => losses(answer))
  ? [{ values: all.map(({ answer }) => losses(answer).toFixed(2)), label: "suffered, mean" }] : []);

const costing = (answer) => (losses(answer) ? `, ${losses(answer).toFixed(2)} suffered` : "");

/// What each attacker suffers, and from what as soon as that is known: `causes` has its parts.
export function costs({ asked, answer, other, causes = [] }) {
  const both = [[first(asked), answer, causes[0]], [nameOf(asked.or), other, causes[1]]];
  const told = both.filter(([, one]) => one && losses(one)).map(([name, one, parts]) => {
    const causes = parts ? shares(parts) : [];
    const by = causes.length ? `: ${causes.join(", ")}` : "";
    return element("p", {}, `Costs ${name} ${losses(one).toFixed(2)} wounds${by}.`);
  });
  at("costs").hidden = !told.length;
  at("costs").replaceChildren(...told);
}

/// What costs the attacker wounds, each cause with its share; the shares sum to all of them.
function shares(parts) {
  const causes = parts.filter((one) => one.own_wounds_share).sort((one, other) => other.own_wounds_share - one.own_wounds_share);
  const whose = (one) => (one.kind === "rule" ? "" : ` of the ${one.side}`);
  return causes.map((one) => `${one.what}${whose(one)} ${one.own_wounds_share.toFixed(2)}`);
}

const first = ({ tab, first }) => (tab === "numbers" ? "The attacker" : nameOf(first));

/// A charge: whether it arrives from each distance, and what it does from that chosen.
export function charge({ asked, answer, range = [answer] }, choose) {
  const far = range.map((one) => one.case.distance);
  const reached = range.map((one) => one.events.reached.p);
  const from = Math.max(reached.findLastIndex((p) => p >= 1) - 1, 0);
  const to = Math.max(reached.findLastIndex((p) => p > 0) + 2, far.indexOf(answer.case.distance) + 1);
  const seen = range.slice(Math.min(from, Math.max(far.indexOf(answer.case.distance), 0)), to);
  const k = wounds(at("chart-2"), [{ name: first(asked), answer }], asked.k, choose);
  const many = (one) => atLeast(one.quantities.wounds.pmf, k);
  const labels = seen.map((one) => `${one.case.distance}`);
  const [arrives, does] = [seen.map((one) => one.events.reached.p), seen.map(many)];
  const at_ = seen.findIndex((one) => one.case.distance === answer.case.distance);
  chart(at("chart"), {
    labels, bars: [{ name: "wounds", values: does }], lines: [{ name: "arrives", values: arrives }],
    caption: `inches: line arrives, bars ${k}+ wounds, %`, title: "Success by distance",
    description: seen.map((one) => `${one.case.distance} inches: ${percent(one.events.reached.p)}`).join(", "), chosen: at_ < 0 ? undefined : at_,
  });
  numbers([
    { values: [percent(answer.events.reached.p)], label: "arrives" },
    { values: [mean(answer.quantities.wounds)], label: "wounds, mean" },
    ...lost([{ answer }]),
    { values: [percent(many(answer))], label: `${k} or more` },
  ]);
  costs({ asked, answer });
  return `arrives ${percent(answer.events.reached.p)}, ${mean(answer.quantities.wounds)} wounds on average, ${k} or more ${percent(many(answer))}${costing(answer)}`;
}

/// A duel: who has won after each round.
export function duel({ asked, answer, rounds = [] }) {
  const labels = rounds.map((_, round) => String(round + 1));
  const sides = [["b_destroyed", nameOf(asked.first)], ["a_destroyed", nameOf(asked.second)]];
  const series = sides.map(([event, name]) => ({ name, values: rounds.map((one) => one.events[event].p) }));
  const told = sides.map(([event, name]) => `${name} has won in ${percent(answer.events[event].p)}`).join(", ");
  if (rounds.length) chart(at("chart"), { labels, bars: [], lines: series, caption: "rounds: who has won by then, %", title: "Who has won by each round", description: told });
  const { a_destroyed: a, b_destroyed: b, both_stand: both } = answer.events;
  numbers([
    { values: [percent(b.p)], label: "● A wins" },
    { values: [percent(a.p)], label: "■ B wins" },
    { values: [percent(both?.p ?? 0)], label: "both stand" },
  ]);
  tableOf(table(labels, series, "round"));
  return `${told}, both stand in ${percent(both?.p ?? 0)}`;
}

/// One against all: a row for each, from most to least.
export function field({ asked, answer }, open) {
  const isOut = asked.side === "attackers";
  // of duels it is who wins
  const isDuel = "p_wins" in answer.values;
  const leading = isDuel ? (isOut ? "p_wins" : "p_loses") : "mean_wounds";
  const [wounds_, destroyed] = [leading, "p_destroyed"].map((name) => isOut ? answer.values[name][0] : answer.values[name].map((row) => row[0]));
  const told = (value) => (value === undefined ? "–" : isDuel ? percent(value) : value.toFixed(2));
  const what = isDuel ? "duels won" : "wounds, mean";
  const all = (isOut ? answer.defenders : answer.attackers).map((one, place) => ({ ...one, mean: wounds_[place], gone: destroyed[place] }));
  const sorted = all.filter(({ mean: one }) => one !== null).sort((one, other) => other.mean - one.mean);
  const most = sorted[0]?.mean || 1;
  const rows = sorted.map((one) => {
    const button = element("button", { type: "button" },
      element("span", {}, one.name, element("small", {}, `${one.faction} · ${one.cost ?? "–"}`)),
      element("b", {}, told(one.mean)), element("i", {}, percent(one.gone)));
    button.style.setProperty("--share", `${((100 * one.mean) / most).toFixed(1)}%`);
    button.addEventListener("click", () => open(one.id));
    return element("li", {}, button);
  });
  const head = element("p", { class: "label" }, `${what}, and the chance to destroy; tap a row to look closer`);
  at("field").hidden = false;
  at("field").replaceChildren(head, element("ul", { class: "fields" }, ...rows));
  const average = sorted.reduce((sum, one) => sum + one.mean, 0) / Math.max(sorted.length, 1);
  numbers([
    { values: [told(average)], label: `${what} of all` },
    { values: [told(sorted[0]?.mean)], label: `most: ${sorted[0]?.name ?? "nobody"}` },
    { values: [told(sorted.at(-1)?.mean)], label: `least: ${sorted.at(-1)?.name ?? "nobody"}` },
  ]);
  return `${what} over ${sorted.length} units: ${told(average)}`;
}

/// What each part is worth, where that was asked.
export function worth({ contributions, sensitivity }) {
  const signed = (value) => (value === undefined ? "" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`);
  const rows = [
    ...(contributions ?? []).map((one) => [`${one.what} (${one.side})`, one]),
    ...(sensitivity ?? []).map((one) => [`${one.what} ${one.from} → ${one.to} (${one.side})`, one]),
  ];
  at("worth").hidden = !rows.length;
  at("worth").querySelector("div").replaceChildren(element("table", { class: "texts" },
    element("thead", {}, element("tr", {}, ...["part", "wounds", "suffered"].map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, ...rows.map(([name, one]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, signed(one.wounds)), element("td", {}, signed(one.own_wounds)))))));
}

/// What a reader must know beside the answer; `isDrawn` unless tables tell its situation and events.
export function notes(answers, version, isDrawn) {
  const answer = answers[0] ?? {};
  const rules = answer.rules ? `Rules ${answer.rules.edition}${answer.rules.cards.length ? `, cards of ${answer.rules.cards.join(" and ")}` : ""}.` : answer.edition ? `Rules ${answer.edition}.` : "";
  const how = answer.engine === undefined ? "" : answer.engine === "exact" ? "Exact, not rolled." : `Rolled ${answer.trials} times (${answer.engine}).`;
  const events = { destroyed: "Destroys the unit", own_destroyed: "Destroyed itself", disorderly: "Disorderly", failed: "Fails" };
  const told = Object.entries(answer.events ?? {}).filter(([name]) => name in events).map(([name, { p }]) => `${events[name]}: ${percent(p)}.`);
  const missing = [...new Set(answers.flatMap((one) => one.not_modelled ?? []).map((one) => (one.ability ? `${one.ability} of ${one.unit}` : String(one))))];
  const lines = [
    (isDrawn ? [answer.situation, how, ...told] : [how]).filter(Boolean).join(". ").replaceAll("..", "."),
    `Not counted: ${missing.length ? missing.slice(0, 12).join(", ") + (missing.length > 12 ? `, and ${missing.length - 12} more` : "") : "nothing"}.`,
    ...new Set(answers.flatMap((one) => one.notes ?? [])),
  ];
  at("notes").replaceChildren(...lines.map((line) => element("p", {}, line)), element("p", {}, `${rules} warodds ${version}. `, element("a", { href: "api" }, "Interface for programs")));
}
