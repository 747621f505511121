import { describe, expect, it } from "vitest";
import { entry, START, TestSource } from "../testing/fixtures.ts";
import { Batch } from "./batch.ts";

describe("Batch", () => {
  it("tells sources once, and counts what nobody could read again", () => {
    const source = new TestSource();
    const batch = new Batch("", 0, START);
    for (const one of [entry("a", {}, source.origin()), entry("b"), entry("c", {}, source.origin())])
      batch.add(one.labels, one, 1, START);
    expect([batch.entries, batch.unrepeatable]).toEqual([3, 1]);
    batch.settle("failed");
    expect(source.fates).toEqual(["failed", "failed"]);
    expect(() => batch.settle("failed")).not.toThrow();
  });
});
