// Cards of one's own in a dialog: the list of them, and the form of one. Loaded with its first use.

import { card, factions, ownTexts, ownUnits, unit } from "./cards.js";
import { select } from "./controls.js";
import { ApiError, ask } from "./engine.js";
import * as own from "./own-cards.js";
import { element, style } from "./page.js";
import { crest, stats } from "./units.js";

await style("more.css");

/// The numbers of a card: the key of the catalogue and the label.
const NUMBERS = {
  cost: "Points",
  speed: "Speed",
  defense: "Defence",
  morale: "Morale",
  wounds_per_model: "Wounds each",
};
/// All keys in the words of the page, for faults.
const LABELS = { ...NUMBERS, name: "Name", faction: "Faction", hit: "Hits on", dice: "Dice" };
const TYPES = ["infantry", "infantry solo", "cavalry", "cavalry solo", "monster", "war-machine"];
const KINDS = { melee: "melee", short: "short range", long: "long range" };

const button = (label, onClick, more = {}) => {
  const created = element("button", { type: "button", class: "toggle", ...more }, label);
  created.addEventListener("click", onClick);
  return created;
};

/// Opens a dialog; `fill` returns its parts and is given what ends it.
function dialog(id, title, fill) {
  const created = element("dialog", { id, "aria-labelledby": `${id}-title` });
  return new Promise((resolve) => {
    const end = (choice) => {
      created.close();
      created.remove();
      resolve(choice);
    };
    created.addEventListener("cancel", () => end());
    created.append(element("h2", { id: `${id}-title` }, title), ...fill(end));
    document.body.append(created);
    created.showModal();
  });
}

/// Opens the list of one's own cards. Returns the chosen card as the picker does, or undefined.
export async function openCards(current) {
  for (;;) {
    const chosen = await dialog("cards", "Cards of your own", (end) => cardList(current, end));
    if (!chosen?.isAgain && !chosen?.fields) return chosen;
    const saved = chosen.fields && (await openForm(chosen.fields));
    if (saved) return saved;
  }
}

/// The choice of a list that has changed.
const AGAIN = { isAgain: true };

