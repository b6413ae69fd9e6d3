// The views of a game: tabs, or its kinds of questions.

import { byId, element } from "./page.js";
import { TABS } from "./state.js";
import { icon } from "./units.js";

/// Draws the views of a game: those of Ice and Fire are tabs, which call `onSelect` with their name;
/// those of others are kinds of questions.
export async function drawTabs(game, onSelect) {
  if (byId("tabs").dataset.game === game) return markTab();
  byId("tabs").dataset.game = game;
  const tab = (name, label, picture, open) => {
    const attributes = { type: "button", "data-tab": name };
    const button = element("button", attributes, ...(picture ? [icon(picture)] : []), label);
    button.addEventListener("click", open);
    return button;
  };
  if (game) {
    const { kindsOf } = await import("./examples.js");
    const kinds = kindsOf(game).map(([kind, name, link]) =>
      tab(kind, name, undefined, () => (location.hash = `#${link}`)),
    );
    byId("tabs").replaceChildren(...kinds);
    return markTab();
  }
  const battles = async () =>
    (location.hash = `#${(await import("./examples.js")).EXAMPLES.battle}`);
  const views = Object.entries(TABS).filter(([, { icon }]) => icon);
  byId("tabs").replaceChildren(
    ...views.map(([name, { label, icon }]) => tab(name, label, icon, () => onSelect(name))),
    tab("battle", "Battle", "M3 3l14 14M17 3L3 17", battles),
  );
  markTab();
}

/// The names of the games in the button of the menu.
const GAMES = { "": "Ice and Fire", westeros: "Westeros", warmachine: "WARMACHINE" };

/// Marks the view that is shown.
function markTab() {
  const shown = document.documentElement.dataset.kind;
  for (const button of byId("tabs").children) {
    if (button.dataset.tab === shown) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  byId("more").firstChild.textContent = `${GAMES[byId("tabs").dataset.game]} ▾`;
}
