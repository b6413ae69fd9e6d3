// What a question sets out of sight, as chips that say it and remove it. Loaded with the first of them.

import { unit } from "./cards.js";
import { isShown, keysOf, nonDefault } from "./keys.js";
import { element } from "./page.js";
import { state, tab } from "./state.js";
import { hasTray, isInSight, keyOfSide, keyOfTray } from "./units.js";

/// Returns what some fields set out of sight: keys with the values that no control shows. `shown` has
/// the ids of keys in sight, and of sets `ID:ELEMENT,…`.
export function outOfSight(kind, fields, shown) {
  const inSight = new Map(shown.map((text) => text.split(":")));
  const isHidden = (id, text) =>
    !inSight.has(id) || (inSight.get(id) && !inSight.get(id).split(",").includes(text));
  return keysOf(kind)
    .filter(isShown)
    .map((key) => ({
      key,
      values: nonDefault(key, fields).filter((text) => isHidden(key.id, text)),
    }))
    .filter(({ values }) => values.length);
}

/// Returns the keys that the cards show.
export function shownKeys() {
  if (!isInSight()) return [];
  const roles = ["first", "second"].filter((_, place) => tab().names[place]);
  const keys = roles.flatMap((role) => [
    unit(state[role]) && keyOfSide(role, "joined"),
    hasTray(role) && keyOfTray(role),
  ]);
  return keys.filter(Boolean);
}

/// Returns a chip for each value of some keys, which says what is set and removes it. `setting` has
/// `texts(id)` and `set(id, texts)`.
export const settingChips = (settings, setting) =>
  settings.flatMap(({ key, values }) => values.map((text) => settingChip(key, text, setting)));

function settingChip(key, text, setting) {
  const chip = element(
    "button",
    { type: "button", class: "att" },
    element("span", { class: "hidden" }, "Remove "),
    element(
      "span",
      {},
      key.isFlag ? key.label : `${key.label} ${text}`,
      element("i", { "aria-hidden": "true" }, " ✕"),
    ),
  );
  chip.addEventListener("click", () =>
    setting.set(
      key.id,
      key.isList ? setting.texts(key.id).filter((other) => other !== text) : [],
    ),
  );
  return chip;
}
