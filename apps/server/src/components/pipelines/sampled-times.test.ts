import { expect, it } from "vitest";
import { CollectingReceiver, componentOf, entry, testContext } from "../../testing/fixtures.ts";
import { ProcessComponent } from "./process.ts";
import { SampledTimes } from "./sampled-times.ts";

/** Entries of which each is measured or not. */
function sample() {
  let now = 0;
  let isMeasured = false;
  const times = new SampledTimes(
    {
      measure(given) {
        isMeasured = given !== undefined;
        return isMeasured;
      },
    },
    () => now,
  );
  return {
    /** Of `count` entries, how many are measured. */
    measured: (count: number) => {
      let measured = 0;
      for (let i = 0; i < count; i++) {
        times.next();
        if (isMeasured) measured++;
      }
      return measured;
    },
    times,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it("measures some entries in a row, then none for long", () => {
  const { measured } = sample();
  expect(measured(64)).toBe(64);
  expect(measured(4096)).toBe(0);
  expect(measured(64)).toBe(64);
  expect(measured(100_000) / 100_000).toBeCloseTo(64 / (4096 + 64), 3);
});

it("measures again after a second where few entries come", () => {
  const { measured, times, pass } = sample();
  measured(64);
  times.begin();
  expect(measured(10)).toBe(0);
  pass(1000);
  times.begin();
  expect(measured(10)).toBe(10);
});

it("tells of each stage which part of the time it takes, and which part of the entries reaches it", () => {
  const context = testContext("logs.process.main");
  // Each look at the clock takes a millisecond: a stage takes as long as the others.
  context.scheduler.readingTakes = 1;
  const node = componentOf(
    "logs.process",
    'logs.process "main" {\n forward_to = []\n stage.drop {\n expression = "x"\n }\n stage.decolorize { }\n}',
  );
  const host = { resource: () => undefined, sha256: () => "" };
  const process = new ProcessComponent(node, host, new CollectingReceiver(), 1, context);
  expect(process.stageTimes()).toBeUndefined();
  process.push([entry("a"), entry("x"), entry("b"), entry("x")]);
  const [drop, decolorize] = process.stageTimes()!;
  expect([drop!.reached, decolorize!.reached]).toEqual([1, 0.5]);
  expect(drop!.share + decolorize!.share).toBeCloseTo(1);
  expect(drop!.share).toBeGreaterThan(decolorize!.share);
  expect(drop!.microseconds).toBeGreaterThan(1000);
});
