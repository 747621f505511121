import { MILLISECOND } from "@sluice/engine";
import { beforeEach, expect, it } from "vitest";
import { Deadlines } from "./deadlines.ts";
import { ManualScheduler } from "./scheduler.ts";

let time: ManualScheduler;
let deadlines: Deadlines;
/** Timers that were set. */
let set: number;
const seen: string[] = [];
const note = (what: string) => () => void seen.push(`${what} ${Math.round(time.elapsed())}`);
const pass = (ms: number) => time.advance(BigInt(ms) * MILLISECOND);

beforeEach(() => {
  time = new ManualScheduler();
  seen.length = 0;
  set = 0;
  deadlines = new Deadlines(
    () => time.elapsed(),
    (ms, action) => {
      set++;
      return time.after(BigInt(ms) * MILLISECOND, action);
    },
  );
});

it("calls what falls due, in order, whenever it was asked to", async () => {
  deadlines.after(300, note("late"));
  deadlines.after(100, note("first"));
  await pass(50);
  deadlines.after(100, note("second"));
  await pass(1000);
  expect(seen).toEqual(["first 100", "second 150", "late 300"]);
  expect(time.pending).toBe(0);
});

it("sets one timer for many that are done in time", async () => {
  for (let i = 0; i < 1000; i++) {
    const done = deadlines.after(30_000, note("never"));
    await pass(1);
    done();
  }
  expect([set, time.pending]).toEqual([1, 1]);
  deadlines.after(30_000, note("the last"));
  await pass(60_000);
  expect([seen, set, time.pending]).toEqual([["the last 31000"], 2, 0]);
});

it("tells together what falls due at nearly the same time", async () => {
  for (let i = 0; i < 100; i++) deadlines.after(1000 + i / 10, note(`${i}`));
  await pass(1100);
  expect(seen.length).toBe(100);
  expect(set).toBe(2);
});

it("goes on after one that throws", async () => {
  deadlines.after(100, () => {
    throw new Error("oh no");
  });
  deadlines.after(100, note("other"));
  await expect(pass(100)).rejects.toThrow("oh no");
  await pass(10);
  expect(seen).toEqual(["other 110"]);
});

it("leaves no timer once it is closed, unless something waits", async () => {
  const done = deadlines.after(100, note("kept"));
  deadlines.close();
  expect(time.pending).toBe(1);
  done();
  deadlines.close();
  expect(time.pending).toBe(0);
  deadlines.after(100, note("again"));
  await pass(100);
  expect(seen).toEqual(["again 100"]);
});
