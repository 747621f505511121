import { expect, it } from "vitest";
import { latest, whileWanted } from "./latest.ts";

it("of questions of one kind only the newest is wanted", () => {
  const wanted = latest();
  const first = wanted(3);
  expect(first.aborted).toBe(false);
  const second = wanted(5);
  expect([first.aborted, second.aborted]).toEqual([true, false]);
});

it("one that is begun again is the same question, and gives way to newer ones", () => {
  const wanted = latest();
  const signal = wanted(3);
  expect(wanted(3)).toBe(signal);
  const newer = wanted(4);
  expect([wanted(3).aborted, newer.aborted]).toEqual([true, false]);
});

it("what takes long lets messages in, and ends with any of its reasons", async () => {
  const [asked, run] = [latest(), latest()];
  const goOn = whileWanted(asked(1), run(1));
  expect(await goOn()).toBe(true);
  const later = goOn();
  run(2);
  expect(await later).toBe(false);
});
