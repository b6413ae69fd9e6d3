// The page answers every link with the numbers of the API, or shows the same error.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { EXAMPLES } from "../../crates/server/page/examples.js";
import { percent } from "../../crates/server/page/page.js";
import { check, launch, open, serve } from "./browser.js";

/// The shortest link of each kind; each other key is added to it, one at a time. Those of the menu,
/// but for kinds with a tab, and shorter ones where these take long.
const SHORTEST = {
  ...EXAMPLES,
  attack: "attack/stark-sworn-swords/lannister-guardsmen",
  charge: "charge/stark-outriders/lannister-crossbowmen?distance=8",
  duel: "duel/stark-outriders/lannister-crossbowmen",
  matrix: "matrix?attackers=stark-sworn-swords&defenders=lannister-guardsmen,lannister-crossbowmen",
  compare: "compare/stark-sworn-swords/stark-outriders?against=lannister-guardsmen",
  attachments: "attachments?for=stark-sworn-swords&against=lannister-guardsmen",
  worth: "worth/stark-sworn-swords%2Bsworn-sword-captain?against=lannister-guardsmen",
  rate: "rate?units=stark-sworn-swords&units=lannister-guardsmen",
  options: "options/stark-sworn-swords/lannister-guardsmen",
  sequence: "sequence/stark-sworn-swords?by=lannister-guardsmen",
  battle: `battle/${encodeURIComponent(
    "[battle]\nmode = 'a-clash-of-kings'\ngames = 2\n[a]\nunits = ['stark sworn swords']\n" +
      "[b]\nunits = ['lannister guardsmen']\n",
  )}`,
  luck: `luck/${encodeURIComponent("panic --morale 7 --rolled 0\npanic --morale 8 --rolled 2")}`,
  campaign: `campaign/${encodeURIComponent(
    "campaign = { target = 2, rounds = 3 }\nareas = { a = ['b'], b = [] }\n" +
      "players.x = { areas = ['a'] }\nplayers.y = { areas = ['b'] }\n",
  )}?engine=exact`,
};
/// Combinations of keys, ranges, matrices and misspelt links.
const OTHERS = [
  "attack?dice=8&hit=3&defense=4&morale=7",
  "attack/stark-sworn-swords/lannister-guardsmen?dice=8",
  "attack/stark-sworn-swords/lannister-guardsmen?facng=flank",
  "attack/stark-sworn-swrds/lannister-guardsmen",
  "atack/a/b",
  "charge/stark-outriders/lannister-crossbowmen?distance=6..12",
  "charge?speed=5&distance=6..8&dice=8&hit=3&defense=4&morale=7",
  "attack/stark-sworn-swords/lannister-guardsmen?facing=front,flank&charge=yes,no",
  "attack/stark-sworn-swords/lannister-guardsmen,gregor-clegane-the-mountain-that-rides",
  "matrix?attackers=stark&defenders=lannister",
  "matrix?attackers=lannister&defenders=stark-sworn-swords",
  "matrix?attackers=stark-sworn-swords&defenders=lannister&facing=front,flank",
  "compare/stark-sworn-swords,stark-bowmen/house-umber-berserkers?against=lannister&against=greyjoy",
  "attachments?for=stark-sworn-swords&against=lannister&charge=no,yes",
  "compare/stark-sworn-swords/stark-bowmen/stark-outriders?against=lannister&by=trade",
  "panic?morale=7",
  "duel/stark-outriders/lannister-crossbowmen?or=stark-sworn-swords",
  "%E4",
  "matrix/a",
  "deck?copies=",
];
/// Links whose tables are checked for layout.
const TABLES = [
  "panic?morale=7",
  SHORTEST.compare,
  SHORTEST.compare + "&by=duel",
  SHORTEST.attachments,
  SHORTEST.worth,
  SHORTEST.sequence,
  OTHERS[1],
  OTHERS[5],
  OTHERS[11],
];

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

/// A value of a key by its schema. The program refuses some of them.
function text({ schema, allowEmptyValue: isFlag }) {
  if (isFlag) return undefined;
  const one = schema.items ?? schema;
  if (one.enum) return one.enum.at(-1);
  if (one.minimum !== undefined) return String(Math.min(one.minimum + 2, one.maximum ?? Infinity));
  return one.type === "string" ? "stark" : "2";
}