function cardList(current, end) {
  const wrong = element("p", { class: "wrong", role: "alert", hidden: true });
  const edit = async (id, isCopy) => {
    const fields = own.fieldsOf(await card(id));
    if (!isCopy) return end({ fields });
    const name = own.nameOfCopy(unit(id));
    end({ fields: { ...fields, name, id: undefined } });
  };
  const kept = own.saved();
  const rows = ownUnits().map((one) => {
    const [text] = ownTexts([one.id]);
    const isKept = kept.includes(text);
    const name = element("b", {}, one.name);
    const line = element("span", { class: "stats" }, ...stats(one));
    const use = button("Use", () => end({ id: one.id }), { "aria-label": `Use ${one.name}` });
    const change = button("Edit", () => edit(one.id, false), { "aria-label": `Edit ${one.name}` });
    const save = button("Export", () => download(one, text), {
      "aria-label": `Export ${one.name}`,
    });
    const keep = async () => {
      if (isKept) own.remove(text);
      else await own.save(text);
      end(AGAIN);
    };
    const keeping = isKept ? "Remove" : "Keep";
    return element(
      "li",
      {},
      crest(one.faction),
      element("span", {}, name, line),
      element(
        "div",
        { class: "controls" },
        use,
        change,
        save,
        button(keeping, keep, { "aria-label": `${keeping} ${one.name}` }),
      ),
    );
  });
  const file = element("input", { type: "file", accept: ".toml", multiple: true, hidden: true });
  file.addEventListener("change", async () => {
    try {
      for (const one of file.files) await own.save(await one.text());
      end(AGAIN);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  });
  const start = unit(current) ?? ownUnits()[0];
  return [
    rows.length ? element("ul", { class: "own" }, ...rows) : element("p", {}, "None yet."),
    wrong,
    element(
      "div",
      { class: "choices" },
      ...(start ? [button(`New, from ${start.name}`, () => edit(start.id, true))] : []),
      button("Open files", () => file.click()),
      button("Close", () => end()),
    ),
    file,
    element(
      "p",
      { class: "label" },
      "Cards stay in this browser. A link has the text of the cards that its question names, so it " +
        "opens anywhere.",
    ),
  ];
}

/// Saves the text of a card as a file, which `--catalogue` reads.
function download({ id }, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  element("a", { href, download: `${id}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/// Opens the form of a card. Returns the saved card as the picker does, or undefined.
async function openForm(fields) {
  const abilities = await ask("api/abilities").catch(() => []);
  return dialog("card", fields.id ? `Edit ${fields.name}` : "New card", (end) => {
    const form = new CardForm(fields, abilities);
    const save = async () => {
      form.clearFaults();
      const text = form.text();
      try {
        await own.save(text);
        end({ id: form.id });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        form.showFaults(error.message, text);
      }
    };
    const buttons = [button("Save and use", save, { id: "save-card" }), button("Back", () => end())];
    return [form.element, element("div", { class: "choices" }, ...buttons)];
  });
}

/// The form of a card, from which its text is written.
class CardForm {
  constructor(fields, abilities) {
    this.fields = structuredClone(fields);
    this.knownId = fields.id;
    this.wrong = element("p", { class: "wrong", role: "alert", hidden: true });
    this.element = element("div", { class: "card-form" });
    const names = abilities.map(({ name, summary }) =>
      element("option", { value: name }, summary ?? ""),
    );
    this.abilityNames = element("datalist", { id: "ability-names" }, ...names);
    this.factionNames = element(
      "datalist",
      { id: "faction-names" },
      ...factions().map((value) => element("option", { value })),
    );
    this.draw();
  }

  /// The id of the card: it stays when the card is renamed.
  get id() {
    const isOwn = (id) => ownTexts([id]).length > 0;
    return this.knownId ?? own.idOf(this.fields.name, isOwn);
  }

  text() {
    return own.textOf({ ...this.fields, id: this.id });
  }

  draw() {
    const { attacks, abilities } = this.fields;
    const numbers = Object.entries(NUMBERS).map(([key, label]) =>
      this.input(label, this.fields, key, { inputmode: "numeric" }),
    );
    const type = select(
      "Type",
      TYPES.map((value) => ({ value, label: value.replace("-", " ") })),
      this.fields.type,
      (value) => (this.fields.type = value),
    );
    const add = (label, list, one) =>
      button(label, () => {
        list.push(one);
        this.draw();
      });
    this.element.replaceChildren(
      this.input("Name", this.fields, "name"),
      this.input("Faction", this.fields, "faction", { list: "faction-names" }),
      element("div", { class: "field" }, element("span", { class: "label" }, "Type"), type),
      element("div", { class: "numbers" }, ...numbers),
      element("h3", {}, "Attacks"),
      ...attacks.map((one, place) => this.attack(one, place)),
      add("+ attack", attacks, { name: "Weapon", kind: "melee", hit: "4", dice: "6 4 2" }),
      element("h3", {}, "Abilities"),
      ...abilities.map((_, place) => this.ability(place)),
      add("+ ability", abilities, ""),
      this.abilityNames,
      this.factionNames,
      this.wrong,
    );
  }

  /// Returns a labelled input of a value; `of` completes the label for screen readers.
  input(label, owner, key, more = {}, of = "") {
    const id = `card-${label}-${key}-${of}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const input = element("input", {
      type: "text",
      id,
      value: owner[key],
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-wrong`,
      ...more,
    });
    input.addEventListener("input", () => (owner[key] = input.value));
    const fault = element("small", { class: "wrong", id: `${id}-wrong` });
    return element(
      "div",
      { class: "field", "data-key": key },
      element(
        "label",
        { class: "label", for: id },
        label,
        ...(of ? [element("span", { class: "hidden" }, `, ${of}`)] : []),
      ),
      input,
      fault,
    );
  }

  without(label, list, place) {
    return button(
      "✕",
      () => {
        list.splice(place, 1);
        this.draw();
      },
      { "aria-label": `Remove ${label}` },
    );
  }

  attack(one, place) {
    const { attacks } = this.fields;
    const kinds = Object.entries(KINDS).map(([value, label]) => ({ value, label }));
    const kind = select(`Kind of attack ${place + 1}`, kinds, one.kind, (v) => (one.kind = v));
    const name = `attack ${place + 1}`;
    return element(
      "div",
      { class: "attack-row", "data-row": `attack-${place}` },
      this.input("Attack", one, "name", {}, String(place + 1)),
      kind,
      this.input("Hits on", one, "hit", { inputmode: "numeric" }, name),
      this.input("Dice by rank", one, "dice", {}, name),
      this.without(name, attacks, place),
    );
  }

  ability(place) {
    const { abilities } = this.fields;
    const label = `Ability ${place + 1}`;
    return element(
      "div",
      { class: "ability-row", "data-row": `ability-${place}` },
      this.input(label, abilities, place, { list: "ability-names" }),
      this.without(label.toLowerCase(), abilities, place),
    );
  }

  clearFaults() {
    for (const one of this.element.querySelectorAll(".wrong")) one.textContent = "";
    for (const one of this.element.querySelectorAll("[aria-invalid]"))
      one.removeAttribute("aria-invalid");
    this.wrong.hidden = true;
  }

  /// Shows the faults of a text, each at its field.
  showFaults(message, text) {
    const lines = text.split("\n");
    const others = [];
    const faults = own.faultsOf(message);
    for (const { line, words } of faults) {
      const field = this.fieldOf(lines, line, words);
      if (!field) others.push(plain(words));
      else {
        field.querySelector(".wrong").textContent = plain(words);
        field.querySelector("input").setAttribute("aria-invalid", "true");
      }
    }
    this.wrong.textContent = faults.length ? others.join("\n") : message;
    this.wrong.hidden = !this.wrong.textContent;
    this.element.querySelector("[aria-invalid]")?.focus();
  }

  /// Returns the field that a line of the text is written from.
  fieldOf(lines, line, words) {
    const place = lines.slice(0, line).filter((one) => one.startsWith("  ")).length - 1;
    const [key] = /^\w+(?= =)/.exec(lines[line - 1] ?? "") ?? [];
    if (key) return this.element.querySelector(`:scope [data-key="${key}"]`);
    const { length } = this.fields.attacks;
    if (place < length) {
      const [, named] = /`(\w+)`/.exec(words) ?? [];
      const row = this.element.querySelector(`[data-row="attack-${place}"]`);
      return row?.querySelector(`[data-key="${named}"]`) ?? row?.querySelector("[data-key=dice]");
    }
    return this.element.querySelector(`[data-row="ability-${place - length}"] .field`);
  }
}

/// Returns a fault in the words of the page: labels in the place of keys.
const plain = (words) => words.replaceAll(/`(\w+)`/g, (all, key) => LABELS[key] ?? all);
