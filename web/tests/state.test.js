// The answer that is shown belongs to its own question, even while the next one is pending.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { ask, launch, linked, open, ready, serve, share } from "./browser.js";

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
const button = (page, name) => page.locator("#toggles button", { hasText: name });
const tab = (page, name) => page.getByRole("button", { name, exact: true });

/// Returns how opaque the parts of an answer are.
const opacities = (page) =>
  page.evaluate(() =>
    ["numbers", "shown", "details"].map(
      (id) => getComputedStyle(document.getElementById(id)).opacity,
    ),
  );

test("a pending answer leaves the previous one pale, and a late answer is dropped", async () => {
  // on a phone the colour scheme is set in the dialog that shares
  const wide = { width: 800 };
  const { page, errors, close } = await open(browser, `${server.url}#${QUESTION}`, wide);
  const first = await page.textContent("#numbers strong");
  const held = [];
  const isHeld = (url) => url.pathname.startsWith("/api/attack") && url.search.includes("panicked");
  await page.route(isHeld, (route) => held.push(route));
  await button(page, "Panicked").click();
  await page.waitForFunction(
    () => getComputedStyle(document.getElementById("numbers")).opacity === "0.55",
  );
  assert.deepEqual(await opacities(page), ["0.55", "0.55", "0.55"]);
  // a new width or colour scheme does not make it look new
  await page.click("#theme");
  await page.setViewportSize({ width: 420, height: 664 });
  await page.waitForTimeout(200);
  assert.deepEqual(await opacities(page), ["0.55", "0.55", "0.55"]);
  // the numbers of another kind of question are not shown
  // those of a duel may be there already, for "If they stay engaged"
  await page.route("**/api/options?*", (route) => held.push(route));
  await tab(page, "Options").click();
  await page.waitForFunction(
    () => !document.getElementById("numbers").checkVisibility({ visibilityProperty: true }),
  );
  assert.equal(await page.isVisible("#pending"), true);
  await tab(page, "Attack").click();
  // Share uses the last answer with its own question
  await share(page);
  assert.equal(await page.inputValue("#link"), `${server.url}#${QUESTION}`);
  await page.click("#copy-text");
  await page.waitForFunction(() => document.getElementById("copied").textContent);
  const line = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(line.includes(`${first} wounds`) && line.endsWith(`#${QUESTION}`), line);
  await page.keyboard.press("Escape");
  // back to the first question: the late answer is not shown
  await ask(page, () => button(page, "Panicked").click());
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  await page.waitForTimeout(200);
  assert.equal(await hash(page), QUESTION);
  assert.equal(await page.textContent("#numbers strong"), first);
  assert.deepEqual(errors, []);
  await close();
});

test("an error takes the place of the numbers, and the answer before is marked as old", async () => {
  const { page, close } = await open(browser, `${server.url}#${QUESTION}`);
  await page.route(
    (url) => url.search.includes("charge"),
    (route) => route.fulfill({ status: 400, json: { error: "not so" } }),
  );
  await ask(page, () => button(page, "Charge").first().click());
  assert.equal(await page.textContent("#error"), "not so");
  await page.waitForTimeout(200);
  assert.equal(await page.isVisible("#pending"), false);
  assert.equal(await page.isVisible("#numbers"), false);
  assert.deepEqual([await page.isVisible("#old"), await page.isVisible("#chart")], [true, true]);
  await ask(page, () => button(page, "Charge").first().click());
  assert.deepEqual([await page.isVisible("#old"), await page.isVisible("#numbers")], [false, true]);
  await close();
});

