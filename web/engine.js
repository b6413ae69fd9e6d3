// Asks an address of the interface: a server if one answers, else the same program in a worker.

let worker;
let server;
const waiting = new Map();

/// Why there is no answer, in the words of the program.
export class Fault extends Error {}

/// Finds out who answers, and which version that is.
export async function start() {
  try {
    if (location.protocol === "file:") throw new Error("no server");
    const response = await fetch("api/version", { cache: "no-cache" });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !type.startsWith("application/json")) throw new Error("no server");
    server = true;
    return await response.json();
  } catch {
    server = false;
    worker = globalThis.waroddsWorker?.() ?? new Worker("worker.js", { type: "module" });
    worker.addEventListener("message", ({ data: { number, status, text } }) => {
      const { resolve, reject } = waiting.get(number) ?? {};
      waiting.delete(number);
      if (status === 200) resolve?.(text);
      else reject?.(new Fault(JSON.parse(text).error));
    });
    return { ...(await ask("api/version")), offline: true };
  }
}

/// Where a picture of the interface is to be had.
export async function picture(address) {
  return server ? address : `data:image/svg+xml,${encodeURIComponent(await askWorker(address))}`;
}

/// The answer at an address.
export async function ask(address, { signal } = {}) {
  if (!server) return JSON.parse(await askWorker(address, signal));
  let response;
  try {
    response = await fetch(address, { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Fault("the server does not answer: is it still running?");
  }
  const found = await response.json();
  if (!response.ok) throw new Fault(found.error);
  return found;
}

let last = 0;
function askWorker(address, signal) {
  const number = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    signal?.addEventListener("abort", () => {
      waiting.delete(number);
      reject(new DOMException("not wanted any more", "AbortError"));
    });
    worker.postMessage({ number, address: `/${address}` });
  });
}
