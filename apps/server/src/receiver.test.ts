import { expect, it } from "vitest";
import { fanOut } from "./receiver.ts";
import { CollectingReceiver, CountingAck, entry } from "./testing/fixtures.ts";

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

it("owes one acknowledgement for each receiver", () => {
  const receivers = [new CollectingReceiver(), new CollectingReceiver(), new CollectingReceiver()];
  receivers[2]!.acknowledges = false;
  const ack = new CountingAck();
  fanOut(receivers).push([entry("1", {}, [ack])]);
  expect(ack.references).toBe(1);
});

it("without receivers takes everything and is done with it", () => {
  const ack = new CountingAck();
  expect([fanOut([]).push([entry("1", {}, [ack])]), ack.references]).toEqual(["accepted", 0]);
});
