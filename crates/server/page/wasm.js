// The program as WebAssembly: answers API addresses. Runs in a worker, and in Node for tests.

/// Returns what the program imports: a library measures time for limits that nobody sets, so its
/// clock stands still.
function clock(program) {
  const imports = {};
  for (const { module, name } of WebAssembly.Module.imports(program))
    (imports[module] ??= {})[name] = () => 0;
  return imports;
}

/// Starts the program from its bytes or from a response. Returns a function that answers an
/// address.
export async function start(source) {
  const isResponse = typeof Response !== "undefined" && source instanceof Response;
  const program = await (isResponse
    ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(source));
  const instance = await WebAssembly.instantiate(program, clock(program));
  const { alloc, dealloc, ask, memory } = instance.exports;
  return (address) => {
    const input = new TextEncoder().encode(address);
    const pointer = alloc(input.length);
    new Uint8Array(memory.buffer, pointer, input.length).set(input);
    // the position in the upper half, the length in the lower half
    const answer = BigInt.asUintN(64, ask(pointer, input.length));
    const [start, length] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
    dealloc(start, length);
    return { status: Number(text.slice(0, 3)), text: text.slice(3) };
  };
}
