// The page: a question by thumbs, its answer at once, and its link.

import * as cards from "./cards.js";
import { Fault, ask, start as findEngine } from "./engine.js";
import * as keys from "./keys.js";
import { at, element, tell } from "./page.js";
import { picker } from "./picker.js";
import * as sharing from "./share.js";
import * as situation from "./situation.js";
import { TABS, place, question, shown, state, tab, take } from "./state.js";
import * as tables from "./tables.js";
import * as views from "./views.js";

const LAST = "warodds-last";
/// Keys about the first attacker alone, which a second one does not take over.
const OF_THE_FIRST = ["with", "attack_name", "wounds_lost", "without", "choose", "why", "sensitivity"];
/// How far the distances of a charge go beyond the longest roll.
const FARTHEST = 20;

let version = {};
let last;
let stop = new AbortController();
const pickers = {};

// how a link gets into the address: in place of the one there, onto the browser's history, or not
// before there is an answer
const replace = (link) => history.replaceState(null, "", `#${link}`);
const push = (link) => `#${link}` !== location.hash && history.pushState(null, "", `#${link}`);
const keep = () => {};

// ---- asking ----

/// Asks the question as it stands, and shows the answer; `write` puts its link into the address.
async function answer(write = replace) {
  const signal = pend();
  const asked = question();
  if (asked.tab !== "link") write(asked.link);
  try {
    const found = await answersTo(asked, signal);
    if (signal.aborted) return;
    last = { asked, ...found };
    if (asked.tab !== "link") replace(asked.link);
    settle(asked.link);
    show();
    remember(asked.link);
    await explain(last, signal);
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    if (!(error instanceof Fault)) throw error;
    last = undefined;
    settle(asked.link, error.message);
  }
}

/// From now on nothing that was asked before is shown; returns what ends with the next question.
function pend() {
  stop.abort();
  stop = new AbortController();
  at("fault").hidden = true;
  ["shown", "details"].forEach((id) => at(id).classList.add("stale"));
  return stop.signal;
}

/// Shows the answer to a link, or why there is none.
function settle(link, fault) {
  at("answer").dataset.link = link;
  at("fault").textContent = fault ?? "";
  at("fault").hidden = fault === undefined;
  if (fault === undefined) ["shown", "details"].forEach((id) => at(id).classList.remove("stale"));
  ["shown", "details"].forEach((id) => (at(id).hidden = fault !== undefined));
}

/// Keeps a link for the next visit.
function remember(link) {
  try {
    localStorage.setItem(LAST, link);
  } catch {
    // a browser that keeps nothing
  }
}

/// Everything that is shown of a question.
async function answersTo(asked, signal) {
  const { kind, given: all } = asked;
  const get = (kind, given, more) => ask(keys.address(kind, given, more), { signal });
  const of = async (parts) => Object.fromEntries(await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part])));
  if (asked.tab === "link") return { answer: await ask(`api/ask?link=${encodeURIComponent(asked.link)}`, { signal }) };
  if (asked.tab === "charge") {
    const range = get("charge", without(all, ["distance", "why", "sensitivity"]), [`distance=1..${FARTHEST}`]);
    return of({ answer: get("charge", all), range: optional(range) });
  }
  if (asked.tab === "duel") {
    const rounds = Number(all.get("rounds")?.[0] ?? keys.keyOf("duel", "rounds").usual);
    const until = (count) => get("duel", new Map([...without(all, ["why", "sensitivity"]), ["rounds", [String(count)]]]));
    const each = Array.from({ length: Math.min(rounds, 12) }, (_, round) => until(round + 1));
    return of({ answer: get("duel", all), rounds: optional(Promise.all(each)) });
  }
  if (asked.tab === "attack" && asked.or) {
    return of({ answer: get("attack", all), other: get("attack", ofSecond(asked)), odds: optional(odds(asked, get)) });
  }
  return of({ answer: get(kind, all) });
}

