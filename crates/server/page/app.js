// The page: controls, the answer to the current question, and its link.

import * as cards from "./cards.js";
import { prepare } from "./chart.js";
import { ApiError, ask, start as findEngine } from "./engine.js";
import * as keys from "./keys.js";
import { announce, byId, element, isDark, scheme } from "./page.js";
import { picker } from "./picker.js";
import * as situation from "./situation.js";
import { TABS, load, question, selectUnit, state, tab, viewFields } from "./state.js";
import * as views from "./views.js";

const LAST = "warodds-last";
/// Keys of the first attacker, which do not apply to a second one.
const OF_FIRST = [
  "attacker_with",
  "weapon",
  "attacker_wounds_lost",
  "without",
  "choose",
  "why",
  "sensitivity",
];
/// The longest distance of the chart of charges, in inches: beyond every possible roll.
const MAX_DISTANCE = 20;

let version = {};
let tables; // the module for answers without a tab, loaded with the first of them
let field; // the module of the tab of one unit against all
let openSharing; // the dialog, loaded with its first use
let last; // the question and the answer that are shown
let stop = new AbortController();
const pickers = {};

// Ways to write a link into the address: replace the current one, add an entry to the history, or
// wait for the answer.
const replace = (link) => history.replaceState(null, "", `#${link}`);
const push = (link) => `#${link}` !== location.hash && history.pushState(null, "", `#${link}`);
const wait = () => {};

// ---- asking ----

/// Answers the current question and shows the answer; `write` puts its link into the address.
async function answer(write = replace) {
  const signal = startPending();
  const current = question();
  if (current.tab !== "link") write(current.link);
  try {
    const answers = await requestAnswers(current, signal);
    if (!isDrawn({ question: current, ...answers })) tables ??= await import("./tables.js");
    else if (current.tab === "field") field ??= await import("./field.js");
    await prepare([answers.charts, answers.range].flatMap((charts) => charts ?? []));
    if (signal.aborted) return;
    last = { question: current, ...answers };
    if (current.tab !== "link") replace(current.link);
    endPending(current.link);
    show();
    remember(current.link);
    await requestCauses(last, signal);
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    if (!(error instanceof ApiError)) throw error;
    last = undefined;
    endPending(current.link, error.message);
  }
}

/// Hides the previous answer. Returns a signal that is aborted by the next question.
function startPending() {
  stop.abort();
  stop = new AbortController();
  byId("error").hidden = true;
  ["shown", "details"].forEach((id) => byId(id).classList.add("stale"));
  return stop.signal;
}

/// Shows the answer to a link, or an error message.
function endPending(link, error) {
  byId("answer").dataset.link = link;
  byId("error").textContent = error ?? "";
  byId("error").hidden = error === undefined;
  if (error === undefined) ["shown", "details"].forEach((id) => byId(id).classList.remove("stale"));
  ["shown", "details"].forEach((id) => (byId(id).hidden = error !== undefined));
}

/// Stores a link for the next visit.
function remember(link) {
  try {
    localStorage.setItem(LAST, link);
  } catch {
    // storage is disabled
  }
}

/// Requests the answer to a question and everything else that is shown with it.
async function requestAnswers(question, signal) {
  const { kind, fields, tab, or } = question;
  const get = (kind, fields, more) => ask(keys.address(kind, fields, more), { signal });
  const charted = (kind, fields, more = []) => get(kind, fields, [...more, "charts"]);
  if (tab === "link")
    return ask(`api/ask?link=${encodeURIComponent(question.link)}&charts`, { signal });
  // one unit against all is a list
  if (tab === "field") return { answer: await get(kind, fields) };
  if (tab === "charge") {
    const [one, range] = await Promise.all([
      charted("charge", fields),
      optional(
        charted("charge", without(fields, ["distance", "why", "sensitivity"]), [
          `distance=1..${MAX_DISTANCE}`,
        ]),
      ),
    ]);
    return { ...one, range: range?.charts };
  }
  if (tab === "attack" && or) {
    const [one, other, more] = await Promise.all([
      charted("attack", fields),
      charted("attack", fieldsOfSecond(question)),
      optional(odds(question, get)),
    ]);
    const [charts, names] = [
      [one.charts[0], other.charts[0]],
      [question.first, or].map(cards.nameOf),
    ];
    const joined = charts.every(Boolean) && (await import("./details.js")).join(charts, names);
    return { ...one, charts: joined ? [joined] : one.charts, other: other.answer, odds: more };
  }
  return charted(kind, fields);
}

