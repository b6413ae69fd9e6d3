// Sends requests to the server, or to the same program as WebAssembly in a worker if there is no
// server.

import { addresses, response as early, several } from "./early.js";

let worker;
let hasServer;
const waiting = new Map();

/// An error message of the program.
export class ApiError extends Error {}

/// Finds the server or starts the worker, and keeps what they answer at once. Returns the version
/// of the program.
export async function start() {
  const response = await early;
  const type = response?.headers.get("content-type") ?? "";
  hasServer = response?.ok === true && type.startsWith("application/json");
  if (!hasServer) startWorker();
  const found = hasServer ? await response.json() : await ask(several);
  addresses.forEach((address, place) => found[place] && answers.set(address, found[place]));
  return { ...(await ask("api/version")), offline: !hasServer };
}

function startWorker() {
  worker = globalThis.waroddsWorker?.() ?? new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", ({ data: { number, status, text } }) => {
    const { resolve, reject } = waiting.get(number) ?? {};
    waiting.delete(number);
    running = undefined;
    askNext();
    if (status === 200) resolve?.(text);
    else reject?.(new ApiError(JSON.parse(text).error));
  });
}

/// Returns the source of an SVG picture of the API.
export async function picture(address) {
  return hasServer ? address : `data:image/svg+xml,${encodeURIComponent(await askWorker(address))}`;
}

/// Answers by address: the same question has the same answer, and taps go back and forth.
const answers = new Map();
/// The most answers that are kept.
const MOST = 80;
const pending = new Map();

/// Returns whether the answer of an address is here.
export const isKnown = (address) => answers.has(address);

/// Requests an address before its answer is wanted.
export function prefetch(address) {
  if (answers.has(address) || pending.has(address)) return;
  const asked = ask(address).finally(() => pending.delete(address));
  pending.set(address, asked);
  // `ask` reports the error
  asked.catch(() => {});
}

/// Requests an address. Returns its JSON, which must not be changed.
export async function ask(address, { signal } = {}) {
  const found =
    answers.get(address) ?? (await pending.get(address)) ?? (await request(address, signal));
  if (signal?.aborted) throw new DOMException("superseded by a newer request", "AbortError");
  answers.set(address, found);
  if (answers.size > MOST) answers.delete(answers.keys().next().value);
  return found;
}

async function request(address, signal) {
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

/// Requests an answer that reports its progress. `onEvent` is called with the name and the data of
/// each event before the last. Returns the answer.
export async function stream(link, { signal, onEvent }) {
  const address = `link=${encodeURIComponent(link)}`;
  if (!hasServer) return ask(`api/ask?${address}`, { signal });
  const response = await fetch(`api/stream?${address}`, { signal });
  if (!response.ok) throw new ApiError((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const { done, value } = await reader.read();
    if (done) throw new ApiError("the server stopped before answering: is it still running?");
    const blocks = (text + value).split("\n\n");
    text = blocks.pop();
    for (const { name, data } of blocks.map(parseEvent)) {
      if (name === "answer") return data;
      if (name === "fault") throw new ApiError(data.error);
      onEvent(name, data);
    }
  }
}

/// Parses an event: its name, and lines of data.
function parseEvent(block) {
  const [name, ...lines] = block.split("\n");
  const data = lines.map((line) => line.replace(/^data: /, "")).join("\n");
  return { name: name.replace(/^event: /, ""), data: JSON.parse(data) };
}

let lastNumber = 0;
/// The number of the request that the worker answers: it takes one after the other, so that those
/// that are no longer wanted never reach it.
let running;
/// The time that the worker has to end an answer that nobody waits for, in milliseconds: shorter ones
/// cost less than a new worker.
const GRACE = 150;

function askWorker(address, signal) {
  const number = ++lastNumber;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject, address });
    signal?.addEventListener("abort", () => {
      waiting.delete(number);
      reject(new DOMException("superseded by a newer request", "AbortError"));
      if (running === number) setTimeout(() => endWorker(number), GRACE);
    });
    askNext();
  });
}

/// Sends the oldest request to the worker, unless it is busy.
function askNext() {
  if (running !== undefined || !waiting.size) return;
  const [[number, { address }]] = waiting;
  running = number;
  worker.postMessage({ number, address: `/${address}` });
}

/// Replaces the worker if it still answers a request.
function endWorker(number) {
  if (running !== number) return;
  worker.terminate();
  running = undefined;
  startWorker();
  askNext();
}