/// What is given where the second attacker takes the place of the first.
const ofSecond = ({ given: all, or }) => new Map([...without(all, OF_THE_FIRST), ["attacker", [or]]]);

/// Adds what the losses of each attacker come from. It takes longer than the answer, and is told when it is there.
async function explain(shown, signal) {
  const { asked, answer, other } = shown;
  if (asked.tab === "link" || !views.canDraw(shown)) return;
  const parts = async (found, all) => {
    if (!found || views.losses(found) === 0 || found.engine !== "exact") return undefined;
    if (found.contributions) return found.contributions;
    const why = new Map([...without(all(), ["sensitivity"]), ["why", [""]]]);
    return (await optional(ask(keys.address(asked.kind, why), { signal })))?.contributions;
  };
  const causes = await Promise.all([parts(answer, () => asked.given), parts(other, () => ofSecond(asked))]);
  if (signal.aborted || !causes.some(Boolean)) return;
  shown.causes = causes;
  views.costs(shown);
}

/// What is shown beside an answer where it can be had: the answer stands without it.
const optional = (part) => part.catch((error) => {
  if (!(error instanceof Fault)) throw error;
});

const without = (all, ids) => new Map([...all].filter(([id]) => !ids.includes(id)));

/// How often one does more than the other: asked where a comparison can be told all that was given.
async function odds({ given: all, first, second, or }, get) {
  const own = without(all, ["attacker", "defender"]);
  if ([...own.keys()].some((id) => OF_THE_FIRST.includes(id) || !keys.keyOf("compare", id))) return undefined;
  const compared = new Map([...own, ["a", [first]], ["b", [or]], ["against", [second]]]);
  return (await get("compare", compared)).matchups[0]?.odds;
}

// ---- showing ----

/// Draws the last answer.
function show() {
  ["odds", "costs", "chart", "chart-2", "table", "field", "tables"].forEach((id) => (at(id).hidden = true));
  at("numbers").replaceChildren();
  const { asked, answer, other } = last;
  const choose = (k) => {
    // the next answer is under way: it takes no part of this one
    if (at("shown").classList.contains("stale")) return;
    state.k = asked.k = k;
    asked.link = keys.link(asked.kind, asked.given, shown(asked));
    settle(asked.link);
    replace(asked.link);
    show();
  };
  const draw = {
    attack: () => views.attack(last, choose),
    numbers: () => views.attack(last, choose),
    charge: () => views.charge(last, choose),
    duel: () => views.duel(last),
    field: () => views.field(last, closer),
  };
  const isDrawn = asked.tab !== "link" && views.canDraw(last);
  last.line = isDrawn ? draw[asked.tab]() : tables.show(at("tables"), answer);
  views.worth(answer);
  views.notes([answer, other ?? []].flat(), version.version, isDrawn);
  tell(`${title()}: ${last.line}`);
}

function title() {
  const { asked, answer } = last;
  if (asked.tab === "link") return tables.title(answer);
  return answer.subject ?? `${cards.nameOf(asked.first)} ${asked.side === "attackers" ? "→ all" : "← all"}`;
}

/// From one against all to one against one.
function closer(id) {
  const { side, first } = last.asked;
  if (side === "defenders") place("second", first);
  place(side === "attackers" ? "second" : "first", id);
  state.tab = "attack";
  draw(push);
  scrollTo(0, 0);
}

// ---- setting ----

