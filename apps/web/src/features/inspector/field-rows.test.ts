import { describe, expect, it } from "vitest";
import { describeDistinct, describeStreams } from "./field-rows.ts";

describe("cardinality", () => {
  it("marks a count that stopped early", () => {
    const field = { name: "id", entries: 9, common: [], types: [] };
    expect(describeDistinct({ ...field, distinct: 1000, atLeast: true })).toBe("1,000+");
    expect(describeDistinct({ ...field, distinct: 3, atLeast: false })).toBe("3");
  });
  it("counts streams", () => {
    const none = { labels: [], metadata: [], extracted: [], omitted: 0 };
    expect(describeStreams({ ...none, entries: 1, streams: 1 })).toBe("1 entry in 1 stream");
    expect(describeStreams({ ...none, entries: 4300, streams: 12 })).toBe("4,300 entries in 12 streams");
  });
});
