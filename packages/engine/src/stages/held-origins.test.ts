import { describe, expect, it } from "vitest";
import { Entry, NO_METADATA } from "../base/entry.ts";
import { Extracted } from "../base/extracted.ts";
import { LabelSet } from "../base/label-set.ts";
import { Ledger } from "../base/origin.ts";
import { HeldOrigins } from "./held-origins.ts";

const entryIn = (ledger: Ledger) => new Entry(LabelSet.EMPTY, "", 0n, NO_METADATA, Extracted.of(), [ledger.admit()]);

describe("HeldOrigins", () => {
  it("hands over each origin once, however it came", () => {
    const ledger = new Ledger();
    const held = new HeldOrigins();
    const [a, b] = [entryIn(ledger), entryIn(ledger)];
    const half = a.split("half");
    for (const one of [a, b, half]) held.add(one);
    a.origins = held.take();
    expect(a.origins.map(({ id }) => id)).toEqual([0, 1]);
    expect(held.take()).toEqual([]);
    ledger.delivered(a);
    expect(ledger.balance()).toEqual({ in: 2, out: 2, dropped: 0, held: 0, emitted: 1 });
  });

  it("takes constant time for each", () => {
    const ledger = new Ledger();
    const held = new HeldOrigins();
    for (let i = 0; i < 200_000; i++) held.add(entryIn(ledger));
    expect(held.take()).toHaveLength(200_000);
  });
});
