// The page: a question by thumbs, its answer at once, and its link.

import * as cards from "./cards.js";
import { Fault, ask, start as findEngine } from "./engine.js";
import * as keys from "./keys.js";
import { at, element, tell } from "./page.js";
import { picker } from "./picker.js";
import * as sharing from "./share.js";
import * as situation from "./situation.js";
import { TABS, given, kind, place, shown, state, tab, take } from "./state.js";
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

/// The page's own link.
const link = () => keys.link(kind(), given(), shown());

// ---- asking ----

/// Asks the question as it stands, and shows the answer.
async function answer() {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  const now = link();
  history.replaceState(null, "", `#${now}`);
  try {
    localStorage.setItem(LAST, now);
  } catch {
    // a browser that keeps nothing
  }
  at("shown").classList.add("stale");
  try {
    const found = await asked(signal);
    if (signal.aborted) return;
    last = found;
    at("fault").hidden = true;
    show();
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    if (!(error instanceof Fault)) throw error;
    at("fault").textContent = error.message;
    at("fault").hidden = false;
  }
}

/// Everything that the tab shows.
async function asked(signal) {
  const get = (kind, given, more) => ask(keys.address(kind, given, more), { signal });
  const all = given();
  const of = async (parts) => Object.fromEntries(await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part])));
  if (state.tab === "charge") {
    return of({ answer: get("charge", all), range: get("charge", without(all, ["distance", "why", "sensitivity"]), [`distance=1..${FARTHEST}`]) });
  }
  if (state.tab === "duel") {
    const rounds = Number(all.get("rounds")?.[0] ?? keys.keyOf("duel", "rounds").usual);
    const until = (count) => get("duel", new Map([...without(all, ["why", "sensitivity"]), ["rounds", [String(count)]]]));
    return of({ answer: get("duel", all), rounds: Promise.all(Array.from({ length: Math.min(rounds, 12) }, (_, round) => until(round + 1))) });
  }
  if (state.tab === "attack" && state.or) {
    const others = new Map([...without(all, OF_THE_FIRST), ["attacker", [state.or]]]);
    return of({ answer: get("attack", all), other: get("attack", others), odds: odds(all, get) });
  }
  return of({ answer: get(kind(), all) });
}

const without = (all, ids) => new Map([...all].filter(([id]) => !ids.includes(id)));

/// How often one does more than the other: asked where a comparison can be told all that was given.
async function odds(all, get) {
  const own = without(all, ["attacker", "defender"]);
  if ([...own.keys()].some((id) => OF_THE_FIRST.includes(id) || !keys.keyOf("compare", id))) return undefined;
  const compared = new Map([...own, ["a", [state.first]], ["b", [state.or]], ["against", [state.second]]]);
  return (await get("compare", compared)).matchups[0]?.odds;
}

// ---- showing ----

function show() {
  at("shown").classList.remove("stale");
  ["odds", "chart-2", "table", "field"].forEach((id) => (at(id).hidden = true));
  at("chart").hidden = state.tab === "field";
  const choose = (k) => {
    state.k = k;
    history.replaceState(null, "", `#${link()}`);
    show();
  };
  const draw = {
    attack: () => views.attack(last, choose),
    numbers: () => views.attack(last, choose),
    charge: () => views.charge(last, choose),
    duel: () => views.duel(last),
    field: () => views.field(last, closer),
  };
  const line = draw[state.tab]();
  views.worth(last.answer);
  views.notes([last.answer, last.other].filter(Boolean), version.version);
  last.line = line;
  tell(`${last.answer.subject ?? title()}: ${line}`);
}

const title = () => last?.answer.subject ?? `${cards.nameOf(state.first)} ${state.side === "attackers" ? "→ all" : "← all"}`;

/// From one against all to one against one.
function closer(id) {
  if (state.side === "defenders") place("second", state.first);
  place(state.side === "attackers" ? "second" : "first", id);
  state.tab = "attack";
  draw();
  scrollTo(0, 0);
}

// ---- setting ----

function draw() {
  for (const button of at("tabs").children) {
    if (button.dataset.tab === state.tab) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  document.documentElement.dataset.tab = state.tab;
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
  return answer();
}

function swap() {
  const { first, second } = state;
  place("first", second);
  place("second", first);
  draw();
}

/// Takes over a link; what is wrong with it is told.
async function read(text) {
  try {
    const found = await ask(`api/link?link=${encodeURIComponent(text)}`);
    if (!take(found, (name) => cards.unit(name) !== undefined)) {
      throw new Fault(`The page does not show ${found.kind}; the program does: warodds ask '${text.replace(/^#/, "")}'`);
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await draw();
    at("fault").textContent = error.message;
    at("fault").hidden = false;
    return;
  }
  await draw();
}

// ---- starting ----

/// Where a link leads: to the public page where there is one, for others reach no localhost.
function base() {
  const here = location.href.split("#")[0];
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return version.public ?? (isHere ? version.address : undefined) ?? here;
}

function told() {
  const what = link();
  const line = last ? `${title()}${last.answer.situation ? ` (${last.answer.situation})` : ""}: ${last.line}` : "";
  return { link: `${base()}#${what}`, line: `${line}. ${base()}#${what}`, command: keys.command(kind(), given()), title: last?.answer.situation || title(), text: line };
}

async function start() {
  version = await findEngine();
  await Promise.all([keys.load(), cards.load()]);
  at("toggles").dataset.factions = cards.factions().join("|");
  at("tabs").replaceChildren(...Object.entries(TABS).map(([name, { label, title: long }]) => {
    const button = element("button", { type: "button", "data-tab": name, title: long, "aria-label": long }, label);
    button.addEventListener("click", () => {
      state.tab = name;
      draw();
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
  if (version.offline && "serviceWorker" in navigator && location.protocol !== "file:") keep();
}

/// Keeps the page for where there is no network, and tells when there is a newer one.
async function keep() {
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
