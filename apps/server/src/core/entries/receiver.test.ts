import { expect, it } from "vitest";
import { CollectingReceiver, entry, TestSource } from "../../testing/fixtures.ts";
import { fanOut, type LogEntry } from "./receiver.ts";

it("gives every receiver every entry, and is full while one of them is", () => {
  const [a, b] = [new CollectingReceiver(), new CollectingReceiver()];
  const all = fanOut([a, b]);
  expect(all.push([entry("1")])).toBe("accepted");
  b.blocked = true;
  expect([all.full, all.push([entry("2")])]).toEqual([true, "full"]);
  let room = 0;
  all.whenRoom(() => room++);
  a.blocked = true;
  b.blocked = false;
  expect(room).toBe(0);
  a.blocked = false;
  expect([room, a.lines, b.lines]).toEqual([1, ["1"], ["1"]]);
});

it("waits for each receiver before the source learns the outcome", () => {
  const receivers = [new CollectingReceiver(), new CollectingReceiver(), new CollectingReceiver()];
  receivers[2]!.releases = false;
  const source = new TestSource();
  fanOut(receivers).push([entry("1", {}, source.origin())]);
  expect(source.fates).toEqual([undefined]);
  receivers[2]!.entries[0]!.origin!.release("failed");
  expect(source.fates).toEqual(["failed"]);
});

it("without receivers takes everything and is done with it", () => {
  const source = new TestSource();
  expect([fanOut([]).push([entry("1", {}, source.origin())]), source.fates]).toEqual(["accepted", ["dropped"]]);
});

it("gives a receiver that another one of them fills its batch later, and once", () => {
  const [a, b] = [new CollectingReceiver(), new CollectingReceiver()];
  const filling = {
    full: false,
    push(batch: readonly LogEntry[]) {
      b.blocked = true;
      return a.push(batch);
    },
    whenRoom: (callback: () => void) => a.whenRoom(callback),
  };
  const source = new TestSource();
  for (const give of ["push", "secure"] as const) {
    expect(fanOut([filling, b])[give]!([entry(give, {}, source.origin())])).toBe("accepted");
    expect(source.fates.at(-1)).toBe(undefined);
    b.blocked = false;
    expect(source.fates.at(-1)).toBe("delivered");
  }
  expect([a.lines, b.lines]).toEqual([
    ["push", "secure"],
    ["push", "secure"],
  ]);
});
