// Several attackers, one after the other: the form of its steps. Loaded with the first sequence.

import { nameOf, unit } from "./cards.js";
import { settingChips } from "./chips.js";
import { radios, toggle } from "./controls.js";
import * as keys from "./keys.js";
import { element } from "./page.js";
import { crest, stats } from "./units.js";

const FACINGS = ["front", "flank", "rear"];
/// The most steps of a sequence.
const MOST = 6;

/// Parses a step: `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]`.
function parseStep(text) {
  const [name, options = ""] = text.split(/:(.*)/s);
  const [id, ...joined] = name.split("+").map((part) => part.trim());
  const pairs = options
    .split(",")
    .filter(Boolean)
    .map((one) => one.split(/=(.*)/s));
  return { id, joined, options: new Map(pairs.map(([key, value = ""]) => [key, value])) };
}

function stepText({ id, joined, options }) {
  const pairs = [...options].map(([key, value]) => (value === "" ? key : `${key}=${value}`));
  const name = [id, ...joined].join("+");
  return pairs.length ? `${name}:${pairs.join()}` : name;
}

/// Returns the link of a sequence that begins with the attack of a question: what a sequence has no key
/// for is an option of its first step.
export function sequenceOf({ fields }, { id, joined }) {
  const [options, shared] = [new Map(), new Map()];
  for (const [name, texts] of fields) {
    if (["attacker", "attacker_with"].includes(name)) continue;
    const key = keys.keyOf("attack", name);
    // an option of a step has one value, without the signs that end it
    const isOne = key.isSet || (texts.length === 1 && !/[,:]/.test(texts[0]));
    const isOption = key.heading !== "Engine" && isOne;
    if (keys.keyOf("sequence", name)) shared.set(name, texts);
    else if (isOption) options.set(key.long, key.isSet ? texts.join("+") : texts[0]);
  }
  const joinedTo = fields.get("attacker_with") ?? [];
  const first = { id: fields.get("attacker")[0], joined: joinedTo, options };
  const second = { id, joined: joined ? [joined] : [], options: new Map() };
  const all = new Map([...shared, ["by", [first, second].map(stepText)]]);
  return keys.link("sequence", all, new Map());
}

/// Returns the controls of a sequence, and the keys that they show.
export const controls = (setting) => ({ parts: parts(setting), ids: ["defender", "by"] });

function parts(setting) {
  const steps = setting.texts("by").map(parseStep);
  const set = (all) => setting.set("by", all.map(stepText));
  const rows = steps.map((step, place) => stepRow(step, place, steps, set));
  const add = button("+ then another attacker", async () => {
    const { pickUnit } = await import("./picker.js");
    const chosen = await pickUnit("Next attacker", steps.at(-1)?.id);
    if (!chosen) return;
    const joined = chosen.joined ? [chosen.joined] : [];
    set([...steps, { id: chosen.id, joined, options: new Map() }]);
  });
  add.id = "then";
  return [defender(setting), ...rows, ...(steps.length < MOST ? [add] : [])];
}

function defender(setting) {
  const [id] = setting.texts("defender");
  const card = unit(id);
  const name = element("button", { type: "button", class: "name", "aria-haspopup": "dialog" });
  name.append(
    element("b", {}, nameOf(id)),
    element("span", { class: "stats" }, ...(card ? stats(card, "defender") : [])),
  );
  name.addEventListener("click", async () => {
    const { pickUnit } = await import("./picker.js");
    const chosen = await pickUnit("Defender", id);
    if (chosen) setting.set("defender", [chosen.id]);
  });
  return element("div", { class: "unit" }, card ? crest(card.faction) : element("span"), name);
}

function stepRow(step, place, steps, set) {
  const change = (options) => set(steps.map((one) => (one === step ? { ...one, options } : one)));
  const facing = radios(
    `Facing of attack ${place + 1}`,
    FACINGS.map((value) => ({ value, label: value[0].toUpperCase() + value.slice(1) })),
    step.options.get("facing") ?? "front",
    (value) => {
      const options = new Map(step.options);
      if (value === "front") options.delete("facing");
      else options.set("facing", value);
      change(options);
    },
  );
  const charge = toggle("Charge", undefined, step.options.has("charge"), (on) => {
    const options = new Map(step.options);
    if (on) options.set("charge", "");
    else options.delete("charge");
    change(options);
  });
  const settings = [...step.options]
    .filter(([id]) => id !== "facing" && id !== "charge")
    .map(([id, value]) => {
      const label = id[0].toUpperCase() + id.slice(1).replaceAll("-", " ");
      return { key: { id, label, isFlag: value === "" }, values: [value] };
    });
  const remove = (id) => change(new Map([...step.options].filter(([other]) => other !== id)));
  const name = `${place + 1}. ${[step.id, ...step.joined].map(nameOf).join(" + ")}`;
  const moved = () => [
    ...steps.slice(0, place - 1),
    step,
    steps[place - 1],
    ...steps.slice(place + 1),
  ];
  const up = button("↑", () => set(moved()), `Move ${name} up`);
  const gone = button("✕", () => set(steps.filter((one) => one !== step)), `Remove ${name}`);
  return element(
    "div",
    { class: "step-row", role: "group", "aria-label": name },
    element("b", {}, name),
    element(
      "div",
      { class: "controls" },
      ...(place ? [up] : []),
      ...(steps.length > 1 ? [gone] : []),
    ),
    facing,
    charge,
    element("div", { class: "settings" }, ...settingChips(settings, { set: remove })),
  );
}

function button(text, onClick, label) {
  const created = element("button", { type: "button", class: "toggle", "aria-label": label }, text);
  created.addEventListener("click", onClick);
  return created;
}
