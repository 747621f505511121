import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clientKey } from "../client-address.ts";
import { type LineBounds, type Place, WaitingLine } from "./waiting-line.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] });
  return () => void vi.useRealTimers();
});

class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    queueMicrotask(() => this.emit("close"));
  }
}

/** A line, and who is served in it. */
function lineOf(bounds: LineBounds) {
  const served = new Map<FakeSocket, Place>();
  const line = new WaitingLine(bounds, (socket, place) => {
    const one = socket as unknown as FakeSocket;
    served.set(one, place);
    one.once("close", () => served.delete(one));
  });
  const come = (address: string) => {
    const socket = new FakeSocket(address);
    line.add(socket as unknown as Socket);
    return socket;
  };
  return { line, served, come };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("while somebody waits", () => {
  it("the oldest connection that has asked nothing gives way, however many there are", async () => {
    const { served, come } = lineOf({ served: 4, waiting: 4 });
    const silent = ["a", "b", "c", "d"].map(come);
    await pass(10_000);
    expect(silent.every((one) => served.has(one))).toBe(true);
    const honest = come("e");
    await pass(1);
    expect([served.has(honest), silent.map(({ destroyed }) => destroyed)]).toEqual([true, [true, false, false, false]]);
  });

  it("one has a moment to ask, and keeps its place then", async () => {
    const { served, come } = lineOf({ served: 1, waiting: 4 });
    const [first, second] = [come("a"), come("b")];
    served.get(first)!.busy();
    await pass(10_000);
    expect([served.has(first), served.has(second)]).toEqual([true, false]);
    served.get(first)!.quiet();
    await pass(400);
    expect(served.has(second)).toBe(false);
    await pass(200);
    expect([first.destroyed, served.has(second)]).toEqual([true, true]);
  });

  it("one that has asked before stays as long as it may be quiet", async () => {
    const { served, come } = lineOf({ served: 2, waiting: 4, quiet: 10_000 });
    const [asked, silent] = [come("a"), come("b")];
    served.get(asked)!.busy();
    served.get(asked)!.quiet();
    come("c");
    await pass(600);
    expect([asked.destroyed, silent.destroyed]).toEqual([false, true]);
    come("d");
    served.get([...served.keys()].at(-1)!)!.busy();
    await pass(9_000);
    expect(asked.destroyed).toBe(false);
    await pass(1_000);
    expect(asked.destroyed).toBe(true);
  });

  it("those that were quiet when as many were served as came give way, the one first that has been so for longest", async () => {
    const { line, served, come } = lineOf({ served: 0, waiting: 4 });
    const [a, b, busy] = [come("a"), come("b"), come("c")];
    for (const one of [a, b, busy]) served.get(one)!.busy();
    served.get(b)!.quiet();
    await pass(100);
    served.get(a)!.quiet();
    line.change({ served: 3, waiting: 4 }, (socket, place) => served.set(socket as unknown as FakeSocket, place));
    const [waits, waitsToo] = [come("d"), come("e")];
    await pass(450);
    expect([a.destroyed, b.destroyed, served.has(waits), served.has(waitsToo)]).toEqual([false, true, true, false]);
    await pass(100);
    expect([a.destroyed, busy.destroyed, served.has(waitsToo)]).toEqual([true, false, true]);
  });

  it("where the line is full, too, one gives way at once", async () => {
    const { served, come } = lineOf({ served: 2, waiting: 2 });
    const all = ["a", "b", "c", "d", "e", "f"].map(come);
    await pass(0);
    expect([all.filter(({ destroyed }) => destroyed).length, served.size]).toEqual([2, 2]);
    expect(all.at(-1)!.destroyed).toBe(false);
  });
});

describe("an address", () => {
  it("has three quarters of the places, and its connections wait for one another", async () => {
    const { line, served, come } = lineOf({ served: 8, waiting: 100 });
    const own = Array.from({ length: 20 }, () => come("a"));
    for (const place of served.values()) place.busy();
    expect([line.served, line.waiting]).toEqual([6, 14]);
    const other = come("b");
    expect(served.has(other)).toBe(true);
    own.find((one) => served.has(one))!.destroy();
    await pass(1);
    expect([line.served, line.waiting]).toEqual([7, 13]);
  });

  it("has its turn after those of others", async () => {
    const { served, come } = lineOf({ served: 1, waiting: 100 });
    const first = come("a");
    served.get(first)!.busy();
    const many = Array.from({ length: 10 }, () => come("a"));
    const other = come("b");
    first.destroy();
    await pass(1);
    served.get(many[0]!)?.busy();
    many[0]!.destroy();
    await pass(1);
    expect(served.has(other)).toBe(true);
  });

  it.each([
    ["10.0.0.1", "10.0.0.1"],
    ["::ffff:10.0.0.1", "10.0.0.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s counts as %s", (address, key) => expect(clientKey(address)).toBe(key));
});

it("lets in whoever comes at last, whatever others do who say nothing, and keeps its bounds", async () => {
  const step = fc.record({
    address: fc.integer({ min: 0, max: 3 }),
    does: fc.constantFrom("come" as const, "busy" as const, "quiet" as const, "go" as const, "pass" as const),
    which: fc.nat(50),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 2, max: 6 }), async (steps, places) => {
      const { line, served, come } = lineOf({ served: places, waiting: 4 });
      const all: FakeSocket[] = [];
      const asking = new Set<FakeSocket>();
      for (const { address, does, which } of steps) {
        const one = all[which % Math.max(1, all.length)];
        if (does === "come") all.push(come(`10.0.0.${address}`));
        else if (does === "pass") await pass(which * 40);
        else if (one === undefined) continue;
        else if (does === "go") one.destroy();
        else {
          served.get(one)?.[does]();
          if (does === "busy" && served.has(one)) asking.add(one);
          else asking.delete(one);
        }
        await pass(0);
        expect(line.served).toBe(served.size);
        expect(line.served).toBeLessThanOrEqual(places);
        expect(line.waiting).toBeLessThanOrEqual(4);
      }
      // Nobody who asked something was closed before the answer.
      for (const one of asking) expect(one.destroyed && !steps.some(({ does }) => does === "go")).toBe(false);
      for (const one of served.keys()) if (asking.has(one)) one.destroy();
      const last = come("10.0.0.9");
      await pass(5_000);
      expect(served.has(last)).toBe(true);
    }),
    { seed: 21, numRuns: 300 },
  );
});
