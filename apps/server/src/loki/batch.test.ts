import { describe, expect, it } from "vitest";
import { CountingAck, entry, START } from "../testing/fixtures.ts";
import { Batch } from "./batch.ts";

describe("Batch", () => {
  it("takes an entry with more acknowledgements than a call takes arguments", () => {
    const acks = Array.from({ length: 1_000_000 }, () => new CountingAck());
    const batch = new Batch("", START);
    const joined = entry("joined", {}, acks);
    batch.add(joined.labels, joined, 6);
    expect([batch.entries, batch.unrepeatable]).toEqual([1, 0]);
    batch.settle();
    expect(acks.every(({ references }) => references === 0)).toBe(true);
    batch.settle();
    expect(acks.every(({ references }) => references === 0)).toBe(true);
  });
});
