// The list of units and that of attachments, in a dialog: search first, then rows with the values of
// a card. Loaded with its first use.

import { attachment, card, factions, nameOf, ownUnits, unit, units } from "./cards.js";
import { requestAttachments } from "./changes.js";
import { ask } from "./engine.js";
import { element, signed, style } from "./page.js";
import { kind, state, texts } from "./state.js";
import { crest, stats } from "./units.js";

await style("more.css");

const RECENT = "warodds-recent";
/// The most rows of a list.
const ROWS = 60;

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
    const ids = [id, ...recent().map((card) => card.id)];
    localStorage.setItem(RECENT, JSON.stringify([...new Set(ids)].slice(0, 8)));
  } catch {
    // storage is disabled
  }
}

/// Opens a dialog with a search above a list. `rows` returns the rows for some words; `extra` stands
/// between the two. Returns the choice of a row, or undefined if it was closed.
function open(title, rows, { placeholder, extra = [], label }) {
  const list = element("ul", { id: "found", role: "listbox", "aria-label": label, class: "rows" });
  const input = element("input", {
    id: "find",
    type: "search",
    role: "combobox",
    placeholder,
    "aria-label": placeholder,
    "aria-expanded": "true",
    "aria-controls": "found",
    "aria-autocomplete": "list",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const close = element("button", { type: "button", class: "plain", "aria-label": "Close" }, "✕");
  const head = element("div", { class: "head" }, element("h2", {}, title), close);
  const dialog = element("dialog", { id: "picking" }, head, input, ...extra, list);
  return new Promise((resolve) => {
    const end = (choice) => {
      dialog.close();
      dialog.remove();
      resolve(choice);
    };
    close.addEventListener("click", () => end());
    dialog.addEventListener("cancel", () => end());
    dialog.addEventListener("click", ({ target }) => target === dialog && end());
    search(input, list, rows, end);
    for (const one of extra)
      if (one.id === "own-cards") one.addEventListener("click", () => end({ own: true }));
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}

/// Connects a search with its list: words filter it, arrow keys move in it, Enter chooses.
function search(input, list, rows, end) {
  let [active, searches] = [0, 0];
  let pending = Promise.resolve();
  const options = () => [...list.querySelectorAll("[role=option]")];
  const highlight = (index) => {
    active = index;
    options().forEach((row, place) => row.setAttribute("aria-selected", String(place === index)));
    const row = options()[index];
    if (!row) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
  };
  const show = async () => {
    const number = ++searches;
    const found = await rows(input.value.trim());
    if (number !== searches) return;
    list.replaceChildren(...found.map(({ row }) => row));
    found.forEach(({ row, choice }, place) => {
      row.id = `found-${place}`;
      row.addEventListener("click", () => end(choice));
    });
    if (!found.length)
      list.append(
        element("li", { role: "option", "aria-disabled": "true" }, "nothing with this name"),
      );
    list.choices = found.map(({ choice }) => choice);
    highlight(0);
  };
  const refresh = () => (pending = show());
  input.addEventListener("input", refresh);
  list.addEventListener("refresh", refresh);
  input.addEventListener("keydown", async (event) => {
    const count = list.choices?.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      highlight((active + step + count) % Math.max(count, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      await pending;
      if (active < (list.choices?.length ?? 0)) end(list.choices[active]);
    } else if (event.key === "Escape") {
      // it would only clear the search
      event.preventDefault();
      end();
    }
  });
  refresh();
}

/// Opens the list of units. Returns the id of the chosen one, with an attachment if that was chosen.
export async function pickUnit(label, current) {
  let faction = unit(current)?.faction;
  let isFiltered = false;
  const listed = () => {
    const all = units().filter((one) => !one.season && one.faction === faction);
    return isFiltered ? all : [...new Set([...recent(), ...ownUnits(), ...all])];
  };
  const searched = async (words) => {
    const own = ownUnits().filter((one) => one.name.toLowerCase().includes(words.toLowerCase()));
    const printed = await ask(`api/search?words=${encodeURIComponent(words)}`);
    // one's own first, also in the place of a printed one
    return [...own, ...printed.filter(({ id }) => !own.some((one) => one.id === id))];
  };
  const rows = async (words) => {
    const found = words ? await searched(words) : listed();
    return found
      .slice(0, ROWS)
      .map((one) => ("ranks" in one ? unitRow(one, current) : joiningRow(one)));
  };
  const chips = factionChips(faction, (name) => {
    faction = name;
    isFiltered = true;
    document.getElementById("find").value = "";
    document.getElementById("found").dispatchEvent(new Event("refresh"));
  });
  const ownCards = element("button", { type: "button", class: "toggle", id: "own-cards" });
  ownCards.append("Cards of your own …");
  const extra = [chips, ownCards];
  const options = { placeholder: "Name, ability or attachment", extra, label: "Units" };
  const chosen = await open(label, rows, options);
  if (chosen?.own) return (await import("./card-editor.js")).openCards(current);
  if (!chosen?.faction) {
    if (chosen) remember(chosen.id);
    return chosen;
  }
  // an attachment: the unit that it joins comes next
  const joined = await open(
    `Unit for ${chosen.name}`,
    () => fitting(chosen, current),
    options,
  );
  return joined && { id: joined.id, joined: chosen.id };
}

/// Returns the rows of units that an attachment may join: the current one first, then its faction.
async function fitting({ id, faction }, current) {
  const fits = (await card(current)).attachments.includes(id) ? [unit(current)] : [];
  const others = units().filter((one) => !one.season && one.faction === faction);
  return [...new Set([...fits, ...others])].map((one) => unitRow(one, current));
}

function factionChips(selected, onSelect) {
  const chips = factions().map((name) => {
    const attributes = {
      type: "button",
      class: "toggle",
      "aria-pressed": String(name === selected),
      "aria-label": name,
      title: name,
    };
    const chip = element("button", attributes, crest(name));
    chip.addEventListener("click", () => {
      for (const one of chips) one.setAttribute("aria-pressed", String(one === chip));
      onSelect(name);
    });
    return chip;
  });
  return element("div", { class: "crests", role: "group", "aria-label": "Faction" }, ...chips);
}

function unitRow(one, current) {
  const season = one.season ? ` (${one.season})` : "";
  const body = element(
    "span",
    {},
    element("b", {}, one.name + season),
    element("span", { class: "stats" }, ...stats(one)),
  );
  const attributes = { role: "option", class: one.id === current ? "current" : undefined };
  return { row: element("li", attributes, crest(one.faction), body), choice: { id: one.id } };
}

function joiningRow(one) {
  const quiet = element(
    "span",
    { class: "stats" },
    `attachment · ${one.faction} · ${points(one.cost)}`,
  );
  const row = element(
    "li",
    { role: "option" },
    crest(one.faction),
    element("span", {}, element("b", {}, one.name), quiet),
  );
  return { row, choice: one };
}

const points = (cost) =>
  cost === 0 ? "commander" : `${cost ?? "–"} ${cost === 1 ? "point" : "points"}`;

/// Opens the list of the attachments that fit the unit of a role, with what each adds here. Returns
/// the id of the chosen one, or an empty text for none.
export async function pickAttachment(role, key) {
  const { attachments: fits } = await card(state[role]);
  const isAsked = ["attack", "charge"].includes(kind()) && role !== "or" && state.second;
  const adds = new Map();
  const stop = new AbortController();
  const sorted = () =>
    fits
      .map((id) => attachment(id))
      .filter(Boolean)
      .sort(
        (a, b) =>
          (adds.get(b.id)?.net ?? -9) - (adds.get(a.id)?.net ?? -9) || a.name.localeCompare(b.name),
      );
  const rows = (words) => {
    const wanted = words.toLowerCase().split(/\s+/);
    const found = sorted().filter((one) =>
      wanted.every((word) => one.name.toLowerCase().includes(word)),
    );
    const none = {
      row: element("li", { role: "option" }, element("span"), element("b", {}, "No attachment")),
      choice: "",
    };
    return [
      ...(words ? [] : [none]),
      ...found.map((one) => attachmentRow(one, role, key, adds.get(one.id))),
    ];
  };
  if (isAsked)
    requestAttachments(role, stop.signal)
      .then((all) => {
        all?.forEach((one) => adds.set(one.id, { ...one.adds, counts: one.counts }));
        document.getElementById("found")?.dispatchEvent(new Event("refresh"));
      })
      .catch(() => undefined);
  const title = `Attachments for ${nameOf(state[role])}`;
  const chosen = await open(title, rows, {
    placeholder: "Name of an attachment",
    label: "Attachments",
  });
  stop.abort();
  return chosen;
}

function attachmentRow(one, role, key, adds) {
  const isDefender = role === "second";
  const dealt = adds && (isDefender ? -adds.suffered : adds.dealt);
  const gain = () => (isDefender ? `${signed(dealt)} saved` : signed(dealt));
  const counts = () => (adds.counts.length ? `counts ${adds.counts.join(", ")}` : gain());
  const words = adds ? counts() : "";
  const isChosen = texts(key).includes(one.id);
  const body = element(
    "span",
    {},
    element("b", {}, one.name),
    element("span", { class: "stats" }, `${one.faction} · ${points(one.cost)}`),
  );
  const attributes = { role: "option", class: isChosen ? "current" : undefined };
  const row = element(
    "li",
    attributes,
    crest(one.faction),
    body,
    element("span", { class: "worth" }, words),
  );
  return { row, choice: one.id };
}
