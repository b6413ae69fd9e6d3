// Every number on the screen answers the question on the screen: its condition is said, panels have
// the same keys or are not shown, and nothing of the question before stays.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { percent } from "../../crates/server/page/page.js";
import { ask, launch, linked, open, ready, serve, share } from "./browser.js";

const QUESTION = "attack/stark-sworn-swords/lannister-guardsmen";
/// Units whose attack does not wound themselves, so that the page says what the defender strikes back.
const PLAIN = "attack/stark-outriders/lannister-crossbowmen";
const STRUCK = "taken when they strike back";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

const answerOf = async (link) =>
  (await fetch(`${server.url}api/ask?link=${encodeURIComponent(link)}`)).json();
const labels = (page) => page.$$eval("#numbers span", (all) => all.map((one) => one.textContent));
const numbers = (page) =>
  page.$$eval("#numbers strong", (all) => all.map((one) => one.textContent));
/// Opens a link on a desk and waits until all panels are there, or are known not to come.
const openWhole = async (link) => {
  const opened = await open(browser, `${server.url}#${link}`, { width: 1440 });
  await opened.page.waitForSelector("#changes section");
  await opened.page.waitForLoadState("networkidle");
  return opened;
};
const headings = (page) => page.$$eval("h3", (all) => all.map((one) => one.firstChild.textContent));
const follow = async (page, link) => {
  await page.evaluate((link) => (location.hash = `#${link}`), link);
  await linked(page, link);
};

/// Returns the text that is shared.
async function copiedText(page) {
  await share(page);
  await page.click("#copy-text");
  await page.waitForFunction(() => document.getElementById("copied").textContent);
  await page.keyboard.press("Escape");
  return page.evaluate(() => navigator.clipboard.readText());
}

test("what the defender strikes back is of a duel with the same keys", async () => {
  // the keys of an attack, and those of the duel that begins with it; the defender has 12 wounds
  for (const [more, inDuel] of [
    ["", ""],
    ["auto-hits=6&reroll-attacks", "a-auto-hits=6&a-reroll-attacks"],
    ["attacker-zones=crown+wealth&defender-zones=combat", "a-zones=crown+wealth&b-zones=combat"],
    ["save-modifier=-1&panic-modifier=-2", "b-save-modifier=-1&b-panic-modifier=-2"],
    ["hit-modifier=1&reroll-saves", "a-hit-modifier=1&b-reroll-saves"],
    ["defender-wounds=8", "b-wounds-lost=4"],
    ["facing=flank&charge&horrific", "opening-charge&opening-facing=flank&b-horrific"],
    ["attacker-wounds-lost=2&no-orders", "a-wounds-lost=2&no-orders"],
    ["in-dangerous", undefined],
    ["fortified&charge", undefined],
    ["given=wounds%3E%3D2", undefined],
  ]) {
    const link = `${PLAIN}?${more}`.replace(/\?$/, "");
    assert.equal((await answerOf(link)).error, undefined, link);
    const { page, errors, close } = await openWhole(link);
    const isShown = (await labels(page)).includes(STRUCK);
    assert.equal(isShown, inDuel !== undefined, link);
    assert.equal((await headings(page)).includes("If they stay engaged"), isShown, link);
    if (isShown) {
      const duel = await answerOf(`duel/stark-outriders/lannister-crossbowmen?rounds=1&${inDuel}`);
      const lost = Number(/a-wounds-lost=(\d+)/.exec(inDuel)?.[1] ?? 0);
      const taken = (12 - lost - duel.quantities.a_left.mean).toFixed(2);
      assert.equal(await page.textContent("#struck"), taken, link);
    }
    assert.deepEqual(errors, [], link);
    await close();
  }
});

