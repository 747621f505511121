/**
 * Makes `re2-wasm` loadable in a browser's worker. Its glue script looks for the `.wasm` file beside itself and exports
 * only on Node, so the script is turned into a module whose default export makes a fresh instance from a given
 * `Module` object (with `wasmBinary`) on every call: an instance that has aborted can be made anew.
 */
import type { Plugin } from "vite";

const GLUE = /re2-wasm[\\/]build[\\/]wasm[\\/]re2\.js(?:\?.*)?$/;
const MODULE_LINE = "var Module = typeof Module !== 'undefined' ? Module : {};";

export function re2Wasm(): Plugin {
  return {
    name: "sluice:re2-wasm",
    enforce: "pre",
    transform: {
      filter: { id: GLUE },
      handler(code) {
        if (!code.includes(MODULE_LINE)) throw new Error("re2-wasm: its glue script is not the expected one");
        // The names that the script looks for on Node are shadowed, so that no bundler resolves them.
        const body = code.replace(MODULE_LINE, "");
        return {
          code: `export default function instantiate(Module, process, require, __dirname, module) {\n${body}\nreturn Module;\n}\n`,
          map: null,
        };
      },
    },
  };
}
