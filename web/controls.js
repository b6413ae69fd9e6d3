// Controls for keys: what a key may hold decides how it is set.

import { element } from "./page.js";

/// The control of a key. `state` has `texts(id)` and `set(id, texts)`.
export function control(key, state) {
  if (key.isFlag) return toggle(key.label, key.words, state.has(key.id), (on) => state.set(key.id, on ? [""] : []));
  if (key.choices.length && key.isList) return several(key, state);
  if (key.choices.length) return oneOf(key, state);
  if (key.number && key.most !== undefined && key.most - (key.least ?? 0) <= 120) return stepper(key, state);
  return text(key, state);
}

/// A button that is pressed or not.
export function toggle(label, words, isOn, change) {
  const button = element("button", { type: "button", class: "toggle", "aria-pressed": String(isOn), title: words }, label);
  button.addEventListener("click", () => change(button.getAttribute("aria-pressed") !== "true"));
  return button;
}

let groups = 0;
/// One of a few choices.
export function radios(legend, choices, chosen, change) {
  const name = `choice-${++groups}`;
  const all = choices.map(({ value, label, words }) => {
    const input = element("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => change(value));
    return element("label", { class: "choice", title: words }, input, element("span", {}, label));
  });
  return element("div", { class: "choices", role: "radiogroup", "aria-label": legend }, ...all);
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function oneOf(key, state) {
  const chosen = state.texts(key.id)[0] ?? key.usual ?? "";
  const change = (value) => state.set(key.id, value === "" || value === key.usual ? [] : [value]);
  if (key.usual !== undefined && key.choices.length <= 3) {
    const choices = key.choices.map((value) => ({ value, label: capital(value.replaceAll("-", " ")), words: key.meant[value] }));
    return radios(key.label, choices, chosen, change);
  }
  const none = key.usual === undefined ? [{ value: "", label: "–" }] : [];
  const choices = key.choices.map((value) => ({ value, label: `${value}: ${key.meant[value] ?? ""}`.slice(0, 60) }));
  return select(key.label, [...none, ...choices], chosen, change);
}

/// A list to choose one of.
export function select(label, choices, chosen, change) {
  const options = choices.map(({ value, label: shown }) => element("option", { value, selected: value === chosen }, shown));
  const made = element("select", { "aria-label": label }, ...options);
  made.addEventListener("change", () => change(made.value));
  return made;
}

function several(key, state) {
  const given = state.texts(key.id);
  const buttons = key.choices.map((value) => toggle(capital(value), key.meant[value], given.includes(value), (on) =>
    state.set(key.id, key.choices.filter((one) => (one === value ? on : given.includes(one))))));
  return element("div", { class: "choices", role: "group", "aria-label": key.label }, ...buttons);
}

/// A number between buttons for one less and one more.
export function stepper(key, state, { least = key.least ?? 0, most = key.most, usual = key.usual } = {}) {
  const known = state.texts(key.id)[0] ?? usual;
  const change = (value) => {
    const held = Math.min(Math.max(value, least), most);
    state.set(key.id, String(held) === String(usual) ? [] : [String(held)]);
  };
  const step = (by, sign) => {
    const name = `${key.label}: one ${by < 0 ? "less" : "more"}`;
    const button = element("button", { type: "button", class: "step", "aria-label": name }, sign);
    button.addEventListener("click", () => change((known === undefined ? least - by : Number(known)) + by));
    return button;
  };
  const input = element("input", {
    type: "number", inputmode: "decimal", min: least, max: most, step: "any", value: known ?? "", placeholder: "–",
    "aria-label": key.label, title: key.words,
  });
  input.addEventListener("change", () => (input.value === "" ? state.set(key.id, []) : change(Number(input.value))));
  return element("div", { class: "stepper", role: "group", "aria-label": key.label }, step(-1, "−"), input, step(1, "+"));
}

function text(key, state) {
  const given = state.texts(key.id);
  const input = element("input", {
    type: "text", value: given.join("; "), placeholder: key.usual ?? "", "aria-label": key.label, title: key.words,
    autocomplete: "off", inputmode: key.number ? "decimal" : undefined,
  });
  input.addEventListener("change", () => {
    const parts = key.isList ? input.value.split(";") : [input.value];
    state.set(key.id, parts.map((part) => part.trim()).filter((part) => part && part !== key.usual));
  });
  return input;
}

/// A row: what it is about, and its controls.
export function row(label, ...controls) {
  return element("div", { class: "row" }, element("span", { class: "label" }, label), element("div", { class: "controls" }, ...controls));
}
