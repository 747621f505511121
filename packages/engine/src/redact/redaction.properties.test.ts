/** Every kind of secret in every syntax: after the redaction it is gone, and the line reads as before. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ibanRemainder } from "../sensitive/account-numbers.ts";
import { luhnSum } from "../sensitive/card-numbers.ts";
import { findSensitive, PRIVATE_KINDS } from "../sensitive/index.ts";
import { REDACTED, redacted, redactionFor } from "./redaction.ts";

const of = (alphabet: string, least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: most });
const WORD = "ABCXYZabcxyz0123456789";
const DIGITS = "0123456789";
const joined = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc.tuple(...parts.map((one) => (typeof one === "string" ? fc.constant(one) : one))).map((all) => all.join(""));

/** Those that show by their form what they are, wherever they stand. */
const SECRETS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  jwt: joined("eyJ", of(WORD, 10, 30), ".", of(WORD, 10, 30), ".", of(WORD, 20)),
  github: joined("gh", "p_", of(WORD, 36)),
  gitlab: joined("gl", "pat-", of(WORD, 20)),
  aws: joined("AK", "IA", of("ABCDXYZ234567", 16)),
  slack: joined("xo", "xb-", of("123456789", 11), "-", of(WORD, 24)),
  stripe: joined("sk_", "live_", of(WORD, 24)),
  vault: joined("hv", "s.", of(WORD, 24, 60)),
  card: of(DIGITS, 14).map((digits) => {
    const head = `4${digits}`;
    return head + String((10 - (luhnSum(`${head}0`) % 10)) % 10);
  }),
  iban: of(DIGITS, 18)
    .filter((digits) => !digits.startsWith("000"))
    .map((digits) => `DE${String(98 - ibanRemainder(`DE00${digits}`)).padStart(2, "0")}${digits}`),
  ssn: fc
    .tuple(fc.integer({ min: 100, max: 600 }), fc.integer({ min: 10, max: 99 }), fc.integer({ min: 1000, max: 9999 }))
    .map((parts) => parts.join("-")),
  mail: joined(of("abcxyz", 3, 8), ".", of("abcxyz", 3), "@corp.example"),
  phone: joined("+49 1", of("123456789", 2), " ", of("123456789", 7)),
};

/** The line with a value in it, and how it is read; values are written as their syntax wants. */
const SYNTAXES: Readonly<Record<string, (value: string) => string>> = {
  "a field of JSON": (value) => JSON.stringify({ level: "info", field: value, n: 1 }),
  "a text in JSON": (value) => JSON.stringify({ level: "info", msg: `it was ${value} then "x"`, n: [1, 2] }),
  "JSON in JSON": (value) => JSON.stringify({ log: `${JSON.stringify({ a: value, b: "c\\d" })}\n`, stream: "stdout" }),
  "logfmt with quotes": (value) => `level=info field="${value}" n=1`,
  "a sentence": (value) => `seen ${value} at last`,
  brackets: (value) => `seen (${value}), then more`,
  "the end of a line": (value) => `last: ${value}`,
};

describe.each(Object.entries(SECRETS))("%s", (_name, secret) => {
  it.each(Object.entries(SYNTAXES))("is gone from %s, and nothing else is", (_syntax, write) => {
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), (secrets) => {
        const lines = [...secrets.map(write), write("nothing"), write("4bf92f3577b34da6a3ce929d0e0e4736")];
        const { rules, stays } = redactionFor(lines, new Set(PRIVATE_KINDS));
        const expected = [...secrets.map(() => write(REDACTED)), ...lines.slice(secrets.length)];
        expect(lines.map((line) => redacted(line, rules))).toEqual(expected);
        expect(stays).toEqual([]);
      }),
      { seed: 7, numRuns: 6 },
    );
  });
});

const VALUE = of(`${WORD}_!.+/-`, 10, 30).filter((one) => /^[A-Za-z]/.test(one) && /\d/.test(one) && /\w$/.test(one));
const BEFORE = ["", "POST /oauth/token ", "wrong password for bob, sent ", "the secret of the session: ", "a=1 n=2 "];
/** Places of which no single notation reaches all. */
const PLACES: readonly ((value: string) => string)[] = [
  (value) => `client_id=web&client_secret=${value}`,
  (value) => `machine db2 login alice password ${value}`,
  (value) => `header Authorization: Bearer ${value}: node=web-01 error="no leader"`,
  (value) => `1,"payload {""user"":""root"",""password"":""${value}"",""n"":1}"`,
  (value) => `cookie theme=dark;%20session=${value} hit`,
  (value) => `body password%3D${value}%26user%3Dbob`,
  (value) => `body %7B%22password%22%3A%22${value}%22%7D`,
  (value) => `x "password": ${value}`,
  (value) => `login password=${value},user=bob`,
  (value) => `token ${value}`,
  (value) => `api_key => ${value}; then`,
];

it("leaves nothing of a finding, or says that it stays, whatever is around", () => {
  const line = fc
    .tuple(fc.constantFrom(...BEFORE), fc.constantFrom(...PLACES), VALUE)
    .map(([before, place, value]) => before + place(value));
  let reached = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const { rules, stays } = redactionFor(lines);
      const said = new Set(stays.flatMap((one) => one.lines));
      for (const [i, text] of lines.entries()) {
        const after = redacted(text, rules);
        const left = findSensitive(text).filter(({ start, end }) => after.includes(text.slice(start, end)));
        if (said.has(i)) continue;
        expect(left).toEqual([]);
        if (after !== text) reached++;
      }
      expect(stays).toEqual([]);
    }),
    { seed: 5, numRuns: 150 },
  );
  expect(reached).toBeGreaterThan(300);
});

it.each([
  ["token=abc123def456 ", 20_000],
  ['"token":["abc123def456"],', 3000],
  ['"curl","-u","admin:abc123def456"; ', 100],
  ["\u001b[1mtoken\u001b[0m=abc123def456 ", 100],
  ["mysqli_connect('a','b','abc123') ", 100],
])("is made in time for a line with very many secrets: %s", (part, count) => {
  const { entries, stays } = redactionFor([part.repeat(count)]);
  expect({ entries, stays }).toEqual({ entries: 1, stays: [] });
});
