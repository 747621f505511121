import type { Regex } from "@sluice/languages/re2";
import { compileRegex } from "@sluice/languages/re2";
import { describe, expect, it } from "vitest";
import { type Allowlist, findByRules, OWN_RULE_SET, type RuleSet } from "./secret-rules.ts";

function compiled(pattern: string): Regex {
  const result = compileRegex(pattern);
  if (!result.ok) throw new Error(result.message);
  return result.regex;
}

/** Also collects the texts that it is asked about. */
function counted(pattern: string): { readonly regex: Regex; readonly asked: string[] } {
  const regex = compiled(pattern);
  const asked: string[] = [];
  const test = (text: string) => {
    asked.push(text);
    return regex.test(text);
  };
  return { regex: new Proxy(regex, { get: (of, name) => (name === "test" ? test : Reflect.get(of, name)) }), asked };
}

const rulesWith = (allowlists: readonly Allowlist[]): RuleSet => ({
  rules: [{ id: "key", regex: compiled(String.raw`k\d+(?:\n\d)?`), group: 0, keywords: [], entropy: 0, allowlists }],
  own: new Map(),
  allowlists: [],
});
const allowed = (regexes: readonly Regex[], target: Allowlist["target"]): Allowlist => ({
  all: false,
  target,
  regexes,
  stopwords: [],
  elsewhere: false,
});

describe("rules for secrets", () => {
  it("ask an allowlist about a line once, however many matches it has", () => {
    const { regex, asked } = counted("test");
    const many = "k1 ".repeat(1000);
    const lines = ["\n", `${many}\n`, `${many}test\n`, "none\n", "k7\n8 test\n", many].join("");
    const { found } = findByRules(rulesWith([allowed([regex], "line")]), lines, () => false);
    expect(found).toHaveLength(2000);
    expect(asked).toEqual([many, `${many}test`, "k7\n8 test", many]);
  });

  it("stop among the matches of one rule once the time is over", () => {
    let asked = 0;
    const line = "k1 ".repeat(10_000);
    const { found, complete } = findByRules(rulesWith([]), line, () => ++asked > 2);
    expect(complete).toBe(false);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(1000);
  });

  const TOKENS = Array.from({ length: 2000 }, (_, i) => `password=hunter${i}xQ2z`).join(" ");
  const own = (allowlists: RuleSet["allowlists"]): RuleSet => ({ ...OWN_RULE_SET, allowlists });
  const everyRule = (list: Allowlist) => ({ ...list, rules: undefined });

  it("bound the work of allowlists on many finds, and let nothing pass that was not asked about", () => {
    const { regex, asked } = counted("nothing");
    const words = { ...allowed([], "secret"), stopwords: Array.from({ length: 100_000 }, (_, i) => `no-${i}`) };
    const lists = [...Array.from({ length: 3000 }, () => allowed([regex], "secret")), words].map(everyRule);
    const { found, complete } = findByRules(own(lists), TOKENS, () => false);
    expect([found.length, complete]).toEqual([2000, false]);
    expect(asked.length).toBeLessThan(2_000_000);
  });

  it("ask whether the time is over among the finds of our own rules", () => {
    const { regex, asked } = counted("nothing");
    let looks = 0;
    const lists = Array.from({ length: 1000 }, () => everyRule(allowed([regex], "secret")));
    const { found, complete } = findByRules(own(lists), TOKENS, () => looks++ > 2);
    expect([found.length, complete, looks]).toEqual([2000, false, 4]);
    expect(asked.length).toBeLessThan(30_000);
  });

  it("bound the work of keywords on a long line", () => {
    const keywords = Array.from({ length: 100_000 }, (_, i) => `word-${i}`);
    const rules = rulesWith([]).rules.map((rule) => ({ ...rule, keywords }));
    const line = "x ".repeat(50_000);
    expect(findByRules({ rules, own: new Map(), allowlists: [] }, line, () => false).complete).toBe(false);
    expect(findByRules({ rules, own: new Map(), allowlists: [] }, "x", () => false).complete).toBe(true);
  });
});
