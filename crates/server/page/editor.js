// What sets a question that no tab asks: its units and options as controls. Loaded with the first
// such question.

import { control, row } from "./controls.js";
import * as keys from "./keys.js";
import { element } from "./page.js";
import { redraw } from "./situation.js";

/// Kinds with controls of their own.
const OWN = {
  battle: () => import("./battle-form.js"),
  sequence: () => import("./sequence.js"),
};

/// Draws the controls of a question in a container. `parsed` is its link taken apart; `go` is called
/// with the link of a changed question.
export async function draw(container, parsed, go) {
  const own = OWN[parsed.kind];
  await keys.loadKind(parsed.kind);
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
      go(keys.link(parsed.kind, all, new Map(parsed.view)));
    },
  };
  const parts = own ? (await own()).parts(setting, go) : general(parsed.kind, setting);
  redraw(container, parts);
}

/// Returns the controls of any kind: what names units first, then the options that are set, then all
/// others in a list that is folded.
function general(kind, setting) {
  const shown = keys.keysOf(kind).filter(({ heading }) => heading !== "Output");
  const isFirst = (key) => key.isPositional || key.isNeeded || setting.has(key.id);
  const one = (key) => (key.isText ? contents(key, setting) : row(key.label, control(key, setting)));
  const rows = (all) => all.map(one);
  const others = shown.filter((key) => !isFirst(key));
  const summary = element("summary", {}, `More options (${others.length})`);
  return [
    ...rows(shown.filter(isFirst)),
    ...(others.length ? [element("details", { "data-heading": "others" }, summary, ...rows(others))] : []),
  ];
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
