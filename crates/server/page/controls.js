// Controls for keys: the type of a key decides its control.

import { element } from "./page.js";

/// Returns the control of a key. `state` has `has(id)`, `texts(id)` and `set(id, texts)`.
export function control(key, state) {
  if (key.isFlag)
    return toggle(
      key.label,
      key.description,
      state.has(key.id),
      (on) => state.set(key.id, on ? [""] : []),
      `${key.id}:`,
    );
  if (key.choices.length && key.isList) return multipleChoice(key, state);
  if (key.choices.length) return singleChoice(key, state);
  if (key.isNumber && key.maximum !== undefined && key.maximum - (key.minimum ?? 0) <= 120)
    return stepper(key, state);
  return textInput(key, state);
}

/// Returns what a control would change, in words below its label; `showWorth` fills it.
const worth = (change) => (change ? [element("small", { class: "worth" })] : []);

/// Returns a toggle button; `change` names the key and the value that it sets.
export function toggle(label, description, isOn, onChange, change) {
  const button = element(
    "button",
    {
      type: "button",
      class: "toggle",
      "aria-pressed": String(isOn),
      title: description,
      "data-change": change,
    },
    label,
    ...worth(change),
  );
  button.addEventListener("click", () => onChange(button.getAttribute("aria-pressed") !== "true"));
  return button;
}

let groups = 0;
/// Returns radio buttons for a few choices.
export function radios(legend, choices, selected, onChange) {
  const name = `choice-${++groups}`;
  const labels = choices.map(({ value, label, description, change }) => {
    const input = element("input", { type: "radio", name, value, checked: value === selected });
    input.addEventListener("change", () => onChange(value));
    return element(
      "label",
      { class: "choice", title: description, "data-change": change },
      input,
      element("span", {}, label, ...worth(change)),
    );
  });
  return element("div", { class: "choices", role: "radiogroup", "aria-label": legend }, ...labels);
}

const capitalize = (text) => text[0].toUpperCase() + text.slice(1);

function singleChoice(key, state) {
  const selected = state.texts(key.id)[0] ?? key.defaultValue ?? "";
  const onChange = (value) =>
    state.set(key.id, value === "" || value === key.defaultValue ? [] : [value]);
  if (key.defaultValue !== undefined && key.choices.length <= 3) {
    const choices = key.choices.map((value) => ({
      value,
      label: capitalize(value.replaceAll("-", " ")),
      description: key.choiceDescriptions[value],
      change: `${key.id}:${value}`,
    }));
    return radios(key.label, choices, selected, onChange);
  }
  const none = key.defaultValue === undefined ? [{ value: "", label: "–" }] : [];
  const choices = key.choices.map((value) => ({
    value,
    label: `${value}: ${key.choiceDescriptions[value] ?? ""}`.slice(0, 60),
  }));
  return select(key.label, [...none, ...choices], selected, onChange);
}

/// Returns a drop-down list.
export function select(label, choices, selected, onChange) {
  const options = choices.map(({ value, label: shown }) =>
    element("option", { value, selected: value === selected }, shown),
  );
  const created = element("select", { "aria-label": label }, ...options);
  created.addEventListener("change", () => onChange(created.value));
  return created;
}

function multipleChoice(key, state) {
  const selected = state.texts(key.id);
  const buttons = (key.shown ?? key.choices).map((value) =>
    toggle(
      key.side ? `${key.side} ${value}` : capitalize(value),
      key.choiceDescriptions[value],
      selected.includes(value),
      (on) =>
        state.set(
          key.id,
          key.choices.filter((choice) => (choice === value ? on : selected.includes(choice))),
        ),
      `${key.id}:${value}`,
    ),
  );
  return element("div", { class: "choices", role: "group", "aria-label": key.label }, ...buttons);
}

/// Returns a number input with buttons for one less and one more.
export function stepper(
  key,
  state,
  { minimum = key.minimum ?? 0, maximum = key.maximum, defaultValue = key.defaultValue } = {},
) {
  const current = state.texts(key.id)[0] ?? defaultValue;
  const clamped = (value) => String(Math.min(Math.max(value, minimum), maximum));
  const onChange = (value) =>
    state.set(key.id, clamped(value) === String(defaultValue) ? [] : [clamped(value)]);
  const step = (by, sign) => {
    const value = (current === undefined ? minimum - by : Number(current)) + by;
    const button = element(
      "button",
      {
        type: "button",
        class: "step",
        "aria-label": `${key.label}: one ${by < 0 ? "less" : "more"}`,
        "data-step": current === undefined ? undefined : `${key.id}:${clamped(value)}`,
      },
      sign,
    );
    button.addEventListener("click", () => onChange(value));
    return button;
  };
  const input = element("input", {
    type: "number",
    inputmode: "decimal",
    min: minimum,
    max: maximum,
    step: "any",
    value: current ?? "",
    placeholder: "–",
    "aria-label": key.label,
    title: key.description,
  });
  input.addEventListener("change", () =>
    input.value === "" ? state.set(key.id, []) : onChange(Number(input.value)),
  );
  return element(
    "div",
    { class: "stepper", role: "group", "aria-label": key.label },
    step(-1, "−"),
    input,
    step(1, "+"),
  );
}

function textInput(key, state) {
  const texts = state.texts(key.id);
  const input = element("input", {
    type: "text",
    value: texts.join("; "),
    placeholder: key.defaultValue ?? "",
    "aria-label": key.label,
    title: key.description,
    autocomplete: "off",
    inputmode: key.isNumber ? "decimal" : undefined,
  });
  input.addEventListener("change", () => {
    const parts = key.isList ? input.value.split(";") : [input.value];
    state.set(
      key.id,
      parts.map((part) => part.trim()).filter((part) => part && part !== key.defaultValue),
    );
  });
  return input;
}

/// Returns a row with a label and controls.
export function row(label, ...controls) {
  return element(
    "div",
    { class: "row" },
    element("span", { class: "label" }, label),
    element("div", { class: "controls" }, ...controls),
  );
}

/// Returns a row that is only its control.
export const bare = (control) => element("div", { class: "row bare" }, control);
