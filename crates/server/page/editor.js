// What sets a question that no tab asks: its units and options as controls. Loaded with the first
// such question.

import { bar } from "./changes.js";
import { outOfSight, settingChips } from "./chips.js";
import { control, row } from "./controls.js";
import * as keys from "./keys.js";
import { ask } from "./engine.js";
import { byId, element, signed, style } from "./page.js";
import { leading } from "./one-answer.js";
import { redraw } from "./redraw.js";
import { NO_CHANGE } from "./situation.js";

await style("more.css");

/// Kinds with controls of their own.
const OWN = {
  battle: () => import("./battle-form.js"),
  sequence: () => import("./sequence.js"),
};

/// The most switches whose worth is asked for at once.
const MOST = 40;

/// Draws the controls of a question in a container. `parsed` is its link taken apart; `go` is called
/// with the link of a changed question. Returns the question.
export async function draw(container, parsed, go) {
  const own = OWN[parsed.kind];
  await keys.loadKind(parsed.kind);
  const view = new Map(parsed.view.map(([id, text]) => [id, [text]]));
  const all = new Map();
  for (const [id, text] of parsed.given) {
    const key = keys.keyOf(parsed.kind, id);
    const parts = key?.isSet ? text.split(/[+ ]+/) : [text];
    all.set(id, [...(all.get(id) ?? []), ...parts]);
  }
  const setting = {
    has: (id) => (all.get(id)?.length ?? 0) > 0,
    texts: (id) => all.get(id) ?? [],
    put: (id, texts) => all.set(id, texts),
    set: (id, texts) => {
      all.set(id, texts);
      go(keys.link(parsed.kind, all, view));
    },
  };
  const { parts, ids } = own
    ? (await own()).controls(setting)
    : await general(parsed.kind, setting);
  // what is set and not among the controls in sight
  const settings = outOfSight(parsed.kind, all, ids);
  const chips = element("div", { class: "settings" }, ...settingChips(settings, setting));
  redraw(container, settings.length ? [chips, ...parts] : parts);
  return { kind: parsed.kind, fields: all, view };
}

/// Returns the controls of any kind: what comes first, then all others in a list that is folded; and
/// the ids of keys in sight.
async function general(kind, setting) {
  const { layout } = await import("./games.js");
  const shown = keys.keysOf(kind).filter(keys.isShown);
  const { parts, ids } = layout(kind, shown, setting);
  const others = shown.filter((key) => !ids.includes(key.id) && !key.isText);
  const summary = element("summary", {}, `More options (${others.length})`);
  const rows = others.map((key) => row(key.label, control(key, setting)));
  const textKeys = shown.filter((key) => key.isText);
  return {
    parts: [
      ...textKeys.map((key) => contents(key, setting)),
      ...parts,
      ...(others.length
        ? [element("details", { "data-heading": "others" }, summary, ...rows)]
        : []),
    ],
    ids: [...ids, ...textKeys.map(({ id }) => id)],
  };
}

/// Shows below each switch what it would change, the mean that leads an answer, and lists it with
/// what one more or less of each number in sight would change.
export async function showWorth(container, { kind, fields, view }, answer, signal) {
  // rolled answers would take as long again for each switch
  const lead = answer.engine === "exact" && answer.leads && leading(answer);
  const first = ":scope > :not(details)";
  const controls = `[data-change], ${first} [data-step]`;
  const all = [...container.querySelectorAll(controls)].slice(0, MOST);
  if (!lead || !all.length) return;
  const changed = all.map((one) => {
    const { change, step } = one.dataset;
    const [id, value] = (change ?? step).split(":");
    if (step) return { one, isOn: false, set: [id, [value]] };
    const isOn = one.matches("[aria-pressed=true], :has(:checked)");
    const texts = fields.get(id) ?? [];
    if (one.matches(".choice")) return { one, isOn, set: [id, [value]] };
    const others = texts.filter((text) => text !== value);
    return { one, isOn, set: [id, isOn ? others : [...others, value]] };
  });
  // what reaches a needed chance is no mean, and takes long to find
  const asked = [...fields].filter(([id]) => id !== "need");
  const link = (set) => keys.link(kind, new Map([...asked, ...(set ? [set] : [])]), view);
  const query = [undefined, ...changed.map(({ set }) => set)].map(link);
  const parameters = query.map((one) => `link=${encodeURIComponent(one)}`).join("&");
  const [base, ...means] = await ask(`api/means?${parameters}`, { signal }).catch(() => []);
  if (signal.aborted) return;
  const differences = changed.map((_, place) =>
    base && means[place] ? means[place][lead] - base[lead] : undefined,
  );
  showChanges(
    lead,
    changed.map((one, place) => ({ ...one, by: differences[place] })),
  );
  changed.forEach(({ one, isOn }, place) => {
    if (one.dataset.step) return;
    const by = differences[place];
    const isNow = one.matches(".choice") && isOn;
    const words = by === undefined ? "" : Math.abs(by) < NO_CHANGE ? "no change" : signed(by);
    const text = isNow
      ? "now"
      : isOn && by !== undefined && words !== "no change"
        ? `off ${words}`
        : words;
    one.querySelector(".worth").textContent = text;
    one.classList.toggle("same", text === "no change");
  });
}

/// Lists the controls that change the mean that leads, the greatest first.
function showChanges(lead, all) {
  const found = all.filter(({ by }) => Math.abs(by) >= NO_CHANGE).sort((a, b) => b.by - a.by);
  if (!found.length) return byId("changes").replaceChildren();
  const highest = Math.max(...found.map(({ by }) => Math.abs(by)));
  const rows = found.map(({ one, isOn, by }) =>
    bar(nameOf(one, isOn), "", signed(by), by / highest, true),
  );
  const unit = element("span", {}, lead.replaceAll("_", " "));
  const heading = element("h3", {}, "What would change it", unit);
  const list = element("ul", { class: "bars" }, ...rows);
  return byId("changes").replaceChildren(element("section", { class: "card" }, heading, list));
}

/// Names what a control sets: a choice with whom it is about.
function nameOf(one, isOn) {
  const group = one.closest("[role=group], [role=radiogroup]")?.getAttribute("aria-label");
  if (one.dataset.step) return `${group} ${one.dataset.step.split(":")[1]}`;
  const label = (one.querySelector("span") ?? one).firstChild.textContent;
  if (!one.matches(".choice")) return isOn ? `Without ${label.toLowerCase()}` : label;
  return `${group.replace("Rank of ", "")}: ${label}`;
}

/// Returns the field of a text of several lines.
function contents(key, setting) {
  const id = `text-${key.id}`;
  const [text] = setting.texts(key.id);
  const area = element("textarea", { id, rows: 12, spellcheck: "false" }, text ?? "");
  area.addEventListener("change", () => {
    const lines = area.value.trim();
    setting.set(key.id, lines ? [`${lines}\n`] : []);
  });
  return element("div", {}, element("label", { class: "label", for: id }, key.label), area);
}
