// The requests of an answer: the question itself, and further ones.

import { nameOf } from "./cards.js";
import { ApiError, ask, isKnown } from "./engine.js";
import * as keys from "./keys.js";
import { canDraw, ownWounds, showOwnWounds } from "./views.js";

/// The longest distance of the chart of charges, in inches: beyond every possible roll.
const MAX_DISTANCE = 20;

/// Returns whether the tab of a question draws its answer; others are shown as tables.
export const isDrawn = (shown) => shown.question.tab !== "link" && canDraw(shown);

/// Requests the answer to a question and everything else that is shown with it.
export async function requestAnswers(question, signal, onPart) {
  const { kind, fields, tab, or } = question;
  const get = (kind, fields, more) => ask(keys.address(kind, fields, more), { signal });
  const charted = (kind, fields, more = []) => get(kind, fields, [...more, "charts"]);
  if (tab === "link" && question.link.startsWith("battle"))
    return (await import("./battle.js")).request(question.link, signal, onPart);
  const linked = `api/ask?link=${encodeURIComponent(question.link)}&charts`;
  if (tab === "link") return ask(linked, { signal });
  const first = () => (isKnown(linked) ? ask(linked, { signal }) : charted(kind, fields));
  // one unit against all is a list
  if (tab === "field" && !question.group) return { answer: await get(kind, fields) };
  if (tab === "charge") {
    const [one, range] = await Promise.all([
      first(),
      optional(
        charted("charge", without(fields, ["distance", "why", "sensitivity"]), [
          `distance=1..${MAX_DISTANCE}`,
          ...(question.k === undefined || fields.has("at_least") ? [] : [`at-least=${question.k}`]),
        ]),
      ),
    ]);
    return { ...one, range: range?.charts };
  }
  if (tab === "attack" && or) {
    const { fieldsOfSecond, odds } = await import("./related.js");
    const [one, other, more] = await Promise.all([
      first(),
      fieldsOfSecond(question).then((second) => charted("attack", second)),
      optional(odds(question, get)),
    ]);
    const [charts, names] = [[one.charts[0], other.charts[0]], [question.first, or].map(nameOf)];
    const joined = charts.every(Boolean) && (await import("./details.js")).join(charts, names);
    return { ...one, charts: joined ? [joined] : one.charts, other: other.answer, odds: more };
  }
  return first();
}

/// Adds the causes of the attackers' own wounds. They take longer to compute than the answer, so
/// they follow it.
export async function requestCauses(shown, signal) {
  const { question, answer, other } = shown;
  if (!isDrawn(shown)) return;
  const contributions = async (answer, fields) => {
    // causes of what happens under a condition are not known
    if (!answer || ownWounds(answer) === 0 || answer.engine !== "exact" || answer.given)
      return undefined;
    if (answer.contributions) return answer.contributions;
    const why = new Map([...without(await fields(), ["sensitivity"]), ["why", [""]]]);
    return (await optional(ask(keys.address(question.kind, why), { signal })))?.contributions;
  };
  const causes = await Promise.all([
    contributions(answer, () => question.fields),
    contributions(other, async () => (await import("./related.js")).fieldsOfSecond(question)),
  ]);
  if (signal.aborted || !causes.some(Boolean)) return;
  shown.causes = causes;
  showOwnWounds(shown);
}

/// Ignores an error message of a request that only adds details to an answer.
export const optional = (part) =>
  part.catch((error) => {
    if (!(error instanceof ApiError) && error.name !== "AbortError") throw error;
  });

export const without = (fields, ids) => new Map([...fields].filter(([id]) => !ids.includes(id)));
