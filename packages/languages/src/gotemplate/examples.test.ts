/** The examples of template functions, and the reference's text about every function. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../base/random.ts";
import { encodeUtf8 } from "../base/text.ts";
import { BUILTIN_FUNCTIONS } from "./builtins.ts";
import type { TemplateFunction } from "./functions.ts";
import { compilePipelineTemplate, findFunction, functionFamilies, signatureOf } from "./index.ts";
import { compileTemplate } from "./running/compile.ts";
import { SPRIG_FUNCTIONS } from "./sprig/index.ts";

/** 15 January 2026, 8 o'clock. */
const NOW = 1_768_464_000_000_000_000n;

const run = (compiled: ReturnType<typeof compilePipelineTemplate>): { gives: string } | { fails: string } => {
  if (!compiled.ok) throw new Error(compiled.message);
  const host = {
    now: () => NOW,
    random: new SeededRandom(1),
    sha256: (text: string) => bytesToHex(sha256(encodeUtf8(text))),
  };
  const result = compiled.template.execute({ get: () => undefined, names: () => [] }, host);
  return result.ok ? { gives: result.text } : { fails: result.message.replace(/^.*?: error calling \w+: /s, "") };
};

const all = functionFamilies().flatMap(({ functions }) => functions);
const shadowed = [...BUILTIN_FUNCTIONS, ...SPRIG_FUNCTIONS.values()].filter((fn) => !all.includes(fn));

describe("examples do what they say", () => {
  const outcome = ({ example: { call, ...rest } }: TemplateFunction) => rest;

  it.each(all.map((fn) => [fn.example.call, fn] as const))("%s", (call, fn) => {
    expect(run(compilePipelineTemplate(`{{ ${call} }}`))).toEqual(outcome(fn));
  });

  it.each(shadowed.map((fn) => [fn.example.call, fn] as const))("shadowed: %s", (call, fn) => {
    const functions = fn.name === "slice" ? [] : [SPRIG_FUNCTIONS];
    expect(run(compileTemplate(`{{ ${call} }}`, { name: "t", functions }))).toEqual(outcome(fn));
  });
});

describe("every function", () => {
  it("is in one family", () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.length).toBe(240);
    for (const fn of all) expect(findFunction(fn.name)).toBe(fn);
  });

  it.each(all.map((fn) => [fn.name, fn] as const))("%s has sentences and an example that calls it", (name, fn) => {
    expect(fn.doc).toMatch(/^[A-Z].*\.$/);
    expect(fn.example.call).toMatch(new RegExp(`(^|[(| ])${name}\\b`));
    expect(fn.paramNames).toHaveLength(fn.params.length);
    expect(new Set(fn.paramNames).size).toBe(fn.params.length);
  });

  it.each([
    ["repeat", "repeat(count int, text string) string"],
    ["default", "default(fallback any, value ...any) any"],
    ["dict", "dict(keys_and_values ...any) map[string]any"],
    ["now", "now() time.Time"],
  ])("the signature of %s", (name, text) => {
    expect(signatureOf(findFunction(name)!)).toBe(text);
  });
});
