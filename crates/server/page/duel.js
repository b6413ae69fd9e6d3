// The answer to a duel. Loaded with the first of them.

import { nameOf } from "./cards.js";
import { draw } from "./chart.js";
import { byId, percent } from "./page.js";
import { showCounts, showNumbers } from "./views.js";

const isCounts = ({ panels }) => Boolean(panels[0].counts);

/// Draws who wins a duel, by round if it has several, and the wounds left. Returns its summary in
/// one line.
export function duel({ question, answer, charts }) {
  const names = [question.first, question.second].map(nameOf);
  const { a_destroyed: a, b_destroyed: b, both_stand: both } = answer.events;
  // both may be destroyed, which neither wins
  const chances = [a, b].map(({ p }) => Math.max(0, 1 - p - both.p));
  const [odds, left] = [charts.find(({ name }) => name === "rounds"), charts.find(isCounts)];
  const first = odds ?? charts[0];
  if (first) draw(byId("chart"), first);
  if (left) showCounts(byId("chart-2"), left);
  const order = otherOrder(question, answer, names);
  showNumbers([
    { values: [percent(chances[0])], label: "A wins", side: "a" },
    { values: [percent(chances[1])], label: "B wins", side: "b" },
    { values: [percent(both.p)], label: "both survive" },
    ...order.numbers,
  ]);
  byId("odds").hidden = !order.text;
  byId("odds").textContent = order.text;
  const wins = chances.map((p, side) => `${names[side]} ${percent(p)}`).join(", ");
  const parts = [`wins: ${wins}`, `both survive ${percent(both.p)}`, order.text];
  return parts.filter(Boolean).join("; ");
}

/// Describes who wins if the other unit attacks first; nothing if the answer does not say.
function otherOrder({ fields }, { other_first: other }, names) {
  if (!other) return { numbers: [], text: "" };
  const place = fields.get("first")?.[0] === "b" ? 0 : 1;
  const wins = [other.a, other.b].map((p, side) => `${names[side]} ${percent(p)}`).join(", ");
  return {
    numbers: [
      { values: [percent(other.a)], label: `A wins if ${"AB"[place]} attacks first`, side: "a" },
    ],
    text: `With ${names[place]} first, wins: ${wins}`,
  };
}