test("a unit that shoots has no duel beside its attack", async () => {
  // crossbows, by the key and because they are the best attack
  for (const more of ["?ranged", ""]) {
    const link = `attack/lannister-crossbowmen/stark-outriders${more}`;
    const { situation } = await answerOf(link);
    assert.match(situation, /shoot/);
    const { page, close } = await openWhole(link);
    await page.waitForFunction(() => !document.getElementById("numbers").innerText.includes("–"));
    assert.ok(!(await headings(page)).includes("If they stay engaged"), link);
    assert.equal((await labels(page)).at(-1), "fails the panic test", link);
    assert.match(await page.textContent("#chart figcaption"), /shoot at/);
    assert.equal(await page.isVisible("#chart figcaption p"), true);
    await close();
  }
});

test("panels of many units have the keys of the attack, or are not shown", async () => {
  for (const [more, isShown] of [
    ["", true],
    ["?auto-hits=6&reroll-attacks&attacker-zones=crown", true],
    ["?defender-wounds=7", false],
    ["?weapon=Outrider%27s%20Blade", false],
    ["?given=wounds%3E%3D2", false],
  ]) {
    const { page, close } = await openWhole(PLAIN + more);
    const rows = await page.$$eval("#others li", (all) =>
      all.map((one) => [one.children[0].textContent, one.children[1].textContent]),
    );
    assert.equal(rows.length > 0, isShown, more);
    if (isShown) {
      const [mean] = await numbers(page);
      const own = rows.find(([name]) => name === "Lannister Crossbowmen");
      assert.equal(own[1], Number(mean).toFixed(1), more);
    }
    await close();
  }
});

test("attachments are of the same situation, or of none", async () => {
  for (const [more, isShown] of [
    ["?charge&hit-modifier=1", true],
    ["?attacker-zones=crown", true],
    ["?defender-wounds=7", false],
    ["?given=wounds%3E%3D2", false],
  ]) {
    const { page, close } = await openWhole(QUESTION + more);
    const isThere = (await headings(page)).some((one) => one.startsWith("Attachments for"));
    assert.equal(isThere, isShown, more);
    await close();
  }
});

test("a second attacker is asked with the abilities of the defender that are left out", async () => {
  const without = "without=Lannister%20Supremacy&without=Winter%27s%20Bite";
  const { page, close } = await open(
    browser,
    `${server.url}#${QUESTION}?${without}&or=stark-outriders`,
  );
  const other = "attack/stark-outriders/lannister-guardsmen?without=Lannister%20Supremacy";
  const { quantities } = await answerOf(other);
  assert.equal((await numbers(page))[1], quantities.wounds.mean.toFixed(2));
  assert.equal(await page.isVisible("#own-wounds"), false);
  await close();
});

test("rows of tables open the same question", async () => {
  for (const [more, kind, place] of [
    ["charge&distance=9", "charge", 2],
    ["charge&facing=flank&duel&attacker-tokens=weakened&rounds=3", "duel", 0],
    ["weapon=melee", "attack", 0],
    ["weapon=ranged", "attack", 0],
  ]) {
    const matrix = `matrix?attackers=stark-bowmen&${more}`;
    const { page, close } = await open(browser, `${server.url}#${matrix}`);
    if (await page.isVisible("#error")) assert.fail(`${matrix}: ${await page.textContent("#error")}`);
    const row = await page.textContent(".fields b");
    await ask(page, () => page.click(".fields button"));
    assert.match(await page.evaluate(() => location.hash), new RegExp(`^#${kind}/stark-bowmen/`));
    assert.equal(await page.isVisible("#error"), false, await page.textContent("#error"));
    assert.equal((await numbers(page))[place], row, matrix);
    await close();
  }
});

