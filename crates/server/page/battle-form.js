// The form of battles: two lists, the mode, and who plays. Loaded with the first battle.

import { radios, row, select, toggle } from "./controls.js";
import { listField } from "./lists.js";
import { element } from "./page.js";

const MODES = {
  "a-game-of-thrones": "A Game of Thrones",
  "a-clash-of-kings": "A Clash of Kings",
  "a-feast-for-crows": "A Feast for Crows",
  "a-dance-with-dragons": "A Dance with Dragons",
  "fire-and-blood": "Fire and Blood",
};
const POLICIES = ["quick", "greedy", "roll-out"];
const GAMES = ["100", "500", "2000"];

/// Returns the controls of a battle, and the keys that they show.
export function controls(setting) {
  const ids = setting.has("file")
    ? ["file", "games"]
    : [
        "a",
        "b",
        `mode:${Object.keys(MODES)}`,
        "terrain:random",
        `a_policy:${POLICIES}`,
        `b_policy:${POLICIES}`,
        "games",
      ];
  return { parts: parts(setting), ids };
}

function parts(setting) {
  const one = (id, standard) => setting.texts(id)[0] ?? standard;
  const choices = (all) => Object.entries(all).map(([value, label]) => ({ value, label }));
  const named = (values) => values.map((value) => ({ value, label: value.replace("-", " ") }));
  const [file] = setting.texts("file");
  // a battle file says all this itself
  if (file) return [element("p", {}, "This battle comes from a battle file."), games(setting)];
  // a battle needs one
  if (!setting.has("mode")) setting.put("mode", ["a-clash-of-kings"]);
  const list = (id, label) => listField(id, label, one(id, ""), (text) => setting.set(id, [text]));
  const policy = (id) =>
    select(`Player ${id[0]}`, named(POLICIES), one(id, "greedy"), (value) =>
      setting.set(id, [value]),
    );
  const mode = select("Mode", choices(MODES), one("mode", "a-clash-of-kings"), (value) =>
    setting.set("mode", [value]),
  );
  const isRandom = one("terrain") === "random";
  const terrain = toggle("Terrain", "Other pieces in each battle", isRandom, (on) =>
    setting.set("terrain", on ? ["random"] : []),
  );
  return [
    list("a", "Army a"),
    list("b", "Army b"),
    row("Mode", mode),
    row("Table", terrain),
    row("Players", policy("a_policy"), policy("b_policy")),
    games(setting),
  ];
}

function games(setting) {
  const [selected] = setting.texts("games");
  const all = [...new Set([...GAMES, ...(selected ? [selected] : [])])];
  const choices = all.map((value) => ({ value, label: value }));
  const change = (value) => setting.set("games", value === "2000" ? [] : [value]);
  return row("Battles", radios("Battles", choices, selected ?? "2000", change));
}
