import { describe, expect, it } from "vitest";
import { CollectingReceiver, entry } from "../../testing/fixtures.ts";
import { ReceiverHandle } from "./receiver-handle.ts";

describe("ReceiverHandle", () => {
  it("is full until something is behind it, and calls back then", () => {
    const handle = new ReceiverHandle();
    const room: string[] = [];
    handle.whenRoom(() => room.push("room"));
    expect([handle.full, handle.push([entry("a")]), room]).toEqual([true, "full", []]);
    const sink = new CollectingReceiver();
    handle.bind(sink);
    expect([handle.full, handle.push([entry("a")]), room, sink.lines]).toEqual([false, "accepted", ["room"], ["a"]]);
  });

  it("calls back those who waited for what was replaced, once", () => {
    const [before, after] = [new CollectingReceiver(), new CollectingReceiver()];
    before.blocked = true;
    after.blocked = true;
    const handle = new ReceiverHandle();
    handle.bind(before);
    let room = 0;
    handle.whenRoom(() => room++);
    handle.whenRoom(() => room++);
    handle.bind(after);
    before.blocked = false;
    expect(room).toBe(0);
    after.blocked = false;
    expect(room).toBe(2);
    after.blocked = true;
    after.blocked = false;
    expect(room).toBe(2);
  });
});
