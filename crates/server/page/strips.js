// A sequence of attacks as strips: the chance of each number of wounds after each attack. Loaded
// with the tables.

import { nameOf } from "./cards.js";
import { wholePercent } from "./drawing.js";
import { element, style } from "./page.js";
import { heatOf } from "./colours.js";
import { showNumbers } from "./views.js";

await style("more.css");

/// Returns the wounds of the defender after each attack, the last of all.
const stages = ({ quantities }) => {
  const after = Object.keys(quantities).filter((name) => /^wounds_after_\d+$/.test(name));
  return [...after.sort().map((name) => quantities[name]), quantities.wounds];
};

/// Returns the attackers as they are named in the answer.
const attackers = ({ case: given, situation }) =>
  given?.by
    ?.map((step) => step.split(":"))
    .map(([name, how]) => [name.split("+").map(nameOf).join(" + "), how]) ?? [[situation, ""]];

/// Shows the numbers that lead: destroyed, and wounds suffered and left.
export function numbers(answer) {
  const { wounds, left } = answer.quantities;
  const all = stages(answer).length;
  showNumbers([
    {
      values: [wholePercent(answer.events.destroyed?.p ?? 0)],
      unit: "%",
      label: `destroyed after ${all} ${all > 1 ? "attacks" : "attack"}`,
    },
    { values: [wounds.mean.toFixed(2)], label: `of ${wounds.pmf.length - 1} wounds`, side: "a" },
    { values: [left.mean.toFixed(2)], label: "left on average" },
  ]);
}

/// Returns a strip for each attack of a sequence.
export function strips(answer) {
  const names = attackers(answer);
  let before = 0;
  return stages(answer).map(({ mean, pmf }, place) => {
    const [name, how] = names[place] ?? ["", ""];
    const added = mean - before;
    before = mean;
    const highest = Math.max(...pmf);
    const boxes = pmf.map((p, wounds) => {
      const box = element("i", {}, p >= 0.005 ? wholePercent(p) : "");
      const { fill, tone } = heatOf(p / Math.max(highest, 0.3), false);
      box.style.background = p < 0.0005 ? "" : fill;
      box.className = tone;
      return element("li", {}, element("small", {}, String(wounds)), box);
    });
    const head = element(
      "h3",
      {},
      element(
        "span",
        {},
        `${place + 1}. ${name}${how ? ` (${how.replaceAll("=", " ").replaceAll(",", ", ")})` : ""}`,
      ),
      element("b", {}, `+${added.toFixed(1)} wounds`),
    );
    return element(
      "div",
      { class: "strip" },
      head,
      element(
        "ol",
        { "aria-label": "Chance of each number of wounds by then, in percent" },
        ...boxes,
      ),
      element("p", { class: "label" }, `destroyed ${wholePercent(pmf.at(-1))} %`),
    );
  });
}
