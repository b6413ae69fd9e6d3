// The menu: every kind of question of each game, and a line for any link. Loaded with its first use.

import { ask } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { element, style } from "./page.js";

await style("more.css");

/// The games, in the order of the menu.
const GAMES = {
  asoiaf: "A Song of Ice and Fire",
  westeros: "Battles of Westeros",
  warmachine: "WARMACHINE",
};
/// Kinds that a tab asks.
const TABS = {
  attack: "attack",
  charge: "charge",
  duel: "duel",
  options: "options",
  matrix: "field",
};
/// Opens the menu. Returns the chosen link or tab, or undefined if it was closed.
export async function openMenu(current) {
  const { paths } = await ask("api");
  const input = element("input", {
    id: "any-link",
    type: "text",
    value: current,
    spellcheck: "false",
  });
  const go = element("button", { type: "submit", class: "toggle" }, "Answer");
  const form = element("form", { class: "controls" }, input, go);
  const close = element("button", { type: "button", class: "toggle" }, "Close");
  const title = element("h2", { id: "menu-title" }, "Questions");
  const dialog = element("dialog", { id: "menu", "aria-labelledby": "menu-title" }, title);
  return new Promise((resolve) => {
    const end = (choice) => {
      dialog.close();
      dialog.remove();
      resolve(choice);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end({ link: input.value.trim().replace(/^#/, "") });
    });
    close.addEventListener("click", () => end());
    dialog.addEventListener("cancel", () => end());
    const label = element("label", { for: "any-link" }, "Any question as a link");
    dialog.append(...games(paths, end), label, form, close);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/// Returns the questions of each game, with their headings.
function games(paths, end) {
  const kinds = Object.entries(paths).map(([path, { get }]) => [
    path.replace("/api/", ""),
    get.summary,
  ]);
  return Object.entries(GAMES).flatMap(([game, name]) => {
    const isOf = ([kind]) => (kind.includes("/") ? kind.startsWith(`${game}/`) : game === "asoiaf");
    const rows = kinds.filter(isOf).flatMap(([kind, summary]) => {
      const choice = TABS[kind] ? { tab: TABS[kind] } : EXAMPLES[kind] && { link: EXAMPLES[kind] };
      if (!choice) return [];
      return [row(kind.split("/").at(-1), summary, () => end(choice))];
    });
    if (game === "asoiaf")
      rows.push(row("By numbers", "An attack without cards.", () => end({ tab: "numbers" })));
    return [element("h3", {}, name), element("ul", {}, ...rows)];
  });
}

function row(kind, summary, onClick) {
  const name = kind.replaceAll("-", " ");
  const label = name[0].toUpperCase() + name.slice(1);
  const button = element("button", { type: "button" }, label, element("small", {}, summary));
  button.addEventListener("click", onClick);
  return element("li", {}, button);
}
