// Lists of armies, pasted or opened: their text, and what the program reads in it. Loaded with the
// first question about lists.

import { ownTexts } from "./cards.js";
import { ApiError, ask } from "./engine.js";
import { element, style } from "./page.js";
import { crest } from "./units.js";

await style("more.css");

/// The number of points that a list may cost if its text does not say so.
const POINTS = 40;
const read = new Map();

/// Returns what the program reads in a text and in the cards of one's own that it names, which is
/// asked once.
export function readList(text) {
  const parts = [["text", text], ...ownTexts([text]).map((card) => ["catalogue", card])];
  const address = `api/list?${new URLSearchParams(parts)}`;
  if (!read.has(address)) {
    const reading = ask(address);
    reading.catch(() => read.delete(address));
    read.set(address, reading);
  }
  return read.get(address);
}

/// Returns a text without comments and empty lines, so that links stay short, and with the points
/// that the list may cost.
export async function shortened(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() && !/^\s*(#|\/\/)/.test(line));
  const short = `${lines.join("\n")}\n`;
  const { points } = await readList(short);
  if (points.limit !== null) return short;
  const limit = Math.max(POINTS, points.spent);
  const isToml = /^\s*(\w+\s*=|\[)/m.test(short);
  return `${isToml ? `points = ${limit}` : `Points: ${limit}`}\n${short}`;
}

/// Returns the filter of a matrix for the units of a list.
export const filterOf = ({ units }) =>
  units.map(({ id, attachments }) => [id, ...attachments.map((one) => one.id)].join("+")).join();

/// Returns the name of a list: its title, or its faction.
export const nameOf = ({ title, faction }) => title ?? `${faction} army`;

/// Returns a field for a list: what is in it, and its text to change, paste or open. `onChange` is
/// called with the new text.
export function listField(id, label, text, onChange) {
  const area = element("textarea", { id: `list-${id}`, rows: 9, spellcheck: "false" }, text);
  const wrong = element("p", { class: "wrong", role: "alert", hidden: true });
  const file = element("input", { type: "file", accept: ".txt,.toml,text/plain", hidden: true });
  const open = element("button", { type: "button", class: "toggle" }, "Open a file");
  const use = element("button", { type: "button", class: "toggle" }, "Use this list");
  const accept = async () => {
    try {
      wrong.hidden = true;
      onChange(await shortened(area.value));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  };
  use.addEventListener("click", accept);
  open.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    area.value = (await file.files[0]?.text()) ?? area.value;
    accept();
  });
  const summary = element("summary", {}, label);
  const hint = element(
    "label",
    { class: "label", for: area.id },
    `${label}: text of a list builder, or TOML`,
  );
  const details = element(
    "details",
    { class: "list", "data-heading": id, open: !text },
    summary,
    hint,
    area,
    wrong,
    element("div", { class: "controls" }, open, use, file),
  );
  if (text) describe(summary, text);
  return details;
}

/// Says in the heading of a field what is in the list.
async function describe(summary, text) {
  const list = await readList(text).catch(() => undefined);
  if (!list) return;
  const { points, units, ncus } = list;
  const pieces = `${points.spent} of ${points.limit ?? "–"} points · ${units.length} units · ${ncus.length} NCUs`;
  summary.replaceChildren(
    crest(list.faction),
    element(
      "span",
      {},
      element("b", {}, nameOf(list)),
      element("span", { class: "stats" }, pieces),
    ),
  );
}

// ---- lists on this device ----

const SAVED = "warodds-lists";
/// The most lists that are kept.
const MOST = 12;

/// Keeps a list for the next visit, by its filter.
function save(entry) {
  try {
    const before = JSON.parse(localStorage.getItem(SAVED) ?? "[]");
    const others = before.filter(({ filter }) => filter !== entry.filter);
    localStorage.setItem(SAVED, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // storage is disabled
  }
}

/// Opens a dialog that takes a list. Returns the filter of its units, or undefined.
export function pickList() {
  const dialog = element("dialog", { id: "listing", "aria-labelledby": "listing-title" });
  return new Promise((resolve) => {
    const end = (filter) => {
      dialog.close();
      dialog.remove();
      resolve(filter);
    };
    const field = listField("new", "Your list", "", async (text) => {
      const list = await readList(text);
      const filter = filterOf(list);
      save({ filter, name: nameOf(list), text });
      end(filter);
    });
    const close = element("button", { type: "button", class: "toggle" }, "Close");
    close.addEventListener("click", () => end());
    dialog.addEventListener("cancel", () => end());
    dialog.append(element("h2", { id: "listing-title" }, "Paste or open a list"), field, close);
    document.body.append(dialog);
    dialog.showModal();
  });
}
