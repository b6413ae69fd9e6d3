// The steps of this visit, which undo takes back, and the questions of earlier ones.

import { LAST } from "./early.js";
import { byId } from "./page.js";

const RECENT = "warodds-questions";
/// The most questions that are kept.
const MOST = 40;
const steps = [];

/// Adds the question that is answered: its link, its title and its answer in one line.
export function record(link, title, summary) {
  if (steps.at(-1) !== link) steps.push(link);
  byId("undo").hidden = steps.length < 2;
  try {
    localStorage.setItem(LAST, link);
    const others = recent().filter((one) => one.link !== link);
    const all = [{ link, title, summary }, ...others].slice(0, MOST);
    localStorage.setItem(RECENT, JSON.stringify(all));
  } catch {
    // storage is disabled
  }
}

/// Takes back a step. Returns the link before it, or undefined if there is none.
export function undo() {
  if (steps.length < 2) return undefined;
  steps.pop();
  return steps.at(-1);
}

/// Returns the questions of this device, the last first.
export function recent() {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? "[]");
  } catch {
    return [];
  }
}
