import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../base/clock.ts";
import { LabelSet } from "../base/label-set.ts";
import { loadStages } from "../document/load.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { runStages, TEST_HOST } from "../testing/index.ts";
import { logNotes } from "./notes.ts";
import { Pipeline } from "./pipeline.ts";
import type { LogLevel, Note, StageLog } from "./stage.ts";
import type { StageNode } from "./stage-spec.ts";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** A log from `least` on, and what it was given. */
function logFrom(least: LogLevel | undefined): { log: StageLog; written: unknown[][] } {
  const written: unknown[][] = [];
  const on = least === undefined ? [] : LEVELS.slice(LEVELS.indexOf(least));
  return {
    written,
    log: {
      enabled: (level) => on.includes(level),
      write: (level, message, fields) => written.push([level, message, fields]),
    },
  };
}

/** Sends `line` through stages live. */
function send(stages: readonly StageNode[], log: StageLog, line: string): void {
  const pipeline = new Pipeline(stages, {
    clock: new VirtualClock(0n),
    random: new SeededRandom(1),
    metrics: new MetricRegistry(),
    log,
    host: TEST_HOST,
    dialect: "logs",
    deliver: () => {},
  });
  pipeline.push({ labels: LabelSet.EMPTY, line, timestamp: 0n });
  pipeline.close();
}

const REGEX = 'stage.regex { expression = "y" }';

describe("notes", () => {
  it("of a level that the log does not take are undefined, so that nothing is made for them", () => {
    for (const least of [undefined, ...LEVELS]) {
      const { log } = logFrom(least);
      const { trace, ...notes } = logNotes(log);
      expect(trace).toBeUndefined();
      expect(LEVELS.filter((level) => notes[level] !== undefined)).toEqual(LEVELS.filter(log.enabled));
    }
  });

  it("make neither texts nor evidence on the live path, where a closure was made for each line of the log", () => {
    const loaded = loadStages(REGEX).stages;
    let made = 0;
    const counting = loaded.map((node) => ({
      ...node,
      spec: {
        ...node.spec,
        create: (_args: never, env: Parameters<typeof node.spec.create>[1]) => ({
          process: (_entry: unknown) => {
            const note = (): Note => {
              made++;
              return { code: "c", text: "T", message: "m" };
            };
            env.note.trace?.(note());
            env.note.debug?.(note());
          },
        }),
      },
    })) as unknown as StageNode[];
    send(counting, logFrom("info").log, "x");
    expect(made).toBe(0);
    send(counting, logFrom("debug").log, "x");
    expect(made).toBe(1);
  });

  it("are the original's lines in the log when live", () => {
    const { log, written } = logFrom("debug");
    send(loadStages(REGEX).stages, log, "x");
    expect(written).toEqual([["debug", "regex did not match", { input: "x", regex: "y" }]]);
  });

  it("are a reason and a line of the log in a trace, without either's parts in the other", () => {
    const [step] = runStages(REGEX, ["x"], { trace: true }).steps[0]!;
    expect(step!.reasons).toEqual([
      {
        code: "no-match",
        missed: true,
        text: "Unchanged: `x` does not match `y`",
        evidence: { input: "x", expression: "y" },
        stopped: expect.any(Function),
      },
    ]);
    expect(step!.logs).toEqual([
      { level: "debug", message: "regex did not match", fields: { input: "x", regex: "y" } },
    ]);
  });
});
