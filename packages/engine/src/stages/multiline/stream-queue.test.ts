import { describe, expect, it } from "vitest";
import { LabelSet } from "../../base/label-set.ts";
import { type QueuedStream, StreamQueue } from "./stream-queue.ts";

class Named implements QueuedStream<Named> {
  readonly labels: LabelSet;
  older: Named | undefined = undefined;
  newer: Named | undefined = undefined;
  constructor(name: string) {
    this.labels = LabelSet.of({ name });
  }
}

const order = (queue: StreamQueue<Named>): string[] => {
  const names: string[] = [];
  for (let at = queue.oldest; at !== undefined; at = at.newer) names.push(at.labels.get("name")!);
  return names;
};

describe("StreamQueue", () => {
  it("keeps the order of the last activity", () => {
    const queue = new StreamQueue<Named>();
    const [a, b, c] = ["a", "b", "c"].map((name) => new Named(name)) as [Named, Named, Named];
    for (const one of [a, b, c]) queue.add(one);
    queue.touch(a);
    expect(order(queue)).toEqual(["b", "c", "a"]);
    queue.touch(a);
    queue.touch(c);
    expect(order(queue)).toEqual(["b", "a", "c"]);
    queue.remove(a);
    expect(order(queue)).toEqual(["b", "c"]);
    expect(queue.get(a.labels)).toBeUndefined();
    queue.remove(c);
    queue.remove(b);
    expect([order(queue), queue.size, queue.oldest]).toEqual([[], 0, undefined]);
    queue.add(b);
    expect(order(queue)).toEqual(["b"]);
  });
});
