import { readFileSync } from "node:fs";
import { parseRfc3339 } from "@sluice/languages/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { Preview } from "../preview/preview.ts";
import { STAGES } from "../stages/index.ts";
import { fuzzEntries, generateConfig, runNodes, runStages, SeededRandom, TEST_HOST } from "../testing/index.ts";
import { snapshotToJson, stepToJson, TRACE_VERSION } from "./trace-json.ts";

describe("a step as JSON", () => {
  it("holds the entry before and after, why, and what it did to metrics", () => {
    const input = {
      line: "x no",
      labels: { b: "2", a: "1" },
      structured_metadata: [
        ["m", "1"],
        ["m", "2"],
      ] as const,
    };
    const { steps } = runStages('stage.drop { expression = "no" }', [input], { trace: true });
    const entry = {
      line: "x no",
      timestamp: "2024-03-10T12:00:00Z",
      labels: { a: "1", b: "2" },
      structured_metadata: [
        ["m", "1"],
        ["m", "2"],
      ],
      extracted: { a: "1", b: "2" },
      origins: [0],
    };
    expect(stepToJson(steps[0]![0]!, 0)).toMatchObject({
      sequence: 0,
      path: "1",
      stage: "drop",
      cause: "process",
      at: "2024-03-10T12:00:00Z",
      status: "dropped",
      before: entry,
      emitted: [],
      dropped: [{ entry, reason: "drop_stage", code: "expression-matched" }],
      metrics: [
        { name: "logs_process_dropped_lines_total", labels: { reason: "drop_stage" }, operation: "inc", value: 1 },
      ],
    });
  });

  it("leaves out what came in where nothing did", () => {
    const { steps } = runStages('stage.multiline { firstline = "^S" }', ["S"], { trace: true });
    const json = stepToJson(steps[0]![1]!, 0);
    expect(json).toMatchObject({ cause: "flush", status: "released" });
    expect(json).not.toHaveProperty("before");
    expect(json).not.toHaveProperty("error");
  });

  it("is plain data for every pipeline", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const config = generateConfig(STAGES, new SeededRandom(seed), { mistakes: 0 });
        const loaded = loadStages(config);
        fc.pre(loaded.ok);
        const { steps } = runNodes(loaded.stages, fuzzEntries(10, new SeededRandom(seed), config), {
          seed,
          trace: true,
        });
        for (const step of steps.flat()) {
          const json = stepToJson(step, 0);
          expect(JSON.parse(JSON.stringify(json)).sequence).toBe(step.sequence);
          // What a worker can send and a page can receive.
          expect(() => structuredClone(json)).not.toThrow();
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe("docs/trace.md", () => {
  const page = readFileSync(new URL("../../../../docs/trace.md", import.meta.url), "utf8");
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map((m) => m[1]!);

  it("names the version", () => {
    expect(page).toContain(`Version **${TRACE_VERSION}**`);
  });

  it("shows what the example gives", () => {
    const [config] = blocks("alloy");
    const lines = blocks("text")[0]!.trimEnd().split("\n");
    const preview = Preview.run(
      { stages: loadStages(config!).stages, dialect: "logs" },
      lines.map((line) => ({ line, labels: { app: "shop" } })),
      { start: parseRfc3339("2026-01-15T08:00:00Z")!, seed: 42, host: TEST_HOST },
    );
    const [output, step, summary] = blocks("json").map((text) => JSON.parse(text));
    expect(output.entry).toEqual(snapshotToJson(preview.outputs[0]!.entry));
    expect(step).toEqual(stepToJson(preview.stepsOf(1).at(-1)!, 1));
    expect(summary).toEqual({
      type: "summary",
      version: TRACE_VERSION,
      interrupted: false,
      balance: preview.balance,
      stages: Object.fromEntries(preview.counts()),
      metrics: preview.exposition().trimEnd().split("\n"),
    });
  });
});
