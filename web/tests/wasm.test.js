// The program as WebAssembly, and the static site. `web/build --quick --single` builds both.

import { createServer } from "node:http";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { start } from "../../crates/server/page/wasm.js";
import { EXAMPLES } from "../../crates/server/page/examples.js";
import { ask as tap, launch, linked, open, program, ready } from "./browser.js";

const SITE = fileURLToPath(new URL("../../out/site/", import.meta.url));
const skip = existsSync(`${SITE}warodds.wasm`)
  ? false
  : "out/site is not built: web/build --quick --single";
const QUESTION = "attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge";
const LINKS = 200;
/// What a copy of the page says about battles.
const REFUSAL = /^battles are not played here: `warodds battle` and the page of `warodds serve`/;

/// A generator of random numbers with a fixed seed.
function generator(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * below);
  };
}

/// A random link.
function randomLink(random, units) {
  const unit = () => units[random(units.length)].id;
  const some = (...words) => words.filter(() => random(3) === 0);
  const kind = ["attack", "attack", "charge", "duel", "panic", "survive", "compare", "numbers"][
    random(8)
  ];
  const facing = ["front", "flank", "rear"][random(3)];
  const rolled =
    random(4) === 0
      ? [`engine=monte-carlo`, `trials=${1000 + random(2000)}`, `seed=${random(100)}`]
      : [];
  const query = {
    attack: [
      `facing=${facing}`,
      ...some("charge", "weakened", "vulnerable", "panicked", "why"),
      `attacker-wounds-lost=${random(3)}`,
    ],
    charge: [
      `distance=${3 + random(9)}`,
      `facing=${facing}`,
      ...some("hindering", "vulnerable", "attacker-panicked"),
    ],
    duel: [
      `rounds=${1 + random(8)}`,
      ...some("opening-charge", "b-tokens=weakened+panicked", "first=b"),
    ],
    panic: [`morale=${2 + random(10)}`, ...some("panicked", "reroll-morale", "panic-modifier=-1")],
    survive: [`by=${unit()}`],
    compare: [`against=${unit()}`, ...some("charge", "panicked")],
    numbers: [
      `dice=${1 + random(20)}`,
      `hit=${2 + random(5)}`,
      `defense=${2 + random(5)}`,
      `morale=${2 + random(10)}`,
      ...some("charge", "reroll-saves"),
    ],
  }[kind];
  const path =
    { panic: "panic", survive: `survive/${unit()}`, numbers: "attack" }[kind] ??
    `${kind}/${unit()}/${unit()}`;
  return `${path}?${[...query, ...(kind === "compare" || kind === "survive" ? [] : rolled)].join("&")}`;
}

test("answers of WebAssembly equal those of the program", { skip }, async (context) => {
  const ask = await start(readFileSync(`${SITE}warodds.wasm`));
  const { units } = JSON.parse(ask("/api/cards").text);
  const random = generator(17);
  let answered = 0;
  for (let number = 0; number < LINKS; number++) {
    const link = randomLink(random, units);
    const { status, text } = ask(`/api/ask?link=${encodeURIComponent(link)}`);
    let output, message;
    try {
      output = execFileSync(program(), ["ask", link, "--json"], {
        encoding: "utf8",
        stdio: "pipe",
      });
    } catch (error) {
      message = error.stderr;
    }
    if (output === undefined) {
      assert.equal(status, 400, link);
      assert.equal(`error: ${JSON.parse(text).error}\n`, message, link);
    } else {
      assert.equal(status, 200, `${link}: ${text}`);
      assert.ok(text === output, `${link}: the answers differ`);
      answered++;
    }
  }
  context.diagnostic(
    `${answered} of ${LINKS} links were answered, the others refused with the same message`,
  );
  assert.ok(answered > LINKS / 2);
});

test("every kind is answered, and battles are refused", { skip }, async () => {
  const ask = await start(readFileSync(`${SITE}warodds.wasm`));
  const rate = "rate?units=stark-sworn-swords,stark-bowmen,lannister-guardsmen";
  for (const [kind, link] of Object.entries({ ...EXAMPLES, rate })) {
    const { status, text } = ask(`/api/ask?charts&link=${encodeURIComponent(link)}`);
    assert.equal(status, kind === "battle" ? 400 : 200, `${kind}: ${text.slice(0, 300)}`);
    if (kind === "battle") assert.match(JSON.parse(text).error, REFUSAL);
  }
});

/// Serves the site by HTTP.
function serveSite() {
  const types = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html");
    const file = SITE + path.slice(1);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, () => resolve(server)));
}

let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

const numbers = (page) =>
  page.$$eval("#numbers strong", (all) => all.map((one) => one.textContent));

test(
  "the site works without a server for answers, and offline after the first visit",
  { skip },
  async () => {
    const server = await serveSite();
    const url = `http://localhost:${server.address().port}/`;
    const { page, close } = await open(browser, `${url}#${QUESTION}`);
    const first = await numbers(page);
    assert.match(first[0], /^5\.\d\d$/);
    await page.evaluate((link) => (location.hash = `#${link}`), EXAMPLES.battle);
    await page.waitForSelector("#error:not([hidden])");
    assert.match(await page.textContent("#error"), REFUSAL);
    assert.ok(await page.isVisible("#editor details.list"), "the lists can still be changed");
    await page.evaluate((link) => (location.hash = `#${link}`), QUESTION);
    await linked(page, QUESTION);
    await page.evaluate(() =>
      navigator.serviceWorker.ready.then(
        () =>
          new Promise((resolve) =>
            navigator.serviceWorker.controller
              ? resolve()
              : (navigator.serviceWorker.oncontrollerchange = resolve),
          ),
      ),
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await page.reload();
    await ready(page);
    assert.deepEqual(await numbers(page), first, "the same offline");
    await tap(page, () =>
      page.getByRole("button", { name: "Panicked" }).and(page.locator("#toggles button")).click(),
    );
    assert.notDeepEqual(await numbers(page), first);
    await close();
  },
);

test(
  "the single file works from disk",
  { skip: skip || (existsSync(`${SITE}warodds.html`) ? false : "web/build --single") },
  async () => {
    const { page, errors, close } = await open(
      browser,
      `${pathToFileURL(`${SITE}warodds.html`)}#${QUESTION}`,
    );
    assert.match((await numbers(page))[0], /^5\.\d\d$/);
    assert.deepEqual(errors, []);
    await close();
  },
);