/// Returns the fields of the question about the second attacker.
const fieldsOfSecond = ({ fields, or }) =>
  new Map([...without(fields, OF_FIRST), ["attacker", [or]]]);

/// Adds the causes of the attackers' own wounds. They take longer to compute than the answer, so
/// they follow it.
async function requestCauses(shown, signal) {
  const { question, answer, other } = shown;
  if (!isDrawn(shown)) return;
  const contributions = async (answer, fields) => {
    if (!answer || views.ownWounds(answer) === 0 || answer.engine !== "exact") return undefined;
    if (answer.contributions) return answer.contributions;
    const why = new Map([...without(fields(), ["sensitivity"]), ["why", [""]]]);
    return (await optional(ask(keys.address(question.kind, why), { signal })))?.contributions;
  };
  const causes = await Promise.all([
    contributions(answer, () => question.fields),
    contributions(other, () => fieldsOfSecond(question)),
  ]);
  if (signal.aborted || !causes.some(Boolean)) return;
  shown.causes = causes;
  views.showOwnWounds(shown);
}

/// Ignores an error message of a request that only adds details to an answer.
const optional = (part) =>
  part.catch((error) => {
    if (!(error instanceof ApiError)) throw error;
  });

const without = (fields, ids) => new Map([...fields].filter(([id]) => !ids.includes(id)));

/// Requests how often each attacker deals more wounds; undefined if a comparison does not have all
/// keys of the question.
async function odds({ fields, first, second, or }, get) {
  const shared = without(fields, ["attacker", "defender"]);
  if ([...shared.keys()].some((id) => OF_FIRST.includes(id) || !keys.keyOf("compare", id)))
    return undefined;
  const compared = new Map([...shared, ["a", [first]], ["b", [or]], ["against", [second]]]);
  return (await get("compare", compared)).matchups[0]?.odds;
}

// ---- showing ----

/// Returns whether the tab of a question draws its answer; others are shown as tables.
const isDrawn = (shown) => shown.question.tab !== "link" && views.canDraw(shown);

/// Draws the last answer.
function show() {
  ["odds", "own-wounds", "chart", "chart-2", "table", "field", "tables"].forEach(
    (id) => (byId(id).hidden = true),
  );
  byId("numbers").replaceChildren();
  const { question, answer, other } = last;
  const selectK = (k) => {
    // a new answer is pending, and this one is no longer current
    if (byId("shown").classList.contains("stale")) return;
    state.k = question.k = k;
    question.link = keys.link(question.kind, question.fields, viewFields(question));
    endPending(question.link);
    replace(question.link);
    show();
  };
  const draw = {
    attack: () => views.attack(last, selectK),
    numbers: () => views.attack(last, selectK),
    charge: () => views.charge(last, selectK),
    duel: () => views.duel(last),
    field: () => field.field(last, openMatchup),
  };
  const drawn = isDrawn(last);
  last.summary = drawn ? draw[question.tab]() : tables.show(byId("tables"), answer, last.charts);
  views.showContributions(answer);
  views.showNotes([answer, other ?? []].flat(), last.charts, version.version);
  announce(`${title()}: ${last.summary}`);
}

function title() {
  const { question, answer } = last;
  if (question.tab === "link") return tables.title(answer);
  return (
    answer.subject ??
    `${cards.nameOf(question.first)} ${question.side === "attackers" ? "→ all" : "← all"}`
  );
}

/// Opens the attack of a row of one unit against all.
function openMatchup(id) {
  const { side, first } = last.question;
  if (side === "defenders") selectUnit("second", first);
  selectUnit(side === "attackers" ? "second" : "first", id);
  state.tab = "attack";
  draw(push);
  scrollTo(0, 0);
}

// ---- setting ----

