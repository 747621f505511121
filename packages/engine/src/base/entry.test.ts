import { describe, expect, it } from "vitest";
import { Entry, extractedFromLabels, NO_METADATA } from "./entry.ts";
import { LabelSet } from "./label-set.ts";
import { Ledger } from "./origin.ts";

const make = (labels: Record<string, string>): Entry => {
  const set = LabelSet.of(labels);
  return new Entry(set, "line", 7n, NO_METADATA, extractedFromLabels(set), new Ledger().admit());
};

describe("Entry", () => {
  it("splits into entries whose extracted maps go their own ways", () => {
    const whole = make({ a: "1" });
    const part = whole.split("part");
    part.extracted.set("a", "changed");
    whole.extracted.set("b", 2);
    expect([...part.extracted]).toEqual([["a", "changed"]]);
    expect([...whole.extracted]).toEqual([
      ["a", "1"],
      ["b", 2],
    ]);
    expect([part.line, part.timestamp, part.labels, part.origin]).toEqual(["part", 7n, whole.labels, whole.origin]);
  });

  it("copies its labels over what was extracted", () => {
    const one = make({ a: "1", __proto__x: "2" });
    one.extracted.set("a", 5);
    one.labels = one.labels.with("c", "3");
    one.extractLabels();
    expect(one.extracted.toRecord()).toEqual({ a: "1", c: "3", __proto__x: "2" });
  });
});
