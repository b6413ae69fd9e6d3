// A combobox that finds units by some letters of their names.

import { ask } from "./engine.js";
import { nameOf, unit } from "./cards.js";
import { element } from "./page.js";

const RECENT = "warodds-recent";

function recent() {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? "[]")
      .map(unit)
      .filter(Boolean);
  } catch {
    return [];
  }
}

function remember(id) {
  try {
    const ids = [
      id,
      ...recent()
        .map((card) => card.id)
        .filter((other) => other !== id),
    ];
    localStorage.setItem(RECENT, JSON.stringify(ids.slice(0, 8)));
  } catch {
    // storage is disabled
  }
}

/// Makes a combobox of an input and the list below it. Calls `onSelect` with the id of a unit.
export function picker(input, list, onSelect) {
  let results = [];
  let active = 0;
  let id = "";
  // the number of the last search: results of earlier ones are dropped
  let searches = 0;
  let pendingSearch = Promise.resolve();

  const isOpen = () => !list.hidden;
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const highlight = (index) => {
    active = index;
    [...list.children].forEach((row, i) => row.setAttribute("aria-selected", String(i === index)));
    const row = list.children[index];
    if (!row?.id) return;
    input.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
  };
  const show = (cards) => {
    results = cards;
    list.replaceChildren(
      ...cards.map((card, index) => {
        const edition = card.edition === "2021" ? "" : `, ${card.edition}`;
        const row = element(
          "li",
          { role: "option", id: `${list.id}-${index}` },
          element("span", {}, card.name),
          element("small", {}, `${card.faction}${edition} · ${card.cost ?? "–"}`),
        );
        row.addEventListener("pointerdown", (event) => event.preventDefault());
        row.addEventListener("click", () => select(card));
        return row;
      }),
    );
    if (!cards.length)
      list.append(
        element(
          "li",
          { role: "option", "aria-disabled": "true", class: "none" },
          "no unit with this name",
        ),
      );
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    highlight(0);
  };
  const search = async () => {
    const words = input.value.trim();
    const number = ++searches;
    if (!words) return show(recent());
    const cards = await ask(`api/search?words=${encodeURIComponent(words)}`);
    if (number === searches && document.activeElement === input) show(cards.slice(0, 40));
  };
  const select = (card) => {
    searches++;
    remember(card.id);
    close();
    set(card.id);
    onSelect(card.id);
  };
  const set = (unitId) => {
    id = unitId;
    input.value = nameOf(unitId);
  };

  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => {
    if (!isOpen()) {
      input.select();
      if (recent().length) show(recent());
    }
  });
  input.addEventListener("input", () => (pendingSearch = search()));
  input.addEventListener("blur", () => {
    searches++;
    close();
    set(id);
  });
  input.addEventListener("keydown", async (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen()) return void search();
      const step = event.key === "ArrowDown" ? 1 : -1;
      highlight((active + step + results.length) % Math.max(results.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      await pendingSearch;
      if (isOpen() && results[active]) select(results[active]);
    } else if (event.key === "Escape") {
      searches++;
      close();
      set(id);
      input.select();
    }
  });
  return { set };
}
