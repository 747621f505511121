/** Hiding a secret keeps the syntax around it, in any notation. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHold, nestedTexts } from "./nested-texts.ts";
import { mayHoldSecretName } from "./secret-names.ts";
import { hideSecrets, SECRET } from "./secrets.ts";

const known = { seed: 21, numRuns: 500 };
const bare = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const names = fc.constantFrom("password", "api_key", "user", "n", "token");
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    bare,
    fc.array(bare, { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4 }),
  ),
}));

/** What kind of value stands where; numbers may have become texts. */
const shapeOf = (one: unknown): unknown => {
  if (Array.isArray(one)) return one.map(shapeOf);
  if (typeof one !== "object" || one === null) return typeof one === "number" || one === SECRET ? "leaf" : one;
  return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, shapeOf(inner)]));
};

describe("numbers of JSON under the name of a secret", () => {
  it("become texts, so that it is JSON of the same structure, also within texts of JSON", () => {
    let hidden = 0;
    fc.assert(
      fc.property(fc.dictionary(names, value, { minKeys: 1, maxKeys: 4 }), fc.nat({ max: 2 }), (made, depth) => {
        let text = JSON.stringify(made);
        for (let i = 0; i < depth; i++) text = JSON.stringify({ message: text });
        const shown = hideSecrets(text);
        if (shown !== text) hidden++;
        let read: unknown = JSON.parse(shown);
        for (let i = 0; i < depth; i++) read = JSON.parse((read as { message: string }).message);
        expect(shapeOf(read)).toEqual(shapeOf(JSON.parse(JSON.stringify(made))));
        if (typeof made.password === "number") expect((read as { password: unknown }).password).toBe(SECRET);
      }),
      known,
    );
    expect(hidden).toBeGreaterThan(100);
  });
});

describe("known values", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9!#.]{8,20}$/);
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  it("in base64 of base64 leave no padding behind", () => {
    fc.assert(
      fc.property(secret, fc.integer({ min: 1, max: 3 }), (one, depth) => {
        let written = one;
        for (let i = 0; i < depth; i++) written = base64(written);
        expect(hideSecrets(`it is ${written} there`, { values: [one], encoded: true })).toBe(`it is ${SECRET} there`);
      }),
      known,
    );
  });

  it("are found where a line goes on in the next", () => {
    fc.assert(
      fc.property(secret, fc.nat(), fc.constantFrom("\\\n", "\\\r\n", "\\\n    "), (one, at, split) => {
        const place = 1 + (at % (one.length - 1));
        const text = `it is ${one.slice(0, place)}${split}${one.slice(place)} there`;
        expect(hideSecrets(text, { values: [one], encoded: true })).toBe(`it is ${SECRET} there`);
      }),
      known,
    );
  });
});

it.each([
  ["theme=dark; session=abc; lang=en-US", `theme=dark; session=${SECRET}; lang=en-US`],
  ["consent=1; sid=open; seen=yes", `consent=1; sid=${SECRET}; seen=yes`],
  ["a=Xk29fj; user_id=7; b=kjshdfkjh", `a=${SECRET}; user_id=${SECRET}; b=${SECRET}`],
])("of cookies those stay that are settings: %s", (cookies, shown) => {
  expect(hideSecrets(`Cookie: ${cookies}`)).toBe(`Cookie: ${shown}`);
});

it.each(['\\\\"', 'k="\\\\\\"v" ', '{"a":"b\\\\"}', 'k="C:\\\\v" '])(
  "of %s throughout a text nothing is read again",
  (piece) => {
    const worth = (written: string) => mayHold(written, mayHoldSecretName);
    expect(nestedTexts(piece.repeat(1000), worth)).toHaveLength(1);
    expect(nestedTexts(`${piece.repeat(1000)} "\\u0070assword=1"`, worth).length).toBeGreaterThan(1);
  },
);
