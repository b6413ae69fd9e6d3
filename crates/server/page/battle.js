// Battles between two lists: who wins, with the odds so far while they are played. Loaded with the
// first battle.

import { draw, prepare } from "./chart.js";
import { wholePercent } from "./drawing.js";
import { stream } from "./engine.js";
import { byId, element, style } from "./page.js";
import { showNumbers } from "./views.js";

await style("more.css");

let stopPlaying = () => {};

/// Requests the battles of a link. `onPart` is called with the answer so far; after a stop that is
/// the answer.
export async function request(link, signal, onPart) {
  const stop = new AbortController();
  signal.addEventListener("abort", () => stop.abort());
  let last;
  stopPlaying = () => stop.abort();
  const onEvent = (name, { done, total, answer }) => {
    if (name !== "part") return;
    last = { answer, charts: [], progress: { done, total } };
    onPart(last);
  };
  try {
    await prepare([{ panels: [{ lines: {} }] }]);
    return { answer: await stream(link, { signal: stop.signal, onEvent }), charts: [] };
  } catch (error) {
    // stopped by its button: what was played is the answer
    if (error.name === "AbortError" && last && !signal.aborted) return { ...last, isStopped: true };
    throw error;
  }
}

const percents = (share) => wholePercent(share);
const interval = ([low, high]) => `${percents(low)} to ${percents(high)}`;

/// Shows the answer to battles. Returns its summary in one line.
export function show(container, { question, answer, progress, isStopped }) {
  const { a_wins: a, b_wins: b, draw: even } = answer.events;
  const [first, second] = answer.armies;
  showNumbers([
    { values: [percents(a.p)], unit: "%", label: `${first} wins (${interval(a.ci95)})`, side: "a" },
    { values: [`${percents(b.p)} %`], label: `${second} wins`, side: "b" },
    { values: [`${percents(even.p)} %`], label: "draw" },
  ]);
  container.hidden = false;
  // the battle that is watched stays, unless it is one of another question
  const open = container.querySelector(".replay");
  const watched = open?.dataset.link === question.link ? open : replayButton(question.link);
  const charts = [odds(answer), rounds(answer), differences(answer)];
  const figures = charts.map((_, place) => element("figure", { id: `chart-of-${place}` }));
  const results = [
    element("div", { class: "two" }, figures[0], facts(answer), ...figures.slice(1)),
    element("div", { class: "two" }, ...["a", "b"].map((side) => units(answer, side))),
    watched,
  ];
  const bar = progressBar(answer, progress, isStopped);
  const old = container.querySelector(":scope > .played:has(#stop)");
  if (old && bar.querySelector("#stop")) {
    // the button stays, so that a tap on it and the focus are not lost
    ["span", "progress"].forEach((tag) =>
      old.querySelector(tag).replaceWith(bar.querySelector(tag)),
    );
    while (old.nextSibling) old.nextSibling.remove();
    old.after(...results);
  } else container.replaceChildren(bar, ...results);
  figures.forEach((figure, place) => draw(figure, charts[place]));
  return `${first} wins ${percents(a.p)} %, ${second} ${percents(b.p)} % of ${answer.games} battles`;
}

/// Returns how many battles are played, with a button that stops the rest.
function progressBar({ games }, progress, isStopped) {
  if (isStopped)
    return element(
      "p",
      { class: "played" },
      `Stopped after ${games} of ${progress.total} battles.`,
    );
  if (!progress) return element("p", { class: "played" }, `${games} battles.`);
  const { done, total } = progress;
  const stop = element("button", { type: "button", class: "toggle", id: "stop" }, "Stop");
  stop.addEventListener("click", () => stopPlaying());
  const bar = element("progress", { max: total, value: done, "aria-label": "Battles played" });
  return element("div", { class: "played" }, element("span", {}, `${done} of ${total}`), bar, stop);
}

// ---- charts ----

const chart = (title, question, panel) => ({ title, question, key: [], panels: [panel], foot: "" });

function odds({ armies, events }) {
  const parts = [
    ["a", events.a_wins.p],
    ["neither", events.draw.p],
    ["b", events.b_wins.p],
  ];
  const share = { name: "", parts, interval: events.a_wins.ci95 };
  return chart("Who wins", armies.join(" against "), { shares: [share] });
}

