import { LabelSet } from "@sluice/engine";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { LogContent } from "../core/entries/receiver.ts";
import { decodeEntries, encodeEntries, encodePart } from "./entry-codec.ts";

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const pairs = fc.array(fc.tuple(text, text), { maxLength: 4 });
const sets = pairs.map((all) => LabelSet.of(all));
const entryOf = (labels: LabelSet) =>
  fc.record<LogContent>({
    labels: fc.constant(labels),
    line: text,
    timestamp: fc.bigInt({ min: -62_135_596_800_000_000_000n, max: 253_402_300_799_999_999_999n }),
    metadata: pairs,
  });

it("gives back every batch as it was", () => {
  const batches = fc
    .array(sets, { minLength: 1, maxLength: 3 })
    .chain((some) => fc.array(fc.oneof(...some.map(entryOf))));
  fc.assert(
    fc.property(batches, (batch) => {
      expect(decodeEntries(encodeEntries(batch))).toEqual(batch);
    }),
  );
});

it("throws on every payload that was cut", () => {
  const labels = LabelSet.of([["job", "a"]]);
  const payload = encodeEntries([{ labels, line: "one ü", timestamp: 1n, metadata: [["trace", "x"]] }]);
  for (let end = 0; end < payload.length; end++) expect(() => decodeEntries(payload.subarray(0, end))).toThrow();
});

it("keeps each part within its size, and loses no line between two of them", () => {
  const labels = LabelSet.of([["job", "a"]]);
  const lines = fc.array(
    fc.oneof(
      text,
      fc.integer({ min: 0, max: 20_000 }).map((length) => "x".repeat(length)),
    ),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 80_000 }), (all, most) => {
      const batch = all.map((line) => ({ labels, line, timestamp: 1n, metadata: [] }));
      const back: LogContent[] = [];
      for (let from = 0; from < batch.length; ) {
        const { payload, end } = encodePart(batch, from, most);
        if (end > from + 1) expect(payload.length).toBeLessThanOrEqual(most);
        back.push(...decodeEntries(payload));
        from = end;
      }
      expect(back).toEqual(batch);
    }),
  );
});

it("joins no halves of characters of two lines", () => {
  const entry = (line: string) => ({ labels: LabelSet.of([]), line, timestamp: 1n, metadata: [] });
  const back = decodeEntries(encodeEntries([entry("a\ud83d"), entry("\ude00b")]));
  expect(back.map(({ line }) => line)).toEqual(["a\ufffd", "\ufffdb"]);
});
