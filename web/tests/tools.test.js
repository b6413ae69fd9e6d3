// Questions beyond two units: battles, lists, sequences, other games, and the steps of a visit.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { EXAMPLES } from "../../crates/server/page/examples.js";
import { ask, check, fits, launch, linked, open, ready, serve } from "./browser.js";

const QUESTION = "attack/stark-sworn-swords/lannister-guardsmen";
const A =
  "Name: Wolves\nPoints: 40\nStark Sworn Swords\n with Robb Stark, The Wolf Lord\nStark Bowmen\n";
const B =
  "Name: Lions\nPoints: 40\nLannister Guardsmen\n with Jaime Lannister, The Kingslayer\nLannister Crossbowmen\n";
const battle = (games) =>
  `battle?a=${encodeURIComponent(A)}&b=${encodeURIComponent(B)}&mode=fire-and-blood` +
  `&a-policy=quick&b-policy=quick&games=${games}`;
/// A question of each kind that has controls but no tab.
const KINDS = {
  battle: battle(32),
  sequence: "sequence/lannister-guardsmen?by=stark-bowmen&by=stark-sworn-swords:charge",
  panic: "panic/stark-sworn-swords",
  survive: "survive/stark-sworn-swords?by=lannister-guardsmen",
  compare: "compare/stark-sworn-swords/house-umber-berserkers?against=lannister",
  westeros: "westeros/attack/blue/red",
  exchange: "westeros/exchange/blue/red",
  warmachine: "warmachine/damage?skill=7&def=14&pow=20&arm=18",
  luck: `luck/${encodeURIComponent("attack guardsmen guardsmen --rolled 3\npanic --morale 7 --rolled 0\n")}`,
  lists: "matrix?attackers=stark&defenders=lannister&metric=points",
};

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

const hash = (page) => page.evaluate(() => location.hash.slice(1));
/// Opens a question, and waits until its controls are there.
const opened = async (link, look) => {
  const found = await open(browser, `${server.url}#${link}`, look);
  await found.page.waitForSelector("#editor > *, #toggles > *");
  await found.page.waitForFunction(() => !document.querySelector("#stop"));
  return found;
};