test("tabs and rows add history entries, toggles replace the current one", async () => {
  const { page, errors, close } = await open(browser, `${server.url}#${QUESTION}`);
  const entries = () => page.evaluate(() => history.length);
  const start = await entries();
  await ask(page, () => button(page, "Panicked").click());
  assert.equal(await entries(), start, "a toggle");
  await ask(page, () => tab(page, "Duel").click());
  assert.equal(await entries(), start + 1, "a tab");
  const duel = await hash(page);
  await page.evaluate(
    () => (location.hash = "#matrix?attackers=stark-sworn-swords&defenders=lannister"),
  );
  await linked(page, "matrix?attackers=stark-sworn-swords&defenders=lannister");
  await ask(page, () => page.click(".fields button"));
  assert.equal(await entries(), start + 3, "a row");
  const back = async (expected) => {
    await page.goBack();
    await linked(page, expected);
    await ready(page);
  };
  await back("matrix?attackers=stark-sworn-swords&defenders=lannister");
  await back(duel);
  await back(`${QUESTION}?defender-tokens=panicked`);
  assert.equal(await page.locator("#tabs [aria-current]").textContent(), "Attack");
  assert.deepEqual(errors, []);
  await close();
});

test("wounds per point include the cost of attachments", async () => {
  const link = `${QUESTION}?with=sworn-sword-captain&or=stark-outriders`;
  const { page, close } = await open(browser, `${server.url}#${link}`);
  const answer = await (
    await fetch(
      `${server.url}api/attack?attacker=stark-sworn-swords&defender=lannister-guardsmen&with=sworn-sword-captain`,
    )
  ).json();
  // 5 points, and 1 of the captain
  const values = await page.$$eval("#numbers div:last-child strong", (all) =>
    all.map((one) => one.textContent),
  );
  assert.equal(values[0], (answer.quantities.wounds.mean / 6).toFixed(2));
  await close();
});

test("own wounds are shown with their causes for both attackers", async () => {
  for (const [link, rows] of [
    [`${QUESTION}?charge`, 1],
    [`${QUESTION}?charge&or=stark-outriders`, 2],
    ["charge/stark-sworn-swords/lannister-guardsmen?distance=10", 1],
  ]) {
    const { page, errors, close } = await open(browser, `${server.url}#${link}`, { width: 390 });
    const [question] = link.split("&or=");
    const { quantities } = await (
      await fetch(`${server.url}api/ask?link=${encodeURIComponent(question)}`)
    ).json();
    const own = quantities.own_wounds.mean.toFixed(2);
    await page.waitForFunction(() =>
      document.getElementById("own-wounds").textContent.includes("Lannister Supremacy"),
    );
    assert.ok(
      (await page.$$eval("#numbers strong", (all) => all.map((one) => one.textContent))).includes(
        own,
      ),
      link,
    );
    assert.equal(await page.locator("#own-wounds p").count(), rows, link);
    assert.ok(
      (await page.textContent("#own-wounds p")).startsWith(
        `Stark Sworn Swords: ${own} own wounds, from `,
      ),
      await page.textContent("#own-wounds"),
    );
    // the shares sum to the total
    const shares = (await page.textContent("#own-wounds p"))
      .split(", from ")[1]
      .match(/\d+\.\d\d/g)
      .map(Number);
    const sum = shares.reduce((sum, one) => sum + one, 0);
    assert.ok(Math.abs(sum - own) < 0.02, `${sum} of ${own}`);
    const box = await page.locator("#own-wounds").boundingBox();
    assert.ok(box.y + box.height < 664, "visible without scrolling on a phone");
    if (process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/costs-${rows}-${link.slice(0, 6)}.png`,
      });
    assert.deepEqual(errors, []);
    await close();
  }
});

test("a unit with its attachment opens as a unit and a chip of it", async () => {
  const joined = "attack/stark-sworn-swords%2Bloyalist-captain/lannister-guardsmen?charge";
  const { page, errors, close } = await open(browser, `${server.url}#${joined}`);
  assert.equal(await hash(page), `${QUESTION}?attacker-with=loyalist-captain&charge`);
  assert.equal(await page.textContent("#first b"), "Stark Sworn Swords");
  assert.match(await page.textContent("#first-with-0"), /^Loyalist Captain/);
  const answer = await fetch(`${server.url}api/ask?link=${encodeURIComponent(joined)}`);
  const { quantities } = await answer.json();
  assert.equal(await page.textContent("#numbers strong"), quantities.wounds.mean.toFixed(2));
  assert.deepEqual(errors, []);
  await close();
});
