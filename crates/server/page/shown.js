// The answer that is shown: drawn, pale while another one is pending, or marked as old after a fault.

import { isDrawn } from "./answers.js";
import { prepare } from "./chart.js";
import * as keys from "./keys.js";
import { announce, byId } from "./page.js";
import { state, viewFields } from "./state.js";
import * as views from "./views.js";

/// The tabs that show lists.
const LISTS = { field: true, options: true };
let tables; // the module for answers without a tab, loaded with the first of them
let battles; // the module for battles, loaded with the first of them
let lists; // the module of the tabs for lists and options
let duels; // the module for duels
/// The question and the answer that are shown.
export let last;
/// Aborts what is asked for the answer that is shown.
export let stop = new AbortController();

let on = {};
/// Sets what rows and charts do: `redraw()` asks again, `open(attacker, defender)` opens a pair.
/// `version` is that of the program.
export const onShown = (listeners) => (on = listeners);

/// Replaces the link in the address.
export const replace = (link) => history.replaceState(null, "", `#${link}`);

/// Loads what draws an answer.
export async function loadDrawing(question, answers) {
  if (answers.answer.armies) battles ??= await import("./battle.js");
  if (!isDrawn({ question, ...answers })) tables ??= await import("./tables.js");
  if (question.tab === "duel") duels ??= await import("./duel.js");
  if (question.tab in LISTS) lists ??= await import("./field.js");
  await views.loadNotes(answers.answer, answers.charts);
  await prepare([answers.charts, answers.range].flatMap((charts) => charts ?? []));
}

/// Shows an answer, or the part of it that is there.
export function showAnswer(shown) {
  last = shown;
  endPending(shown.question.link);
  show();
}

/// Whether the answer that is shown is about the same units as a question.
export const isLike = ({ tab, first, second }) =>
  tab !== "link" &&
  last?.question.tab === tab &&
  [last.question.first, last.question.second].join() === [first, second].join();

const PARTS = ["numbers", "shown", "details"];

/// Makes the previous answer pale, or hides one of another kind. Returns a signal that is aborted by
/// the next question.
export function startPending() {
  stop.abort();
  stop = new AbortController();
  const isSame = last && state.link === undefined && last.question.tab === state.tab;
  byId("error").hidden = true;
  PARTS.forEach((id) => byId(id).classList.add(isSame ? "pending" : "stale"));
  byId("pending").classList.toggle("on", !isSame);
  return stop.signal;
}

/// Shows the answer to a link, or an error message; `isKept` keeps the last answer below it.
export function endPending(link, error, isKept = false) {
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

/// Draws the last answer.
export function show() {
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
      return void on.redraw();
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
    duel: () => duels.duel(last),
    field: () => lists.field(last, on.open),
    options: () => lists.options(last),
  };
  const drawn = isDrawn(last);
  // before charts are drawn, as it takes a column
  const hasWorth = answer.engine === "exact" && answer.quantities && answer.kind !== "sequence";
  document.documentElement.toggleAttribute("data-worth", Boolean(hasWorth));
  if (drawn) last.summary = draw[question.tab]();
  else if (answer.armies) last.summary = battles.show(byId("tables"), last);
  else last.summary = tables.show(byId("tables"), answer, last.charts);
  ["changes", "others"].forEach((id) => byId(id).replaceChildren());
  last.summary = [last.summary, ...views.showTerms(answer)].join("; ");
  byId("question").textContent = title();
  views.showContributions(answer);
  views.showNotes([answer, other ?? []].flat(), last.charts, on.version);
  if (!last.progress) announce(`${title()}: ${last.summary}`);
}

/// Returns the title of the answer.
export function title() {
  const { question, answer } = last;
  if (question.tab === "link") return tables.title(answer);
  return answer.subject ?? answer[0]?.subject ?? lists.title(question);
}
