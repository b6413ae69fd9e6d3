// The page: controls, the answer to the current question, and its link.

import { isDrawn, optional, requestAnswers, requestCauses } from "./answers.js";
import * as cards from "./cards.js";
import { prepare } from "./chart.js";
import { ApiError, ask, prefetch, start as findEngine } from "./engine.js";
import * as steps from "./history.js";
import * as keys from "./keys.js";
import { announce, byId, element, isDark, scheme } from "./page.js";
import * as situation from "./situation.js";
import * as states from "./state.js";
import { load, question, selectTab, selectUnit, state, viewFields } from "./state.js";
import { drawTabs } from "./tabs.js";
import * as units from "./units.js";
import * as views from "./views.js";
import * as worth from "./worth.js";

/// The tabs that show lists.
const LISTS = { field: true, options: true };
let version = {};
let tables; // the module for answers without a tab, loaded with the first of them
let battles; // the module for battles, loaded with the first of them
let lists; // the module of the tabs for lists and options
let openSharing; // the dialog, loaded with its first use
let last; // the question and the answer that are shown
let stop = new AbortController();

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
    const onPart = async (part) => {
      await loadDrawing(current, part);
      if (!signal.aborted) showAnswer({ question: current, ...part });
    };
    const answers = await requestAnswers(current, signal, onPart);
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

/// Loads what draws an answer.
async function loadDrawing(question, answers) {
  if (answers.answer.armies) battles ??= await import("./battle.js");
  if (!isDrawn({ question, ...answers })) tables ??= await import("./tables.js");
  else if (question.tab in LISTS) lists ??= await import("./field.js");
  await views.loadNotes(answers.charts);
  await prepare([answers.charts, answers.range].flatMap((charts) => charts ?? []));
}

/// Shows an answer, or the part of it that is there.
function showAnswer(shown) {
  last = shown;
  endPending(shown.question.link);
  show();
}

