/** What the build makes of re2-wasm's glue script: see `vite/re2-wasm.ts`. */
declare module "re2-wasm/build/wasm/re2.js" {
  export interface Re2Pattern {
    ok(): boolean;
    match(input: string, start: number, getCapturingGroups: boolean): { readonly index: number };
    delete(): void;
  }
  export interface Re2Module {
    readonly WrappedRE2: new (pattern: string, ignoreCase: boolean, multiline: boolean, dotAll: boolean) => Re2Pattern;
  }
  /** Makes a fresh instance. Throws when WebAssembly or the making of functions is not allowed. */
  export default function instantiate(options: {
    wasmBinary: Uint8Array;
    print(text: string): void;
    printErr(text: string): void;
  }): Re2Module;
}
