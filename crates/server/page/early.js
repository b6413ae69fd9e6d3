// What the first answer needs, in one request that is on its way before the other parts of the page
// are.

/// Where the link of the last visit is kept.
export const LAST = "warodds-last";

/// Returns the link of the last visit.
export function lastLink() {
  try {
    return localStorage.getItem(LAST) ?? "";
  } catch {
    // storage is disabled
    return "";
  }
}

/// The longest link that goes with the others: addresses may have 60,000 bytes.
const LONGEST = 8000;
const link = encodeURIComponent(location.hash.replace(/^#/, "") || lastLink());

/// The addresses, the version first; those of a question only if there is one.
export const addresses = [
  "api/version",
  "api/keys?game=asoiaf",
  "api/cards",
  ...(link && link.length < LONGEST ? [`api/link?link=${link}`, `api/ask?link=${link}&charts`] : []),
];

/// The address of what all of them answer.
export const several = `api/several?${new URLSearchParams(addresses.map((one) => ["address", one]))}`;

/// The response of the server; undefined without one.
export const response =
  location.protocol === "file:"
    ? Promise.resolve()
    : fetch(several, { cache: "no-cache" }).catch(() => undefined);
