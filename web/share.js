// Sharing: as a link, a line of text, a command, a picture.

import { picture as pictureOf } from "./engine.js";
import { radios } from "./controls.js";
import { at, element } from "./page.js";

const SCHEME = "warodds-scheme";
const LOOK = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "font-family", "text-anchor"];

/// Light or dark as it was chosen last; as the system has it where nothing was.
export function scheme(wanted) {
  try {
    if (wanted !== undefined) localStorage.setItem(SCHEME, wanted);
    wanted = localStorage.getItem(SCHEME) ?? "";
  } catch {
    // a browser that keeps nothing
  }
  if (wanted) document.documentElement.dataset.scheme = wanted;
  else delete document.documentElement.dataset.scheme;
}

const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";

/// `told` gives what is to be shared: link, line, command and title.
export function start(told, redraw) {
  scheme();
  const change = (wanted) => {
    scheme(wanted);
    redraw();
  };
  at("theme").addEventListener("click", () => change(isDark() ? "light" : "dark"));
  at("share").addEventListener("click", () => open(told(), change));
  for (const what of ["link", "line", "command"]) {
    at(`copy-${what}`).addEventListener("click", () => copy(told()[what], what));
  }
  at("copy-picture").addEventListener("click", () => picture(told()));
}

function open({ link }, change) {
  at("link").value = link;
  at("copied").textContent = "";
  at("copy-picture").hidden = at("chart").hidden;
  at("qr").hidden = true;
  // a code of an address that only this machine reaches would help nobody
  if (!/^(http:\/\/(localhost|127\.)|file:)/.test(link)) {
    pictureOf(`qr.svg?text=${encodeURIComponent(link)}`).then((source) => {
      at("qr").src = source;
      at("qr").hidden = false;
    });
  }
  const chosen = document.documentElement.dataset.scheme ?? "";
  const choices = [["", "As the system"], ["light", "Light"], ["dark", "Dark"]].map(([value, label]) => ({ value, label }));
  at("scheme").replaceChildren(radios("Light or dark", choices, chosen, change));
  at("sharing").showModal();
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // without https there is no clipboard but the old way
    at("link").value = text;
    at("link").select();
    document.execCommand("copy");
  }
  at("copied").textContent = `The ${what} is copied.`;
}

/// The chart with a title as a PNG: to the clipboard where that can be, else as a file.
async function picture({ title, line }) {
  const blob = await drawn(title, line);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    at("copied").textContent = "The picture is copied.";
  } catch {
    const link = element("a", { href: URL.createObjectURL(blob), download: "warodds.png" });
    link.click();
    URL.revokeObjectURL(link.href);
    at("copied").textContent = "The picture is saved.";
  }
}

/// The picture, twice as large as on the page.
export async function drawn(title, line) {
  const source = document.querySelector("#chart svg");
  const copy = source.cloneNode(true);
  const [from, to] = [source, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  from.forEach((one, place) => {
    const look = getComputedStyle(one);
    LOOK.forEach((name) => to[place].setAttribute(name, look.getPropertyValue(name)));
  });
  const image = new Image();
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const [width, top] = [Math.max(source.width.baseVal.value, 480), 76];
  const canvas = element("canvas", { width: 2 * width, height: 2 * (source.height.baseVal.value + top + 12) });
  const context = canvas.getContext("2d");
  const look = getComputedStyle(document.documentElement);
  const colour = (name) => look.getPropertyValue(name).trim();
  context.scale(2, 2);
  context.fillStyle = colour("--card");
  context.fillRect(0, 0, width, canvas.height);
  context.fillStyle = colour("--ink");
  context.font = "600 17px system-ui, sans-serif";
  context.fillText(title, 12, 26, width - 24);
  context.font = "14px system-ui, sans-serif";
  context.fillText(line, 12, 50, width - 24);
  context.drawImage(image, (width - source.width.baseVal.value) / 2, top);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
