import { openDocument, type Sample } from "@sluice/engine";
import { nodeStageHost } from "@sluice/server/editors";
import { describe, expect, it } from "vitest";
import { type RunEnv, runSamples } from "./sample-run.ts";

const document = openDocument('stage.drop {\n  expression = "a"\n}\n', { purpose: "preview" });
const samples = Array.from({ length: 100 }, (_, i): Sample => ({ line: i % 4 === 0 ? "a" : "b", labels: {} }));

/** A run in which each look at the time is `step` milliseconds after the one before. */
async function run(step: number, gone: RunEnv["gone"] = () => false, given = { document, samples }) {
  const made = await nodeStageHost([], "/main.alloy");
  if (!made.ok) throw new Error("no host");
  let time = 0;
  let looks = 0;
  const now = () => {
    looks++;
    time += step;
    return time;
  };
  const result = await runSamples(given.document, given.samples, { host: made.host, now, start: 0n, gone });
  return { result, looks };
}

describe("samples for counts", () => {
  it("are run in slices, with the same result as at once", async () => {
    const slow = await run(6);
    const fast = await run(0);
    expect(slow.looks).not.toBe(fast.looks);
    expect(slow.result).toEqual(fast.result);
    expect(fast.result).toMatchObject({ kind: "notes", notes: [{ text: "100 → 75 · 25 dropped" }] });
  });

  it("say what the samples show to be wrong with a stage", async () => {
    const text = 'stage.json {\n  expressions = { a = "b.c" }\n}\n';
    const flat = { document: openDocument(text, { purpose: "preview" }), samples: [{ line: '{"b.c":1}', labels: {} }] };
    const { result } = await run(0, undefined, flat);
    expect(result).toMatchObject({
      kind: "notes",
      notes: [{ text: "1 → 1 · 1 changed" }, { text: expect.stringContaining("a path needs quotes around it") }],
    });
  });

  it("are given up when nobody wants them, and when they take too long", async () => {
    let asked = 0;
    expect((await run(11, () => ++asked === 2)).result).toEqual({ kind: "gone" });
    expect((await run(6000)).result).toEqual({ kind: "too long", seconds: 10 });
  });
});
