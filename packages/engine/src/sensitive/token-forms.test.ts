/** Every form of a provider's key: found where it stands, redacted, and replaced by a stand-in that the same form finds. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redacted, redactionFor } from "../redact/index.ts";
import { mayHoldSecret } from "./hint.ts";
import { findSensitive } from "./sensitive.ts";
import { FORMS, OTHERS } from "./token-forms.ts";
import { TOKENS, tokenRule, tokenStandIn } from "./tokens.ts";

const SOURCES = [
  ...FORMS.map(({ rule, prefix, rest }) => ({ form: prefix + rest, rule, prefix, rest, hasPrefix: true })),
  ...OTHERS.map(({ rule, rest }) => ({ form: rest, rule, prefix: "", rest, hasPrefix: false })),
];
const matching = (source: string) =>
  source === "" ? fc.constant("") : fc.stringMatching(new RegExp(`^(?:${source.replaceAll(String.raw`\b`, "")})$`));
/** Letters and digits alone where signs may be among them. */
const plain = (source: string): string =>
  source.replace(/\[([^\]]+)\]|\\w/g, (_, characters = String.raw`\w`) => {
    const kept = characters.replaceAll(String.raw`\w`, "A-Za-z0-9").replace(/[_.~=+/]|-$/g, "");
    return `[${kept}]`;
  });

describe.each(SOURCES)("the form $form", ({ rule, prefix, rest, hasPrefix }) => {
  const key = fc.tuple(matching(prefix), matching(plain(rest))).map((parts) => parts.join(""));

  it("is found whole, and goes", () => {
    fc.assert(
      fc.property(key, (value) => {
        const line = `read ${value} at last`;
        expect(mayHoldSecret(line)).toBe(true);
        expect(findSensitive(line).map(({ kind, start, end }) => [kind, line.slice(start, end)])).toEqual([
          ["token", value],
        ]);
        expect(redacted(line, redactionFor([line]).rules)).toBe("read REDACTED at last");
        const rules = typeof rule === "string" ? [rule] : Object.values(rule);
        expect(rules).toContain(tokenRule(value));
      }),
      { seed: 11, numRuns: 8 },
    );
  });

  // Without a prefix nothing tells a stand-in of that form.
  if (!hasPrefix) return;
  it("has stand-ins that read as such a key and count as none", () => {
    fc.assert(
      fc.property(key, fc.integer({ min: 1, max: 999 }), (value, number) => {
        const standIn = tokenStandIn(value, number);
        if (standIn === undefined) return;
        expect(standIn).toHaveLength(value.length);
        expect(TOKENS.some((form) => standIn.match(form)?.[0] === standIn)).toBe(true);
        expect(findSensitive(`read ${standIn} at last`)).toEqual([]);
      }),
      { seed: 11, numRuns: 8 },
    );
  });
});
