// A field in which a unit is chosen by some letters of its name: a combobox with a list.

import { ask } from "./engine.js";
import { nameOf, unit } from "./cards.js";
import { element } from "./page.js";

const RECENT = "warodds-recent";

function recent() {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? "[]").map(unit).filter(Boolean);
  } catch {
    return [];
  }
}

function remember(id) {
  try {
    const ids = [id, ...recent().map((card) => card.id).filter((other) => other !== id)];
    localStorage.setItem(RECENT, JSON.stringify(ids.slice(0, 8)));
  } catch {
    // a browser that keeps nothing
  }
}

/// Makes a field of an input and the list below it; `chosen` is told the id of a unit.
export function picker(input, list, chosen) {
  let found = [];
  let active = 0;
  let id = "";
  let asked = 0;
  // the list of what was typed last, which may be under way
  let listed = Promise.resolve();

  const isOpen = () => !list.hidden;
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (place) => {
    active = place;
    [...list.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === place)));
    const row = list.children[place];
    if (!row?.id) return;
    input.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
  };
  const show = (cards) => {
    found = cards;
    list.replaceChildren(...cards.map((card, place) => {
      const edition = card.edition === "2021" ? "" : `, ${card.edition}`;
      const row = element("li", { role: "option", id: `${list.id}-${place}` },
        element("span", {}, card.name),
        element("small", {}, `${card.faction}${edition} · ${card.cost ?? "–"}`));
      row.addEventListener("pointerdown", (event) => event.preventDefault());
      row.addEventListener("click", () => take(card));
      return row;
    }));
    if (!cards.length) list.append(element("li", { role: "option", "aria-disabled": "true", class: "none" }, "no unit is called that"));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    mark(0);
  };
  const search = async () => {
    const words = input.value.trim();
    const number = ++asked;
    if (!words) return show(recent());
    const cards = await ask(`api/search?words=${encodeURIComponent(words)}`);
    if (number === asked && document.activeElement === input) show(cards.slice(0, 40));
  };
  const take = (card) => {
    asked++;
    remember(card.id);
    close();
    set(card.id);
    chosen(card.id);
  };
  const set = (given) => {
    id = given;
    input.value = nameOf(given);
  };

  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => {
    if (!isOpen()) {
      input.select();
      if (recent().length) show(recent());
    }
  });
  input.addEventListener("input", () => (listed = search()));
  input.addEventListener("blur", () => {
    asked++;
    close();
    set(id);
  });
  input.addEventListener("keydown", async (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen()) return void search();
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark((active + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      await listed;
      if (isOpen() && found[active]) take(found[active]);
    } else if (event.key === "Escape") {
      asked++;
      close();
      set(id);
      input.select();
    }
  });
  return { set };
}
