// Small things that every part of the page needs.

/// An element with attributes and what is in it.
export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside);
  return made;
}

/// The element of an id.
export const at = (id) => document.getElementById(id);

/// A chance in per cent, as much of it as matters: 85%, 0.4%, <0.1%.
export function percent(p) {
  // sums of floats miss their last digits
  if (p <= 0) return "0%";
  if (p >= 1 - 1e-9) return "100%";
  const all = p * 100;
  if (all < 0.1) return "<0.1%";
  if (all > 99.9) return ">99.9%";
  return all < 1 || all > 99 ? `${all.toFixed(1)}%` : `${Math.round(all)}%`;
}

/// The chance of so many or more.
export const atLeast = (pmf, k) => pmf.slice(k).reduce((sum, p) => sum + p, 0);

/// Tells those who listen to the page, when the last tap is over.
let telling;
export function tell(text) {
  clearTimeout(telling);
  telling = setTimeout(() => (at("told").textContent = text), 300);
}
