// Draws controls again in the place of others.

/// Headings of the open groups.
const openGroups = new Set();

/// Replaces the children of a container; keeps open groups open and the focus where it is.
export function redraw(container, children) {
  for (const { dataset, open: isOpen } of container.querySelectorAll("details"))
    openGroups[isOpen ? "add" : "delete"](dataset.heading);
  const focused = container.contains(document.activeElement)
    ? identity(document.activeElement)
    : undefined;
  container.replaceChildren(...children);
  container
    .querySelectorAll("details")
    .forEach((details) => (details.open = openGroups.has(details.dataset.heading)));
  if (focused)
    [...container.querySelectorAll("button, input, select, summary")]
      .find((one) => identity(one) === focused)
      ?.focus({ preventScroll: true });
}

/// Identifies a control before and after it is drawn again.
const identity = (one) =>
  one.closest("[data-change]")?.dataset.change ??
  [
    one.tagName,
    one.closest("[role]")?.getAttribute("aria-label") ?? "",
    one.getAttribute("aria-label") ?? one.textContent,
    one.type === "radio" ? one.value : "",
  ].join("|");