/// Adds to each control what it would change.
async function requestWorth(signal) {
  if (!worth.isKnown(state.tab) || state.link !== undefined) return;
  optional(worth.showStrikeBack(last.question, signal));
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

/// Whether the answer that is shown is about the same units as a question.
const isLike = ({ tab, first, second }) =>
  tab !== "link" &&
  last?.question.tab === tab &&
  [last.question.first, last.question.second].join() === [first, second].join();

const PARTS = ["numbers", "shown", "details"];

/// Makes the previous answer pale, or hides one of another kind. Returns a signal that is aborted by
/// the next question.
function startPending() {
  stop.abort();
  stop = new AbortController();
  const isSame = last && state.link === undefined && last.question.tab === state.tab;
  byId("error").hidden = true;
  PARTS.forEach((id) => byId(id).classList.add(isSame ? "pending" : "stale"));
  byId("pending").classList.toggle("on", !isSame);
  return stop.signal;
}

/// Shows the answer to a link, or an error message; `isKept` keeps the last answer below it.
function endPending(link, error, isKept = false) {
  byId("answer").dataset.link = link;
  byId("error").textContent = error ?? "";
  byId("error").hidden = error === undefined;
  byId("pending").classList.remove("on");
  const isShown = error === undefined || isKept;
  PARTS.forEach((id) => {
    byId(id).classList.remove("pending", "stale");
    byId(id).classList.toggle("kept", isKept);
    byId(id).hidden = !isShown;
  });
  byId("numbers").hidden = error !== undefined;
  byId("old").hidden = !isKept;
  if (!isShown) last = undefined;
}

// ---- showing ----

/// Draws the last answer.
function show() {
  ["odds", "own-wounds", "chart", "chart-2", "table", "field", "tables"].forEach(
    (id) => (byId(id).hidden = true),
  );
  byId("numbers").replaceChildren();
  const { question, answer, other } = last;
  const selectK = (k) => {
    // a new answer is pending, and this one is no longer current
    if (byId("shown").matches(".stale, .kept")) return;
    // the chart of distances is about k as well
    if (question.tab === "charge") {
      state.k = k;
      return void draw();
    }
    if (byId("shown").matches(".pending")) return;
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
    field: () => lists.field(last, openMatchup),
    options: () => lists.options(last),
  };
  const drawn = isDrawn(last);
  if (drawn) last.summary = draw[question.tab]();
  else if (answer.armies) last.summary = battles.show(byId("tables"), last);
  else last.summary = tables.show(byId("tables"), answer, last.charts);
  ["changes", "others"].forEach((id) => byId(id).replaceChildren());
  byId("question").textContent = title();
  views.showContributions(answer);
  views.showNotes([answer, other ?? []].flat(), last.charts, version.version);
  if (!last.progress) announce(`${title()}: ${last.summary}`);
}

function title() {
  const { question, answer } = last;
  if (question.tab === "link") return tables.title(answer);
  const arrow = question.side === "attackers" ? "→" : "←";
  const own = question.group ?? cards.nameOf(question.first);
  return answer.subject ?? answer[0]?.subject ?? `${own} ${arrow} ${question.opponents ?? "all"}`;
}

/// Opens the question of a pair of a table, with the attachments of both.
function openMatchup(...pair) {
  const isDuel = keys.keyOf("matrix", "duel") && state.values.get("duel")?.length > 0;
  selectTab(isDuel ? "duel" : "attack");
  ["first", "second"].forEach((role, place) => {
    const [id, ...joined] = pair[place].split("+");
    selectUnit(role, id);
    const key = units.keyOfSide(role, "joined");
    if (key) state.values.set(key, joined);
  });
  draw(push);
  scrollTo(0, 0);
}

// ---- setting ----

function openTab(name) {
  selectTab(name);
  draw(push);
}

function draw(write) {
  const isLink = state.link !== undefined;
  document.documentElement.dataset.tab = isLink ? "link" : state.tab;
  ["names", "toggles", "folded"].forEach((id) => (byId(id).hidden = isLink));
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
  edited = { drawn, showWorth: editor.showWorth };
  showEditedWorth();
}

let edited; // the controls of the question without a tab
/// Shows what the controls of a question without a tab would change, once its answer is there.
function showEditedWorth() {
  if (edited && last?.question.link === state.link)
    optional(edited.showWorth(byId("editor"), edited.drawn, last.answer));
}

/// Asks for the answer to a tap while the finger is still down.
function prepareTap({ target }) {
  const name = target.closest("[data-change]")?.dataset.change;
  const change = name && situation.changes().find((one) => one.name === name);
  if (!change || !["attack", "duel", "numbers"].includes(state.tab) || state.or) return;
  prefetch(keys.address(states.kind(), states.fieldsWith(change.set), ["charts"]));
}

function drawControls() {
  units.draw({ pick, join, swap, drop: () => addUnit(undefined), change: () => draw() });
  situation.draw();
}

/// Opens the list of units for a role.
async function pick(role, label) {
  const { pickUnit } = await import("./picker.js");
  const chosen = await pickUnit(label, state[role]);
  if (!chosen) return;
  selectUnit(role, chosen.id);
  const key = units.keyOfSide(role, "joined");
  if (chosen.joined && key) state.values.set(key, [chosen.joined]);
  draw();
}

/// Opens the list of attachments for a role.
async function join(role, key) {
  const { pickAttachment } = await import("./picker.js");
  const chosen = await pickAttachment(role, key);
  if (chosen === undefined) return;
  state.values.set(key, chosen ? [chosen] : []);
  draw();
}

/// Adds an empty place for a second attacker, or removes it.
function addUnit(id) {
  state.or = id;
  draw();
  if (id === undefined) byId("compare").focus();
  else pick("or", "Second attacker");
}

/// Opens a sequence of the attack and of another attacker after it.
async function addStep() {
  const { pickUnit } = await import("./picker.js");
  const chosen = await pickUnit("Next attacker", state.first);
  if (!chosen) return;
  const { sequenceOf } = await import("./sequence.js");
  location.hash = `#${sequenceOf(question(), chosen)}`;
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
    if (parsed.given.some(([id]) => id === "catalogue"))
      await (await import("./own-cards.js")).addOfLink(parsed);
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
  drawTabs("", openTab);
  situation.onChange(() => draw());
  situation.onAdd({ or: () => addUnit(""), then: addStep });
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
    openSharing ??= (await import("./share.js")).start(sharedContent, change);
    openSharing();
  });
  addEventListener("hashchange", () => openLink(location.hash));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width && last) show();
    width = innerWidth;
  });
  const link = location.hash || steps.lastLink();
  await (link ? openLink(link) : draw());
  document.documentElement.dataset.ready = "true";
  if (version.offline && "serviceWorker" in navigator && location.protocol !== "file:")
    installOffline();
}

/// Folds the numbers once the page is scrolled; between the two heights they stay as they are.
function fold() {
  const { classList } = byId("bar");
  if (scrollY > 90) classList.add("folded");
  else if (scrollY < 20) classList.remove("folded");
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