for (const width of [390, 1280])
  for (const scheme of ["light", "dark"])
    test(`${width} wide, ${scheme}: every kind fits and passes axe`, async () => {
      // the examples of the menu in each theme once, as they share their parts with those
      const isOnce = (width < 800) === (scheme === "light");
      for (const [kind, link] of Object.entries(isOnce ? { ...EXAMPLES, ...KINDS } : KINDS)) {
        const { page, errors, close } = await opened(link, { width, scheme });
        assert.equal(await page.isVisible("#error"), false, await page.textContent("#error"));
        await check(page, `${width} wide, ${scheme}, ${kind}`);
        assert.deepEqual(errors, [], kind);
        const picture = `${kind.replace("/", "-")}-${width}-${scheme}.png`;
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${picture}` });
        await close();
      }
    });

test("195 pixels are enough for every kind", async () => {
  for (const [kind, link] of Object.entries(KINDS)) {
    const { page, close } = await opened(link, { width: 195 });
    await fits(page, `195 wide, ${kind}`);
    await close();
  }
});

test("a battle shows the answer of the program, and a replay of each turn", async () => {
  const { page, errors, close } = await opened(battle(48));
  const answer = await (
    await fetch(`${server.url}api/ask?link=${encodeURIComponent(battle(48))}`)
  ).json();
  const won = Math.round(100 * answer.events.a_wins.p);
  assert.match(await page.textContent("#numbers strong"), new RegExp(`^${won}`));
  assert.equal(await page.locator(".units tbody tr").count(), answer.units.length);
  assert.match(await page.textContent("#editor"), /Wolves.*2 units/);
  await page.click(".replay button");
  await page.waitForSelector(".replay img");
  assert.match(await page.textContent(".replay"), /1 of \d+\. Set-up/);
  const better = page.getByRole("button", { name: "Better turns?" });
  assert.ok(await better.isDisabled(), "nobody has a turn at the set-up");
  await page.getByRole("button", { name: "Next ›" }).click();
  assert.match(await page.textContent(".replay"), /2 of \d+\. Round 1/);
  assert.ok(await page.evaluate(() => document.querySelector(".replay img").complete));
  // of the last turn, after which little is played
  await page.locator(".replay input[type=range]").press("End");
  assert.ok(await better.isDisabled(), "the end is no turn");
  await page.getByRole("button", { name: "‹ Back" }).click();
  await better.click();
  await page.waitForSelector(".replay table");
  assert.match(await page.textContent(".replay table"), /\(played\)/);
  assert.equal(await page.locator(".replay img").count(), 2);
  assert.deepEqual(errors, []);
  await close();
});

test("battles can be stopped, and keep what was played", async () => {
  const { page, close } = await open(browser, `${server.url}`);
  await page.evaluate((link) => (location.hash = `#${link}`), battle(50_000));
  await page.click("#stop");
  await page.waitForFunction(() =>
    /^Stopped after/.test(document.querySelector(".played")?.textContent),
  );
  const [, played] = /Stopped after (\d+) of 50000/.exec(await page.textContent(".played"));
  assert.ok(Number(played) >= 16 && Number(played) < 50_000, played);
  assert.match(await page.textContent("#numbers"), /Wolves wins/);
  await close();
});

test("a list with a fault says which, and a pasted list replaces the army", async () => {
  const { page, close } = await opened(battle(16));
  await page.click("#editor summary");
  await page.fill("#list-a", "Stark Bowmne\n");
  await page.locator("details.list").first().getByRole("button", { name: "Use this list" }).click();
  await page.waitForSelector(".list .wrong:not([hidden])");
  assert.match(await page.textContent(".list .wrong"), /did you mean `Stark Bowmen`/);
  await page.fill("#list-a", "# mine\n\nStark Outriders\n with Robb Stark, The Young Wolf\n");
  await ask(page, () =>
    page.locator("details.list").first().getByRole("button", { name: "Use this list" }).click(),
  );
  // without its comment, and with the points that it may cost
  assert.match(
    decodeURIComponent(await hash(page)),
    /^battle\?a=Points: 40\nStark Outriders\n with/,
  );
  await close();
});

test("pasted lists become a table of pairs, and a cell opens its pair", async () => {
  const { page, errors, close } = await open(
    browser,
    `${server.url}#matrix?attackers=stark&defenders=lannister`,
  );
  for (const [label, text] of [
    ["A unit or a list", A],
    ["Opponents", B],
  ]) {
    await page.selectOption(`[aria-label="${label}"]`, "paste");
    await page.fill("#list-new", text);
    await ask(page, () => page.getByRole("button", { name: "Use this list" }).click());
  }
  const link =
    "matrix?attackers=stark-sworn-swords%2Brobb-stark-the-wolf-lord,stark-bowmen&defenders=lannister-guardsmen%2Bjaime-lannister-the-kingslayer,lannister-crossbowmen";
  assert.equal(await hash(page), link);
  // each value of the program is in its cell
  const answer = await (
    await fetch(`${server.url}api/ask?link=${encodeURIComponent(link)}`)
  ).json();
  const expected = answer.values.mean_wounds.flat().map((value) => value.toFixed(1));
  const cells = await page.$$eval(".heat [data-pair]", (all) => all.map((one) => one.textContent));
  assert.deepEqual(cells.sort(), expected.sort());
  await ask(page, () => page.getByRole("radio", { name: "Points", exact: true }).first().check());
  assert.equal(await hash(page), `${link}&metric=points`);
  await ask(page, () =>
    page.click('.heat [aria-label^="Stark Sworn Swords + Robb Stark"][aria-label*="Guardsmen"]'),
  );
  assert.equal(
    await hash(page),
    "attack/stark-sworn-swords/lannister-guardsmen?attacker-with=robb-stark-the-wolf-lord&defender-with=jaime-lannister-the-kingslayer",
  );
  // the lists stay on the device
  await page.goto(`${server.url}#matrix?attackers=stark&defenders=lannister`);
  await page.reload();
  await ready(page);
  const names = await page.$$eval('[aria-label="Opponents"] option', (all) =>
    all.map((one) => one.textContent),
  );
  assert.ok(names.includes("Wolves") && names.includes("Lions"), names.join());
  assert.deepEqual(errors, []);
  await close();
});

test("undo takes a change back, and recent questions open again", async () => {
  const { page, close } = await open(browser, `${server.url}#${QUESTION}`);
  assert.equal(await page.isVisible("#undo"), false);
  const charge = page.locator('#toggles [data-change="charge:"]');
  await ask(page, () => charge.click());
  await ask(page, () => page.click("#undo"));
  assert.equal(await hash(page), QUESTION);
  assert.equal(await charge.getAttribute("aria-pressed"), "false");
  await ask(page, () => page.keyboard.press("c"));
  await ask(page, () => page.keyboard.press("z"));
  await page.click("#clock");
  await ask(page, () => page.locator("#recent li button", { hasText: "wounds" }).nth(1).click());
  assert.equal(await hash(page), `${QUESTION}?charge`);
  await close();
});

test("an attack is followed by another", async () => {
  const { page, errors, close } = await open(
    browser,
    `${server.url}#${QUESTION}?facing=flank&charge`,
  );
  await page.click("#then");
  await page.waitForSelector("#picking[open] [aria-selected=true]");
  await page.keyboard.type("stark bowmen");
  await page.waitForSelector('#found li:first-child:has-text("Bowmen")');
  await ask(page, () => page.keyboard.press("Enter"));
  const link =
    "sequence/lannister-guardsmen?by=stark-sworn-swords%3Afacing%3Dflank,charge&by=stark-bowmen";
  assert.equal(decodeURIComponent(await hash(page)), decodeURIComponent(link));
  assert.equal(await page.locator(".strip").count(), 2);
  await page.waitForSelector(".step-row");
  await ask(page, () =>
    page.locator(".step-row").nth(1).getByRole("button", { name: /up$/ }).click(),
  );
  assert.match(await page.textContent(".strip"), /Stark Bowmen/);
  assert.deepEqual(errors, []);
  await close();
});

test("controls of other games ask again, and say what they change", async () => {
  const { page, close } = await opened("westeros/attack/blue/blue");
  await page.waitForFunction(
    () => document.querySelector('[data-change="flanking:"] .worth').textContent,
  );
  const mean = async () => Number(await page.textContent("#numbers strong"));
  const before = await mean();
  const by = Number(await page.textContent('[data-change="flanking:"] .worth'));
  await ask(page, () => page.click('[data-change="flanking:"]'));
  assert.equal(await hash(page), "westeros/attack/blue/blue?flanking");
  assert.ok(Math.abs((await mean()) - before - by) < 0.06, `${before} ${by} ${await mean()}`);
  assert.equal(await page.textContent("#more"), "Westeros ▾");
  await linked(page, "westeros/attack/blue/blue?flanking");
  await close();
});

test("on a desk the right column says what would change questions of other games", async () => {
  const { page, errors, close } = await opened("westeros/attack/red/blue?flanking", { width: 1280 });
  await page.waitForSelector("#changes .bars li");
  const rows = await page.$$eval("#changes .bars b", (all) => all.map((one) => one.textContent));
  assert.match(await page.textContent("#changes"), /Without flanking/);
  const numbers = rows.map((text) => Number(text.replace("−", "-")));
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, other) => other - one),
  );
  // the chart is as wide as what is left for it
  const over = await page.$$eval("#tables figure", (all) =>
    all.map((one) => {
      const [inner, outer] = [one.querySelector("svg"), one].map((box) =>
        box.getBoundingClientRect(),
      );
      return inner.right - outer.right;
    }),
  );
  assert.ok(over.length > 0 && over.every((by) => by <= 1), String(over));
  const left = await page.$eval("#details", (one) => one.getBoundingClientRect().left);
  assert.ok(left > 800, `the column begins at ${left}`);
  assert.deepEqual(errors, []);
  await close();
});