test("a condition and the luck of a roll stand beside the numbers", async () => {
  for (const width of [390, 1280]) {
    const given = `${QUESTION}?given=wounds%3E%3D6`;
    const { page, errors, close } = await open(browser, `${server.url}#${given}`, { width });
    const answer = await answerOf(given);
    assert.equal((await numbers(page))[0], answer.quantities.wounds.mean.toFixed(2));
    assert.equal(
      await page.innerText("#terms"),
      `Given wounds ≥ 6 (${percent(answer.given.p)})`,
      "the condition",
    );
    await page.waitForLoadState("networkidle");
    assert.match(await copiedText(page), /; Given wounds ≥ 6 \(10 %\)\. http/, "also where it is shared");
    await follow(page, `${QUESTION}?rolled=6`);
    const [{ percentile }] = (await answerOf(`${QUESTION}?rolled=6`)).luck;
    const expected = `Rolled 6 wounds: luckier than ${percent(percentile)} of such rolls`;
    assert.ok((await page.innerText("#terms")).startsWith(expected), await page.innerText("#terms"));
    // of a kind without a tab as well
    await follow(page, "panic?morale=7&rolled=2");
    assert.match(await page.innerText("#terms"), /^Rolled 2 wounds: luckier than/);
    await follow(page, QUESTION);
    assert.equal(await page.isVisible("#terms"), false);
    await follow(page, `${QUESTION}?why`);
    assert.equal(await page.isVisible("#contributions table"), true, "what was asked is open");
    assert.deepEqual(errors, []);
    await close();
  }
});

test("titles name both lists", async () => {
  for (const [link, title] of [
    ["matrix?attackers=stark&defenders=lannister", "Stark → Lannister"],
    ["matrix?attackers=stark-sworn-swords&defenders=free+folk", "Stark Sworn Swords → Free Folk"],
    ["matrix?attackers=infantry&defenders=stark-sworn-swords", "Stark Sworn Swords ← Infantry"],
    ["matrix?attackers=stark-sworn-swords", "Stark Sworn Swords → All"],
    [
      "matrix?attackers=stark-sworn-swords%2Bsworn-sword-captain,stark-bowmen&defenders=lannister",
      "Stark Sworn Swords + Sworn Sword Captain, Stark Bowmen → Lannister",
    ],
  ]) {
    const { page, close } = await open(browser, `${server.url}#${link}`);
    assert.equal(await page.textContent("#question"), title);
    const text = await copiedText(page);
    assert.ok(text.startsWith(`${title}: `), text);
    await close();
  }
});

test("marked bars are strong in both colour schemes", async () => {
  for (const scheme of ["light", "dark"]) {
    const { page, close } = await open(browser, `${server.url}#${QUESTION}`, { scheme });
    const texts = await page.textContent("#chart figcaption");
    assert.match(texts, /Strong bars: \d+ or more/);
    assert.doesNotMatch(texts, /[Dd]ark bars/);
    await close();
  }
});

test("a battle that is watched goes with its question", async () => {
  const battle = (own) =>
    `battle/${encodeURIComponent(
      `[battle]\nmode = 'a-clash-of-kings'\ngames = 2\n[a]\nunits = ['${own}']\n` +
        "[b]\nunits = ['lannister guardsmen']\n",
    )}`;
  const { page, errors, close } = await open(browser, `${server.url}#${battle("stark bowmen")}`);
  await page.waitForFunction(() => !document.querySelector("#stop"));
  await page.click(".replay button");
  await page.waitForSelector(".replay img");
  const other = battle("stark sworn swords");
  await page.evaluate((link) => (location.hash = `#${link}`), other);
  await page.waitForFunction((link) => document.querySelector("#answer").dataset.link === link, other);
  await page.waitForFunction(() => !document.querySelector("#stop"));
  assert.equal(await page.locator(".replay img").count(), 0);
  await page.click(".replay button");
  await page.waitForSelector(".replay img");
  assert.match(await page.textContent(".replay"), /Stark Sworn Swords/i);
  assert.deepEqual(errors, []);
  await close();
});