function draw(write) {
  const isLink = state.link !== undefined;
  for (const button of byId("tabs").children) {
    if (button.dataset.tab === state.tab && !isLink) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  document.documentElement.dataset.tab = isLink ? "link" : state.tab;
  ["names", "toggles", "folded", "row-or", "compare"].forEach((id) => (byId(id).hidden = isLink));
  if (!isLink) drawControls();
  return answer(write);
}

function drawControls() {
  const [first, second] = tab().names;
  byId("names").hidden = !first;
  byId("row-first").querySelector("label span:last-child").textContent = first;
  byId("row-second").querySelector("label span:last-child").textContent = second;
  byId("row-second").hidden = !second;
  // marks identify the two lines of a chart
  const isDuel = state.tab === "duel";
  byId("row-first").querySelector(".mark").hidden = !(
    isDuel ||
    (state.tab === "attack" && state.or)
  );
  byId("row-second").querySelector(".mark").hidden = !isDuel;
  const canCompare = state.tab === "attack";
  byId("row-or").hidden = !canCompare || state.or === undefined;
  byId("compare").hidden = !canCompare || state.or !== undefined;
  pickers.first.set(state.first);
  pickers.second.set(state.second);
  pickers.or.set(state.or ?? "");
  situation.draw();
}

function swap() {
  const { first, second } = state;
  selectUnit("first", second);
  selectUnit("second", first);
  draw();
}

/// Opens a link in the tab that shows all of it, otherwise as tables.
async function openLink(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return draw();
  const signal = startPending();
  try {
    const parsed = await ask(`api/link?link=${encodeURIComponent(text)}`, { signal });
    if (signal.aborted) return undefined;
    if (!load(parsed, (name) => cards.unit(name) !== undefined)) state.link = text;
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return undefined;
    if (!(error instanceof ApiError)) throw error;
    state.link = text;
  }
  return draw(wait);
}

// ---- starting ----

/// Returns the address of the page for links: the public one if there is one, since others cannot
/// reach localhost.
function base() {
  const here = location.href.split("#")[0];
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return version.public ?? (isHere ? version.address : undefined) ?? here;
}

/// Returns what is shared: the question that is shown, and its answer.
function sharedContent() {
  const { kind, fields, link } = last?.question ?? question();
  const address = `${base()}#${link}`;
  const command = kind === undefined ? keys.commandOf(link) : keys.command(kind, fields);
  if (!last) return { link: address, text: address, command, title: link, summary: "" };
  const { situation } = last.answer;
  const summary = `${title()}${situation ? ` (${situation})` : ""}: ${last.summary}`;
  return {
    link: address,
    text: `${summary}. ${address}`,
    command,
    title: situation || title(),
    summary,
  };
}

async function start() {
  version = await findEngine();
  await Promise.all([keys.load(), cards.load()]);
  byId("toggles").dataset.factions = cards.factions().join("|");
  byId("tabs").replaceChildren(
    ...Object.entries(TABS).map(([name, { label, title: long }]) => {
      const button = element(
        "button",
        { type: "button", "data-tab": name, title: long, "aria-label": long },
        label,
      );
      button.addEventListener("click", () => {
        state.tab = name;
        state.link = undefined;
        draw(push);
      });
      return button;
    }),
  );
  for (const name of ["first", "second", "or"]) {
    pickers[name] = picker(byId(name), byId(`${name}-list`), (id) => {
      selectUnit(name, id);
      draw();
    });
  }
  situation.onChange(() => draw());
  byId("swap").addEventListener("click", swap);
  byId("compare").addEventListener("click", () => {
    state.or = "";
    draw();
    byId("or").focus();
  });
  byId("no-or").addEventListener("click", () => {
    state.or = undefined;
    draw();
    byId("compare").focus();
  });
  const change = (selected) => {
    scheme(selected);
    if (last) show();
  };
  scheme();
  byId("theme").addEventListener("click", () => change(isDark() ? "light" : "dark"));
  byId("share").addEventListener("click", async () => {
    openSharing ??= (await import("./share.js")).start(sharedContent, change);
    openSharing();
  });
  addEventListener("hashchange", () => openLink(location.hash));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width && last) show();
    width = innerWidth;
  });
  let link = location.hash;
  try {
    link ||= localStorage.getItem(LAST) ?? "";
  } catch {
    // storage is disabled
  }
  await (link ? openLink(link) : draw());
  document.documentElement.dataset.ready = "true";
  if (version.offline && "serviceWorker" in navigator && location.protocol !== "file:")
    installOffline();
}

/// Installs the service worker, and shows a note when it has loaded a new version.
async function installOffline() {
  const { serviceWorker } = navigator;
  const isUpdate = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener("controllerchange", () => {
    if (isUpdate)
      byId("notes").append(
        element("p", {}, "A new version is available: ", element("a", { href: "." }, "reload")),
      );
  });
  await serviceWorker.register("sw.js").catch(() => undefined);
}

start().catch((error) => {
  byId("error").textContent = error.message;
  byId("error").hidden = false;
  throw error;
});
