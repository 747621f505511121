import { describe, expect, it } from "vitest";
import { Entry, NO_METADATA } from "./entry.ts";
import { Extracted } from "./extracted.ts";
import { HeldOrigins } from "./held-origins.ts";
import { LabelSet } from "./label-set.ts";
import { Ledger } from "./origin.ts";

const entryIn = (ledger: Ledger) => new Entry(LabelSet.EMPTY, "", 0n, NO_METADATA, Extracted.of(), ledger.admit());

describe("HeldOrigins", () => {
  it("hands over each origin once, however it came", () => {
    const ledger = new Ledger();
    const held = new HeldOrigins();
    const [a, b] = [entryIn(ledger), entryIn(ledger)];
    const half = a.split("half");
    for (const one of [a, b, half]) held.add(one);
    a.origin = held.take();
    expect(a.origin.ids()).toEqual([0, 1]);
    ledger.delivered(a);
    expect(ledger.balance()).toEqual({ in: 2, out: 2, dropped: 0, held: 0, emitted: 1 });
  });

  it("hands over a single one unchanged", () => {
    const held = new HeldOrigins();
    const a = entryIn(new Ledger());
    const { origin } = a;
    held.add(a);
    expect(held.take()).toBe(origin);
  });

  it("counts the entries behind a merge of any length without asking its members", () => {
    const ledger = new Ledger();
    const held = new HeldOrigins();
    const entries = Array.from({ length: 200_000 }, () => entryIn(ledger));
    for (const one of entries) held.add(one);
    const merged = entries[0]!;
    merged.origin = held.take();
    for (const one of entries.slice(1)) one.origin.leave = () => expect.unreachable();
    ledger.delivered(merged);
    expect(ledger.balance()).toEqual({ in: 200_000, out: 200_000, dropped: 0, held: 0, emitted: 1 });
  });
});
