// Keys of the keyboard for what is done often. Loaded with the first key.

import { byId, element, style } from "./page.js";

await style("more.css");

/// What each key presses: a selector, and what that does.
const KEYS = {
  "/": ["#first", "choose a unit"],
  c: ['#toggles [data-change="charge:"], #toggles [data-change="opening_charge:"]', "charge"],
  p: ['#toggles [data-change$="tokens:panicked"]', "panicked"],
  v: ['#toggles [data-change$="tokens:vulnerable"]', "vulnerable"],
  w: ['#toggles [data-change$="tokens:weakened"]', "weakened"],
  x: ["#swap", "swap the two units"],
  o: ["#compare", "or another attacker"],
  t: ["#then", "then another attacker"],
  z: ["#undo", "undo"],
  h: ["#clock", "recent questions"],
  s: ["#share", "share"],
};

/// Carries out a key. Returns whether it means something.
export function press(key) {
  if (key === "?") return showKeys();
  if (/^[1-9]$/.test(key)) return click(byId("tabs").children[Number(key) - 1]);
  if (key === "f") return click(nextFacing());
  return click(KEYS[key] && document.querySelector(KEYS[key][0]));
}

function click(control) {
  if (!control?.checkVisibility()) return false;
  control.click();
  return true;
}

/// Returns the facing after the selected one.
function nextFacing() {
  const all = [...document.querySelectorAll('#toggles [data-change*="facing:"] input')];
  return all[(all.findIndex((one) => one.checked) + 1) % all.length];
}

function showKeys() {
  const rows = [
    ["1–6", "views"],
    ["f", "facing"],
    ...Object.entries(KEYS).map(([key, [, what]]) => [key, what]),
    ["← →", "wounds left, k, cells of tables"],
  ].map(([key, what]) => element("li", {}, element("b", {}, key), ` ${what}`));
  const close = element("button", { class: "toggle" }, "Close");
  const form = element("form", { method: "dialog" }, close);
  const title = element("h2", { id: "keys-title" }, "Keys");
  const dialog = element("dialog", { id: "keys", "aria-labelledby": "keys-title" });
  dialog.append(title, element("ul", {}, ...rows), form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return true;
}
