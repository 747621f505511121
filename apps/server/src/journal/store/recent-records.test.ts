import { expect, it } from "vitest";
import { RecentRecords } from "./recent-records.ts";

const record = (first: number, memoBytes?: number) => ({
  first,
  count: 1,
  time: 0,
  payload: new Uint8Array(100),
  memo: memoBytes === undefined ? undefined : [],
  memoBytes,
});

it.each([
  ["their payloads", undefined, 5],
  ["what these were made of", 300, 2],
] as const)("keeps as many as there is memory for, with %s", (_, memoBytes, kept) => {
  const recent = new RecentRecords(1000, 0);
  for (let i = 0; i < 20; i++) recent.push(record(i, memoBytes));
  expect(recent.from).toBe(20 - kept);
});
