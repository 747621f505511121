import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRIVATE_KINDS } from "../../sensitive/private-kinds.ts";
import { TOKENS } from "../../sensitive/tokens.ts";
import { PrivateScan } from "./private-scan.ts";

const ALL = new Set(PRIVATE_KINDS);
const of = (alphabet: string, least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: most });
const WORD = "ABCXYZabcxyz0123456789";
const joined = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc.tuple(...parts.map((one) => (typeof one === "string" ? fc.constant(one) : one))).map((all) => all.join(""));

/** With the prefix that stays. */
const KEYS: readonly (readonly [prefix: string, key: fc.Arbitrary<string>])[] = [
  ["AKIA", joined("AKIA", of("ABCDXYZ234567", 16))],
  ["ghp_", joined("ghp_", of(WORD, 36))],
  ["github_pat_", joined("github_pat_", of(WORD, 22), "_", of(WORD, 59))],
  ["glpat-", joined("glpat-", of(`${WORD}_`, 20))],
  ["glsa_", joined("glsa_", of(WORD, 32), "_", of("abcdef0123456789", 8))],
  ["glc_", joined("glc_", of(`${WORD}+/`, 40), "==")],
  ["xoxb-", joined("xoxb-", of("123456789", 11), "-", of("123456789", 12), "-", of(WORD, 24))],
  ["sk_live_", joined("sk_live_", of(WORD, 10, 40))],
  ["sk-proj-", joined("sk-proj-", of(`${WORD}_`, 40))],
  ["sk-", joined("sk-hunter-", of(WORD, 40))],
  ["AIza", joined("AIza", of(`${WORD}_`, 35))],
  ["npm_", joined("npm_", of(WORD, 36))],
  ["dop_v1_", joined("dop_v1_", of("abcdef0123456789", 64))],
  ["hvs.", joined("hvs.", of(WORD, 24, 90))],
  ["bot", joined("bot", of("123456789", 9), ":AA", of(`${WORD}_`, 33))],
  ["discord.com/api/webhooks/", joined("discord.com/api/webhooks/", of("123456789", 18), "/", of(WORD, 68))],
  ["SG.", joined("SG.", of(WORD, 22), ".", of(WORD, 43))],
];

describe("keys of providers", () => {
  it.each(KEYS)("that begin with %s keep that and their length, and nothing else", (prefix, key) => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (keys) => {
        const scan = new PrivateScan<number>();
        for (const one of keys) scan.look(1, `user ann sent "${one}" twice`);
        const shown = keys.map((_, nth) => scan.replaced(nth, ALL));
        const standIns = shown.map((text) => /^user ann sent "(.*)" twice$/.exec(text)![1]!);
        expect(new Set(standIns).size).toBe(new Set(keys).size);
        for (const [i, standIn] of standIns.entries()) {
          expect(standIn).toHaveLength(keys[i]!.length);
          expect(standIn).toMatch(prefix === "AKIA" ? /^AKIAA{10}[A-J]{6}$/ : /^[a-zA-Z_./-]+(?:v1_)?[\d._:/-]+$/);
          expect([standIn.startsWith(prefix), standIn.includes("hunter")]).toEqual([true, false]);
          // Patterns that find such a key find what stands for it.
          expect(TOKENS.some((pattern) => standIn.match(pattern)?.[0] === standIn)).toBe(true);
        }
        const again = new PrivateScan<number>();
        const nths = shown.map((text) => again.look(1, text));
        expect(nths.map((nth) => again.replaced(nth, ALL))).toEqual(shown);
      }),
      { seed: 4, numRuns: 40 },
    );
  });

  it.each(KEYS)("that begin with %s get no stand-in that already occurs there", (_, key) => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one !== other);
        const first = new PrivateScan<number>();
        const taken = first.replaced(first.look(1, one), ALL);
        const scan = new PrivateScan<number>();
        const nths = [scan.look(1, `key ${other}.`), scan.look(1, `key ${taken}.`)];
        const [replaced, kept] = nths.map((nth) => scan.replaced(nth, ALL));
        expect(kept).toBe(`key ${taken}.`);
        expect(replaced).not.toBe(kept);
        expect(replaced).not.toContain(other);
      }),
      { seed: 5, numRuns: 40 },
    );
  });
});
