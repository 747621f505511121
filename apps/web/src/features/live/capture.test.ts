import { describe, expect, it } from "vitest";
import { emptyDocument } from "../../core/model/document.ts";
import { createTestApp } from "../../testing/testing.ts";
import { addCaptured, opensOwn } from "./capture.ts";

describe("captured entries", () => {
  const answer = (line: string) => ({
    samples: `${line}\n`,
    entries: 1,
    bytes: 9,
    seen: 1,
    replaced: {},
    ended: "entries" as const,
  });
  const take = (test: ReturnType<typeof createTestApp>, component: string | undefined, line: string) =>
    addCaptured(test.workspace.app, answer(line), { component, from: component ?? "a Loki" });
  const documents = (test: ReturnType<typeof createTestApp>) => {
    const { name, samples } = test.workspace.app.stores.document.getState();
    return [name, samples.map(({ line }) => line)];
  };

  it("name their pipeline, and those of two pipelines go into two documents", () => {
    const test = createTestApp({ document: emptyDocument("Untitled pipeline") });
    take(test, "logs.process.a", "a1");
    take(test, "logs.process.a", "a2");
    expect(documents(test)).toEqual(["Captured from logs.process.a", ["a1", "a2"]]);
    expect(opensOwn(test.workspace.app, "logs.process.b")).toBe(true);
    take(test, "logs.process.b", "b1");
    expect(documents(test)).toEqual(["Captured from logs.process.b", ["b1"]]);
    take(test, "logs.process.b", "b2");
    // Entries from a Loki are added to the open document.
    take(test, undefined, "stored");
    expect(documents(test)).toEqual(["Captured from logs.process.b", ["b1", "b2", "stored"]]);
    expect([...test.workspace.names()].sort()).toEqual([
      "Captured from logs.process.a",
      "Captured from logs.process.b",
    ]);
  });

  it("go into the open document if that has none of another pipeline", () => {
    const test = createTestApp();
    take(test, "logs.process.a", "a1");
    expect(documents(test)).toEqual(["test", ["a", "b", "c", "a1"]]);
    test.app.stores.document.transact("Removed all samples", { samples: [] });
    take(test, "logs.process.b", "b1");
    expect(documents(test)).toEqual(["test", ["b1"]]);
  });
});
