// The list of recent questions. Loaded with its first use.

import { recent } from "./history.js";
import { element, style } from "./page.js";

await style("more.css");

/// Opens the list. Returns the chosen link, or undefined if it was closed.
export function openRecent() {
  const title = element("h2", { id: "recent-title" }, "Recent questions");
  const close = element("button", { type: "button", class: "toggle" }, "Close");
  const dialog = element("dialog", { id: "recent", "aria-labelledby": "recent-title" }, title);
  return new Promise((resolve) => {
    const end = (link) => {
      dialog.close();
      dialog.remove();
      resolve(link);
    };
    const rows = recent().map(({ link, title: asked, summary }) => {
      const button = element("button", { type: "button" }, asked, element("small", {}, summary));
      button.addEventListener("click", () => end(link));
      return element("li", {}, button);
    });
    close.addEventListener("click", () => end());
    dialog.addEventListener("cancel", () => end());
    dialog.append(rows.length ? element("ul", {}, ...rows) : element("p", {}, "None yet."), close);
    document.body.append(dialog);
    dialog.showModal();
  });
}