/// Links of every kind with each of its keys.
async function links() {
  const { paths, components } = await (await fetch(`${server.url}api`)).json();
  const resolved = (key) => components.parameters[key.$ref.split("/").at(-1)];
  const kinds = Object.entries(paths).filter(([, { get }]) =>
    get.parameters.some((key) => "$ref" in key),
  );
  return kinds.flatMap(([path, { get }]) => {
    const kind = path.replace("/api/", "");
    assert.ok(SHORTEST[kind], `the test has no link for ${kind}`);
    const joint = SHORTEST[kind].includes("?") ? "&" : "?";
    const parameter = (key) => [key.name, text(key)].filter((one) => one !== undefined).join("=");
    const keys = get.parameters.map(resolved);
    // a sampled answer is shown alike with few trials
    const isSampled = ({ name }) => name === "engine" && keys.some((key) => key.name === "trials");
    const few = (key) => (isSampled(key) ? "&trials=1000" : "");
    return [
      SHORTEST[kind],
      ...keys.map((key) => SHORTEST[kind] + joint + parameter(key) + few(key)),
    ];
  });
}

/// Types a link and waits for its answer.
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
    fault: document.getElementById("error").hidden
      ? undefined
      : document.getElementById("error").textContent,
    isOld: !document.getElementById("old").hidden,
    shown: ["numbers", "shown", "details"]
      .map((id) => document.getElementById(id))
      .map((one) => (one.hidden ? "" : one.innerText))
      .join(""),
  }));
}

/// A number or name of an answer that the page must show.
function sample(answer) {
  const one = Array.isArray(answer) ? answer.at(-1) : answer;
  if (one.events?.a_destroyed) return percent(one.events.a_destroyed.p);
  if (one.quantities)
    return (one.quantities.wounds ?? Object.values(one.quantities)[0]).mean.toFixed(2);
  if (one.rolls) return percent(one.rolls[0].percentile);
  if (one.steps) return one.steps[0]?.step ?? one.notes[0];
  if (one.parts) return one.parts[0].name;
  if (one.units) return one.units[0].name;
  if (one.matchups) return one.matchups[0].defender.name;
  return one.attachments
    ? one.attachments[0].name
    : (one.defenders.length > 1 ? one.defenders : one.attackers).at(-1).name;
}

test("links of every kind with each key show the answer or the error of the API", async (context) => {
  let [answered, refused] = [0, 0];
  const all = [...(await links()), ...OTHERS];
  const compare = async (page, link) => {
    const get = (address) => fetch(`${server.url}api/${address}?link=${encodeURIComponent(link)}`);
    const [{ hash, fault, isOld, shown }, response, { link: canonical }] = await Promise.all([
      follow(page, link),
      get("ask"),
      get("link").then((response) => response.json()),
    ]);
    const found = await response.json();
    if (response.ok) {
      answered++;
      assert.equal(fault, undefined, link);
      assert.ok(hash === link || hash === canonical, `${link} became ${hash}`);
      assert.ok(shown.includes(sample(found)), `${link}: no ${sample(found)} in ${shown}`);
    } else {
      refused++;
      assert.equal(fault, found.error, link);
      assert.equal(hash, link);
      assert.ok(shown === "" || isOld, `${link}: an answer is shown with the error`);
    }
  };
  const faults = [];
  // one page for each half
  const follower = async () => {
    const { page, errors, close } = await open(browser, `${server.url}#${SHORTEST.attack}`);
    for (let link = all.shift(); link !== undefined; link = all.shift()) await compare(page, link);
    faults.push(...errors);
    await close();
  };
  await Promise.all([follower(), follower()]);
  context.diagnostic(`${answered} links were answered, ${refused} refused`);
  assert.ok(answered > 200 && refused > 20, `${answered} answered, ${refused} refused`);
  assert.deepEqual(
    faults.filter((error) => !/status of 40[04]/.test(error)),
    [],
  );
});

for (const width of [390, 1280]) {
  test(`${width} wide: answers as tables fit and pass axe`, async () => {
    for (const [number, link] of TABLES.entries()) {
      const { page, close } = await open(browser, `${server.url}#${link}`, { width });
      assert.equal(await page.evaluate(() => location.hash), `#${link}`);
      // other games have their kinds in place of tabs
      const current = await page.$$eval("#tabs [aria-current]", (all) =>
        all.map((one) => one.dataset.tab),
      );
      assert.ok(
        current.every((kind) => link.startsWith(kind)),
        `${link}: ${current} is current`,
      );
      await check(page, link);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/link-${number}-${width}.png` });
      await close();
    }
  });
}
