// The page: controls, the answer to the current question, and its link.

import { optional, requestAnswers, requestCauses } from "./answers.js";
import * as cards from "./cards.js";
import { lastLink } from "./early.js";
import { ApiError, ask, prefetch, start as findEngine } from "./engine.js";
import * as steps from "./history.js";
import * as keys from "./keys.js";
import { byId, element, isDark, scheme } from "./page.js";
import {
  endPending,
  isLike,
  last,
  loadDrawing,
  onShown,
  replace,
  show,
  showAnswer,
  startPending,
  stop,
  title,
} from "./shown.js";
import * as situation from "./situation.js";
import * as states from "./state.js";
import { load, question, selectTab, selectUnit, state } from "./state.js";
import { drawTabs } from "./tabs.js";
import * as units from "./units.js";
import * as worth from "./worth.js";

let version = {};
let linked; // the module of cards of links, loaded with the first of them
let openSharing; // the dialog, loaded with its first use

// ways to write a link into the address besides `replace`: add an entry to the history, or wait for
// the answer
const push = (link) => `#${link}` !== location.hash && history.pushState(null, "", `#${link}`);
const wait = () => {};

// ---- asking ----

/// Answers the current question and shows the answer; `write` puts its link into the address.
async function answer(write = replace) {
  const signal = startPending();
  const current = question();
  if (current.tab !== "link") write(current.link);
  try {
    let isWhole = false;
    const onPart = async (part) => {
      await loadDrawing(current, part);
      // a part that loads longer must not take the place of the answer
      if (!signal.aborted && !isWhole) showAnswer({ question: current, ...part });
    };
    const answers = await requestAnswers(current, signal, onPart);
    isWhole = true;
    await loadDrawing(current, answers);
    if (signal.aborted) return;
    if (current.tab !== "link") replace(current.link);
    showAnswer({ question: current, ...answers });
    steps.record(current.link, title(), last.summary);
    if (current.tab === "link") showEditedWorth();
    await Promise.all([requestCauses(last, signal), requestWorth(signal)]);
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    if (!(error instanceof ApiError)) throw error;
    situation.showWorth(new Map());
    endPending(current.link, error.message, isLike(current));
  }
}

/// Adds to each control what it would change.
async function requestWorth(signal) {
  if (!worth.isKnown(state.tab) || state.link !== undefined) return;
  if (byId("struck")) optional(import("./related.js").then((one) => one.showStrikeBack(last, signal)));
  const found = await optional(worth.differences(situation.changes(), signal));
  if (signal.aborted || !found) return;
  situation.showWorth(new Map(found.map((one) => [one.name, worth.words(one)])));
  watchChanges();
}

/// Returns the height of what stays in sight at the bottom, in pixels.
const dockHeight = () =>
  getComputedStyle(byId("toggles")).position === "sticky" ? byId("toggles").offsetHeight + 60 : 0;

let watcher;
/// Draws what would change the answer once its place comes into view.
function watchChanges() {
  const place = byId("changes");
  watcher?.disconnect();
  const { signal } = stop;
  const load = async ([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    const { show, showOthers } = await import("./changes.js");
    await Promise.all([
      optional(show(place, situation.changes(), signal)),
      optional(showOthers(byId("others"), signal)),
    ]);
  };
  // what is below the dock is not in view
  watcher = new IntersectionObserver(load, { rootMargin: `0px 0px -${dockHeight()}px` });
  watcher.observe(place);
}

// ---- setting ----

/// Opens the question of a pair of a table.
async function openPair(...pair) {
  (await import("./choosing.js")).selectPair(...pair);
  draw(push);
  scrollTo(0, 0);
}

function openTab(name) {
  selectTab(name);
  draw(push);
}

function draw(write) {
  const isLink = state.link !== undefined;
  if (!isLink) linked?.retainLinked();
  document.documentElement.dataset.tab = isLink ? "link" : state.tab;
  ["names", "settings", "toggles", "folded"].forEach((id) => (byId(id).hidden = isLink));
  byId("editor").hidden = !isLink || state.parsed === undefined;
  document.documentElement.dataset.kind = isLink ? (state.parsed?.kind ?? "") : state.tab;
  const kind = isLink ? (state.parsed?.kind ?? "") : "";
  const game = kind.includes("/") ? kind.split("/")[0] : kind === "campaign" ? "warmachine" : "";
  drawTabs(game, openTab);
  // the question is on its way while the controls are drawn
  const answered = answer(write);
  if (!isLink) drawControls();
  else if (state.parsed) drawEditor(state.parsed);
  return answered;
}

/// Draws the controls of a question without a tab.
async function drawEditor(parsed) {
  const editor = await import("./editor.js");
  const go = (link) => {
    replace(link);
    openLink(link);
  };
  const drawn = await editor.draw(byId("editor"), parsed, go);
  // another question may have been asked meanwhile
  if (parsed !== state.parsed) return;
  edited = { parsed, drawn, showWorth: editor.showWorth };
  showEditedWorth();
}

let edited; // the controls of the question without a tab
/// Shows what the controls of a question without a tab would change, once its answer is there.
function showEditedWorth() {
  if (edited?.parsed === state.parsed && last?.question.link === state.link)
    optional(edited.showWorth(byId("editor"), edited.drawn, last.answer, stop.signal));
}

/// Asks for the answer to a tap while the finger is still down.
function prepareTap({ target }) {
  const name = target.closest("[data-change]")?.dataset.change;
  const change = name && situation.changes().find((one) => one.name === name);
  if (!change || !["attack", "duel", "numbers"].includes(state.tab) || state.or) return;
  prefetch(keys.address(states.kind(), states.fieldsWith(change.set), ["charts"]));
}

function drawControls() {
  units.draw({ pick, join: choose("join"), swap, drop: () => addUnit(undefined), change: () => draw() });
  situation.draw();
}

/// Loads what unit cards open, and draws again once something is chosen there.
const choose = (name) => async (...role) => {
  const choosing = await import("./choosing.js");
  if (await choosing[name](...role)) draw();
};
const pick = choose("pick");

/// Adds an empty place for a second attacker, or removes it.
function addUnit(id) {
  state.or = id;
  draw();
  if (id === undefined) byId("compare").focus();
  else pick("or", "Second attacker");
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
    // the cards of another link are not those of this one, though it may name the same
    linked?.forgetLinked();
    if (parsed.given.some(([id]) => id === "catalogue")) {
      linked = await import("./own-cards.js");
      await linked.addOfLink(parsed);
    }
    if (signal.aborted) return undefined;
    if (!load(parsed, (name) => cards.unit(name) !== undefined)) {
      state.link = text;
      state.parsed = parsed;
    }
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return undefined;
    if (!(error instanceof ApiError)) throw error;
    state.link = text;
    state.parsed = undefined;
  }
  return draw(wait);
}

