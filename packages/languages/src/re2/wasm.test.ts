import { createRequire } from "node:module";
import { afterEach, describe, expect, it } from "vitest";
import { compileRegex, hasRe2Wasm, type Re2WasmConstructor, type Regex, setRe2Wasm } from "./index.ts";

const require = createRequire(import.meta.url);

/** RE2's WebAssembly build as a fresh module instance. */
function loadRe2(): Re2WasmConstructor {
  const path = require.resolve("re2-wasm/build/wasm/re2.js");
  delete require.cache[path];
  return (require(path) as { WrappedRE2: Re2WasmConstructor }).WrappedRE2;
}

function compile(pattern: string): Regex {
  const result = compileRegex(pattern, { use: "re2-wasm" });
  if (!result.ok) throw new Error(result.message);
  return result.regex;
}

afterEach(() => setRe2Wasm(undefined));

describe("RE2 in WebAssembly", () => {
  it("answers whether a text matches", () => {
    setRe2Wasm(loadRe2);
    expect(hasRe2Wasm()).toBe(true);
    for (const [pattern, text, matches] of [
      ["(?P<n>a)(?P<n>/)", "xa/", true],
      ["^b", "a\nb", false],
      ["(?m)^b$", "a\nb", true],
      ["(?i)\\p{Greek}+k", "Ω\u212a", true],
      ["^[^a]$", "🦀", true],
      ["\\x{fffd}", "\ud800", true],
    ] as const)
      expect(compile(pattern).test(text)).toBe(matches);
  });

  it("is not asked for more work than the other engine would do", () => {
    setRe2Wasm(loadRe2);
    expect(() => compile("(?:a{1,50}){1,20}b").test("a".repeat(100_000))).toThrow(/the limit is/);
  });
});

describe("an unreliable module", () => {
  function fake(log: string[], abortOn: string): () => Re2WasmConstructor {
    return () => {
      log.push("load");
      return class {
        readonly #pattern: string;
        constructor(pattern: string) {
          this.#pattern = pattern;
          log.push(`new ${pattern}`);
        }
        ok(): boolean {
          return this.#pattern !== "refused";
        }
        match(text: string): { index: number } {
          if (this.#pattern === abortOn) throw new Error("abort");
          return { index: text.indexOf(this.#pattern) };
        }
        delete(): void {
          log.push(`delete ${this.#pattern}`);
        }
      };
    };
  }

  it("keeps few patterns alive and frees the oldest", () => {
    const log: string[] = [];
    setRe2Wasm(fake(log, ""));
    for (const pattern of ["a", "b", "c", "a", "d"]) compile(pattern).test("x");
    expect(log).toEqual(["load", "new a", "new b", "new c", "new d", "delete b"]);
    setRe2Wasm(undefined);
    expect(log.slice(6)).toEqual(["delete c", "delete a", "delete d"]);
  });

  it("leaves the answer to the other engine after an abort, and makes the module anew", () => {
    const log: string[] = [];
    setRe2Wasm(fake(log, "bad"));
    expect(compile("bad").test("a bad one")).toBe(true);
    expect(compile("bad").test("a good one")).toBe(false);
    expect(compile("good").test("a good one")).toBe(true);
    expect(log).toEqual(["load", "new bad", "load", "new good"]);
  });

  it("is not asked again about what it refused", () => {
    const log: string[] = [];
    setRe2Wasm(fake(log, ""));
    expect(compile("refused").test("was refused")).toBe(true);
    expect(compile("refused").test("was not")).toBe(false);
    expect(log).toEqual(["load", "new refused", "delete refused"]);
  });

  it("is given up after a few aborts", () => {
    const log: string[] = [];
    setRe2Wasm(() => {
      log.push("load");
      return class {
        ok(): boolean {
          throw new Error("abort");
        }
        match(): { index: number } {
          return { index: -1 };
        }
        delete(): void {}
      };
    });
    for (let i = 0; i < 20; i++) expect(compile(`p${i}x`).test(`p${i}x`)).toBe(true);
    expect(log).toHaveLength(6);
    expect(hasRe2Wasm()).toBe(false);
  });
});
