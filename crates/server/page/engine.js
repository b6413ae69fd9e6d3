// Sends requests to the server, or to the same program as WebAssembly in a worker if there is no
// server.

let worker;
let hasServer;
const waiting = new Map();

/// An error message of the program.
export class ApiError extends Error {}

/// Finds the server or starts the worker. Returns the version of the program.
export async function start() {
  try {
    if (location.protocol === "file:") throw new Error("no server");
    const response = await fetch("api/version", { cache: "no-cache" });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !type.startsWith("application/json")) throw new Error("no server");
    hasServer = true;
    return await response.json();
  } catch {
    hasServer = false;
    worker = globalThis.waroddsWorker?.() ?? new Worker("worker.js", { type: "module" });
    worker.addEventListener("message", ({ data: { number, status, text } }) => {
      const { resolve, reject } = waiting.get(number) ?? {};
      waiting.delete(number);
      if (status === 200) resolve?.(text);
      else reject?.(new ApiError(JSON.parse(text).error));
    });
    return { ...(await ask("api/version")), offline: true };
  }
}

/// Returns the source of an SVG picture of the API.
export async function picture(address) {
  return hasServer ? address : `data:image/svg+xml,${encodeURIComponent(await askWorker(address))}`;
}

/// Requests an address. Returns its JSON.
export async function ask(address, { signal } = {}) {
  if (!hasServer) return JSON.parse(await askWorker(address, signal));
  let response;
  try {
    response = await fetch(address, { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("the server does not answer: is it still running?");
  }
  const body = await response.json();
  if (!response.ok) throw new ApiError(body.error);
  return body;
}

let lastNumber = 0;
function askWorker(address, signal) {
  const number = ++lastNumber;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    signal?.addEventListener("abort", () => {
      waiting.delete(number);
      reject(new DOMException("superseded by a newer request", "AbortError"));
    });
    worker.postMessage({ number, address: `/${address}` });
  });
}
