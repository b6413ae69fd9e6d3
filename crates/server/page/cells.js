// Words and numbers of answers, and tables of them.

import { element, percent } from "./page.js";

/// Returns a name of an answer in words.
export const words = (name) => name.replaceAll("_", " ");
/// Formats a number; a dash if there is none.
export const decimal = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
/// Formats a difference.
export const signed = (value) => (value > 0 ? "+" : "") + decimal(value).replace("-", "−");
/// Formats a value by its name in the answer.
export const formatted = (name, value) =>
  name.startsWith("p_") && typeof value === "number" ? percent(value) : decimal(value);

/// Returns a table that scrolls if it is wider than the page. The first cell of a row is its
/// heading.
export function table(caption, head, rows) {
  const cells = (row) =>
    row.map((text, index) => element(index ? "td" : "th", index ? {} : { scope: "row" }, text));
  const created = element(
    "table",
    {},
    element("caption", {}, caption),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...head.map((text) => (text ? element("th", { scope: "col" }, text) : element("td"))),
      ),
    ),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
  );
  return element(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": caption },
    created,
  );
}

/// Returns paragraphs of the texts that are there.
export const paragraphs = (...texts) => texts.filter(Boolean).map((text) => element("p", {}, text));

/// Describes the non-default settings of a question.
export const settings = (values) =>
  Object.entries(values ?? {}).map(([name, value]) =>
    `${words(name)} ${value === true ? "" : [value].flat().join(", ")}`.trim(),
  );
