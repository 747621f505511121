/** Properties of whole pipelines, made at random from the specs of the stages. */

import { SECOND } from "@sluice/languages/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../base/clock.ts";
import { LabelSet } from "../base/label-set.ts";
import { loadStages } from "../document/load.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { STAGES } from "../stages/index.ts";
import { type EntryInput, fuzzEntries, generateConfig, runNodes, SeededRandom, TEST_HOST } from "../testing/index.ts";
import { Pipeline } from "./pipeline.ts";

const seeds = fc.integer({ min: 0, max: 0x7fffffff });
const RUNS = { numRuns: 100, seed: 20240310 };

function make(seed: number, mistakes: number) {
  const config = generateConfig(STAGES, new SeededRandom(seed), { mistakes });
  return { config, loaded: loadStages(config), inputs: fuzzEntries(25, new SeededRandom(seed + 1), config) };
}

/** JSON that tells apart what JSON does not. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, one) =>
    typeof one === "number" && (!Number.isFinite(one) || Object.is(one, -0))
      ? `number ${Object.is(one, -0) ? "-0" : one}`
      : one,
  );

const outcome = ({ out, dropped, metrics, balance, faults }: ReturnType<typeof runNodes>) =>
  canonical({ out, dropped, metrics, balance, faults: faults.map(({ error, node }) => `${node.path} ${error}`) });

describe("a pipeline made at random", () => {
  it("is mostly accepted, so that the properties below say something", () => {
    const accepted = Array.from({ length: 200 }, (_, seed) => make(seed, 0.02)).filter(({ loaded }) => loaded.ok);
    expect(accepted.length).toBeGreaterThan(60);
    const stages = new Set(accepted.flatMap(({ loaded }) => loaded.stages.map(({ spec }) => spec.name)));
    expect(stages.size).toBeGreaterThan(STAGES.length * 0.9);
  });

  it("never throws while it is loaded, and its diagnostics lie inside the text", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(0, 0.1, 0.5), (seed, mistakes) => {
        const { config, loaded } = make(seed, mistakes);
        for (const { span, related = [], fixes = [] } of loaded.diagnostics) {
          const spans = [
            span!,
            ...related.map((one) => one.span),
            ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span)),
          ];
          for (const { start, end } of spans) {
            expect(0 <= start && start <= end && end <= config.length, `${start}–${end} in\n${config}`).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it("does the same when it is traced, and no stage throws", { timeout: 90_000 }, () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { config, loaded, inputs } = make(seed, 0.02);
        fc.pre(loaded.ok);
        const run = { seed, endAdvance: "1h" };
        const plain = runNodes(loaded.stages, inputs, run);
        for (const { error, node, limit } of plain.faults) {
          if (!limit) throw new Error(`stage.${node.spec.name} in\n${config}`, { cause: error });
        }
        expect(outcome(runNodes(loaded.stages, inputs, { ...run, trace: true })), config).toBe(outcome(plain));
        expect(plain.balance.held, config).toBe(0);
      }),
      RUNS,
    );
  });

  it("accounts for every entry at every moment", { timeout: 90_000 }, () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { config, loaded, inputs } = make(seed, 0.02);
        fc.pre(loaded.ok);
        expect(() => followBalance(loaded.stages, inputs), config).not.toThrow();
      }),
      RUNS,
    );
  });
});

/** Runs without playback, comparing the ledger after each step with what was seen from outside. */
function followBalance(nodes: ReturnType<typeof loadStages>["stages"], inputs: readonly EntryInput[]): void {
  const clock = new VirtualClock(0n);
  /** Origins that came in and are not settled. */
  const inside = new Set<number>();
  const delivered = new Set<number>();
  let emitted = 0;
  let out = 0;
  let dropped = 0;
  const check = () => expect(pipeline.balance()).toEqual({ in: next, out, dropped, held: inside.size, emitted });
  const pipeline = new Pipeline(nodes, {
    clock,
    random: new SeededRandom(1),
    metrics: new MetricRegistry(),
    log: { write: () => {}, enabled: () => false },
    host: TEST_HOST,
    dialect: "logs",
    deliver: ({ origin }) => {
      emitted++;
      const ids = origin.ids();
      expect(new Set(ids).size).toBe(ids.length);
      expect(origin.left).toBe(false);
      for (const id of ids) {
        expect(inside.has(id)).toBe(true);
        delivered.add(id);
      }
    },
  });
  let next = 0;
  const settle = ({ id }: { id: number }) => {
    expect(inside.delete(id)).toBe(true);
    if (delivered.has(id)) out++;
    else dropped++;
  };
  const wake = () => {
    const at = pipeline.nextWake();
    expect(at).toBeDefined();
    clock.advanceTo(at!);
    pipeline.wake(clock.now());
    check();
  };
  for (const { line = "", labels = {}, extracted } of inputs) {
    while (pipeline.busy()) wake();
    inside.add(next++);
    pipeline.push({ labels: LabelSet.of(labels), line, timestamp: clock.now(), extracted, onSettled: settle });
    check();
    clock.advance(SECOND / 2n);
  }
  while (pipeline.busy()) wake();
  pipeline.flush("input");
  while (pipeline.busy()) wake();
  check();
  expect(inside.size).toBe(0);
}
