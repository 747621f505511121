/** Brings RE2's WebAssembly build into the worker. Without it the engine matches the same with its other linear engine. */
import { setRe2Wasm } from "@sluice/languages/re2";
import wasmUrl from "re2-wasm/build/wasm/re2.wasm?url";

/** Loads and installs it; a failure leaves things as they are. */
export async function loadRe2(): Promise<void> {
  try {
    const [response, glue] = await Promise.all([fetch(wasmUrl), import("re2-wasm/build/wasm/re2.js")]);
    if (!response.ok) return;
    const wasmBinary = new Uint8Array(await response.arrayBuffer());
    setRe2Wasm(() => glue.default({ wasmBinary, print: () => {}, printErr: () => {} }).WrappedRE2);
  } catch {
    setRe2Wasm(undefined);
  }
}
