// The program as WebAssembly: an address in, an answer out. Runs in a worker, and in Node for tests.

/// Starts the program of these bytes (or of a response that brings them).
export async function start(source) {
  const streams = typeof Response !== "undefined" && source instanceof Response;
  const { instance } = streams ? await WebAssembly.instantiateStreaming(source, {}) : await WebAssembly.instantiate(source, {});
  const { alloc, dealloc, ask, memory } = instance.exports;
  return (address) => {
    const given = new TextEncoder().encode(address);
    const place = alloc(given.length);
    new Uint8Array(memory.buffer, place, given.length).set(given);
    const answer = BigInt.asUintN(64, ask(place, given.length));
    const [at, length] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
    dealloc(at, length);
    return { status: Number(text.slice(0, 3)), text: text.slice(3) };
  };
}
