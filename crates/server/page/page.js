// Helpers shared by all parts of the page.

/// Creates an element with attributes and children.
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      created.setAttribute(key, value === true ? "" : value);
  }
  created.append(...children);
  return created;
}

/// Returns the element with an id.
export const byId = (id) => document.getElementById(id);

const styles = new Map();
/// Loads a style sheet that the first answer does not need. A page in one file has them all.
export function style(name) {
  if (location.protocol === "file:") return undefined;
  if (!styles.has(name)) {
    const link = element("link", { rel: "stylesheet", href: name });
    styles.set(name, new Promise((resolve) => (link.onload = link.onerror = resolve)));
    document.head.append(link);
  }
  return styles.get(name);
}

/// Formats a probability with as many digits as matter: 85 %, 0.4 %, <0.1 %.
export function percent(p) {
  const percents = p * 100;
  const rounded = () => percents.toFixed(percents < 1 || percents > 99 ? 1 : 0);
  if (p <= 0) return "0 %";
  // sums of floats miss their last digits
  if (p >= 1 - 1e-9) return "100 %";
  return `${percents < 0.1 ? "<0.1" : percents > 99.9 ? ">99.9" : rounded()} %`;
}

/// Returns the probability of at least k.
export const atLeast = (pmf, k) => pmf.slice(k).reduce((sum, p) => sum + p, 0);

let pendingAnnouncement;
/// Announces a text to screen readers. Waits for further taps, so that only the last text is read.
export function announce(text) {
  clearTimeout(pendingAnnouncement);
  pendingAnnouncement = setTimeout(() => (byId("announcement").textContent = text), 300);
}

const SCHEME = "warodds-scheme";

/// Sets and stores the colour scheme; without an argument, applies the stored one or that of the
/// system.
export function scheme(selected) {
  try {
    if (selected !== undefined) localStorage.setItem(SCHEME, selected);
    selected = localStorage.getItem(SCHEME) ?? "";
  } catch {
    // storage is disabled
  }
  if (selected) document.documentElement.dataset.scheme = selected;
  else delete document.documentElement.dataset.scheme;
}

/// Returns whether the page is dark.
export const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";

/// Formats a difference with its sign: +1.2, −0.4.
export const signed = (value, digits = 1) =>
  `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
