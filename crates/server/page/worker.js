// The worker that runs the program as WebAssembly.

import { start } from "./wasm.js";

const program = fetch("warodds.wasm").then(start);

addEventListener("message", async ({ data: { number, address } }) => {
  try {
    postMessage({ number, ...(await program)(address) });
  } catch (error) {
    postMessage({
      number,
      status: 500,
      text: JSON.stringify({ error: `the program failed: ${error.message}` }),
    });
  }
});
