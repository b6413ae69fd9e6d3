// What a link sets is text on the screen: a control that is in sight, or a chip that removes it.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { EXAMPLES } from "../../crates/server/page/examples.js";
import { ask, check, launch, linked, open, ready, serve } from "./browser.js";

const QUESTION = "attack/stark-sworn-swords/lannister-guardsmen";
/// The links that keys are added to, by kind. Questions of files have their own form.
const BASES = {
  ...EXAMPLES,
  attack: QUESTION,
  charge: "charge/stark-outriders/lannister-crossbowmen?distance=8",
  duel: "duel/stark-outriders/lannister-crossbowmen",
  matrix: "matrix?attackers=stark-sworn-swords&defenders=lannister-guardsmen,lannister-crossbowmen",
  compare: "compare/stark-sworn-swords/stark-outriders?against=lannister-guardsmen",
  options: "options/stark-sworn-swords/lannister-guardsmen",
  worth: "worth/stark-sworn-swords%2Bsworn-sword-captain?against=lannister-guardsmen",
  rate: "rate?units=stark-sworn-swords&units=lannister-guardsmen",
};
const OF_FILES = ["battle", "campaign", "luck"];
/// Values of keys whose texts have a form of their own.
const FORMED = {
  at_least: ["3"],
  at_most: ["5"],
  attacker_with: ["sworn-sword-captain"],
  a_with: ["sworn-sword-captain"],
  choose: ["Lannister Supremacy=x"],
  given: ["wounds>=2", "wounds<=4"],
  rolled: ["3", "wounds=4"],
  without: ["Lannister Supremacy", "Winter's Bite"],
};
/// The links of the test, and how many keys each has at most besides its base.
const [LINKS, MOST] = [150, 4];

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

const hash = (page) => page.evaluate(() => location.hash.slice(1));
const get = async (address) => {
  const response = await fetch(server.url + address);
  return { isOk: response.ok, body: await response.json() };
};

/// A generator of random numbers with a fixed seed.
function generator(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * below);
  };
}

/// Returns a random parameter for a key.
function parameter(key, random) {
  if (key.allowEmptyValue) return key.name;
  const schema = key.schema.items ?? key.schema;
  const pick = (all) => all[random(all.length)];
  const number = () => {
    const low = schema.minimum ?? 1;
    return String(low + random(Math.min((schema.maximum ?? low + 4) - low, 4) + 1));
  };
  const value =
    FORMED[key["x-id"]] !== undefined
      ? pick(FORMED[key["x-id"]])
      : schema.enum
        ? pick(schema.enum)
        : schema.type === "string"
          ? "stark"
          : number();
  return `${key.name}=${encodeURIComponent(value)}`;
}

/// Returns random links that the program answers, of all kinds in turn.
async function randomLinks() {
  const { paths, components } = (await get("api")).body;
  const keysOf = (kind) =>
    paths[`/api/${kind}`].get.parameters
      .filter((key) => "$ref" in key)
      .map(({ $ref }) => components.parameters[$ref.split("/").at(-1)])
      .filter((key) => !key["x-positional"]);
  const kinds = Object.keys(BASES).filter((kind) => !OF_FILES.includes(kind));
  const random = generator(62);
  const links = [];
  const isAnswered = async (link) => (await get(`api/ask?link=${encodeURIComponent(link)}`)).isOk;
  for (let number = 0; links.length < LINKS; number++) {
    const kind = kinds[number % kinds.length];
    const all = keysOf(kind);
    let link = BASES[kind];
    // a key that contradicts those before is left out
    for (let tries = 0, added = 0; tries < 12 && added < 1 + (number % MOST); tries++) {
      const next = `${link}${link.includes("?") ? "&" : "?"}${parameter(all[random(all.length)], random)}`;
      if (!(await isAnswered(next))) continue;
      link = next;
      added++;
    }
    if (link !== BASES[kind]) links.push(link);
  }
  return links;
}

