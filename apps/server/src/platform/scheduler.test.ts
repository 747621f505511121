import { describe, expect, it } from "vitest";
import { createSystemScheduler, ManualScheduler } from "./scheduler.ts";

describe("the system's time", () => {
  const clocks = { told: 1000, run: 0 };
  const pass = (ms: number) => {
    clocks.told += ms;
    clocks.run += ms;
  };
  const make = () => {
    clocks.told = 1000;
    clocks.run = 0;
    return createSystemScheduler({ wall: () => clocks.told, monotonic: () => clocks.run });
  };

  it("counts in microseconds", () => {
    const scheduler = make();
    clocks.run += 0.0015;
    expect(scheduler.now()).toBe(1_000_002_000n);
  });

  it("follows a clock that is set forward at once", () => {
    const scheduler = make();
    clocks.told += 3_600_000;
    pass(5);
    expect(scheduler.now()).toBe(3_601_005_000_000n);
  });

  it("runs at half speed behind a clock that is set back, until they meet", () => {
    const scheduler = make();
    clocks.told -= 1000;
    const seen = [0, 1, 2, 3, 4].map(() => {
      pass(600);
      return scheduler.now() / 1_000_000n;
    });
    expect(seen).toEqual([1300n, 1600n, 1900n, 2400n, 3000n]);
  });
});

it("moved by hand calls what falls due in order, at its own instant", async () => {
  const scheduler = new ManualScheduler(100n);
  const seen: [string, bigint][] = [];
  scheduler.after(20n, () => seen.push(["b", scheduler.now()]));
  scheduler.after(10n, () => {
    seen.push(["a", scheduler.now()]);
    scheduler.after(5n, () => seen.push(["nested", scheduler.now()]));
  });
  scheduler.after(15n, () => seen.push(["cancelled", 0n]))();
  scheduler.after(30n, () => seen.push(["later", 0n]));
  await scheduler.advance(25n);
  expect(seen).toEqual([
    ["a", 110n],
    ["nested", 115n],
    ["b", 120n],
  ]);
  expect([scheduler.now(), scheduler.pending]).toEqual([125n, 1]);
});
