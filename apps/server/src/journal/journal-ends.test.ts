/** A journal between a source and receivers that ends, is killed, and cut from power at any moment. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { never, REPLACED, STOPS } from "../testing/fixtures.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { lines, run, settle } from "../testing/running-journal.ts";

describe("ends", () => {
  it("leave on disk what was not given when the process stops, in no more time than it has", async () => {
    const disk = new MemoryDisk();
    const { journal, receivers } = await run(disk, ["a"]);
    receivers.a!.blocked = true;
    await journal.secure(lines(0, 5));
    expect(await journal.drain(never, { ...STOPS, hurry: Promise.resolve() })).toBe(0);
    await journal.close();
    const next = await run(disk.afterKill(), ["a"]);
    await next.turns();
    expect(next.receivers.a!.lines).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("wait until all is delivered where the component is removed, and keep the rest where that takes too long", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"]);
    await journal.secure(lines(0, 2));
    await turns();
    let ended = false;
    void journal.drain(never, REPLACED).then(() => (ended = true));
    await turns();
    expect(ended).toBe(false);
    settle(receivers.a!.take());
    await turns();
    expect(ended).toBe(true);
    const disk = new MemoryDisk();
    const other = await run(disk, ["a"]);
    await other.journal.secure(lines(0, 2));
    expect(await other.journal.drain(Promise.resolve(), REPLACED)).toBe(0);
    await other.journal.close();
    expect(other.context.logged.at(-1)).toMatchObject({ level: "warn", fields: { entries: 2, folder: "/journal" } });
  });
});

const NAMES = ["a", "b"] as const;

/** What happens to a journal, one after the other. */
const STEPS = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("push" as const), count: fc.integer({ min: 1, max: 5 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("settle" as const),
        receiver: fc.constantFrom(...NAMES),
        picks: fc.array(fc.nat(20), { maxLength: 8 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("turns" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom("kill" as const, "cut" as const),
        waits: fc.boolean(),
        seed: fc.integer(),
      }),
    },
  ),
  { maxLength: 40 },
);

describe("whatever happens", () => {
  it("each receiver gets what was acknowledged, in order; twice only what was not settled", async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        let disk = new MemoryDisk();
        let running = await run(disk, NAMES);
        let pushed = 0;
        const acknowledged = new Set<string>();
        /** What each receiver is done with. */
        const settled = { a: new Set<string>(), b: new Set<string>() };
        /** Of that, what the journal heard of before the process ended. */
        const noted = { a: new Set<string>(), b: new Set<string>() };
        let cut = false;
        const look = () => {
          // After a power cut, what was settled may have been forgotten.
          for (const name of NAMES)
            for (const line of running.receivers[name]!.lines)
              if (!cut) expect(noted[name].has(line), `${line} came again at ${name}`).toBe(false);
        };
        for (const step of steps) {
          if (step.kind === "push") {
            const batch = lines(pushed, step.count);
            pushed += step.count;
            const asked = running;
            asked.journal.secure(batch).then(
              () => {
                // Nobody hears from a process that was killed.
                if (asked !== running) return;
                for (const { line } of batch) acknowledged.add(line);
              },
              () => {},
            );
          } else if (step.kind === "settle") {
            const { receiver: name } = step;
            const receiver = running.receivers[name]!;
            for (const pick of step.picks) {
              const [one] = receiver.entries.splice(pick, 1);
              if (one === undefined) continue;
              one.origin!.release("delivered");
              settled[name].add(one.line);
            }
          } else if (step.kind === "turns") {
            await running.turns();
            look();
          } else {
            if (step.waits) {
              await running.turns();
              look();
              for (const name of NAMES) for (const line of settled[name]) noted[name].add(line);
            }
            let state = step.seed;
            const choose = (below: number) => {
              state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
              return Math.abs(state) % below;
            };
            if (step.kind === "cut") {
              cut = true;
              disk = disk.afterPowerCut(choose);
            } else disk = disk.afterKill();
            // Another object, so that what it answers while the next one starts is not heard.
            running = { ...running };
            running = await run(disk, NAMES);
          }
        }
        await running.turns();
        look();
        for (const name of NAMES) {
          const { lines: given } = running.receivers[name]!;
          for (const line of acknowledged)
            expect(settled[name].has(line) || given.includes(line), `${line} is missing at ${name}`).toBe(true);
          const numbers = given.map(Number);
          expect(numbers).toEqual(numbers.toSorted((x, y) => x - y));
        }
      }),
      { numRuns: 60 },
    );
  });
});