// ---- starting ----

async function start() {
  version = await findEngine();
  await Promise.all([keys.load(), cards.load()]);
  drawTabs("", openTab);
  onShown({ redraw: () => draw(), open: openPair, version: version.version });
  situation.onChange(() => draw());
  situation.onAdd({ or: () => addUnit(""), then: choose("addStep") });
  byId("skip").addEventListener("click", () => byId("bar").focus());
  byId("more").addEventListener("click", async () => {
    const { openMenu } = await import("./menu.js");
    const chosen = await openMenu(state.link ?? question().link);
    if (chosen?.tab) selectTab(chosen.tab);
    if (chosen) await (chosen.tab ? draw(push) : (location.hash = `#${chosen.link}`));
  });
  byId("undo").addEventListener("click", () => {
    const link = steps.undo();
    if (link === undefined) return;
    replace(link);
    openLink(link);
  });
  byId("clock").addEventListener("click", async () => {
    const { openRecent } = await import("./recent.js");
    const chosen = await openRecent();
    if (chosen !== undefined) location.hash = `#${chosen}`;
  });
  addEventListener("keydown", async (event) => {
    const isText = event.target.matches("input:not([type=radio]), textarea, select, [role=slider]");
    const isFree = !isText && !document.querySelector("dialog[open]");
    if (!isFree || event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
    if (event.key === "/") event.preventDefault();
    (await import("./shortcuts.js")).press(event.key.toLowerCase());
  });
  byId("toggles").addEventListener("pointerdown", prepareTap);
  for (const event of ["pointerover", "contextmenu"])
    byId("left").addEventListener(event, async (event) => {
      const chip = event.target.closest("[data-change]");
      if (chip) (await import("./tips.js")).show(chip, event);
    });
  addEventListener("scroll", fold, { passive: true });
  const change = (selected) => {
    scheme(selected);
    if (last) show();
  };
  scheme();
  byId("theme").addEventListener("click", () => change(isDark() ? "light" : "dark"));
  byId("share").addEventListener("click", async () => {
    const shared = () => ({ version, question: question(), ...last, title: last && title() });
    openSharing ??= (await import("./share.js")).start(shared, change);
    openSharing();
  });
  addEventListener("hashchange", () => openLink(location.hash));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width && last) show();
    width = innerWidth;
  });
  const link = location.hash || lastLink();
  await (link ? openLink(link) : draw());
  document.documentElement.dataset.ready = "true";
  if (version.offline && "serviceWorker" in navigator && location.protocol !== "file:")
    (await import("./offline.js")).installOffline();
}

/// Folds the numbers once the page is scrolled; between the two heights they stay as they are.
function fold() {
  const { classList } = byId("bar");
  if (scrollY > 90) classList.add("folded");
  else if (scrollY < 20) classList.remove("folded");
}

start().catch((error) => {
  byId("error").textContent = error.message;
  byId("error").hidden = false;
  throw error;
});
