import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Extracted, type ExtractedValue, NameGroup } from "./extracted.ts";

const name = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "level", "a name of some length"),
  fc.integer({ min: 0, max: 90 }).map((i) => `n${i}`),
);
const value: fc.Arbitrary<ExtractedValue> = fc.constantFrom("", "text", 1, -0, true, null, [1, "a"], { a: null });

const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("set" as const), name, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("setRead" as const), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), name }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("setGroup" as const), group: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("clone" as const), keepOriginal: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("many" as const), count: fc.integer({ min: 1, max: 80 }) }) },
);

/** A map and what it should hold; `read` are the names whose values were read from a text. */
interface Pair {
  readonly real: Extracted;
  readonly model: Map<string, ExtractedValue>;
  readonly read: Set<string>;
}

function check({ real, model, read }: Pair): void {
  expect([...real]).toEqual([...model]);
  expect(real.size).toBe(model.size);
  expect(real.names()).toEqual([...model.keys()]);
  // One comparison for each name would take longer than all that is tried.
  const wrong = [...model].filter(
    ([key, held]) =>
      !Object.is(real.get(key), held) ||
      real.has(key) !== true ||
      real.isText(key) !== (typeof held === "string" || read.has(key)),
  );
  expect(wrong).toEqual([]);
  expect(real.get("absent")).toBeUndefined();
  expect(real.isText("absent")).toBe(false);
}

describe("Extracted", () => {
  it("does what a map does, and copies go their own ways", { timeout: 90_000 }, () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const groups = [
          new NameGroup(["a", "x", "y"]),
          new NameGroup(["x", "a", "x"]),
          new NameGroup(["level", "n1"], [1, 0]),
          new NameGroup(Array.from({ length: 70 }, (_, i) => `g${i}`)),
        ];
        const texts = Array.from({ length: 71 }, (_, i) => (i % 5 === 0 ? undefined : `t${i}`));
        let pair: Pair = { real: Extracted.of(), model: new Map(), read: new Set() };
        const others: Pair[] = [];
        for (const one of operations) {
          const { real, model, read } = pair;
          const put = (key: string, held: ExtractedValue) => {
            model.set(key, held);
            read.delete(key);
          };
          if (one.kind === "set") {
            real.set(one.name, one.value);
            put(one.name, one.value);
          } else if (one.kind === "setRead") {
            real.setRead(one.name, 5, "5");
            put(one.name, 5);
            // Behind the 32nd name the text itself is held.
            if ([...model.keys()].indexOf(one.name) < 32) read.add(one.name);
            else model.set(one.name, "5");
          } else if (one.kind === "delete") {
            expect(real.delete(one.name)).toBe(model.delete(one.name));
            read.delete(one.name);
          } else if (one.kind === "setGroup") {
            const group = groups[one.group]!;
            real.setGroup(group, texts, 1);
            for (const [i, key] of group.names.entries()) put(key, texts[1 + (group.indexes?.[i] ?? i)] ?? "");
          } else if (one.kind === "many") {
            for (let i = 0; i < one.count; i++) {
              real.set(`n${i}`, i);
              put(`n${i}`, i);
            }
          } else {
            const copy = { real: real.clone(), model: new Map(model), read: new Set(read) };
            others.push(one.keepOriginal ? copy : pair);
            if (!one.keepOriginal) pair = copy;
          }
          check(pair);
        }
        for (const other of others) check(other);
      }),
      { numRuns: 400 },
    );
  });

  it("shares no layout of its own with other maps, though they set the same group", () => {
    // So many names that layouts are no longer shared; the group's last layout must not be handed on.
    const start = () =>
      Extracted.of(
        Array.from({ length: 63 }, (_, i) => `p${i}`),
        Array.from({ length: 63 }, () => 0),
      );
    const group = new NameGroup(["x", "y"]);
    const first = start();
    const second = start();
    first.setGroup(group, ["1", "2"], 0);
    second.setGroup(group, ["3", "4"], 0);
    first.set("z", 1);
    expect(second.has("z")).toBe(false);
    second.set("w", 2);
    expect([...first].slice(63)).toEqual([
      ["x", "1"],
      ["y", "2"],
      ["z", 1],
    ]);
    expect([...second].slice(63)).toEqual([
      ["x", "3"],
      ["y", "4"],
      ["w", 2],
    ]);
  });

  it("takes thousands of names, without a layout for each number of them", () => {
    for (let round = 0; round < 20; round++) {
      const map = Extracted.of();
      for (let i = 0; i < 5000; i++) map.set(`round ${round} name ${i}`, i);
      expect(map.get(`round ${round} name 4999`)).toBe(4999);
    }
  });

  it("holds the last value of a repeated name", () => {
    expect([
      ...Extracted.from([
        ["a", 1],
        ["b", 2],
        ["a", 3],
      ]),
    ]).toEqual([
      ["a", 3],
      ["b", 2],
    ]);
  });

  it("keeps __proto__ as a name like any other", () => {
    const map = Extracted.from([["__proto__", "x"]]);
    expect(Object.keys(map.toRecord())).toEqual(["__proto__"]);
    expect(Extracted.of().get("__proto__")).toBeUndefined();
  });

  it("moves the marks of read values with their places", () => {
    const map = Extracted.of();
    for (let i = 0; i < 33; i++) map.setRead(`n${i}`, i, String(i));
    expect([map.get("n31"), map.get("n32")]).toEqual([31, "32"]);
    map.set("n30", 30);
    map.delete("n0");
    expect(map.isText("n1")).toBe(true);
    expect(map.isText("n30")).toBe(false);
    expect(map.isText("n31")).toBe(true);
    expect(map.isText("n32")).toBe(true);
  });
});

it("shares its values with a copy until something is set in one of them", () => {
  const one = Extracted.from([["a", "1"]]);
  const copy = one.clone();
  expect([one.sharesWith(copy), copy.sharesWith(one), one.sharesWith(Extracted.from([["a", "1"]]))]).toEqual([
    true,
    true,
    false,
  ]);
  copy.set("b", "2");
  expect(one.sharesWith(copy)).toBe(false);
  const same = one.clone();
  one.set("a", "3");
  expect([one.sharesWith(same), same.get("a")]).toEqual([false, "1"]);
});