function draw(write) {
  const isLink = state.link !== undefined;
  for (const button of at("tabs").children) {
    if (button.dataset.tab === state.tab && !isLink) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  document.documentElement.dataset.tab = isLink ? "link" : state.tab;
  ["names", "toggles", "folded", "row-or", "compare"].forEach((id) => (at(id).hidden = isLink));
  if (!isLink) drawControls();
  return answer(write);
}

function drawControls() {
  const [first, second] = tab().names;
  at("names").hidden = !first;
  at("row-first").querySelector("label span:last-child").textContent = first;
  at("row-second").querySelector("label span:last-child").textContent = second;
  at("row-second").hidden = !second;
  // marks where there are two lines to tell apart
  const isDuel = state.tab === "duel";
  at("row-first").querySelector(".mark").hidden = !(isDuel || (state.tab === "attack" && state.or));
  at("row-second").querySelector(".mark").hidden = !isDuel;
  const canCompare = state.tab === "attack";
  at("row-or").hidden = !canCompare || state.or === undefined;
  at("compare").hidden = !canCompare || state.or !== undefined;
  pickers.first.set(state.first);
  pickers.second.set(state.second);
  pickers.or.set(state.or ?? "");
  situation.draw();
}

function swap() {
  const { first, second } = state;
  place("first", second);
  place("second", first);
  draw();
}

/// Takes over a link: into a tab where one shows all of it, else as it stands.
async function read(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return draw();
  const signal = pend();
  try {
    const found = await ask(`api/link?link=${encodeURIComponent(text)}`, { signal });
    if (signal.aborted) return undefined;
    if (!take(found, (name) => cards.unit(name) !== undefined)) state.link = text;
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return undefined;
    if (!(error instanceof Fault)) throw error;
    state.link = text;
  }
  return draw(keep);
}

// ---- starting ----

/// Where a link leads: to the public page where there is one, for others reach no localhost.
function base() {
  const here = location.href.split("#")[0];
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return version.public ?? (isHere ? version.address : undefined) ?? here;
}

/// What is shared: the question that was answered, and what came of it.
function told() {
  const { kind, given: all, link } = last?.asked ?? question();
  const address = `${base()}#${link}`;
  const command = kind === undefined ? keys.commandOf(link) : keys.command(kind, all);
  if (!last) return { link: address, line: address, command, title: link, text: "" };
  const { situation } = last.answer;
  const line = `${title()}${situation ? ` (${situation})` : ""}: ${last.line}`;
  return { link: address, line: `${line}. ${address}`, command, title: situation || title(), text: line };
}

async function start() {
  version = await findEngine();
  await Promise.all([keys.load(), cards.load()]);
  at("toggles").dataset.factions = cards.factions().join("|");
  at("tabs").replaceChildren(...Object.entries(TABS).map(([name, { label, title: long }]) => {
    const button = element("button", { type: "button", "data-tab": name, title: long, "aria-label": long }, label);
    button.addEventListener("click", () => {
      state.tab = name;
      state.link = undefined;
      draw(push);
    });
    return button;
  }));
  for (const name of ["first", "second", "or"]) {
    pickers[name] = picker(at(name), at(`${name}-list`), (id) => {
      place(name, id);
      draw();
    });
  }
  situation.onChange(() => draw());
  at("swap").addEventListener("click", swap);
  at("compare").addEventListener("click", () => {
    state.or = "";
    draw();
    at("or").focus();
  });
  at("no-or").addEventListener("click", () => {
    state.or = undefined;
    draw();
    at("compare").focus();
  });
  sharing.start(told, () => last && show());
  addEventListener("hashchange", () => read(location.hash));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width && last) show();
    width = innerWidth;
  });
  let before = location.hash;
  try {
    before ||= localStorage.getItem(LAST) ?? "";
  } catch {
    // a browser that keeps nothing
  }
  await (before ? read(before) : draw());
  document.documentElement.dataset.ready = "true";
  if (version.offline && "serviceWorker" in navigator && location.protocol !== "file:") keepPage();
}

/// Keeps the page for where there is no network, and tells when there is a newer one.
async function keepPage() {
  const { serviceWorker } = navigator;
  const isRenewed = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener("controllerchange", () => {
    if (isRenewed) at("notes").append(element("p", {}, "There is a new version: ", element("a", { href: "." }, "load it")));
  });
  await serviceWorker.register("sw.js").catch(() => undefined);
}

start().catch((error) => {
  at("fault").textContent = error.message;
  at("fault").hidden = false;
  throw error;
});
