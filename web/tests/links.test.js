// Every link is answered by the page as the interface answers it, or refused in the same words.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { percent } from "../page.js";
import { check, launch, open, serve } from "./browser.js";

/// The least that each kind needs to be asked; all its other keys are tried beside it, one at a time.
const PLACES = {
  attack: "attack/stark-sworn-swords/lannister-guardsmen",
  charge: "charge/stark-outriders/lannister-crossbowmen?distance=8",
  panic: "panic/stark-sworn-swords",
  retreat: "retreat/stark-sworn-swords?distance=3",
  duel: "duel/stark-outriders/lannister-crossbowmen",
  matrix: "matrix?attackers=stark-sworn-swords&defenders=lannister-guardsmen,lannister-crossbowmen",
  compare: "compare/stark-sworn-swords/stark-outriders?against=lannister-guardsmen",
  attachments: "attachments?for=stark-sworn-swords&against=lannister-guardsmen",
  options: "options/stark-sworn-swords/lannister-guardsmen",
  survive: "survive/stark-sworn-swords?by=lannister-guardsmen",
  deck: "deck",
};
/// What no key alone shows: numbers with names, ranges, whole fields, and what is misspelt.
const OTHERS = [
  "attack?dice=8&hit=3&defense=4&morale=7",
  "attack/stark-sworn-swords/lannister-guardsmen?dice=8",
  "attack/stark-sworn-swords/lannister-guardsmen?facng=flank",
  "attack/stark-sworn-swrds/lannister-guardsmen",
  "atack/a/b",
  "charge/stark-outriders/lannister-crossbowmen?distance=6..12",
  "charge?speed=5&distance=6..8&dice=8&hit=3&defense=4&morale=7",
  "matrix?attackers=stark&defenders=lannister",
  "matrix?attackers=lannister&defenders=stark-sworn-swords",
  "panic?morale=7",
  "duel/stark-outriders/lannister-crossbowmen?or=stark-sworn-swords",
  "%E4", "matrix/a", "deck?copies=",
];
/// Pictures that are kept where they are wanted.
const SEEN = ["panic?morale=7", "matrix?attackers=stark&defenders=lannister", PLACES.compare, PLACES.attachments, PLACES.options, OTHERS[1], OTHERS[5]];

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

/// A text that a key takes, as its schema says; some are refused, which is an answer too.
function text({ schema, allowEmptyValue: isFlag }) {
  if (isFlag) return undefined;
  const one = schema.items ?? schema;
  if (one.enum) return one.enum.at(-1);
  if (one.minimum !== undefined) return String(Math.min(one.minimum + 2, one.maximum ?? Infinity));
  return one.type === "string" ? "stark" : "2";
}

/// Links of every kind with every key that the table of keys has.
async function links() {
  const { paths } = await (await fetch(`${server.url}api`)).json();
  const kinds = Object.entries(paths).filter(([, { get }]) => get.parameters.some((key) => "x-id" in key));
  return kinds.flatMap(([path, { get }]) => {
    const kind = path.replace("/api/", "");
    assert.ok(PLACES[kind], `the test knows no link for ${kind}`);
    const joint = PLACES[kind].includes("?") ? "&" : "?";
    const parameter = (key) => [key.name, text(key)].filter((one) => one !== undefined).join("=");
    return [PLACES[kind], ...get.parameters.map((key) => PLACES[kind] + joint + parameter(key))];
  });
}

/// Follows a link as one that was typed, and waits for its answer.
async function follow(page, link) {
  await page.evaluate((link) => {
    document.getElementById("answer").removeAttribute("data-link");
    // the same link twice is no change
    if (location.hash === `#${link}`) dispatchEvent(new Event("hashchange"));
    location.hash = `#${link}`;
  }, link);
  await page.waitForFunction(() => document.getElementById("answer").dataset.link !== undefined);
  return page.evaluate(() => ({
    hash: location.hash.slice(1),
    fault: document.getElementById("fault").hidden ? undefined : document.getElementById("fault").textContent,
    shown: ["shown", "details"].map((id) => document.getElementById(id)).map((one) => (one.hidden ? "" : one.innerText)).join(""),
  }));
}

/// A figure of an answer that its page must show.
function figure(answer) {
  const one = Array.isArray(answer) ? answer.at(-1) : answer;
  if (one.events?.a_destroyed) return percent(one.events.a_destroyed.p);
  if (one.quantities) return (one.quantities.wounds ?? Object.values(one.quantities)[0]).mean.toFixed(2);
  if (one.matchups) return one.matchups[0].defender.name;
  return one.attachments ? one.attachments[0].name : (one.defenders.length > 1 ? one.defenders : one.attackers).at(-1).name;
}

test("a link of every kind with every key is answered, or refused in the words of the interface", async (context) => {
  const { page, errors, close } = await open(browser, `${server.url}#${PLACES.attack}`);
  let [answered, refused] = [0, 0];
  for (const link of [...(await links()), ...OTHERS]) {
    const { hash, fault, shown } = await follow(page, link);
    const response = await fetch(`${server.url}api/ask?link=${encodeURIComponent(link)}`);
    const found = await response.json();
    if (response.ok) {
      answered++;
      const { link: canonical } = await (await fetch(`${server.url}api/link?link=${encodeURIComponent(link)}`)).json();
      assert.equal(fault, undefined, link);
      assert.ok(hash === link || hash === canonical, `${link} became ${hash}`);
      assert.ok(shown.includes(figure(found)), `${link}: no ${figure(found)} in ${shown}`);
    } else {
      refused++;
      assert.equal(fault, found.error, link);
      assert.equal(hash, link);
      assert.equal(shown, "", `${link}: an answer stands below its fault`);
    }
  }
  context.diagnostic(`${answered} links were answered, ${refused} refused`);
  assert.ok(answered > 200 && refused > 20, `${answered} answered, ${refused} refused`);
  assert.deepEqual(errors.filter((error) => !/status of 40[04]/.test(error)), []);
  await close();
});

for (const width of [390, 1280]) {
  test(`${width} wide: answers that no tab shows fit and are clean`, async () => {
    for (const [number, link] of SEEN.entries()) {
      const { page, close } = await open(browser, `${server.url}#${link}`, { width });
      assert.equal(await page.evaluate(() => location.hash), `#${link}`);
      assert.equal(await page.locator("#tabs [aria-current]").count(), 0, "no tab stands above the answer of another question");
      await check(page, link);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/link-${number}-${width}.png` });
      await close();
    }
  });
}