test("cards of a link are forgotten with it", async () => {
  const card = [
    'faction = "lannister"\n',
    "[units.lannister-guardsmen]",
    'name = "Lannister Guardsmen"',
    'type = "infantry"',
    "cost = 5",
    "speed = 5",
    "defense = 6",
    "morale = 9",
    'attacks = [{ name = "Stick", kind = "melee", hit = 6, dice = [2, 2, 1] }]',
    "abilities = []",
    'season = "2021"',
    'source = "my own card"\n',
  ].join("\n");
  const own = `${QUESTION}?catalogue=${encodeURIComponent(card)}`;
  const mean = async (link) => (await answerOf(link)).quantities.wounds.mean.toFixed(2);
  const { page, errors, close } = await open(browser, `${server.url}#${own}`);
  assert.equal((await numbers(page))[0], await mean(own));
  assert.match(await page.innerText("#second"), /Defence 6\+/);
  // it stays while it is named
  await ask(page, () => page.click('#toggles [data-change="charge:"]'));
  assert.match(await page.evaluate(() => location.hash), /catalogue=/);
  await follow(page, QUESTION);
  assert.equal((await numbers(page))[0], await mean(QUESTION));
  assert.match(await page.innerText("#second"), /Defence 3\+/);
  await ask(page, () => page.click("#tabs [data-tab=duel]"));
  assert.doesNotMatch(await page.evaluate(() => location.hash), /catalogue=/);
  // and goes when another unit takes its place
  await page.evaluate((link) => (location.hash = `#${link}`), own);
  await page.waitForFunction(() => document.querySelector("#second").innerText.includes("6+"));
  await ready(page);
  const choose = async (words, name) => {
    await page.click("#second");
    await page.waitForSelector("#picking[open] [aria-selected=true]");
    await page.keyboard.type(words);
    await page.waitForSelector(`#found li:first-child:has-text("${name}")`);
    await ask(page, () => page.keyboard.press("Enter"));
  };
  await choose("lannister crossb", "Lannister Crossbowmen");
  await choose("lannister guardsm", "Lannister Guardsmen");
  assert.doesNotMatch(await page.evaluate(() => location.hash), /catalogue=/);
  assert.equal((await numbers(page))[0], await mean(QUESTION));
  assert.deepEqual(errors, []);
  await close();
});

test("without a server an answer that is no longer wanted ends its worker", async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 664 },
    bypassCSP: true,
  });
  const plain = await context.newPage();
  // a page without a server: the API is not there, and its worker asks that of the test, but for an
  // answer of nine rounds, which takes it minutes
  await context.route(/localhost:\d+\/api\//, (route) => route.fulfill({ status: 404, body: "" }));
  await context.route("**/asked/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await fetch(server.url + pathname.replace("/asked/", "") + search);
    await route.fulfill({ status: response.status, body: await response.text() });
  });
  await plain.addInitScript(() => {
    const source = `
      addEventListener("message", async ({ data: { number, address } }) => {
        if (/api.duel.*rounds=9/.test(address)) for (const end = Date.now() + 3e5; Date.now() < end; );
        const response = await fetch("${location.origin}/asked" + address);
        postMessage({ number, status: response.status, text: await response.text() });
      });`;
    globalThis.waroddsWorker = () => new Worker(URL.createObjectURL(new Blob([source])));
  });
  await plain.goto(`${server.url}#${QUESTION}`);
  await ready(plain);
  const [first] = await numbers(plain);
  const duel = "duel/stark-outriders/lannister-crossbowmen?rounds=9";
  await plain.evaluate((link) => (location.hash = `#${link}`), duel);
  await plain.waitForSelector("#pending.on");
  await plain.waitForTimeout(300);
  await plain.evaluate((link) => (location.hash = `#${link}`), `${QUESTION}?charge`);
  await linked(plain, `${QUESTION}?charge`);
  const { quantities } = await answerOf(`${QUESTION}?charge`);
  assert.equal(await plain.isVisible("#error"), false, await plain.textContent("#error"));
  assert.notEqual((await numbers(plain))[0], first);
  assert.equal((await numbers(plain))[0], quantities.wounds.mean.toFixed(2));
  await context.close();
});
