import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LabelSet } from "./label-set.ts";

const names = fc.constantFrom(
  "a",
  "b",
  "app",
  "__proto__",
  "constructor",
  "größe",
  "\u{1f3f0}",
  "\uffff",
  "k8s-app",
  "",
  "a long name of a label",
);
const values = fc.oneof(
  fc.constantFrom("", "1", "info", "__proto__", "a value long enough to be a slice"),
  fc.string({ unit: "binary", maxLength: 20 }),
);

const operation = fc.oneof(
  fc.record({ kind: fc.constant("with" as const), name: names, value: values }),
  fc.record({ kind: fc.constant("without" as const), name: names }),
  fc.record({ kind: fc.constant("filter" as const), name: names }),
);

/** Labels in byte order. */
const sorted = (model: ReadonlyMap<string, string>): [string, string][] =>
  [...model].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe("LabelSet", () => {
  it("does what a map does, and equal sets are the same object", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), fc.array(operation), (start, operations) => {
        const model = new Map(start);
        let set = LabelSet.of(start);
        for (const one of operations) {
          if (one.kind === "with") {
            set = set.with(one.name, one.value);
            model.set(one.name, one.value);
          } else if (one.kind === "without") {
            set = set.without(one.name);
            model.delete(one.name);
          } else {
            set = set.filter((name) => name < one.name);
            for (const name of [...model.keys()]) if (!(name < one.name)) model.delete(name);
          }
          expect([...set]).toEqual(sorted(model));
          expect(set.size).toBe(model.size);
          expect(set.get(one.name)).toBe(model.get(one.name));
          expect(set.has(one.name)).toBe(model.has(one.name));
          expect(LabelSet.of(model)).toBe(set);
          expect(LabelSet.of(set.toRecord())).toBe(set);
        }
      }),
      { numRuns: 300 },
    );
  });

  const KEYS: [string, Record<string, string>, Record<string, string>][] = [
    ["a name that ends in what the value begins with", { ab: "c" }, { a: "bc" }],
    ["digits that look like lengths", { a: "1:b1:c" }, { a: "", b: "c" }],
    ["one label or two", { a: "x1:by" }, { a: "x", b: "y" }],
  ];
  it.each(KEYS)("distinguishes sets whose texts run together: %s", (_title, a, b) => {
    expect(LabelSet.of(a)).not.toBe(LabelSet.of(b));
    expect(LabelSet.of(a).key).not.toBe(LabelSet.of(b).key);
  });

  it("keeps __proto__ as a label like any other", () => {
    const set = LabelSet.of([["__proto__", "x"]]);
    expect(Object.keys(set.toRecord())).toEqual(["__proto__"]);
    expect(set.without("__proto__")).toBe(LabelSet.EMPTY);
    expect(LabelSet.EMPTY.get("__proto__")).toBeUndefined();
    expect(LabelSet.EMPTY.with("__proto__", "x")).toBe(set);
  });

  it("is itself where nothing changes", () => {
    const set = LabelSet.of({ a: "1", b: "2" });
    expect(set.with("a", "1")).toBe(set);
    expect(set.without("c")).toBe(set);
    expect(set.filter(() => true)).toBe(set);
    expect(set.filter(() => false)).toBe(LabelSet.EMPTY);
  });

  it("orders names by bytes, which is not the order of UTF-16", () => {
    expect(LabelSet.of({ "\u{1f3f0}": "", "\uffff": "" }).names).toEqual(["\uffff", "\u{1f3f0}"]);
    expect(LabelSet.EMPTY.with("\u{1f3f0}", "").with("\uffff", "").names).toEqual(["\uffff", "\u{1f3f0}"]);
  });

  it("holds the last value of a repeated name", () => {
    expect(
      LabelSet.of([
        ["a", "1"],
        ["a", "2"],
      ]).toRecord(),
    ).toEqual({ a: "2" });
  });

  it("is printed as a stream selector", () => {
    expect(String(LabelSet.of({ b: 'say "no"', a: "1" }))).toBe('{a="1", b="say \\"no\\""}');
  });

  it("stays right when its cached transitions are forgotten on the way", () => {
    const start = LabelSet.of({ app: "shop" });
    const first = start.with("n", "0");
    // More text than the caches may hold.
    const long = "x".repeat(1_000_000);
    for (let i = 0; i < 40; i++) expect(start.with("n", long + i).get("n")).toBe(long + i);
    expect(start.with("n", "0")).toBe(first);
    expect(start.with("n", "0").without("n")).toBe(start);
  });
});