test("on a desk the right column says what one more and one less of a number would change", async () => {
  const { page, close } = await opened("warmachine/damage?skill=7&def=14&pow=20&arm=18", {
    width: 1280,
  });
  const row = page.locator("#changes li", { hasText: "Pow 21" });
  await row.waitFor();
  // a number that is not set has no neighbours
  assert.equal(await page.locator("#changes li", { hasText: "Boxes" }).count(), 0);
  const by = Number((await row.locator("b").textContent()).replace("−", "-"));
  const mean = async () => Number(await page.textContent("#numbers strong"));
  const before = await mean();
  await ask(page, () => page.getByRole("button", { name: "Pow: one more" }).click());
  assert.match(await hash(page), /pow=21/);
  assert.ok(by > 0 && Math.abs((await mean()) - before - by) < 0.06, `${before} ${by}`);
  await close();
});

test("what reaches a needed chance leads, and is as likely as the page says", async () => {
  const { page, errors, close } = await opened(`${QUESTION}?at_least=6&need=60%25`);
  const [chance, now, needed] = await page.$$eval("#numbers strong", (all) =>
    all.map((one) => one.textContent),
  );
  assert.equal(needed, "60 %");
  assert.match(await page.textContent("#numbers"), /with the rear, and a charge/);
  const cells = await page.$$eval("#tables tbody:first-of-type tr:first-child > *", (all) =>
    all.slice(0, 3).map((one) => one.textContent),
  );
  assert.deepEqual(cells, ["the rear, and a charge", "0", chance]);
  for (const [set, expected] of [
    ["", now],
    ["charge&facing=rear&", chance],
  ]) {
    const link = encodeURIComponent(`${QUESTION}?${set}at_least=6`);
    const answer = await (await fetch(`${server.url}api/ask?link=${link}`)).json();
    const tail = answer.quantities.wounds.pmf.slice(6).reduce((sum, p) => sum + p, 0);
    assert.equal(`${Math.round(100 * tail)} %`, expected);
  }
  assert.deepEqual(errors, []);
  await close();
});
