// A server, a browser and checks for the tests.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/// Returns the program: that of WARODDS, or the development or release build.
export function program() {
  const built = ["debug", "release"].map((profile) =>
    fileURLToPath(new URL(`../../target/${profile}/warodds`, import.meta.url)),
  );
  const found = process.env.WARODDS ?? built.find((path) => existsSync(path));
  assert(found, "build the program first: cargo build");
  return found;
}

/// Starts a server on a free port. Returns its address and a function that stops it.
export async function serve(...options) {
  const child = spawn(program(), ["serve", "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", () => reject(new Error("the server ended")));
  });
  const end = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill();
    });
  return { url, end };
}

/// Starts Chromium.
export const launch = (...flags) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...flags],
  });

/// The widths and colour schemes of the tests.
export const LOOKS = [320, 390, 1280].flatMap((width) =>
  ["light", "dark"].map((scheme) => ({ width, scheme })),
);

/// Opens a page. Returns it once it is ready, with its console errors.
export async function open(browser, url, { width = 390, scheme = "light", ...more } = {}) {
  const isPhone = width < 800;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 664 : 800 },
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: scheme,
    permissions: ["clipboard-read", "clipboard-write"],
    ...more,
  });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(url);
  await ready(page);
  return { page, errors, close: () => context.close() };
}

/// Waits until the page shows an answer or an error.
export const ready = (page) =>
  page.waitForSelector("html[data-ready] :is(#shown:not(.stale, .pending), #error:not([hidden]))");

/// Opens the dialog that shares an answer; it is loaded with its first use.
export async function share(page) {
  await page.click("#share");
  await page.waitForSelector("#sharing[open]");
}

/// Runs an action that changes the question, and waits for the answer.
export async function ask(page, act) {
  const before = await page.evaluate(() => location.hash);
  await act();
  await page.waitForFunction((before) => location.hash !== before, before);
  await ready(page);
}

/// Waits until the page has replaced a typed link by its canonical form and shows the answer.
export async function linked(page, canonical) {
  await page.waitForFunction((canonical) => location.hash === `#${canonical}`, canonical);
  await ready(page);
}

/// Checks that nothing overflows the page and that controls are large enough to tap.
export async function fits(page, what) {
  const { over, small } = await page.evaluate(() => {
    const isShown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
    const controls = [
      ...document.querySelectorAll("button, select, summary, input, label.choice"),
    ].filter(isShown);
    // a radio button fills its label
    const sizes = controls
      .filter((one) => one.type !== "radio")
      .map((one) => ({ one, box: one.getBoundingClientRect() }));
    return {
      over: document.documentElement.scrollWidth - innerWidth,
      small: sizes
        .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
        .map(
          ({ one, box }) =>
            `${one.tagName} ${one.id} ${one.textContent.slice(0, 30)} ${box.width}×${box.height}`,
        ),
    };
  });
  assert.ok(over <= 0, `${what}: ${over} pixels too wide`);
  assert.deepEqual(small, [], `${what}: too small to tap`);
}

/// The rules of axe for WCAG 2.2 AA.
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/// Checks the layout as `fits`, and accessibility with axe. Parts that stay in sight stand in their
/// places meanwhile: axe counts what is scrolled half below them as too small.
export async function check(page, what) {
  await fits(page, what);
  const place = (position) =>
    page.evaluate((position) => {
      for (const id of ["bar", "toggles"]) document.getElementById(id).style.position = position;
      document.getElementById("tabs").style.position = position;
    }, position);
  await place("static");
  // the page has no frames, which alone need the other mode; what passes is not described: a sixth
  // of the time, and the same violations
  const found = await new AxeBuilder({ page })
    .options({ runOnly: { type: "tag", values: WCAG }, resultTypes: ["violations"] })
    .setLegacyMode(true)
    .analyze();
  const violations = found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .join(" ")
        .slice(0, 300)}`,
  );
  await place("");
  assert.deepEqual(violations, [], `${what}: axe`);
}

/// Returns the lowest contrast of text, lines and dots of charts, which axe does not check.
export const contrasts = (page) =>
  page.evaluate(() => {
    const luminance = (colour) => {
      const [r, g, b] = colour
        .match(/[\d.]+/g)
        .slice(0, 3)
        .map((one) => {
          const part = Number(one) / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (one, other) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const card = getComputedStyle(document.querySelector("#answer")).backgroundColor;
    const worst = (selector, property) =>
      Math.min(
        99,
        ...[...document.querySelectorAll(selector)].map((one) =>
          ratio(getComputedStyle(one)[property], card),
        ),
      );
    return {
      text: worst("figure text:not(.on)", "fill"),
      lines: worst("figure .line:not(.grid)", "stroke"),
      dots: worst("figure .dot", "fill"),
    };
  });
