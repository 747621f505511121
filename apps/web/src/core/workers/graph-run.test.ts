import { openDocument, Preview, toSample } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import type { Running } from "./execute.ts";
import { runGraph } from "./graph-run.ts";
import { RUN_LIMIT } from "./run-limit.ts";

const TEXT = `logs.process "a" {
  forward_to = [logs.process.b.receiver]
  stage.multiline { firstline = "^START" }
}
logs.process "b" { forward_to = [] }`;
const SAMPLES = Array.from({ length: 250 }, (_, i) =>
  toSample({ line: i === 249 ? "START" : `line ${i}`, labels: {} }, {}),
);

function running(end: boolean): Running {
  const options = { start: 0n, seed: 1, host: { resource: () => undefined, sha256: (text: string) => text } };
  const preview = Preview.run(openDocument(TEXT).pipelines[0]!, SAMPLES, { ...options, end });
  return { id: 7, text: TEXT, samples: SAMPLES, options, preview } as unknown as Running;
}

function env(more: { now?: () => number; goOn?: () => Promise<boolean> } = {}) {
  return { open: openDocument, now: () => 0, goOn: async () => true, ...more };
}

describe("the samples of a run through the whole graph", () => {
  it("are counted as the run has them: held while its input is open", async () => {
    const ended = await runGraph(running(true), env());
    expect(ended).toMatchObject({ run: 7, text: TEXT });
    expect(ended?.flow?.pipelines["logs.process.b"]?.in.entries).toBeGreaterThan(0);
    const open = await runGraph(running(false), env());
    expect(open?.flow?.pipelines["logs.process.a"]).toMatchObject({ in: { entries: 250 } });
    expect(open?.flow?.pipelines["logs.process.a"]?.held).toBeGreaterThan(0);
  });

  it("stop when they are not wanted any more", async () => {
    let asked = 0;
    expect(await runGraph(running(true), env({ goOn: async () => ++asked < 2 }))).toBeUndefined();
    expect(asked).toBe(2);
  });

  it("are given up when they take too long", async () => {
    let time = 0;
    const now = () => (time += RUN_LIMIT);
    expect(await runGraph(running(true), env({ now }))).toEqual({ run: 7, text: TEXT, flow: undefined });
  });
});
