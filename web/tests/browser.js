// A server and a browser for the tests, and what every page must keep.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/// The program: as WARODDS says, else the one built last for development, else for use.
export function program() {
  const built = ["debug", "release"].map((profile) => fileURLToPath(new URL(`../../target/${profile}/warodds`, import.meta.url)));
  const found = process.env.WARODDS ?? built.find((path) => existsSync(path));
  assert(found, "build the program first: cargo build");
  return found;
}

/// A server on any free port, and how to end it.
export async function serve(...options) {
  const child = spawn(program(), ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", () => reject(new Error("the server ended")));
  });
  const end = () => new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill();
  });
  return { url, end };
}

/// Debian's Chromium.
export const launch = (...flags) => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, ...flags] });

/// The sizes and schemes that all is tried in.
export const LOOKS = [320, 390, 1280].flatMap((width) => ["light", "dark"].map((scheme) => ({ width, scheme })));

/// A page, ready, and the errors that it met.
export async function open(browser, url, { width = 390, scheme = "light", ...more } = {}) {
  const isPhone = width < 800;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 664 : 800 }, deviceScaleFactor: isPhone ? 2 : 1, isMobile: isPhone,
    hasTouch: isPhone, colorScheme: scheme, permissions: ["clipboard-read", "clipboard-write"], ...more,
  });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(url);
  await ready(page);
  return { page, errors, close: () => context.close() };
}

/// Waits until the page shows its answer, or why there is none.
export const ready = (page) => page.waitForSelector("html[data-ready] :is(#shown:not(.stale), #fault:not([hidden]))");

/// Does something that asks anew, and waits for the answer.
export async function ask(page, act) {
  const before = await page.evaluate(() => location.hash);
  await act();
  await page.waitForFunction((before) => location.hash !== before, before);
  await ready(page);
}

/// Waits until a link that was typed has become the page's own, and its answer is there: the page
/// hears of a link only after it was changed.
export async function linked(page, own) {
  await page.waitForFunction((own) => location.hash === `#${own}`, own);
  await ready(page);
}

/// Nothing runs over the edge, and what is tapped is large enough.
export async function fits(page, what) {
  const { over, small } = await page.evaluate(() => {
    const isShown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
    const tapped = [...document.querySelectorAll("button, select, summary, input, label.choice")].filter(isShown);
    // a radio fills its label; a link in a sentence is as high as its line
    const sizes = tapped.filter((one) => one.type !== "radio").map((one) => ({ one, box: one.getBoundingClientRect() }));
    return {
      over: document.documentElement.scrollWidth - innerWidth,
      small: sizes.filter(({ box }) => box.width < 43.9 || box.height < 43.9).map(({ one, box }) => `${one.tagName} ${one.id} ${one.textContent.slice(0, 30)} ${box.width}×${box.height}`),
    };
  });
  assert.ok(over <= 0, `${what}: ${over} pixels over the edge`);
  assert.deepEqual(small, [], `${what}: too small to tap`);
}

/// The same, and axe finds no fault.
export async function check(page, what) {
  await fits(page, what);
  const found = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
  const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`);
  assert.deepEqual(told, [], `${what}: axe`);
}

/// The contrast of text and lines of charts with what is behind them, which axe leaves open.
export const contrasts = (page) => page.evaluate(() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((one) => {
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
  const chosen = document.querySelector("#chart .chosen");
  const grounds = [card, ...(chosen ? [getComputedStyle(chosen).fill] : [])];
  const worst = (selector, property, grounds) => Math.min(99, ...[...document.querySelectorAll(selector)].flatMap((one) => grounds.map((ground) => ratio(getComputedStyle(one)[property], ground))));
  return { text: worst("figure text", "fill", [card]), lines: worst("figure .line", "stroke", grounds), dots: worst("figure .dot", "fill", grounds) };
});
