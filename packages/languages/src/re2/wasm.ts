/**
 * RE2 itself, compiled to WebAssembly, where a host has installed it: the second opinion of differential tests. It is
 * asked only "does it match", and only on request, since it proved slower than RE2 in JavaScript on every kind of text
 * and pattern measured (1.1 to 4 times on lines, 5 times where its automaton outgrows its memory). Its heap is fixed at
 * 16 MiB: a pattern must be freed by hand, a few patterns with large automata or one very long text abort the whole
 * module, and an aborted module is lost. So few patterns live at a time, texts are bounded, and after an abort the
 * module is made anew, a few times at most; in between and after that, the other linear engine serves.
 */

/** What is used of re2-wasm's `WrappedRE2` objects. */
export interface Re2WasmPattern {
  ok(): boolean;
  match(input: string, start: number, getCapturingGroups: boolean): { readonly index: number };
  delete(): void;
}

/** What is used of re2-wasm's `WrappedRE2` class. */
export type Re2WasmConstructor = new (
  pattern: string,
  ignoreCase: boolean,
  multiline: boolean,
  dotAll: boolean,
) => Re2WasmPattern;

const MAX_LIVE = 3;
const MAX_TEXT = 1 << 19;
const MAX_PROGRAM = 10_000;
const MAX_ABORTS = 5;

let create: (() => Re2WasmConstructor) | undefined;
let wrappedRe2: Re2WasmConstructor | undefined;
let aborts = 0;
/** Live patterns, the least recently used first. */
const live = new Map<string, Re2WasmPattern>();
const refused = new Set<string>();

/**
 * Installs RE2's WebAssembly build, or takes it out again (`undefined`). `factory` must give the `WrappedRE2` class of
 * a fresh module instance each time it is called; it is called at once, and again after an abort.
 */
export function setRe2Wasm(factory: (() => Re2WasmConstructor) | undefined): void {
  for (const pattern of live.values()) freePattern(pattern);
  live.clear();
  refused.clear();
  aborts = 0;
  create = factory;
  wrappedRe2 = factory?.();
}

/** Whether RE2's WebAssembly build is installed and in working order. */
export function hasRe2Wasm(): boolean {
  return wrappedRe2 !== undefined;
}

/** Whether `source` (plain RE2 syntax) matches; `undefined` when this engine cannot say. */
export function matchesWithWasm(source: string, text: string, programSize: number): boolean | undefined {
  if (wrappedRe2 === undefined || text.length > MAX_TEXT || programSize > MAX_PROGRAM || refused.has(source))
    return undefined;
  try {
    let pattern = live.get(source);
    if (pattern === undefined) {
      pattern = new wrappedRe2(source, false, false, false);
      if (!pattern.ok()) {
        freePattern(pattern);
        if (refused.size < 1000) refused.add(source);
        return undefined;
      }
      if (live.size >= MAX_LIVE) {
        const [oldest, victim] = live.entries().next().value!;
        live.delete(oldest);
        victim.delete();
      }
    } else live.delete(source);
    live.set(source, pattern);
    return pattern.match(text, 0, false).index >= 0;
  } catch {
    renewModule(source);
    return undefined;
  }
}

/** After an abort: nothing of the old module may be touched again. */
function renewModule(source: string): void {
  live.clear();
  if (refused.size < 1000) refused.add(source);
  wrappedRe2 = undefined;
  aborts += 1;
  if (create === undefined || aborts > MAX_ABORTS) return;
  try {
    wrappedRe2 = create();
  } catch {
    wrappedRe2 = undefined;
  }
}

function freePattern(pattern: Re2WasmPattern): void {
  try {
    pattern.delete();
  } catch {
    // The module may have aborted before; there is nothing left to free.
  }
}
