// One battle, turn by turn: a picture of the table after each, with every step in words below.
// Loaded when it is watched.

import { table } from "./cells.js";
import { ApiError, ask } from "./engine.js";
import { element, percent } from "./page.js";

/// The time that each turn is shown when it plays by itself, in milliseconds.
const PACE = 1200;

/// Shows a battle of a link by its number.
export async function show(place, link, game) {
  place.setAttribute("aria-busy", "true");
  try {
    const replay = await ask(`api/replay?link=${encodeURIComponent(link)}&game=${game}`);
    const advise = (turn) =>
      ask(`api/replay?link=${encodeURIComponent(link)}&game=${game}&turn=${turn}`);
    place.replaceChildren(...player(replay, (next) => show(place, link, next), advise));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    place.replaceChildren(element("p", { class: "wrong", role: "alert" }, error.message));
  }
  place.removeAttribute("aria-busy");
}

function player({ title, about, game, turns, text }, onGame, advise) {
  let timer;
  const advice = element("div", { "aria-live": "polite" });
  const picture = element("img", { alt: "" });
  const caption = element("p", { "aria-live": "polite" });
  const range = element("input", {
    type: "range",
    min: 0,
    max: turns.length - 1,
    "aria-label": "Turn",
  });
  const play = button("Play", () => (timer ? stop() : start()));
  const better = button("Better turns?", async () => {
    stop();
    const turn = at();
    better.disabled = true;
    advice.replaceChildren(element("p", { class: "label" }, "Playing on …"));
    try {
      const found = await advise(turn);
      if (turn === at()) advice.replaceChildren(...advised(found));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      advice.replaceChildren(element("p", { class: "wrong" }, error.message));
    }
    better.disabled = !isTurn(at());
  });
  // the first picture shows the set-up, the last one the end
  const isTurn = (place) => place > 0 && place < turns.length - 1;
  const go = (turn) => {
    advice.replaceChildren();
    const place = Math.min(Math.max(turn, 0), turns.length - 1);
    range.value = place;
    picture.src = `data:image/svg+xml,${encodeURIComponent(turns[place].picture)}`;
    picture.alt = turns[place].caption;
    better.disabled = !isTurn(place);
    caption.textContent = `${place + 1} of ${turns.length}. ${turns[place].caption}`;
  };
  const at = () => Number(range.value);
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  };
  const start = () => {
    if (at() === turns.length - 1) go(0);
    play.textContent = "Stop";
    timer = setInterval(() => {
      // a picture that is no longer in the page needs no more turns
      if (at() === turns.length - 1 || !picture.isConnected) return stop();
      go(at() + 1);
    }, PACE);
  };
  const step = (by) => () => {
    stop();
    go(at() + by);
  };
  range.addEventListener("input", () => {
    stop();
    go(at());
  });
  go(0);
  const another = (by, label) => button(label, () => (stop(), onGame(game + by)));
  return [
    element("h3", {}, `Battle ${game}: ${title}`),
    picture,
    caption,
    element(
      "div",
      { class: "controls steps" },
      button("‹ Back", step(-1)),
      play,
      button("Next ›", step(1)),
    ),
    range,
    element("div", { class: "controls" }, better),
    advice,
    element(
      "div",
      { class: "controls" },
      ...(game > 1 ? [another(-1, "Battle before")] : []),
      another(1, "Another battle"),
    ),
    element(
      "details",
      {},
      element("summary", {}, "Every step with its dice"),
      element("pre", {}, text),
    ),
    element("p", { class: "label" }, `Every die is rolled. ${about}.`),
  ];
}

/// Shows the best turns in place of one: on the board, and with their odds to win.
function advised({ games, policy, turns, picture }) {
  const ends = (interval) => interval.map((end) => Math.round(100 * end)).join(" to ");
  const share = ({ p, ci95 }) => `${percent(p)} (${ends(ci95)})`;
  const rows = turns.map(({ words, played, wins }) => [
    played ? `${words} (played)` : words,
    share(wins),
  ]);
  const source = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  return [
    element("img", { src: source, alt: "The turns below, by number, on the board before them" }),
    table("Best turns, and how often they win", ["turn", "wins, 95 %"], rows),
    element("p", { class: "label" }, `${games} battles with each, ${policy} against ${policy}.`),
  ];
}

function button(label, onClick) {
  const created = element("button", { type: "button", class: "toggle" }, label);
  created.addEventListener("click", onClick);
  return created;
}
