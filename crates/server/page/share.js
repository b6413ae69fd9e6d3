// Sharing an answer as a link, text, command or picture.

import { picture as pictureOf } from "./engine.js";
import { radios } from "./controls.js";
import * as keys from "./keys.js";
import { byId, element } from "./page.js";

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
];

/// Sets up the buttons of the dialog. `shown` returns the version of the program, the question, and
/// the answer with its title if there is one. Returns what opens it; `change` is called with a colour
/// scheme.
export function start(shown, change) {
  const content = () => sharedContent(shown());
  for (const what of ["link", "text", "command"]) {
    byId(`copy-${what}`).addEventListener("click", () => copy(content()[what], what));
  }
  byId("copy-picture").addEventListener("click", () => copyPicture(content()));
  return () => open(content(), change);
}

/// Returns the address of the page for links: the public one if there is one, since others cannot
/// reach localhost.
function base(version) {
  const here = location.href.split("#")[0];
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return version.public ?? (isHere ? version.address : undefined) ?? here;
}

/// Returns what is shared: the question that is shown, and its answer.
function sharedContent({ version, question, answer, title, summary }) {
  const { kind, fields, link } = question;
  const address = `${base(version)}#${link}`;
  const command = kind === undefined ? keys.commandOf(link) : keys.command(kind, fields);
  if (!answer) return { link: address, text: address, command, title: link, summary: "" };
  const { situation } = answer;
  const line = `${title}${situation ? ` (${situation})` : ""}: ${summary}`;
  const text = `${line}. ${address}`;
  return { link: address, text, command, title: situation || title, summary: line };
}

function open({ link }, change) {
  byId("link").value = link;
  byId("copied").textContent = "";
  byId("copy-picture").hidden = byId("chart").hidden;
  byId("qr").hidden = true;
  // no code for an address that only this machine can reach
  if (!/^(http:\/\/(localhost|127\.)|file:)/.test(link)) {
    pictureOf(`qr.svg?text=${encodeURIComponent(link)}`).then((source) => {
      byId("qr").src = source;
      byId("qr").hidden = false;
    });
  }
  const current = document.documentElement.dataset.scheme ?? "";
  const choices = [
    ["", "System"],
    ["light", "Light"],
    ["dark", "Dark"],
  ].map(([value, label]) => ({ value, label }));
  byId("scheme").replaceChildren(radios("Colour scheme", choices, current, change));
  byId("sharing").showModal();
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // the clipboard API needs a secure context; this works without one
    byId("link").value = text;
    byId("link").select();
    document.execCommand("copy");
  }
  byId("copied").textContent = `${what[0].toUpperCase()}${what.slice(1)} copied.`;
}

/// Copies the chart with its title as a PNG; saves it as a file if the clipboard does not take it.
async function copyPicture({ title, summary }) {
  const blob = await drawPicture(title, summary);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    byId("copied").textContent = "Picture copied.";
  } catch {
    const link = element("a", { href: URL.createObjectURL(blob), download: "warodds.png" });
    link.click();
    URL.revokeObjectURL(link.href);
    byId("copied").textContent = "Picture saved.";
  }
}

/// Draws the picture at twice the size of the page.
async function drawPicture(title, summary) {
  const source = document.querySelector("#chart svg");
  const copy = source.cloneNode(true);
  const [from, to] = [source, copy].map((svg) => [svg, ...svg.querySelectorAll("*")]);
  // style sheets do not apply inside an image, so styles become attributes
  from.forEach((original, index) => {
    const style = getComputedStyle(original);
    STYLES.forEach((name) => to[index].setAttribute(name, style.getPropertyValue(name)));
  });
  const image = new Image();
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }),
  );
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const [width, top] = [Math.max(source.width.baseVal.value, 480), 76];
  const canvas = element("canvas", {
    width: 2 * width,
    height: 2 * (source.height.baseVal.value + top + 12),
  });
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  context.scale(2, 2);
  context.fillStyle = colour("--surface");
  context.fillRect(0, 0, width, canvas.height);
  context.fillStyle = colour("--ink");
  context.font = "600 17px system-ui, sans-serif";
  context.fillText(title, 12, 26, width - 24);
  context.font = "14px system-ui, sans-serif";
  context.fillText(summary, 12, 50, width - 24);
  context.drawImage(image, (width - source.width.baseVal.value) / 2, top);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