/// Returns what is in sight: texts, and settings as `ID:VALUE` and as `LABEL VALUE`.
const inSight = (page) =>
  page.evaluate(() => {
    const left = document.getElementById("left");
    const find = (selector) =>
      [...left.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const name = (one) => one.closest("[aria-label]")?.getAttribute("aria-label");
    const label = (one) => one.closest(".row")?.querySelector(".label")?.textContent;
    const chips = find(".att").map((one) => one.innerText.replace(/^Remove\s*/, "").replace(" ✕", ""));
    const pressed = find("[aria-pressed=true]").map((one) => one.dataset.change ?? one.innerText);
    const chosen = find("label:has(:checked)").map((one) => one.dataset.change ?? "");
    const named = find("select, input:not([type=radio]), label :checked").flatMap((one) =>
      [name(one), label(one)].flatMap((label) =>
        one.value.split("; ").map((value) => `${label} ${value}`),
      ),
    );
    return {
      settings: [...chips, ...pressed, ...chosen, ...named],
      text: document.body.innerText,
      names: document.querySelector("#numbers").innerText,
    };
  });

/// Returns the values of a key of a link that nothing in sight says.
function unsaid({ id, label, isFlag, isSet }, text, { settings, text: shown, nameOf }) {
  const values = isSet ? text.split(/[+ ]+/) : [text];
  const isSaid = (value) => {
    const named = isFlag ? [`${id}:`, label] : [`${id}:${value}`, `${label} ${value}`];
    if (named.some((one) => settings.includes(one))) return true;
    // wounds on the cards of units
    if (/wounds(_lost)?$/.test(id) && /Wounds \d+ of \d+/.test(shown)) return true;
    // units and attachments have their names there, steps of a sequence and lists each of their own
    const parts = value.split(/[,+:]/).map((part) => part.split("=")[0].trim());
    return !isFlag && parts.every((part) => shown.toLowerCase().includes(nameOf(part).toLowerCase()));
  };
  return values.filter((value) => !isSaid(value)).map((value) => `${id}=${value}`);
}

test(`each key that ${LINKS} random links set is text on the screen`, async (context) => {
  const links = await randomLinks();
  const { units, attachments } = (await get("api/cards")).body;
  const cards = new Map([...units, ...attachments].map(({ id, name }) => [id, name]));
  const nameOf = (part) => cards.get(part) ?? part.replaceAll("-", " ");
  const wrong = [];
  let keysSeen = 0;
  const follow = async () => {
    const { page, close } = await open(browser, `${server.url}#${QUESTION}`);
    for (let link = links.shift(); link !== undefined; link = links.shift()) {
      await page.goto("about:blank");
      await page.goto(`${server.url}#${link}`);
      await ready(page);
      const parsed = (await get(`api/link?link=${encodeURIComponent(link)}`)).body;
      await page.waitForFunction(() =>
        document.documentElement.dataset.tab === "link"
          ? document.querySelector("#editor > *")
          : document.querySelector("#toggles > *"),
      );
      const shown = { ...(await inSight(page)), nameOf };
      const keys = await page.evaluate(async (kind) => (await import("./keys.js")).keysOf(kind), parsed.kind);
      for (const [id, text] of parsed.given) {
        const key = keys.find((one) => one.id === id);
        if (key.heading === "Output") continue;
        keysSeen++;
        const missing = unsaid(key, text, shown);
        if (missing.length) wrong.push(`${link}: ${missing}`);
      }
    }
    await close();
  };
  await Promise.all([follow(), follow()]);
  context.diagnostic(`${keysSeen} keys of ${LINKS} links`);
  assert.ok(keysSeen > 2 * LINKS, String(keysSeen));
  assert.deepEqual(wrong, []);
});

for (const [width, scheme] of [
  [390, "light"],
  [1280, "dark"],
])
  test(`${width} wide: chips fit, pass axe, and remove what they say`, async () => {
    const link = `${QUESTION}?attacker-zones=crown+wealth&auto-hits=6&reroll-attacks`;
    const { page, errors, close } = await open(browser, `${server.url}#${link}`, { width, scheme });
    await check(page, link);
    assert.match(await page.textContent("#folded summary"), /More options \(4 set\)/);
    await page.evaluate(() => (location.hash = "#panic?morale=7"));
    await linked(page, "panic?morale=7");
    assert.equal(await page.isVisible("#settings"), false, "those of another question");
    await page.evaluate((link) => (location.hash = `#${link}`), link);
    await linked(page, link);
    await ask(page, () => page.click('#settings button:has-text("crown")'));
    assert.equal(await hash(page), link.replace("crown+", ""));
    await ask(page, () => page.click('#settings button:has-text("Auto hits 6")'));
    await ask(page, () => page.click('#settings button:has-text("Reroll attacks")'));
    assert.equal(await hash(page), `${QUESTION}?attacker-zones=wealth`);
    await ask(page, () => page.click("#settings button"));
    assert.equal(await hash(page), QUESTION);
    assert.equal(await page.isVisible("#settings"), false);
    assert.deepEqual(errors, []);
    await close();
  });

test("a distance of another tab does not follow to lists", async () => {
  const mean = async (link) => {
    const { body } = await get(`api/ask?link=${encodeURIComponent(link)}`);
    const values = body.values.mean_wounds[0].filter((value) => value !== null);
    return (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(2);
  };
  const charge = "matrix?attackers=stark-sworn-swords&charge";
  const { page, close } = await open(browser, server.url);
  const tap = (selector) => ask(page, () => page.click(selector));
  // also one that was set there
  await tap("#tabs [data-tab=charge]");
  await tap('#toggles label:has-text("10")');
  assert.match(await hash(page), /distance=10/);
  await tap("#tabs [data-tab=field]");
  await tap('#toggles [data-change="charge:"]');
  assert.equal(await hash(page), charge);
  assert.equal(await page.textContent("#numbers strong"), await mean(charge));
  assert.equal(await page.isVisible("#settings"), false);
  // that of a link stays, and is said
  await page.evaluate((link) => (location.hash = `#${link}`), `${charge}&distance=9`);
  const distant = "matrix?attackers=stark-sworn-swords&distance=9&charge";
  await linked(page, distant);
  assert.equal(await page.textContent("#numbers strong"), await mean(distant));
  assert.match(await page.innerText("#settings"), /Distance 9/);
  assert.notEqual(await mean(charge), await mean(distant));
  await close();
});
