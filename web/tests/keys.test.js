// The keys and links of the page are those of the program.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { launch, open, serve } from "./browser.js";

const QUESTION = "attack/stark-sworn-swords/lannister-guardsmen";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

test("links of the page are the canonical links of the program", async () => {
  const { page, close } = await open(browser, `${server.url}#${QUESTION}`);
  const differing = await page.evaluate(async () => {
    const keys = await import("./keys.js");
    let seed = 17;
    const random = (below) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    // keys whose values have a form of their own: other text is a fault, and no link
    const formed = {
      at_least: "wounds=3",
      at_most: "5",
      choose: "battle scars=vicious",
      given: "wounds>=2 and destroyed=0",
      need: "destroyed=80%",
      rolled: "wounds=3",
    };
    const text = (key) => {
      if (key.isFlag) return "";
      if (key.id in formed) return formed[key.id];
      if (key.choices.length) return key.choices[random(key.choices.length)];
      if (key.isNumber && key.minimum !== undefined)
        return String(key.minimum + random(Math.min(key.maximum - key.minimum, 9)));
      if (key.isNumber) return String(random(5));
      return ["stark", "ä + b/c?d=e&f#g", "100%, (so) 'on'!*", "a=b"][random(4)];
    };
    // units of both editions, of one alone, and a name that other cards begin with
    const units = [
      "stark-sworn-swords",
      "lannister-guardsmen",
      "lannister-guardsmen-v1-0",
      "eddards-honor-guard",
      "stark-sworn-swords-v1-0",
      "house-bolton-bastards-girls",
      "lannister",
      "free-folk-raiders",
    ];
    const wrong = [];
    let [compared, resolved] = [0, 0];
    for (let round = 0; round < 400; round++) {
      const kind = ["attack", "charge", "duel", "matrix", "compare", "survive"][random(6)];
      const fields = new Map();
      for (const key of keys.keysOf(kind)) {
        if (key.isPositional) fields.set(key.id, [units[random(units.length)]]);
        else if (random(key.id === "cards" ? 2 : 5) === 0)
          fields.set(key.id, key.isSet ? [...new Set([text(key), text(key)])] : [text(key)]);
      }
      for (const key of keys.keysOf(kind)) {
        if (
          key.requires.some((id) => !fields.has(id)) ||
          key.conflicts.some((id) => fields.has(id))
        )
          fields.delete(key.id);
      }
      const link = keys.link(kind, fields, new Map([["k", ["3"]]]));
      const { link: canonical, fault } = await (
        await fetch(`api/link?link=${encodeURIComponent(link)}`)
      ).json();
      if (fault) continue;
      compared++;
      if (/-v1-0.*cards=1\.0/.test(link)) resolved++;
      if (link !== canonical) wrong.push([link, canonical]);
    }
    return { wrong, compared, resolved };
  });
  assert.deepEqual(differing.wrong, []);
  assert.ok(differing.compared >= 200, `only ${differing.compared} links were compared`);
  assert.ok(
    differing.resolved >= 10,
    `only ${differing.resolved} links name a card of the first edition`,
  );
  await close();
});

test("key ids in the page exist in the program", async () => {
  const { page, close } = await open(browser, `${server.url}#${QUESTION}`);
  const unknown = await page.evaluate(async () => {
    const [keys, all] = [await import("./keys.js"), new Set()];
    for (const name of ["app.js", "state.js", "situation.js", "units.js"]) {
      for (const [, id] of (await (await fetch(name)).text()).matchAll(/"([a-z]+_[a-z_]+)"/g))
        all.add(id);
    }
    const known = new Set(
      ["attack", "charge", "duel", "matrix"].flatMap((kind) =>
        keys.keysOf(kind).map((key) => key.id),
      ),
    );
    return [...all].filter((id) => !known.has(id));
  });
  assert.deepEqual(unknown, []);
  await close();
});