function rounds({ armies, rounds: all }) {
  const lines = armies.map((name, army) => ({
    name,
    points: all.map(({ round, points }) => [round, points[army][0], null]),
    band: all.map(({ points }) => points[army].slice(1)),
  }));
  const row = { words: "battles", tone: "quiet", cells: all.map(({ games }) => String(games)) };
  const panel = {
    name: "",
    across: "round",
    measure: "",
    is_chance: false,
    steps: false,
    lines,
    rows: [row],
  };
  return chart("Points by round", "Mean, and the middle 80 %", { lines: panel });
}

function differences({ armies, quantities }) {
  const { from, pmf, mean } = quantities.difference;
  const sums = pmf.map((_, place) => pmf.slice(place).reduce((sum, p) => sum + p, 0));
  const below = (share) => {
    let sum = 0;
    return (
      from +
      Math.max(
        pmf.findIndex((p) => (sum += p) >= share),
        0,
      )
    );
  };
  const series = {
    exactly: pmf,
    intervals: pmf.map(() => null),
    row: "at least",
    reached: sums,
    dark: "sign",
    framed: null,
    mean,
    mean_words: mean.toFixed(2).replace("-", "−"),
    middle: [below(0.05), below(0.95)],
  };
  const panel = {
    name: "",
    counted: "points ahead",
    counts: { start: from, end: from + pmf.length - 1 },
    series: [series],
    marks: [],
  };
  const question = `Above 0: ${armies[0]}; below: ${armies[1]}`;
  return chart("Points ahead at the end", question, { counts: panel });
}

/// Returns how battles end, and what the first turn and the edge are worth.
function facts({ by_first: first, by_edge: edge, quantities, ended, policies }) {
  const chance = (name, { p, ci95 }) => [name, `${percents(p)} %`, `(${interval(ci95)})`];
  const all = [
    chance("Going first wins", first.first),
    chance("North edge wins", edge.north),
    [
      "Points",
      ["a", "b"].map((side) => quantities[`${side}_points`].mean.toFixed(2)).join(" : "),
      "",
    ],
    ["Length", `${quantities.rounds.mean.toFixed(1)}`, "rounds"],
    ...Object.entries(ended)
      .filter(([, p]) => p > 0)
      .map(([end, p]) => [`Ends by ${end.replace("-", " ")}`, `${percents(p)} %`, ""]),
    [
      "Played by",
      Object.values(policies)
        .map(({ kind }) => kind)
        .join(", "),
      "",
    ],
  ];
  const rows = all.map(([name, value, quiet]) =>
    element(
      "li",
      {},
      element("span", {}, name),
      element("b", {}, value),
      element("small", {}, quiet),
    ),
  );
  return element("ul", { class: "facts" }, ...rows);
}

// ---- units ----

const COLUMNS = [
  ["lost", ({ lost }) => lost.toFixed(2)],
  ["charges", ({ activations }) => activations.charge.toFixed(1)],
  ["attacks", ({ activations }) => activations.melee.toFixed(1)],
  ["shots", ({ activations }) => activations.shoot.toFixed(1)],
];

/// Returns the table of the units of an army: the mean of each number in a battle.
function units({ armies, units: all }, side) {
  const own = all.filter((one) => one.side === side);
  const highest = Math.max(...all.map(({ points }) => points), 1e-9);
  const cell = (name, ...children) =>
    element(name, name === "th" ? { scope: "col" } : {}, ...children);
  const rows = own.map((one) => {
    const bar = element("meter", {
      class: side,
      min: 0,
      max: highest,
      value: one.points,
      "aria-hidden": "true",
    });
    const name = element(
      "th",
      { scope: "row" },
      one.name,
      " ",
      element("small", {}, String(one.cost ?? "–")),
    );
    const numbers = COLUMNS.map(([, value]) => cell("td", value(one)));
    return element(
      "tr",
      {},
      name,
      cell("td", element("b", {}, one.points.toFixed(2)), bar),
      ...numbers,
    );
  });
  const caption = element("caption", { class: side }, armies[side === "a" ? 0 : 1]);
  const head = [
    cell("th", "unit"),
    cell("th", "points earned"),
    ...COLUMNS.map(([name]) => cell("th", name)),
  ];
  const table = element(
    "table",
    { class: "texts units" },
    caption,
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows),
  );
  const label = `Units of ${caption.textContent}`;
  return element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, table);
}

/// Returns the button that shows one battle turn by turn.
function replayButton(link) {
  const button = element(
    "button",
    { type: "button", class: "toggle" },
    "Watch one battle on the board",
  );
  const place = element("div", { class: "replay" }, button);
  place.dataset.link = link;
  button.addEventListener("click", async () => {
    button.disabled = true;
    (await import("./replay.js")).show(place, link, 1);
  });
  return place;
}
