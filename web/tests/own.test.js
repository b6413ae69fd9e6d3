// Cards of one's own: written, kept on the device, answered, and carried by links.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync, mkdtempSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, check, launch, linked, open, program, ready, serve } from "./browser.js";

const QUESTION = "attack/stark-sworn-swords/lannister-guardsmen";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

const hash = (page) => page.evaluate(() => location.hash.slice(1));
const mean = async (page) => Number(await page.textContent("#numbers strong"));
const openCards = async (page) => {
  await page.click("#first");
  await page.click("#own-cards");
  await page.waitForSelector("#cards[open]");
};
const fill = (page, label, value) => page.getByLabel(label, { exact: true }).fill(value);
const picture = (page, name) =>
  process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });

for (const [width, scheme] of [
  [390, "light"],
  [1440, "dark"],
])
  test(`${width} wide, ${scheme}: a card is written, kept, and answered from its link`, async () => {
    const { page, errors, close } = await open(browser, `${server.url}#${QUESTION}`, {
      width,
      scheme,
    });
    await openCards(page);
    await check(page, "no cards");
    await page.getByRole("button", { name: "New, from Stark Sworn Swords" }).click();
    await page.waitForSelector("#card[open]");
    assert.equal(await page.inputValue("#card-name-name-"), "My Stark Sworn Swords");
    // faults stand at their fields, in the words of the page, and nothing is saved
    await fill(page, "Defence", "1");
    await fill(page, "Dice by rank, attack 1", "8 6 400");
    await fill(page, "Ability 1", "Furry");
    await page.click("#save-card");
    await page.waitForSelector("#card [aria-invalid]");
    const faults = await page.$$eval("#card .wrong", (all) =>
      all.map((one) => one.textContent).filter(Boolean),
    );
    assert.equal(faults.length, 3, faults.join("\n"));
    assert.match(faults[0], /^Defence must be a whole number from 2 to 6, not 1/);
    assert.match(faults[1], /^Dice .*400/);
    assert.match(faults[2], /^there is no ability `Furry`/);
    await check(page, "faults of a card");
    await picture(page, `own-faults-${width}-${scheme}`);
    // 10 dice on 2+ against a defence of 3+ without panic: 10 × 5/6 × 1/3 saved by none
    await fill(page, "Name", "Wolf Guard");
    await fill(page, "Defence", "3");
    await fill(page, "Hits on, attack 1", "2");
    await fill(page, "Dice by rank, attack 1", "10 8 6");
    await page.getByRole("button", { name: "Remove ability 1" }).click();
    await picture(page, `own-form-${width}-${scheme}`);
    await ask(page, () => page.click("#save-card"));
    const link = await hash(page);
    assert.match(link, /^attack\/wolf-guard\/lannister-guardsmen\?catalogue=faction%20%3D/);
    assert.match(await page.textContent("#first"), /Wolf Guard.*Hits 2\+.*Dice 10·8·6/);
    await picture(page, `own-attack-${width}-${scheme}`);
    const shown = await mean(page);
    const byNumbers = await (
      await fetch(`${server.url}api/attack?dice=10&hit=2&defense=3&morale=7&defender-wounds=12`)
    ).json();
    assert.ok(Math.abs(shown - byNumbers.quantities.wounds.mean) < 0.006, String(shown));
    // the controls say what they change, with the card
    await page.waitForFunction(
      () => document.querySelector('[data-change="defender_tokens:vulnerable"] .worth').textContent,
    );
    await ask(page, () => page.click('[data-change="defender_tokens:vulnerable"]'));
    assert.match(await hash(page), /&defender-tokens=vulnerable|defender-tokens=vulnerable&/);
    // the program answers the link with the same number
    const answer = JSON.parse(execFileSync(program(), ["ask", link, "--json"]));
    assert.ok(Math.abs(answer.quantities.wounds.mean - shown) < 0.006);

    // another device has no such card, and its link opens in the same tab
    const other = await open(browser, `${server.url}#${link}`, { width, scheme });
    assert.equal(await hash(other.page), link);
    assert.equal(await mean(other.page), shown);
    assert.match(await other.page.textContent("#first"), /Wolf Guard/);
    assert.deepEqual(other.errors, []);
    await other.close();

    // the card is there after a visit, also in the search, and can be changed
    await page.goto("about:blank");
    await page.goto(`${server.url}#${QUESTION}`);
    await ready(page);
    await page.click("#first");
    await page.waitForSelector("#picking[open] [aria-selected=true]");
    await page.keyboard.type("wolf gu");
    await page.waitForSelector('#found li:first-child:has-text("Wolf Guard")');
    await picture(page, `own-picker-${width}-${scheme}`);
    await ask(page, () => page.keyboard.press("Enter"));
    assert.equal(await hash(page), link);
    await openCards(page);
    await check(page, "a card in the list");
    await picture(page, `own-list-${width}-${scheme}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export Wolf Guard" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "wolf-guard.toml");
    const folder = mkdtempSync(join(tmpdir(), "warodds-"));
    const path = join(folder, "wolf-guard.toml");
    await file.saveAs(path);
    const args = ["attack", "wolf guard", "lannister guardsmen", "--json", "--catalogue", folder];
    const exported = JSON.parse(execFileSync(program(), args));
    assert.equal(exported.quantities.wounds.mean, answer.quantities.wounds.mean);
    // another card of the same file name, and one with a fault
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("Wolf Guard", "Wolf Host"));
    await page.setInputFiles("#cards input[type=file]", path);
    await page.waitForSelector('#cards b:text("Wolf Host")');
    writeFileSync(path, "[units.a]\nhit = 4\n");
    await page.setInputFiles("#cards input[type=file]", path);
    await page.waitForSelector("#cards .wrong:not([hidden])");
    assert.match(await page.textContent("#cards .wrong"), /catalogue:\d+:\d+/);
    await page.getByRole("button", { name: "Remove Wolf Host" }).click();
    await page.waitForFunction(() => localStorage.getItem("warodds-cards") === null);
    assert.deepEqual(
      errors.filter((error) => !/status of 400/.test(error)),
      [],
    );
    await close();
  });

test("cards of one's own are in lists, sequences and comparisons", async () => {
  const { page, errors, close } = await open(browser, `${server.url}#${QUESTION}`);
  await openCards(page);
  await page.getByRole("button", { name: "New, from Stark Sworn Swords" }).click();
  await page.waitForSelector("#card[open]");
  await fill(page, "Name", "Wolf Guard");
  await ask(page, () => page.click("#save-card"));
  for (const tab of ["charge", "duel", "options", "field"]) {
    await page.click(`#tabs [data-tab=${tab}]`);
    const kind = tab === "field" ? "matrix" : tab;
    await page.waitForSelector(`#answer[data-link^="${kind}"] #shown:not(.stale, .pending)`, {
      state: "attached",
    });
    assert.match(await hash(page), /catalogue=faction/);
    assert.equal(await page.isVisible("#error"), false, await page.textContent("#error"));
  }
  await page.goto(`${server.url}#${QUESTION}`);
  await page.reload();
  await ready(page);
  await page.click("#compare");
  await page.waitForSelector("#picking[open] [aria-selected=true]");
  await page.keyboard.type("wolf gu");
  await page.waitForSelector('#found li:first-child:has-text("Wolf Guard")');
  await ask(page, () => page.keyboard.press("Enter"));
  const link = await hash(page);
  assert.match(link, /catalogue=faction.*&or=wolf-guard$/);
  await page.evaluate(() => (location.hash = "#panic?morale=7"));
  await linked(page, "panic?morale=7");
  await page.evaluate((link) => (location.hash = `#${link}`), link);
  await linked(page, link);
  assert.equal(await page.locator("#names .unit").count(), 3);
  assert.deepEqual(errors, []);
  await close();
});

test("lists of battles name cards of one's own, which their link carries", async () => {
  const card = [
    'faction = "stark"\n',
    "[units.wolf-guard]",
    'name = "Wolf Guard"',
    'type = "infantry"',
    "cost = 7",
    "speed = 5",
    "defense = 3",
    "morale = 5",
    'attacks = [{ name = "Longsword", kind = "melee", hit = 2, dice = [10, 8, 6] }]',
    "abilities = []",
    'season = "2021"',
    'source = "my own card"\n',
  ].join("\n");
  const list = (faction, units) => `Faction: ${faction}\nPoints: 40\n${units}\n`;
  const b = list("lannister", "Lannister Guardsmen\n with Jaime Lannister, The Kingslayer");
  const start = (a, more = "") =>
    `battle?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}&mode=fire-and-blood` +
    `&a-policy=quick&b-policy=quick${more}&games=16`;
  const printed = list("stark", "Stark Sworn Swords\n with Robb Stark, The Wolf Lord");
  const { page, errors, close } = await open(browser, `${server.url}#${QUESTION}`);
  await page.evaluate((card) => localStorage.setItem("warodds-cards", JSON.stringify([card])), card);
  await page.goto("about:blank");
  await page.goto(`${server.url}#${start(printed)}`);
  await ready(page);
  await page.click("#editor summary");
  await page.fill("#list-a", printed.replace("Stark Sworn Swords", "Wolf Guard"));
  await ask(page, () =>
    page.locator("details.list").first().getByRole("button", { name: "Use this list" }).click(),
  );
  await page.waitForFunction(() => !document.querySelector("#stop"));
  assert.equal(await page.isVisible("#error"), false, await page.textContent("#error"));
  const link = await hash(page);
  assert.match(decodeURIComponent(link), /Wolf Guard\n with.*&catalogue=faction = "stark"/s);
  assert.match(await page.textContent("#tables .units"), /Wolf Guard/);
  assert.match(await page.textContent("#editor details.list b"), /stark/i);
  // the program answers the link with the same number, and writes it in the same way
  const answer = JSON.parse(execFileSync(program(), ["ask", link, "--json"]));
  const shown = Number.parseInt(await page.textContent("#numbers strong"), 10);
  assert.ok(Math.abs(shown / 100 - answer.events.a_wins.p) < 0.0051, String(shown));
  const written = execFileSync(program(), ["ask", link, "--as", "link"], { encoding: "utf8" });
  assert.equal(written.trim(), link);
  assert.deepEqual(errors, []);
  await close();

  // on another device: the same battle, and its replay
  const other = await open(browser, `${server.url}#${link}`);
  await other.page.waitForFunction(() => !document.querySelector("#stop"));
  assert.match(await other.page.textContent("#tables .units"), /Wolf Guard/);
  await other.page.click(".replay button");
  await other.page.waitForSelector(".replay img, .replay svg");
  // without its text there is no such card, and a fault of the text stands in place of the numbers
  const wolves = printed.replace("Stark Sworn Swords", "Wolf Guard");
  const broken = encodeURIComponent(card.replace("defense = 3", "defense = 1"));
  for (const [more, words] of [
    ["", /there is no unit|no unit/],
    [`&catalogue=${broken}`, /catalogue:\d+:\d+: .*defense/],
  ]) {
    await other.page.evaluate((link) => (location.hash = `#${link}`), start(wolves, more));
    await other.page.waitForSelector("#error:not([hidden])");
    await other.page.waitForFunction(
      (words) => new RegExp(words).test(document.querySelector("#error").textContent),
      words.source,
    );
  }
  const query = start(wolves, `&catalogue=${broken}`).replace("battle", "api/battle");
  const { faults } = await (await fetch(server.url + query)).json();
  assert.equal(faults[0].field, "catalogue");
  await other.close();
});
